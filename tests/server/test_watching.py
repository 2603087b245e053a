"""test_watching.py: what owners watch a server with: /readyz, figures, the log, systemd, fail2ban."""
import os
import re
import resource
import shutil
import signal
import socket
import subprocess
import time
import unittest

from base import PROGRAM, WithFolder, WithServer, one_node, only_sqlite, run
from playing import begin, play_out
from ws import Server, table

REPOSITORY = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PAIR = re.compile(r'([a-z_]+)=("(?:[^"\\]|\\.)*"|[^\s"=]+)(?: |$)')


def logfmt(line):
    """The pairs of a line; fails if it is anything else."""
    pairs, at = {}, 0
    while at < len(line):
        found = PAIR.match(line, at)
        assert found, line
        pairs[found[1]] = found[2]
        at = found.end()
    return pairs


class Watching(WithServer):
    def figures(self):
        found = {}
        for line in self.server.http('GET', '/metrics')[2].decode().splitlines():
            if not line.startswith('#'):
                name, _, value = line.rpartition(' ')
                found[name] = float(value)
        return found

    @one_node
    def test_figures(self):
        a = self.client()
        name, (seat,) = begin(self.server, [a], table('castle', 2, who=[{'kind': 'me'}, {'kind': 'computer', 'level': 1}], start=True))
        play_out([seat])
        self.assertEqual(a.refused('fly'), 'unknown')
        self.assertEqual(self.server.http('POST', '/api/login', {'name': 'x', 'password': 'y' * 9})[0], 403)
        found = self.figures()
        self.assertEqual(found['castellany_refused_total{code="unknown"}'], 1)
        self.assertEqual(found['castellany_failed_logins_total'], 1)
        self.assertEqual(found['castellany_ready'], 1)
        for kind in ('commit', 'request', 'turn', 'bot_wait'):
            buckets = [value for key, value in found.items() if key.startswith(f'castellany_{kind}_seconds_bucket')]
            self.assertEqual(buckets, sorted(buckets), kind)
            self.assertEqual(buckets[-1], found[f'castellany_{kind}_seconds_count'], kind)
            self.assertGreater(buckets[-1], 0, kind)
            self.assertGreater(found[f'castellany_{kind}_seconds_sum'], 0, kind)
        self.assertLessEqual(found['castellany_request_seconds_count'], found['castellany_requests_total'])     # one that waits for a table is begun twice

    def test_ready(self):
        self.assertEqual(self.server.http('GET', '/readyz')[::2], (200, b'ok\n'))
        a, b = self.client(), self.client()
        begin(self.server, [a, b], table('null', 2))
        run('admin', '--data', self.folder, 'drain')
        self.assertEqual(self.server.http('GET', '/readyz')[::2], (503, b'draining\n'))
        self.assertEqual(self.server.http('GET', '/healthz')[0], 200)
        run('admin', '--data', self.folder, 'undrain')
        self.assertEqual(self.server.http('GET', '/readyz')[0], 200)

    @one_node
    def test_the_log_is_logfmt(self):
        self.server.http('POST', '/api/login', {'name': 'a "b" c', 'password': 'wrong horse'})
        self.server.http('POST', '/api/register', {'name': 'Lena', 'password': 'correct horse'})
        log = self.server.stop()[1]
        events = [logfmt(line) for line in log.splitlines()]
        for event in events:
            self.assertEqual(list(event)[:3], ['time', 'level', 'event'])
        by_name = {event['event']: event for event in events}
        self.assertEqual((by_name['login_failed']['level'], by_name['login_failed']['address']), ('warn', '127.0.0.1'))
        self.assertEqual((by_name['registered']['level'], by_name['registered']['address']), ('info', '127.0.0.1'))
        self.assertLessEqual({'listening', 'stopping', 'stopped'}, set(by_name))
        self.server = Server(PROGRAM, self.folder)

    @unittest.skipUnless(shutil.which('fail2ban-regex'), 'no fail2ban here')
    def test_fail2ban_reads_it(self):
        sources = ['127.0.0.7'] * 3 + ['127.0.0.8', '127.0.0.9']        # three of one moment are three
        for source in sources:
            body = b'{"name":"Nobody","password":"wrong horse"}'
            with socket.create_connection(('127.0.0.1', self.server.port), 20, source_address=(source, 0)) as s:
                s.sendall(b'POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n' % len(body) + body)
                self.assertIn(b'403', s.recv(1000))
        log = self.server.stop()[1]
        file = os.path.join(self.folder, 'log')
        with open(file, 'w', encoding='utf-8') as out:
            first, *rest = (line for line in log.splitlines() if 'login_failed' in line)
            out.write('\n'.join([f'machine castellany[134]: {first}', *rest, log.replace('login_failed', 'login')]) + '\n')      # as in the journal, as in a file
        found = subprocess.run(['fail2ban-regex', '-o', 'ip', file, os.path.join(REPOSITORY, 'deploy/fail2ban/castellany.conf')],
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False).stdout
        self.assertEqual(sorted(found.split()), sources, found)
        self.server = Server(PROGRAM, self.folder)


@only_sqlite     # tests/cluster/test_postgres.py does it for PostgreSQL
class Store(WithFolder):
    def test_not_ready_while_the_store_fails(self):
        """The server finds out by itself when the disk has space again."""
        server = Server(PROGRAM, self.folder)
        self.addCleanup(lambda: server.process.poll() is None and server.kill())
        a = server.client()
        a.ask('create', **table('null', 2))
        size = max(os.path.getsize(os.path.join(self.folder, name)) for name in os.listdir(self.folder))
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
        while a.refused('settings', settings={'x': 'y' * 1900}) is None:
            pass
        self.assertEqual(server.http('GET', '/readyz')[::2], (503, b'the store fails\n'))
        self.assertEqual(server.http('GET', '/healthz')[0], 200)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        end = time.time() + 30
        while server.http('GET', '/readyz')[0] != 200:
            self.assertLess(time.time(), end, 'it did not find out')
            time.sleep(0.2)
        self.assertEqual(server.stop()[0], 0)


class Systemd(WithFolder):
    def test_it_says_how_it_is(self):
        path = os.path.join(self.folder, 'notify')
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as s:
            s.bind(path)
            s.settimeout(20)
            server = Server(PROGRAM, os.path.join(self.folder, 'data'), env={**os.environ, 'NOTIFY_SOCKET': path, 'WATCHDOG_USEC': '400000'})
            self.assertEqual(s.recv(100), b'READY=1')
            self.assertEqual([s.recv(100) for _ in range(3)], [b'WATCHDOG=1'] * 3)
            server.process.send_signal(signal.SIGTERM)
            while (said := s.recv(100)) == b'WATCHDOG=1':
                pass
            self.assertEqual(said, b'STOPPING=1')
            self.assertEqual(server.stop()[0], 0)

    @unittest.skipUnless(shutil.which('systemd-analyze'), 'no systemd here')
    def test_the_unit_is_right(self):
        """systemd-analyze knows every line of it, and finds it well locked."""
        unit = os.path.join(self.folder, 'castellany.service')
        with open(os.path.join(REPOSITORY, 'deploy/castellany.service.in'), encoding='utf-8') as template:
            text = template.read().replace('@bindir@/castellany', PROGRAM)
        with open(unit, 'w', encoding='utf-8') as out:
            out.write(text)
        found = subprocess.run(['systemd-analyze', 'verify', '--man=no', unit], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        self.assertEqual([line for line in found.stdout.splitlines() if 'castellany' in line], [])
        exposure = subprocess.run(['systemd-analyze', 'security', '--offline=yes', '--threshold=20', unit], stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, text=True, check=False)
        self.assertEqual(exposure.returncode, 0, exposure.stdout[-400:])


if __name__ == '__main__':
    unittest.main(warnings='ignore')
