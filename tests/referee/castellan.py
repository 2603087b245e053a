#!/usr/bin/env python3
"""castellan.py: a slow, plain referee of Castellan, written from docs/rules/castellan.md alone."""
import itertools
import sys

from common import CHANCE, Dialogue, DialogueGame, Refused, first_option, main, read_box

BOX = read_box("castellan")
SIZE = BOX["geometry"]["table"]
DECKS = {"tower": BOX["tower_deck"], "wall": BOX["wall_deck"]}
CARDS = {card["id"]: card for deck in DECKS.values() for card in deck}
LENGTH = {"short": 1, "long": 2}
STEP = {"E": (1, 0), "S": (0, 1)}
MIDDLE = (SIZE // 2, SIZE // 2)


def text_of(point):
    return f"{point[0]},{point[1]}"


def point_of(text):
    return tuple(int(n) for n in text.split(","))


class Wall:
    def __init__(self, kind, start, direction):
        dx, dy = STEP[direction]
        self.points = [(start[0] + k * dx, start[1] + k * dy) for k in range(LENGTH[kind] + 1)]
        self.ends = (self.points[0], self.points[-1])
        self.middles = self.points[1:-1]
        self.steps = {(self.points[k], self.points[k + 1]) for k in range(LENGTH[kind])}


def squares_at(point):
    """The four unit squares round a point, named by their north-west points."""
    x, y = point
    return [(x - 1, y - 1), (x, y - 1), (x - 1, y), (x, y)]


def squares_beside(step):
    """The two unit squares on both sides of a step."""
    (x, y), (x2, _) = step
    return [(x, y - 1), (x, y)] if x2 > x else [(x - 1, y), (x, y)]


class Plan:
    """The castle: towers and walls, and the faces that they bound."""

    def __init__(self):
        self.towers, self.walls = set(), []

    def copy(self):
        other = Plan()
        other.towers, other.walls = set(self.towers), list(self.walls)
        return other

    def steps(self):
        return {step for wall in self.walls for step in wall.steps}

    def covered(self):
        return {point for wall in self.walls for point in wall.middles}

    def open_ends(self):
        return {end for wall in self.walls for end in wall.ends if end not in self.towers}

    def barriers(self):
        """4.7: only a wall with towers at both its ends closes anything."""
        return {step for wall in self.walls if all(end in self.towers for end in wall.ends) for step in wall.steps}

    def frame(self):
        """The bounds of all squares with pieces, and of one ring of squares around them, which is outside the castle."""
        points = [p for wall in self.walls for p in wall.points] + list(self.towers)
        xs, ys = [p[0] for p in points] or [0], [p[1] for p in points] or [0]
        return min(xs) - 1, min(ys) - 1, max(xs), max(ys)

    def faces(self):
        """4.1: the bounded faces, each a frozen set of unit squares."""
        barriers = self.barriers()
        west, north, east, south = self.frame()
        seen, faces = set(), []
        for y in range(north, south + 1):
            for x in range(west, east + 1):
                if (x, y) in seen:
                    continue
                face, todo, bounded = {(x, y)}, [(x, y)], True
                while todo:
                    a, b = todo.pop()
                    for other, step in (((a + 1, b), ((a + 1, b), (a + 1, b + 1))),
                                        ((a - 1, b), ((a, b), (a, b + 1))),
                                        ((a, b + 1), ((a, b + 1), (a + 1, b + 1))),
                                        ((a, b - 1), ((a, b), (a + 1, b)))):
                        if step in barriers or other in face:
                            continue
                        if not (west <= other[0] <= east and north <= other[1] <= south):
                            bounded = False
                            continue
                        face.add(other)
                        todo.append(other)
                seen |= face
                if bounded:
                    faces.append(frozenset(face))
        return faces

    def towers_of(self, face):
        """5.2: the towers on the edge of a face and inside it."""
        return sum(any(square in face for square in squares_at(tower)) for tower in self.towers)


def name_of(face):
    x, y = min(face, key=lambda square: (square[1], square[0]))
    return text_of((x, y))


def choices(cards):
    """Every choice of some of these cards, or of none."""
    return [list(chosen) for count in range(len(cards) + 1) for chosen in itertools.combinations(cards, count)]


def connects(cards):
    """2.3: can all pieces of these cards be connected with each other?"""
    towers = sum(CARDS[card]["towers"] for card in cards)
    walls = sum(CARDS[card]["long"] + CARDS[card]["short"] for card in cards)
    return towers >= 1 and towers - 1 <= walls <= 3 * towers + 1


class Castellan(DialogueGame):
    name = "castellan"
    seats_allowed = range(2, 5)
    moods = {
        "plain": {},
        "towers": {"tower": 6, "double": 3},
        "generous": {"play": 6, "tower": 3, "short": 2},
        "careful": {"build": 8, "single": 4},
        "closing": {"closes": 1000, "tower": 3, "double": 1},
        "early double": {"closes": 1000, "double": 50, "tower": 4},
    }

    def __init__(self, seats, options):
        self.seats, self.first = seats, 1
        for word in options:
            if word == "touch":
                continue
            if not word.startswith("first="):
                raise Refused(f"unknown option {word}")
            self.first = first_option(word, seats)
        self.plan = Plan()
        self.owner = {}  # face -> seat
        self.doubled = {}  # seat -> face with the double keep; None once that face was divided
        self.hands = [[] for _ in range(seats)]
        self.decks = [{deck: [card["id"] for card in cards] for deck, cards in DECKS.items()} for _ in range(seats)]
        self.passed = [dict.fromkeys(("tower", "long", "short"), 0) for _ in range(seats)]
        self.dialogue = Dialogue(self.play())

    @staticmethod
    def combinations():
        return [(seats, options) for seats in (2, 3, 4) for options in ([], ["touch"])]

    @staticmethod
    def extra_options(rng, seats):
        return [f"first={rng.randint(1, seats)}"] if rng.random() < 0.5 else []

    hint_words = ["closes"]

    def hints(self, actor, move):
        """For moods: says whether this piece would close a courtyard."""
        word, *rest = move.split()
        if word not in ("tower", "short", "long"):
            return []
        plan = self.plan.copy()
        self.put(plan, word, rest)
        return ["closes"] if len(plan.faces()) > len(self.owner) else []

    # The course of the game

    def play(self):
        for seat in range(self.seats):  # 1.2
            for deck in ("tower", "tower", "wall", "wall"):
                yield from self.draw_card(seat, deck)
        active = self.first - 1
        opening = True
        while True:
            yield from self.turn(active, drawing=True, last=False, opening=opening)
            opening = False
            if not self.cards_left(active):  # 5.1
                break
            active = (active + 1) % self.seats
        others = [(active + k) % self.seats for k in range(1, self.seats)]
        for seat in others:
            for deck in self.decks[seat].values():
                self.hands[seat] += deck
                deck.clear()
        for seat in others:  # 6.1
            yield from self.turn(seat, drawing=False, last=seat == others[-1])

    def cards_left(self, seat):
        return len(self.hands[seat]) + sum(map(len, self.decks[seat].values()))

    def draw_card(self, seat, deck):
        cards = self.decks[seat][deck]
        move = yield CHANCE, lambda: {f"card {card}": cards.count(card) for card in set(cards)}
        card = move.split()[1]
        cards.remove(card)
        self.hands[seat].append(card)

    def turn(self, seat, drawing, last, opening=False):
        pieces, extra = yield from self.play_cards(seat, opening)
        for kind, count in self.passed[seat].items():  # 2.2
            pieces[kind] += count
            self.passed[seat][kind] = 0
        yield from self.build(seat, pieces, last)
        if drawing:  # 2.7
            yield from self.draw(seat, 1 + extra)

    def play_cards(self, seat, opening):
        """2.1, and 2.3 in the opening turn of the game"""
        hand, pieces, extra, played = self.hands[seat], dict.fromkeys(("tower", "long", "short"), 0), 0, []
        bound = opening and any(connects(cards) for cards in choices(hand))  # 2.3

        def may_play(card):
            rest = list(hand)
            rest.remove(card)
            return not bound or any(connects(played + [card] + more) for more in choices(rest))

        def moves():
            can_build = played and (not bound or connects(played))
            return sorted({f"play {card}" for card in hand if may_play(card)}) + (["build"] if can_build else [])

        while True:
            move = yield str(seat + 1), moves
            if move == "build":
                return pieces, extra
            card = CARDS[move.split()[1]]
            hand.remove(card["id"])
            played.append(card["id"])
            extra += card["draw"]
            for kind, member in (("tower", "towers"), ("long", "long"), ("short", "short")):
                pieces[kind] += card[member]

    def draw(self, seat, count):
        chosen = []

        def moves():
            return [f"draw {deck}" for deck in DECKS if len(self.decks[seat][deck]) > chosen.count(deck)]

        while len(chosen) < count and moves():
            move = yield str(seat + 1), moves
            chosen.append(move.split()[1])
        for deck in chosen:
            yield from self.draw_card(seat, deck)

    # Building

    def build(self, seat, pieces, last):
        while sum(pieces.values()):
            places = self.places(seat, pieces)
            if not places:  # 2.5
                yield str(seat + 1), lambda: ["pass"]
                if not last:
                    for kind, count in pieces.items():
                        self.passed[(seat + 1) % self.seats][kind] += count
                return
            move = yield str(seat + 1), lambda: places
            word, *rest = move.split()
            pieces[word] -= 1
            self.put(self.plan, word, rest)
            yield from self.claim(seat)

    @staticmethod
    def put(plan, word, rest):
        if word == "tower":
            plan.towers.add(point_of(rest[0]))
        else:
            plan.walls.append(Wall(word, point_of(rest[0]), rest[1]))

    def places(self, seat, pieces):
        moves = []
        foreign = {square for face, owner in self.owner.items() if owner != seat for square in face}  # 2.4
        if pieces["tower"]:
            if not self.plan.towers:
                moves.append(f"tower {text_of(MIDDLE)}")  # 3.7
            for end in self.plan.open_ends():  # 3.2
                if not any(square in foreign for square in squares_at(end)):
                    moves.append(f"tower {text_of(end)}")
        steps, covered, ends = self.plan.steps(), self.plan.covered(), self.plan.open_ends()
        for kind in ("short", "long"):
            if not pieces[kind]:
                continue
            starts = {(x - k * STEP[d][0], y - k * STEP[d][1], d)
                      for x, y in self.plan.towers for d in STEP for k in (0, LENGTH[kind])}
            for x, y, d in starts:
                wall = Wall(kind, (x, y), d)
                if not all(0 <= a < SIZE and 0 <= b < SIZE for a, b in wall.points):  # 3.4
                    continue
                if wall.steps & steps or any(end in covered for end in wall.ends):  # 3.5, 3.4
                    continue
                if any(p in self.plan.towers or p in ends or p in covered for p in wall.middles):  # 3.5
                    continue
                if any(square in foreign for step in wall.steps for square in squares_beside(step)):
                    if all(any(square in foreign for square in squares_beside(step)) for step in wall.steps) and \
                            all(all(square in foreign for square in squares_beside(step)) for step in wall.steps):
                        continue
                    raise AssertionError("a new wall lies in one face only")
                moves.append(f"{kind} {text_of((x, y))} {d}")
        return moves

    # Courtyards

    def claim(self, seat):
        """2.6, 4.1 to 4.5"""
        faces = set(self.plan.faces())
        fresh = [face for face in faces if face not in self.owner]
        gone = [face for face in self.owner if face not in faces]
        if not fresh:
            assert not gone
            return
        for face in gone:
            assert self.owner.pop(face) == seat
        for face in fresh:
            self.owner[face] = seat
        names = sorted(name_of(face) for face in fresh)
        if seat not in self.doubled:
            move = yield str(seat + 1), lambda: ["single"] + [f"double {name}" for name in names]
            if move != "single":
                self.doubled[seat] = next(f for f in fresh if name_of(f) == move.split()[1])
        elif self.doubled[seat] in gone:
            parts = [face for face in fresh if face <= self.doubled[seat]]
            self.doubled[seat] = None
            move = yield str(seat + 1), lambda: [f"stay {name_of(face)}" for face in parts]
            self.doubled[seat] = next(f for f in parts if name_of(f) == move.split()[1])

    def points(self):
        points = [0] * self.seats
        for face, seat in self.owner.items():
            points[seat] += self.plan.towers_of(face) * (2 if self.doubled.get(seat) == face else 1)
        return points

    def winners(self):
        """5.3"""
        points = self.points()
        keeps = [sum(owner == seat for owner in self.owner.values()) + (self.doubled.get(seat) is not None)
                 for seat in range(self.seats)]
        best = max(zip(points, keeps))
        return [seat + 1 for seat in range(self.seats) if (points[seat], keeps[seat]) == best]


GAMES = {"castellan": Castellan}

if __name__ == "__main__":
    sys.exit(main(GAMES))
