"""test_config.py: the configuration file, SIGHUP, certificates, and what TLS the server speaks."""
import json
import os
import re
import shutil
import signal
import ssl
import subprocess
import time
import unittest
import urllib.request

import certificates
from base import PROGRAM, WithFolder, run
from ws import Server, WebSocket, table


def write(path, text):
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text)
    return path


class WithConfig(WithFolder):
    def setUp(self):
        super().setUp()
        self.file, self.data = os.path.join(self.folder, 'castellany.conf'), os.path.join(self.folder, 'data')

    def serve(self, text, *arguments):
        write(self.file, text)
        server = Server(PROGRAM, self.data, '--config', self.file, *arguments)
        self.addCleanup(lambda: server.process.poll() is None and server.kill())
        return server

    def hang_up(self, server, event):
        time.sleep(1.02 - time.time() % 1)                         # the log counts a line that comes again in the same second
        server.process.send_signal(signal.SIGHUP)
        return self.wait_for(server, event)

    def wait_for(self, server, event):
        while True:
            line = server.process.stderr.readline()
            self.assertTrue(line, 'the server ended')
            if f'event={event} ' in line + ' ' or f'event={event}\n' in line:
                return line


class Config(WithConfig):
    def open_sockets(self, server):
        """How many WebSockets one address gets."""
        sockets = []
        while len(sockets) < 12:
            sockets.append(WebSocket(server.port))
            if sockets[-1].status != 101:
                break
        for web in sockets:
            web.close()
        return len(sockets) - 1

    def test_the_file_gives_options(self):
        server = self.serve('# a comment\n\nconnections = 3\n  ping=5  \nnull = yes\ntrust-proxy = no\n')
        self.assertEqual(self.open_sockets(server), 3)
        self.assertEqual(server.stop()[0], 0)

    def test_the_command_line_goes_first(self):
        server = self.serve('connections = 3\nlisten = 127.0.0.1:1\ndata = /nowhere\n', '--connections', '4')
        self.assertEqual(self.open_sockets(server), 4)
        self.assertEqual(server.stop()[0], 0)

    def test_what_is_wrong_is_named(self):
        for text, problem in (('conections = 3', ':1: there is no option "conections"'), ('\nconnections', ':2: expected "name = value"'), ('connections\nping = x', ':1: expected "name = value"'),
                              ('[server]\nping = 5', ':2: there are no sections in this file, such as "server"'), ('ping = 5 ; a comment\nnull = x', ':2: it is yes or no'),
                              ('connections = many', ':1: this is no value for it: "many"'), ('connections = 0', ':1: this is no value'),
                              ('ping = 5\nping = 6', ':2: there is a second "ping"'), ('null = maybe', ':1: it is yes or no, not "maybe"'),
                              ('config = x', ':1: there is no option "config"'), ('data =', ':1: this is no value'),
                              ('x' * 5000, ':1: the line is too long'), ('listen = here', '--listen takes an address'),
                              ('tls-cert = x', 'must be given together')):
            write(self.file, text)
            done = run('serve', '--data', self.data, '--config', self.file, timeout=20)
            self.assertEqual(done.returncode, 2, text[:40])
            self.assertIn(problem, done.stderr)
        self.assertIn('No such file', run('serve', '--data', self.data, '--config', '/nowhere', timeout=20).stderr)
        self.assertFalse(os.path.exists(self.data))

    def test_hanging_up_reads_it_again(self):
        server = self.serve('connections = 3\n')
        self.assertEqual(self.open_sockets(server), 3)
        write(self.file, 'connections = 5\ntrust-proxy = yes\n')
        self.assertIn('option=trust-proxy', self.hang_up(server, 'needs_restart'))
        self.wait_for(server, 'reloaded')
        time.sleep(0.3)
        self.assertEqual(self.open_sockets(server), 5)
        write(self.file, 'connections = x\n')
        self.assertIn('no value', self.hang_up(server, 'reload_failed'))
        time.sleep(0.3)
        self.assertEqual(self.open_sockets(server), 5)
        self.assertEqual(server.stop()[0], 0)

    def test_every_option_is_documented(self):
        """docs/OPERATIONS.md and the example file name every option of serve with its default."""
        root = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..')
        options = re.findall(r'^  --([a-z-]+)(?: \S+)? +.*?(?:\(default: (.*)\))?$', run('serve', '--help').stdout, re.MULTILINE)
        self.assertGreater(len(options), 7)
        for name in ('docs/OPERATIONS.md', 'deploy/castellany.conf'):
            text = open(os.path.join(root, name), encoding='utf-8').read()
            for option, default in options:
                if option in ('config', 'null') and name.endswith('.conf'):
                    continue
                self.assertRegex(text, rf'(?m)^(\| `{option}` .*|#? ?{option} = .*)$', name)
                if default and name.endswith('.md'):
                    self.assertRegex(text, rf'(?m)^\| `{option}` .*{re.escape(default)}')


@unittest.skipUnless(shutil.which('openssl'), 'no openssl here')
class Tls(WithConfig):
    def setUp(self):
        super().setUp()
        self.first, self.second = certificates.make(self.folder, 'first'), certificates.make(self.folder, 'second')
        self.now = [shutil.copy(name, os.path.join(self.folder, 'now' + os.path.splitext(name)[1])) for name in self.first]
        self.server = self.serve(f'tls-cert = {self.now[0]}\ntls-key = {self.now[1]}\n')
        self.context = ssl._create_unverified_context()

    def name(self):
        pem = ssl.get_server_certificate(('127.0.0.1', self.server.port))
        shown = subprocess.run(['openssl', 'x509', '-noout', '-subject'], input=pem, capture_output=True, text=True, check=True)
        return shown.stdout.rpartition('=')[2].strip()

    def test_certificates_are_read_again(self):
        self.assertEqual(self.name(), 'first')
        web = WebSocket(self.server.port, tls=self.context)
        for old, new in zip(self.now, self.second):
            shutil.copy(new, old)
        self.hang_up(self.server, 'reloaded')
        self.assertEqual(self.name(), 'second')
        web.send('{"do":"hello","id":1}')                          # connections go on
        self.assertIn('"levels":6', web.receive())
        web.close()
        for wrong in ('nonsense', open(self.first[1], encoding='ascii').read()):
            write(self.now[1], wrong)
            self.assertIn(self.now[0], self.hang_up(self.server, 'reload_failed'))
            self.assertEqual(self.name(), 'second')
        os.unlink(self.now[0])
        self.hang_up(self.server, 'reload_failed')
        write(self.file, f'tls-cert = {self.first[0]}\ntls-key = {self.first[1]}\n')         # other files
        self.hang_up(self.server, 'reloaded')
        self.assertEqual(self.name(), 'first')
        self.assertEqual(self.server.stop()[0], 0)

    def handshake(self, *arguments):
        done = subprocess.run(['openssl', 's_client', '-connect', f'127.0.0.1:{self.server.port}', *arguments], input='', capture_output=True, text=True,
                              check=False, timeout=20)
        return 'Cipher is (NONE)' not in done.stdout and ('Cipher is ' in done.stdout)

    def test_only_modern_ciphers(self):
        self.assertTrue(self.handshake('-tls1_3'))
        for cipher in ('ECDHE-ECDSA-AES128-GCM-SHA256', 'ECDHE-ECDSA-AES256-GCM-SHA384', 'ECDHE-ECDSA-CHACHA20-POLY1305'):
            self.assertTrue(self.handshake('-tls1_2', '-cipher', cipher), cipher)
        for cipher in ('ECDHE-ECDSA-AES128-SHA', 'ECDHE-ECDSA-AES256-SHA384', 'ECDHE-ECDSA-AES128-CCM'):
            self.assertFalse(self.handshake('-tls1_2', '-cipher', cipher), cipher)
        self.assertFalse(self.handshake('-tls1_1', '-cipher', 'ALL:@SECLEVEL=0'))

    def test_no_rsa_key_exchange(self):
        cert, key = os.path.join(self.folder, 'rsa.pem'), os.path.join(self.folder, 'rsa.key')
        subprocess.run(['openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert, '-days', '2', '-subj', '/CN=rsa'],
                       capture_output=True, check=True)
        write(self.file, f'tls-cert = {cert}\ntls-key = {key}\n')
        self.hang_up(self.server, 'reloaded')
        self.assertEqual(self.name(), 'rsa')
        self.assertTrue(self.handshake('-tls1_2', '-cipher', 'ECDHE-RSA-AES128-GCM-SHA256'))
        for cipher in ('AES128-SHA', 'AES128-GCM-SHA256', 'ECDHE-RSA-AES128-SHA', 'DHE-RSA-AES128-GCM-SHA256'):
            self.assertFalse(self.handshake('-tls1_2', '-cipher', cipher), cipher)

    def test_headers_and_cookies(self):
        with urllib.request.urlopen(f'https://127.0.0.1:{self.server.port}/', context=self.context) as answer:
            self.assertEqual(answer.headers['strict-transport-security'], 'max-age=31536000')
            cookie = answer.headers['set-cookie']
        self.assertTrue(cookie.startswith('__Host-castellany='), cookie)
        self.assertIn('; Path=/;', cookie)
        self.assertTrue(cookie.endswith('; Secure'), cookie)
        self.assertNotIn('Domain', cookie)
        token = cookie.partition('=')[2].partition(';')[0]
        players = []
        for name in ('__Host-castellany', '__Host-castellany', 'castellany'):
            web = WebSocket(self.server.port, headers={'Cookie': f'{name}={token}'}, tls=self.context)
            web.send('{"do":"hello","id":1}')
            players.append(re.search(r'"id":"(\w+)"', web.receive())[1])
            if len(players) == 1:
                web.send(json.dumps({'do': 'create', 'id': 2, **table('null', 2)}))
                web.receive()
            web.close()
        self.assertEqual(players[0], players[1])
        self.assertNotEqual(players[0], players[2])                # another host of the domain can set this one


if __name__ == '__main__':
    unittest.main(warnings='ignore')
