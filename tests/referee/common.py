"""common.py: what all referees share: games as dialogues, reading records, printing traces, and playing games by mood.

A referee is a second, slow and plain implementation of a game, written from its rules alone. It reads records
and prints what `castellany trace` prints, so that the two can be compared move by move.

A game is a class with
    name                      as in records
    seats_allowed             a range
    __init__(seats, options)  options is a list of words; raises Refused
    actors()                  who may move now: "1" to "4", or only "*" for chance; none when the game is over
    moves(actor)              a dict from each legal move's text to its weight (1 for a seat's moves)
    apply(actor, move)        makes a legal move
    points()                  a list by seat: points so far, the final ones when the game is over
    winners()                 a list of seats
and for compare.py
    moods                     a dict from a name to {word: factor}; see `choose`
    hint_words                words for moods about what a move would do
    hints(actor, move)        a list of those that are true of a legal move
    combinations()            a list of (seats, options) that cover what can be combined
    extra_options(rng, seats) further random options for one game: layout, start seat

`Dialogue` is the easy way to write one: the rules are a generator that yields (actor, function that lists the
moves) for every decision and is sent the move chosen. The function is called whenever moves are asked for.
"""
import json
import math
import os
import sys

CHANCE = "*"
BOXES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "data", "box")


class Refused(Exception):
    """A record asks for something that is not possible."""


OTHER_BOX = os.environ.get("CASTELLANY_BOX")  # a file with other components


def read_box(name):
    with open(OTHER_BOX or os.path.join(BOXES, name + ".json"), encoding="utf-8") as file:
        return json.load(file)


def box_option():
    """The option in the record of a game that is played with other components."""
    return [f"box={os.path.splitext(os.path.basename(OTHER_BOX))[0]}"] if OTHER_BOX else []


class Dialogue:
    """A running generator of rules, and the decision for which it waits."""

    def __init__(self, rules):
        self.rules = rules
        self.over = False
        self.ask(None)

    def ask(self, answer):
        try:
            self.actor, self.list_moves = self.rules.send(answer)
        except StopIteration:
            self.over, self.actor, self.list_moves = True, None, dict

    def moves(self):
        moves = self.list_moves()
        if not isinstance(moves, dict):
            assert len(set(moves)) == len(moves), f"a move is listed twice: {moves}"
            moves = {move: 1 for move in moves}
        assert moves, "a decision without a move"
        return moves


class DialogueGame:
    """A game that is one dialogue: a subclass sets self.dialogue at the end of __init__."""

    def actors(self):
        return [] if self.dialogue.over else [self.dialogue.actor]

    def moves(self, actor):
        return self.dialogue.moves() if actor in self.actors() else {}

    def apply(self, actor, move):
        assert actor in self.actors()
        self.dialogue.ask(move)


def first_option(word, seats):
    """Reads first=N: the start seat."""
    value = word[len("first="):]
    if value not in [str(seat) for seat in range(1, seats + 1)]:
        raise Refused(f"bad start seat {value}")
    return int(value)


# Records and traces


class Record:
    """A record read: the game's name, seats, options, moves as (line number, actor, text), and the result."""

    def __init__(self, text):
        self.options, self.lines, self.result = [], [], None
        head = {}
        for number, line in enumerate(text.splitlines(), 1):
            if not line or line.startswith("#"):
                continue
            word, _, rest = line.partition(" ")
            if len(head) < 4:
                if word != ["castellany", "game", "rules", "seats"][len(head)]:
                    raise Refused(f"line {number}: unexpected {line}")
                head[word] = rest
            elif self.result is not None:
                raise Refused(f"line {number}: something follows the result")
            elif word == "option" and not self.lines:
                self.options.append(rest)
            elif word == "=":
                self.result, self.result_line = rest, number
            elif word in (CHANCE, "1", "2", "3", "4"):
                self.lines.append((number, word, rest))
            else:
                raise Refused(f"line {number}: unexpected {line}")
        if len(head) < 4 or head["castellany"] != "1" or head["rules"] != "1":
            raise Refused("the head of the record is not complete, or of another version")
        self.game, self.seats = head["game"], int(head["seats"])


def write_head(game, seats, options):
    return [f"castellany 1\ngame {game}\nrules 1\nseats {seats}"] + [f"option {word}" for word in options]


def joined(numbers, between=","):
    return between.join(str(n) for n in numbers)


def trace_line(game, number, actor, moves):
    texts = list(moves)
    if actor == CHANCE:
        common = math.gcd(*moves.values())
        texts = [f"{text}={moves[text] // common}" for text in texts]
    texts.sort()
    return f"{number}\t{actor}\t{joined(game.points())}\t{'|'.join(texts)}"


def end_line(game):
    return f"end\t-\t{joined(game.points())}\t{joined(game.winners())}"


def start(games, name, seats, options):
    if name not in games:
        raise Refused(f"this is no referee of {name}")
    if seats not in games[name].seats_allowed:
        raise Refused(f"{seats} seats are not possible in {name}")
    names = [word.partition("=")[0] for word in options]
    if len(set(names)) < len(names):
        raise Refused("an option is given twice")
    if [word for word in options if word.startswith("box=")] != box_option():
        raise Refused("the record was played with another box")
    return games[name](seats, [word for word in options if not word.startswith("box=")])


def trace(games, text):
    """Yields the lines of a record's trace; raises Refused where the record is wrong."""
    record = Record(text)
    game = start(games, record.game, record.seats, record.options)
    for number, (line, actor, move) in enumerate(record.lines, 1):
        if actor not in game.actors():
            raise Refused(f"line {line}: {actor} is not to move, but {game.actors()}")
        moves = game.moves(actor)
        if move not in moves:
            raise Refused(f"line {line}: illegal: {actor} {move}")
        yield trace_line(game, number, actor, moves)
        game.apply(actor, move)
    points = joined(game.points(), " ")
    if record.result is not None and (game.actors() or record.result != points):
        raise Refused(f"line {record.result_line}: wrong result {record.result}; the points are {points}")
    if not game.actors():
        yield end_line(game)


def main(games):
    """The command line of a referee: traces the records named, - for standard input."""
    if len(sys.argv) < 2:
        sys.exit(f"usage: {os.path.basename(sys.argv[0])} FILE...   (- for standard input)")
    for name in sys.argv[1:]:
        try:
            if name == "-":
                text = sys.stdin.read()
            else:
                with open(name, encoding="utf-8") as file:
                    text = file.read()
            for line in trace(games, text):
                print(line)
        except Refused as reason:
            sys.exit(f"{name}: {reason}")


# Games played by the referee itself


def choose(rng, game, actor, moves, mood):
    """Picks a move at random. A mood maps a word, or several words at the beginning of a move ("card guard"), to a
    factor by which it makes a move likelier. The words of a move are those of its text and the hints of the game."""
    hinted = any(word in mood for word in game.hint_words)

    def liking(text):
        words = text.split() + (game.hints(actor, text) if hinted else [])
        return math.prod(factor for key, factor in mood.items()
                         if key in words or " " in key and text.startswith(key))

    texts = sorted(moves)
    weights = [moves[text] * liking(text) for text in texts]
    return rng.choices(texts, weights)[0]


def play(game, seats, options, rng, mood):
    """Plays a game to its end. Returns its record and its trace, each a list of lines, and the moves made.
    If several seats may move, some of them are quicker than others."""
    speed = {actor: rng.choice([1, 1, 30]) for actor in (CHANCE, "1", "2", "3", "4")}
    record, lines, made = write_head(game.name, seats, options), [], []
    while game.actors():
        actors = game.actors()
        actor = rng.choices(actors, [speed[actor] for actor in actors])[0]
        moves = game.moves(actor)
        move = choose(rng, game, actor, moves, mood)
        lines.append(trace_line(game, len(lines) + 1, actor, moves))
        record.append(f"{actor} {move}")
        made.append((actor, move))
        game.apply(actor, move)
    lines.append(end_line(game))
    record.append(f"= {joined(game.points(), ' ')}")
    return record, lines, made
