"""test_proxy.py: the server behind real proxies, nginx and Caddy, at the root and at a path, as docs/OPERATIONS.md sets them up."""
import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import time
import unittest
import urllib.error
import urllib.parse
import urllib.request

import certificates
from base import PROGRAM, WithServer
from ws import Server, WebSocket

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..')


def free_port():
    with socket.socket() as s:
        s.bind(('127.0.0.1', 0))
        return s.getsockname()[1]


def example(language, number=0):
    """A configuration of docs/OPERATIONS.md, so that what people copy is what is tested."""
    text = open(os.path.join(ROOT, 'docs/OPERATIONS.md'), encoding='utf-8').read()
    return re.findall(rf'```{language}\n(.*?)```', text, re.DOTALL)[number]


class Behind:
    """The same checks for each proxy. A class says how to start it at a path."""
    arguments = ('--trust-proxy',)

    def setUp(self):
        super().setUp()
        self.port = free_port()
        self.cert, self.key = certificates.make(self.folder, 'proxy')
        self.context = ssl._create_unverified_context()

    def begin(self, command, **more):
        with open(os.path.join(self.folder, 'proxy.log'), 'w', encoding='utf-8') as log:
            proxy = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT, **more)
        self.addCleanup(proxy.wait)
        self.addCleanup(proxy.terminate)
        end = time.time() + 30
        while True:
            try:
                socket.create_connection(('127.0.0.1', self.port), 5).close()
                return
            except OSError:
                said = open(os.path.join(self.folder, 'proxy.log'), encoding='utf-8').read()
                self.assertLess(time.time(), end, said)
                self.assertIsNone(proxy.poll(), said)
                time.sleep(0.1)

    def get(self, path, **more):
        request = urllib.request.Request(f'https://127.0.0.1:{self.port}{path}', **more)
        with urllib.request.urlopen(request, context=self.context, timeout=20) as answer:
            return answer.read(), answer.headers

    def check(self, path):
        page, head = self.get(path)
        self.assertTrue(head['set-cookie'].startswith('__Host-castellany='), head['set-cookie'])
        self.assertTrue(head['strict-transport-security'])
        page = page.decode()
        assets = re.findall(r'(?:href|src|content)="([a-z.]+\.(?:[0-9a-f]{10}|[0-9A-Z]{8})\.[a-z]+)"', page)
        self.assertGreater(len(assets), 8)
        for asset in assets:
            body, _ = self.get(urllib.parse.urljoin(path, asset))
            self.assertTrue(body, asset)
        script = ''.join(self.get(urllib.parse.urljoin(path, name))[0].decode() for name in assets if name.endswith('.js'))
        for absolute in ('"/api', '"/ws', '`/games', "'/api", '"/games'):
            self.assertNotIn(absolute, script)
        origin = {'Origin': f'https://127.0.0.1:{self.port}', 'Cookie': head['set-cookie'].partition(';')[0]}
        web = WebSocket(self.port, path + 'ws', headers=origin, tls=self.context)
        self.assertEqual(web.status, 101)
        web.send('{"do":"hello","id":1}')
        self.assertEqual(json.loads(web.receive())['levels'], 6)
        web.close()
        self.assertEqual(WebSocket(self.port, path + 'ws', headers={'Origin': 'https://evil.example'}, tls=self.context).status, 403)
        body = json.dumps({'name': 'Anna' + path.strip('/'), 'password': 'correct horse'}).encode()
        answer, head = self.get(path + 'api/register', data=body, headers={'Content-Type': 'application/json', **origin})
        self.assertTrue(head['set-cookie'].startswith('__Host-castellany='))
        body = json.dumps({'name': 'Nobody', 'password': 'wrong horse'}).encode()
        with self.assertRaises(urllib.error.HTTPError):
            self.get(path + 'api/login', data=body, headers={'Content-Type': 'application/json', 'X-Forwarded-For': '203.0.113.9'})
        log = self.server.stop()[1]                             # a client cannot say that it is somebody else
        self.assertIn('event=login_failed address=127.0.0.1 ', log)
        self.assertNotIn('203.0.113.9', log)
        self.server = Server(PROGRAM, self.folder)


@unittest.skipUnless(shutil.which('nginx'), 'no nginx here')
class Nginx(Behind, WithServer):
    def start(self, number):
        site = example('nginx', number)
        site = site.replace('listen 443 ssl', f'listen 127.0.0.1:{self.port} ssl').replace('listen [::]:443 ssl', f'listen [::1]:{self.port} ssl')
        site = re.sub(r'ssl_certificate .*;', f'ssl_certificate {self.cert};', site)
        site = re.sub(r'ssl_certificate_key .*;', f'ssl_certificate_key {self.key};', site)
        site = site.replace('127.0.0.1:8080', f'127.0.0.1:{self.server.port}').replace('$host;', '$host:$server_port;')
        file = os.path.join(self.folder, 'nginx.conf')
        with open(file, 'w', encoding='utf-8') as out:
            out.write(f'daemon off; pid {self.folder}/nginx.pid; error_log stderr;\nevents {{}}\nhttp {{ access_log off;\n')
            for kind in ('client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'):
                out.write(f'{kind}_temp_path {self.folder}/{kind};\n')
            out.write(site + '}\n')
        self.begin(['nginx', '-p', self.folder, '-c', file])

    def test_at_the_root(self):
        self.start(0)
        self.check('/')

    def test_at_a_path(self):
        self.start(1)
        self.check('/castles/')


@unittest.skipUnless(shutil.which('caddy'), 'no caddy here')
class Caddy(Behind, WithServer):
    def start(self, number):
        site = example('caddy', number).replace('127.0.0.1:8080', f'127.0.0.1:{self.server.port}')
        site = site.replace('castles.example {', f'https://127.0.0.1:{self.port} {{\n    tls {self.cert} {self.key}')
        file = os.path.join(self.folder, 'Caddyfile')
        with open(file, 'w', encoding='utf-8') as out:
            out.write('{\n    admin off\n    auto_https off\n}\n' + site)
        self.begin(['caddy', 'run', '--config', file, '--adapter', 'caddyfile'],
                   env={**os.environ, 'HOME': self.folder, 'XDG_DATA_HOME': self.folder, 'XDG_CONFIG_HOME': self.folder})

    def test_at_the_root(self):
        self.start(0)
        self.check('/')

    def test_at_a_path(self):
        self.start(1)
        self.check('/castles/')


if __name__ == '__main__':
    unittest.main(warnings='ignore')
