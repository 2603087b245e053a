"""test_disk.py: a full disk, a folder that cannot be written, a port that is taken, a store from the future."""
import http.client
import os
import resource
import socket
import sqlite3
import subprocess
import time
import unittest

from base import PROGRAM, WithFolder, only_sqlite, run
from playing import Seat, begin, play_out
from ws import Refused, Server, WebSocket, table


def limited(size):
    """Lets a process write files of at most this many bytes: a disk that fills up."""
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


@only_sqlite
class Disk(WithFolder):
    def refuses(self, *arguments, data=None, **more):
        done = run('serve', '--listen', '127.0.0.1:0', '--data', data or self.folder, *arguments, timeout=20, **more)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertEqual(done.stdout, '')
        return done.stderr

    def test_a_full_disk(self):
        server = Server(PROGRAM, self.folder, preexec_fn=limited(600 * 1024))
        self.addCleanup(lambda: server.process.poll() is None and server.kill())
        a, b = server.client(), server.client()
        name, seats = begin(server, [a, b], table('castellan', 2))
        acknowledged, refused = 0, None
        while not refused:
            for seat in seats:
                seat.catch_up()
                if not seat.position['moves']:
                    continue
                try:
                    seat.move(seat.position['moves'][0])
                    acknowledged = max(acknowledged, seat.number + 1)
                except Refused as problem:
                    if problem.args[0] == 'store':
                        refused = problem
                        break
                    self.assertIn(problem.args[0], ('stale', 'not_your_turn', 'not_running'))
            if seats[0].over() and not refused:
                name, seats = begin(server, [a, b], table('castellan', 2))
                acknowledged = 0
        self.assertEqual(refused.args[0], 'store')
        self.assertEqual(server.http('GET', '/healthz')[2], b'ok\n')       # the server still answers
        record = server.http('GET', f'/games/{name}.txt')[2].decode()
        server.stop()
        with Again(self.folder) as again:
            other = again.client(cookie=a.cookie)
            seat = Seat(other, name)
            self.assertGreaterEqual(seat.number, acknowledged)
            self.assertTrue(again.http('GET', f'/games/{name}.txt')[2].decode().startswith(record.rstrip('\n')))
            play_out([seat, Seat(again.client(cookie=b.cookie), name)])

    def test_what_a_full_disk_refuses_is_not_done(self):
        server = Server(PROGRAM, self.folder, preexec_fn=limited(600 * 1024))
        self.addCleanup(lambda: server.process.poll() is None and server.kill())
        a = server.client()
        name, (seat,) = begin(server, [a], table('castellan', 2, who=[{'kind': 'me'}] * 2, start=True))
        a.ask('name', name='Before')
        a.ask('settings', settings={'sound': True})
        before = a.ask('hello')
        tables = len(a.ask('list', what='mine')['tables'])
        long = 0
        while a.refused('settings', settings={'x': 'y' * (1800 + long % 2), 'n': long}) is None:      # until nothing fits any more
            long += 1
            before = a.ask('hello')
        self.assertEqual(a.refused('settings', settings={'x': 'z' * 1900}), 'store')
        self.assertEqual(a.refused('name', name='After'), 'store')
        self.assertEqual(a.refused('chat', table=name, text='x' * 300), 'store')
        self.assertEqual(a.refused('create', **table('null', 2)), 'store')
        headers = {'Cookie': 'castellany=' + a.cookie}
        self.assertEqual(server.http('POST', '/api/register', {'name': 'After', 'password': 'correct horse'}, headers)[0], 500)
        self.assertEqual(server.http('POST', '/api/logout', {}, headers)[0], 500)
        for client in (a, server.client(cookie=a.cookie)):
            now = client.ask('hello')
            self.assertEqual((now['player'], now['settings']), (before['player'], before['settings']))
            self.assertEqual(len(client.ask('list', what='mine')['tables']), tables)
            self.assertEqual(client.watch(name)['chat'], [])
        server.stop()
        with Again(self.folder) as again:
            now = again.client(cookie=a.cookie).ask('hello')
            self.assertEqual((now['player'], now['settings']), (before['player'], before['settings']))

    def test_a_move_whose_sync_failed(self):
        """Its bytes are in the file all the same. They must not come back after a crash, for it was refused."""
        faults = os.path.join(os.path.dirname(PROGRAM), 'tests', 'server', 'libfaults.so')
        if not os.path.exists(faults):
            self.skipTest('the program was built without tests')
        trigger = os.path.join(self.folder, 'fails')
        server = Server(PROGRAM, self.folder, env={**os.environ, 'LD_PRELOAD': faults, 'CASTELLANY_SYNC_FAILS': trigger,
                                                   'ASAN_OPTIONS': 'verify_asan_link_order=0'})
        self.addCleanup(lambda: server.process.poll() is None and server.kill())
        a = server.client()
        name = a.ask('create', **table('null', 2, who=[{'kind': 'me'}] * 2, start=True))['table']
        seat = Seat(a, name)
        seat.move('take 1')
        seat.after()
        number = seat.number
        open(trigger, 'w').close()
        with self.assertRaises(Refused) as refused:
            seat.move('take 2')
        self.assertEqual(refused.exception.args[0], 'store')
        self.assertFalse(os.path.exists(trigger))
        server.kill()
        with Again(self.folder) as again:
            seat = Seat(again.client(cookie=a.cookie), name)
            self.assertEqual(seat.number, number)
            play_out([seat])

    def without_rights(self, mode):
        """Makes the folder and its files read-only. Root ignores that, so root gets arguments that run the program as another user."""
        for file in os.listdir(self.folder):
            os.chmod(os.path.join(self.folder, file), 0o444)
        os.chmod(self.folder, mode)
        self.addCleanup(os.chmod, self.folder, 0o700)
        return {'preexec_fn': lambda: os.setuid(65534)} if os.geteuid() == 0 else {}

    def test_a_folder_that_cannot_be_written(self):
        self.assertIn('castellany.db', self.refuses(**self.without_rights(0o555)))
        self.assertEqual(os.listdir(self.folder), [])

    def test_a_store_that_cannot_be_written(self):
        with Again(self.folder) as server:
            server.client().ask('create', **table('null', 2))
        before = {name: os.path.getsize(os.path.join(self.folder, name)) for name in os.listdir(self.folder)}
        self.assertIn('castellany.db', self.refuses(**self.without_rights(0o555)))
        self.assertEqual({name: os.path.getsize(os.path.join(self.folder, name)) for name in os.listdir(self.folder)}, before)
        os.chmod(self.folder, 0o700)
        for name in before:
            os.chmod(os.path.join(self.folder, name), 0o600)
        with Again(self.folder) as server:
            self.assertEqual(len(server.client().ask('list', what='open')['tables']), 1)

    def test_a_new_account_has_none_of_the_folders(self):
        with Again(os.path.join(self.folder, '.local', 'share', 'castellany')) as server:
            server.client().ask('create', **table('null', 2))
        self.assertTrue(os.path.exists(os.path.join(self.folder, '.local', 'share', 'castellany', 'castellany.db')))

    def test_no_folder(self):
        file = os.path.join(self.folder, 'file')
        open(file, 'w').close()
        self.assertIn('file', self.refuses(data=file))
        self.assertIn('Not a directory', self.refuses(data=os.path.join(file, 'a', 'b')))

    def test_not_a_store(self):
        with open(os.path.join(self.folder, 'castellany.db'), 'wb') as file:
            file.write(b'this is not a database at all' * 100)
        self.assertIn('not a database', self.refuses())

    def test_a_store_from_the_future(self):
        with Again(self.folder):
            pass
        database = sqlite3.connect(os.path.join(self.folder, 'castellany.db'))
        database.execute('UPDATE schema_version SET version = 99')
        database.commit()
        database.close()
        self.assertIn('newer castellany', self.refuses())

    def test_rows_that_make_no_sense(self):
        """A table with senseless rows is suspended and its record is kept; the server still answers."""
        with Again(self.folder) as server:
            a = server.client()
            names = [a.ask('create', **table('null', 2, who=[{'kind': 'me'}] * 2, start=True))['table'] for _ in range(2)]
            seat = Seat(a, names[0])
            seat.move('take 1')
        database = sqlite3.connect(os.path.join(self.folder, 'castellany.db'))
        database.execute("UPDATE entries SET move = 'take 9' WHERE move = 'take 1'")
        database.commit()
        database.close()
        server = Server(PROGRAM, self.folder)
        a = server.client(cookie=a.cookie)
        told = a.watch(names[0])
        self.assertEqual(told['state'], 'suspended')
        self.assertIn('entry 2', told['reason'])
        self.assertIsNone(told['position'])                                  # the server shows no half of a game
        self.assertEqual(a.refused('move', table=names[0], number=told['number'], seat=1, move='take 1'), 'suspended')
        play_out([Seat(a, names[1])])
        self.assertIn('event=suspended', server.stop()[1])
        rows = sqlite3.connect(os.path.join(self.folder, 'castellany.db')).execute('SELECT COUNT(*) FROM entries').fetchone()[0]
        self.assertGreaterEqual(rows, 3)

    def test_two_servers_on_one_folder(self):
        """Two servers would both make the computers' moves. The first one keeps the folder until it ends, even by a kill."""
        with Again(self.folder) as server:
            self.assertIn(f'{self.folder} is in use by another castellany', self.refuses())
            self.assertEqual(server.http('GET', '/healthz')[2], b'ok\n')
        server = Server(PROGRAM, self.folder)
        self.assertIn('in use by another castellany', self.refuses())
        server.kill()
        with Again(self.folder):
            pass

    def test_no_home(self):
        """A user without a home folder must give --data."""
        bare = {key: value for key, value in os.environ.items() if key not in ('HOME', 'XDG_DATA_HOME')}
        for more in ({}, {'HOME': ''}, {'HOME': '', 'XDG_DATA_HOME': ''}, {'HOME': '/' + 'x' * 5000}, {'XDG_DATA_HOME': '/' + 'x' * 4090}):
            done = run('serve', '--listen', '127.0.0.1:0', env={**bare, **more}, cwd=self.folder, timeout=20)
            self.assertEqual((done.returncode, done.stdout), (2, ''), more)
            self.assertIn('--data DIR is needed', done.stderr)
        self.assertEqual(os.listdir(self.folder), [])

    def test_the_log_names_the_folder(self):
        server = Server(PROGRAM, self.folder)
        self.assertIn(f'event=listening data={self.folder} ', server.stop()[1])

    def test_a_port_that_is_taken(self):
        with socket.socket() as s:
            s.bind(('127.0.0.1', 0))
            s.listen()
            port = s.getsockname()[1]
            done = run('serve', '--listen', f'127.0.0.1:{port}', '--data', self.folder, timeout=20)
        self.assertEqual(done.returncode, 1)
        self.assertIn('in use', done.stderr)

    def test_arguments(self):
        for arguments in (('--listen', 'x'), ('--listen', '127.0.0.1:99999'), ('--tls-cert', 'x'), ('--wings',), ('--connections', '0')):
            self.assertEqual(run('serve', '--data', self.folder, *arguments, timeout=20).returncode, 2, arguments)
        done = run('serve', '--data', self.folder, '--listen', '300.0.0.1:0', timeout=20)
        self.assertEqual(done.returncode, 1)
        self.assertEqual(run('serve', '--help').returncode, 0)

    def test_tls(self):
        cert, key = os.path.join(self.folder, 'cert.pem'), os.path.join(self.folder, 'key.pem')
        try:
            made = subprocess.run(['openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert, '-days', '2',
                                   '-subj', '/CN=localhost'], capture_output=True, check=False)
        except FileNotFoundError:
            self.skipTest('no openssl here')
        self.assertEqual(made.returncode, 0)
        import ssl
        import urllib.request
        server = Server(PROGRAM, self.folder, '--tls-cert', cert, '--tls-key', key)
        context = ssl._create_unverified_context()
        with urllib.request.urlopen(f'https://127.0.0.1:{server.port}/', context=context) as answer:
            self.assertEqual(answer.status, 200)
            self.assertIn('Secure', answer.headers['set-cookie'])
        # A page that came without TLS can have been written by anybody on the way, also if it names this host.
        for origin, status in ((f'https://127.0.0.1:{server.port}', 101), ('https://evil.example', 403), (f'http://127.0.0.1:{server.port}', 403)):
            post = http.client.HTTPSConnection('127.0.0.1', server.port, context=context)
            post.request('POST', '/api/logout', '{}', {'Origin': origin, 'Content-Type': 'application/json'})
            self.assertEqual(post.getresponse().status == 403, status == 403, origin)
            post.close()
            web = WebSocket(server.port, headers={'Origin': origin}, tls=context)
            self.assertEqual(web.status, status)
            if status == 101:
                web.send('{"do":"hello","id":1}')
                self.assertIn('"levels":6', web.receive())
            web.close()
        self.assertEqual(server.stop()[0], 0)
        self.assertIn('certificate', self.refuses('--tls-cert', key, '--tls-key', cert))


class Again:
    """A server for the length of a `with`."""

    def __init__(self, folder):
        self.folder = folder

    def __enter__(self):
        self.server = Server(PROGRAM, self.folder)
        return self.server

    def __exit__(self, *problem):
        code, log = self.server.stop()
        assert code == 0, log


if __name__ == '__main__':
    unittest.main(warnings='ignore')
