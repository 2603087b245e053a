"""test_strangers.py: what strangers, and other people on the same machine, cannot do to a server."""
import os
import stat
import unittest

from base import PROGRAM, WithFolder, WithServer, only_sqlite, run, store
from playing import Seat, begin, play_out
from ws import Server, table

LEVELS = 6


class Store:
    """What the tests do to the database of a server."""

    @property
    def file(self):
        return os.path.join(self.folder, 'castellany.db')

    def store(self, sql, *values):
        return store.query(self.folder, sql, *values)


class Chairs(WithServer, Store):
    def test_levels_that_there_are_not(self):
        a = self.client()
        for chair in ({'kind': 'open', 'level': 200}, {'kind': 'open', 'level': 3}, {'kind': 'me', 'level': 250}, {'kind': 'me', 'level': 1},
                      {'kind': 'me', 'level': -1}, {'kind': 'open', 'level': 'high'}, {'kind': 'computer', 'level': 0},
                      {'kind': 'computer', 'level': LEVELS + 1}, {'kind': 'computer', 'level': 256 + 3}, {'kind': 'computer', 'level': 2.5},
                      {'kind': 'computer', 'level': '3'}, {'kind': 'computer'}):
            for who in ([chair, {'kind': 'me'}], [{'kind': 'me'}, chair]):
                self.assertIn(a.refused('create', **table('castle', 2, who=who, start=True)), ('missing', 'limit'), chair)
        self.assertEqual(a.ask('list', what='mine')['tables'], [])

    def test_each_kind_is_what_it_says(self):
        a = self.client()
        chairs = a.watch(a.ask('create', **table('null', 3, who=[{'kind': 'me'}, {'kind': 'open'}, {'kind': 'computer', 'level': LEVELS}]))['table'])
        kinds = [chair['player'] and chair['player']['kind'] for chair in chairs['chairs']]
        self.assertEqual(kinds, ['guest', None, 'computer'])
        self.assertEqual(chairs['chairs'][2]['player']['level'], LEVELS)


class Developers(WithFolder):
    def test_their_game_is_not_for_strangers(self):
        server = Server(PROGRAM, self.folder, null=False)
        self.addCleanup(server.stop)
        a = server.client()
        self.addCleanup(a.close)
        self.assertEqual(a.refused('create', **table('null', 2)), 'unknown')
        for game, code in (('null', 'illegal'), ('castle', None)):
            self.assertEqual(a.refused('import', record=run('random', game, '2', '1').stdout), code)
            self.assertEqual(a.refused('create', **table(game, 2)), code and 'unknown')


class Starts(WithFolder, Store):
    def begin(self, **more):
        server = Server(PROGRAM, self.folder, **more)
        self.addCleanup(lambda: server.process.poll() is None and server.kill())
        return server

    def test_a_store_with_levels_that_there_are_not(self):
        """A store with such levels must not make every start of the server fail."""
        server = self.begin()
        a = server.client()
        names = [a.ask('create', **table('null', 2, who=[{'kind': 'computer', 'level': 1}, {'kind': 'me'}], options=['first=2'], start=True))['table']
                 for _ in range(3)]
        server.stop()
        for level in (0, 200, -3):
            self.store('UPDATE chairs SET level = ?', level)
            server = self.begin()
            b = server.client(cookie=a.cookie)
            self.assertEqual(len(b.ask('list', what='mine')['tables']), len(names))
            seat = Seat(b, names.pop())
            self.assertEqual(seat.told['chairs'][0]['player']['level'], LEVELS if level > 0 else 1)
            play_out([seat])
            self.assertEqual(server.stop()[0], 0)
            names.insert(0, seat.table)

    @only_sqlite
    def test_chairs_that_cannot_be_read(self):
        """If the disk fails for a while, the server does not show or store a table with empty chairs."""
        server = self.begin()
        a = server.client()
        name = a.ask('create', **table('null', 2, who=[{'kind': 'me'}] * 2, start=True))['table']
        self.assertEqual(server.stop()[0], 0)
        (root,), = self.store("SELECT rootpage FROM sqlite_master WHERE name = 'chairs'")
        (size,), = self.store('PRAGMA page_size')
        with open(self.file, 'r+b') as file:
            file.seek((root - 1) * size)
            before = file.read(size)
            file.seek((root - 1) * size)
            file.write(b'\xff' * size)
        server = self.begin()
        b = server.client(cookie=a.cookie)
        self.assertEqual(b.refused('watch', table=name), 'store')
        code, log = server.stop()
        self.assertEqual(code, 0, log)
        self.assertIn('event=store ', log)
        with open(self.file, 'r+b') as file:
            file.seek((root - 1) * size)
            file.write(before)
        server = self.begin()
        seat = Seat(server.client(cookie=a.cookie), name)
        self.assertEqual(seat.mine, [1, 2])
        play_out([seat])
        self.assertEqual(server.stop()[0], 0)

    def modes(self):
        """Of the files of the store; test_admin.py looks at the owner's socket."""
        return {file: stat.S_IMODE(os.stat(os.path.join(self.folder, file)).st_mode) for file in os.listdir(self.folder) if file != 'admin.sock'}

    @only_sqlite
    def test_nobody_else_reads_the_store(self):
        os.chmod(self.folder, 0o755)
        private = {'castellany.db': 0o600, 'castellany.db-wal': 0o600, 'castellany.db-shm': 0o600}
        server = self.begin(preexec_fn=lambda: os.umask(0o022))
        server.client().ask('create', **table('null', 2))
        self.assertEqual(self.modes(), private)
        server.kill()                                                       # a killed server leaves all three files
        for file in private:
            os.chmod(os.path.join(self.folder, file), 0o644)
        server = self.begin(preexec_fn=lambda: os.umask(0o022))
        server.client().ask('create', **table('null', 2))
        self.assertEqual(self.modes(), private)
        server.stop()
        os.chmod(self.file, 0o640)                                          # the administrator may give more rights
        server = self.begin(preexec_fn=lambda: os.umask(0o022))
        server.client().ask('create', **table('null', 2))
        self.assertEqual(set(self.modes().values()), {0o640})
        server.stop()


class Results(WithServer):
    def test_who_resigned_has_lost(self):
        """A game of two ends when somebody resigns, who has lost even with more points; the record says so."""
        a, b = self.client(), self.client()
        name, (mine, other) = begin(self.server, [a, b], table('null', 2, undo='none', options=['first=1']))
        for seat, stones in ((mine, 2), (other, 1), (mine, 2), (other, 1), (mine, 2)):
            seat.catch_up()
            seat.move(f'take {stones}')
            for both in (mine, other):
                both.after()
        a.ask('resign', table=name, seat=1)
        for seat in (mine, other):
            while not seat.over():
                self.assertTrue(seat.handle_next())
            self.assertGreater(*seat.position['points'])
            self.assertEqual((seat.position['winners'], seat.position['turn'], seat.position['moves']), ([2], [], []))
        for do, more in (('leave', {}), ('resign', {'seat': 2}), ('move', {'number': other.number, 'seat': 2, 'move': 'take 1'})):
            self.assertEqual(b.refused(do, table=name, **more), 'not_running')
        record = self.server.http('GET', f'/games/{name}.txt', headers={'Cookie': 'castellany=' + a.cookie})[2].decode()
        self.assertTrue(record.endswith('# resigned 1\n'), record)
        seen = Seat(b, b.ask('import', record=record)['table'])
        self.assertEqual((seen.told['state'], seen.position['winners']), ('over', [2]))
        self.assertTrue(seen.told['chairs'][0]['resigned'])

    def test_who_resigned_hands_over_among_more(self):
        """Among three a computer plays on; the game ends when nobody is left to play against."""
        people = [self.client() for _ in range(3)]
        name, seats = begin(self.server, people, table('null', 3, undo='none', options=['first=1']))
        people[0].ask('resign', table=name, seat=1)
        seats[1].until(seats[1].number + 1)                     # the computer has moved
        self.assertFalse(seats[1].over())
        people[2].ask('resign', table=name, seat=3)
        while not seats[1].over():
            self.assertTrue(seats[1].handle_next())
        self.assertEqual(seats[1].position['winners'], [2])


if __name__ == '__main__':
    unittest.main(warnings='ignore')
