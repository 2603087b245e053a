"""test_matches.py: what a match promises the people at a table: undo follows the rules of the game, the two tables of a tournament
do not disturb each other, a public number names the same place for everybody, and a record can be loaded at any time."""
import subprocess
import unittest

from base import PROGRAM, WithServer
from playing import Seat, begin, play_out
from ws import table


def build_first_tower(seat):
    """Plays cards until the first turn may be built, and the first tower."""
    while 'build' not in seat.position['moves']:
        seat.move(next(move for move in seat.position['moves'] if move.startswith('play')))
        seat.after()
    for move in ('build', 'tower 32,32'):
        seat.move(move)
        seat.after()


class Castellan(WithServer):
    """Clause 2.8."""

    def back(self, **more):
        name, (first, second) = begin(self.server, [self.client(), self.client()], table('castellan', 2, **more))
        build_first_tower(first)
        self.told = first.position['undo']
        return first.client.refused('undo', table=name, number=first.number, to=first.number - 1), second

    def test_touch_is_final_even_by_consent(self):
        for undo in ('consent', 'free', 'none'):
            code, second = self.back(options=['first=1', 'touch'], undo=undo)
            self.assertEqual(code, 'not_allowed')
            self.assertIsNone(self.told)
            self.assertIsNone(second.client.next_message('undo_asked', timeout=0.2))

    def test_free_holds_whatever_the_table_says(self):
        for undo in ('none', 'consent', 'free'):
            code, _ = self.back(options=['first=1'], undo=undo)
            self.assertIsNone(code)
            self.assertIsNotNone(self.told)


class Tournament(WithServer):
    """Two tables side by side. Seats 1 and 2 play at the first in the first round."""

    def setUp(self):
        super().setUp()
        self.name, self.seats = begin(self.server, [self.client() for _ in range(4)],
                                      table('castelli-tournament', 4, reaction=0, undo='consent', hints=True))
        self.waits = next(seat for seat in self.seats[:2] if seat.position['moves'])
        self.seen = self.waits.number

    def play_other_table(self, moves):
        others = self.seats[2:]
        made = 0
        while made < moves:
            for seat in others:
                seat.catch_up()
                if seat.position['moves'] and made < moves:
                    seat.move(seat.position['moves'][0])
                    seat.after()
                    made += 1

    def ask(self, do, **more):
        return self.waits.client.refused(do, table=self.name, number=self.seen, seat=self.seats.index(self.waits) + 1, **more)

    def test_the_other_table_is_in_nobodys_way(self):
        move = self.waits.position['moves'][0]
        self.play_other_table(40)
        self.assertIsNone(self.ask('preview', move=move))
        self.assertIsNone(self.ask('why', move=move))
        self.assertIsNone(self.ask('hint'))
        self.assertIsNone(self.ask('move', move=move))
        self.assertEqual(self.ask('move', move=move), 'stale')          # that decision was made before

    def test_nothing_of_the_other_table_is_taken_back(self):
        self.waits.catch_up()
        self.waits.move(self.waits.position['moves'][0])
        self.waits.after()
        self.play_other_table(6)
        self.waits.catch_up()
        for to in (self.seen, 0):
            code = self.waits.client.refused('undo', table=self.name, number=self.waits.number, to=to)
            self.assertEqual(code, 'not_allowed')
        self.assertIsNone(self.seats[3].client.next_message('undo_asked', timeout=0.2))


class Numbers(WithServer):
    def test_a_public_number_names_one_place(self):
        """Only the player who made a hidden pass counts it. The number `public` is the same for everybody."""
        hidden = 0
        for _ in range(8):
            clients = [self.client() for _ in range(3)]
            name, seats = begin(self.server, clients, table('castelli', 3, reaction=200, options=['battle']))
            play_out(seats, lambda seat: 'pass' if 'pass' in seat.position['moves'] else seat.position['moves'][-1]
                     if not seat.position['moves'][-1].startswith('sell') else seat.position['moves'][0])
            asked = {'table': name, 'from': 0, 'count': 64}
            spectator = {line['public']: line for line in self.client().watch(name)['log']}
            self.assertEqual([line['number'] for line in spectator.values()], list(spectator))
            for seat in seats:
                log = seat.client.watch(name)['log']
                hidden += len(log) - len(spectator)
                last = {}
                for line in log:                        # of several lines with one public number, the last is the one that everybody sees
                    last[line['public']] = line
                self.assertEqual(list(last), list(spectator))
                self.assertEqual([line['seat'] for line in last.values()], [line['seat'] for line in spectator.values()])
                got = seat.client.ask('positions', **asked, seat=0)['positions']
                self.assertTrue(all(p['position']['number'] == p['position']['public'] for p in got))
            if hidden:
                return
        self.fail('nobody was ever asked')


class Records(WithServer):
    def test_a_record_from_the_middle_of_a_game_loads(self):
        for game in ('castelli', 'castle', 'castellan', 'null'):
            name, seats = begin(self.server, [self.client(), self.client()], table(game, 2))
            play_out(seats, stop=lambda: seats[0].number > (3 if game == 'null' else 40))
            record = self.server.http('GET', f'/games/{name}.txt')[2].decode()
            self.assertIn('# The game goes on', record)
            checked = subprocess.run([PROGRAM, 'check', '-'], input=record, capture_output=True, text=True)
            self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)
            made = seats[0].client.ask('import', record=record)
            self.assertTrue(made['guessed'])
            loaded = Seat(seats[0].client, made['table'])
            told = [line for line in record.split('\n') if line[:2] in ('# ', '* ', '1 ', '2 ')]
            told = [line.removeprefix('# ') for line in told if line.removeprefix('# ')[:2] in ('* ', '1 ', '2 ')]
            lines = [f'{line["seat"] or "*"} {line["move"]}' for line in loaded.lines]
            self.assertGreaterEqual(len(lines), len(told))      # moves of which nobody was told were filled in, too

    def test_a_game_goes_on_from_its_middle(self):
        for game in ('castle', 'castellan'):
            name, seats = begin(self.server, [self.client(), self.client()], table(game, 2))
            play_out(seats, stop=lambda: seats[0].number > 60)
            first = seats[0]
            record = self.server.http('GET', f'/games/{name}.txt')[2].decode()
            made = first.client.ask('import', record=record, who=[{'kind': 'me'}, {'kind': 'me'}])
            self.assertTrue(made['guessed'])
            copy = Seat(first.client, made['table'])
            self.assertEqual(copy.told['state'], 'running')
            first.catch_up()        # the other one may have moved last
            own, other = (first.client.ask('positions', table=where, **{'from': number}, count=1, seat=0)['positions'][0]['position']
                          for where, number in ((name, first.number), (made['table'], copy.number)))
            self.assertEqual(own['points'], other['points'])
            for before, after in zip(own['view']['players'], other['view']['players']):     # as many cards, pieces and points
                self.assertEqual({k: v for k, v in before.items() if k != 'cards'}, {k: v for k, v in after.items() if k != 'cards'})


if __name__ == '__main__':
    unittest.main(warnings='ignore')
