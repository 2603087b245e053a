"""castelli_supply.py: what a table of Castelli draws from: the deck of cards and the box (1, 5.12, 9.2)."""
from collections import Counter

from castelli_board import BOX

TILES = {f"{tile['coats']}{tile['value']}": tile for tile in BOX["tiles"] + BOX["start_tiles"]}
START_TILES = [f"{tile['coats']}{tile['value']}" for tile in BOX["start_tiles"]]


class Supply:
    """Tiles, deck and spare settlements: what the two tables of a tournament share."""

    def __init__(self, battle):
        self.unseen_tiles = [name for name in TILES if name not in START_TILES]  # 1.5
        self.unseen_cards = Counter(BOX["cards"])  # 1.10
        if battle:
            self.unseen_cards.update(BOX["battle_cards"])  # 9.1
        self.under = []  # cards put under the deck, the next one first (5.12)
        self.spare = {"village": BOX["spare"]["villages"], "city": BOX["spare"]["cities"]}  # 1.9

    def deck_is_empty(self):
        return not self.unseen_cards.total() and not self.under

    def card_draws(self):
        cards = +self.unseen_cards or {self.under[0]: 1}
        return {f"card {card}": copies for card, copies in cards.items()}

    def take_card(self, card):
        if self.unseen_cards.total():
            self.unseen_cards[card] -= 1
        else:
            assert self.under.pop(0) == card
