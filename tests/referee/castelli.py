#!/usr/bin/env python3
"""castelli.py: an independent referee of Castelli and of the Castelli tournament, from the rules alone.

Numbers in comments are clauses of the rules of Castelli. See common.py for what a referee is.
"""
from itertools import permutations, product

from castelli_board import BOX, MINE_PIECE, Board, split_layout
from castelli_supply import Supply
from castelli_table import Table
from common import CHANCE, Dialogue, DialogueGame, Refused, first_option, main

MOODS = {
    "plain": {},
    "fighter": {"overbuild": 60, "build": 4, "army_of_knights": 8, "abbot": 8, "end": 0.3, "sell": 0.05},
    "siege": {"overbuild": 2000, "build": 0.4, "sell": 0.001, "play": 0.2, "card guard": 60, "card abbot": 30,
              "card army_of_knights": 30, "army_of_knights": 9, "abbot": 9, "guard": 3},
    "duel": {"overbuild": 1000, "defended": 9, "pair": 40, "build": 0.03, "sell": 1e-6, "aside": 5e5,
             "play": 1e-3, "guard": 3, "silver": 0.3, "abbot": 9, "army_of_knights": 9, "card guard": 60,
             "card abbot": 40, "card army_of_knights": 40, "landgrave": 1e-3, "landgravine": 1e-3,
             "master_builder": 1e-3, "steward": 1e-3},
    "miser": {"sell": 1e-6, "play": 1e-6, "build": 1e-6, "overbuild": 1e-6, "pass": 1e3},
    "collector": {"sell": 1e-3, "play": 0.02, "steward": 0.1, "build": 3},
    "merchant": {"sell": 8, "play": 2, "pass": 0.5},
    "stewards": {"steward": 30, "card steward": 9, "sell": 1e-3, "pass": 0.3, "traitor": 10},
    "builder": {"build": 20, "landgrave": 10, "landgravine": 10, "master_builder": 20, "end": 0.2,
                "sell": 0.02},
    "founder": {"duke": 9, "peasant": 9, "incendiary": 9, "play": 3, "sell": 0.02, "end": 0.6},
    "thief": {"traitor": 30, "raider": 9, "brigands": 20, "robber_baron": 20, "play": 4, "sell": 0.05},
    "keeper": {"hand": 1e-3, "sell": 0.3},
    "bargain": {"silver": 30, "build": 3, "overbuild": 20, "end": 0.3},
}


def modules(words):
    """Every combination of these options."""
    choices = product([False, True], repeat=len(words))
    return [[word for word, chosen in zip(words, choice) if chosen] for choice in choices]


def default_layout(seats):
    """1.2, 7.1: two players use the northern pieces. If the mine of the box is on a southern piece, that piece goes to the east."""
    pieces = [BOX["default_layout"][f"{ns}-{we}"] for ns in ("north", "south") for we in ("west", "east")]
    if seats > 2:
        return "".join(pieces)
    return "".join(pieces[:2]) if MINE_PIECE in "".join(pieces[:2]) else pieces[0] + MINE_PIECE


def random_layout(rng, seats):
    """1.2, 7.1"""
    letters = sorted(BOX["pieces"])
    if seats == 2:
        letters = [MINE_PIECE, rng.choice([letter for letter in letters if letter != MINE_PIECE])]
    rng.shuffle(letters)
    return "".join(letter + rng.choice(["", "'"]) for letter in letters)


class Castelli(DialogueGame):
    name = "castelli"
    seats_allowed = range(2, 5)
    moods = MOODS
    hint_words = Table.hint_words

    def __init__(self, seats, options):
        layout, first = default_layout(seats), 1
        for word in options:
            if word.startswith("layout="):
                layout = word[len("layout="):]
            elif word.startswith("first="):
                first = first_option(word, seats)
            elif word not in ("dilemma", "battle"):
                raise Refused(f"unknown option {word}")
        pieces = split_layout(layout, 2 if seats == 2 else 4)
        if MINE_PIECE not in [letter for letter, _ in pieces]:
            raise Refused("7.1: one piece must be the mine's")
        supply = Supply("battle" in options)
        self.table = Table(Board(pieces), list(range(1, seats + 1)), first, supply, "dilemma" in options,
                           "battle" in options)
        self.dialogue = Dialogue(self.table.play())

    def points(self):
        return [self.table.vp[seat] for seat in self.table.seats]

    def winners(self):
        return self.table.winners() if self.table.over else []

    def hints(self, actor, move):
        return self.table.hints(actor, move)

    @staticmethod
    def combinations():
        return [(seats, words) for seats in (2, 3, 4) for words in modules(["dilemma", "battle"])]

    @staticmethod
    def extra_options(rng, seats):
        extra = [f"layout={random_layout(rng, seats)}"] if rng.random() < 0.8 else []
        return extra + ([f"first={rng.randint(1, seats)}"] if rng.random() < 0.7 else [])


class Tournament:
    """10: two tables of two, knock-out or league."""

    name = "castelli-tournament"
    seats_allowed = range(4, 5)
    moods = MOODS
    hint_words = Table.hint_words

    def __init__(self, seats, options):
        for word in options:
            if word not in ("league", "dilemma", "battle"):
                raise Refused(f"unknown option {word}")
        self.options = options
        self.league = "league" in options
        self.round = 0
        self.totals = dict.fromkeys(range(1, seats + 1), 0)  # points of finished rounds
        self.champions = []
        self.pairs = [(1, 2), (3, 4)]
        self.tables = self.dialogues = []

    # The rounds

    def is_over(self):
        return self.round == (3 if self.league else 2) and not self.tables

    def rounds(self):
        """Every way to lay out the next round. The piece with the mine is always at table 1."""
        found = {}
        for one, two in product(permutations(self.pairs[0]), permutations(self.pairs[1])):
            for letters in permutations(sorted(BOX["pieces"])):
                for turns in product(["", "'"], repeat=4):
                    if MINE_PIECE in letters[:2]:
                        layout = "".join(letter + turn for letter, turn in zip(letters, turns))
                        found[f"round {one[0]} {one[1]} {two[0]} {two[1]} {layout}"] = 1
        return found

    def begin_round(self, move):
        """10.1, 10.7"""
        _, p, q, r, s, layout = move.split()
        pieces = split_layout(layout, 4)
        boards = [Board(pieces[:2]), Board(pieces[2:])]
        boards[1].lay_mine_tile(boards[0].mine)
        supply = Supply("battle" in self.options)
        self.round += 1
        self.tables = [Table(board, [int(a), int(b)], int(a), supply, "dilemma" in self.options,
                             "battle" in self.options)
                       for board, (a, b) in zip(boards, [(p, q), (r, s)])]
        self.dialogues = [Dialogue(table.play()) for table in self.tables]

    def end_round(self):
        for table in self.tables:
            for seat in table.seats:
                self.totals[seat] += table.vp[seat]
        if self.league:  # 10.5
            self.pairs = {1: [(1, 3), (2, 4)], 2: [(1, 4), (2, 3)], 3: []}[self.round]
            most = max(self.totals.values())
            self.champions = [seat for seat in self.totals if self.totals[seat] == most]
        else:  # 10.4
            winners = [self.knock_out_winner(table) for table in self.tables]
            self.champions = winners[:1]
            losers = [seat for table in self.tables for seat in table.seats if seat not in winners]
            self.pairs = [tuple(winners), tuple(losers)]
        self.tables = self.dialogues = []

    @staticmethod
    def knock_out_winner(table):
        """10.6"""
        return max(table.winners(), key=lambda seat: (table.silver[seat], table.seats.index(seat)))

    # The game

    def actors(self):
        if self.is_over():
            return []
        actors = [dialogue.actor for dialogue in self.dialogues if not dialogue.over]
        return [CHANCE] if CHANCE in actors or not self.tables else sorted(actors)

    def moves(self, actor):
        if actor not in self.actors():
            return {}
        if not self.tables:
            return self.rounds()
        return next(dialogue for dialogue in self.dialogues if dialogue.actor == actor).moves()

    def apply(self, actor, move):
        assert actor in self.actors()
        if not self.tables:
            self.begin_round(move)
            return
        next(dialogue for dialogue in self.dialogues if dialogue.actor == actor).ask(move)
        if all(dialogue.over for dialogue in self.dialogues):
            self.end_round()

    def points(self):
        now = {seat: table.vp[seat] for table in self.tables for seat in table.seats}
        return [self.totals[seat] + now.get(seat, 0) for seat in sorted(self.totals)]

    def winners(self):
        return self.champions if self.is_over() else []

    def hints(self, actor, move):
        tables = [table for table in self.tables if actor in map(str, table.seats)]
        return [hint for table in tables for hint in table.hints(actor, move)]

    @staticmethod
    def combinations():
        return [(4, words) for words in modules(["league", "dilemma", "battle"])]

    @staticmethod
    def extra_options(rng, seats):
        return []


GAMES = {game.name: game for game in (Castelli, Tournament)}

if __name__ == "__main__":
    main(GAMES)
