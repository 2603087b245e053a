"""test_bot.py: `castellany bot`, the reference client, at tables where things go wrong."""
import json
import os
import shutil
import socket
import subprocess
import unittest

from base import PROGRAM, WithServer, only_sqlite, run
from between import Between
from playing import Seat, play_out
from ws import ME, OPEN, Client, Server, table


class Bots(WithServer):
    def setUp(self):
        super().setUp()
        cookie = self.post('register', {'name': 'Owner', 'password': 'correct horse'})[0]
        self.token = self.post('bot', {'name': 'Ref'}, cookie)[1]['token']

    def post(self, word, body, cookie=None):
        """Sends a POST. Returns the new cookie (or "") and the answer."""
        headers = {'Cookie': 'castellany=' + cookie} if cookie else {}
        status, head, text = self.server.http('POST', '/api/' + word, body, headers)
        self.assertEqual(status, 200, text)
        return head.get('set-cookie', '').partition('castellany=')[2].partition(';')[0], json.loads(text)

    def bot(self, *arguments, port=None, host='127.0.0.1', token=None):
        bot = subprocess.Popen([PROGRAM, 'bot', '--server', f'http://{host}:{port or self.server.port}', '--token', token or self.token,
                                '--level', '1', *arguments], stderr=subprocess.PIPE, text=True)
        self.addCleanup(self.end, bot)
        return bot

    @staticmethod
    def end(bot):
        if bot.returncode is None:
            bot.kill()
            bot.communicate()

    def between(self, refuse=lambda request: None):
        between = Between(self.server.port, refuse)
        self.addCleanup(between.close)
        return between

    def assert_ends(self, bot, code, *said):
        """Asserts that the bot ends by itself with this status, and prints all of `said` (nothing if there is none)."""
        text = bot.communicate(timeout=30)[1]
        self.assertEqual(bot.returncode, code, text)
        for words in said:
            self.assertIn(words, text)
        if not said:
            self.assertEqual(text, '')

    def wait_for_bot(self, seat, chair=2):
        while not seat.told['chairs'][chair - 1]['player']:
            self.assertTrue(seat.handle_next(), 'nobody sat down')

    def refused_so_far(self):
        lines = self.server.http('GET', '/metrics')[2].decode().splitlines()
        return sum(int(line.split()[1]) for line in lines if line.startswith('castellany_refused_total{'))

    # ---- pace ----

    def test_it_is_not_too_fast(self):
        """Against a computer that moves at once, the bot must slow down: it makes more moves than a server accepts at once."""
        a = self.client()
        name = a.ask('create', **table('castellan', 2, who=[OPEN, {'kind': 'computer', 'level': 1}]))['table']
        bot = self.bot('--table', name, '--once')
        seat = Seat(a, name)
        self.wait_for_bot(seat, 1)
        a.ask('start', table=name)
        while seat.told['state'] != 'over':
            self.assertTrue(seat.handle_next(), 'the bot moves no more')
        self.assert_ends(bot, 0)
        self.assertGreater(sum(line['seat'] == 1 for line in seat.lines), 60)
        self.assertEqual(self.refused_so_far(), 0)

    def play_through(self, between, *said):
        """Lets a bot play a whole game through a relay. The bot ends with status 0 and prints `said` about the table."""
        a = self.client()
        name = a.ask('create', **table('null', 2))['table']
        bot = self.bot('--table', name, '--once', port=between.port)
        seat = Seat(a, name)
        self.wait_for_bot(seat)
        a.ask('start', table=name)
        play_out([seat])
        self.assert_ends(bot, 0, *(words.format(name) for words in said))

    def test_it_asks_again(self):
        """The bot sends a request again if the server did not handle it, or if it came too late."""
        codes = {'hello': ['rate'], 'list': ['rate', 'busy'], 'watch': ['rate', 'busy'], 'join': ['rate'],
                 'move': ['rate', 'stale', 'busy', 'not_your_turn', 'rate']}
        between = self.between(lambda request: codes[request['do']].pop(0) if codes.get(request['do']) else None)
        self.play_through(between)
        self.assertFalse(any(codes.values()), codes)

    def test_a_move_that_is_refused(self):
        """If the server calls a move illegal, the bot says so and plays on at random with the legal moves that the server sends."""
        codes = ['illegal']
        between = self.between(lambda request: codes.pop() if request['do'] == 'move' and codes else None)
        self.play_through(between, 'table {}: Refused on the way. Moving at random.')

    # ---- refusals ----

    def test_no_such_table(self):
        self.assert_ends(self.bot('--table', 'NOSUCHTABLE', '--once'), 1, 'table NOSUCHTABLE: The member "table" is "NOSUCHTABLE"; it must be the id')
        self.assert_ends(self.bot('--table', '0' * 12 + '1', '--once'), 1, f'table {"0" * 12}1: There is no such table')
        self.assert_ends(self.bot('--table', '0' * 12 + '1'), 1, 'There is no such table')
        for name in ('x' * 40, b'\xff'):
            self.assert_ends(self.bot('--table', name), 2, '--table')

    def test_no_chair(self):
        a, b = self.client(), self.client()
        full = a.ask('create', **table('null', 2, who=[ME, ME]))['table']
        self.assert_ends(self.bot('--table', full, '--once'), 1, f'table {full}: All chairs are taken.')
        a.ask('start', table=full)
        self.assert_ends(self.bot('--table', full, '--once'), 1, f'table {full}: the game has begun')
        private = b.ask('create', **table('null', 2, public=False))
        self.assert_ends(self.bot('--table', private['table'], '--invite', 'wrong', '--once'), 1, 'it is not open to you')

    def test_a_wrong_token(self):
        for token in ('0' * 32, 'nonsense'):
            self.assert_ends(self.bot('--any', '--once', token=token), 1, 'the server does not know this token')
        self.assert_ends(self.bot('--any', token='0' * 32), 1, 'the server does not know this token')

    # ---- manners ----

    def test_undo(self):
        """The bot agrees when another player asks to take a move back, also after a draw or a roll."""
        a = self.client()
        name = a.ask('create', **table('castle', 2, undo='consent'))['table']
        bot = self.bot('--table', name, '--once')
        seat = Seat(a, name)
        self.wait_for_bot(seat)
        a.ask('start', table=name)
        self.play_until(seat, lambda: any(line['seat'] == 2 for line in seat.lines))
        to = [line['number'] for line in seat.lines if line['seat'] == 1][-1]
        a.ask('undo', table=name, number=seat.number, to=to)
        while (message := seat.handle_next()) and message['is'] != 'undone':
            pass
        self.assertTrue(message, 'the bot does not answer')
        self.assertEqual(seat.number, to)
        play_out([seat], patience=60)
        self.assert_ends(bot, 0)

    def play_until(self, seat, stop):
        """Plays until `stop` is true and the seat is to move again, so that the bot has no move to make."""
        while True:
            while not seat.position or not seat.position['moves']:
                self.assertTrue(seat.handle_next(), 'the bot does not move')
            if stop():
                return
            number = seat.number
            seat.move(seat.position['moves'][0])
            while seat.number == number:
                self.assertTrue(seat.handle_next())

    def test_it_takes_one_chair(self):
        """When its connection is cut, the bot comes back to its chair and takes no second one."""
        between = self.between()
        a, b = self.client(), self.client()
        name = a.ask('create', **table('null', 3))['table']
        bot = self.bot('--table', name, '--once', port=between.port)
        seat = Seat(a, name)
        self.wait_for_bot(seat)
        between.cut()
        self.assertTrue(between.wait(lambda asked: [r['do'] for r in asked].count('watch') == 2))
        b.ask('join', table=name)
        a.ask('start', table=name)
        play_out([seat, Seat(b, name)])
        self.assert_ends(bot, 0)
        self.assertEqual([r['do'] for r in between.asked].count('join'), 1)

    # ---- tables of others ----

    def test_games_of_others_do_not_end_it(self):
        a, b, c = self.client(), self.client(), self.client()
        other = a.ask('create', **table('null', 2))['table']
        b.ask('join', table=other)
        own = c.ask('create', **table('null', 2))['table']
        seat = Seat(c, own)
        bot = self.bot('--any', '--once')
        self.wait_for_bot(seat)
        a.ask('start', table=other)
        play_out([Seat(a, other), Seat(b, other)])
        c.ask('start', table=own)
        play_out([seat])
        self.assert_ends(bot, 0)

    def test_a_chair_that_was_taken_before(self):
        """If a chair is taken before the bot gets it, the bot stops watching that table and plays where it has a chair."""
        a, b, c = self.client(), self.client(), self.client()
        other = a.ask('create', **table('null', 2))['table']
        between = self.between(lambda request: 'full' if request['do'] == 'join' and request['table'] == other else None)
        bot = self.bot('--any', '--once', port=between.port)
        self.assertTrue(between.wait(lambda asked: any(r['do'] == 'unwatch' and r['table'] == other for r in asked)))
        own = c.ask('create', **table('null', 2))['table']
        seat = Seat(c, own)
        self.wait_for_bot(seat)
        b.ask('join', table=other)
        a.ask('start', table=other)
        play_out([Seat(a, other), Seat(b, other)])
        c.ask('start', table=own)
        play_out([seat])
        self.assert_ends(bot, 0, f'table {other}: Refused on the way.')

    def test_it_looks_at_no_finished_game(self):
        """A connection may watch 64 tables, so the bot must stop watching tables whose games are over."""
        between = self.between()
        a = self.client()
        self.bot('--any', port=between.port)
        for _ in range(2):
            name = a.ask('create', **table('null', 2))['table']
            seat = Seat(a, name)
            self.wait_for_bot(seat)
            a.ask('start', table=name)
            play_out([seat])
            self.assertTrue(between.wait(lambda asked: any(r['do'] == 'unwatch' and r['table'] == name for r in asked)))

    # ---- other servers ----

    def restart(self, *arguments):
        code, log = self.server.stop()
        self.assertEqual(code, 0, log)
        self.server = Server(PROGRAM, self.folder, *arguments)

    def test_a_box_that_it_does_not_have(self):
        """Without the box the bot could only move at random. It does not sit down at such a table, and leaves one."""
        root = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..')
        os.mkdir(os.path.join(self.folder, 'boxes'))
        shutil.copy(os.path.join(root, 'data', 'box', 'castle.json'), os.path.join(self.folder, 'boxes', 'mine.json'))
        self.restart()
        a = self.client()
        name = a.ask('create', **table('castle', 2, options=['box=mine']))['table']
        self.assert_ends(self.bot('--table', name, '--once'), 1, f'table {name}: the box mine is not known here')

        between = self.between()
        bot = self.bot('--any', '--once', port=between.port)
        self.assertTrue(between.wait(lambda asked: any(r['do'] == 'unwatch' and r['table'] == name for r in asked)))
        usual = a.ask('create', **table('castle', 2))['table']
        seat = Seat(a, usual)
        self.wait_for_bot(seat)
        self.assertIsNone(Seat(a, name).told['chairs'][1]['player'])
        a.ask('start', table=usual)
        play_out([seat], patience=60)
        self.assert_ends(bot, 0, f'table {name}: the box mine is not known here')

        chair = Client(self.server.port, token=self.token)
        chair.ask('join', table=name)
        chair.close()
        a.ask('start', table=name)
        seat = Seat(a, name)
        self.assert_ends(self.bot('--table', name, '--once'), 1, f'table {name}: the box mine is not known here', 'leaving it')
        while not seat.told['chairs'][1]['computer']:
            self.assertTrue(seat.handle_next())
        play_out([seat], patience=60)

    def test_ipv6(self):
        try:
            socket.create_server(('::1', 0), family=socket.AF_INET6).close()
        except OSError:
            self.skipTest('this machine has no IPv6')
        self.restart('--listen', '[::1]:0')
        a = Client(self.server.port, host='::1')
        self.addCleanup(a.close)
        name = a.ask('create', **table('null', 2))['table']
        bot = self.bot('--table', name, '--once', host='[::1]')
        seat = Seat(a, name)
        self.wait_for_bot(seat)
        a.ask('start', table=name)
        play_out([seat])
        self.assert_ends(bot, 0)

    def test_addresses(self):
        for url in ('[::1]', 'http://', 'http://[::1', 'http://[]:80', 'http://[::1]80', 'http://[::1]:', 'http://[::1]:0', 'http://a:x',
                    'ftp://a'):
            got = run('bot', '--server', url, '--token', 'x', '--once', timeout=20)
            self.assertEqual(got.returncode, 2, url)
            self.assertIn('--server takes', got.stderr)


if __name__ == '__main__':
    unittest.main(warnings='ignore')
