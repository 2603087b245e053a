"""test_wrong.py: a client that sends something wrong, by accident or on purpose, gets an error and disturbs nobody."""
import contextlib
import gzip
import json
import random
import re
import socket
import threading
import time
import unittest

from base import WithServer, each_node, run, store
from playing import begin, play_out
from ws import Client, Closed, Refused, WebSocket, refusal, table


class Wrong(WithServer):
    """Everything here happens while two people play. Their game must go on undisturbed."""

    def setUp(self):
        super().setUp()
        self.players = [self.client(), self.client()]
        self.table, self.seats = begin(self.server, self.players, table('castelli', 2))
        self.stop = threading.Event()
        self.problem = None
        self.made = 0
        self.thread = threading.Thread(target=self.play_on)
        self.thread.start()

    def play_on(self):
        try:
            while not self.stop.is_set():
                self.made += play_out(self.seats, stop=self.stop.is_set)
                if self.seats[0].over():
                    self.table, self.seats = begin(self.server, self.players, table('castelli', 2))
        except Exception as problem:  # the main thread reports it
            self.problem = problem

    def tearDown(self):
        before = self.made
        time.sleep(0.3)
        self.stop.set()
        self.thread.join()
        self.assertIsNone(self.problem)
        self.assertGreater(self.made, 0, before)

    def raw(self, text, client=None):
        """Sends a text as it is, and returns the answer."""
        client = client or self.client()
        client.send(text)
        return json.loads(client.receive())

    def test_not_json(self):
        client = self.client()
        for text in ('', 'hello', '[]', '{', '{"do":"hello"', '"x"', 'null', '{"do":"hello","id":1,"id":2}', '\u0000',
                     '{"do":"hello","id":1}x', '[' * 5000):
            answer = self.raw(text, client)
            self.assertIn(answer['error'], ('bad_json', 'missing'), text)
        self.assertEqual(client.ask('hello')['levels'], 6)

    def test_not_a_request(self):
        client = self.client()
        for text, code in (('{"id":1}', 'missing'), ('{"do":"hello"}', 'missing'), ('{"do":"fly","id":1}', 'unknown'),
                           ('{"do":5,"id":1}', 'missing'), ('{"do":"hello","id":"1"}', 'missing'),
                           ('{"do":"hello","id":1,"more":2}', 'unknown'), ('{"do":"watch","id":1}', 'missing'),
                           ('{"do":"watch","id":1,"table":7}', 'missing'), ('{"do":"name","id":1,"name":"a\\u0000b"}', None),
                           ('{"do":"list","id":1,"what":"all"}', 'unknown')):
            self.assertEqual(self.raw(text, client).get('error'), code or 'bad_json', text)
        self.assertEqual(client.refused('watch', table='x'), 'no_table')
        self.assertEqual(client.refused('watch', table='0' * 13), 'no_table')

    def test_not_text(self):
        client = self.client()
        client.frame(2, b'{"do":"hello","id":1}')
        self.assertEqual(json.loads(client.receive())['error'], 'too_long')
        bad = self.client()
        bad.frame(1, b'{"do":"\xff\xfe"}')
        with self.assertRaises(Closed):
            self.assertEqual(json.loads(bad.receive())['error'], 'bad_json')
            bad.receive(timeout=2) or self.fail('still open')

    def test_long_messages(self):
        client = self.client()
        for size in (17 * 1024, 1 << 20, 4 << 20):
            self.assertEqual(self.raw('{"do":"chat","text":"' + 'x' * size + '"}', client)['error'], 'too_long')
        answer = self.raw('{"do":"import","id":3,"record":"' + 'x' * (900 * 1024) + '"}', client)
        self.assertEqual((answer['re'], answer['error']), (3, 'illegal'))
        self.assertEqual(self.raw('{"do":"import","id":4,"record":"' + 'x' * (2 << 20) + '"}', client)['error'], 'too_long')
        self.assertEqual(client.ask('hello')['levels'], 6)

    def test_fragments(self):
        client = self.client()
        client.frame(1, b'{"do":"hel', final=False)
        client.frame(9, b'ping')
        client.frame(0, b'lo","id":9}', final=True)
        self.assertEqual(json.loads(client.receive())['re'], 9)

    def test_foreign_seats_and_stale_numbers(self):
        stranger = self.client()
        place = {'table': self.table, 'number': 1, 'seat': 1}
        self.assertEqual(stranger.refused('move', **place, move='lift A2'), 'not_yours')
        self.assertEqual(stranger.refused('preview', **place, move='lift A2'), 'not_yours')
        self.assertEqual(stranger.refused('hint', **place), 'not_yours')
        self.assertEqual(stranger.refused('positions', table=self.table, **{'from': 1}, count=1, seat=1), 'not_yours')
        self.assertEqual(stranger.refused('resign', table=self.table, seat=2), 'not_yours')
        self.assertEqual(stranger.refused('resign', table=self.table, seat=7), 'no_seat')
        self.assertEqual(stranger.refused('sit', table=self.table, seat=-1), 'no_seat')
        self.assertEqual(stranger.refused('start', table=self.table), 'not_allowed')
        self.assertEqual(stranger.refused('join', table=self.table), 'not_allowed')
        self.assertEqual(stranger.refused('undo', table=self.table, number=1, to=0), 'not_yours')
        own = stranger.ask('create', **table('null', 2, who=[{'kind': 'me'}, {'kind': 'me'}], start=True))['table']
        seat = stranger.watch(own)['position']
        for number, code in ((seat['number'] - 1, 'stale'), (seat['number'] + 1, 'stale'), (-1, 'stale'), (1 << 40, 'stale'),
                             (seat['number'], 'illegal')):
            self.assertEqual(stranger.refused('move', table=own, number=number, seat=1, move='take 9'), code)
        self.assertEqual(stranger.refused('move', table=own, number=seat['number'], seat=2, move='take 1'), 'not_your_turn')

    def test_wrong_tables(self):
        client = self.client()
        for wrong, code in (({'game': 'chess'}, 'unknown'), ({'seats': 9}, 'limit'), ({'seats': -1}, 'limit'),
                            ({'who': []}, 'limit'), ({'who': [{'kind': 'me'}, {'kind': 'cat'}]}, 'unknown'),
                            ({'who': [{'kind': 'me'}, {'kind': 'computer', 'level': 7}]}, 'limit'),
                            ({'options': ['wings']}, 'illegal'), ({'options': [5]}, 'missing'), ({'options': ['a b']}, 'illegal'),
                            ({'options': ['x' * 300]}, 'illegal'), ({'options': ['x' * 200, 'y' * 100]}, 'limit'), ({'options': ['box=mine']}, 'unknown'),
                            ({'clock': {'kind': 'move'}}, 'missing'), ({'clock': {'kind': 'move', 'seconds': 1}}, 'limit'),
                            ({'undo': 'maybe'}, 'unknown'), ({'reaction': 99999999}, 'limit'), ({'first': 1}, 'unknown')):
            self.assertEqual(client.refused('create', **table(**wrong)), code, wrong)
        self.assertEqual(client.ask('list', what='mine')['tables'], [])

    def test_a_flood_is_stopped(self):
        client = self.client()
        for number in range(200):
            client.send(json.dumps({'do': 'hello', 'id': number}))
        codes = [json.loads(client.receive()).get('error') for _ in range(200)]
        self.assertGreater(codes.count('rate'), 100)
        self.assertGreaterEqual(codes.count(None), 60)
        time.sleep(0.5)
        self.assertEqual(client.ask('hello')['levels'], 6)

    def test_other_origins_paths_and_tokens(self):
        own = f'http://127.0.0.1:{self.server.port}'
        self.server.ports = [self.server.port]      # the origin names one node
        for headers, status in (({'Origin': 'http://evil.example'}, 403), ({'Origin': 'null'}, 403), ({'Origin': own}, 101),
                                ({'Origin': own + '.evil.example'}, 403), ({}, 101), ({'Authorization': 'Bearer x'}, 401),
                                ({'Authorization': 'Bearer ' + '0' * 32}, 401), ({'Authorization': 'Basic eDp5'}, 401)):
            try:
                got = refusal(WebSocket(self.server.port, headers=headers))
            except Closed:
                got = None
            self.assertEqual(got, status, headers)
        for path in ('/', '/wss', '/ws/x'):
            try:
                self.assertNotEqual(WebSocket(self.server.port, path=path).status, 101)
            except Closed:
                pass

    def test_a_slow_reader_is_dropped(self):
        slow = Client(self.server.port)
        slow.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        name = slow.ask('create', **table('castelli', 4, who=[{'kind': 'me'}] * 4, start=True))['table']
        try:
            for turn in range(4000):
                slow.start('watch', table=name)
                time.sleep(0.002 if turn < 60 else 0.04)
                if turn % 50 == 49 and self.count('clients') <= 2:
                    break
        except OSError:
            pass
        for _ in range(50):
            if self.count('clients') <= 2:
                break
            time.sleep(0.1)
        self.assertLessEqual(self.count('clients'), 2)
        slow.close()

    def count(self, name):
        text = self.server.http('GET', '/metrics')[2].decode()
        return int(float(text.split(f'\ncastellany_{name} ')[1].split('\n')[0]))

    def test_half_open_and_half_said(self):
        sockets = []
        for begin_with in (b'', b'GET', b'GET /ws HTTP/1.1\r\nHost: x\r\n', b'\x00\xff\x13garbage\r\n\r\n', b'POST /api/login HTTP/1.1\r\n'
                           b'Host: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"name":'):
            s = socket.create_connection(('127.0.0.1', self.server.port))
            s.sendall(begin_with)
            sockets.append(s)
        quiet = self.client()
        quiet.frame(1, b'{"do":"hello"', final=False)
        other = self.client()
        other.socket.sendall(b'\x81\xfe\x00')          # half a frame's head
        self.assertEqual(self.client().ask('hello')['levels'], 6)
        for s in sockets:
            s.close()

    def test_broken_frames(self):
        for data in (b'\x81\x05hello', b'\xf1\x80\x00\x00\x00\x00', b'\x83\x80\x00\x00\x00\x00', b'\x09\x80\x00\x00\x00\x00',
                     bytes(random.Random(1).randrange(256) for _ in range(3000))):
            client = self.client()
            client.socket.sendall(data)
            try:
                while client.receive(timeout=0.5):
                    pass
            except (Closed, UnicodeDecodeError):
                pass
        self.assertEqual(self.client().ask('hello')['levels'], 6)

    def test_plain_http(self):
        own = f'http://127.0.0.1:{self.server.port}'
        self.server.ports = [self.server.port]      # the origin names one node
        for method, path, body, headers, status in (
                ('GET', '/../../etc/passwd', None, {}, 404), ('GET', '/nothing', None, {}, 404), ('PUT', '/', None, {}, 405),
                ('DELETE', '/x', None, {}, 405), ('POST', '/api/login', 'x', {}, 400), ('POST', '/api/login', '{}', {}, 400),
                ('POST', '/api/login', '{"name":"' + 'x' * 20000 + '"}', {}, 413), ('POST', '/api/nothing', '{}', {}, 400), ('POST', '/api/login', '{}', {'Content-Type': 'text/plain'}, 403),
                ('POST', '/api/login', '{}', {'Origin': 'http://evil.example'}, 403), ('POST', '/api/logout', '{}', {'Origin': own}, 200),
                ('GET', '/api/tables?list=all', None, {}, 400), ('GET', '/api/tables?list=live', None, {}, 200),
                ('GET', '/games/0000000000000.txt', None, {}, 404), ('GET', '/healthz', None, {}, 200), ('HEAD', '/', None, {}, 200)):
            try:
                got = self.server.http(method, path, body, headers)[0]
            except (ConnectionError, OSError):
                got = None
            self.assertEqual(got, status, (method, path, headers))


    def statuses(self, connection, text):
        """Sends a text. Returns the HTTP statuses of all answers until the connection ends."""
        connection.sendall(text)
        data = b''
        with contextlib.suppress(ConnectionError):
            while more := connection.recv(1 << 16):
                data += more
        return [int(word) for word in re.findall(rb'HTTP/1\.1 (\d+)', data)]

    def test_bodies_that_nobody_wants(self):
        for method, status in ((b'GET', 200), (b'HEAD', 200), (b'PUT', 405), (b'DELETE', 405)):
            for body in (b'hello', b'x' * 100000):
                with socket.create_connection(('127.0.0.1', self.server.port), 10) as s:
                    s.sendall(method + b' /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n' % len(body) + body)
                    self.assertEqual(int(s.recv(4096).split()[1]), status, method)

    def test_lengths_that_are_none(self):
        for length in (b'abc', b'-5', b'5x', b'0x10'):
            with socket.create_connection(('127.0.0.1', self.server.port), 10) as s:
                self.assertEqual(self.statuses(s, b'POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'
                                               b'Content-Length: ' + length + b'\r\n\r\n{}'), [400], length)

    @each_node
    def test_a_flood_of_records(self):
        client = self.client()
        codes = [client.refused('import', record='nothing') for _ in range(20)]
        self.assertEqual(set(codes), {'illegal'})
        for again in (client, self.client(cookie=client.cookie), self.client()):
            again.start('import', record='nothing')
            self.assertEqual(json.loads(again.receive())['error'], 'rate')
        self.assertEqual(self.client(source='127.0.0.2').refused('import', record='nothing'), 'illegal')


class TooMuch(WithServer):
    def test_large_answers_come_in_pages_and_are_budgeted(self):
        client = self.client()
        text = run('random', 'castelli', '4', '1').stdout
        name = client.ask('import', record=text)['table']
        last, answers, got = len([line for line in text.splitlines() if line[:2] in ('1 ', '2 ', '3 ', '4 ', '* ')]), 0, []
        while len(got) <= last:
            more = client.ask('positions', table=name, **{'from': len(got)}, count=64, seat=0)['positions']
            self.assertTrue(more)
            self.assertLess(len(json.dumps(more)), 160 * 1024)
            got += more
            answers += 1
        self.assertGreater(answers, last // 64 + 1)
        self.assertEqual([past['position']['number'] for past in got], list(range(last + 1)))
        refused = None
        for _ in range(400):                                    # more than 8 MB
            number = client.start('positions', table=name, **{'from': 100}, count=64, seat=0)
            try:
                client.answer(number)
            except Refused as problem:
                refused = problem.args
                if 'very much' in refused[1]:
                    break
                time.sleep(0.05)
        self.assertEqual(refused[0], 'rate')
        self.assertIn('very much', refused[1])
        self.assertIsNone(client.refused('settings', settings={}))          # other requests are answered
        self.assertTrue(self.client(source='127.0.0.2').ask('list', what='open'))   # and so are other addresses

    def test_who_goes_on_is_dropped(self):
        client = self.client()
        client.send('{"do":"hello","id":7}')
        self.assertEqual(json.loads(client.receive())['re'], 7)
        refusals = []
        with self.assertRaises((Closed, OSError)):
            for number in range(20000):
                client.send('{"do":"hello", "id" : %d}' % number)
                while message := client.receive(timeout=0):
                    refusals.append(json.loads(message))
        rate = [message for message in refusals if message.get('error') == 'rate']
        self.assertGreater(len(rate), 100)                                                # the last ones are lost with the connection
        self.assertTrue(all(isinstance(message['re'], int) for message in rate))            # found without reading the message
        self.assertEqual(self.client().ask('hello')['levels'], 6)

    def test_bytes_behind_a_body(self):
        """They are the next requests, and each is answered for itself."""
        body = b'{"name":"Nobody","password":"wrong horse"}'
        for behind, statuses in ((b'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n', [403, 200, 200, 200]),
                                 (b'POST /api/logout HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}', [403, 403, 403, 403]), (b'x', [403]),
                                 (b'nonsense\r\n\r\n', [403, 400])):
            with socket.create_connection(('127.0.0.1', self.server.port), 10) as s:
                s.sendall(b'POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n' % len(body) + body + behind * 3)
                s.shutdown(socket.SHUT_WR)
                data = b''
                while more := s.recv(1 << 16):
                    data += more
            self.assertEqual([int(status) for status in re.findall(rb'HTTP/1\.1 (\d+)', data)], statuses, data)
            self.assertEqual(self.server.http('GET', '/healthz')[0], 200)

    def test_no_number_passes_for_the_newest(self):
        client = self.client()
        name = client.ask('create', **table('null', 2, who=[{'kind': 'me'}] * 2, start=True))['table']
        told = client.watch(name)
        for number in (-2 ** 63, -1, 2 ** 62):
            self.assertEqual(client.refused('move', table=name, number=number, seat=told['position']['seat'], move='take 1'), 'stale')


class Page(WithServer):
    def test_the_page_and_what_it_needs(self):
        """The program itself serves the page, compressed. Browsers keep files that have a hash in their name, and ask for the page
        each time. The page runs no script from elsewhere."""
        status, head, page = self.server.http('GET', '/', headers={'Accept-Encoding': 'gzip'})
        plain = gzip.decompress(page).decode()
        self.assertEqual((status, head['content-encoding'], head['cache-control']), (200, 'gzip', 'no-cache'))
        self.assertEqual(self.server.http('GET', '/')[2].decode(), plain)
        self.assertEqual(self.server.http('GET', '/', headers={'If-None-Match': head['etag']})[0::2], (304, b''))
        for word in ("default-src 'none'", "frame-ancestors 'none'", "script-src 'self'"):
            self.assertIn(word, head['content-security-policy'])
        self.assertNotIn("'unsafe-inline'", head['content-security-policy'])
        self.assertEqual(head['x-content-type-options'], 'nosniff')
        names = re.findall(r'(?:src|href)="/?([^":]+\.(?:js|css))"', plain)
        self.assertGreater(len(names), 1)
        for name in names:
            status, head, _ = self.server.http('GET', '/' + name)
            self.assertEqual((status, head['cache-control']), (200, 'public, max-age=31536000, immutable'), name)


class Silent(WithServer):
    arguments = ('--ping', '1')

    def test_who_is_gone_is_dropped(self):
        """The server drops a connection that does not answer pings, and keeps one that does."""
        gone, there = self.client(), self.client()
        name = there.ask('create', **table('null', 2))['table']
        gone.ask('join', table=name)
        gone.watch(name)
        there.watch(name)
        seating = there.next_message('seating', timeout=6)
        while seating and seating['chairs'][1]['connected']:
            seating = there.next_message('seating', timeout=6)
        self.assertTrue(seating, 'the other is still connected')
        told = there.receive(timeout=3)
        self.assertTrue(told is None or (store.TWO_NODES and '"seating"' in told), told)       # a node that is slow may be missed for a moment
        self.assertEqual(there.ask('hello')['levels'], 6)


class Addresses(WithServer):
    arguments = ('--connections', '5')

    @each_node
    def test_connections_of_one_address(self):
        held = [self.client() for _ in range(5)]
        with self.assertRaises((AssertionError, Closed)):
            self.client()
        Client(self.server.port, source='127.0.0.2').close()
        held[0].close()
        time.sleep(0.2)
        self.client()

    def open(self, source='127.0.0.1'):
        """Opens a connection that sends nothing."""
        s = socket.create_connection(('127.0.0.1', self.server.port), 10, source_address=(source, 0))
        self.addCleanup(s.close)
        return s

    def healthy(self, s):
        """Whether a connection is served."""
        try:
            s.sendall(b'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
            return s.recv(100).startswith(b'HTTP/1.1 200')
        except ConnectionError:
            return False

    def test_other_connections_of_one_address(self):
        """An address may have twice as many other connections as WebSockets, whether they send requests or not."""
        web = [self.client() for _ in range(5)]
        held = [self.open() for _ in range(10)]
        self.assertTrue(self.healthy(held[9]))
        self.assertFalse(self.healthy(self.open()))
        self.assertTrue(self.healthy(self.open('127.0.0.2')))
        self.assertEqual(web[0].ask('hello')['levels'], 6)
        held[0].close()
        time.sleep(0.2)
        self.assertTrue(self.healthy(self.open()))


class Proxy(WithServer):
    arguments = ('--connections', '1', '--trust-proxy')

    def test_addresses_behind_a_proxy(self):
        one = WebSocket(self.server.port, headers={'X-Forwarded-For': '198.51.100.7'})
        self.assertEqual(one.status, 101)
        self.assertEqual(WebSocket(self.server.port, headers={'X-Forwarded-For': '198.51.100.8'}).status, 101)
        try:
            self.assertEqual(WebSocket(self.server.port, headers={'X-Forwarded-For': '198.51.100.7'}).status, 429)
        except Closed:
            pass

    def get(self, path, address):
        return self.server.http('GET', path, headers={'X-Forwarded-For': address} if address else {})[0]

    @each_node
    def test_requests_behind_a_proxy(self):
        """Requests that wait for their answer count for the last address that the proxy names."""
        half = []
        for _ in range(2):
            s = socket.create_connection(('127.0.0.1', self.server.port))
            s.sendall(b'POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n'
                      b'X-Forwarded-For: 203.0.113.1, 198.51.100.7\r\n\r\n{')
            half.append(s)
        time.sleep(0.2)
        self.assertEqual(self.get('/healthz', '198.51.100.7'), 429)
        for _ in range(4):
            self.assertEqual(self.get('/healthz', '203.0.113.1'), 200)
        for s in half:
            s.close()
        time.sleep(0.2)
        for _ in range(4):
            self.assertEqual(self.get('/healthz', '198.51.100.7'), 200)

    def test_cookies_behind_a_proxy_with_tls(self):
        for proto, secure in (('https', True), ('http', False)):
            head = self.server.http('GET', '/', headers={'X-Forwarded-Proto': proto})[1]
            self.assertEqual('Secure' in head['set-cookie'], secure)

    def test_figures_are_for_this_machine(self):
        self.assertEqual(self.get('/metrics', None), 403)
        self.assertEqual(self.get('/metrics', '127.0.0.1'), 200)
        self.assertEqual(self.get('/metrics', '::1'), 200)
        for address in ('198.51.100.7', '2001:db8::1', '127.0.0.1, 198.51.100.7'):
            self.assertEqual(self.get('/metrics', address), 403)


if __name__ == '__main__':
    unittest.main(warnings='ignore')
