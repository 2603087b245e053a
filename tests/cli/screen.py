#!/usr/bin/env python3
"""screen.py PROGRAM [--store]: plays on the whole screen, in tmux, as a person with a keyboard would.

Screens are compared with those in screens/; --store writes them anew. Look at them before you commit them."""
import concurrent.futures
import fcntl
import os
import pty
import re
import signal
import struct
import subprocess
import sys
import termios
import time
import unittest

from tmux import PROGRAM, Case

del sys.argv[1]     # unittest reads the rest
STORE = '--store' in sys.argv and not sys.argv.remove('--store')
SCREENS = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'screens')
SIZES = ((80, 24), (100, 40), (200, 60))
LEFT = r'(?m)^q*left$'  # the program has ended; keys that came too late stand before it


class Games(Case):
    def whole_game(self, game, folder, *sizes):
        """Played by keys, resized in the middle, saved, left, resumed and played to its end at the first size."""
        terminal = self.open_in(folder, sizes[0], 'play', game, '--level', '1', '--seed', '3', *([] if game == 'castelli-tournament' else ['--first', '1']))
        terminal.wait('Enter play')
        moves = iter(range(10 ** 6))
        self.play_on(terminal, lambda screen: next(moves) > 12)
        for size in (*sizes[1:], sizes[0]):
            terminal.resize(*size)
            self.settled(terminal)
            self.play_on(terminal, lambda screen: next(moves) % 6 == 0)
        self.still(terminal)
        terminal.keys('s')
        terminal.wait(f'Save to: {game}.txt')
        terminal.keys('Enter')
        terminal.wait('Saved')
        terminal.press('q', LEFT)
        terminal.close()
        file = os.path.join(folder, game + '.txt')
        self.assertIn('not over', subprocess.run([PROGRAM, 'check', file], capture_output=True, text=True, check=True).stdout)
        terminal = self.open_in(folder, sizes[0], 'play', '--resume', game + '.txt')
        terminal.wait('Enter play')
        screen = self.play_on(terminal, lambda screen: re.search(r'(?m)^(You win!|\w+ wins|A shared victory)|^left$', screen))
        self.assertRegex(screen, r'You win!|\w+ wins|A shared victory|Goodbye')
        terminal.press('q', LEFT)

    def at_every_size(self, game):
        """Three games side by side."""
        with concurrent.futures.ThreadPoolExecutor() as pool:
            games = []
            for i in range(len(SIZES)):
                folder = os.path.join(self.temporary.name, str(i))
                os.mkdir(folder)
                games.append(pool.submit(self.whole_game, game, folder, *SIZES[i:], *SIZES[:i]))
            for played in games:
                played.result()

    def test_castelli(self):
        self.at_every_size('castelli')

    def test_castle(self):
        self.at_every_size('castle')

    def test_castellan(self):
        self.at_every_size('castellan')

    def test_a_tournament(self):
        self.whole_game('castelli-tournament', self.temporary.name, *SIZES)


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

    def test_the_hand_is_on_the_screen(self):
        """At every size the cards are named beside the board, and the log keeps some lines."""
        for game, shown in (('castle', r'(?s)─Your cards:─.*1 per wall in the countryside.*was dealt a card'),
                            ('castellan', r'(?s)─Your cards:─.*2 towers and 1 short wall.*You drew a card')):
            for size in SIZES:
                terminal = self.open(size, 'play', game, '--level', '1', '--seed', '3', '--first', '1')
                self.assertRegex(' '.join(re.sub(r'(?m)^.*│', '', terminal.wait('Enter play')).split()), shown)
                terminal.close()

    def test_another_size_under_a_page_and_under_a_question(self):
        terminal = self.open((80, 24), 'play', 'castle', '--level', '1', '--seed', '3', '--first', '1')
        terminal.wait('Enter play')
        for key, there in (('?', 'Keys'), ('s', 'Save to: castle.txt')):
            terminal.keys(key)
            terminal.wait(there)
            terminal.resize(200, 60)
            if key == 's':
                screen = terminal.wait(r'\A(.*\n){59}Save to: castle.txt')
                self.assertEqual(screen.count('Save to:'), 1, screen)
            terminal.press('Escape', 'Enter play')
            with open(os.path.join(SCREENS, 'castle-200x60.txt'), encoding='utf-8') as file:
                self.assertEqual(self.settled(terminal), file.read())
            terminal.resize(80, 24)
            self.settled(terminal)

    def test_other_parts_of_a_large_board(self):
        """Four players have a board of 26 lines; the cursor stays where it is while the player looks around."""
        terminal = self.open((80, 24), 'play', 'castelli', '--seats', '4', '--level', '1', '--seed', '3', '--first', '1')
        chosen = re.search('▶ 1  .*', terminal.wait(r'(?m)^1  '))[0]
        terminal.keys('NPage', 'NPage')
        self.assertIn(chosen, terminal.wait(r'(?m)^8 '))
        terminal.keys('PPage', 'PPage')
        terminal.wait(r'(?m)^1  ')
        terminal.keys('NPage', 'NPage')
        terminal.wait(r'(?m)^8 ')
        terminal.keys('Tab', 'BTab')
        terminal.wait(r'(?m)^1  ')

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
        row = next(i for i, line in enumerate(lines) if '··' in line)
        column = lines[row].index('··', lines[row].index('··') + 2)  # the second tile face down
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
        own, everything = page.split('All cards')
        self.assertEqual(len(re.findall(r'(?m): (Tower|Wall)$', own)), 1, page)
        self.assertGreater(len(re.findall(r'(?m): (Tower|Wall)$', everything)), 5, page)
        terminal.press('x', 'Enter play')

    def test_saving_asks_before_it_replaces(self):
        path = os.path.join(self.temporary.name, 'castle.txt')
        with open(path, 'w', encoding='ascii') as file:
            file.write('my letters')
        terminal = self.open((80, 24), 'play', 'castle', '--level', '1', '--seed', '3', '--first', '1')
        terminal.wait('Enter play')
        for answer, kept in (('Escape', True), ('Enter', False)):
            terminal.keys('s')
            terminal.wait('Save to: castle.txt')
            terminal.keys('Enter')
            terminal.wait('castle.txt exists. Enter: replace it')
            terminal.keys(answer)
            terminal.wait('Enter play' if kept else 'Saved')
            with open(path, encoding='ascii') as file:
                self.assertEqual(file.read() == 'my letters', kept)
        terminal.keys('s')
        terminal.wait('Save to: castle.txt')
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


class Waiting(Case):
    """While a bot thinks, which takes three seconds at level 6."""

    def thinking(self, *more):
        """A game in which the person has made a turn."""
        terminal = self.open((80, 24), 'play', 'castelli', '--level', '6', '--seed', '3', '--first', '1', *more)
        terminal.wait('▶ 1  Lift the tile on B1')
        for before, after in (('Lift the tile', 'Lay it on B1'), ('Lay it on B1', 'End the turn|Fish thinks')):
            terminal.wait(f'▶ 1  {before}')
            terminal.keys('Enter')
            terminal.wait('Enter: do it')
            terminal.keys('Enter')
            terminal.wait(after)
        while 'Fish thinks' not in terminal.screen():
            terminal.keys('Enter', 'Enter')
            time.sleep(0.1)
        return terminal

    def kept(self):
        with open(os.path.join(self.temporary.name, 'castellany-castelli-unsaved.txt'), encoding='ascii') as file:
            return file.read()

    def test_a_sign_turns_and_keys_are_no_moves(self):
        terminal = self.thinking()
        signs = {terminal.wait('[◐◓◑◒] Fish thinks')[:4000].split(' Fish thinks')[0][-1] for _ in range(20) if not time.sleep(0.05)}
        self.assertGreater(len(signs), 1)
        terminal.keys('Enter', 'Enter', 'Tab', '1', 'Enter', 'Enter', 'u')
        terminal.press('L', 'What happened')
        terminal.press('q', 'Enter play')
        terminal.press('q', LEFT)
        mine = re.findall(r'(?m)^1 (\w+)', self.kept())
        self.assertEqual((mine.count('lift'), mine.count('place')), (1, 1))

    def test_interrupting(self):
        """Ctrl-C keeps the game and leaves the terminal as it was."""
        terminal = self.thinking()
        terminal.keys('C-c')
        screen = terminal.wait(LEFT, 2)
        self.assertIn('castellany play --resume castellany-castelli-unsaved.txt', screen.replace('\n', ''))
        self.assertIn('1 place', self.kept())
        terminal.keys('typed', 'Enter')
        terminal.wait(r'typed\ntyped')

    def test_interrupting_twice(self):
        """The second Ctrl-C does not wait for a hint, and the terminal is still restored."""
        terminal = self.open((80, 24), 'play', 'castellan', '--level', '1', '--seed', '3', '--first', '1')
        terminal.wait('Enter play')
        terminal.keys('h', 'C-c', 'C-c')
        terminal.wait(LEFT)
        terminal.keys('typed', 'Enter')
        terminal.wait(r'typed\ntyped')

    def test_stopping_and_going_on(self):
        """Ctrl-Z gives the terminal back to the shell, fg draws the game again."""
        terminal = self.open((80, 24), 'games', '>/dev/null; PS1="shell " exec bash --norc --noprofile -i')
        terminal.wait('shell')
        terminal.keys(f"'{PROGRAM}' play castle --level 1 --seed 3 --first 1", 'Enter')
        before = terminal.wait('Enter play')
        terminal.keys('C-z')
        terminal.wait('Stopped')
        terminal.keys('fg', 'Enter')
        self.assertEqual(terminal.wait('Enter play'), before)
        terminal.keys('Tab')
        terminal.wait('▶ 1  Build a wall on a2–a3')

    def test_a_terminal_that_goes_away(self):
        """Without SIGHUP, too, the game is kept and the program ends."""
        near, far = pty.openpty()
        fcntl.ioctl(far, termios.TIOCSWINSZ, struct.pack('HHHH', 24, 80, 0, 0))
        play = subprocess.Popen([PROGRAM, 'play', 'null', '--level', '1', '--seed', '3', '--first', '1'], stdin=far, stdout=far, stderr=far, cwd=self.temporary.name,
                                env={**os.environ, 'TERM': 'xterm', 'LC_ALL': 'C.UTF-8'}, preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
        os.close(far)
        seen = b''
        while seen.count(b'Fish: take') < 1:
            seen += os.read(near, 65536)
            if b'Enter' in seen:
                os.write(near, b'\r')
        os.close(near)
        play.wait(timeout=10)
        self.assertTrue(os.path.exists(os.path.join(self.temporary.name, 'castellany-null-unsaved.txt')))


class Lines(Case):
    def test_no_line_wraps(self):
        """Sentences, lists and boards end at words within the window; --plain leaves them whole."""
        for language, ask in (('en', 'Your move:'), ('de', 'Dein Zug:')):
            terminal = self.open((80, 50), 'play', 'castelli', '--lines', '--level', '1', '--seed', '3', '--first', '1', '--lang', language)
            terminal.wait(ask)
            for line in ('1', 'moves', '1', 'end', 'history', 'board', 'legend', 'help', 'rules 2', 'card', 'nonsense and more of it that nobody would call a move of this game'):
                terminal.keys(line, 'Enter')
                time.sleep(0.05)
            terminal.wait(r'(?s)nonsense.*' + ask + r'\s*$')
            self.assertEqual(terminal.screen('-S', '-').rstrip(), '\n'.join(map(str.rstrip, terminal.screen('-J', '-S', '-').split('\n'))).rstrip())
            terminal.close()

    def test_a_sign_while_a_computer_thinks(self):
        terminal = self.open((80, 24), 'play', 'castelli', '--lines', '--level', '6', '--seed', '3', '--first', '1')
        terminal.wait('Your move:')
        terminal.keys('1', 'Enter', '1', 'Enter')
        terminal.wait('You laid')
        terminal.keys('end', 'Enter')
        terminal.wait(r'Fish thinks …\s*$|…\s*$')
        terminal.wait(r'(?s)Fish lifted.*Your move:', 60)  # while Fish still thinks, its sign stays
        terminal.keys('C-c')
        self.assertNotIn('…', terminal.wait(LEFT).split('Fish lifted')[-1])

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
