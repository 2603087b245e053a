"""test_away.py: people who are away are told that a table waits: Web Push to a push service of this test, and the owner's command."""
import base64
import hashlib
import hmac
import http.server
import json
import os
import queue
import threading
import time
import unittest

from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from base import PROGRAM, WithFolder, run
from playing import begin
from ws import Server, store, table


def encode(data):
    return base64.urlsafe_b64encode(data).rstrip(b'=').decode()


def decode(text):
    return base64.urlsafe_b64decode(text + '=' * (-len(text) % 4))


def point(data):
    return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), data)


class Browser:
    """What a browser keeps of a subscription, and how it reads a message (RFC 8291, written from the standard)."""

    def __init__(self, address):
        self.address, self.private, self.secret = address, ec.generate_private_key(ec.SECP256R1()), os.urandom(16)
        self.public = self.private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def wish(self, language='nl'):
        return {'address': self.address, 'key': encode(self.public), 'secret': encode(self.secret), 'language': language}

    def read(self, body):
        def derive(salt, secret, info, size):
            key = hmac.new(salt, secret, hashlib.sha256).digest()
            return hmac.new(key, info + b'\1', hashlib.sha256).digest()[:size]
        salt, size, length = body[:16], int.from_bytes(body[16:20], 'big'), body[20]
        sender = body[21:21 + length]
        assert size == 4096 and length == 65
        shared = self.private.exchange(ec.ECDH(), point(sender))
        both = derive(self.secret, shared, b'WebPush: info\0' + self.public + sender, 32)
        key = derive(salt, both, b'Content-Encoding: aes128gcm\0', 16)
        nonce = derive(salt, both, b'Content-Encoding: nonce\0', 12)
        text = AESGCM(key).decrypt(nonce, body[21 + length:], None)
        assert text[-1] == 2
        return json.loads(text[:-1])


class PushService:
    """A push service on the loopback: it keeps what it gets and answers with `status`."""

    def __init__(self):
        self.got, self.status = queue.Queue(), 201
        service = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers['Content-Length']))
                self.send_response(service.status)
                self.send_header('Content-Length', '0')
                self.end_headers()
                service.got.put((self.path, dict(self.headers), body))

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Handler)
        self.origin = f'http://127.0.0.1:{self.server.server_port}'
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


class Away(WithFolder):
    def setUp(self):
        super().setUp()
        self.service = PushService()
        self.addCleanup(self.service.stop)
        self.log = os.path.join(self.folder, 'told')
        self.server = Server(PROGRAM, self.folder, '--push-contact', 'mailto:owner@example.org', '--push-service', self.service.origin,
                             '--notify-command', f'env | grep ^CASTELLANY_ | sort | tr "\\n" " " >> {self.log}; echo >> {self.log}')
        self.addCleanup(lambda: self.server.process.poll() is None and self.server.kill())

    def check_sender(self, headers, public):
        """RFC 8292: a token for this service, signed with the server's key."""
        kind, token, key = headers['Authorization'].replace(',', '').split()
        head, claims, signature = token.removeprefix('t=').split('.')
        self.assertEqual((kind, key), ('vapid', 'k=' + public))
        numbers = decode(signature)
        der = utils.encode_dss_signature(int.from_bytes(numbers[:32], 'big'), int.from_bytes(numbers[32:], 'big'))
        point(decode(public)).verify(der, f'{head}.{claims}'.encode(), ec.ECDSA(hashes.SHA256()))
        with self.assertRaises(InvalidSignature):
            point(decode(public)).verify(der, f'{head}.{claims}x'.encode(), ec.ECDSA(hashes.SHA256()))
        said = json.loads(decode(claims))
        self.assertEqual((said['aud'], said['sub']), (self.service.origin, 'mailto:owner@example.org'))
        self.assertTrue(time.time() < said['exp'] < time.time() + 24 * 3600)

    def test_a_turn_reaches_a_browser_that_is_closed(self):
        a, b = self.server.client(), self.server.client()
        public = b.ask('hello')['push']
        browser = Browser(self.service.origin + '/for/b')
        wish = browser.wish()
        for wrong in ({'address': 'https://127.0.0.1/x'}, {'address': 'https://example.org/push'}, {'address': 'file:///etc/passwd'},
                      {'address': 'https://fcm.googleapis.com@127.0.0.1/x'}):
            self.assertEqual(b.refused('push', **{**wish, **wrong}), 'not_allowed', wrong)
        for wrong in ({'key': 'AAAA'}, {'secret': ''}, {'key': encode(b'\4' + bytes(64))}):
            self.assertEqual(b.refused('push', **{**wish, **wrong}), 'illegal', wrong)
        b.ask('push', **wish)
        b.ask('name', name='Bram')
        mine = json.loads(self.server.http('GET', '/api/export', headers={'Cookie': 'castellany=' + b.cookie})[2])
        self.assertEqual([(push['address'], push['language']) for push in mine['pushes']], [(browser.address, 'nl')])
        name, (first, _) = begin(self.server, [a, b], table('null', 2, options=['first=1']))
        cookie = b.cookie

        def moves_and_goes(client):
            client.ask('move', table=name, number=first.number, seat=2, move='take 1')
            client.close()
            first.until(first.number + 1)
            while first.told['chairs'][1]['connected']:
                self.assertTrue(first.handle_next())

        first.move('take 1')                                # b watches: nothing is sent
        first.after()
        moves_and_goes(b)
        self.assertTrue(self.service.got.empty())
        first.move('take 1')
        first.after()
        path, headers, body = self.service.got.get(timeout=10)
        self.assertEqual((path, headers['Content-Encoding']), ('/for/b', 'aes128gcm'))
        self.assertTrue(int(headers['TTL']) > 0)
        self.check_sender(headers, public)
        self.assertEqual(browser.read(body), {'what': 'turn', 'table': name, 'game': 'null', 'language': 'nl'})
        with self.assertRaises(InvalidTag):
            Browser(browser.address).read(body)             # nobody else can read it
        self.assertIn('CASTELLANY_EVENT=turn CASTELLANY_GAME=null CASTELLANY_LANGUAGE=nl CASTELLANY_NAME=Bram ', self.told(1))
        a.ask('call', table=name, seat=2)                   # the others ask for b
        self.assertEqual(browser.read(self.service.got.get(timeout=10)[2])['what'], 'called')
        self.assertIn('CASTELLANY_EVENT=called', self.told(2))
        self.service.status = 410                           # the browser takes no more: it is forgotten
        for turn in range(2):
            b = self.server.client(cookie=cookie)
            self.assertEqual(b.ask('hello')['push'], public)
            b.ask('watch', table=name)
            first.catch_up()
            moves_and_goes(b)
            first.move('take 1')
            first.after()
            self.told(3 + turn)
            if turn == 0:
                self.service.got.get(timeout=10)
                while store.query(self.folder, 'SELECT count(*) FROM pushes') != [(0,)]:
                    time.sleep(0.02)
        self.assertTrue(self.service.got.empty())

    def told(self, lines):
        """What the owner's command has written, as soon as it has so many lines."""
        for _ in range(200):
            text = open(self.log).read() if os.path.exists(self.log) else ''
            if text.count('\n') >= lines:
                return text
            time.sleep(0.05)
        raise AssertionError(text)

    def test_without_a_contact_nothing_is_pushed(self):
        self.server.stop()
        server = Server(PROGRAM, self.folder)
        self.addCleanup(lambda: server.process.poll() is None and server.kill())
        c = server.client()
        self.assertIsNone(c.ask('hello')['push'])
        self.assertEqual(c.refused('push', **Browser(self.service.origin + '/x').wish()), 'not_allowed')
        wrong = run('serve', '--data', self.folder + '/x', '--push-contact', 'owner')
        self.assertIn('--push-contact takes mailto:', wrong.stderr)


if __name__ == '__main__':
    unittest.main(warnings='ignore')
