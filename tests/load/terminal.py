#!/usr/bin/env python3
"""terminal.py PROGRAM [ROUNDS]: what starting `play` and redrawing its screen cost, with goals of 50 and 5 ms of CPU.

The time of the processor counts, so that other work on the machine does not decide. `wall` is what a person waits, for comparison.
Exits with 1 if a goal is missed."""
import fcntl
import os
import pty
import re
import select
import statistics
import struct
import sys
import tempfile
import termios
import time

PROGRAM, ROUNDS = os.path.abspath(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 20
GOALS = {'start': 50, 'redraw': 5}
KEYS = 200


class Play:
    """The program on a terminal of 200 by 60 cells."""

    def __init__(self, folder, *arguments):
        self.began = time.monotonic()
        self.pid, self.near = pty.fork()
        if self.pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack('HHHH', 60, 200, 0, 0))
            os.chdir(folder)
            os.environ.update(TERM='xterm-256color', LC_ALL='C.UTF-8', XDG_DATA_HOME=folder, NO_COLOR='')
            os.execv(PROGRAM, [PROGRAM, 'play', *arguments])

    def cpu(self):
        """Milliseconds of all threads."""
        spent = 0
        for thread in os.listdir(f'/proc/{self.pid}/task'):
            with open(f'/proc/{self.pid}/task/{thread}/schedstat', encoding='ascii') as file:
                spent += int(file.read().split()[0]) / 1e6
        return spent

    def until(self, pattern):
        """Reads up to a pattern; returns when it came."""
        seen = b''
        while not re.search(pattern, seen):
            if not select.select([self.near], [], [], 10)[0]:
                sys.exit(f'terminal.py: nothing more came after {seen[-200:]!r}')
            seen += os.read(self.near, 65536)
        return time.monotonic()

    def quiet(self):
        """Waits until nothing more is drawn, and the program waits for a key."""
        while select.select([self.near], [], [], 0.1)[0]:
            os.read(self.near, 65536)

    def key(self, key):
        """Milliseconds until the answer to a key begins."""
        before = time.monotonic()
        os.write(self.near, key)
        select.select([self.near], [], [], 10)
        spent = (time.monotonic() - before) * 1000
        while select.select([self.near], [], [], 0.002)[0]:
            os.read(self.near, 65536)
        return spent

    def close(self):
        os.write(self.near, b'q')
        os.close(self.near)
        os.waitpid(self.pid, 0)


missed = False


def tell(name, cpu, wall):
    global missed
    goal = GOALS[name.split()[0]]
    missed |= cpu >= goal
    print(f'{name}: {cpu:.2f} ms of CPU (goal {goal}), {wall:.2f} ms wall')


with tempfile.TemporaryDirectory() as folder:
    for game in ('castelli', 'castle', 'castellan'):
        starts, cpus, redraws, walls = [], [], [], []
        for i in range(ROUNDS):
            play = Play(folder, game, '--level', '1', '--seed', str(i), '--first', '1')
            starts.append((play.until(b'Enter') - play.began) * 1000)
            cpus.append(play.cpu())
            if i < 3:
                play.quiet()
                before = play.cpu()
                walls += [play.key(b'\t') for _ in range(KEYS)]
                redraws.append((play.cpu() - before) / KEYS)
            play.close()
        tell(f'start {game}', statistics.median(cpus), statistics.median(starts))
        tell(f'redraw {game}', statistics.median(redraws), statistics.median(walls))
sys.exit(missed)
