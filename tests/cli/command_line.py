#!/usr/bin/env python3
"""command_line.py PROGRAM: what the commands read, refuse and print, apart from playing."""
import fcntl
import json
import os
import pty
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import termios
import unittest

PROGRAM = os.path.abspath(sys.argv.pop(1))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CONTROL = re.compile(rb'[\x00-\x09\x0b-\x1f\x7f]|\xc2[\x80-\x9f]')


def run(*arguments, code=0, given=b'', **more):
    """Runs the program. Returns its output and its error output, as bytes."""
    done = subprocess.run([PROGRAM, *arguments], input=given, capture_output=True, timeout=60, **more)
    assert done.returncode == code, f'{arguments}: code {done.returncode}\n{done.stdout[-2000:]}{done.stderr[-2000:]}'
    return done.stdout, done.stderr


def at_terminal(*arguments, columns=0, **environment):
    """What the program prints to a terminal."""
    near, far = pty.openpty()
    fcntl.ioctl(far, termios.TIOCSWINSZ, struct.pack('HHHH', 24, columns, 0, 0))
    with subprocess.Popen([PROGRAM, *arguments], stdin=subprocess.DEVNULL, stdout=far, stderr=far,
                          env={**os.environ, **environment}) as child:
        os.close(far)
        out = b''
        try:
            while part := os.read(near, 65536):
                out += part
        except OSError:
            pass
        os.close(near)
        child.wait()
    return out


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def write(self, name, data):
        path = os.path.join(self.folder, name)
        with open(path, 'wb') as file:
            file.write(data)
        return path


class Files(Case):
    def test_an_empty_file_is_called_empty(self):
        _, err = run('check', self.write('empty', b''), code=1)
        self.assertIn(b'the file is empty; a record begins with "castellany 1"', err)

    def test_a_byte_order_mark_is_skipped(self):
        record = run('random', 'castle', '--seed', '1')[0]
        for command in ('check', 'trace', 'show'):
            run(command, self.write('mark', b'\xef\xbb\xbf' + record))

    def test_a_file_without_end_is_refused(self):
        _, err = run('check', '/dev/zero', code=1)
        self.assertIn(b'/dev/zero: the file is larger than 16 MiB', err)

    def test_control_characters_never_reach_the_terminal(self):
        evil = [b'castellany 1\ngame \x1b]0;x\x07\n', b'castellany 1\ngame null\nrules 1\nseats 2\n* deal \xc2\x9b31m\n',
                b'castellany 1\ngame null\nrules 1\nseats 2\noption \x1b[31m\n', b'\x1b[2J', b'\x9b31m\n']
        for data in evil:
            for command in ('check', 'trace', 'show', 'analyse'):
                out, err = run(command, self.write('evil', data), code=1)
                self.assertNotRegex(out + err, CONTROL)
        name = self.write('\x1b[31m', run('random', 'null', '--seed', '1')[0])
        for command in ('check', 'trace', 'show'):
            out, err = run(command, name, name)
            self.assertNotRegex((out + err).replace(b'\t', b''), CONTROL)

    def test_several_files(self):
        one, two = (self.write(name, run('random', game, '--seed', '1')[0]) for name, game in (('1', 'null'), ('2', 'castellan')))
        for command in ('trace', 'show', 'analyse'):
            out = run(command, one, two, *(['--sims', '1'] if command == 'analyse' else []))[0].decode()
            self.assertIn(f'==> {one} <==', out)
            self.assertIn(f'==> {two} <==', out)
            run(command, one, '/nowhere', code=1)
        self.assertNotIn('==>', run('trace', one)[0].decode())


class Json(Case):
    def test_check(self):
        good, bad = self.write('good', run('random', 'castle', '2', '1')[0]), self.write('bad', b'nonsense')
        lines = [json.loads(line) for line in run('check', '--json', good, bad, code=1)[0].splitlines()]
        self.assertEqual(lines[0], {'file': good, 'right': True, 'game': 'castle', 'seats': 2, 'moves': lines[0]['moves'], 'over': True})
        self.assertEqual((lines[1]['file'], lines[1]['right']), (bad, False))
        self.assertIn('line 1', lines[1]['problem'])

    def test_arena(self):
        told = json.loads(run('arena', 'null', '--bots', 'greedy,random', '--games', '10', '--sprt', '--json')[0])
        self.assertEqual([bot['name'] for bot in told['bots']], ['greedy', 'random'])
        self.assertAlmostEqual(sum(bot['share'] for bot in told['bots']), 1, places=2)
        self.assertIn(told['sprt']['decision'], ('open', 'accepted', 'refused'))

    def test_bench(self):
        told = json.loads(run('bench', 'null', '--seconds', '1', '--json')[0])
        self.assertEqual(told['game'], 'null')
        self.assertGreater(told['moves_per_s'], 0)


class Words(Case):
    def test_random_takes_flags_and_the_old_form(self):
        flags = run('random', 'castelli', '--seats', '4', '--seed', '7', '--option', 'battle')[0]
        self.assertEqual(flags, run('random', 'castelli', '4', '7', 'battle')[0])
        run('random', 'castelli', '4', code=2)
        run('random', 'castelli', '--seats', '9', code=2)

    def test_colours_only_where_they_can_be_shown(self):
        record = self.write('game', run('random', 'castle', '--seed', '1')[0])
        self.assertIn(b'\x1b[', at_terminal('show', record, TERM='xterm', NO_COLOR=''))
        for environment in ({'TERM': 'dumb'}, {'TERM': ''}, {'TERM': 'xterm', 'NO_COLOR': '1'}):
            self.assertNotIn(b'\x1b[', at_terminal('show', record, **environment))

    def test_every_card_of_every_game(self):
        for language, king in (('en', b'King (3): 3 points at once.'), ('nl', b'Koning (3)'), ('de', b'K\xc3\xb6nig (3)')):
            everything = run('cards', '--lang', language)[0]
            self.assertIn(king, everything)
            for game, kinds in (('castelli', 17), ('castle', 30), ('castellan', 10)):
                one = run('cards', game, '--lang', language)[0]
                self.assertIn(one, everything)
                self.assertGreaterEqual(len(one.splitlines()) - 2, kinds)
                self.assertTrue(all(b': ' in line for line in one.splitlines()[2:]), one)
        self.assertIn(b'chess', run('cards', 'chess', code=1)[1])
        run('cards', '--lang', 'fr', code=2)

    def test_show_fits_the_terminal_and_speaks_the_language(self):
        for game, word in (('castelli', b'Burgen'), ('castle', b'Umland'), ('castellan', b'Innenhof'), ('castelli-tournament', b'Finale')):
            record = self.write(game, run('random', game, '--seed', '1')[0])
            for more in ([], ['--seat', '1'], ['--seat', 'all']):
                out = run('show', record, '--lang', 'de', *more)[0]
                self.assertLess(max(map(len, out.decode().split('\n'))), 80)
                self.assertIn(word, out)
            self.assertIn(word, run('show', record, '--plain', '--lang', 'de')[0])
        self.assertIn(b'en, nl or de', run('show', record, '--lang', 'fr', code=2)[1])

    def test_help_in_both_spellings_states_every_default(self):
        for command in re.findall(r'(?m)^  (\w+) ', run('--help')[0].decode().partition('Games:')[0]):
            out = run(command, '-h')[0].decode()
            self.assertEqual(out, run(command, '--help')[0].decode())
            self.assertRegex(out, rf'\nExample: castellany {command}\b')
            for row in re.findall(r'(?m)^  --[\w-]+ \S+ +\S.*', out.partition('\nActs:')[0]):
                if re.match(r'  --[\w-]+ [A-Z]', row):
                    self.assertRegex(row, r'\(default: .+\)$|; needed$')

    def test_help_ends_lines_at_words(self):
        """At a terminal of 80 columns no line is longer; what is written to a file has one line for each option."""
        for command in ('serve', 'play', 'arena', 'analyse'):
            lines = at_terminal(command, '--help', columns=80).decode().split('\r\n')
            self.assertLess(max(map(len, lines)), 80)
            self.assertEqual(' '.join(' '.join(lines).split()), ' '.join(run(command, '--help')[0].decode().split()))

    def test_games_lists_games_seats_options_levels_and_bots(self):
        out = run('games')[0].decode()
        for words in (r'(?m)^castelli +Castelli, 2 to 4 seats$', r'(?m)^castelli-tournament +Castelli Tournament, 4 seats$',
                      r'(?m)^  battle  +Castles can.* .default: off.$', r'(?m)^  first  +The seat that begins, or random. .default: 1; play draws it.$', r'(?m)^  6 Emperor', r'random greedy ismcts master'):
            self.assertRegex(out, words)

    def test_a_game_that_is_not_there(self):
        _, err = run('play', 'chess', code=1)
        self.assertEqual(err.decode(), 'castellany: no game called "chess"; games: castelli, castelli-tournament, castle, castellan\n')

    def test_nobody_called_that(self):
        _, err = run('arena', 'null', '--bots', 'foo', code=1)
        for bot in (b'random', b'greedy', b'ismcts', b'master'):
            self.assertIn(bot, err)


class Progress(Case):
    def shown(self, pattern, *arguments):
        """What the program writes to a terminal until the pattern is there; then it is ended."""
        near, far = pty.openpty()
        with subprocess.Popen([PROGRAM, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=far) as child:
            os.close(far)
            out = b''
            try:
                while not re.search(pattern, out) and (part := os.read(near, 65536)):
                    out += part
            except OSError:
                pass
            child.kill()
            os.close(near)
        return out

    def test_a_long_task_says_how_long_it_lasts(self):
        """Even before its first game is over, and then how much time is left."""
        for bots, words in (('master:ms=400', rb'0 of 100 games, 3 s so far'), ('level1', rb'\d+ of 1000000 games, about \d+ (s|min|h \d\d min) left; level1')):
            games = '100' if b'so far' in words else '1000000'
            self.assertRegex(self.shown(words, 'arena', 'castle', '--bots', bots + ',level1', '--games', games), words)

    def test_nothing_is_shown_without_a_terminal(self):
        self.assertEqual(run('arena', 'castle', '--bots', 'level1', '--games', '20')[1], b'')


class Manual(Case):
    def test_the_manual_page_names_everything(self):
        page = self.write('castellany.1', b'')
        subprocess.run([sys.executable, os.path.join(ROOT, 'tools', 'man.py'), PROGRAM, page], check=True)
        with open(page, encoding='utf-8') as file:
            text = file.read().replace('\\-', '-')
        for command in re.findall(r'(?m)^  (\w+) ', run('--help')[0].decode().partition('Games:')[0]):
            self.assertIn(f'.SS castellany {command}', text)
            for flag in re.findall(r'(?m)^  (--[\w-]+)', run(command, '--help')[0].decode()):
                self.assertRegex(text, rf'(?m)^\.B {flag}\b')
        for word in ('NO_COLOR', 'TERM', 'COLORTERM', 'LANG', 'XDG_DATA_HOME'):
            self.assertIn(word, text.partition('.SH ENVIRONMENT')[2])
        if shutil.which('man'):
            out = subprocess.run(['man', '--warnings', '-l', page], capture_output=True, text=True, check=True, env={**os.environ, 'MANWIDTH': '80', 'LC_ALL': 'C.UTF-8'})
            self.assertEqual(out.stderr, '')


class Completion(Case):
    def commands(self):
        return re.findall(r'(?m)^  (\w+) ', run('--help')[0].decode().partition('Games:')[0])

    def complete(self, *words):
        script = self.write('bash', run('completion', 'bash')[0])
        asked = ' '.join(f"'{word}'" for word in ('castellany', *words))
        out = subprocess.run(['bash', '-c', f'source {script}; COMP_WORDS=({asked}); COMP_CWORD={len(words)}; _castellany; echo "${{COMPREPLY[@]}}"'],
                             capture_output=True, text=True, check=True)
        self.assertEqual(out.stderr, '')
        return out.stdout.split()

    def test_bash(self):
        self.assertEqual(set(self.complete('')), {*self.commands(), '--help', '--version'})
        self.assertEqual(self.complete('pl'), ['play'])
        self.assertEqual(self.complete('play', 'castel'), ['castelli', 'castelli-tournament', 'castellan'])
        self.assertEqual(self.complete('play', '--lev'), ['--level'])
        self.assertEqual(self.complete('play', '--level', ''), list('123456'))
        self.assertIn('--json', self.complete('check', '--'))

    def test_zsh_asks_the_file_in_its_path(self):
        """The first Tab loads the file and completes at once; a file that is sourced works too."""
        if not shutil.which('zsh'):
            self.skipTest('zsh is missing')
        self.write('_castellany', run('completion', 'zsh')[0])
        keys = ('zmodload zsh/zpty; zpty z zsh -f -i; zpty -w z "PROMPT=; fpath=(%s \\$fpath); autoload -U compinit; compinit -u -D"; '
                'zpty -w z "zstyle \':completion:*\' list-separator --; echo rea\'\'dy"; '
                'zpty -r z out "*ready*"; zpty -n -w z "castellany play castel"$\'\\t\\t\'; zpty -r z out "*tournament*"; print -r -- $out')
        out = subprocess.run(['zsh', '-f', '-c', keys % self.folder], capture_output=True, text=True, timeout=30, check=False)
        self.assertIn('castellan', out.stdout)
        self.assertIn('castelli-tournament', out.stdout)

    def test_fish_completes(self):
        if not shutil.which('fish'):
            self.skipTest('fish is missing')
        script = self.write('castellany.fish', run('completion', 'fish')[0])
        for words, wanted in (('pl', 'play'), ('play castel', 'castellan'), ('play --lev', '--level'), ('play --lang ', 'nl')):
            out = subprocess.run(['fish', '--no-config', '-c', f"source {script}; complete -C 'castellany {words}'"], capture_output=True, text=True, check=True,
                                 env={**os.environ, 'HOME': self.folder, 'XDG_CONFIG_HOME': self.folder})
            self.assertIn(wanted, [line.split('\t')[0] for line in out.stdout.splitlines()])

    def test_zsh_and_fish_read_what_is_made(self):
        for shell in ('zsh', 'fish'):
            out = run('completion', shell)[0].decode()
            for command in self.commands():
                self.assertIn(command, out)
            if shutil.which(shell):
                subprocess.run([shell, '-n', self.write(shell, out.encode())], check=True)
        _, err = run('completion', 'csh', code=2)
        self.assertIn(b'bash, zsh and fish', err)


unittest.main(verbosity=1)
