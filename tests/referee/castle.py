#!/usr/bin/env python3
"""castle.py: a slow, plain referee of Castle, written from docs/rules/castle.md alone."""
import sys

from common import CHANCE, Dialogue, DialogueGame, Refused, first_option, main, read_box

BOX = read_box("castle")
COLOURS = list(BOX["houses"])
TOWERS = list(BOX["towers"])
CARDS = [card["id"] for card in BOX["guild_cards"]]
ROWS = "abcdefg"


def build_board():
    """Points, lines (pairs of points in order) and spaces (name -> its three points), from the rows' lengths (1.1)."""
    lengths = BOX["board"]["row_lengths"]
    points = [f"{ROWS[r]}{k + 1}" for r in range(len(lengths)) for k in range(lengths[r])]
    lines, spaces = set(), {}
    for r in range(len(lengths)):
        for k in range(lengths[r] - 1):
            lines.add((f"{ROWS[r]}{k + 1}", f"{ROWS[r]}{k + 2}"))
    for r in range(len(lengths) - 1):
        upper_is_long = lengths[r] > lengths[r + 1]
        long_row, short_row = (r, r + 1) if upper_is_long else (r + 1, r)
        number = 0
        for k in range(lengths[long_row] - 1):
            # the triangle with its side on the long row, then the one with its side on the short row
            a, b = f"{ROWS[long_row]}{k + 1}", f"{ROWS[long_row]}{k + 2}"
            tip = f"{ROWS[short_row]}{k + 1}"
            number += 1
            spaces[f"{ROWS[r]}{ROWS[r + 1]}{number}"] = (a, b, tip)
            for end in (a, b):
                lines.add(tuple(sorted((end, tip))))
            if k + 1 < lengths[short_row]:
                number += 1
                spaces[f"{ROWS[r]}{ROWS[r + 1]}{number}"] = (tip, f"{ROWS[short_row]}{k + 2}", b)
    return points, lines, spaces


POINTS, LINES, SPACES = build_board()
SPACE_ORDER = list(SPACES)  # board order: by rows, then west to east
SIDES = {line: [s for s in SPACES if set(line) <= set(SPACES[s])] for line in LINES}
LINES_OF = {s: [line for line in LINES if s in SIDES[line]] for s in SPACES}
assert len(POINTS) == 46 and len(LINES) == 111 and len(SPACES) == 66
BORDERS = {tuple(text.split("-")) for text in BOX["board"]["region_borders"]}
WATER = set(BOX["board"]["water"])


def line_text(line):
    return f"{line[0]}-{line[1]}"


def flood(space, closed):
    """3.1: the spaces that can be reached from a space without crossing a closed line, and whether the rim can be crossed."""
    reached, todo, open_rim = {space}, [space], False
    while todo:
        here = todo.pop()
        for line in LINES_OF[here]:
            if line in closed:
                continue
            if len(SIDES[line]) == 1:
                open_rim = True
            for there in SIDES[line]:
                if there not in reached:
                    reached.add(there)
                    todo.append(there)
    return reached, open_rim


def build_regions():
    region = {}
    names = list(BOX["board"]["regions"])
    for space in SPACE_ORDER:
        if space not in region:
            name = names.pop(0)
            for other in flood(space, BORDERS)[0]:
                region[other] = name
    return region


REGION = build_regions()


class City:
    def __init__(self, spaces):
        self.spaces = set(spaces)
        self.houses = {c: 0 for c in COLOURS}
        self.palaces = {c: 0 for c in COLOURS}

    def name(self):
        return min(self.spaces, key=SPACE_ORDER.index)


class Castle(DialogueGame):
    name = "castle"
    seats_allowed = range(2, 5)
    moods = {
        "plain": {},
        "closing": {"closes": 1000, "join": 3, "keep": 2, "score": 3, "swap": 4},
        "keeping": {"closes": 1000, "keep": 20},
        "hoarding": {"closes": 20, "discard": 100, "done": 8},
        "playing": {"closes": 100, "score": 30, "swap": 6},
        "joining": {"closes": 300, "join": 30},
    }

    def __init__(self, seats, options):
        self.seats, self.first = seats, 1
        for word in options:
            if not word.startswith("first="):
                raise Refused(f"unknown option {word}")
            self.first = first_option(word, seats)
        self.score_of = [1] * seats  # 1.5
        self.hands = [[] for _ in range(seats)]
        self.pile = CARDS * BOX["copies_of_each_guild_card"]
        self.discards = []
        self.walls, self.towers, self.houses = set(), {}, {s: {c: 0 for c in COLOURS} for s in SPACES}
        self.cities = []
        self.supply_walls = BOX["walls"]
        self.supply_towers = dict(BOX["towers"])
        self.supply_houses = dict(BOX["houses"])
        self.supply_palaces = dict(BOX["palaces"])
        self.ending = self.over = False
        self.dialogue = Dialogue(self.play())

    @staticmethod
    def combinations():
        return [(seats, []) for seats in (2, 3, 4)]

    @staticmethod
    def extra_options(rng, seats):
        return [f"first={rng.randint(1, seats)}"] if rng.random() < 0.5 else []

    hint_words = ["closes"]

    def hints(self, actor, move):
        """For moods: says whether the move is a wall that completes a city."""
        if not move.startswith("wall "):
            return []
        line = tuple(move.split()[1].split("-"))
        return ["closes"] if any(not flood(side, self.walls | {line})[1] for side in SIDES[line]) else []

    # The course of the game

    def play(self):
        for seat in range(self.seats):  # 1.4
            for _ in range(6):
                yield from self.draw(seat)
        active = self.first - 1
        while not self.over:
            yield from self.turn(active)
            active = (active + 1) % self.seats

    def in_turn(self, active):
        return [(active + k) % self.seats for k in range(self.seats)]

    def free_lines(self):
        """2.2"""
        def inside(line):
            return any(all(s in city.spaces for s in SIDES[line]) for city in self.cities)
        return [line for line in LINES if line not in self.walls and not inside(line)]

    def turn(self, active):
        if not self.free_lines():
            yield from self.last_scoring(active)
            return
        move = yield str(active + 1), lambda: [f"wall {line_text(line)}" for line in self.free_lines()]
        line = tuple(move.split()[1].split("-"))
        self.walls.add(line)
        self.supply_walls -= 1
        self.ending = self.ending or self.supply_walls == 0
        dice = yield CHANCE, lambda: self.dice(line)
        *house_dice, tower_die = dice.split()[1:]
        yield from self.put_towers(active, line, tower_die)
        yield from self.put_houses(active, line, house_dice)
        city = self.closed_by(line)
        if city:
            yield from self.complete(active, city)
            yield from self.scoring(active, lambda seat: city)
            if not self.ending:
                yield from self.swapping(active)
            self.over = self.ending
        elif self.ending:
            yield from self.last_scoring(active)

    def dice(self, line):
        faces = COLOURS + ["any"]
        towers = ["-"] if all(p in self.towers for p in line) else TOWERS  # 2.3
        return {f"dice {a} {b} {t}": 1 if a == b else 2
                for i, a in enumerate(faces) for b in faces[i:] for t in towers}

    def tower_colours(self, rolled):
        """2.4, 2.6: the rolled colour, or any other colour if that one is used up. None for `rolled` means any colour."""
        if rolled and self.supply_towers[rolled]:
            return [rolled]
        return [t for t in TOWERS if self.supply_towers[t]]

    def put_towers(self, active, line, rolled):
        for die in (rolled, None):
            free = [p for p in line if p not in self.towers]
            if not free or not sum(self.supply_towers.values()):  # 5.5
                return
            move = yield str(active + 1), lambda: [f"tower {p} {t}" for p in free for t in self.tower_colours(die)]
            _, point, colour = move.split()
            self.towers[point] = colour
            self.supply_towers[colour] -= 1
            self.ending = self.ending or not sum(self.supply_towers.values())

    def put_houses(self, active, line, dice):
        sides, dice = list(SIDES[line]), list(dice)
        while sides and sum(self.supply_houses.values()):  # 5.5
            def colours(die):
                if die != "any" and self.supply_houses[die]:
                    return {die}
                return {c for c in COLOURS if self.supply_houses[c]}
            move = yield str(active + 1), lambda: [
                f"house {s} {c}" for s in sides for c in set().union(*(colours(d) for d in dice))]
            _, space, colour = move.split()
            dice.remove(colour if colour in dice else next(d for d in dice if d == "any" or not self.supply_houses[d]))
            sides.remove(space)
            self.houses[space][colour] += 1
            self.supply_houses[colour] -= 1
            self.ending = self.ending or not sum(self.supply_houses.values())

    # Cities

    def closed_by(self, line):
        """3.1: the group of spaces that the wall has closed, if any."""
        for side in SIDES[line]:
            group, open_rim = flood(side, self.walls)
            if not open_rim and not any(side in city.spaces for city in self.cities):
                return City(group)
        return None

    def between(self, a, b):
        """The walls between two groups of spaces."""
        return [w for w in self.walls if len(SIDES[w]) == 2 and any(s in a for s in SIDES[w]) and
                any(s in b for s in SIDES[w])]

    def complete(self, active, city):
        neighbours = [c for c in self.cities if self.between(city.spaces, c.spaces)]
        for space in city.spaces:
            for c in COLOURS:
                city.houses[c] += self.houses[space][c]
                self.houses[space][c] = 0
        if neighbours:  # 3.2
            move = yield str(active + 1), lambda: ["keep"] + [f"join {c.name()}" for c in neighbours]
            if move != "keep":
                old = next(c for c in neighbours if c.name() == move.split()[1])
                self.cities.remove(old)
                city.spaces |= old.spaces
                for c in COLOURS:
                    city.houses[c] += old.houses[c]
                    city.palaces[c] += old.palaces[c]
        self.cities.append(city)
        for wall in [w for w in self.walls if all(s in city.spaces for s in SIDES[w]) and len(SIDES[w]) == 2]:  # 3.3
            self.walls.remove(wall)
            self.supply_walls += 1
        touched = {p for wall in self.walls for p in wall}
        for point in {p for s in city.spaces for p in SPACES[s]}:
            if point in self.towers and point not in touched:
                self.supply_towers[self.towers.pop(point)] += 1
        for c in COLOURS:  # 3.4
            while city.houses[c] >= 2 and self.supply_palaces[c]:
                city.houses[c] -= 2
                self.supply_houses[c] += 2
                city.palaces[c] += 1
                self.supply_palaces[c] -= 1
                self.ending = self.ending or not sum(self.supply_palaces.values())

    def edge(self, city):
        return [w for w in self.walls if any(s in city.spaces for s in SIDES[w])]

    def city_towers(self, city):
        """3.6"""
        return [self.towers[p] for p in {p for w in self.edge(city) for p in w} if p in self.towers]

    # Scoring

    def worth(self, card, city):
        """4.5 to 4.7"""
        if card == "cities":
            return len(self.cities)
        scope, _, what = card.partition("_")
        if scope == "city":
            return self.worth_in_city(what, city) if city else 0
        edges = {w for c in self.cities for w in self.edge(c)}
        held = {p for w in edges for p in w}
        towers = {p: t for p, t in self.towers.items() if p not in held}
        if what.startswith("house_"):
            return sum(h[what[6:]] for h in self.houses.values())
        if what.startswith("region_"):
            return sum(sum(h.values()) for s, h in self.houses.items() if REGION[s] == what[7:])
        if what == "towers":
            return len(towers)
        if what == "water_towers":
            return 2 * sum(p in WATER for p in towers)
        if what.startswith("tower_"):
            return 2 * list(towers.values()).count(what[6:])
        assert what == "walls"
        return len(self.walls - edges)

    def worth_in_city(self, what, city):
        size, towers = len(city.spaces), self.city_towers(city)
        if what in ("size_1", "size_2", "size_3"):
            return {1: 6, 2: 7, 3: 8}[size] if size == int(what[5:]) else 0
        if what == "size_7":
            return 9 if size >= 7 else 0
        if what == "colours":
            colours = sum(bool(city.houses[c] + city.palaces[c]) for c in COLOURS)
            return 7 if colours >= 4 else 4 if colours >= 2 else 0
        if what == "towers":
            return len(towers)
        if what.startswith("tower_"):
            return 2 * towers.count(what[6:])
        if what == "palaces":
            return sum(city.palaces.values())
        return 3 * city.palaces[what] + city.houses[what]

    def draw(self, seat):
        if not self.pile:  # 4.2
            self.pile, self.discards = self.discards, []
        if not self.pile:  # 4.4
            return
        move = yield CHANCE, lambda: {f"card {c}": self.pile.count(c) for c in set(self.pile)}
        card = move.split()[1]
        self.pile.remove(card)
        self.hands[seat].append(card)

    def scoring_moves(self, hand):
        kinds = [c for c in CARDS if c in hand]
        moves = [f"score {c}" for c in kinds] + [f"discard {c}" for c in kinds]
        for i, a in enumerate(kinds):
            moves += [f"score {a} {b}" for b in kinds[i + 1:]]
            if hand.count(a) >= 2:
                moves.append(f"score {a} {a}")
        return moves

    def scoring(self, active, city_of):
        """4.1, 4.4"""
        for seat in self.in_turn(active):
            hand = self.hands[seat]
            if not hand:
                continue
            city = city_of(seat)
            if city == "choose":
                city = None
                if self.cities:
                    move = yield str(seat + 1), lambda: [f"city {c.name()}" for c in self.cities]
                    city = next(c for c in self.cities if c.name() == move.split()[1])
            move = yield str(seat + 1), lambda: self.scoring_moves(hand)
            word, *cards = move.split()
            for card in cards:
                hand.remove(card)
            if word == "score":
                self.score_of[seat] += sum(self.worth(card, city) for card in cards)
                yield from self.draw(seat)
                self.discards += cards
            else:
                self.discards += cards
                yield from self.draw(seat)
                yield from self.draw(seat)

    def last_scoring(self, active):
        """5.3"""
        yield from self.scoring(active, lambda seat: "choose")
        self.over = True

    def swapping(self, active):
        """4.3"""
        fewest = min(self.score_of)
        for seat in self.in_turn(active):
            hand = self.hands[seat]
            if self.score_of[seat] != fewest or not hand:
                continue
            swapped = 0
            while True:
                move = yield str(seat + 1), lambda: [f"swap {c}" for c in CARDS if c in hand] + ["done"]
                if move == "done":
                    break
                hand.remove(move.split()[1])
                self.discards.append(move.split()[1])
                swapped += 1
            for _ in range(swapped):
                yield from self.draw(seat)

    def points(self):
        return list(self.score_of)

    def winners(self):
        """5.4"""
        ranks = [(self.score_of[s], len(self.hands[s])) for s in range(self.seats)]
        return [s + 1 for s in range(self.seats) if ranks[s] == max(ranks)]


GAMES = {"castle": Castle}

if __name__ == "__main__":
    sys.exit(main(GAMES))
