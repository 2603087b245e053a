#!/usr/bin/env python3
"""compare.py: compares castellany with the referee of a game, move by move, over many games.

    compare.py GAME [--games N] [--seeds A-B] [--mode random|moods|errors|all] [--mood NAME]
               [--only SEATS|OPTION...] [--seconds S] [--program build/castellany] [--box FILE]
               [--keep FOLDER] [--tally]
    compare.py GAME --records FILE...

In mode random, castellany makes a record of random moves, and both programs trace it. In mode moods the referee
plays each game in one of the moods that its module lists, which reach rules that random moves seldom reach, and
castellany traces the record. In mode errors one line of a random record is changed; both programs must refuse it
at the same line, or both must accept it. Games take all combinations of seats and options in turn, with random
layouts and start seats. The same seed always gives the same game in each mode.

The program prints the first difference of each game that has one and keeps its record. It ends with status 1 if
there is a difference.
"""
import argparse
import collections
import importlib
import itertools
import os
import random
import re
import subprocess
import sys
import time

# The referees read their components when they are imported, so this must come first.
if "--box" in sys.argv[:-1]:
    os.environ["CASTELLANY_BOX"] = sys.argv[sys.argv.index("--box") + 1]

import common  # noqa: E402

MODES = ["random", "moods", "errors"]
ACTORS = ("* ", "1 ", "2 ", "3 ", "4 ")  # how the line of a move begins


def run(program, *args, text=None):
    """Runs castellany. Returns the lines that it prints and its error message, or ""."""
    done = subprocess.run([program, *args], input=text, capture_output=True, text=True, check=False)
    died = f"died by signal {-done.returncode}" if done.returncode < 0 else ""
    return done.stdout.splitlines(), done.stderr.strip() or died


def first_difference(ours, theirs):
    """Describes the first line in which two traces differ; None if they are equal."""
    for a, b in itertools.zip_longest(ours, theirs, fillvalue="(nothing)"):
        if a == b:
            continue
        lines = [f"  referee    {a[:300]}", f"  castellany {b[:300]}"]
        if a.count("\t") == b.count("\t") == 3:
            (*_, left), (*_, right) = a.split("\t"), b.split("\t")
            left, right = set(left.split("|")), set(right.split("|"))
            lines.append(f"  only the referee:  {' | '.join(sorted(left - right)[:20])}")
            lines.append(f"  only castellany:   {' | '.join(sorted(right - left)[:20])}")
        return "\n".join(lines)
    return None


def kind(move):
    """The kind of a move, for counting: its text without the names of places, tiles and seats."""
    words = [word for word in move.split() if re.fullmatch(r"[a-z_]{2,}[345]?", word)]
    return " ".join(words)


def place(refusal):
    """The line number that a refusal names; None when there is no refusal."""
    found = re.search(r"line (\d+)", refusal)
    return int(found[1]) if found else refusal or None


def spoilt(rng, record):
    """A record with one of its moves replaced, left out, doubled or given to another."""
    at = rng.choice([i for i, line in enumerate(record) if line[:2] in ACTORS])
    other = rng.choice([line for line in record if line[:2] in ACTORS])
    line = record[at]
    instead = [[other], [], [line, line], [rng.choice(ACTORS) + line[2:]], [line[:2] + other[2:]], [line[:-1]],
               [line + " silver"], [line + " "]]
    return record[:at] + rng.choice(instead) + record[at + 1:]


class Comparison:
    def __init__(self, name, program, keep, mood):
        self.games = importlib.import_module(name.split("-")[0]).GAMES
        self.game, self.program, self.keep = self.games[name], program, keep
        self.box = ["--box", common.OTHER_BOX] if common.OTHER_BOX else []
        self.moods = [mood] if mood else sorted(self.game.moods)
        self.count = collections.Counter()  # (mode, seats, options) -> games
        self.moves = self.different = 0
        self.tally = collections.Counter()  # kinds of moves made

    def random_record(self, seed, seats, options, rng):
        """Lets castellany make a record. It also draws the values of some options."""
        asked = [re.sub("=.*", "=random", word) if rng.random() < 0.5 else word for word in options]
        lines, error = run(self.program, "random", self.game.name, str(seats), str(seed), *asked, *self.box)
        if error:
            self.report(f"random, seed {seed}, {seats} seats, {asked}", lines, f"  castellany: {error}")
        return lines

    def random_game(self, seed, seats, options, rng):
        lines = self.random_record(seed, seats, options, rng)
        if lines:
            self.trace_both(f"random, seed {seed}", lines)

    def error_game(self, seed, seats, options, rng):
        lines = self.random_record(seed, seats, options, rng)
        if lines:
            self.trace_both(f"errors, seed {seed}", spoilt(rng, lines), may_refuse=True)

    def trace_both(self, title, record, may_refuse=False):
        text = "\n".join(record) + "\n"
        ours, ours_refused = [], ""
        try:
            for line in common.trace(self.games, text):
                ours.append(line)
        except common.Refused as reason:
            ours_refused = str(reason)
        theirs, theirs_refused = run(self.program, "trace", "-", *self.box, text=text)
        refusal = None
        wanted = may_refuse or not (ours_refused or theirs_refused)
        if not wanted or place(ours_refused) != place(theirs_refused):
            refusal = f"  the referee refuses: {ours_refused}\n  castellany refuses: {theirs_refused}"
        self.judge(title, record, ours, theirs, refusal)
        if not may_refuse:
            self.tally.update(kind(line[2:]) for line in record if line[:2] in ACTORS)

    def mood_game(self, seed, seats, options, rng):
        """Lets the referee play and castellany trace the record."""
        mood = rng.choice(self.moods)
        options = options + common.box_option()
        game = common.start(self.games, self.game.name, seats, options)
        record, ours, made = common.play(game, seats, options, rng, self.game.moods[mood])
        theirs, error = run(self.program, "trace", "-", *self.box, text="\n".join(record) + "\n")
        refusal = error and f"  castellany refuses: {error}"
        self.judge(f"mood {mood}, seed {seed}", record, ours, theirs, refusal)
        self.tally.update(kind(move) for _, move in made)

    def judge(self, title, record, ours, theirs, refusal):
        self.moves += len(ours)
        difference = first_difference(ours, theirs)
        if difference or refusal:
            self.report(title, record, "\n".join(filter(None, [difference, refusal])))

    def report(self, title, record, text):
        self.different += 1
        os.makedirs(self.keep, exist_ok=True)
        path = os.path.join(self.keep, f"{self.game.name}-{re.sub('[^a-z0-9]+', '-', title)}.txt")
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join(record) + "\n")
        print(f"{title}: differs, see {path}\n{text}", flush=True)

    def compare(self, modes, seeds, seconds, only):
        """Compares games. `only` lists seats and options; combinations without all of them are left out."""
        combinations = [(seats, options) for seats, options in self.game.combinations()
                        if set(only) <= {str(seats), *options}]
        until = time.monotonic() + seconds
        for seed in seeds:
            if time.monotonic() > until:
                break
            seats, options = combinations[seed % len(combinations)]
            for mode in modes:
                rng = random.Random(f"{self.game.name} {mode} {seed}")
                words = options + self.game.extra_options(rng, seats)
                {"random": self.random_game, "moods": self.mood_game, "errors": self.error_game}[mode](
                    seed, seats, words, rng)
                self.count[mode, seats, " ".join(options) or "-"] += 1


def main():
    plain = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=plain)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, help="this many seeds from 0")
    parser.add_argument("--seeds", default="0-99", help="first and last seed")
    parser.add_argument("--mode", default="all", choices=MODES + ["all"])
    parser.add_argument("--mood", help="play in this mood only")
    parser.add_argument("--only", nargs="+", default=[], help="games with so many seats, or with that option")
    parser.add_argument("--seconds", type=float, default=1e9, help="begin no new game after that time")
    parser.add_argument("--program", default="build/castellany")
    parser.add_argument("--box", help="a file with other components")
    parser.add_argument("--keep", default="build/differences", help="where records with differences go")
    parser.add_argument("--tally", action="store_true", help="count the kinds of moves made")
    parser.add_argument("--records", nargs="+", help="compare these records, and play none")
    args = parser.parse_args()
    comparison = Comparison(args.game, args.program, args.keep, args.mood)
    if args.records:
        for name in args.records:
            with open(name, encoding="utf-8") as file:
                comparison.trace_both(os.path.basename(name), file.read().splitlines())
            comparison.count["record", 0, name] += 1
    else:
        first, last = (0, args.games - 1) if args.games else map(int, args.seeds.split("-"))
        modes = MODES if args.mode == "all" else [args.mode]
        comparison.compare(modes, range(first, last + 1), args.seconds, args.only)
        for (mode, seats, options), count in sorted(comparison.count.items()):
            print(f"{count:6} {mode:7} {seats} seats  {options}")
    if args.tally:
        for what, count in sorted(comparison.tally.items()):
            print(f"{count:8} {what}")
    print(f"{args.game}: {comparison.count.total()} games, {comparison.moves} lines, "
          f"{comparison.different} games differ")
    sys.exit(1 if comparison.different else 0)


if __name__ == "__main__":
    main()
