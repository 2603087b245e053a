"""test_nodes.py PROGRAM: what people and owners do at one node holds at the others: removals, limits, bans, closed tables, words of the owner,
draining and rolling restarts."""
import http.client
import json
import os
import signal
import sys
import threading
import time
import unittest

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'server'))
from base import PROGRAM, run                              # noqa: E402
from nodes import Cluster                                  # noqa: E402
from playing import Seat, play_out                         # noqa: E402
from ws import Closed, Refused, WebSocket, table           # noqa: E402

LOOK = 15     # seconds in which a node sees by itself what nobody told it


class Nodes(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.cluster = Cluster(PROGRAM, nodes=2, proxy=False, arguments=('--connections', '200', '--tables-each', '12'))
        cls.addClassCleanup(cls.cluster.close)

    def client(self, node, **more):
        client = self.cluster.client(node, **more)
        self.addCleanup(client.close)
        return client

    def admin(self, node, *words):
        done = run('admin', '--data', os.path.join(self.cluster.folder, str(node)), *words, timeout=30)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def post(self, node, word, body, cookie=None, source='127.0.0.1'):
        connection = http.client.HTTPConnection('127.0.0.1', self.cluster.nodes[node].port, timeout=20, source_address=(source, 0))
        headers = {'Content-Type': 'application/json', **({'Cookie': 'castellany=' + cookie} if cookie else {})}
        connection.request('POST', '/api/' + word, json.dumps(body), headers)
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        return answer.status, (answer.getheader('set-cookie') or '').partition('=')[2].partition(';')[0], json.loads(text)

    def account(self, name):
        status, cookie, said = self.post(0, 'register', {'name': name, 'password': 'correct horse'})
        self.assertEqual(status, 200, said)
        return cookie

    def soon(self, what, seconds=5):
        """Asserts that it becomes true well before a node would look by itself."""
        end = time.time() + seconds
        while not what():
            self.assertLess(time.time(), end)
            time.sleep(0.02)

    def status(self, node, cookie):
        web = WebSocket(self.cluster.nodes[node].port, headers={'Cookie': 'castellany=' + cookie})
        try:
            web.send('{"do":"hello","id":1}')
            return json.loads(web.receive()).get('status', 101)
        finally:
            web.close()

    def test_who_is_removed_is_removed_everywhere(self):
        creator, guest = self.client(0), self.client(1)
        name = creator.ask('create', **table('null', 3))['table']
        guest.ask('join', table=name)
        seat = Seat(guest, name)
        self.assertEqual(seat.mine, [2])
        creator.ask('remove', table=name, seat=2)
        while seat.mine:
            self.assertTrue(seat.handle_next(timeout=5), 'nobody told the guest')
        for node in (0, 1):
            self.assertEqual(self.client(node, cookie=guest.cookie).refused('join', table=name), 'not_allowed')
        self.assertEqual(self.client(1).ask('join', table=name)['seat'], 2)

    def test_guesses_and_new_tables_are_counted_together(self):
        self.account('Lea')
        guesses = [self.post(i % 2, 'login', {'name': 'Lea', 'password': 'wrong horse'}, source='127.0.0.7')[0] for i in range(14)]
        self.assertIn(429, guesses[:12])
        for node in (0, 1):
            self.assertEqual(self.post(node, 'login', {'name': 'Lea', 'password': 'wrong horse'}, source='127.0.0.7')[0], 429)
        self.assertEqual(self.post(1, 'login', {'name': 'Lea', 'password': 'correct horse'}, source='127.0.0.8')[0], 200)
        made, codes = 0, []
        for i in range(20):     # no address has more than 12, whichever node it asks
            client = self.client(i % 2, source='127.0.0.6')
            try:
                client.answer(client.start('create', **table('null', 2)))
                made += 1
            except Refused as refused:
                codes.append(refused.args[0])
        self.assertEqual(made, 12, codes)

    def test_what_the_owner_does_holds_everywhere(self):
        cookie = self.account('Anna')
        anna, other = self.client(1, cookie=cookie), self.client(1)
        name = other.ask('create', **table('null', 2, who=[{'kind': 'me'}] * 2, start=True))['table']
        seat = Seat(other, name)
        self.admin(0, 'notice', 'Tea at five')
        self.assertEqual(other.next_message('notice', timeout=5)['notice'], 'Tea at five')
        self.admin(0, 'registration', 'closed')
        self.soon(lambda: self.post(1, 'register', {'name': f'Bert{time.time():.3f}', 'password': 'correct horse'})[0] == 403)
        self.admin(0, 'registration', 'open')
        self.admin(0, 'mute', 'Anna')
        anna.watch(name)
        self.soon(lambda: anna.refused('chat', table=name, text='x') == 'muted')
        self.admin(0, 'ban', 'Anna', '--for', '1d')
        self.assertEqual(anna.next_message('refused', timeout=5)['status'], 403)
        with self.assertRaises(Closed):
            anna.receive(timeout=5)
        for node in (0, 1):
            self.assertEqual(self.status(node, cookie), 403)
        self.admin(1, 'unban', 'Anna')
        self.soon(lambda: self.status(0, cookie) == 101)
        self.admin(0, 'close', name)
        while seat.told['state'] != 'suspended':
            self.assertTrue(seat.handle_next(timeout=5), 'nobody told that the table is closed')
        self.assertIn('Anna', self.admin(1, 'audit'))
        self.admin(0, 'notice', '')

    def test_a_lost_notice_delays(self):
        """Nobody tells node 1 of a row that another program writes; it looks by itself."""
        cookie = self.account('Cleo')
        self.client(1, cookie=cookie).ask('hello')
        player = self.cluster.primary.query("SELECT id FROM players WHERE name = 'Cleo'", self.cluster.database)[0][0]
        self.cluster.primary.execute(f"INSERT INTO bans (id, kind, player, addresses, made, until, reason) VALUES (1, 0, {player}, '', 0, 0, '')", self.cluster.database)
        self.soon(lambda: self.status(1, cookie) == 403, LOOK)

    def test_drain(self):
        """A node that drains takes no tables, and ends when nobody plays there any more. The others go on."""
        a, b = self.client(0), self.client(1)
        name = a.ask('create', **table('null', 2))['table']
        b.ask('join', table=name)
        a.ask('start', table=name)
        seats = [Seat(a, name), Seat(b, name)]
        node = self.cluster.nodes[0]
        self.admin(0, 'drain')
        self.assertEqual(a.refused('create', **table('null', 2)), 'draining')
        self.assertIsNone(b.refused('create', **table('null', 2)))
        play_out(seats, stop=lambda: seats[0].number > 4)
        self.assertIsNone(node.process.poll())
        seats[0].client.close()                 # a comes back at the other node
        node.process.wait(20)
        self.assertEqual(node.process.returncode, 0)
        play_out([Seat(self.client(1, cookie=a.cookie), name), seats[1]])
        node.start()


class Rolling(unittest.TestCase):
    def test_no_move_is_refused(self):
        """Three nodes are stopped and started one after the other while people play: they come back through the proxy, and no move is refused."""
        with Cluster(PROGRAM, nodes=3) as cluster:
            players = [Player(cluster) for _ in range(6)]
            for player in players:
                player.start()
            for node in cluster.nodes:
                time.sleep(1)
                node.kill(signal.SIGTERM)
                node.start()
            time.sleep(1)
            for player in players:
                player.going = False
            for player in players:
                player.join(60)
                self.assertEqual((player.problem, player.refused), (None, []))
                self.assertGreater(player.made, 20)
            self.assertGreater(sum(player.lost for player in players), 3)


class Fight(unittest.TestCase):
    def test_every_move_goes_to_both_nodes(self):
        """Each person has a connection to each of two nodes and sends every move to both at once. Of the two one is made. Both nodes have the same record,
        byte by byte, and its draws are those that a single server makes of its secret (`verify`)."""
        with Cluster(PROGRAM, nodes=2, proxy=False) as cluster:
            for game, options in (('castelli', []), ('castelli', ['battle', 'dilemma']), ('castle', ['first=random']), ('castellan', ['touch']), ('null', [])):
                self.fight(cluster, game, options)

    def fight(self, cluster, game, options):
        first = [cluster.client(i) for i in range(2)]
        name = first[0].ask('create', **table(game, 2, options=options))['table']
        first[1].ask('join', table=name)
        first[0].ask('start', table=name)
        people = [[Seat(cluster.client(node, cookie=client.cookie), name) for node in range(2)] for client in first]
        made = 0
        while not all(seat.over() for person in people for seat in person):
            for person in people:
                for seat in person:
                    seat.catch_up()
                if not (person[0].number == person[1].number and person[0].position['moves']) or person[0].over():
                    continue
                move = person[0].position['moves'][made * 7 % len(person[0].position['moves'])]
                asked = [seat.client.start('move', table=name, number=seat.number, seat=seat.position['seat'], move=move) for seat in person]
                answers = [self.answer(seat.client, number) for seat, number in zip(person, asked)]
                if answers.count('made') == 0 and 'rate' in answers:        # it was sent too fast
                    time.sleep(0.1)
                    continue
                self.assertEqual(answers.count('made'), 1, (move, answers))
                made += 1
                for seat in person:
                    seat.after()
            self.assertLess(made, 2000)
        records = [self.record(cluster.nodes[node].port, name) for node in range(2)]
        self.assertEqual(*records)
        path = os.path.join(cluster.folder, 'record.txt')
        with open(path, 'wb') as file:
            file.write(records[0])
        for word in ('check', 'verify'):
            done = run(word, path)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        for client in first + [seat.client for person in people for seat in person]:
            client.close()

    def answer(self, client, number):
        try:
            client.answer(number)
            return 'made'
        except Refused as refused:
            self.assertIn(refused.args[0], ('stale', 'not_your_turn', 'not_running', 'rate'))
            return refused.args[0]

    @staticmethod
    def record(port, name):
        connection = http.client.HTTPConnection('127.0.0.1', port, timeout=20)
        connection.request('GET', f'/games/{name}.txt')
        text = connection.getresponse().read()
        connection.close()
        return text


class Player(threading.Thread):
    """Plays both seats of one game after the other, through the proxy, and comes back when the connection is lost."""

    def __init__(self, cluster):
        super().__init__(daemon=True)
        self.cluster, self.going, self.problem = cluster, True, None
        self.made, self.lost, self.refused, self.cookie = 0, 0, [], None

    def run(self):
        try:
            while self.going:
                self.play()
        except BaseException as problem:
            self.problem = problem

    def play(self):
        name = None
        while self.going:
            try:
                client = self.cluster.client(cookie=self.cookie)
                self.cookie = client.cookie
                name = name or client.ask('create', **table('castle', 2, who=[{'kind': 'me'}] * 2, start=True))['table']
                seat = Seat(client, name)
                while self.going and not seat.over():
                    if seat.position['moves']:
                        seat.move(seat.position['moves'][0])
                        self.made += 1
                    seat.after()
                client.close()
                return
            except (Closed, OSError):
                self.lost += 1
                time.sleep(0.05)
            except AssertionError as problem:
                if '50' not in str(problem):        # the proxy has no node just now
                    raise
                time.sleep(0.05)
            except Refused as refused:
                self.refused.append(refused.args)


if __name__ == '__main__':
    unittest.main(warnings='ignore')
