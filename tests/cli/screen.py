#!/usr/bin/env python3
"""screen.py PROGRAM [--store]: plays on the whole screen, in tmux, as a person with a keyboard would.

Screens are compared with those in screens/; --store writes them anew. Look at them before you commit them."""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM = os.path.abspath(sys.argv.pop(1))
STORE = '--store' in sys.argv and not sys.argv.remove('--store')
SCREENS = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'screens')
SIZES = ((80, 24), (100, 40), (200, 60))
if not shutil.which('tmux'):
    sys.exit('screen.py: tmux is missing; the Debian package is called tmux')


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

    def screen(self, *more):
        return self.tmux('capture-pane', '-p', *more)

    def wait(self, pattern, seconds=20):
        """The first screen on which the pattern is."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            screen = self.screen()
            if re.search(pattern, screen):
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
        self.temporary = tempfile.TemporaryDirectory()
        self.addCleanup(self.temporary.cleanup)

    def open(self, size, *arguments, **environment):
        terminal = Terminal(self.temporary.name, size, *arguments, **environment)
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
            for line in lines[1:10]:
                self.assertEqual(line[rule.start():rule.start() + 1], '│', screen)

    def play_on(self, terminal, until, most=4000):
        """Makes the chosen move again and again."""
        for _ in range(most):
            terminal.keys('Enter', 'Enter')
            screen = terminal.screen()
            self.fits(terminal, screen)
            if until(screen):
                return screen
        return self.fail(f'no end in sight:\n{screen}')


class Games(Case):
    def whole_game(self, game):
        """Played by keys, resized in the middle, saved, left, resumed and played to its end."""
        terminal = self.open((80, 24), 'play', game, '--level', '1', '--seed', '3', '--first', '1')
        terminal.wait('Enter play')
        moves = iter(range(10 ** 6))
        self.play_on(terminal, lambda screen: next(moves) > 12)
        for size in SIZES[1:]:
            terminal.resize(*size)
            time.sleep(0.2)
            self.play_on(terminal, lambda screen: next(moves) % 6 == 0)
        terminal.resize(80, 24)
        terminal.wait('Enter play')
        terminal.press('s', f'Save to: {game}.txt')
        terminal.press('Enter', 'Saved')
        terminal.press('q', r'(?m)^left$')
        terminal.close()
        file = os.path.join(self.temporary.name, game + '.txt')
        self.assertIn('not over', subprocess.run([PROGRAM, 'check', file], capture_output=True, text=True, check=True).stdout)
        terminal = self.open((80, 24), 'play', '--resume', game + '.txt')
        terminal.wait('Enter play')
        screen = self.play_on(terminal, lambda screen: re.search(r'(?m)^(You win!|Fish wins|A shared victory)|^left$', screen))
        self.assertRegex(screen, r'You win!|Fish wins|A shared victory|Goodbye')
        terminal.press('q', r'(?m)^left$')

    def test_castelli(self):
        self.whole_game('castelli')

    def test_castle(self):
        self.whole_game('castle')

    def test_castellan(self):
        self.whole_game('castellan')


class Screens(Case):
    def compare(self, name, screen):
        path = os.path.join(SCREENS, name + '.txt')
        if STORE:
            with open(path, 'w', encoding='utf-8') as file:
                file.write(screen)
        with open(path, encoding='utf-8') as file:
            self.assertEqual(screen, file.read())

    def test_stored_screens(self):
        for game in ('castelli', 'castle', 'castellan'):
            for size in SIZES:
                terminal = self.open(size, 'play', game, '--level', '1', '--seed', '3', '--first', '1')
                self.compare(f'{game}-{size[0]}x{size[1]}', terminal.wait('Enter play'))
                terminal.keys('Enter')
                self.compare(f'{game}-{size[0]}x{size[1]}-preview', terminal.wait('Enter: do it'))
                terminal.close()

    def test_pages(self):
        terminal = self.open((80, 24), 'play', 'castelli', '--level', '1', '--seed', '3', '--first', '1')
        terminal.wait('Enter play')
        for key, title in (('?', 'Keys'), ('r', '2.2 Lift any tile'), ('c', 'You have no cards'), ('L', 'What happened'),
                           ('h', 'The computer would play')):
            terminal.keys(key)
            self.fits(terminal, terminal.wait(title))
            terminal.keys('x')
            terminal.wait('Enter play')
        terminal.keys('Enter', 'Enter')
        terminal.wait('How does the tile lie')
        terminal.press('u', 'Taken back')
        terminal.press('Tab', 'face-down tile')

    def test_keys_walk_and_go_round(self):
        terminal = self.open((80, 24), 'play', 'castelli', '--level', '1', '--seed', '3', '--first', '1')
        terminal.wait('▶ 1  Lift the tile on B1')
        for key, place in (('Right', 'D1'), ('Down', 'D3'), ('Left', 'B3'), ('Tab', 'D3'), ('BTab', 'B3')):
            terminal.keys(key)
            terminal.wait(f'▶ 1  Lift the tile on {place}')

    def test_a_small_screen_says_so(self):
        terminal = self.open((60, 20), 'play', 'castle', '--seed', '3')
        terminal.wait('The screen is too small')
        terminal.resize(80, 24)
        terminal.wait('Enter play')

    def test_no_colours_if_none_are_wanted(self):
        for environment, coloured in (({}, True), ({'NO_COLOR': '1'}, False), ({'TERM': 'vt100'}, False)):
            terminal = self.open((80, 24), 'play', 'castle', '--seed', '3', '--first', '1', **environment)
            terminal.wait('Enter play')
            self.assertEqual(bool(re.search(r'\x1b\[[0-9;]*(3[1-7]|38;5)', terminal.screen('-e'))), coloured)
            terminal.close()

    def test_a_dumb_terminal_gets_lines(self):
        terminal = self.open((80, 24), 'play', 'castelli', '--seed', '3', '--first', '1', TERM='dumb')
        terminal.wait('Your move:')


class Lines(Case):
    def test_history_and_tab(self):
        terminal = self.open((80, 24), 'play', 'castelli', '--lines', '--seed', '3', '--first', '1')
        terminal.wait('Your move:')
        terminal.keys('lift B', 'Tab')
        terminal.wait('lift B1 +lift B3')
        terminal.keys('1', 'Enter')
        terminal.wait('You lifted the tile on B1')
        terminal.keys('Up')
        terminal.wait(r'Your move: lift B1\s*$')


class Lessons(Case):
    def test_a_lesson_on_the_screen(self):
        terminal = self.open((80, 24), 'learn', 'castelli')
        terminal.wait('Step 1 of')
        for _ in range(20):  # the right site is one of the choices
            if 'Build a castle on B2 north' in terminal.screen():
                break
            terminal.keys('Tab')
            time.sleep(0.05)
        terminal.keys('Enter', 'Enter')
        terminal.wait('6 points: no other site here sees as much')
        terminal.keys('Enter')
        terminal.wait('Step 2 of')
        terminal.press('q', r'(?m)^left$')


unittest.main(verbosity=1)
