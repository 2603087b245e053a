"""test_owners.py: what people who run a server rely on: limits hold, the data is theirs, and the log says who did what."""
import http.client
import os
import re
import signal
import socket
import sqlite3
import subprocess
import threading
import time
import unittest

from base import PROGRAM, WithFolder, WithServer, one_node, only_sqlite
from playing import Seat, play_out
from ws import Server, table


class Proxy(WithServer):
    arguments = ('--trust-proxy',)

    def test_a_proxy_that_names_nobody_is_not_believed(self):
        for headers in ({}, {'X-Forwarded-For': 'unknown'}, {'X-Forwarded-For': ''}):
            self.assertEqual(self.server.http('GET', '/metrics', headers=headers)[0], 403, headers)
        self.assertEqual(self.server.http('GET', '/metrics', headers={'X-Forwarded-For': '127.0.0.1'})[0], 200)


@only_sqlite
class Data(WithFolder):
    def refused(self):
        done = subprocess.run([PROGRAM, 'serve', '--listen', '127.0.0.1:0', '--data', self.folder], capture_output=True, text=True, timeout=20)
        self.assertEqual(done.returncode, 1)
        return done.stderr

    def test_a_database_of_another_program_is_left_alone(self):
        file = os.path.join(self.folder, 'castellany.db')
        database = sqlite3.connect(file)
        database.execute('CREATE TABLE theirs (x)')
        database.commit()
        database.close()
        self.assertIn('is a database of another program', self.refused())
        self.assertEqual(sqlite3.connect(file).execute('SELECT name FROM sqlite_master').fetchall(), [('theirs',)])


class Log(WithServer):
    @one_node
    def test_what_accounts_do_is_logged(self):
        def post(path, body, cookie=None):
            return self.server.http('POST', path, body, headers={'Cookie': 'castellany=' + cookie} if cookie else None)

        status, head, _ = post('/api/register', {'name': 'Lena', 'password': 'correct horse'})
        self.assertEqual(status, 200)
        cookie = head['set-cookie'].partition('=')[2].partition(';')[0]
        self.assertEqual(post('/api/login', {'name': 'Lena', 'password': 'wrong horse!'})[0], 403)
        self.assertEqual(post('/api/login', {'name': 'Lena', 'password': 'correct horse'})[0], 200)
        self.assertEqual(post('/api/bot', {'name': 'Leno'}, cookie)[0], 200)
        _, log = self.server.stop()
        for event in ('registered', 'login_failed', 'logged_in', 'bot_made'):
            self.assertIn(f'event={event} address=127.0.0.1 account=', log)
        self.assertNotIn('horse', log)
        self.server = Server(PROGRAM, self.folder)

    def test_nobody_waits_because_nobody_reads_the_log(self):
        """Standard error is a full pipe: the server plays on, and says later how many lines are missing."""
        reader, writer = os.pipe()
        os.set_blocking(writer, False)
        try:
            while os.write(writer, b'x' * 4096):
                pass
        except BlockingIOError:
            os.set_blocking(writer, True)
        folder = os.path.join(self.folder, 'unread')
        server = Server(PROGRAM, folder, stderr=writer)
        os.close(writer)
        a = server.client()
        play_out([Seat(a, a.ask('create', **table('null', 2, who=[{'kind': 'me'}] * 2, start=True))['table'])])
        for name in ('Nobody', 'Noone'):
            self.assertEqual(server.http('POST', '/api/login', {'name': name, 'password': 'wrong horse'})[0], 403)
        os.set_blocking(reader, False)
        try:
            while os.read(reader, 1 << 16):
                pass
        except BlockingIOError:
            os.set_blocking(reader, True)
        a.close()
        code, _ = server.stop()
        log = b''.join(iter(lambda: os.read(reader, 1 << 16), b'')).decode()
        os.close(reader)
        self.assertEqual(code, 0)
        self.assertRegex(log, r'level=warn event=log_dropped count=[2-9]\n')
        self.assertIn('event=stopped', log)

    def test_lines_that_come_by_turns_are_counted(self):
        def guess(source):
            connection = http.client.HTTPConnection('127.0.0.1', self.server.port, timeout=20, source_address=(source, 0))
            connection.request('POST', '/api/login', '{"name":"Nobody","password":"wrong horse"}', {'Content-Type': 'application/json'})
            status = connection.getresponse().status
            connection.close()
            return status
        sources = ('127.0.0.5', '127.0.0.6')
        for source in sources:
            while guess(source) != 429:
                pass
        sent = sum(guess(source) == 429 for source in sources * 60)
        _, log = self.server.stop()
        lines = log.count('event=login_delayed')
        self.assertGreater(sent, 60)
        self.assertLess(lines, 30)                                  # two a second
        self.assertIn('account=-\n', log)
        counted = sum(map(int, re.findall(r'event=repeated of=login_delayed count=(\d+)', log)))
        self.assertEqual(lines + counted, sent + len(sources))
        self.server = Server(PROGRAM, self.folder)

    def test_a_closed_terminal_does_not_end_it(self):
        self.server.process.send_signal(signal.SIGHUP)
        time.sleep(0.3)
        self.assertEqual(self.server.http('GET', '/healthz')[0], 200)

    def test_headers(self):
        head = self.server.http('GET', '/')[1]
        self.assertEqual(head['cross-origin-opener-policy'], 'same-origin')
        self.assertIn('camera=()', head['permissions-policy'])


class Limits(WithServer):
    def test_names_of_members_are_cut_between_characters(self):
        client = self.client()
        for n in range(36, 44):
            self.assertEqual(client.refused('hello', **{'x' * n + 'éß' * 20: 1}), 'unknown')

    def test_bots_are_counted_one_at_a_time(self):
        status, head, _ = self.server.http('POST', '/api/register', {'name': 'Maker', 'password': 'correct horse'})
        cookie = head['set-cookie'].partition('=')[2].partition(';')[0]
        got = []

        def make(i):
            got.append(self.server.http('POST', '/api/bot', {'name': f'Robot {i}'}, headers={'Cookie': 'castellany=' + cookie})[0])
        for start in range(0, 30, 5):
            threads = [threading.Thread(target=make, args=(start + i,)) for i in range(5)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        self.assertLessEqual(got.count(200), 10)
        self.assertTrue(set(got) <= {200, 403, 503}, got)

    def test_who_sat_before_is_let_into_a_closed_rematch(self):
        a, b = self.client(), self.client()
        made = a.ask('create', **table('null', 2, public=False))
        name = made['table']
        b.ask('join', table=name, invite=made['invite'])
        a.ask('start', table=name)
        play_out([Seat(a, name), Seat(b, name)])
        b.close()
        time.sleep(0.2)
        again = a.ask('rematch', table=name)['table']
        b = self.client(cookie=b.cookie)
        self.assertIsNone(b.refused('watch', table=again))
        self.assertIsNone(b.refused('join', table=again))
        self.assertEqual(self.client().refused('watch', table=again), 'no_table')


class Files(WithFolder):
    def test_many_connections_do_not_make_it_spin(self):
        server = self.limited()
        try:
            idle = []
            for i in range(180):
                try:
                    idle.append(socket.create_connection(('127.0.0.1', server.port), 5, source_address=(f'127.0.0.{2 + i % 40}', 0)))
                except OSError:
                    break
            time.sleep(0.5)
            before = self.cpu(server.process.pid)
            time.sleep(1.5)
            self.assertLess(self.cpu(server.process.pid) - before, 0.5)
            for connection in idle:
                connection.close()
            time.sleep(0.5)
            self.assertEqual(server.http('GET', '/healthz')[0], 200)
            code, log = server.stop()
            self.assertLess(len(log), 20000)
        finally:
            server.process.kill()

    def limited(self):
        script = os.path.join(self.folder, 'limited')
        with open(script, 'w', encoding='utf-8') as file:
            file.write(f'#!/bin/sh\nulimit -Hn 128\nulimit -n 128\nexec "{PROGRAM}" "$@"\n')
        os.chmod(script, 0o755)
        return Server(script, os.path.join(self.folder, 'data'))

    def cpu(self, pid):
        fields = open(f'/proc/{pid}/stat', encoding='ascii').read().rsplit(')', 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf('SC_CLK_TCK')


if __name__ == '__main__':
    unittest.main(warnings='ignore')
