#!/usr/bin/env python3
"""terminal.py PROGRAM: plays, saves, resumes and analyses games as a person at a terminal would."""
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

PROGRAM = os.path.abspath(sys.argv.pop(1))


def run(*arguments, lines=(), code=0):
    done = subprocess.run([PROGRAM, *arguments], input=''.join(line + '\n' for line in lines), text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120)
    assert done.returncode == code, f'{arguments}: code {done.returncode}\n{done.stdout[-2000:]}'
    return done.stdout


class Play(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.file = os.path.join(self.folder.name, 'game.txt')

    def tearDown(self):
        self.folder.cleanup()

    def test_help_and_nonsense(self):
        out = run('play', 'null', '--seed', '1', lines=['help', 'jump', '0', '9', '-1', 'take  1', 'x' * 5000, 'quit'])
        self.assertIn('save FILE', out)
        self.assertEqual(out.count('That cannot be done'), 6)
        self.assertIn('Goodbye', out)

    def test_hint_and_why(self):
        out = run('play', 'null', '--seed', '1', lines=['why', 'hint', 'why', 'why take 3', 'why take 1', 'quit'])
        self.assertIn('Why what?', out)
        self.assertRegex(out, r'take 2 +\d+\.\d points (ahead|behind) expected, \d+ % to win')
        self.assertIn('Not legal: 2 A seat takes one or two stones', out)
        self.assertIn('take 1 is legal by clause 2.', out)

    def test_undo_stops_at_news(self):
        out = run('play', 'null', '--seed', '1', lines=['undo', 'take 1', 'undo', 'quit'])
        self.assertIn('what is known stays known', out)
        self.assertIn('Others have moved since.', out)
        # Castellan: the cards of a turn are played one after the other, and come back.
        out = run('play', 'castellan', '--seed', '5', lines=['1', 'undo', 'undo', 'quit'])
        self.assertIn('Taken back.', out)
        self.assertEqual(out.count('Taken back.'), 1)
        out = run('play', 'castellan', '--seed', '5', '--option', 'touch', lines=['1', 'undo', 'quit'])
        self.assertNotIn('Taken back.', out)

    def test_save_and_resume(self):
        run('play', 'null', '--seed', '1', lines=['1', 'save ' + self.file, 'quit'])
        self.assertIn('right, null, 2 seats', run('check', self.file))
        out = run('play', '--resume', self.file, lines=['score', 'quit'])
        self.assertRegex(out, r'You: 1 points')
        out = run('play', '--resume', self.file, lines=['1'] * 9 + ['save ' + self.file])
        self.assertIn('The game is over.', out)
        self.assertIn('over', run('check', self.file))
        self.assertNotIn('not over', run('check', self.file))

    def test_refusals_change_nothing(self):
        out = run('play', 'null', lines=['save /nowhere/at/all', 'save', 'quit'])
        self.assertIn('No such file', out)
        self.assertIn('Save to which file?', out)
        for arguments in (['play'], ['play', 'null', '--level', '7'], ['play', 'null', '--what']):
            run(*arguments, code=2)
        for arguments in (['play', 'chess'], ['play', 'null', '--seats', '1'], ['play', '--resume', '/nowhere']):
            run(*arguments, code=1)

    def test_the_input_ends(self):
        self.assertIn('Goodbye', run('play', 'null', lines=[]))

    def test_rules(self):
        out = run('play', 'castellan', lines=['rules', 'rules 2.1', 'rules 99', 'quit'])
        self.assertIn('2 A turn', out)
        self.assertIn('2.1 Play one or more cards', out)
        self.assertIn('There is no clause 99.', out)

    def test_plain_has_no_colours_and_one_move_a_line(self):
        out = run('play', 'castelli', '--plain', '--seed', '2', lines=['quit'])
        self.assertNotIn('\033', out)
        self.assertRegex(out, r'(?m)^1 lift [A-H][1-8]$')

    def test_plain_describes_the_board_to_who_asks(self):
        out = run('play', 'castle', '--plain', '--seed', '1', lines=['quit'])
        self.assertIn('moves are possible; `moves` lists them', out)
        self.assertNotIn('Region west:', out)
        self.assertNotIn('1 wall a1-a2', out)
        out = run('play', 'castle', '--plain', '--seed', '1', lines=['board', 'moves', 'quit'])
        self.assertIn('Region west: ab1', out)
        self.assertIn('1 wall a1-a2\n2 wall a1-b1\n', out)
        self.assertNotIn(' . . . ', out)

    def test_hands_are_hidden_between_people(self):
        out = run('play', 'castellan', '--persons', '2', '--seed', '5', lines=['', 'quit'])
        self.assertIn('Seat 1 is to move. Nobody else should look now', out)
        before = out[:out.index('Nobody else should look now')]
        self.assertNotRegex(before, r'card \d[TLS]', 'a hand is told before its owner is alone')

    def test_bots_alone_play_every_game(self):
        for game in ('castelli', 'castle', 'castellan', 'castelli-tournament'):
            out = run('play', game, '--persons', '0', '--level', '1', '--seed', '3')
            self.assertIn('The game is over.', out)


class Analyse(unittest.TestCase):
    def test_a_record(self):
        with tempfile.TemporaryDirectory() as folder:
            run('arena', 'castelli', '--bots', 'greedy,random', '--games', '2', '--records', folder)
            file = os.path.join(folder, 'castelli-1-1.txt')
            out = run('analyse', '--sims', '30', file)
            self.assertRegex(out, r'Seat 1: \d+ decisions')
            moves = json.loads(run('analyse', '--sims', '30', '--json', file))['moves']
            self.assertTrue(moves)
            for move in moves:
                self.assertGreaterEqual(move['points'], 0)
                self.assertTrue(0 <= move['win'] <= 1)
                self.assertIn(move['seat'], (1, 2))
            one = json.loads(run('analyse', '--sims', '30', '--json', '--seat', '2', file))['moves']
            self.assertEqual([m for m in moves if m['seat'] == 2], one)
        run('analyse', '/nowhere', code=1)
        run('analyse', code=2)


class Arena(unittest.TestCase):
    def test_lines_and_equal_deals(self):
        out = run('arena', 'null', '--bots', 'greedy,random', '--games', '100')
        shares = re.findall(r'(?m)^(\w+): (\d\.\d{3}) ± (\d\.\d{3})  margin ([+-]\d+\.\d\d)', out)
        self.assertEqual([s[0] for s in shares], ['greedy', 'random'])
        self.assertAlmostEqual(sum(float(s[1]) for s in shares), 1, places=2)
        # Both seatings of a deal meet: a bot against itself has exactly half, with no doubt.
        out = run('arena', 'null', '--bots', 'greedy,greedy:noise=0', '--games', '100')
        self.assertIn('greedy: 0.500 ± 0.000', out)

    def test_jobs_change_nothing(self):
        command = ['arena', 'castellan', '--bots', 'greedy,random', '--games', '8', '--jobs']
        strip = lambda out: re.sub(r'(?m)  \S+ ms/move$|^\d+ games.*\n', '', out)
        self.assertEqual(strip(run(*command, '1')), strip(run(*command, '2')))

    def test_sprt_stops_early(self):
        out = run('arena', 'null', '--bots', 'greedy,random', '--games', '100000', '--sprt')
        self.assertIn('accepted', out)

    def test_refusals(self):
        run('arena', 'null', '--bots', 'nobody', code=1)
        run('arena', 'null', '--bots', 'greedy:what=1', code=1)
        run('arena', 'null', '--bots', 'greedy,greedy,greedy', code=1)
        run('arena', 'null', code=2)


class Train(unittest.TestCase):
    def test_a_run_resumed_is_the_same_run(self):
        with tempfile.TemporaryDirectory() as folder:
            names = [os.path.join(folder, name) for name in ("whole", "again")]
            common = ['train', 'null', '--seats', '2', '--seed', '4', '--hidden', '2', '--out']
            run(*common, names[0], '--games', '2000')
            run(*common, names[1], '--games', '1000')
            run(*common, names[1], '--games', '2000', '--resume', names[1])
            weights = []
            for name in names:
                with open(name, encoding='ascii') as file:
                    weights.append({k: v for k, v in json.load(file).items() if k != 'made_by'})
            self.assertEqual(*weights)
            run('arena', 'null', '--bots', f'greedy:weights={names[0]},greedy', '--games', '20')
            run('arena', 'castellan', '--bots', f'greedy:weights={names[0]},greedy', '--games', '20', code=1)


unittest.main(verbosity=1)
