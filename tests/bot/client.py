#!/usr/bin/env python3
"""client.py PROGRAM: tests how `castellany bot` gets its token, and what it does when a server sends nonsense."""
import base64
import hashlib
import json
import os
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import unittest

PROGRAM = os.path.abspath(sys.argv.pop(1))


class Server:
    """A server for one WebSocket. It answers every request with the messages that `answer` returns for it."""

    def __init__(self, answer):
        self.answer = answer
        self.head, self.asked = '', []
        self.listener = socket.create_server(('127.0.0.1', 0))
        self.url = 'http://127.0.0.1:%d' % self.listener.getsockname()[1]
        self.thread = threading.Thread(target=self._serve, daemon=True)
        self.thread.start()

    def close(self):
        self.listener.shutdown(socket.SHUT_RDWR)
        self.thread.join()
        self.listener.close()

    def _serve(self):
        try:
            near = self.listener.accept()[0]
            with near, near.makefile('rb') as stream:
                self._talk(near, stream)
        except OSError:
            pass  # the bot never connected, or went away in the middle of a message

    def _talk(self, near, stream):
        while not self.head.endswith('\r\n\r\n'):
            self.head += stream.readline().decode()
        key = self.head.lower().partition('sec-websocket-key:')[0]
        key = self.head[len(key):].split('\r\n')[0].split(':')[1].strip()
        accept = base64.b64encode(hashlib.sha1((key + '258EAFA5-E914-47DA-95CA-C5AB0DC85B11').encode()).digest()).decode()
        near.sendall(f'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: {accept}\r\n\r\n'.encode())
        while start := stream.read(2):
            kind, size = start[0], start[1] & 127
            if size == 126:
                size = struct.unpack('>H', stream.read(2))[0]
            mask = stream.read(4)
            text = bytes(byte ^ mask[i % 4] for i, byte in enumerate(stream.read(size)))
            if kind & 15 != 1:
                continue
            request = json.loads(text)
            self.asked.append(request)
            for message in self.answer(request):
                data = json.dumps(message).encode()
                size = bytes([len(data)]) if len(data) < 126 else struct.pack('>BH', 126, len(data))  # the shortest form, as RFC 6455 wants
                near.sendall(b'\x81' + size + data)


def mark(view):
    """The hash of a view, as docs/PROTOCOL.md defines it."""
    h = 14695981039346656037
    for i in range(0, len(view), 8):
        h = (h ^ int.from_bytes(view[i:i + 8].encode(), 'little')) * 1099511628211 % 2**64
        h ^= h >> 32
    return f'{h:016x}'


class Case(unittest.TestCase):
    def serve(self, answer):
        server = Server(answer)
        self.addCleanup(server.close)
        return server

    def bot(self, *arguments, code, given=''):
        done = subprocess.run([PROGRAM, 'bot', '--level', '1', '--once', *arguments], input=given, text=True, capture_output=True, timeout=60)
        self.assertEqual(done.returncode, code, done.stderr)
        return done.stderr


class Token(Case):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = os.path.join(folder.name, 'token')

    def write(self, text):
        with open(self.file, 'w', encoding='latin-1') as file:
            file.write(text)

    def assert_sent(self, token, *arguments, given=''):
        """Asserts that the bot sends this token. The server answers that there is no such table, so the bot ends."""
        server = self.serve(lambda request: [{'re': request['id'], 'error': 'unknown', 'message': 'No such table.'}])
        self.assertIn('table T: No such table.', self.bot('--server', server.url, '--table', 'T', *arguments, code=1, given=given))
        self.assertIn(f'authorization: bearer {token}\r\n', server.head.lower())

    def assert_refused(self, says, *arguments, code=1, given=''):
        self.assertIn(says, self.bot('--server', 'http://127.0.0.1:1', *arguments, code=code, given=given))

    def test_ways_to_give_it(self):
        self.write('fromafile\nand a remark\n')
        self.assert_sent('fromafile', '--token-file', self.file)
        self.assert_sent('frominput', '--token-file', '-', given='frominput')
        self.assert_sent('fromargument', '--token', 'fromargument')

    def test_a_long_one_is_sent_whole(self):
        self.assert_sent('x' * 256, '--token', 'x' * 256)

    def test_one_that_cannot_be_sent(self):
        for wrong in ('', 'x' * 257, 'two words', 'caf\u00e9', '\x7f'):
            self.assert_refused('a token is one word', '--token', wrong)
            self.write(wrong + '\n')
            self.assert_refused('a token is one word', '--token-file', self.file)
        self.assert_refused('a token is one word', '--token', 'x\r\nHost: y')
        self.assert_refused('No such file', '--token-file', self.file + '.none')

    def test_there_is_one(self):
        self.assert_refused('one of --token-file and --token', code=2)
        self.assert_refused('one of --token-file and --token', '--token', 'x', '--token-file', self.file, code=2)


class Nonsense(Case):
    """The bot sits at a table and gets messages that no correct server sends."""

    def told(self, code, position=None, **more):
        """Sends the bot this description of its table. Returns its requests and its error output. A move ends the game."""
        table = {'is': 'table', 'table': 'T', 'state': 'running', 'game': 'null', 'seats': 2, 'options': [], 'mine': [1], 'log': [],
                 'position': {'seat': 1, 'number': 0, 'hash': 'none', 'moves': ['take 1'], **(position or {})}, **more}

        def answer(request):
            rows = [{'table': name, 'state': 'running', 'chairs': [{'mine': True}]} for name in (7, 'x' * 100, 'T')]
            after = {'watch': [table], 'move': [{'is': 'seating', 'table': 'T', 'state': 'over'}]}
            return [{'re': request['id'], 'tables': rows if request.get('what') == 'mine' else []}, *after.get(request['do'], [])]

        server = self.serve(answer)
        err = self.bot('--server', server.url, '--token', 'x', code=code)
        return server.asked, err

    def assert_leaves(self, says, **table):
        asked, err = self.told(1, **table)
        self.assertIn(f'table T: {says}', err)
        self.assertIn('leave', [request['do'] for request in asked])
        self.assertEqual({request['table'] for request in asked if 'table' in request}, {'T'})

    def assert_moves(self, move, lost=True, **table):
        asked, err = self.told(0, **table)
        self.assertEqual('lost track' in err, lost, err)
        self.assertEqual([request['move'] for request in asked if request['do'] == 'move'], [move])

    def test_moves(self):
        for moves in ([7], [None], [['take 1']], ['x' * 5000]):
            self.assert_leaves('the server offers moves that cannot be read', position={'moves': moves})

    def test_options(self):
        for options in ([5], [None, 'x'], ['x' * 5000]):
            self.assert_leaves('the server gives options that cannot be read', options=options)

    def test_seats(self):
        for seats in (0, 1, 99, -1, 1 << 40, 'two', None):
            self.assert_leaves('the game is not for so many seats', seats=seats)
        self.assert_leaves('the game is not for so many seats', position={'seat': 3})

    def test_lines(self):
        for line in ({'seat': 77, 'move': 'take 1'}, {'seat': -5}, {'seat': 1, 'move': 9}, 'line', None):
            for game in ('null', 'castelli', 'castle', 'castellan'):
                self.assert_moves('take 1', log=[line], game=game)
        self.assert_moves('take 1', position={'hash': 7})

    def test_turns(self):
        """The bot does not move before the cards are dealt, whatever moves the server offers."""
        self.assert_moves('take 1', lost=False, position={'hash': mark('{"stones":9,"card":0}')})


unittest.main(verbosity=1)
