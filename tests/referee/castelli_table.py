"""castelli_table.py: the rules of Castelli for one table, as a dialogue with its players and with chance.

Numbers in comments are clauses of the rules of Castelli. The table stores only tiles, castles, hands and the like,
and works out everything else from them each time.
"""
from collections import Counter

from castelli_board import BOX, OPPOSITE, SIDES
from castelli_supply import START_TILES, TILES
from common import CHANCE

RESOURCES = ("wood", "grain", "rock")
COLOURS = "RBGY"  # of seats 1 to 4


class Table:
    """2 to 4 players on one board."""

    def __init__(self, board, seats, first, supply, dilemma, battle):
        self.board, self.seats, self.first = board, seats, first
        self.supply, self.dilemma, self.battle = supply, dilemma, battle
        self.face_down = set(board.meadows)
        self.tiles = {}  # meadow -> (tile, orientation)
        self.settlements = dict(board.settlements)
        self.castles = []  # dicts: area, seat, beneath (whose castle it overbuilt, or None)
        self.left = {seat: BOX["castles_per_player"] for seat in seats}  # 1.7
        self.stock = {seat: dict.fromkeys(RESOURCES, 0) for seat in seats}
        self.silver = dict.fromkeys(seats, 0)
        self.hand = {seat: Counter() for seat in seats}
        self.vp = dict.fromkeys(seats, 0)
        self.mine = BOX["silver"][str(len(seats))]  # 1.8
        self.hand_tile = {seat: START_TILES[seat - 1] for seat in seats} if dilemma else {}  # 8.1
        self.over = False

    def clockwise(self, seat):
        """All seats in turn order, beginning with this one."""
        at = self.seats.index(seat)
        return self.seats[at:] + self.seats[:at]

    def others(self, seat):
        return self.clockwise(seat)[1:]

    # Coats

    def coat(self, octagon, side):
        """The coat that points at a side of an octagon: (colour, value), or None."""
        meadow = self.board.neighbour(octagon, side)
        if meadow is None or meadow not in self.tiles:
            return None
        return self.coat_of_tile(meadow, OPPOSITE[side])

    def coat_of_tile(self, meadow, side):
        name, orientation = self.tiles[meadow]
        tile = TILES[name]
        colour = tile["coats"][(SIDES.index(side) - orientation) % 4]
        return colour, 0 if tile.get("card") == colour else tile["value"]  # 1.6

    def influence(self, octagon, sides):
        """3.3: each colour's sum of coats that point at these sides."""
        sums = dict.fromkeys(COLOURS, 0)
        for side in sides:
            colour, value = self.coat(octagon, side) or ("R", 0)  # 3.2
            sums[colour] += value
        return sums

    def leaders(self, octagon, sides):
        """3.3, 3.7: the colours with the highest influence, also colours that nobody plays; none if all are 0."""
        sums = self.influence(octagon, sides)
        most = max(sums.values())
        return [colour for colour in COLOURS if sums[colour] == most] if most > 0 else []

    def seat_of(self, colour):
        """The seat of a colour, or None if it is not in play here (7.3, 10.1)."""
        seat = COLOURS.index(colour) + 1
        return seat if seat in self.seats else None

    def reaches(self, seat, octagon):
        """4.4: whether a coat of this seat points at the octagon, of any value."""
        coats = [self.coat(octagon, side) for side in SIDES]
        return any(coat and coat[0] == COLOURS[seat - 1] for coat in coats)

    # The game as a dialogue

    def play(self):
        active = self.first
        while self.face_down:  # 6.1
            yield from self.turn(active)
            active = self.others(active)[0]
        for seat in self.clockwise(active):  # 5.3: at the end everybody may sell once more
            while self.hand[seat].total():
                move = yield str(seat), lambda s=seat: self.sales(s) + ["pass"]
                if move == "pass":
                    break
                self.sell(seat, move)
        self.final_scoring()
        self.over = True

    def turn(self, active):
        """2.1"""
        self.active, self.card_played, self.silver_used = active, False, False
        self.guarded = Counter()  # (area, owner) -> castles that a Guard protects in this turn
        cell = yield from self.lift(active)
        yield from self.place(active, cell)
        yield from self.stewards(active, cell)
        yield from self.frame(cell)
        yield from self.completed_areas(active, cell)
        yield from self.build(active)

    def lift(self, active):
        """2.2-2.4"""
        while True:
            lifts = [f"lift {cell}" for cell in self.face_down]
            move = yield str(active), lambda: lifts + self.own_cards(active) + self.sales(active)
            if move.startswith("lift"):
                break
            yield from self.card_or_sale(active, move)
        cell = move.split()[1]
        move = yield CHANCE, lambda: {f"tile {tile}": 1 for tile in self.supply.unseen_tiles}
        self.lifted = move.split()[1]
        self.supply.unseen_tiles.remove(self.lifted)
        self.take_from_mine(active, TILES[self.lifted].get("silver", 0))  # 2.3
        if TILES[self.lifted].get("card"):  # 2.4
            yield from self.draw(active)
        return cell

    def place(self, active, cell):
        """2.5, 8.2"""
        places = [f"place {k}" for k in range(4)]
        if self.dilemma:
            places += [f"place hand {k}" for k in range(4)]
        while True:
            move = yield str(active), lambda: places + self.own_cards(active) + self.sales(active)
            if move.startswith("place"):
                break
            yield from self.card_or_sale(active, move)
        tile = self.lifted
        if move.startswith("place hand"):
            tile, self.hand_tile[active] = self.hand_tile[active], self.lifted
        self.face_down.remove(cell)
        self.tiles[cell] = (tile, int(move.split()[-1]))

    def stewards(self, active, cell):
        """2.6, 5.8"""
        for seat in self.others(active):
            while self.hand[seat]["steward"]:
                tile, now = self.tiles[cell]
                turns = [f"steward {k}" for k in range(4) if k != now]
                move = yield str(seat), lambda s=seat, t=turns: t + self.sales(s) + ["pass"]
                if move.startswith("sell"):
                    self.sell(seat, move)
                    continue
                if move.startswith("steward"):
                    self.put_under(seat, "steward")
                    self.tiles[cell] = (tile, int(move.split()[1]))
                break

    def frame(self, cell):
        """2.7, in the order of 3.9"""
        for side in SIDES:
            icon = self.board.frame_icon(cell, side)
            colour, value = self.coat_of_tile(cell, side)
            seat = self.seat_of(colour)
            if icon and value and seat:
                yield from self.gain(seat, icon, 1)

    def completed_areas(self, active, cell):
        """2.8, 3.1, in the order of 3.9"""
        for side in SIDES:
            octagon = self.board.neighbour(cell, side)
            if octagon is None or octagon == self.board.mine:  # 3.8
                continue
            area = self.board.area_at(octagon, OPPOSITE[side])
            meadows = [self.board.neighbour(octagon, s) for s in area.sides]
            if all(meadow in self.tiles for meadow in meadows if meadow):  # 3.2
                yield from self.score_area(active, area)

    def score_area(self, active, area):
        """3.3-3.7"""
        leaders = self.leaders(area.cell, area.sides)
        seats = [self.seat_of(colour) for colour in leaders]
        for seat in self.clockwise(active):
            if seat in seats:
                thing = "card" if area.landscape == "market" else area.landscape
                yield from self.gain(seat, thing, area.symbols // len(leaders))

    def gain(self, seat, thing, number):
        if thing == "silver":
            self.take_from_mine(seat, number)
        elif thing == "card":
            for _ in range(number):
                yield from self.draw(seat)
        else:
            self.stock[seat][thing] = min(5, self.stock[seat][thing] + number)  # 3.6

    def take_from_mine(self, seat, number):
        """Takes silver from the mine, at most what is left (2.3, 5.3)."""
        number = min(number, self.mine)
        self.mine -= number
        self.silver[seat] += number

    def pay_to_mine(self, seat, number):
        assert self.silver[seat] >= number
        self.silver[seat] -= number
        self.mine += number

    def draw(self, seat):
        """5.12: the top card of the deck, if there is one."""
        if not self.supply.deck_is_empty():
            move = yield CHANCE, self.supply.card_draws
            card = move.split()[1]
            self.supply.take_card(card)
            self.hand[seat][card] += 1

    # 5 Cards

    def holds(self, seat, card):
        return self.hand[seat][card] > 0

    def put_under(self, seat, card):
        """5.2"""
        assert self.holds(seat, card)
        self.hand[seat][card] -= 1
        self.supply.under.append(card)

    def sales(self, seat):
        """5.3: cards can be sold while the mine has silver."""
        return [f"sell {card}" for card in +self.hand[seat]] if self.mine else []

    def sell(self, seat, move):
        self.put_under(seat, move.split()[1])
        self.take_from_mine(seat, 2)

    def vacant(self):
        """5.11: the octagons without a settlement and without a castle, except the mine."""
        taken = {castle["area"].cell for castle in self.castles} | set(self.settlements) | {self.board.mine}
        return [cell for cell in self.board.octagons if cell not in taken]

    def own_cards(self, seat):
        """5.1: the moves `play CARD`, for cards that would change something."""
        if self.card_played:
            return []
        others = self.others(seat)
        robbable = any(self.silver[other] for other in others)
        cities = [cell for cell, kind in self.settlements.items() if kind == "city"]
        plays = {
            "king3": [""], "king4": [""], "king5": [""],  # 5.4
            "robber_baron": [""] if self.mine // 2 else [],  # 5.5
            "raider": [""] if robbable else [],  # 5.6
            "brigands": [""] if robbable else [],
            "traitor": [f" {o}" for o in others if self.silver[seat] and self.hand[o].total()],  # 5.7
            "peasant": [f" {cell}" for cell in self.vacant() if self.supply.spare["village"]],  # 5.11
            "duke": [f" {cell}" for cell in self.vacant() if self.supply.spare["city"]],  # 9.6
            "incendiary": [f" {cell}" for cell in cities],
        }
        held = [card for card in plays if self.holds(seat, card)]
        return [f"play {card}{what}" for card in held for what in plays[card]]

    def card_or_sale(self, seat, move):
        word, card, *what = move.split()
        if word == "sell":
            self.sell(seat, move)
            return
        self.use_card(seat, card)
        if card.startswith("king"):
            self.vp[seat] += int(card[-1])
        elif card == "robber_baron":
            self.take_from_mine(seat, self.mine // 2)
        elif card in ("raider", "brigands"):
            for other in self.others(seat):
                stolen = min(self.silver[other], 1 if card == "raider" else 2)
                self.silver[other] -= stolen
                self.silver[seat] += stolen
        elif card == "traitor":
            yield from self.steal(seat, int(what[0]))
        elif card == "peasant":
            self.settle(what[0], "village")
        elif card == "duke":
            self.settle(what[0], "city")
        elif card == "incendiary":
            assert self.settlements.pop(what[0]) == "city"
            self.supply.spare["city"] += 1

    def use_card(self, seat, card):
        assert not self.card_played
        self.card_played = True
        self.put_under(seat, card)

    def settle(self, cell, kind):
        self.supply.spare[kind] -= 1
        self.settlements[cell] = kind

    def steal(self, thief, other):
        """5.7"""
        self.silver[thief] -= 1
        self.silver[other] += 1
        move = yield CHANCE, lambda: {f"steal {card}": n for card, n in (+self.hand[other]).items()}
        self.hand[other][move.split()[1]] -= 1
        self.hand[thief][move.split()[1]] += 1

    # 4 and 9 Castles

    def build(self, active):
        while True:
            move = yield str(active), lambda: self.build_moves(active)
            word, *rest = move.split()
            if word == "end":
                return
            if word == "build":
                self.build_castle(active, rest)
            elif word == "overbuild":
                yield from self.overbuild_castle(active, rest)
            else:
                yield from self.card_or_sale(active, move)

    def build_moves(self, seat):
        moves = self.own_cards(seat) + self.sales(seat) + ["end"]
        if not self.left[seat]:  # 4.5
            return moves
        for area in self.board.areas.values():
            if area.landscape in RESOURCES and self.reaches(seat, area.cell):  # 4.3, 4.4, 5.9
                if len(self.castles_in(area)) < area.sites:
                    moves += self.builds(seat, area)
                if self.battle:
                    for owner in self.others(seat):
                        moves += self.overbuilds(seat, area, owner)
        return moves

    def castles_in(self, area):
        return [castle for castle in self.castles if castle["area"] is area]

    def missing(self, seat, each):
        """How many units a seat lacks to pay `each` of every resource."""
        return sum(max(0, each - self.stock[seat][resource]) for resource in RESOURCES)

    def payments(self, seat, each):
        """4.1, 4.2: the ways to pay `each` of every resource: "" or " silver"."""
        missing = self.missing(seat, each)
        if missing == 0:
            return [""]
        return [" silver"] if missing == 1 and not self.silver_used and self.silver[seat] >= 2 else []

    def may_use(self, seat, card):
        return not self.card_played and self.holds(seat, card)

    def builds(self, seat, area):
        card = {"rock": "", "grain": "landgrave", "wood": "landgravine"}[area.landscape]  # 5.9
        moves = []
        if not card:
            moves += [f"build {area.name}{paid}" for paid in self.payments(seat, 1)]
        elif self.may_use(seat, card):
            moves += [f"build {area.name} {card}{paid}" for paid in self.payments(seat, 1)]
        if not card and self.may_use(seat, "master_builder"):  # 5.10
            if 1 <= self.missing(seat, 1) <= self.silver[seat]:
                moves.append(f"build {area.name} master_builder")
        return moves

    def overbuilds(self, seat, area, owner):
        """9.2-9.7"""
        if len(self.overbuildable(area, owner)) <= self.guarded[area.name, owner]:
            return []
        move = f"overbuild {area.name} {owner}"
        sums = self.influence(area.cell, SIDES)
        if sums[COLOURS[seat - 1]] > sums[COLOURS[owner - 1]]:  # 9.3
            moves = [f"{move}{paid}" for paid in self.payments(seat, 2)]
            if self.may_use(seat, "abbot"):
                moves += [f"{move} abbot{paid}" for paid in self.payments(seat, 1)]
            return moves
        if self.may_use(seat, "army_of_knights"):
            return [f"{move} army_of_knights{paid}" for paid in self.payments(seat, 2)]
        return []

    def overbuildable(self, area, owner):
        """9.5: castles of the owner that stand on the ground."""
        return [c for c in self.castles_in(area) if c["seat"] == owner and c["beneath"] is None]

    def pay(self, seat, each, silver):
        for resource in RESOURCES:
            self.stock[seat][resource] = max(0, self.stock[seat][resource] - each)
        if silver:
            self.silver_used = True
            self.pay_to_mine(seat, 2)

    def build_castle(self, seat, words):
        area = self.board.areas[words[0]]
        if "master_builder" in words:
            self.pay_to_mine(seat, self.missing(seat, 1))
        for card in ("landgrave", "landgravine", "master_builder"):
            if card in words:
                self.use_card(seat, card)
        self.pay(seat, 1, "silver" in words)
        self.castles.append({"area": area, "seat": seat, "beneath": None})
        self.left[seat] -= 1
        self.score_castle(seat, area.cell)

    def overbuild_castle(self, seat, words):
        """9.2, and 9.8: the Guard"""
        area, owner = self.board.areas[words[0]], int(words[1])
        for card in ("abbot", "army_of_knights"):
            if card in words:
                self.use_card(seat, card)
        while self.holds(owner, "guard"):
            move = yield str(owner), lambda: self.sales(owner) + ["guard", "pass"]
            if move == "guard":
                self.put_under(owner, "guard")
                self.guarded[area.name, owner] += 1
                return
            if move == "pass":
                break
            self.sell(owner, move)
        self.pay(seat, 1 if "abbot" in words else 2, "silver" in words)
        castle = self.overbuildable(area, owner)[0]
        castle.update(seat=seat, beneath=owner)
        self.left[seat] -= 1
        self.score_castle(seat, area.cell)

    def score_castle(self, seat, octagon):
        """4.6"""
        for cell, kind in self.settlements.items():
            if self.board.in_line(cell, octagon):
                self.vp[seat] += {"city": 2, "village": 1}[kind]

    hint_words = ["pair", "defended", "aside"]

    def hints(self, actor, move):
        """For moods: "pair" is a castle in a rock area with two sites whose castles, if any, have one owner; "defended"
        is an overbuilding whose victim holds a Guard; "aside" is a sale in another player's turn."""
        word, *rest = move.split()
        found = []
        if word in ("build", "overbuild"):
            area = self.board.areas[rest[0]]
            if area.landscape == "rock" and area.sites == 2:
                owners = {castle["seat"] for castle in self.castles_in(area)}
                found += ["pair"] if len(owners) < 2 else []
        if word == "overbuild":
            found += ["defended"] if self.holds(int(rest[1]), "guard") else []
        if word == "sell":
            found += ["aside"] if actor != str(self.active) else []
        return found

    # 6 The end

    def final_scoring(self):
        self.score_mine()
        for seat in self.seats:  # 6.3
            self.vp[seat] += self.hand[seat].total() + sum(self.stock[seat].values())
            if self.dilemma and self.hand_tile[seat] == START_TILES[seat - 1]:  # 8.3
                self.vp[seat] += 5
        self.score_silver()
        if self.battle:
            self.score_battle()

    def score_mine(self):
        """6.2"""
        leaders = self.leaders(self.board.mine, SIDES)
        share = self.mine // len(leaders) if leaders else 0
        for seat in map(self.seat_of, leaders):
            if seat:
                self.take_from_mine(seat, share)

    def score_silver(self):
        """6.4, 9.10"""
        first, second, tied = (8, 4, 6) if self.battle else (4, 2, 3)
        amounts = sorted({n for n in self.silver.values() if n > 0}, reverse=True)
        ranks = [[seat for seat in self.seats if self.silver[seat] == n] for n in amounts]
        if ranks and len(ranks[0]) > 1:
            for seat in ranks[0]:
                self.vp[seat] += tied
            return
        if ranks:
            self.vp[ranks[0][0]] += first
        if len(ranks) > 1:
            for seat in ranks[1]:
                self.vp[seat] += second // len(ranks[1])

    def score_battle(self):
        """9.9"""
        for cell, kind in self.settlements.items():
            around = Counter(c["seat"] for c in self.castles if self.board.in_line(cell, c["area"].cell))
            best = [seat for seat in around if around[seat] == max(around.values())]
            for seat in best:
                self.vp[seat] += -(-{"city": 6, "village": 3}[kind] // len(best))
        for castle in self.castles:
            self.vp[castle["seat"]] += 2

    def built(self, seat):
        return BOX["castles_per_player"] - self.left[seat]

    def winners(self):
        """6.5"""
        best = max((self.vp[seat], self.built(seat)) for seat in self.seats)
        return [seat for seat in sorted(self.seats) if (self.vp[seat], self.built(seat)) == best]
