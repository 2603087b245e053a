"""test_rooms.py: tables in unusual situations: requests sent together, a start without a box, a stop in a pause, seats left."""
import os
import shutil
import unittest

from base import PROGRAM, WithFolder, WithServer, only_sqlite, store
from playing import Seat, begin, play_out
from test_games import ROOT, keep_cards
from ws import ME, Server, table


class Together(WithServer):
    """Several requests that a client sends before it has an answer."""

    def test_everybody_hears_of_two_moves(self):
        a, b = self.client(), self.client()
        name, (seat, other) = begin(self.server, [a], table('null', 2, who=[ME, ME], start=True), [b])
        number = seat.number
        requests = [a.start('move', table=name, number=number + i, seat=i + 1, move='take 1') for i in range(2)]
        self.assertEqual([a.answer(request)['number'] for request in requests], [number + 1, number + 2])
        while other.number < number + 2:        # another node may read both at once
            other.after()


class Left(WithServer):
    """Undo at tables that somebody has left or where somebody resigned."""

    def setUp(self):
        super().setUp()
        self.name, (self.first, self.second) = begin(self.server, [self.client(), self.client()], table('null', 2))
        self.first.move('take 1')
        self.second.after()
        self.second.move('take 1')
        self.first.until(4)
        self.back = {'table': self.name, 'number': 4, 'to': 2}

    def test_who_resigned_is_not_asked_and_takes_nothing_back(self):
        people = [self.client() for _ in range(3)]
        name, (first, second, third) = begin(self.server, people, table('null', 3, options=['first=1']))
        first.move('take 1')
        first.after()
        back = {'table': name, 'number': first.number, 'to': first.number - 1}
        people[1].ask('resign', table=name, seat=2)
        third.until(first.number + 1)               # the computer has moved
        self.assertEqual(people[1].refused('undo', table=name, number=third.number, to=third.number - 1), 'not_allowed')
        people[0].ask('undo', table=name, number=third.number, to=back['to'])
        asked = people[2].next_message('undo_asked')
        self.assertEqual(people[1].refused('answer', table=name, to=asked['to'], yes=False), 'not_allowed')
        people[2].ask('answer', table=name, to=asked['to'], yes=True)
        self.assertTrue(people[0].next_message('undone'))

    def test_who_left_takes_nothing_back(self):
        self.second.client.ask('leave', table=self.name)
        self.assertEqual(self.second.client.refused('undo', **self.back), 'not_allowed')
        self.second.client.ask('sit', table=self.name, seat=2)
        self.second.client.ask('undo', table=self.name, number=4, to=3)
        self.assertTrue(self.first.client.next_message('undone'))

    def test_who_is_away_is_asked(self):
        self.second.client.ask('leave', table=self.name)
        self.first.client.ask('undo', **self.back)
        self.assertEqual(self.second.client.next_message('undo_asked')['to'], 2)
        self.first.catch_up()
        self.assertEqual(self.first.number, 4)
        self.second.client.ask('answer', table=self.name, to=2, yes=True)
        self.first.until(2)


class Slow(WithServer):
    """Games for people who come once a day."""

    def test_a_reply_is_told_to_nobody_else(self):
        a, b = self.client(), self.client()
        name, seats = begin(self.server, [a, b], table('castelli', 2, options=['battle'], clock={'kind': 'move', 'seconds': 86400}))
        self.assertEqual((seats[1].told['replies'], seats[1].told['replied']), (['ask', 'never', 'castle'], ['ask']))
        watching = self.client()
        self.assertNotIn('replies', watching.watch(name))
        for other in (a, watching):
            while other.next_message('seating', table=name, timeout=0.3):       # who has come, also to another node
                pass
            other.news.clear()
        b.ask('reply', table=name, seat=2, reply='castle')
        for other in (a, watching):
            other.ask('hello')                  # when this answer is here, all messages sent before it are here too
            self.assertIsNone(other.next_message('moved', 'pause', 'table', 'seating', table=name, timeout=0))
        self.assertEqual(b.watch(name)['replied'], ['castle'])
        self.assertEqual(a.watch(name)['replied'], ['ask'])
        self.assertEqual(a.refused('reply', table=name, seat=2, reply='never'), 'not_yours')
        self.assertEqual(a.refused('reply', table=name, seat=1, reply='often'), 'illegal')
        name, _ = begin(self.server, [a, b], table('castelli', 2))
        self.assertEqual(a.refused('reply', table=name, seat=1, reply='castle'), 'illegal')     # no castle is taken without Battle
        name, seats = begin(self.server, [a, b], table('null', 2))
        self.assertNotIn('replies', seats[0].told)
        self.assertEqual(a.refused('reply', table=name, seat=1, reply='never'), 'illegal')

    def rows(self, client):
        return {row['table']: row for row in client.ask('unfinished')['tables']}

    def test_all_that_waits(self):
        """Games that are not over, with what they ask; and rematches."""
        a, b = self.client(), self.client()
        slow, (first, second) = begin(self.server, [a, b], table('null', 2, options=['first=1'], clock={'kind': 'move', 'seconds': 86400}))
        row = self.rows(a)[slow]
        self.assertTrue(row['waiting'])
        self.assertAlmostEqual(row['ends'], row['changed'] + 86400000, delta=5000)
        self.assertFalse(self.rows(b)[slow]['waiting'])
        self.assertNotIn('ends', self.rows(b)[slow])
        ends = a.ask('holiday', days=3)['until']
        for _ in range(100):
            if 'ends' not in self.rows(a)[slow]:
                break
        self.assertNotIn('ends', self.rows(a)[slow])            # the clock stands still
        self.assertGreater(ends, row['ends'])
        over = a.ask('create', **table('null', 2, who=[ME, ME], start=True))['table']
        a.ask('resign', table=over, seat=1)
        self.assertEqual({row['table'] for row in a.ask('list', what='mine')['tables']}, {slow, over})
        self.assertEqual(set(self.rows(a)), {slow})             # without games that are over, so however many these are
        first.move('take 1')
        second.after()
        second.move('take 1')
        first.until(4)
        a.ask('undo', table=slow, number=4, to=2)
        self.assertEqual(self.rows(b)[slow]['asks'], 'undo')
        self.assertNotIn('asks', self.rows(a)[slow])
        a.ask('resign', table=slow, seat=1)
        self.assertNotIn(slow, self.rows(b))
        again = a.ask('rematch', table=slow)['table']
        self.assertEqual([chair['mine'] for chair in self.rows(b)[again]['chairs']], [False, False])
        b.ask('join', table=again, seat=1)
        self.assertEqual(self.rows(a)[again]['asks'], 'start')
        self.assertEqual(a.refused('unfinished', before='x'), 'no_table')


class Restarted(WithFolder):
    def server(self):
        server = Server(PROGRAM, self.folder)
        self.addCleanup(lambda: server.process.poll() is None and server.kill())
        return server

    def change(self, sql):
        return store.query(self.folder, sql)

    @only_sqlite    # a server without the box does not start on PostgreSQL
    def test_one_start_without_the_box(self):
        boxes, away = os.path.join(self.folder, 'boxes'), os.path.join(self.folder, 'away')
        os.makedirs(boxes)
        shutil.copy(os.path.join(ROOT, 'data', 'box', 'null.json'), os.path.join(boxes, 'mine.json'))
        server = self.server()
        a = server.client()
        name = a.ask('create', **table('null', 2, options=['box=mine'], who=[ME, ME], start=True))['table']
        server.stop()
        os.rename(boxes, away)
        server = self.server()
        self.assertEqual(server.client().watch(name)['state'], 'suspended')
        self.assertIn('event=suspended', server.stop()[1])
        self.assertEqual(self.change('SELECT state, reason FROM tables'), [(1, '')])
        os.rename(away, boxes)
        server = self.server()
        play_out([Seat(server.client(cookie=a.cookie), name)])
        server.stop()

    def play_until_asked(self, seats):
        """Plays until a seat is asked for a reaction. Returns its index in the list, or None if the game ends before."""
        while not seats[0].over():
            mover = next(seat for seat in seats if seat.position['moves'])
            if 'pass' in mover.position['moves'] and mover.position['view']['phase'] == 'steward':
                return seats.index(mover)
            mover.move(keep_cards(mover))
            for seat in seats:
                seat.after()
        return None

    def test_a_stop_while_somebody_is_asked(self):
        """After a restart the others see a pause again, and not which seat is asked."""
        server = self.server()
        clients = [server.client() for _ in range(2)]
        asked = None
        while asked is None:
            name, seats = begin(server, clients, table('castelli', 2))
            asked = self.play_until_asked(seats)
        number = seats[asked].number
        server.stop()
        self.change('UPDATE tables SET reaction = 30000')
        server = self.server()
        watching = Seat(server.client(), name)
        self.assertLess(watching.number, number)
        self.assertEqual((watching.position['turn'], watching.handle_next()['is']), ([], 'pause'))
        self.assertFalse(watching.pauses[0][1]['reacting'])
        again = Seat(server.client(cookie=clients[asked].cookie), name)
        self.assertEqual(again.number, number)
        self.assertIn('pass', again.position['moves'])
        again.move('pass')
        watching.client.ask('hello')            # when this answer is here, all messages sent before it are here too
        self.assertIsNone(watching.client.next_message('moved', 'pause', 'table', timeout=0))
        server.stop()


if __name__ == '__main__':
    unittest.main(warnings='ignore')
