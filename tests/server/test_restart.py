"""test_restart.py: what a server that is stopped and started again keeps, and whom its end waits for."""
import time
import unittest

from base import PROGRAM, WithServer, one_node, store
from playing import Seat, begin, play_out, without_events
from ws import ME, OPEN, Closed, Refused, Server, computer, table


class Restart(WithServer):
    """A server that stops and starts again goes on where it was."""

    def test_everything_is_there_again(self):
        a, b = self.client(), self.client()
        name, (first, second) = begin(self.server, [a, b], table('castelli', 3, who=[ME, OPEN, computer(1)], options=['battle']))
        play_out([first, second], stop=lambda: first.number > 30)
        a.ask('chat', table=name, text='back soon')
        a.ask('settings', settings={'sound': False})
        for seat in (first, second):
            seat.catch_up()
        code, log = self.server.stop()
        self.assertEqual(code, 0, log)
        self.server = Server(PROGRAM, self.folder)
        a, b = self.client(cookie=a.cookie), self.client(cookie=b.cookie)
        self.assertEqual(a.ask('hello')['settings'], {'sound': False})
        self.assertEqual([row['table'] for row in a.ask('list', what='mine')['tables']], [name])
        again = [Seat(a, name), Seat(b, name)]
        self.assertEqual([without_events(line) for line in again[0].lines[:len(first.lines)]], [without_events(line) for line in first.lines])
        self.assertEqual(again[0].told['options'], ['battle'])
        self.assertEqual([line['text'] for line in again[0].told['chat']], ['back soon'])
        play_out(again)


    def test_a_table_that_was_left(self):
        """After a restart, a table that was left before its start is still suspended for that reason."""
        a = self.client()
        name = a.ask('create', **table('null', 2, options=['first=random']))['table']
        a.ask('leave', table=name)
        self.assertEqual(self.server.stop()[0], 0)
        self.server = Server(PROGRAM, self.folder)
        told = self.client().watch(name)
        self.assertEqual((told['state'], told['reason'], told['position']), ('suspended', 'left', None))

    def test_not_for_ever_back(self):
        """After too many undos a table allows no more of them, and the game goes on."""
        a = self.client()
        name, (seat,) = begin(self.server, [a], table('null', 2, who=[ME, ME], undo='free', start=True))
        seat.move('take 1')
        seat.after()
        a.ask('undo', table=name, number=seat.number, to=seat.number - 1)
        self.server.stop()
        tab, last = store.query(self.folder, 'SELECT MAX(tab), MAX(number) FROM entries')[0]
        store.query(self.folder, 'INSERT INTO entries (tab, number, actor, move, made) VALUES ' +
                    ', '.join(f"({tab}, {n}, 'u', '2', 0)" for n in range(last + 1, 10000)))
        self.server = Server(PROGRAM, self.folder)
        a = self.client(cookie=a.cookie)
        seat = Seat(a, name)
        seat.move('take 1')
        seat.after()
        self.assertEqual(a.refused('undo', table=name, number=seat.number, to=seat.number - 1), 'limit')
        play_out([seat])

    def moves_of_computers(self):
        return int(self.server.http('GET', '/metrics')[2].decode().split('\ncastellany_bot_moves_total ')[1].split('\n')[0])

    @one_node
    def test_a_stop_waits_for_no_computer(self):
        """Computers that think finish their move. Computers that wait for a thread do not begin."""
        a = self.client()
        for _ in range(48):
            a.ask('create', **table('castelli', 4, who=[computer(6)] * 4, start=True))
        begin_at, moves = time.time(), self.moves_of_computers()
        while self.moves_of_computers() < moves + 6:
            time.sleep(0.1)
        each = (time.time() - begin_at) / (self.moves_of_computers() - moves)
        begin_at = time.time()
        self.assertEqual(self.server.stop()[0], 0)
        self.assertLess(time.time() - begin_at, 48 * each / 2 + 0.5)
        self.server = Server(PROGRAM, self.folder)

    def test_a_stop_between_a_move_and_its_answer(self):
        """A stop is clean, and a move that was acknowledged before it is there afterwards."""
        a = self.client()
        name, (seat,) = begin(self.server, [a], table('castle', 2, who=[ME, ME], start=True))
        for _ in range(5):
            request = a.start('move', table=name, number=seat.number, seat=seat.position['seat'], move=seat.position['moves'][0])
            self.server.process.terminate()
            try:
                acknowledged = a.answer(request)['number']
            except (Closed, Refused):
                acknowledged = seat.number
            self.assertEqual(self.server.stop()[0], 0)
            self.server = Server(PROGRAM, self.folder)
            a = self.client(cookie=a.cookie)
            seat = Seat(a, name)
            self.assertGreaterEqual(seat.number, acknowledged)


if __name__ == '__main__':
    unittest.main(warnings='ignore')
