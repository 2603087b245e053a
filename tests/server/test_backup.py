"""test_backup.py: backups taken under load, what restoring refuses, and a store that belongs to another user."""
import json
import os
import re
import sqlite3
import stat
import threading
import unittest

from base import PROGRAM, WithFolder, only_sqlite, run
from playing import Seat, begin
from ws import Refused, Server, table


@only_sqlite
class Backup(WithFolder):
    def setUp(self):
        super().setUp()
        self.data, self.file = os.path.join(self.folder, 'data'), os.path.join(self.folder, 'copy.db')
        self.restored = os.path.join(self.folder, 'restored')

    def backup(self, code=0):
        done = run('backup', self.data, self.file, timeout=60)
        self.assertEqual(done.returncode, code, done.stderr)
        return done.stderr

    def restore(self, code=0, file=None, folder=None, **more):
        done = run('restore', file or self.file, folder or self.restored, timeout=60, **more)
        self.assertEqual(done.returncode, code, done.stderr)
        return done.stderr

    def made(self):
        """A store with one table."""
        server = Server(PROGRAM, self.data)
        server.client().ask('create', **table('null', 2))
        server.stop()

    def test_a_backup_under_load_replays_every_table(self):
        server = Server(PROGRAM, self.data)
        self.addCleanup(lambda: server.process.poll() is None and server.kill())
        done, problems, known, ended, moves, cookies = threading.Event(), [], [], [], {}, {}

        def play():
            try:
                client = server.client()
                while not done.is_set():
                    game = 'castellan' if len(known) % 3 else 'null'         # which is played to its end
                    name, (seat,) = begin(server, [client], table(game, 2, who=[{'kind': 'me'}] * 2, start=True))
                    known.append(name)
                    cookies[name] = client.cookie
                    for _ in range(15 if game == 'castellan' else 100):
                        seat.catch_up()
                        if seat.over():
                            ended.append(name)
                            break
                        if seat.position['moves']:
                            moves[name] = moves.get(name, 0) + self.try_move(seat)      # that the server acknowledged
                    client.ask('unwatch', table=name)
            except (Refused, AssertionError, OSError) as problem:
                problems.append(problem)

        players = [threading.Thread(target=play) for _ in range(4)]
        for player in players:
            player.start()
        try:
            while (len(known) < 12 or len(ended) < 3) and not problems:
                done.wait(0.05)
            promised, over = dict(moves), set(ended)
            self.backup()
            after = len(known)
            while len(known) < after + 4 and not problems:      # the server goes on during and after it
                done.wait(0.05)
        finally:
            done.set()
            for player in players:
                player.join()
        self.assertEqual(problems, [])
        server.kill()
        self.assertEqual(stat.S_IMODE(os.stat(self.file).st_mode), 0o600)
        self.assertEqual(sorted(os.listdir(self.folder)), ['copy.db', 'data'])           # one file, nothing beside it
        self.restore()
        self.assertEqual(stat.S_IMODE(os.stat(os.path.join(self.restored, 'castellany.db')).st_mode), 0o600)
        again = Server(PROGRAM, self.restored)
        records = os.path.join(self.folder, 'records')
        os.mkdir(records)
        live, finished = self.tables(again, 'live'), self.tables(again, 'finished')
        self.assertGreaterEqual(len(live), 4)
        self.assertLessEqual(over, set(finished))
        self.assertLessEqual(set(promised), set(live + finished))
        for name in live + finished:
            status, _, text = again.http('GET', f'/games/{name}.txt')
            self.assertEqual(status, 200, name)
            self.assertGreaterEqual(len(re.findall(rb'(?m)^(?:# )?[12] ', text)), promised.get(name, 0), name)      # hidden ones are comments
            with open(os.path.join(records, name + '.txt'), 'wb') as file:
                file.write(text)
        checked = run('check', *(os.path.join(records, name) for name in os.listdir(records)), timeout=60)
        self.assertEqual(checked.returncode, 0, checked.stdout)
        for name in live:                                       # and it goes on
            seat = Seat(again.client(cookie=cookies[name]), name)
            seat.catch_up()
            self.assertTrue(seat.over() or self.try_move(seat), name)
        code, log = again.stop()
        self.assertEqual(code, 0, log)
        self.assertNotIn('suspended', log)

    def try_move(self, seat):
        try:
            seat.move(seat.position['moves'][0])
        except Refused as refused:
            if refused.args[0] not in ('stale', 'not_your_turn', 'not_running'):
                raise
            return False
        return True

    def tables(self, server, what):
        """The ids of a whole list."""
        ids = []
        while True:
            page = server.http('GET', f'/api/tables?list={what}' + (f'&before={ids[-1]}' if ids else ''))[2]
            self.assertIn(b'tables', page)
            rows = [row['table'] for row in json.loads(page)['tables']]
            if not rows:
                return ids
            ids += rows

    def test_a_backup_after_a_crash_has_all(self):
        server = Server(PROGRAM, self.data)
        client = server.client()
        names = {client.ask('create', **table('null', 2))['table'] for _ in range(5)}
        server.kill()
        self.backup()
        self.restore()
        again = Server(PROGRAM, self.restored)
        self.assertEqual({row['table'] for row in json.loads(again.http('GET', '/api/tables?list=open')[2])['tables']}, names)
        self.assertEqual(again.stop()[0], 0)

    def test_nothing_is_overwritten(self):
        self.made()
        with open(self.file, 'w', encoding='ascii') as file:
            file.write('mine')
        self.assertIn('exists already', self.backup(1))
        self.assertEqual(open(self.file, encoding='ascii').read(), 'mine')
        os.unlink(self.file)
        self.backup()
        self.assertIn('exists already', self.restore(1, folder=self.data))
        os.makedirs(self.restored)
        open(os.path.join(self.restored, 'castellany.db-wal'), 'w', encoding='ascii').close()
        self.assertIn('-wal exists already', self.restore(1))
        self.assertEqual(os.listdir(self.restored), ['castellany.db-wal'])

    def test_nothing_is_restored_under_a_running_server(self):
        """It would go on with the store that was moved away, and all that people play would be lost."""
        server = Server(PROGRAM, self.data)
        self.backup()
        for name in os.listdir(self.data):
            if name.startswith('castellany.db'):
                os.rename(os.path.join(self.data, name), os.path.join(self.folder, name))
        self.assertIn('is in use by another castellany', self.restore(1, folder=self.data))
        self.assertNotIn('castellany.db', os.listdir(self.data))
        server.kill()
        self.restore(folder=self.data)

    def test_only_a_sound_store_of_ours_is_restored(self):
        self.made()
        self.assertIn('is missing', run('backup', self.folder, self.file).stderr)
        self.assertIn('No such file', self.restore(1))
        with open(self.file, 'wb') as file:
            file.write(b'no database at all' * 100)
        self.assertIn('not a database', self.restore(1))
        os.unlink(self.file)
        database = sqlite3.connect(self.file)
        database.execute('CREATE TABLE theirs (x)')
        database.commit()
        database.close()
        self.assertIn('another program', self.restore(1))
        os.unlink(self.file)
        self.backup()
        with open(self.file, 'r+b') as file:
            size = file.seek(0, 2)
            for at in range(4096 + 8, size, 4096):
                file.seek(at)
                file.write(b'\xff' * 200)
        self.assertIn(f'{self.file} is damaged', self.restore(1))
        os.unlink(self.file)
        self.backup()
        database = sqlite3.connect(self.file)
        database.execute('UPDATE schema_version SET version = 99')
        database.commit()
        database.close()
        self.assertIn('newer castellany', self.restore(1))
        self.assertFalse(os.path.exists(os.path.join(self.restored, 'castellany.db')))

    @unittest.skipUnless(os.geteuid() == 0, 'only root can be another user')
    def test_the_folder_s_owner_gets_the_store(self):
        self.made()
        self.backup()
        os.mkdir(self.restored)
        os.chown(self.restored, 65534, 65534)
        self.restore()
        about = os.stat(os.path.join(self.restored, 'castellany.db'))
        self.assertEqual((about.st_uid, stat.S_IMODE(about.st_mode)), (65534, 0o600))
        os.chmod(self.folder, 0o755)
        os.chmod(self.file, 0o644)
        other = os.path.join(self.folder, 'other')
        os.mkdir(other)
        self.assertIn('belongs to another user', self.restore(1, folder=other, preexec_fn=lambda: os.setuid(65534)))

    @unittest.skipUnless(os.geteuid() == 0, 'only root can be another user')
    def test_a_store_of_another_user_says_what_to_do(self):
        self.made()
        os.chmod(self.folder, 0o755)
        file = os.path.join(self.data, 'castellany.db')
        for folder_mode, mode in ((0o755, 0o600), (0o755, 0o644), (0o755, 0o666), (0o777, 0o644), (0o777, 0o600)):
            os.chmod(self.data, folder_mode)
            os.chmod(file, mode)
            done = run('serve', '--listen', '127.0.0.1:0', '--data', self.data, timeout=20, preexec_fn=lambda: os.setuid(65534))
            self.assertEqual((done.returncode, done.stdout), (1, ''), (oct(folder_mode), oct(mode)))
            self.assertIn(f'cannot be written by the user nobody, who runs this; as root: chown -R nobody {self.data}', done.stderr)


if __name__ == '__main__':
    unittest.main(warnings='ignore')
