"""test_secrets.py: what people do about their own accounts: passwords, recovery codes, sessions, tokens of bots."""
import json
import os
import threading
import time
import unittest

from base import PROGRAM, WithServer, run, store
from ws import Closed, Server, WebSocket, refusal


class Secrets(WithServer):
    def post(self, word, body, cookie=None, status=200, **headers):
        headers = {**headers, **({'Cookie': 'castellany=' + cookie} if cookie else {})}
        got, head, text = self.server.http('POST', '/api/' + word, body, headers)
        while got == 429:                                          # wrong passwords make the next try wait
            time.sleep(json.loads(text)['wait'])
            got, head, text = self.server.http('POST', '/api/' + word, body, headers)
        self.assertEqual(got, status, text)
        return head.get('set-cookie', '').partition('castellany=')[2].partition(';')[0], json.loads(text)

    def register(self, name):
        """Returns the cookie and the codes."""
        cookie, answer = self.post('register', {'name': name, 'password': 'correct horse'})
        return cookie, answer['codes']

    def login(self, name, password='correct horse', status=200, **headers):
        return self.post('login', {'name': name, 'password': password}, status=status, **headers)[0]

    def who(self, cookie):
        return self.client(cookie=cookie).ask('hello')['player']['name']

    def assert_closed(self, client):
        with self.assertRaises(Closed):
            while client.receive() is not None:
                pass
            self.fail('still open')

    def test_a_password_is_changed(self):
        here, _ = self.register('Anna')
        there = self.login('Anna')
        token = self.post('bot', {'name': 'Robot'}, here)[1]['token']
        a, b, bot = self.client(cookie=here), self.client(cookie=there), self.client(token=token)
        for client in (a, b, bot):
            client.ask('hello')
        self.post('password', {'password': 'wrong horse', 'new': 'other horse'}, here, 403)
        self.post('password', {'password': 'correct horse', 'new': 'short'}, here, 400)
        self.post('password', {'password': 'correct horse'}, here, 400)
        self.post('password', {'password': 'correct horse', 'new': 'other horse'}, None, 403)
        new, _ = self.post('password', {'password': 'correct horse', 'new': 'other horse'}, here)
        self.assert_closed(b)                                      # a stranger who knew the password is out
        self.assertEqual(a.ask('hello')['player']['name'], 'Anna')
        self.assertEqual(bot.ask('hello')['player']['name'], 'Robot')
        self.assertEqual(self.who(new), 'Anna')
        for cookie in (here, there):
            self.assertEqual(self.who(cookie), '')
        self.login('Anna', status=403)
        self.login('Anna', 'other horse')

    def test_a_code_works_once(self):
        cookie, codes = self.register('Bert')
        self.assertEqual(len(set(codes)), 8)
        for code in codes:
            self.assertRegex(code, r'^([A-HJ-NP-Z2-9]{4}-){3}[A-HJ-NP-Z2-9]{4}$')
        _, others = self.register('Carl')
        a = self.client(cookie=cookie)
        a.ask('hello')
        for name, code, password, status in (('Bert', others[0], 'other horse', 403), ('Bert', 'AAAA-AAAA-AAAA-AAAA', 'other horse', 403),
                                             ('Bert', '', 'other horse', 403), ('Nobody', codes[0], 'other horse', 403), ('Bert', codes[0], 'short', 400)):
            self.post('recover', {'name': name, 'code': code, 'password': password}, status=status)
        self.post('recover', {'name': 'Bert', 'code': codes[0]}, status=400)
        typed = codes[0].lower().replace('-', ' ')
        new, _ = self.post('recover', {'name': 'bert', 'code': typed, 'password': 'other horse'})
        self.assert_closed(a)
        self.assertEqual(self.who(new), 'Bert')
        self.assertEqual(self.who(cookie), '')
        self.post('recover', {'name': 'Bert', 'code': codes[0], 'password': 'third horse'}, status=403)
        self.login('Bert', status=403)
        self.login('Bert', 'other horse')
        self.post('recover', {'name': 'Bert', 'code': codes[1], 'password': 'third horse'})

    def test_a_code_works_once_even_at_the_same_time(self):
        _, codes = self.register('Dora')
        got = []

        def use(i):
            got.append(self.server.http('POST', '/api/recover', {'name': 'Dora', 'code': codes[0], 'password': f'horse number {i}'})[0])
        threads = [threading.Thread(target=use, args=(i,)) for i in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(sorted(got)[0], 200)
        self.assertNotEqual(sorted(got)[1], 200)

    def test_new_codes_end_the_old_ones(self):
        cookie, old = self.register('Emil')
        self.post('codes', {'password': 'wrong horse'}, cookie, 403)
        self.post('codes', {'password': 'correct horse'}, None, 403)
        new = self.post('codes', {'password': 'correct horse'}, cookie)[1]['codes']
        self.assertEqual(len(set(new) | set(old)), 16)
        self.post('recover', {'name': 'Emil', 'code': old[0], 'password': 'other horse'}, status=403)
        self.post('recover', {'name': 'Emil', 'code': new[0], 'password': 'other horse'})
        self.post('delete', {'password': 'other horse'}, self.login('Emil', 'other horse'))
        self.post('recover', {'name': 'Emil', 'code': new[1], 'password': 'other horse'}, status=403)

    def test_a_code_of_the_owner(self):
        self.register('Fred')
        done = run('admin', '--data', self.folder, 'password', 'Fred', timeout=30)
        self.assertIn('/#/recover/Fred/' + done.stdout.splitlines()[0], done.stdout)
        code = done.stdout.split()[0]
        self.post('recover', {'name': 'Fred', 'code': code, 'password': 'other horse'})
        self.login('Fred', 'other horse')
        self.assertNotIn(code, run('admin', '--data', self.folder, 'audit').stdout)
        self.assertNotIn(code, self.server.stop()[1])
        kept = b''.join(open(os.path.join(self.folder, name), 'rb').read() for name in os.listdir(self.folder) if not name.endswith('.sock'))
        self.assertNotIn(code.encode(), kept)
        self.assertNotIn(code.replace('-', '').encode(), kept)
        self.server = Server(PROGRAM, self.folder)

    def test_sessions(self):
        here, _ = self.register('Gina')
        there = self.login('Gina', **{'User-Agent': 'Browser "x" \x01of Gina' + 'y' * 300})
        a, b = self.client(cookie=here), self.client(cookie=there)
        b.ask('hello')
        rows = self.post('sessions', {}, here)[1]['sessions']
        self.assertEqual([row['here'] for row in rows].count(True), 1)
        mine = next(row for row in rows if row['here'])
        other = next(row for row in rows if not row['here'])
        if not store.TWO_NODES:         # a node knows of its own connections
            self.assertTrue(mine['connected'] and other['connected'])
        self.assertTrue(other['agent'].startswith('Browser "x" of Gina'), other)
        self.assertLess(len(other['agent']), 128)
        stranger, _ = self.register('Hans')
        self.post('end', {'session': other['id']}, stranger, 404)
        for wrong in ('', 'x', other['id'][:15], other['id'] + '0'):
            self.post('end', {'session': wrong}, here, 404)
        self.post('end', {'session': other['id']}, here)
        self.assert_closed(b)
        self.assertEqual(a.ask('hello')['player']['name'], 'Gina')
        self.assertEqual(self.who(there), '')
        self.assertEqual(len(self.post('sessions', {}, here)[1]['sessions']), 1)

    def test_tokens_of_bots(self):
        cookie, _ = self.register('Ida')
        tokens = [self.post('bot', {'name': f'Robot {i}'}, cookie)[1]['token'] for i in range(2)]
        bots = sorted(self.post('bots', {}, cookie)[1]['bots'], key=lambda bot: bot['name'])  # made in the same millisecond
        self.assertEqual([(bot['name'], bot['connected']) for bot in bots], [('Robot 0', False), ('Robot 1', False)])
        first = self.client(token=tokens[0])
        first.ask('hello')
        stranger, _ = self.register('Jan')
        self.post('token', {'bot': bots[0]['id']}, stranger, 404)
        self.post('token', {'bot': 'nonsense'}, cookie, 404)
        self.post('bots', {}, None, 403)
        new = self.post('token', {'bot': bots[0]['id']}, cookie)[1]['token']
        self.assert_closed(first)
        self.assertEqual(refusal(WebSocket(self.server.port, headers={'Authorization': 'Bearer ' + tokens[0]})), 401)
        self.assertEqual(self.client(token=new).ask('hello')['player']['name'], 'Robot 0')
        self.assertEqual(self.client(token=tokens[1]).ask('hello')['player']['name'], 'Robot 1')


if __name__ == '__main__':
    unittest.main(warnings='ignore')
