#!/usr/bin/env python3
"""terminal.py PROGRAM: plays, saves, resumes and analyses games as a person at a terminal would."""
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

PROGRAM = os.path.abspath(sys.argv.pop(1))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FOLDER = tempfile.TemporaryDirectory()  # the program keeps games here that were not saved
DATA = tempfile.TemporaryDirectory()  # or here if it cannot write to the present folder
os.environ['XDG_DATA_HOME'] = DATA.name

# Seat 2 holds one card that seat 1 does not know.
STEWARD = """castellany 1
game castelli
rules 1
seats 2
1 lift B1
* tile RBGY3
1 place 0
1 end
2 lift B3
* tile RBYG1
* card steward
2 place 0
2 end
1 lift A2
* tile RBGY4
"""
GAINED = 'Nobody gains from A3 north. {} +3 grain (A1 north); Fish +2 wood (B2 south).'


def run(*arguments, lines=(), code=0, cwd=FOLDER.name, first=None):
    done = subprocess.run([PROGRAM, *arguments], input=''.join(line + '\n' for line in lines), text=True, cwd=cwd,
                          preexec_fn=first, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=20)
    assert done.returncode == code, f'{arguments}: code {done.returncode}\n{done.stdout[-2000:]}'
    return done.stdout


class Play(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.file = os.path.join(self.folder.name, 'game.txt')

    def write(self, text):
        with open(self.file, 'w', encoding='ascii') as file:
            file.write(text)

    def read(self, file):
        with open(os.path.join(self.folder.name, file), encoding='ascii') as opened:
            return opened.read()

    def tearDown(self):
        self.folder.cleanup()

    def test_help_and_nonsense(self):
        out = run('play', 'null', '--seed', '1', lines=['help', 'jump', '0', '9', '-1', 'x' * 5000, 'quit'])
        self.assertIn('save FILE', out)
        self.assertEqual(out.count('is no move and no command here'), 5)
        self.assertIn('Goodbye', out)

    def test_what_is_typed_is_understood(self):
        """Case, spaces and cut words do not matter; what is not unique, not legal or no word at all is told apart."""
        lines = ['LIFT   b1', 'pl 0', 'quit']
        out = run('play', 'castelli', '--seed', '2', '--first', '1', lines=lines)
        self.assertIn('You lifted the tile on B1.', out)
        self.assertIn('You laid a tile on B1.', out)
        out = run('play', 'castelli', '--seed', '2', '--first', '1',
                  lines=['lift', 'jump', 'mvoes', 'build B2N', 'lift A1', 'lift B9', 'mov', 'his', 'quit'])
        self.assertIn('16 moves begin like that: lift B1, lift D1', out)
        self.assertIn('"jump" is no move and no command here', out)
        self.assertIn('Did you mean "moves"?', out)
        self.assertIn('Castles are built after the tile is placed. (Rule 2.1)', out)
        self.assertIn('A1 is not a meadow. (Rule 1.1)', out)
        self.assertIn('  1  lift B1  Lift the tile on B1', out)
        out = run('play', 'castle', '--seed', '1', '--first', '1', lines=['Wall A1 A2', 'quit'])
        self.assertIn('You built a wall on a1–a2.', out)
        out = run('play', 'castelli', '--seed', '2', '--first', '1', lines=['liftb1', 'place0', 'quit'])
        self.assertIn('You laid a tile on B1.', out)
        out = run('play', 'castle', '--seed', '1', '--first', '1', lines=['score', 'quit'])
        self.assertIn('You: 1 point\nFish: 1 point', out)

    def test_three_languages(self):
        for language, lifted in (('en', 'You lifted the tile on B1.'), ('nl', 'tegel'), ('de', 'Plättchen')):
            arguments = ['play', 'castelli', '--seed', '2', '--first', '1', '--lang', language]
            out = run(*arguments, lines=['lift B1', 'place 0', 'history', 'rules 4.1', 'card king3', 'hint', 'quit'])
            self.assertIn(lifted, out)
            self.assertNotRegex(out, r'castelli\.\w|terminal\.\w|[{}]')
        for language, own, exists, folder in (
                ('nl', 'Je kunt alleen een eigen zet terugnemen.', 'bestaat al; `save! BESTAND` vervangt het.', 'die map bestaat niet'),
                ('de', 'Du kannst nur einen eigenen Zug zurücknehmen.', 'gibt es schon; `save! DATEI` ersetzt sie.', 'Diesen Ordner gibt es nicht')):
            self.write('my letters')
            out = run('play', 'castle', '--seed', '2', '--first', '1', '--lang', language,
                      lines=['undo', 'save ' + self.file, 'save /nowhere/at/all', 'board', 'quit'])
            for words in (own, exists, folder):
                self.assertIn(words, out)
            self.assertLess(max(map(len, out[out.index(folder):].split('\n'))), 80)
        self.assertIn('en, nl or de', run('play', 'castelli', '--lang', 'fr', code=2))

    def test_questions(self):
        out = run('play', 'castelli', '--seed', '2', lines=['card king', 'card xyz', 'rules Steward', 'legend', 'hand', 'history', 'cards', 'quit'])
        self.assertIn('King (3): 3 points at once.', out)
        self.assertIn('There is no card "xyz".', out)
        self.assertRegex(out, r'\nPeasant: .*\n')  # of all cards
        self.assertRegex(out, r'5\.\d+ Steward')
        self.assertIn('You have no cards.', out)

    def test_hint_and_why(self):
        out = run('play', 'null', '--seed', '1', lines=['why', 'hint', 'why', 'why take 3', 'why take 1', 'why 3', 'quit'])
        self.assertIn('Why what?', out)
        self.assertRegex(out, r'take 2: [+−±][\d.]+ points?, \d+% chance to win')
        self.assertIn('2 A seat takes one or two stones', out)
        self.assertIn('take 1 is legal by clause 2.', out)
        self.assertIn('"3" is no move', out)

    def test_a_hint_gives_the_reasons_of_the_page(self):
        self.write(STEWARD)
        out = run('play', '--resume', self.file, lines=['hint', 'quit'])
        said = out[out.index('Your move: ') + len('Your move: '):]
        moves = re.findall(r'(?m)^Lay it on A2: .*: [+−±][\d.]+ points?, \d+% chance to win$', said)
        self.assertEqual(len(moves), 3)
        self.assertRegex(said, r'\nAbout equally good: Lay it on A2: .*\. The small difference between their numbers is chance\.\n'
                               r'|\n(Why rather than Lay it on A2: .*:|.* almost certainly .*)\n(  \+[\d.]+ It .*\n)*(  −[\d.]+ It .*\n)*'
                               r'((Most of what|Later turns|The difference is small).*\n)?Your move: ')
        self.assertEqual(out, run('play', '--resume', self.file, lines=['hint', 'quit']))

    def test_undo(self):
        out = run('play', 'null', '--seed', '1', '--first', '1', lines=['undo', 'take 1', 'undo', 'score', 'quit'])
        self.assertIn("You can take back only a move of your own.", out)
        # Against bots, undo takes back the player's move and all moves of the bots after it.
        self.assertRegex(out, r'Fish: take [12]')
        self.assertEqual(out.count('Taken back.'), 1)
        self.assertIn('You: 0 points\nFish: 0 points', out)
        # Castellan: undo takes back a card of the turn.
        out = run('play', 'castellan', '--seed', '5', lines=['1', 'undo', 'undo', 'quit'])
        self.assertEqual(out.count('Taken back.'), 1)

    def test_undo_as_the_rules_say(self):
        lines = ['1', 'build', '1', 'build', 'tower 32,32', 'undo', 'quit']
        out = run('play', 'castellan', '--seed', '5', '--first', '1', lines=lines)
        self.assertIn('You built: tower on 32,32.', out)
        self.assertEqual(out.count('Taken back.'), 1)
        out = run('play', 'castellan', '--seed', '5', '--first', '1', '--option', 'touch', lines=lines)
        self.assertIn('You built: tower on 32,32.', out)
        self.assertIn('a move since then is final', out)
        self.assertNotIn('Taken back.', out)

    def test_the_same_choice_brings_the_same_luck(self):
        for game, move, told in (('castle', '1', 'You rolled .*'), ('castelli', 'lift B1', 'The tile on B1 has value .*')):
            out = run('play', game, '--plain', '--seed', '2', '--first', '1', lines=[move, 'undo', move, 'quit'])
            drawn = re.findall(told, out)
            self.assertEqual(len(drawn), 2)
            self.assertEqual(drawn[0], drawn[1])

    def test_people_at_one_terminal_take_back_too(self):
        out = run('play', 'null', '--persons', '2', '--seed', '1',
                  lines=['', 'take 1', '', 'take 2', '', 'undo', 'score', 'quit'])
        self.assertIn('Fox: 2 points; You: 1 point\n', out)
        self.assertEqual(out.count('Taken back.'), 1)
        self.assertIn('Fox: 0 points\nYou: 0 points\n', out)

    def test_a_knock_out_ends_with_places(self):
        out = run('play', 'castelli-tournament', '--persons', '0', '--level', '1', '--seed', '1')
        end = out[out.index('The game is over.'):]
        self.assertRegex(end, r'\nFinal: .*\n3rd place: .*\nPlaces: 1st \w+, 2nd \w+, 3rd \w+, and 4th \w+\.\n\w+ wins')
        self.assertNotIn('points', end)
        out = run('play', 'castelli-tournament', '--option', 'first=2', code=1)
        self.assertIn('Castelli Tournament has no option "first"; it has: league, dilemma, battle', out)

    def test_who_begins(self):
        """A draw decides who begins unless --first does, and the record names that seat as an option."""
        def begins(game, *more):
            run('play', game, '--seats', '3', '--persons', '3', *more, lines=['', '1', 'save! ' + self.file, 'quit'])
            record = self.read(self.file)
            return int(re.search(r'^([1-3]) ', record, re.M)[1]), re.findall(r'^option first=(\d)$', record, re.M)

        for game in ('castelli', 'castle', 'castellan'):
            drawn = [begins(game, '--seed', str(seed)) for seed in range(12)]
            self.assertEqual({seat for seat, _ in drawn}, {1, 2, 3})
            self.assertTrue(all(option == [str(seat)] for seat, option in drawn))
            self.assertEqual(begins(game, '--seed', '7'), drawn[7])
            for more in (['--first', '2'], ['--option', 'first=2']):
                self.assertEqual(begins(game, *more), (2, ['2']))
        self.assertIn('--first takes a number from 1 to 2', run('play', 'castle', '--first', '3', code=2))
        self.assertIn('twice', run('play', 'castle', '--first', '1', '--option', 'first=1', code=1))
        self.assertIn('is for a new game', run('play', '--resume', self.file, '--first', '1', code=2))

    def test_save_and_resume(self):
        run('play', 'null', '--seed', '1', lines=['1', 'save ' + self.file, 'quit'])
        self.assertIn('right, null, 2 seats', run('check', self.file))
        out = run('play', '--resume', self.file, lines=['score', 'quit'])
        self.assertRegex(out, r'You: 1 point[;\n]')
        out = run('play', '--resume', self.file, lines=['1'] * 9 + ['save ' + self.file])
        self.assertIn('The game is over.', out)
        self.assertIn('over', run('check', self.file))
        self.assertNotIn('not over', run('check', self.file))

    def test_refusals_change_nothing(self):
        out = run('play', 'null', lines=['save /nowhere/at/all', 'save', 'quit'])
        self.assertIn('/nowhere/at/all could not be written: there is no such folder.', out)
        self.assertIn('Save to which file?', out)
        for arguments in (['play'], ['play', 'null', '--level', '7'], ['play', 'null', '--what']):
            run(*arguments, code=2)
        for arguments in (['play', 'chess'], ['play', 'castelli-tournament', '--seats', '2'],
                          ['play', '--resume', '/nowhere']):
            run(*arguments, code=1)

    def test_wrong_numbers_are_named(self):
        for option, value, most in (('level', '9', '1 to 6'), ('seats', '7', '2 to 4'), ('seats', '1', '2 to 4'),
                                    ('persons', '9', '0 to 4'), ('persons', '3', '0 to 2')):
            out = run('play', 'castle', '--' + option, value, code=2)
            self.assertIn(f'--{option} takes a number from {most}', out)

    def test_a_saved_game_is_what_it_is(self):
        self.write(STEWARD)
        for more in (['castle'], ['--seats', '4'], ['--option', 'battle']):
            self.assertIn('is for a new game', run('play', *more, '--resume', self.file, code=2))
        self.assertIn('from 0 to 2', run('play', '--resume', self.file, '--persons', '3', code=2))
        self.assertIn('--resume FILE', run('play', '--help'))

    def test_lines_that_nobody_types(self):
        out = run('play', 'null', '--seed', '1',
                  lines=['\0', 'take 1\0', 'score', 'x' * 9000, '1' + ' ' * 9000 + '0', 'quit'])
        self.assertIn('You: 0 points', out)
        self.assertIn('A seat takes one or two stones, not', out)
        self.assertEqual(out.count('is no move'), 0)
        self.assertEqual(out.count('That line is too long'), 2)

    def test_long_names(self):
        long = os.path.join(self.folder.name, 'a' * 200, 'b' * 200, "the king's game.txt")
        os.makedirs(os.path.dirname(long))
        out = run('play', 'null', '--seed', '1', lines=['1', 'save ' + long, 'save ' + 'x' * 5000, 'quit'])
        self.assertIn('not over', run('check', long))
        self.assertIn('could not be written: the name is too long.', out)
        command = re.search(r'Saved\. Go on with: castellany (.*)', out).group(1)
        self.assertEqual(shlex.split(command), ['play', '--resume', long])

    def test_going_on_with_another_box(self):
        box = os.path.join(self.folder.name, 'my boxes', 'mine.json')
        os.mkdir(os.path.dirname(box))
        shutil.copy(os.path.join(ROOT, 'data', 'box', 'null.json'), box)
        out = run('play', 'null', '--box', box, '--seed', '1', lines=['1', 'save ' + self.file, 'quit'])
        command = re.search(r'Saved\. Go on with: castellany (.*)', out).group(1)
        self.assertEqual(shlex.split(command), ['play', '--resume', self.file, '--box', box])
        self.assertIn('You: 1 point\n', run(*shlex.split(command), lines=['score', 'quit']))

    def test_the_input_ends(self):
        self.assertIn('Goodbye', run('play', 'null', lines=[]))

    def test_a_game_that_is_left_is_kept(self):
        here = {'cwd': self.folder.name}
        for lines in ([], ['quit'], ['1', 'save ' + self.file, 'quit']):
            run('play', 'null', '--seed', '1', lines=lines, **here)
        run('play', '--resume', self.file, lines=['quit'], **here)
        self.assertEqual(os.listdir(self.folder.name), ['game.txt'])
        names = ['castellany-null-unsaved.txt', 'castellany-null-unsaved-2.txt', 'castellany-null-unsaved-3.txt']
        for name, start, lines in ((names[0], ['null'], ['1']), (names[1], ['null'], ['2', 'quit']),
                                   (names[2], ['--resume', self.file], ['1', 'quit'])):
            out = run('play', *start, '--seed', '1', lines=lines, **here)
            self.assertIn(f'it is in {name} now. Go on with: castellany play --resume {name}\n', out)
            self.assertIn('not over', run('check', name, **here))
        self.assertIn('1 take 1', self.read(names[0]))
        self.assertIn('1 take 2', self.read(names[1]))
        run('play', 'castellan', '--seed', '5', lines=['1', 'undo', 'quit'], **here)
        self.assertEqual(sorted(os.listdir(self.folder.name)), sorted([*names, 'game.txt']))
        gone = os.path.join(self.folder.name, 'gone')
        os.mkdir(gone)
        out = run('play', 'null', '--seed', '1', lines=['1', 'quit'], cwd=gone, first=lambda: os.rmdir(gone))
        kept = os.path.join(DATA.name, 'castellany', 'castellany-null-unsaved.txt')
        self.assertIn(f'it is in {kept} now. Go on with: castellany play --resume {kept}\n', out)
        self.assertIn('not over', run('check', kept))
        os.mkdir(gone)
        out = run('play', 'null', '--seed', '1', lines=['1', 'quit'], code=1, cwd=gone,
                  first=lambda: (os.rmdir(gone), os.environ.update(XDG_DATA_HOME='/dev/null')))
        self.assertIn('the game could not be saved in this folder: there is no such folder', out)

    def test_saving_replaces_nothing_by_accident(self):
        self.write('my letters')
        out = run('play', 'null', '--seed', '1', lines=['1', 'save ' + self.file, 'quit'], cwd=self.folder.name)
        self.assertIn('exists; `save! FILE` replaces it', out)
        self.assertEqual(self.read(self.file), 'my letters')
        out = run('play', 'null', '--seed', '1', lines=['1', 'save! ' + self.file, '1', 'save ' + self.file, 'quit'])
        self.assertEqual(out.count('Saved.'), 2)
        self.assertEqual(os.listdir(self.folder.name).count('game.txt.new'), 0)
        self.assertIn('right', run('check', self.file))

    def test_typed_control_characters_come_back_escaped(self):
        evil = '\x1b[31m'
        lines = [f'{word}{evil}' for word in ('', 'rules ', 'why ', 'card ', 'jump ', 'take 1')]
        out = run('play', 'null', '--seed', '1', lines=[*lines, 'save ' + os.path.join(self.folder.name, evil), 'quit'])
        self.assertNotIn('\x1b', out)
        self.assertIn("game.txt'", out.replace('x1b[31m', "game.txt"))

    def test_interrupting_keeps_the_game(self):
        for sig in (signal.SIGINT, signal.SIGTERM):
            with subprocess.Popen([PROGRAM, 'play', 'null', '--seed', '1'], cwd=self.folder.name, stdin=subprocess.PIPE,
                                  stdout=subprocess.PIPE) as game:
                game.stdin.write(b'1\n')
                game.stdin.flush()
                out = b''
                while out.count(b'our move: ') < 2:
                    byte = game.stdout.read(1)
                    self.assertTrue(byte, out)
                    out += byte
                game.send_signal(sig)
                rest = game.stdout.read().decode()
                self.assertEqual(game.wait(), 128 + sig)
            name = re.search(r'Go on with: castellany play --resume (.*)', rest).group(1)
            self.assertIn('1 take 1', self.read(name))

    def test_rules(self):
        out = run('play', 'castellan', lines=['rules', 'rules 2.1', 'rules 99', 'quit'])
        self.assertIn('2 A turn', out)
        self.assertIn('2.1 Play one or more cards', out)
        self.assertIn('No clause has the word or number "99".', out)

    def test_plain_has_no_colours_and_one_move_a_line(self):
        out = run('play', 'castelli', '--plain', '--seed', '2', lines=['moves', 'quit'])
        self.assertNotIn('\033', out)
        self.assertRegex(out, r'(?m)(^|: )1 lift [A-H][1-8]: Lift the tile')

    def test_plain_describes_the_board_to_who_asks(self):
        out = run('play', 'castle', '--plain', '--seed', '1', lines=['quit'])
        self.assertIn('moves are possible; `moves` lists them', out)
        self.assertNotIn('West: ab1', out)
        self.assertNotIn('1 wall a1-a2', out)
        out = run('play', 'castle', '--plain', '--seed', '1', lines=['board', 'moves', 'quit'])
        self.assertIn('West: ab1, ab2', out)
        self.assertIn('1 wall a1-a2: Build a wall on a1–a2\n2 wall a1-b1: Build', out)
        self.assertNotIn(' . . . ', out)

    def test_hands_are_hidden_between_people(self):
        out = run('play', 'castellan', '--persons', '2', '--seed', '5', '--first', '1', lines=['', 'quit'])
        self.assertIn('Fox (seat 1) is to move. Nobody else should look now', out)
        before = out[:out.index('Nobody else should look now')]
        self.assertNotRegex(before, r'card \d[TLS]', 'a hand is told before its owner is alone')

    def test_the_next_person_learns_what_the_others_did(self):
        out = run('play', 'castelli', '--seats', '3', '--persons', '2', '--level', '1', '--seed', '2', '--first', '1', '--plain',
                  lines=['', '1', '1', 'end', '', '1', '1', 'end', '', 'quit'])
        second, third = out.split('press Enter. ')[2:]
        said = second[:second.index(': 0 points')]
        self.assertEqual(re.findall(r'(?m)^Fox (\w+)', said), ['lifted', 'laid', 'ended'])
        self.assertEqual(re.findall(r'(?m)^You', said), [])
        self.assertRegex(second, r'\nYou drew a card: \w+')
        said = third[:third.index('You: 0 points')]
        self.assertTrue(said.startswith('\nYou ended the turn.\nFish lifted the tile on D1.\n'), said)
        self.assertEqual(re.findall(r'(?m)^(You|Fish|Clover) (lifted|drew|laid|ended)', said)[:5],
                         [('You', 'ended'), ('Fish', 'lifted'), ('Fish', 'drew'), ('Fish', 'laid'), ('Fish', 'ended')])
        self.assertIn('\nFish drew a card.\n', said)
        self.assertRegex(said, r'\nClover lifted (.*\n)+Clover ended the turn\.\n')
        self.assertNotIn('Fox', said)
        self.assertNotIn('You lifted', said)

    def test_a_pass_between_people_keeps_what_was_gained(self):
        self.write(STEWARD)
        out = run('play', '--resume', self.file, '--persons', '2', '--plain',
                  lines=['', 'place 0', '', 'pass', '', 'quit'])
        first, second, third = out.split('press Enter. ')[1:]
        self.assertIn('You lifted the tile on A2.\nThe tile on A2 has value 4.\n', first)
        self.assertNotIn('steward', first)
        self.assertIn('Fox laid a tile on A2.\n', second)
        self.assertIn('You laid a tile on A2. ' + GAINED.format('You'), third)

    def passes_unseen(self, record, other, move):
        """Two games look alike to seat 1: in the first a bot can react, and passes; in the other it cannot react."""
        for seed in range(1, 100):
            said = []
            for text in (record, other):
                self.write(text)
                said.append(run('play', '--plain', '--resume', self.file, '--level', '1', '--seed', str(seed),
                                lines=[move, 'save ' + self.file, 'undo', 'save! ' + self.file + '.back', 'quit']))
                if len(said) == 1 and '\n2 pass\n' not in self.read(self.file):
                    break
            if len(said) == 2:
                self.assertEqual(*said)
                self.assertIn('Taken back.', said[0])
                return said[0]
        return self.fail('no bot passes')

    def test_a_reaction_that_does_not_come_tells_nothing(self):
        out = self.passes_unseen(STEWARD, STEWARD.replace('card steward', 'card raider'), 'place 0')
        self.assertIn('You laid a tile on A2. ' + GAINED.format('You'), out)
        with open(os.path.join(ROOT, 'tests/castelli/golden/2-battle-dilemma.txt'), encoding='ascii') as file:
            record = file.read()
        record = record[:record.index('1 overbuild F2S 2\n')]
        last = '* card brigands\n'
        self.assertTrue(record.endswith(last))
        out = self.passes_unseen(record[:-len(last)] + '* card guard\n', record, 'overbuild F2S 2')
        self.assertIn('You overbuilt the castle on F2 south: 6 points.', out)

    def test_a_move_that_nobody_can_answer_goes_back(self):
        self.write(STEWARD.replace('* tile RBYG1\n* card steward', '* tile RBGY5'))
        out = run('play', '--plain', '--resume', self.file, lines=['place 0', 'undo', 'quit'])
        self.assertIn('Taken back.', out)

    def test_the_tables_of_a_tournament_take_turns(self):
        for seed in '123':
            out = run('play', 'castelli-tournament', '--level', '1', '--seed', seed, '--plain', lines=['1'] * 30)
            turns = dict.fromkeys(('You', 'Fish', 'Clover', 'Sun'), 0)
            for seat in re.findall(r'(You|Fish|Clover|Sun) ended the turn\.\n', out):
                turns[seat] += 1
                self.assertLessEqual(max(turns.values()) - min(turns.values()), 1, turns)
            self.assertGreater(turns['You'], 3)

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
        # Each deal is played in both seatings, so a bot has exactly half of the wins against itself, with interval 0.
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
