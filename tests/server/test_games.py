"""test_games.py: whole games of every kind over real sockets, and their records."""
import glob
import os
import random
import tempfile
import time
import unittest

from base import WithServer, run
from playing import Seat, begin, play_out, without_events
from ws import Client, Closed, table

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
KINDS = [('null', 3, []), ('castelli', 2, []), ('castelli', 4, ['dilemma', 'battle', 'layout=random']), ('castle', 3, []),
         ('castellan', 2, ['touch']), ('castelli-tournament', 4, ['league'])]


def golden(game):
    return sorted(glob.glob(os.path.join(ROOT, 'tests', 'castelli' if 'castelli' in game else game, '**', '*.txt'), recursive=True))


def read_record(name):
    with open(name, encoding='utf-8') as file:
        return file.read()


def moves_of(record):
    return [line.split(' ', 1) for line in record.splitlines() if line[:1] in '1234*' and line[1:2] == ' ']


def checked(record):
    """What `castellany check` prints about a record."""
    with tempfile.NamedTemporaryFile('w', suffix='.txt') as file:
        file.write(record)
        file.flush()
        return run('check', file.name)


def keep_cards(seat):
    """Chooses a move. Sells no cards, so that players can sometimes react with them."""
    moves = seat.position['moves']
    return random.choice([move for move in moves if not move.startswith('sell')] or moves)


class Golden(WithServer):
    """The golden records of the repository, loaded through the server."""

    def test_play_on_from_a_record(self):
        client = self.client()
        for game in ('castelli', 'castle', 'castellan'):
            whole = run('random', game, '2', '3').stdout
            self.assertEqual(client.refused('import', record=whole, who=[{'kind': 'me'}, {'kind': 'computer', 'level': 1}]), 'illegal')
            moves = moves_of(whole)
            cut = 40
            while moves[cut][0] != '*' or moves[cut - 1][0] == '*':  # chance is to draw where it breaks off
                cut += 1
            head = whole.split('\n')
            first = next(k for k, line in enumerate(head) if line[:1] in '12*')
            record = '\n'.join(head[:first + cut]) + '\n'
            self.assertEqual(client.refused('import', record=record, who=[{'kind': 'me'}]), 'missing')
            self.assertEqual(client.refused('import', record=record, who=[{'kind': 'open'}, {'kind': 'open'}]), 'missing')
            made = client.ask('import', record=record, who=[{'kind': 'me'}, {'kind': 'computer', 'level': 1}])
            name = made['table']
            seat = Seat(client, name)
            self.assertEqual(seat.told['state'], 'running')
            self.assertEqual(seat.told['undo'], 'free')
            self.assertEqual(client.refused('positions', table=name, **{'from': 0}, count=1, seat=2), 'not_yours')
            play_out([seat])
            played = self.server.http('GET', f'/games/{name}.txt?invite={made["invite"]}')[2].decode()
            self.assertEqual(moves_of(played)[:cut], moves[:cut])
            self.assertTrue(checked(played))
            self.assertTrue(seat.position['winners'])

    def test_a_chair_of_a_record_waits_for_a_friend(self):
        host, friend, third = self.client(), self.client(), self.client()
        record = 'castellany 1\ngame castelli\nrules 1\nseats 2\n1 lift B1\n'
        made = host.ask('import', record=record, who=[{'kind': 'me'}, {'kind': 'open'}])
        name, invite = made['table'], made['invite']
        seat = Seat(host, name)
        self.assertEqual((seat.told['state'], seat.told['reaction']), ('running', 0))
        self.assertIsNone(seat.told['chairs'][1]['player'])
        while 2 not in seat.position['turn']:
            if seat.position['moves']:
                seat.move(keep_cards(seat))
            seat.after()
        self.assertEqual(seat.position['turn'], [2])  # it waits for whoever comes
        self.assertEqual(friend.refused('join', table=name), 'no_table')
        self.assertEqual(host.refused('move', table=name, seat=2, number=seat.number, move='pass'), 'not_yours')
        self.assertEqual(friend.ask('join', table=name, invite=invite)['seat'], 2)
        self.assertEqual(third.refused('join', table=name, invite=invite), 'not_allowed')
        while seat.told['chairs'][1]['player'] is None:
            seat.handle_next()
        play_out([seat, Seat(friend, name)])
        played = self.server.http('GET', f'/games/{name}.txt?invite={invite}')[2].decode()
        self.assertTrue(checked(played))

    def test_a_game_of_one_player_ends_when_they_leave_for_good(self):
        client, other = self.client(), self.client()
        record = 'castellany 1\ngame castelli\nrules 1\nseats 2\n1 lift B1\n'
        made = client.ask('import', record=record, who=[{'kind': 'me'}, {'kind': 'computer', 'level': 1}])
        name = made['table']
        self.assertEqual(other.refused('leave', table=name, end=True), 'no_table')
        seat = Seat(client, name)
        client.ask('leave', table=name, end=True)
        while seat.told['state'] != 'suspended':
            seat.handle_next()
        self.assertEqual(seat.told['reason'], 'left')
        self.assertNotIn(name, [row['table'] for row in client.ask('list', what='mine')['tables']])
        self.assertEqual(client.refused('leave', table=name, end=True), 'not_yours')
        shared = client.ask('create', game='castle', seats=2, options=[], who=[{'kind': 'me'}, {'kind': 'open'}], public=True,
                            clock={'kind': 'none'}, undo='free')['table']
        self.assertEqual(client.refused('leave', table=shared, end=True), 'not_running')
        other.ask('join', table=shared)
        client.ask('start', table=shared)
        self.assertEqual(client.refused('leave', table=shared, end=True), 'not_allowed')
        self.assertEqual(other.refused('leave', table=shared, end=True), 'not_allowed')

    def test_imported_records_show_every_position(self):
        client = self.client()
        for game in ('castelli', 'castle', 'castellan'):
            names = golden(game)
            self.assertTrue(names, game)
            for name in names[:3]:
                record = read_record(name)
                imported = client.ask('import', record=record)['table']
                seat = Seat(client, imported)
                self.assertEqual(seat.told['state'], 'over' if '\n= ' in record else 'suspended')
                trace = run('trace', name).stdout.splitlines()
                text = self.server.http('GET', f'/games/{imported}.txt', headers={'Cookie': 'castellany=' + client.cookie})[2]
                self.assertEqual(moves_of(text.decode()), moves_of(record))
                self.look(client, imported, trace)

    def look(self, client, imported, trace):
        """Compares points and actors with what `castellany trace` prints."""
        moves = [line.split('\t') for line in trace if not line.startswith('end')]
        start = 0
        while start < len(moves):
            got = client.ask('positions', table=imported, **{'from': start}, count=min(64, len(moves) - start), seat=0)['positions']
            for fields, past in zip(moves[start:], got):
                self.assertEqual(past['position']['number'], int(fields[0]) - 1)
                self.assertEqual(','.join(map(str, past['position']['points'])), fields[2])
                self.assertEqual(past['line']['seat'], 0 if fields[1] == '*' else int(fields[1]))
            self.assertTrue(got)
            start += len(got)


class Whole(WithServer):
    """Games from the first move to the last by scripted clients."""

    def play(self, game, seats, options, reaction=0, drop=False):
        clients = [self.client() for _ in range(seats)]
        names = [name for name in golden(game) if f'seats {seats}\n' in read_record(name)]
        script = [move for name in names[:1] for move in moves_of(read_record(name))]
        wanted = {str(s + 1): [m for a, m in script if a == str(s + 1)] for s in range(seats)}
        name, places = begin(self.server, clients, table(game, seats, options=options, reaction=reaction), [self.client()])

        def choose(seat):
            """The next move of that seat in the golden record if it is legal, else a random move."""
            moves = seat.position['moves']
            mine = wanted.get(str(seat.position['seat']), [])
            for i, move in enumerate(mine[:8]):
                if move in moves:
                    del mine[:i + 1]
                    return move
            return random.choice(moves)
        if drop:
            self.drop_while_playing(places, choose)
        made = play_out(places, choose)
        self.assertGreater(made, 0)
        time.sleep(0.1)
        for seat in places:
            seat.catch_up()
            self.assertEqual(seat.told['state'], 'over')
        record = self.server.http('GET', f'/games/{name}.txt')[2].decode()
        right = checked(record)
        self.assertEqual(right.returncode, 0, right.stderr)
        self.assertIn(', over', right.stdout)
        result = [int(n) for n in record.rstrip().splitlines()[-1].split()[1:]]
        for seat in places:
            self.assertEqual(seat.position['points'], result)

    def drop_while_playing(self, places, choose):
        """Plays some moves; after each kind of message one of the clients loses its connection and comes back."""
        for turn in range(24):
            count = len(places[0].lines)
            play_out(places, choose, stop=lambda: len(places[0].lines) > count)
            if places[0].over():
                return
            seat = places[turn % len(places)]
            before = list(seat.lines)
            seat.client.close()
            if turn % 3 == 0:       # lose it with a request on the way
                other = next((p for p in places if p is not seat and p.position['moves']), None)
                if other:
                    other.catch_up()
            seat.client = self.client(cookie=seat.client.cookie)
            if turn % 2:            # from the number it saw
                seat.client.ask('watch', table=seat.table, number=seat.number)
            else:
                seat.client.ask('watch', table=seat.table)
            self.assertTrue(seat.handle_next())
            self.assertEqual([without_events(line) for line in seat.lines[:len(before)]], list(map(without_events, before)))

    def test_every_kind(self):
        for game, seats, options in KINDS:
            with self.subTest(game=game, seats=seats, options=options):
                self.play(game, seats, options)

    def test_connections_that_break(self):
        for game, seats, options in KINDS[1:4]:
            with self.subTest(game=game):
                self.play(game, seats, options, drop=True)

    def test_with_pauses(self):
        self.play('castelli', 4, ['battle'], reaction=60)

    def test_tournament_with_pauses(self):
        self.play('castelli-tournament', 4, ['battle'], reaction=30)


class SideBySide(WithServer):
    """The two tables of a tournament: neither table has to wait for the other."""

    def phase(self, seat):
        """The phase of the seat's own table."""
        own = next(t['view'] for t in seat.position['view']['tables'] if seat.position['seat'] in (p['seat'] for p in t['view']['players']))
        return own['phase']

    def test_a_hidden_pass_at_the_other_table(self):
        """A player who saw the position before a hidden pass may still move, although the pass changed the position."""
        clients = [self.client() for _ in range(4)]
        tried = 0
        for _ in range(12):
            _, seats = begin(self.server, clients, table('castelli-tournament', 4, options=['dilemma', 'league']))
            while tried < 3 and not seats[0].over():
                tried += self.pass_and_move(seats)
                for seat in seats:
                    seat.catch_up()
                    if seat.position['moves'] and seat.client.refused('move', **self.about(seat), move=keep_cards(seat)) is None:
                        seat.after()
            if tried == 3:
                return
        self.fail(f'only {tried} such passes')

    def about(self, seat):
        return {'table': seat.table, 'number': seat.number, 'seat': seat.position['seat']}

    def pass_and_move(self, seats):
        """If a seat is asked and another seat is to move, the first passes, and the other sends a move for the position before the pass."""
        for seat in seats:
            seat.catch_up()
        asked = next((s for s in seats if 'pass' in s.position['moves'] and self.phase(s) in ('steward', 'guard')), None)
        other = next((s for s in seats if s is not asked and s.position['moves']), None)
        if not asked or not other:
            return False
        seen, moves = self.about(other), other.position['moves']
        if asked.client.refused('move', **self.about(asked), move='pass'):
            return False
        asked.after()
        other.catch_up()
        if other.number == seen['number'] or other.position['moves'] != moves:
            return False
        other.client.ask('move', **seen, move=keep_cards(other))
        other.after()
        return True


class Lost(WithServer):
    """A client loses the answer to its request. Acknowledged moves are there; a move without an answer is there once or not at all."""

    def test_a_move_sent_and_not_heard_of(self):
        a, b = self.client(), self.client()
        name, (first, second) = begin(self.server, [a, b], table('castle', 2))
        for _ in range(12):
            for seat in (first, second):
                seat.catch_up()
            seat = first if first.position['moves'] else second
            if not seat.position['moves']:
                self.assertTrue(seat.handle_next())
                continue
            number, move = seat.number, seat.position['moves'][0]
            seat.client.start('move', table=name, number=number, seat=seat.position['seat'], move=move)
            seat.client.close()
            seat.client = self.client(cookie=seat.client.cookie)
            seat.client.ask('watch', table=name, number=number)
            seat.handle_next()
            code = seat.client.refused('move', table=name, number=number, seat=seat.told['mine'][0], move=move)
            if seat.number == number:
                self.assertIn(code, (None, 'stale', 'not_your_turn'))
            else:
                self.assertEqual(seat.lines[number]['move'], move)
                self.assertIn(code, ('stale', 'not_your_turn', 'illegal', None))
            time.sleep(0.05)

    def test_a_question_to_take_back_is_asked_again_after_coming_back(self):
        a, b = self.client(), self.client()
        name, (first, second) = begin(self.server, [a, b], table('null', 2))
        first.move('take 1')
        second.after()
        second.move('take 1')
        first.until(4)
        a.ask('undo', table=name, number=4, to=2)
        self.assertEqual(b.next_message('undo_asked')['to'], 2)
        for number in (4, None):
            b.close()
            b = self.client(cookie=b.cookie)
            b.ask('watch', table=name, **({} if number is None else {'number': number}))
            self.assertEqual(b.next_message('undo_asked')['to'], 2)
        b.ask('answer', table=name, to=2, yes=True)
        self.assertEqual(b.next_message('undone')['number'], 2)

    def test_the_server_says_that_it_stops(self):
        client = Client(self.server.port)       # of two nodes the one that stops
        client.ask('hello')
        self.server.process.terminate()
        self.assertEqual(client.next_message('closing')['is'], 'closing')
        with self.assertRaises(Closed):
            client.receive()
        self.server.process.wait()


if __name__ == '__main__':
    unittest.main(warnings='ignore')
