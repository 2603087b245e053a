"""test_large.py: a store with the games of years. Nobody waits for what somebody else looks for in it."""
import json
import os
import select
import shutil
import sqlite3
import tempfile
import time
import unittest

from base import PROGRAM, WithFolder, only_sqlite
from playing import Seat, play_out
from ws import Server, table

GAMES = 60000


@only_sqlite
class Large(WithFolder):
    @classmethod
    def setUpClass(cls):
        cls.made = tempfile.mkdtemp(prefix='castellany-')
        cls.addClassCleanup(shutil.rmtree, cls.made, ignore_errors=True)
        server = Server(PROGRAM, cls.made)
        a = server.client()
        name = a.ask('create', **table('null', 2, who=[{'kind': 'me'}] * 2, start=True))['table']
        play_out([Seat(a, name)])
        cls.cookie, cls.player = a.cookie, a.ask('hello')['player']['id']
        a.close()
        server.stop()
        database = sqlite3.connect(os.path.join(cls.made, 'castellany.db'))
        for kind, key in (('tables', 'id'), ('chairs', 'tab')):
            columns = [row[1] for row in database.execute(f'PRAGMA table_info({kind})')]
            database.execute(f'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {GAMES}) INSERT INTO {kind} SELECT '
                             + ', '.join(f'{column} - n.i' if column == key else column for column in columns) + f' FROM {kind}, n')
        database.commit()
        database.close()

    def setUp(self):
        super().setUp()
        shutil.copy(os.path.join(self.made, 'castellany.db'), self.folder)
        self.server = Server(PROGRAM, self.folder)
        self.addCleanup(lambda: self.server.process.poll() is None and self.server.kill())

    def overtakes(self, do, **members):
        """Whether a small question of somebody else, asked after this one, is answered before it."""
        one, other = self.server.client(cookie=self.cookie), self.server.client()
        one.ask('hello')
        other.ask('hello')
        large = one.start(do, **members)
        time.sleep(0.005)
        small = other.start('hello')
        first = select.select([one.socket, other.socket], [], [], 20)[0]
        other.answer(small)
        answer = one.answer(large)
        one.close()
        other.close()
        return first == [other.socket], answer

    def test_nobody_waits_for_a_search(self):
        for do, members, told in (('profile', {'player': self.player}, 'played'), ('meetings', {'player': self.player}, 'played'),
                                  ('search', {'player': self.player, 'game': 'castle'}, 'tables')):
            tries = [self.overtakes(do, **members) for _ in range(4)]
            self.assertTrue(any(first for first, _ in tries), do)
            self.assertIn(told, tries[0][1])
        self.assertEqual(tries[0][1]['tables'], [])
        self.assertEqual(self.overtakes('profile', player=self.player)[1]['played'][0]['games'], 2 * (GAMES + 1))      # both chairs
        self.assertEqual(self.server.stop()[0], 0)

    def test_a_search_does_not_delay_the_end(self):
        clients = [self.server.client() for _ in range(20)]
        for client in clients:
            client.ask('hello')
            client.start('profile', player=self.player)
        begin = time.time()
        code, log = self.server.stop()
        self.assertEqual(code, 0, log)
        self.assertNotIn('level=error', log)
        self.assertLess(time.time() - begin, 10)
        for client in clients:
            client.close()

    def test_all_is_exported_and_an_account_ends(self):
        status, _, text = self.server.http('GET', '/api/export', headers={'Cookie': 'castellany=' + self.cookie})
        self.assertEqual(status, 200, text[:200])
        self.assertEqual(len(json.loads(text)['tables']), GAMES + 1)
        self.assertEqual(self.server.http('POST', '/api/delete', {}, headers={'Cookie': 'castellany=' + self.cookie})[0], 200)
        self.assertEqual(self.server.http('GET', '/healthz')[0], 200)
        self.assertEqual(self.server.stop()[0], 0)


if __name__ == '__main__':
    unittest.main(warnings='ignore')
