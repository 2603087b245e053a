"""test_accounts.py: guests, accounts, bot accounts, ratings; and that no secret is kept or logged."""
import json
import os
import socket
import subprocess
import time
import unittest

from base import PROGRAM, WithServer, store
from playing import Seat, begin, play_out
from ws import Client, Closed, table


class Accounts(WithServer):
    secrets = ()

    def post(self, word, body, cookie=None, status=200):
        """Sends a POST. Returns the new cookie (or "") and the answer."""
        headers = {'Cookie': 'castellany=' + cookie} if cookie else {}
        got, head, text = self.server.http('POST', '/api/' + word, body, headers)
        self.assertEqual(got, status, text)
        given = head.get('set-cookie', '')
        if given and 'Max-Age=0' not in given:
            self.assertIn('HttpOnly', given)
            self.assertIn('SameSite=Lax', given)
        return given.partition('castellany=')[2].partition(';')[0], json.loads(text)

    def account(self, name, password='correct horse'):
        return self.post('register', {'name': name, 'password': password})[0]

    def test_a_guest_keeps_what_it_has(self):
        page = self.server.http('GET', '/')[1]
        cookie = page['set-cookie'].partition('=')[2].partition(';')[0]
        a = self.client(cookie=cookie)
        me = a.ask('hello')['player']
        self.assertEqual((me['kind'], me['name']), ('guest', ''))
        self.assertTrue(1000 <= me['guest'] <= 9999, me)
        self.assertEqual(a.ask('name', name='Ännchen')['player']['name'], 'Ännchen')
        for bad in ('', 'x' * 25, ' x', 'a\nb', 'a  b'):
            self.assertEqual(a.refused('name', name=bad), 'limit', bad)
        a.close()
        again = self.client(cookie=cookie).ask('hello')['player']
        self.assertEqual(again, {'id': me['id'], 'name': 'Ännchen', 'kind': 'guest'})
        self.assertNotEqual(self.client().ask('hello')['player']['id'], me['id'])
        self.assertNotIn('set-cookie', self.server.http('GET', '/', headers={'Cookie': 'castellany=' + cookie})[1])

    def test_a_guest_becomes_an_account(self):
        a = self.client()
        me = a.ask('hello')['player']['id']
        name = a.ask('create', **table('null', 2, who=[{'kind': 'me'}] * 2, start=True))['table']
        new, _ = self.post('register', {'name': 'Anna', 'password': 'correct horse'}, a.cookie)
        self.assertNotEqual(new, a.cookie)
        b = self.client(cookie=new)
        player = b.ask('hello')['player']
        self.assertEqual((player['id'], player['kind'], player['name']), (me, 'account', 'Anna'))
        self.assertEqual([row['table'] for row in b.ask('list', what='mine')['tables']], [name])
        self.assertNotEqual(self.client(cookie=a.cookie).ask('hello')['player']['id'], me)      # the old cookie has ended
        a.close()
        b.close()
        old = self.client(cookie=a.cookie)                                                       # … also when the account is not there
        self.assertNotEqual(old.ask('hello')['player']['id'], me)
        self.assertEqual(old.ask('list', what='mine')['tables'], [])
        self.assertEqual(Seat(old, name).mine, [])
        b = self.client(cookie=new)
        self.assertEqual(b.refused('name', name='Other'), 'not_allowed')
        self.post('register', {'name': 'anna', 'password': 'correct horse'}, status=409)
        self.assertEqual(self.client().refused('name', name='ANNA'), 'taken')
        for body, status in (({'name': 'x'}, 400), ({'name': 'x', 'password': 'short'}, 400), ({'name': 'x', 'password': 'y' * 300}, 400),
                             ({'name': 'x' * 30, 'password': 'correct horse'}, 400)):
            self.post('register', body, status=status)
        self.post('register', {'name': 'Second', 'password': 'correct horse'}, new, 403)

    def test_in_and_out(self):
        first = self.account('Bert')
        self.post('login', {'name': 'Bert', 'password': 'wrong horse'}, status=403)
        self.post('login', {'name': 'Nobody', 'password': 'wrong horse'}, status=403)
        second, _ = self.post('login', {'name': 'bert', 'password': 'correct horse'})
        a, b = self.client(cookie=first), self.client(cookie=second)
        me = a.ask('hello')['player']['id']
        self.assertEqual(b.ask('hello')['player']['id'], me)
        a.ask('settings', settings={'language': 'nl'})
        self.soon(lambda: self.assertEqual(b.ask('hello')['settings'], {'language': 'nl'}))
        self.assertEqual(a.refused('settings', settings={'x': 'y' * 3000}), 'limit')
        self.post('logout', {}, second)
        self.assert_closed(b)
        self.assertNotEqual(self.client(cookie=second).ask('hello')['player']['id'], me)
        third, _ = self.post('login', {'name': 'Bert', 'password': 'correct horse'})
        self.post('logout', {'everywhere': True}, third)
        self.assert_closed(a)
        for cookie in (first, third):
            self.assertNotEqual(self.client(cookie=cookie).ask('hello')['player']['id'], me)

    @unittest.skipIf(store.TWO_NODES, 'another node ends the connection: the browser comes back with the cookie of the account')
    def test_out_ends_what_was_opened_as_a_guest(self):
        """When a guest registers, the open connection becomes one of the account. It ends when the account logs out."""
        a = self.client()
        me = a.ask('hello')['player']['id']
        new, _ = self.post('register', {'name': 'Ida', 'password': 'correct horse'}, a.cookie)
        self.assertEqual(a.ask('hello')['player'], {'id': me, 'name': 'Ida', 'kind': 'account'})
        self.post('logout', {}, new)
        self.assert_closed(a)

    def test_old_cookies_end(self):
        first = self.account('Jan')
        player = store.query(self.folder, "SELECT id FROM players WHERE name_key = 'jan'")[0][0]
        store.query(self.folder, 'INSERT INTO tokens (hash, player, made, agent) VALUES ' +
                    ', '.join(f"('old {i}', {player}, {i}, '')" for i in range(60)))
        second, _ = self.post('login', {'name': 'Jan', 'password': 'correct horse'})
        left = [row[0] for row in store.query(self.folder, 'SELECT hash FROM tokens WHERE player = ? ORDER BY made', player)]
        self.assertEqual((len(left), left[:2]), (50, ['old 12', 'old 13']))
        for cookie in (first, second):
            self.assertEqual(self.client(cookie=cookie).ask('hello')['player']['name'], 'Jan')

    def test_passwords_wait_for_no_computer(self):
        self.account('Kees')
        a = self.client()
        for _ in range(40):
            a.ask('create', **table('castelli', 4, who=[{'kind': 'computer', 'level': 6}] * 4, start=True))
        self.post('login', {'name': 'Kees', 'password': 'correct horse'})
        moves = self.server.http('GET', '/metrics')[2].decode().split('\ncastellany_bot_moves_total ')[1].split('\n')[0]
        self.post('login', {'name': 'Kees', 'password': 'correct horse'})
        after = self.server.http('GET', '/metrics')[2].decode().split('\ncastellany_bot_moves_total ')[1].split('\n')[0]
        self.assertLess(int(after) - int(moves), 30)

    def test_many_passwords_at_once(self):
        """An address that guesses passwords does not keep other addresses from logging in."""
        body = b'{"name":"Nobody","password":"wrong horse"}'
        sockets = [socket.create_connection(('127.0.0.1', self.server.port), 20, source_address=(f'127.0.0.{host}', 0))
                   for host in (1, 1, 1, 1, 1, 1, 1, 1, 2)]
        for s in sockets:
            s.sendall(b'POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n' % len(body) + body)
        answers = []
        for s in sockets:
            answers.append(s.recv(1000).split()[1])
            s.close()
        self.assertIn(b'503', answers[:8])
        self.assertEqual(answers[8], b'403')

    def assert_closed(self, client):
        with self.assertRaises(Closed):
            while client.receive() is not None:
                pass
            self.fail('still open')

    def test_an_account_is_deleted(self):
        cookie = self.account('Cleo')
        a, b = self.client(cookie=cookie), self.client()
        running, (_, seat) = begin(self.server, [a, b], table('null', 2))
        done, seats = begin(self.server, [a, b], table('null', 2))
        play_out(seats)
        self.post('delete', {'password': 'wrong horse'}, cookie, 403)
        self.post('delete', {'password': 'correct horse'}, cookie)
        self.assert_closed(a)
        self.post('login', {'name': 'Cleo', 'password': 'correct horse'}, status=403)
        while seat.told['chairs'][0]['player']['kind'] != 'computer':
            self.assertTrue(seat.handle_next())
        play_out([seat])
        self.assertEqual(b.watch(done)['chairs'][0]['player'], {'id': '', 'name': '', 'kind': 'guest'})
        self.account('Cleo')

    def test_names_that_look_alike_are_the_same(self):
        cookie = self.account('Élodie Scott')
        a = self.client()
        alike = ('élodie scott', 'E\u0301lodie Scott', 'Élodie Ｓcott', 'Élodie Ⓢcott', 'ÉLODIE SCOTT')
        for name in alike:
            self.assertEqual(a.refused('name', name=name), 'taken', name)
            self.post('register', {'name': name, 'password': 'correct horse'}, status=409)
        self.account('Copa')
        for name in ('Сора', 'сора', 'ϹορΑ'.replace('Ϲ', 'С')):                       # Cyrillic
            self.assertIn(a.refused('name', name=name), ('taken', 'limit'), name)
        self.assertEqual(a.refused('name', name='\u0421\u043e\u0440\u0430'), 'taken')
        for name in ('Cоpa', 'Annа', 'Πeter', 'Ann\u200ba', 'Anna\u202e', '\u2066Anna', 'An\u00adna', 'Anna\u3000B', '\u3164', 'Anna\ufeff',
                     'Кot', 'שלוםabc', '\U000e0041nna'):
            self.assertEqual(a.refused('name', name=name), 'limit', ascii(name))       # mixed scripts, invisible, direction marks
        for name in ('Борис', 'Ελένη', 'שרה', 'محمد', '太郎さん', 'Ken太郎', '민수', 'Zoë', 'Łukasz', 'José 2', 'नमिता', '\U0001f3f0 Anna', "O'Neil"):
            self.assertIsNone(a.refused('name', name=name), name)
        for name in ('ÉLODIE scott', 'Élodie Scott'):
            self.post('login', {'name': name, 'password': 'correct horse'})
        self.assertEqual(self.client(cookie=cookie).ask('hello')['player']['name'], 'Élodie Scott')   # it is shown as it was written

    def test_what_a_deleted_account_made(self):
        """When an account is deleted, its tables without other players end. A rematch leaves its chair open."""
        cookie = self.account('Klaas')
        a, b = self.client(cookie=cookie), self.client()
        done, seats = begin(self.server, [a, b], table('null', 2))
        play_out(seats)
        a.ask('create', **table('null', 2))
        self.assertEqual(len(b.ask('list', what='open')['tables']), 1)
        self.post('delete', {'password': 'correct horse'}, cookie)
        end = time.time() + 10          # somebody else than who was answered ends the table
        while b.ask('list', what='open')['tables']:
            self.assertLess(time.time(), end)
        told = b.watch(b.ask('rematch', table=done)['table'])
        self.assertEqual((told['state'], [chair['player'] and chair['player']['kind'] for chair in told['chairs']]), ('open', ['guest', None]))

    def test_bots_of_other_people(self):
        cookie = self.account('Dora')
        self.post('bot', {'name': 'Robo'}, status=403)
        token = self.post('bot', {'name': 'Robo'}, cookie)[1]['token']
        self.post('bot', {'name': 'robo'}, cookie, 409)
        bot = Client(self.server.port, token=token)
        self.assertEqual(bot.ask('hello')['player']['kind'], 'bot')
        name, seats = begin(self.server, [self.client(cookie=cookie), bot], table('null', 2))
        play_out(seats)
        bot.close()

    def test_the_reference_client(self):
        cookie = self.account('Emil')
        token = self.post('bot', {'name': 'Ref'}, cookie)[1]['token']
        a = self.client(cookie=cookie)
        for game, options in (('castelli', ['battle']), ('castle', []), ('castellan', [])):
            name = a.ask('create', **table(game, 2, options=options, public=False))
            bot = subprocess.Popen([PROGRAM, 'bot', '--server', f'http://127.0.0.1:{self.server.port}', '--token', token, '--level', '1',
                                    '--table', name['table'], '--invite', name['invite'], '--once'], stderr=subprocess.PIPE, text=True)
            seat = Seat(a, name['table'])
            while not seat.told['chairs'][1]['player']:
                self.assertTrue(seat.handle_next())
            a.ask('start', table=name['table'])
            play_out([seat], patience=60)
            said = bot.communicate(timeout=30)[1]
            self.assertEqual((bot.returncode, said), (0, ''))

    def test_no_secret_is_kept(self):
        cookie = self.account('Hugo', 'a very secret phrase')
        token = self.post('bot', {'name': 'Quiet'}, cookie)[1]['token']
        self.client(cookie=cookie).ask('hello')
        kept = b''.join(open(os.path.join(self.folder, name), 'rb').read() for name in os.listdir(self.folder) if not name.endswith('.sock'))
        for secret in (cookie, token, 'a very secret phrase'):
            self.assertNotIn(secret.encode(), kept)
        code, log = self.server.stop()
        self.assertEqual(code, 0)
        for secret in (cookie, token, 'a very secret phrase'):
            self.assertNotIn(secret, log)

    def finish(self):
        if self.server.process.returncode is None:
            super().finish()


if __name__ == '__main__':
    unittest.main(warnings='ignore')
