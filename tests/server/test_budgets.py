"""test_budgets.py: what one address may ask for over HTTP, keep in the store, and claim to be."""
import contextlib
import http.client
import json
import socket
import sys
import time
import unittest

from base import WithServer, each_node, store
from playing import Seat, play_out
from ws import Refused, WebSocket, table


class Visits(WithServer):
    arguments = ('--connections', '2')

    def get(self, path, times, source='127.0.0.1'):
        """The statuses of so many requests over one connection, and the last body."""
        connection = http.client.HTTPConnection('127.0.0.1', self.server.port, timeout=20, source_address=(source, 0))
        got = []
        for _ in range(times):
            connection.request('GET', path)
            answer = connection.getresponse()
            text = answer.read()
            got.append(answer.status)
        connection.close()
        return got, text

    def test_an_address_has_a_budget(self):
        a, b = self.client(), self.client()
        name = a.ask('create', **table('null', 2))['table']
        b.ask('join', table=name)
        a.ask('start', table=name)
        play_out([Seat(a, name), Seat(b, name)])
        a.close()
        b.close()
        for path in (f'/games/{name}.txt', '/api/tables?list=finished', '/'):
            got, _ = self.get(path, 5, '127.0.0.7')
            self.assertEqual(set(got), {200}, path)
        got, text = self.get(f'/games/{name}.txt', 60)
        self.assertEqual(got[0], 200)
        self.assertEqual(got[-1], 429)
        self.assertLess(got.count(200), 30)
        self.assertEqual(json.loads(text)['error'], 'rate')
        self.assertEqual(self.get('/api/tables?list=finished', 1)[0], [429])
        self.assertEqual(self.get(f'/games/{name}.txt', 1, '127.0.0.8')[0], [200])
        time.sleep(1.5)
        self.assertEqual(self.get('/healthz', 1)[0], [200])         # it comes back with time

    def test_a_page_is_within_it(self):
        """A browser that comes for the first time asks for some dozens of files."""
        self.assertEqual(set(self.get('/', 60)[0]), {200})


class Reconnecting(WithServer):
    arguments = ('--connections', '2')

    @each_node
    def test_a_new_connection_brings_no_new_budget(self):
        """An address has as many requests as all its connections, however often it connects."""
        begin, answered, sent = time.time(), 0, 0
        for _ in range(12):
            client = self.client(source='127.0.0.7')
            numbers = [client.start('hello') for _ in range(60)]
            for number in numbers:
                sent += 1
                with contextlib.suppress(Refused):
                    client.answer(number)
                    answered += 1
            client.close()
        self.assertEqual(sent, 720)
        self.assertGreaterEqual(answered, 200)
        self.assertLessEqual(answered, 200 + 40 * (time.time() - begin) + 1)
        self.assertIsNotNone(self.client(source='127.0.0.8').ask('hello'))

    def test_upgrades_have_a_budget(self):
        begin, count = time.time(), 0
        while True:
            web = WebSocket(self.server.port, source='127.0.0.7')
            web.close()
            if web.status != 101:
                break
            count += 1
        self.assertEqual(web.status, 429)
        self.assertLessEqual(count, 100 + 8 * (time.time() - begin) + 1)
        self.assertEqual(self.client(source='127.0.0.8').ask('hello')['levels'], 6)


class Newcomers(WithServer):
    arguments = ('--connections', '1')

    def stored(self):
        return store.query(self.folder, 'SELECT COUNT(*) FROM players')[0][0]

    def come(self, do, source, **members):
        client = self.client(source=source)
        code = client.refused(do, **members)
        client.close()
        return code

    def test_new_guests_do_not_fill_the_disk(self):
        codes = [self.come('settings', '127.0.0.2', settings={'n': n}) for n in range(20)]
        self.assertEqual(codes[0], None)
        self.assertEqual(codes[-1], 'limit')
        late = 2 if store.TWO_NODES else 0      # until the other node has heard of it
        self.assertLessEqual(self.stored(), 16 + late)
        for do, members in (('name', {'name': 'Late'}), ('create', table('null', 2)), ('mute', {'player': '0' * 12 + '1', 'on': True})):
            self.assertEqual(self.come(do, '127.0.0.2', **members), 'limit', do)
        self.assertIsNone(self.come('settings', '127.0.0.3', settings={}))
        self.assertLessEqual(self.stored(), 17 + late)

    def test_who_is_known_may_go_on(self):
        client = self.client(source='127.0.0.2')
        for n in range(30):
            self.assertIsNone(client.refused('settings', settings={'n': n}))
        self.assertEqual(self.stored(), 1)

    def test_accounts_are_made_one_by_one(self):
        got = [self.server.http('POST', '/api/register', {'name': f'Anna {n}', 'password': 'correct horse'})[0] for n in range(6)]
        self.assertEqual(got[0], 200)
        self.assertEqual(got[-1], 429)
        self.assertEqual(self.server.http('POST', '/api/login', {'name': 'Anna 0', 'password': 'correct horse'})[0], 200)


class Computers(WithServer):
    def test_nobody_waits_for_the_computers_of_strangers(self):
        """Strangers of one address watch fifty tables at which computers of the highest level play each other."""
        strangers = [self.client(source='127.0.0.9') for _ in range(10)]
        for i in range(50):
            who = [{'kind': 'computer', 'level': 6}] * 4
            client = strangers[i % len(strangers)]
            client.start('watch', table=client.ask('create', **table('castelli', 4, who=who, start=True))['table'])
        me = self.client()
        name = me.ask('create', **table('castle', 2, who=[{'kind': 'me'}, {'kind': 'computer', 'level': 1}], undo='none', start=True))['table']
        seat, waits = Seat(me, name), []
        for _ in range(8):
            while not seat.position['moves']:
                seat.after()
            number, begin = seat.number, time.time()
            seat.move(seat.position['moves'][0])
            while seat.number == number or not seat.position['moves']:
                seat.after()
            waits.append(time.time() - begin)
        self.assertLess(max(waits), 2, waits)
        if '-v' in sys.argv:
            print('level 1 answers after', [round(wait, 3) for wait in waits], file=sys.stderr)


class Codes(WithServer):
    def test_guesses_of_codes_wait_as_guesses_of_passwords_do(self):
        got = [self.server.http('POST', '/api/recover', {'name': 'Anna', 'code': f'AAAA-AAAA-AAAA-{n:04d}', 'password': 'other horse'})[0] for n in range(12)]
        self.assertEqual(got[0], 403)
        self.assertEqual(got[-1], 429)
        self.assertGreaterEqual(got.count(429), 3)


class Names(WithServer):
    def test_no_name_only_looks_like_another(self):
        client = self.client()
        for name in ('Anna\u200b', 'An\u00adna', '\u202eannA', 'Anna\u00a0', 'Anna\u200d', 'Anna\ufe0f', 'A\u2060nna', 'Anna\u3164', '\u2066Anna\u2069', 'A\u3000\u3000b',
                     'Anna\u034f', 'Anna\U000e0041'):
            self.assertEqual(client.refused('name', name=name), 'limit', ascii(name))
            got = self.server.http('POST', '/api/register', {'name': name, 'password': 'correct horse'})
            self.assertEqual(got[0], 400, ascii(name))
        for name in ('Anna', 'Jos\u00e9', '\u05e9\u05e8\u05d4', '\u2764\ufe0f', '\U0001f469\u200d\U0001f680', '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645', '\u30e6\u30ad'):
            self.assertIsNone(client.refused('name', name=name), ascii(name))

    def test_no_line_of_chat_turns_others_round(self):
        client = self.client()
        name = client.ask('create', **table('null', 2))['table']
        client.watch(name)
        for text in ('\u202eabc', 'a\u2028b', '\u2067x'):
            self.assertEqual(client.refused('chat', table=name, text=text), 'limit', ascii(text))
        self.assertIsNone(client.refused('chat', table=name, text='\u05e9\u05dc\u05d5\u05dd \U0001f469\u200d\U0001f680'))


class Talk(WithServer):
    @each_node
    def test_lines_are_counted_for_an_address(self):
        """Neither many connections nor new ones give an address more lines; another address is not hindered."""
        name = self.client().ask('create', **table('null', 2))['table']
        begin, said = time.time(), 0
        for _ in range(8):
            client = self.client()
            client.watch(name)
            said += sum(self.says(client, name) for _ in range(5))
            client.close()
        self.assertGreaterEqual(said, 20)
        self.assertLessEqual(said, 20 + 2 * (time.time() - begin) + 1)
        other = self.client(source='127.0.0.9')
        other.watch(name)
        self.assertTrue(self.says(other, name))

    def says(self, client, name):
        try:
            client.answer(client.start('chat', table=name, text='x'))
            return True
        except Refused as refused:
            self.assertEqual(refused.args[0], 'rate')
            return False


class Requests(WithServer):
    def answers(self, text):
        """All that comes back until the server closes or falls silent."""
        with socket.create_connection(('127.0.0.1', self.server.port), 5) as s:
            s.settimeout(0.5)
            data = b''
            try:
                s.sendall(text)
                while more := s.recv(1 << 16):
                    data += more
            except OSError:
                pass
        return data

    def test_no_request_hides_in_a_body(self):
        """A proxy that keeps its connections would give the second answer to somebody else."""
        inner = b'GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n'
        for method in (b'GET', b'HEAD', b'PUT', b'POST', b'OPTIONS'):
            for head, body in ((b'Content-Length: %d' % len(inner), inner),
                               (b'Transfer-Encoding: chunked', b'%x\r\n' % len(inner) + inner + b'\r\n0\r\n\r\n'),
                               (b'transfer-encoding: gzip, chunked', b'0\r\n\r\n' + inner),
                               (b'Content-Length : %d' % len(inner), inner)):
                got = self.answers(method + b' /healthz HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n' + head + b'\r\n\r\n' + body)
                self.assertEqual(got.count(b'HTTP/1.1 '), 1, (method, head, got))
                self.assertNotIn(b'HTTP/1.1 404', got, (method, head))

    def test_a_proxy_that_was_not_announced_gets_no_figures(self):
        self.assertEqual(self.server.http('GET', '/metrics')[0], 200)
        for header in ('X-Forwarded-For', 'Forwarded', 'Via'):
            self.assertEqual(self.server.http('GET', '/metrics', headers={header: '192.0.2.1'})[0], 403, header)


class Slow(WithServer):
    arguments = ('--ping', '1')

    def test_a_message_that_never_ends(self):
        """It must be whole in time: meanwhile it takes memory. Pings are answered, so the client itself is there."""
        client, honest = self.client(), self.client()
        client.frame(1, b'{"do":"import","id":1,"record":"' + b'x' * 100000, final=False)
        end = time.time() + 12
        gone = False
        while time.time() < end and not gone:
            try:
                client.receive(timeout=0.3)
                client.frame(0, b' ', final=False)
                honest.receive(timeout=0)
            except Exception:       # pylint: disable=broad-except
                gone = True
        self.assertTrue(gone)
        self.assertTrue(honest.ask('hello'))


if __name__ == '__main__':
    unittest.main(warnings='ignore')
