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
LEFT = r'(?m)^q*left$'  # the program has ended; keys that came too late stand before it
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

    def click(self, row, column):
        """Presses the left button on a cell and lets it go, as xterm tells it."""
        for button in (32, 35):
            self.tmux('send-keys', '-H', '1b', '5b', '4d', f'{button:x}', f'{column + 33:x}', f'{row + 33:x}')

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
        self.temporary = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)  # a program that is ended may still save its game
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

    def settled(self, terminal):
        """The first screen that has the present size."""
        return terminal.wait(r'\A(.*\n){%d}Enter play.*\n*\Z' % (terminal.size[1] - 1))

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
            self.settled(terminal)
            self.play_on(terminal, lambda screen: next(moves) % 6 == 0)
        terminal.resize(80, 24)
        terminal.wait('Enter play')
        terminal.press('s', f'Save to: {game}.txt')
        terminal.press('Enter', 'Saved')
        terminal.press('q', LEFT)
        terminal.close()
        file = os.path.join(self.temporary.name, game + '.txt')
        self.assertIn('not over', subprocess.run([PROGRAM, 'check', file], capture_output=True, text=True, check=True).stdout)
        terminal = self.open((80, 24), 'play', '--resume', game + '.txt')
        terminal.wait('Enter play')
        screen = self.play_on(terminal, lambda screen: re.search(r'(?m)^(You win!|Fish wins|A shared victory)|^left$', screen))
        self.assertRegex(screen, r'You win!|Fish wins|A shared victory|Goodbye')
        terminal.press('q', LEFT)

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

    def test_the_colours_that_the_terminal_has(self):
        """8 or 16 colours, 256, and all of them where the system describes such a terminal."""
        direct = ('tmux-direct|tmux with all colours, use=tmux-256color, RGB, colors#0x1000000, pairs#0x10000,'
                  '\n\tsetaf=\\E[%?%p1%{8}%<%t3%p1%d%e38\\:2\\:\\:%p1%{65536}%/%d\\:%p1%{256}%/%{255}%&%d\\:%p1%{255}%&%d%;m,'
                  '\n\tsetab=\\E[%?%p1%{8}%<%t4%p1%d%e48\\:2\\:\\:%p1%{65536}%/%d\\:%p1%{256}%/%{255}%&%d\\:%p1%{255}%&%d%;m,\n')
        described = os.path.join(self.temporary.name, 'direct.ti')
        with open(described, 'w', encoding='ascii') as file:
            file.write(direct)
        subprocess.run(['tic', '-x', '-o', self.temporary.name, described], check=True)
        for environment, kind in (({'TERM': 'xterm'}, r'3[1-7]m'), ({'TERM': 'tmux-256color'}, r'38;5;\d+m'),
                                  ({'TERM': 'tmux-256color', 'COLORTERM': 'truecolor', 'TERMINFO_DIRS': self.temporary.name + ':/lib/terminfo:/usr/share/terminfo'}, r'38;2;\d+;\d+;\d+m')):
            terminal = self.open((80, 24), 'play', 'castle', '--seed', '3', '--first', '1', **{'COLORTERM': '', **environment})
            terminal.wait('Enter play')
            used = set(re.findall(r'\x1b\[(?:[0-9]+;)*?(3[1-7]m|38;5;|38;2;)', terminal.screen('-e')))
            self.assertEqual(len({colour[:4] for colour in used} & {'38;5', '38;2'}), 0 if kind.startswith('3[') else 1, used)
            self.assertRegex(terminal.screen('-e'), r'\x1b\[(?:[0-9]+;)*' + kind)
            self.fits(terminal, terminal.screen())
            terminal.close()

    def test_the_mouse_chooses_and_confirms(self):
        terminal = self.open((80, 24), 'play', 'castelli', '--level', '1', '--seed', '3', '--first', '1')
        screen = terminal.wait('▶ 1  Lift the tile on B1')
        lines = screen.split('\n')
        row, column = 3 + lines[0].count('no'), lines[3].index('··', lines[3].index('··') + 2)  # the second tile face down
        terminal.click(row, column)
        terminal.wait('▶ 1  Lift the tile on D1')
        terminal.click(row, column)
        terminal.wait('Enter: do it')
        terminal.click(row, column)
        choices = terminal.wait('2  Lay it on D1').split('\n')
        second = next(i for i, line in enumerate(choices) if re.match(r' +2  Lay it on D1', line))
        terminal.click(second, 10)
        terminal.wait('▶ 2  Lay it on D1')

    def test_cards_of_the_chosen_move(self):
        terminal = self.open((100, 40), 'play', 'castellan', '--level', '1', '--seed', '5', '--first', '1')
        screen = terminal.wait('▶ 1  Play the card: ')
        title = re.search(r'▶ 1  Play the card: (.*?) *\n', screen)[1]
        terminal.keys('c')
        page = terminal.wait(r'(?s)^ *Cards\n.*2\.1 Play one or more cards')
        self.assertIn(title + ': ', page)
        self.assertEqual(len(re.findall(r'(?m): (Tower|Wall)$', page)), 1, page)
        terminal.press('x', 'Enter play')

    def test_saving_asks_before_it_replaces(self):
        path = os.path.join(self.temporary.name, 'castle.txt')
        with open(path, 'w', encoding='ascii') as file:
            file.write('my letters')
        terminal = self.open((80, 24), 'play', 'castle', '--level', '1', '--seed', '3', '--first', '1')
        terminal.wait('Enter play')
        for answer, kept in (('Escape', True), ('Enter', False)):
            terminal.press('s', 'Save to: castle.txt')
            terminal.keys('Enter')
            terminal.wait('castle.txt exists. Enter: replace it')
            terminal.press(answer, 'Enter play' if kept else 'Saved')
            with open(path, encoding='ascii') as file:
                self.assertEqual(file.read() == 'my letters', kept)
        terminal.press('s', 'Save to: castle.txt')
        terminal.keys('BSpace', *['BSpace'] * 9, '/no/such/game', 'Enter')
        terminal.wait('/no/such/game could not be written: there is no such folder')

    def test_several_people_and_nobody_sees_the_hand_of_another(self):
        terminal = self.open((80, 24), 'play', 'castellan', '--persons', '2', '--seed', '5', '--first', '1')
        screen = terminal.wait('Fox .seat 1. is to move. Nobody else should look now')
        self.assertNotIn('Play the card', screen)
        terminal.press('Enter', '▶ 1  Play the card: ')
        for _ in range(60):
            if 'Fish (seat 2) is to move' in terminal.screen():
                break
            terminal.keys('Enter', 'Enter')
            time.sleep(0.05)
        screen = terminal.wait('Fish .seat 2. is to move. Nobody else should look now')
        self.assertNotIn('Play the card', screen)
        screen = terminal.press('Enter', '▶ 1  Play the card: ')
        self.fits(terminal, screen)
        self.assertIn('You', screen)

    def test_a_tournament(self):
        terminal = self.open((80, 24), 'play', 'castelli-tournament', '--level', '1', '--seed', '3')
        for size in SIZES:
            terminal.resize(*size)
            screen = self.settled(terminal)
            self.assertIn('First round', screen)
            self.play_on(terminal, lambda screen, left=iter(range(8)): next(left) == 7)
        terminal.press('L', 'What happened')
        terminal.press('q', 'Enter play')
        terminal.press('q', LEFT)
        self.assertIn('Goodbye', terminal.screen())

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
        self.assertEqual(terminal.screen('-e').count('\x1b[1;4m'), 2)  # two of the three sites; the cursor is on the other one
        for _ in range(20):  # the right site is one of the choices
            if 'Build a castle on B2 north' in terminal.screen():
                break
            terminal.keys('Tab')
            time.sleep(0.05)
        terminal.keys('Enter', 'Enter')
        terminal.wait('6 points: no other site here sees as much')
        terminal.keys('Enter')
        terminal.wait('Step 2 of')
        terminal.press('q', LEFT)


unittest.main(verbosity=1)
