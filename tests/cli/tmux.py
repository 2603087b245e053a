"""tmux.py: a program in a terminal of tmux, and what tests of the whole screen share. The first word of the command line is the program."""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM = os.path.abspath(sys.argv[1])
if not shutil.which('tmux'):
    sys.exit(f'{os.path.basename(sys.argv[0])}: tmux is missing; the Debian package is called tmux')


class Terminal:
    """A program in a terminal of tmux, on a server of its own."""

    def __init__(self, folder, size, *arguments, **environment):
        self.folder, self.size = folder, size
        self.socket = tempfile.mktemp(prefix='tmux-', dir=folder)
        settings = {'XDG_DATA_HOME': folder, 'TERM': 'tmux-256color', 'LC_ALL': 'C.UTF-8', 'NO_COLOR': '', **environment}
        words = ' '.join(f"{name}='{value}'" for name, value in settings.items())
        self.tmux('-f', '/dev/null', 'new-session', '-d', '-x', str(size[0]), '-y', str(size[1]),
                  f"cd '{folder}'; env {words} '{PROGRAM}' {' '.join(arguments)}; echo left; exec cat")

    def tmux(self, *words):
        return subprocess.run(['tmux', '-S', self.socket, *words], check=True, capture_output=True, text=True).stdout

    def keys(self, *keys):
        self.tmux('send-keys', *keys)

    def click(self, row, column):
        """Presses the left button on a cell and lets it go, as xterm tells it."""
        for button in (32, 35):
            self.tmux('send-keys', '-H', '1b', '5b', '4d', f'{button:x}', f'{column + 33:x}', f'{row + 33:x}')

    def screen(self, *more):
        return self.tmux('capture-pane', '-p', *more)

    def wait(self, pattern, seconds=20):
        """The first screen on which the pattern is, when it is drawn to its end."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            screen = self.screen()
            if re.search(pattern, screen):
                time.sleep(0.01)
                if self.screen() == screen:
                    return screen
            time.sleep(0.01)
        raise AssertionError(f'no {pattern!r} on the screen:\n{screen}')

    def press(self, key, pattern):
        """Types a key until the pattern is there: keys that come while a bot thinks are forgotten."""
        for _ in range(20):
            self.keys(key)
            try:
                return self.wait(pattern, 0.5)
            except AssertionError:
                continue
        return self.wait(pattern)

    def resize(self, columns, rows):
        self.size = (columns, rows)
        self.tmux('resize-window', '-x', str(columns), '-y', str(rows))

    def close(self):
        subprocess.run(['tmux', '-S', self.socket, 'kill-server'], check=False, capture_output=True)


class Case(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)  # a program that is ended may still save its game
        self.addCleanup(self.temporary.cleanup)

    def open(self, size, *arguments, **environment):
        return self.open_in(self.temporary.name, size, *arguments, **environment)

    def open_in(self, folder, size, *arguments, **environment):
        terminal = Terminal(folder, size, *arguments, **environment)
        self.addCleanup(terminal.close)
        return terminal

    def fits(self, terminal, screen):
        """The board, the side and the keys are where they belong: nothing wrapped or scrolled."""
        lines = screen.rstrip('\n').split('\n')
        self.assertLessEqual(max(map(len, lines)), terminal.size[0], screen)
        self.assertLessEqual(len(lines), terminal.size[1], screen)
        if lines[-1].startswith('Enter play'):
            self.assertEqual(len(lines), terminal.size[1], screen)
            rule = re.search(r'│(Castelli|Castle|Castellan)\b', lines[0])
            self.assertTrue(rule, screen)
            for line in lines[1:terminal.size[1] - 9]:  # at most nine rows are below the board
                self.assertEqual(line[rule.start():rule.start() + 1], '│', screen)

    def drawn(self, terminal, seconds=5):
        """The first screen that fits: one may be taken while the program still draws."""
        end = time.monotonic() + seconds
        while True:
            screen = terminal.screen()
            try:
                self.fits(terminal, screen)
                return screen
            except AssertionError:
                if time.monotonic() > end:
                    raise
            time.sleep(0.01)

    def still(self, terminal):
        """Waits until the person is to move and nothing more is drawn, so that no key is forgotten."""
        before, same = '', 0
        while same < 10:
            time.sleep(0.03)
            screen = terminal.wait(r'(?m)^▶ |^Enter: do it')
            same = same + 1 if screen == before and 'thinks' not in screen else 0
            before = screen

    def settled(self, terminal):
        """The first screen that has the present size."""
        return terminal.wait(r'\A(.*\n){%d}Enter play.*\n*\Z' % (terminal.size[1] - 1))

    def play_on(self, terminal, until, most=4000):
        """Makes the chosen move again and again."""
        for _ in range(most):
            terminal.keys('Enter', 'Enter')
            screen = self.drawn(terminal)
            if until(screen):
                return screen
        return self.fail(f'no end in sight:\n{screen}')
