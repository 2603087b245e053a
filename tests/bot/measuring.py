#!/usr/bin/env python3
"""measuring.py PROGRAM: if something goes wrong, arena, analyse and train say so once and print no results."""
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM = os.path.abspath(sys.argv.pop(1))
WEB = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', 'web')


def run(*arguments, code=0):
    """Runs the program. Returns its output and its error output."""
    done = subprocess.run([PROGRAM, *arguments], text=True, capture_output=True, timeout=120)
    assert done.returncode == code, f'{arguments}: code {done.returncode}\n{done.stdout[-2000:]}{done.stderr[-2000:]}'
    return done.stdout, done.stderr


def children(parent):
    """The child processes of a process, each with whether it has ended."""
    found = {}
    for name in filter(str.isdigit, os.listdir('/proc')):
        try:
            with open(f'/proc/{name}/stat', encoding='utf-8', errors='replace') as file:
                state, father = file.read().rpartition(')')[2].split()[:2]
        except OSError:
            continue
        if int(father) == parent:
            found[int(name)] = state == 'Z'
    return found


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()

    def tearDown(self):
        self.folder.cleanup()

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def refused(self, *arguments, says, code=1):
        """Asserts that the program prints one sentence of error and no result."""
        out, err = run(*arguments, code=code)
        self.assertEqual(out, '')
        self.assertEqual(err.count('castellany: '), 1, err)
        self.assertIn(says, err)


class Arena(Case):
    COMMAND = ['arena', 'null', '--bots', 'greedy,random', '--games', '4']

    def test_records_need_their_folder(self):
        self.refused(*self.COMMAND, '--records', self.path('nowhere'), says='nowhere: No such file or directory')
        self.refused(*self.COMMAND, '--records', '', says='No such file or directory')
        with open(self.path('file'), 'w', encoding='ascii'):
            pass
        self.refused(*self.COMMAND, '--records', self.path('file'), says='file: Not a directory')

    def test_records_that_cannot_be_written(self):
        os.symlink('/dev/full', self.path('null-2-1.txt'))
        out, err = run(*self.COMMAND, '--records', self.folder.name, code=1)
        self.assertIn('null-2-1.txt: No space left on device', err)
        self.assertIn('only 1 of 2 deals', err)
        self.assertIn('2 games of 1 deals', out)
        other = self.path('other')
        os.mkdir(other)
        os.symlink('nowhere/at/all', os.path.join(other, 'null-1-1.txt'))
        out, err = run(*self.COMMAND, '--records', other, code=1)
        self.assertIn('null-1-1.txt: No such file or directory', err)
        self.assertEqual(out, '', 'a table of nothing')

    def test_a_job_that_is_killed(self):
        os.mkfifo(self.path('null-1-1.txt'))  # job 1 waits until somebody reads this pipe, which nobody does
        with subprocess.Popen([PROGRAM, *self.COMMAND, '--jobs', '2', '--records', self.folder.name], text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE) as arena:
            jobs = {}
            while sorted(jobs.values()) != [False, True]:  # until job 2 is done
                self.assertIsNone(arena.poll())
                time.sleep(0.01)
                jobs = children(arena.pid)
            os.kill(next(pid for pid, over in jobs.items() if not over), signal.SIGKILL)
            out, err = arena.communicate(timeout=60)
        self.assertEqual(arena.returncode, 1)
        self.assertIn('2 games of 1 deals', out)
        self.assertIn('only 1 of 2 deals', err)
        self.assertIn('job 1 was ended by signal 9', err)

    def test_what_cannot_start_is_said_once(self):
        self.refused(*self.COMMAND, '--jobs', '3', '--option', 'what', says='has no option "what"')
        self.refused('arena', 'castelli-tournament', '--bots', 'greedy', '--jobs', '3',
                     says='Castelli Tournament is for 4 seats')
        self.refused(*self.COMMAND, '--option', 'x' * 300, says='too long')

    def test_long_names(self):
        weights = self.path('w' * 200)
        run('train', 'null', '--seats', '2', '--games', '10', '--hidden', '1', '--out', weights)
        bot = f'greedy:weights={weights}'
        out, _ = run('arena', 'null', '--bots', f'{bot},random', '--games', '2', '--records', self.folder.name)
        self.assertIn(f'\n{bot}: ', out)
        record = self.path('null-1-1.txt')
        self.assertIn('right, null', run('check', record)[0])
        with open(record, encoding='ascii') as file:
            self.assertIn(f'# seat 1: {bot}\n# seat 2: random\n', file.read())

    def test_settings(self):
        self.refused('arena', 'null', '--bots', 'level3:noise=100', says='a level takes only ms, sims and weights, not noise')
        self.refused('arena', 'null', '--bots', 'master:ms=0', says='ms takes a number from 1 to 600000')
        self.refused('arena', 'null', '--bots', f'greedy:weights={self.path("none")}', says='No such file')
        self.refused('arena', 'null', '--bots', 'greedy,greedy,greedy', says='too many bots for 2 seats')

    def test_a_question_that_is_settled_is_no_failure(self):
        out, err = run('arena', 'null', '--bots', 'greedy,random', '--games', '100000', '--jobs', '2', '--sprt')
        self.assertIn('accepted', out)
        self.assertNotIn('castellany: ', err)


class Puzzles(Case):
    def test_puzzles_can_be_solved(self):
        for game in ('castelli', 'castellan'):
            out, _ = run('puzzles', game, '--count', '2', '--seed', '5', '--sims', '3000')
            self.assertEqual(out, run('puzzles', game, '--count', '2', '--seed', '5', '--sims', '3000')[0])
            puzzles = [json.loads(line) for line in out.splitlines()]
            self.assertEqual(len(puzzles), 2)
            for puzzle in puzzles:
                self.assertEqual(list(puzzle), ['game', 'seats', 'seat', 'number', 'term', 'best', 'also', 'grade', 'record'])
                file = self.path('puzzle.txt')
                with open(file, 'w', encoding='ascii') as to:
                    to.write(puzzle['record'] + f'{puzzle["seat"]} {puzzle["best"]}\n')
                last = run('trace', file)[0].splitlines()[-1].split('\t')
                self.assertEqual(int(last[0]), puzzle['number'])
                self.assertEqual(last[1], str(puzzle['seat']))
                for move in [puzzle['best'], *puzzle['also']]:
                    self.assertIn(move, last[3].split('|'))
                self.assertIn(puzzle['grade'], (1, 2, 3))

    def test_hard_ones_alone(self):
        out, _ = run('puzzles', 'castle', '--count', '1', '--seed', '3', '--least-grade', '2', '--sims', '3000')
        self.assertGreaterEqual(json.loads(out)['grade'], 2)
        self.refused('puzzles', 'castle', '--least-grade', '4', says='least-grade', code=2)

    def test_puzzles_are_looked_at_again(self):
        with open(os.path.join(WEB, 'src', 'games', 'castelli', 'puzzles.json'), encoding='utf-8') as f:
            puzzle = json.load(f)[0]
        file = self.path('puzzles.json')

        def check(*puzzles, code):
            with open(file, 'w', encoding='utf-8') as to:
                json.dump(puzzles, to)
            return run('puzzles', 'castelli', '--check', file, '--sims', '3000', code=code)[0]

        self.assertRegex(check(puzzle, code=0), rf'^{puzzle["id"]} .*: fine\n$')
        with open(self.path('record.txt'), 'w', encoding='ascii') as to:
            to.write(puzzle['record'] + f'{puzzle["seat"]} {puzzle["best"]}\n')
        moves = run('trace', self.path('record.txt'))[0].splitlines()[-1].split('\t')[3].split('|')
        worse = next(move for move in moves if move not in (puzzle['best'], *puzzle['also']))
        self.assertRegex(check(puzzle, {**puzzle, 'best': worse}, code=1), r': fine\n.*: no puzzle\n$')
        self.assertIn('wrong', check({**puzzle, 'best': 'castle'}, code=1))
        self.assertRegex(check({**puzzle, 'grade': puzzle['grade'] % 3 + 1}, code=1), rf': fine, but its grade is {puzzle["grade"]}\n$')
        self.refused('puzzles', 'castelli', '--check', self.path('none.json'), says='none.json')

    def test_nonsense(self):
        self.refused('puzzles', 'chess', says='chess')
        self.refused('puzzles', 'castle', '--seats', '5', says='seats', code=2)


class Analyse(Case):
    def setUp(self):
        super().setUp()
        self.record = self.path('record.txt')
        with open(self.record, 'w', encoding='ascii') as file:
            file.write(run('random', 'castellan', '2', '1')[0])

    def test_better_is_better(self):
        out, _ = run('analyse', '--sims', '10', self.record)
        for points, win in re.findall(r'  better .*  +(\S+) points, +(\S+) ± \S+ % to win', out):
            self.assertTrue(float(points) > 0 or float(win) > 0, 'no better than the move that was made')
        self.assertIn('  better ', out)
        self.assertIn('  as good as ', out)

    def test_seats_that_are_not_there(self):
        for extra in ([], ['--json']):
            self.refused('analyse', '--sims', '1', '--seat', '4', *extra, self.record, says='the game has only seats 1 to 2')

    def test_json_of_a_wrong_record_is_nothing(self):
        self.refused('analyse', '--json', self.path('none'), says='No such file')
        with open(self.record, 'a', encoding='ascii') as file:
            file.write('1 dance\n')
        self.refused('analyse', '--json', '--sims', '1', self.record, says='record.txt')

    def test_json_as_it_is_described(self):
        moves = json.loads(run('analyse', '--json', '--sims', '1', '--seat', '1', self.record)[0])['moves']
        for move in moves:
            self.assertEqual(list(move), ['number', 'seat', 'move', 'best', 'points', 'win', 'noise', 'mistake', 'reasons'])
        numbers = [move['number'] for move in moves]
        self.assertEqual(numbers, sorted(set(numbers)))
        with open(self.record, encoding='ascii') as file:
            lines = [line.rstrip('\n') for line in file if line[0] in '*12']
        for move in moves:
            self.assertEqual(lines[move['number'] - 1], f'1 {move["move"]}')


class Train(Case):
    def setUp(self):
        super().setUp()
        self.weights = self.path('weights')
        run('train', 'null', '--seats', '2', '--games', '20', '--hidden', '2', '--out', self.weights)

    def resume(self, *arguments):
        return ['train', 'null', '--seats', '2', '--resume', self.weights, '--out', self.path('more'), *arguments]

    def test_games_are_the_total(self):
        for games in ('10', '20'):
            self.refused(*self.resume('--games', games), says='has learned from 20 games already')
        self.assertFalse(os.path.exists(self.path('more')))
        run(*self.resume('--games', '21'))

    def test_hidden_units_are_those_of_the_file(self):
        self.refused(*self.resume('--games', '30', '--hidden', '8'), says='has 2 hidden units, not 8')
        for more in ([], ['--hidden', '2']):
            run(*self.resume('--games', '30', *more))
            with open(self.path('more'), encoding='ascii') as file:
                self.assertEqual(json.load(file)['hidden'], 2)

    def test_where_weights_cannot_go(self):
        os.mkdir(self.path('folder'))
        command = ['train', 'null', '--seats', '2', '--games', '10', '--out']
        self.refused(*command, self.path('folder'), says='folder: Is a directory')
        for name in (self.path('none/weights'), ''):
            self.refused(*command, name, says='No such file or directory')
        self.assertEqual(sorted(os.listdir(self.folder.name)), ['folder', 'weights'])


    def test_weights_that_could_not_be_read_again(self):
        """A weights file names the command that made it. A name that is not UTF-8 makes the new file unreadable; the old file stays."""
        strange = self.path('no\udcffletter')
        os.rename(self.weights, strange)
        with open(self.path('more'), 'w', encoding='ascii') as file:
            file.write('what was there')
        self.weights = strange
        out, err = run(*self.resume('--games', '30'), code=1)
        self.assertEqual(out, '')
        self.assertIn('more: the weights could not be read again: line 1: a string has a control character or is not UTF-8', err)
        with open(self.path('more'), encoding='ascii') as file:
            self.assertEqual(file.read(), 'what was there')
        self.assertEqual(sorted(os.listdir(self.folder.name)), ['more', 'no\udcffletter'])


class Words(Case):
    def test_version(self):
        self.assertRegex(run('--version')[0], r'^castellany \d+\.\d+\.\d+\n$')

    def test_wrong_numbers_are_named(self):
        for command in (['arena', 'null', '--bots', 'greedy', '--games', '0'], ['arena', 'null', '--bots', 'greedy', '--jobs', '65'],
                        ['analyse', '/nowhere', '--sims', 'many'], ['analyse', '/nowhere', '--seat', '5'],
                        ['train', 'null', '--seats', '1'], ['train', 'null', '--seats', '2', '--lambda', '101']):
            self.refused(*command, says=f'castellany: {command[-2]} takes a number from ', code=2)

    def test_values_that_are_missing(self):
        commands = re.findall(r'(?m)^  ([a-z]+) ', run('--help')[0].partition('Games:')[0])
        self.assertIn('arena', commands)
        for command in commands:
            usage = run(command, '--help')[0].partition('\n\n')[0]
            for option in set(re.findall(r'(--[a-z-]+) [A-Z]', usage)):
                self.refused(command, option, says=f'castellany: {option} needs a value', code=2)
        self.refused('random', 'castelli', '4', '1', '--box', says='--box needs a value', code=2)
        self.refused('random', 'castelli', '4', '1', '--what', says='there is no option "--what"', code=2)

    def test_seats(self):
        self.refused('random', 'castelli-tournament', '2', '1', says='is for 4 seats')
        self.refused('random', 'castelli', '5', '1', says='is for 2 to 4 seats')
        self.refused('train', 'castelli-tournament', '--seats', '2', says='is for 4 seats')
        self.assertRegex(run('--help')[0], r'Castelli Tournament, 4 seats\n')


unittest.main(verbosity=1)
