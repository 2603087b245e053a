"""test_admin.py: the owner's tool: tables, bans, names, passwords, messages, stopping; and that all of it is in the audit."""
import json
import os
import socket
import stat
import time
import unittest

from base import PROGRAM, WithServer, one_node, run, store
from playing import Seat, begin, play_out
from ws import Closed, Server, WebSocket, refusal, table


class Admin(WithServer):
    def admin(self, *words, code=0):
        done = run('admin', '--data', self.folder, *words, timeout=30)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout if code == 0 else done.stderr

    def post(self, word, body, cookie=None, status=200):
        headers = {'Cookie': 'castellany=' + cookie} if cookie else {}
        got, head, text = self.server.http('POST', '/api/' + word, body, headers)
        self.assertEqual(got, status, text)
        return head.get('set-cookie', '').partition('castellany=')[2].partition(';')[0], json.loads(text)

    def account(self, name):
        return self.post('register', {'name': name, 'password': 'correct horse'})[0]

    def assert_closed(self, client):
        with self.assertRaises(Closed):
            while client.receive() is not None:
                pass
            self.fail('still open')

    def acts(self):
        return [line.split(None, 2)[2] for line in self.admin('audit').splitlines()]

    def status(self, cookie=None, token=None, **more):
        headers = {'Cookie': 'castellany=' + cookie} if cookie else {'Authorization': 'Bearer ' + token} if token else {}
        return refusal(WebSocket(self.server.port, headers=headers, **more))

    def test_only_the_owner_can_ask(self):
        path = os.path.join(self.folder, 'admin.sock')
        self.assertEqual(stat.S_IMODE(os.stat(path).st_mode), 0o600)
        for line in (b'', b'\n', b'[]\n', b'{}\n', b'{"words":[1]}\n', b'{"words":["stats","x"]}\n', b'{"words":["a\\u0007"]}\n', b'x' * 20000):
            s = socket.socket(socket.AF_UNIX)
            s.settimeout(10)
            s.connect(path)
            try:
                s.sendall(line)
                s.shutdown(socket.SHUT_WR)
                answer = s.recv(1000)
            except ConnectionError:
                answer = b''
            if answer:
                self.assertEqual(json.loads(answer)['code'], 1, line)
            s.close()
        self.assertIn('there is no act "fly"', self.admin('fly', code=1))
        self.assertIn('takes WHO', self.admin('ban', code=1))
        self.assertIn('no server runs', run('admin', '--data', '/nowhere', 'stats').stderr)
        self.assertIn('websockets', self.admin('stats'))
        self.assertEqual(self.acts(), [])                          # who only looks is not in the audit
        self.assertIn('unsay TABLE NUMBER', run('admin', '--help').stdout)

    def test_stats_name_the_busiest_address(self):
        quiet, loud = self.client(), self.client(source='127.0.0.9')
        quiet.ask('hello')
        for _ in range(5):
            self.assertEqual(loud.refused('import', record='x' * 100000), 'illegal')
        told = self.admin('stats')
        self.assertRegex(told, r'sends the most +127\.0\.0\.9 \(50\d{4} bytes\)')
        self.assertRegex(told, r'is refused the most +127\.0\.0\.9 \(5 times\)')

    def test_tables_are_listed_and_closed(self):
        a, b = self.client(), self.client()
        running, seats = begin(self.server, [a, b], table('null', 2))
        waiting = a.ask('create', **table('castellan', 2, options=['first=random']))['table']
        self.assertIn(running, self.admin('tables'))
        self.assertNotIn(waiting, self.admin('tables'))
        self.assertIn(waiting, self.admin('tables', 'open'))
        self.admin('tables', 'shut', code=1)
        self.admin('tables', 'open', 'xyz', code=1)
        for name in (running, waiting):
            self.admin('close', name, '--reason', 'spam')
            self.assertIn('suspended already', self.admin('close', name, code=1))
        while seats[0].told['state'] != 'suspended':
            self.assertTrue(seats[0].handle_next())
        self.assertEqual(seats[0].told['reason'], 'closed')
        self.assertIn('no such table', self.admin('close', 'aaaaaaaaaaaaa', code=1))
        self.assertEqual(self.acts(), [f'close  {running} spam', f'close  {waiting} spam'])
        self.assertIn(running, self.admin('tables', 'suspended'))
        self.restart()
        for name, reason in ((running, 'closed'), (waiting, 'closed before the start')):
            told = self.client(cookie=a.cookie).watch(name)
            self.assertEqual((told['state'], told['reason']), ('suspended', reason))

    def restart(self):
        code, log = self.server.stop()
        self.assertEqual(code, 0, log)
        self.assertNotIn('suspended', log)
        self.server = Server(PROGRAM, self.folder)

    def test_a_banned_account_stays_out(self):
        cookie = self.account('Anna')
        token = self.post('bot', {'name': 'Robot'}, cookie)[1]['token']
        a, bot = self.client(cookie=cookie), self.client(token=token)
        a.ask('hello')
        bot.ask('hello')
        self.admin('ban', 'anna', '--for', '7d', '--reason', 'insults')
        self.assert_closed(a)
        self.assert_closed(bot)
        for _ in range(2):
            self.assertEqual(self.status(cookie), 403)
            self.assertEqual(self.status(token=token), 403)
            self.post('login', {'name': 'Anna', 'password': 'correct horse'}, status=403)
            self.post('bot', {'name': 'Second'}, cookie, status=403)
            self.assertIn('insults', self.admin('bans'))
            self.restart()
        self.admin('unban', 'Anna')
        self.admin('unban', 'Anna', code=1)
        self.assertEqual(self.status(cookie), 101)
        self.assertEqual([act.split()[0] for act in self.acts()], ['ban', 'unban'])

    def test_a_ban_ends(self):
        cookie = self.account('Bert')
        for wrong in (('--for', 'x'), ('--for', '7'), ('--until', '2020-01-01'), ('--until', 'soon'), ('--for', '1d', '--until', '2099-01-01')):
            self.admin('ban', 'Bert', *wrong, code=1)
        self.admin('ban', 'Bert', '--until', '2099-12-31T23:59Z')
        self.assertIn('2099-12-31T23:59:00Z', self.admin('bans'))
        self.assertEqual(self.status(cookie), 403)
        self.server.stop()
        store.query(self.folder, 'UPDATE bans SET until = ?', int(time.time() * 1000) + 1500)
        self.server = Server(PROGRAM, self.folder)
        end = time.time() + 20
        while self.status(cookie) == 403 and time.time() < end:
            time.sleep(0.2)
        self.assertEqual(self.status(cookie), 101)

    def test_a_range_of_addresses_stays_out(self):
        near, far = self.client(source='127.0.0.9'), self.client(source='127.0.9.9')
        near.ask('hello')
        self.admin('ban', '127.0.0.8/30')
        self.assert_closed(near)
        far.ask('hello')
        for host, status in (('127.0.0.7', 101), ('127.0.0.8', 403), ('127.0.0.11', 403), ('127.0.0.12', 101)):
            self.assertEqual(self.status(source=host), status, host)
        self.admin('unban', '127.0.0.8/31', code=1)
        self.admin('unban', '127.0.0.8/30')
        self.assertEqual(self.status(source='127.0.0.8'), 101)
        for wrong in ('127.0.0.1/33', '1.2.3', '::1/129', '127.0.0.1/'):
            self.admin('ban', wrong, code=1)

    def test_a_mute_is_about_chat_only(self):
        cookie = self.account('Carl')
        a = self.client(cookie=cookie)
        name = a.ask('create', **table('null', 2))['table']
        a.watch(name)
        a.ask('chat', table=name, text='before')
        self.admin('mute', 'Carl')
        self.soon(lambda: self.assertEqual(a.refused('chat', table=name, text='after'), 'muted'))
        a.ask('list', what='open')
        told = {}

        def muted():
            told.update(json.loads(self.server.http('GET', '/api/export', headers={'Cookie': 'castellany=' + cookie})[2]))
            self.assertEqual([ban['kind'] for ban in told['bans']], ['mute'])       # a person sees what is stored about them
        self.soon(muted)
        self.assertIn('agent', told['sessions'][0])
        self.admin('unmute', 'Carl')
        self.soon(lambda: self.assertIsNone(a.refused('chat', table=name, text='again')))
        b = self.client(source='127.0.0.77')
        b.watch(name)
        self.admin('mute', '127.0.0.77')
        self.soon(lambda: self.assertEqual(b.refused('chat', table=name, text='x'), 'muted'))

    def test_a_line_is_removed(self):
        a, b = self.client(), self.client()
        name = a.ask('create', **table('null', 2))['table']
        a.watch(name)
        b.watch(name)
        for text in ('one', 'two', 'three'):
            b.ask('chat', table=name, text=text)
        lines = self.admin('chat', name).splitlines()
        self.assertEqual(len(lines), 3)
        number = next(line.split()[0] for line in lines if line.endswith('two'))
        a.news.clear()
        self.admin('unsay', name, number)
        self.admin('unsay', name, number, code=1)
        told = a.next_message('table', table=name)
        while told and len(told['chat']) != 2:
            told = a.next_message('table', table=name)
        self.assertEqual([line['text'] for line in told['chat']], ['one', 'three'])
        b.ask('chat', table=name, text='four')
        self.restart()
        self.assertEqual([line['text'] for line in self.client(cookie=a.cookie).watch(name)['chat']], ['one', 'three', 'four'])

    def test_reports_are_listed(self):
        a, b = self.client(), self.client()
        name = a.ask('create', **table('null', 2))['table']
        for client in (a, b):
            client.watch(name)
        b.ask('chat', table=name, text='rude words')
        line = a.next_message('chat', table=name)
        a.ask('report', table=name, line=line['line'], text='he is rude')
        a.ask('report', table=name, text='a strange table')
        first, second = self.admin('reports').splitlines()
        self.assertIn('rude words  – he is rude', first)
        self.assertIn(b.ask('hello')['player']['id'], first)
        self.assertIn(name, second)
        self.assertTrue(second.endswith('a strange table'))
        self.assertEqual(self.admin('reports', '1').splitlines(), [second])
        self.admin('reports', '0', code=1)

    def test_names(self):
        cookie = self.account('Dora')
        self.account('Emil')
        a = self.client(cookie=cookie)
        name = a.ask('create', **table('null', 2))['table']
        a.watch(name)
        self.admin('rename', 'Dora', 'Emil', code=1)
        self.admin('rename', 'Dora', ' x', code=1)
        time.sleep(0.2)
        a.ask('hello')
        a.news.clear()
        self.admin('rename', 'Dora', 'Dorothea')
        self.soon(lambda: self.assertEqual(a.ask('hello')['player']['name'], 'Dorothea'))
        self.assertEqual(a.next_message('seating', table=name)['chairs'][0]['player']['name'], 'Dorothea')
        self.post('login', {'name': 'dorothea', 'password': 'correct horse'})
        self.post('login', {'name': 'Dora', 'password': 'correct horse'}, status=403)
        guest = self.client()
        guest.ask('create', **table('null', 2))
        who = guest.ask('hello')['player']['id']
        self.admin('rename', who, 'Visitor')
        self.assertEqual(guest.ask('hello')['player'], {'id': who, 'name': 'Visitor', 'kind': 'guest'})
        self.assertIn('Visitor', self.admin('player', who))

    def test_tokens(self):
        cookie = self.account('Fred')
        tokens = [self.post('bot', {'name': f'Robot {i}'}, cookie)[1]['token'] for i in range(2)]
        bots = [self.client(token=token) for token in tokens]
        a = self.client(cookie=cookie)
        self.admin('revoke', 'Robot 0')
        self.assert_closed(bots[0])
        self.assertEqual(bots[1].ask('hello')['player']['name'], 'Robot 1')
        self.admin('revoke', 'Fred')
        self.assert_closed(bots[1])
        a.ask('hello')
        self.admin('logout', 'Fred')
        self.assert_closed(a)
        for token in tokens:
            self.assertEqual(self.status(token=token), 401)

    def test_registration_and_notice(self):
        a = self.client()
        self.assertEqual((a.ask('hello')['notice'], a.ask('hello')['draining']), ('', False))
        self.admin('registration', 'closed')
        self.admin('registration', 'ajar', code=1)
        self.admin('notice', 'Maintenance on Sunday, 18:00 – 19:00')
        self.admin('notice', 'x' * 301, code=1)
        self.assertEqual(a.next_message('notice')['notice'], 'Maintenance on Sunday, 18:00 – 19:00')
        self.restart()
        self.assertEqual(self.post('register', {'name': 'Gina', 'password': 'correct horse'}, status=403)[1]['error'], 'no_accounts')
        self.assertEqual(self.client().ask('hello')['notice'], 'Maintenance on Sunday, 18:00 – 19:00')
        self.admin('registration', 'open')
        self.admin('notice', '')
        self.account('Gina')
        self.assertEqual(self.client().ask('hello')['notice'], '')

    @one_node
    def test_it_stops_when_nobody_plays(self):
        a, b = self.client(), self.client()
        name, seats = begin(self.server, [a, b], table('null', 2))
        self.admin('undrain', code=1)
        self.admin('drain')
        self.assertTrue(a.next_message('notice')['draining'])
        self.assertTrue(self.client().ask('hello')['draining'])
        self.assertEqual(a.refused('create', **table('null', 2)), 'draining')
        self.assertEqual(a.refused('import', record='x'), 'draining')
        self.assertEqual(self.server.http('GET', '/healthz')[0], 200)
        self.admin('undrain')
        a.ask('create', **table('null', 2))
        self.admin('drain')
        time.sleep(2.5)
        self.assertIsNone(self.server.process.poll())              # they still play
        play_out(seats)
        self.assertEqual(self.server.process.wait(20), 0)
        self.server = Server(PROGRAM, self.folder)
        self.assertFalse(self.client().ask('hello')['draining'])
        self.assertEqual([act.split()[0] for act in self.acts()], ['drain', 'undrain', 'drain'])

    @one_node
    def test_it_stops_at_a_time(self):
        a, b = self.client(), self.client()
        begin(self.server, [a, b], table('null', 2))
        self.admin('drain', '--for', '0m', code=1)
        self.admin('drain', '--for', '3s')
        time.sleep(1)
        self.assertIsNone(self.server.process.poll())
        self.assertEqual(self.server.process.wait(20), 0)          # though they play
        self.server = Server(PROGRAM, self.folder)

    def test_what_is_not_stored_is_not_done(self):
        self.account('Hans')
        store.forbid_inserts(self.folder, 'audits')
        for words in (('ban', 'Hans'), ('notice', 'x'), ('drain',), ('rename', 'Hans', 'Other')):
            self.assertIn('nothing is changed', self.admin(*words, code=1))
        self.assertEqual(self.admin('bans'), '')
        self.assertEqual(self.client().ask('hello')['notice'], '')
        self.post('login', {'name': 'Hans', 'password': 'correct horse'})


if __name__ == '__main__':
    unittest.main(warnings='ignore')
