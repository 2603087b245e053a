"""castelli_board.py: the board of Castelli as the box prints it: octagons, areas, meadows and frame.

Numbers in comments are clauses of the rules of Castelli.
"""
from common import Refused, read_box

BOX = read_box("castelli")
SIDES = "NESW"
STEP = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
OPPOSITE = {"N": "S", "E": "W", "S": "N", "W": "E"}
FRAME_NAME = {"N": "north", "E": "east", "S": "south", "W": "west"}
LANDSCAPE = {"w": "wood", "g": "grain", "r": "rock", "m": "market", "s": "mine"}
MINE_PIECE = next(name for name, piece in BOX["pieces"].items() if any("s" in o["lots"] for o in piece))


def cell_name(col, row):
    return f"{'ABCDEFGH'[col - 1]}{row}"


class Area:
    """Neighbouring sides of one octagon with the same landscape (1.3)."""

    def __init__(self, cell, sides, landscape):
        self.name = cell + sides[0]
        self.cell, self.sides, self.landscape = cell, sides, landscape
        # 1.3: a symbol per side, but at most 2 tents and 2 sites; 5.9: grain and wood take one castle, by a card.
        self.symbols = min(2, len(sides)) if landscape == "market" else len(sides)
        self.sites = {"rock": min(2, len(sides)), "grain": 1, "wood": 1}.get(landscape, 0)


def areas_of(cell, lots):
    """Splits an octagon: an area begins where the side before it (going clockwise) differs."""
    if len(set(lots)) == 1:
        return [Area(cell, SIDES, LANDSCAPE[lots[0]])]
    found = []
    for i in range(4):
        if lots[i - 1] != lots[i]:
            sides = SIDES[i]
            while lots[(i + len(sides)) % 4] == lots[i]:
                sides += SIDES[(i + len(sides)) % 4]
            found.append(Area(cell, sides, LANDSCAPE[lots[i]]))
    return found


def split_layout(layout, count):
    """Reads "AB'CD": a list of (piece, turned)."""
    pieces = []
    for letter in layout:
        if letter == "'" and pieces and not pieces[-1][1]:
            pieces[-1] = (pieces[-1][0], True)
        elif letter in BOX["pieces"]:
            pieces.append((letter, False))
        else:
            raise Refused(f"bad layout {layout}")
    letters = [letter for letter, _ in pieces]
    if len(letters) != count or len(set(letters)) != count:
        raise Refused(f"bad layout {layout}")
    return pieces


class Board:
    """Octagons, areas, meadows, frame and first settlements of 4 pieces (1.1-1.4) or 2 (7.1, 7.2)."""

    def __init__(self, pieces):
        self.rows = 8 if len(pieces) == 4 else 4
        self.areas, self.settlements, self.mine = {}, {}, None
        for place, (letter, turned) in enumerate(pieces):
            left, top = 4 * (place % 2), 4 * (place // 2)
            for printed in BOX["pieces"][letter]:
                col, row, lots = printed["col"], printed["row"], printed["lots"]
                if turned:  # 1.2: by 180 degrees
                    col, row, lots = 5 - col, 5 - row, lots[2:] + lots[:2]
                self.put_octagon(cell_name(left + col, top + row), lots, printed.get("settlement"))
        places = [(col, row) for col in range(1, 9) for row in range(1, self.rows + 1)]
        self.cells = {cell_name(*place): place for place in places}
        self.names = {place: cell for cell, place in self.cells.items()}
        self.octagons = [cell for cell, (col, row) in self.cells.items() if (col + row) % 2 == 0]
        self.meadows = [cell for cell, (col, row) in self.cells.items() if (col + row) % 2 == 1]

    def put_octagon(self, cell, lots, settlement):
        for area in areas_of(cell, lots):
            self.areas[area.name] = area
        if lots == "ssss":
            self.mine = cell
        if settlement:
            self.settlements[cell] = settlement

    def lay_mine_tile(self, cell):
        """10.1: lays the extra mine tile, which covers what is printed there."""
        for name in [name for name, area in self.areas.items() if area.cell == cell]:
            del self.areas[name]
        self.settlements.pop(cell, None)
        self.put_octagon(cell, "ssss", None)

    def neighbour(self, cell, side):
        """The cell beyond a side, or None at the frame or the face-down half."""
        col, row = self.cells[cell]
        return self.names.get((col + STEP[side][0], row + STEP[side][1]))

    def frame_icon(self, meadow, side):
        """1.4, 7.2: what a meadow's side faces on the frame, or None; the face-down half is bare."""
        if self.neighbour(meadow, side) or (side == "S" and self.rows == 4):
            return None
        return BOX["frame"][FRAME_NAME[side]].get(meadow)

    def area_at(self, octagon, side):
        return next(a for a in self.areas.values() if a.cell == octagon and side in a.sides)

    def in_line(self, a, b):
        """4.6: same column or row (an octagon is in line with itself)."""
        return self.cells[a][0] == self.cells[b][0] or self.cells[a][1] == self.cells[b][1]
