"""test_postgres.py PROGRAM: servers whose games are in PostgreSQL: what goes wrong with the database, and what two servers do to one table."""
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import unittest

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'server'))
from base import PROGRAM, run            # noqa: E402
from playing import Seat, begin, play_out                  # noqa: E402
from postgres import BIN, USER, Postgres                   # noqa: E402
from ws import Closed, Refused, Server, table              # noqa: E402


class WithPostgres(unittest.TestCase):
    """One PostgreSQL for the tests of a class; a database and a folder for each test."""
    settings = {}

    @classmethod
    def setUpClass(cls):
        cls.postgres = Postgres(**cls.settings)
        cls.addClassCleanup(cls.postgres.close)

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix='castellany-')
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.name = self.postgres.database()
        self.url = self.postgres.url(self.name)

    def serve(self, name='a', url=None, **more):
        server = Server(PROGRAM, os.path.join(self.folder, name), '--store', url or self.url, '--connections', '200', '--tables-each', '1000', **more)
        self.addCleanup(self.end, server)
        return server

    def end(self, server):
        if server.process.poll() is None:
            code, log = server.stop()
            self.assertEqual(code, 0, log)

    def rows(self, sql):
        return self.postgres.query(sql, self.name)

    def ready(self, server):
        return server.http('GET', '/readyz')[0] == 200

    def wait_until(self, what, seconds=30):
        end = time.time() + seconds
        while not what():
            self.assertLess(time.time(), end)
            time.sleep(0.05)


class Start(WithPostgres):
    def refuses(self, url, code=1):
        done = run('serve', '--listen', '127.0.0.1:0', '--data', self.folder, '--store', url, timeout=60)
        self.assertEqual((done.returncode, done.stdout), (code, ''), done.stderr)
        return done.stderr

    def test_what_is_wrong_is_said(self):
        port = self.postgres.port
        self.assertIn('--store takes postgresql://USER@HOST/DATABASE, not "foo"', self.refuses('foo', 2))
        self.assertIn(f'createdb --owner={USER} nothing', self.refuses(f'postgresql://{USER}@127.0.0.1:{port}/nothing'))
        self.assertIn('createuser --pwprompt nobody', self.refuses(f'postgresql://nobody@127.0.0.1:{port}/{self.name}'))
        self.assertIn('Connection refused', self.refuses('postgresql://x@127.0.0.1:1/y'))
        self.assertIn('invalid', self.refuses(f'postgresql://{USER}@127.0.0.1:{port}/{self.name}?colour=blue'))
        self.postgres.execute('CREATE TABLE other (x INTEGER)', self.name)
        self.assertIn('another program', self.refuses(self.url))

    def test_a_wrong_password(self):
        self.postgres.execute("CREATE ROLE guarded LOGIN PASSWORD 'right'")
        rules = os.path.join(self.postgres.data, 'pg_hba.conf')
        with open(rules, encoding='utf-8') as file:
            before = file.read()
        with open(rules, 'w', encoding='utf-8') as file:
            file.write('host all guarded 127.0.0.1/32 scram-sha-256\n' + before)
        self.postgres.execute('SELECT pg_reload_conf()')
        said = self.refuses(f'postgresql://guarded:wrong@127.0.0.1:{self.postgres.port}/{self.name}')
        self.assertIn('password authentication failed', said)
        self.assertNotIn('wrong', said)
        self.assertIn('~/.pgpass', self.refuses(f'postgresql://guarded@127.0.0.1:{self.postgres.port}/{self.name}'))

    def test_a_newer_schema(self):
        self.end(self.serve())
        self.postgres.execute('INSERT INTO schema_version VALUES (99)', self.name)
        self.assertIn('newer castellany (schema 99', self.refuses(self.url))

    def test_two_start_at_once(self):
        """Both make the schema; one of the two finds what the other has made."""
        started = []
        threads = [threading.Thread(target=lambda name=name: started.append(self.serve(name))) for name in 'ab']
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len(started), 2)


class Ratings(WithPostgres):
    def test_games_that_end_on_two_servers_all_count(self):
        nodes = [self.serve(name) for name in 'ab']
        cookies = []
        for name in ('Anna', 'Bert'):
            status, head, text = nodes[0].http('POST', '/api/register', {'name': name, 'password': 'correct horse'})
            self.assertEqual(status, 200, text)
            cookies.append(head['set-cookie'].partition('=')[2].partition(';')[0])

        def play(node):
            people = [node.client(cookie=cookie) for cookie in cookies]
            for _ in range(3):
                play_out(begin(node, people, table('null', 2, undo='none', rated=True))[1], choose=lambda seat: seat.position['moves'][0])
        threads = [threading.Thread(target=play, args=(node,)) for node in nodes]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        anna = nodes[0].client(cookie=cookies[0])
        me = anna.ask('hello')['player']['id']
        self.wait_until(lambda: [row['games'] for row in anna.ask('profile', player=me)['ratings']] == [6])
        self.assertEqual(len(anna.ask('results', player=me, game='null')['results']), 6)
        for node in nodes:
            self.end(node)


class Clients(threading.Thread):
    """Plays both seats of some games on a server without a pause. Remembers what was acknowledged and what was refused."""

    def __init__(self, server, tables):
        super().__init__()
        self.server, self.going = server, True
        self.promised, self.refused, self.unsure = {}, 0, 0
        self.names = []
        self.slowest = 0
        for _ in range(tables):
            a = server.client()
            name = a.ask('create', **table('castle', 2, who=[{'kind': 'me'}] * 2, start=True))['table']
            self.names.append((a, Seat(a, name)))

    def run(self):
        try:
            while self.going:
                for client, seat in self.names:
                    if not self.going or not seat.position['moves'] or seat.over():
                        continue
                    number, move = seat.number, seat.position['moves'][0]
                    began = time.time()
                    try:
                        client.answer(client.start('move', table=seat.table, number=number, seat=seat.position['seat'], move=move), timeout=60)
                        self.promised[seat.table, number] = move
                    except Refused as refused:
                        assert refused.args[0] in ('store', 'rate', 'stale'), refused
                        self.refused += refused.args[0] == 'store'
                    self.slowest = max(self.slowest, time.time() - began)
                    seat.catch_up()
        except Closed:
            pass

    def check(self, case, server):
        """Every acknowledged move is there; so is nothing else but moves that were never answered."""
        for client, seat in self.names:
            client.close()
            again = server.client(cookie=client.cookie)
            lines = Seat(again, seat.table).lines
            for (name, number), move in self.promised.items():
                if name == seat.table:
                    case.assertIn(lines[number]['move'], (move, move.split()[0] + ' ?'))     # what the other seat may not see
            mine = [line for line in lines if line['seat'] in seat.mine]
            case.assertLessEqual(len(mine), sum(name == seat.table for name, _ in self.promised) + 1)
            again.close()


class Faults(WithPostgres):
    def play_while(self, harm, tables=6):
        """People play, `harm` is done, and they go on playing. Returns what they know."""
        server = self.serve()
        people = Clients(server, tables)
        people.start()
        self.wait_until(lambda: len(people.promised) > 20)
        harm(server)
        self.wait_until(lambda: self.ready(server))
        before = len(people.promised)
        self.wait_until(lambda: len(people.promised) > before + 20 or not people.is_alive())
        people.going = False
        people.join(90)
        people.check(self, server)
        return server, people

    def test_the_database_is_killed(self):
        """kill -9 of all its processes. The server waits for it; nothing acknowledged is lost."""
        def harm(server):
            self.postgres.kill()
            self.wait_until(lambda: not self.ready(server))
            self.postgres.start()
        _, people = self.play_while(harm)
        self.assertLess(people.slowest, 40)

    def test_a_backend_is_killed(self):
        """PostgreSQL ends all connections then, and recovers by itself."""
        def harm(server):
            del server
            backend = self.rows("SELECT pid FROM pg_stat_activity WHERE application_name = 'castellany' AND (query LIKE '%writers%' OR query LIKE 'INSERT%') LIMIT 1")[0][0]
            os.kill(int(backend), 9)
        self.play_while(harm)

    def test_connections_are_ended(self):
        """Many times, at any moment of a commit: what the server then says about a move is the truth."""
        def harm(server):
            del server
            for _ in range(30):
                self.rows("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'castellany'")
                time.sleep(0.1)
        _, people = self.play_while(harm)
        self.assertEqual(people.refused, 0)     # every move was sent again, or found to be there

    def test_a_row_stays_locked(self):
        """The network of another node was cut in the middle of a group, so PostgreSQL holds the rows of a table for it. That table waits, the others go on."""
        server = self.serve()
        a = server.client()
        held, other = (Seat(a, a.ask('create', **table('null', 2, who=[{'kind': 'me'}] * 2, start=True))['table']) for _ in range(2))
        holder = subprocess.Popen([BIN + 'psql', '-X', '-q', '-h', '127.0.0.1', '-p', str(self.postgres.port), '-U', USER, '-d', self.name],
                                  stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.addCleanup(lambda: holder.communicate())
        self.addCleanup(holder.kill)
        holder.stdin.write("BEGIN; INSERT INTO entries SELECT tab, number + 1, actor, move, made FROM entries ORDER BY tab, number DESC LIMIT 1; SELECT 'held';\n")
        holder.stdin.flush()
        while 'held' not in holder.stdout.readline():
            pass
        waiting = server.client(cookie=a.cookie)
        request = waiting.start('move', table=held.table, number=held.number, seat=held.position['seat'], move=held.position['moves'][0])
        for _ in range(3):
            before, number = time.time(), other.number
            other.move(other.position['moves'][0])
            other.until(number + 1)
            self.assertLess(time.time() - before, 4)
        holder.stdin.write('ROLLBACK;\n')
        holder.stdin.flush()
        try:
            waiting.answer(request)
        except Refused as refused:
            self.assertEqual(refused.args[0], 'store')
            held.move(held.position['moves'][0])
        held.until(held.number + 1)

    def test_the_disk_says_no(self):
        """A store that only reads: moves are refused, and /readyz says so. Then it goes on."""
        server = self.serve()
        a = server.client()
        name = a.ask('create', **table('null', 2, who=[{'kind': 'me'}] * 2, start=True))['table']
        seat = Seat(a, name)
        self.postgres.execute(f'ALTER DATABASE {self.name} SET default_transaction_read_only = on')
        self.rows("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'castellany'")
        self.wait_until(lambda: not self.ready(server))
        self.assertEqual(a.refused('move', table=name, number=seat.number, seat=seat.position['seat'], move=seat.position['moves'][0]), 'store')
        self.postgres.execute(f'ALTER DATABASE {self.name} SET default_transaction_read_only = off')
        self.wait_until(lambda: self.ready(server))
        play_out([Seat(server.client(cookie=a.cookie), name)])


class FullDisk(WithPostgres):
    settings = {'full_disk': os.path.join(os.path.dirname(PROGRAM), 'tests', 'server', 'libfull_disk.so')}

    def test_the_disk_is_full(self):
        """No file of the database can grow: moves are refused and /readyz says so; nothing that was acknowledged is lost; when there is space again, all goes on.
        The server does not try to connect without a pause."""
        server = self.serve()
        people = Clients(server, 6)
        people.start()
        self.wait_until(lambda: len(people.promised) > 20)
        self.postgres.fill_disk()
        self.wait_until(lambda: people.refused > 3)
        self.wait_until(lambda: not self.ready(server))
        time.sleep(2)
        self.postgres.free_disk()
        self.wait_until(lambda: self.ready(server))
        before = len(people.promised)
        self.wait_until(lambda: len(people.promised) > before + 20 or not people.is_alive())
        people.going = False
        people.join(90)
        people.check(self, server)
        code, log = server.stop()
        self.assertEqual(code, 0, log)
        self.assertLess(log.count('the connection to PostgreSQL is lost'), 25)


class Standby(WithPostgres):
    def test_the_standby_takes_over(self):
        """The primary dies, its synchronous standby becomes the primary: all acknowledged moves are there, and the server finds it."""
        standby = Postgres(standby_of=self.postgres)
        self.addCleanup(standby.close)
        server = self.serve(url=self.postgres.url(self.name, standby))
        people = Clients(server, 6)
        people.start()
        self.wait_until(lambda: len(people.promised) > 50)
        self.postgres.kill()
        standby.promote()
        standby.execute('ALTER SYSTEM RESET synchronous_standby_names')
        standby.execute('SELECT pg_reload_conf()')
        self.wait_until(lambda: self.ready(server))
        before = len(people.promised)
        self.wait_until(lambda: len(people.promised) > before + 20 or not people.is_alive())
        people.going = False
        people.join(60)
        people.check(self, server)


class Race(WithPostgres):
    def test_two_servers_write_the_same_numbers(self):
        """Two servers play one table: the same clients send every move to both. No number is used twice, and the game replays."""
        first, second = self.serve('a'), self.serve('b')
        a = first.client()
        names = [a.ask('create', **table('castle', 2, who=[{'kind': 'me'}] * 2, start=True))['table'] for _ in range(5)]
        b = second.client(cookie=a.cookie)
        answers = {}
        for name in names:
            here, there = Seat(a, name), Seat(b, name)
            for _ in range(15):
                number, move = here.number, here.position['moves'][0]
                what = {'table': name, 'number': number, 'seat': here.position['seat'], 'move': move}
                one, two = a.start('move', **what), b.start('move', **what)
                for client, request in ((a, one), (b, two)):
                    try:
                        client.answer(request)
                        answers.setdefault((name, number), []).append(client)
                    except Refused as refused:
                        self.assertIn(refused.args[0], ('stale', 'not_your_turn'))
                self.assertEqual(len(answers[name, number]), 1, 'a move was made twice')
                end = time.time() + 20
                while here.number <= number and time.time() < end:
                    a.close()
                    a = first.client(cookie=a.cookie)
                    here = Seat(a, name)
                while there.number <= number and time.time() < end:
                    b.close()
                    b = second.client(cookie=a.cookie)
                    there = Seat(b, name)
                self.assertEqual(here.number, there.number)
        for name in names:
            records = [server.http('GET', f'/games/{name}.txt', headers={'Cookie': 'castellany=' + a.cookie})[2] for server in (first, second)]
            self.assertEqual(*records)


class Deployed(WithPostgres):
    """With the settings of deploy/postgresql.conf."""

    @classmethod
    def setUpClass(cls):
        example = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', 'deploy', 'postgresql.conf')
        with open(example, encoding='ascii') as file:
            lines = [line.split(' = ', 1) for line in file.read().splitlines() if line and not line.startswith('#')]
        cls.settings = dict(lines)
        super().setUpClass()

    def test_a_dump_is_a_backup(self):
        server = self.serve()
        a = server.client()
        name, seats = begin(server, [a], table('castelli', 2, who=[{'kind': 'me'}] * 2))
        dump = os.path.join(self.postgres.folder, 'castellany.dump')
        self.postgres.tool('pg_dump', '--format=custom', '--file', dump, self.url)
        play_out(seats)
        self.name = self.postgres.database()
        self.postgres.tool('pg_restore', '--dbname', self.postgres.url(self.name), dump)
        restored = self.serve('b', url=self.postgres.url(self.name))
        seat = Seat(restored.client(cookie=a.cookie), name)
        self.assertFalse(seat.over())
        play_out([seat])


class Boxes(WithPostgres):
    def test_all_servers_have_the_same(self):
        root = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..')
        def put(server, text=None):
            boxes = os.path.join(self.folder, server, 'boxes')
            os.makedirs(boxes, exist_ok=True)
            shutil.copy(os.path.join(root, 'data', 'box', 'castle.json'), os.path.join(boxes, 'mine.json'))
            if text:
                with open(os.path.join(boxes, 'mine.json'), 'a', encoding='utf-8') as file:
                    file.write(text)
        def refuses(server):
            return run('serve', '--listen', '127.0.0.1:0', '--data', os.path.join(self.folder, server), '--store', self.url, timeout=60).stderr
        put('a')
        self.end(self.serve('a'))
        self.assertIn('other servers of this store have the box mine; copy its file', refuses('b'))
        put('b', '\n')
        self.assertIn('boxes/mine.json differs from the file', refuses('b'))
        put('b')
        server = Server(PROGRAM, os.path.join(self.folder, 'b'), '--store', self.url, '--tables', '77')
        self.assertIn('other_limits this_server="tables 77', server.stop()[1])


class Migrate(WithPostgres):
    def migrate(self, source, target, code=0):
        done = run('migrate', '--from', source, '--to', target, timeout=120)
        self.assertEqual(done.returncode, code, done.stderr)
        return done.stdout + done.stderr

    def test_there_and_back(self):
        data, back = os.path.join(self.folder, 'data'), os.path.join(self.folder, 'back')
        server = Server(PROGRAM, data)
        a = server.client()
        over, seats = begin(server, [a], table('castelli', 2, who=[{'kind': 'me'}] * 2))
        play_out(seats)
        running = a.ask('create', **table('castle', 2, who=[{'kind': 'me'}] * 2, start=True))['table']
        Seat(a, running)
        a.ask('chat', table=running, text='Grüße')
        record = server.http('GET', f'/games/{over}.txt')[2]
        self.assertIn('is in use', self.migrate(data, self.url, 1))
        server.stop()
        said = self.migrate(data, self.url)
        self.assertRegex(said, r'^\d+ rows are the same on both sides; of 2 tables 2 replay on both\n$')
        self.assertIn('already; migrate into an empty store', self.migrate(data, self.url, 1))
        server = self.serve()
        self.assertEqual(server.http('GET', f'/games/{over}.txt')[2], record)
        play_out([Seat(server.client(cookie=a.cookie), running)])
        self.end(server)
        self.assertRegex(self.migrate(self.url, back), 'of 2 tables 2 replay on both')
        server = Server(PROGRAM, back)
        self.addCleanup(self.end, server)
        self.assertEqual(server.http('GET', f'/games/{over}.txt')[2], record)
        self.assertTrue(Seat(server.client(cookie=a.cookie), running).over())

    def killed(self, source, target, count):
        """Kills a migration when so many entries have arrived."""
        process = subprocess.Popen([PROGRAM, 'migrate', '--from', source, '--to', target], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.wait_until(lambda: count() > 500 or process.poll() is not None)
        process.kill()
        said = process.communicate()[0]
        self.assertEqual(process.returncode, -9, said)

    def test_it_goes_on_after_a_crash(self):
        """Whoever is killed in the middle goes on at the next start, both ways. A game that was changed meanwhile is noticed."""
        data, back = os.path.join(self.folder, 'data'), os.path.join(self.folder, 'back')
        server = Server(PROGRAM, data)
        a = server.client()
        play_out(begin(server, [a], table('castelli', 2, who=[{'kind': 'me'}] * 2))[1])
        server.stop()
        copies = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300) '
        database = sqlite3.connect(os.path.join(data, 'castellany.db'))
        for name in ('tables', 'chairs', 'entries'):
            first, *rest = [row[1] for row in database.execute(f'PRAGMA table_info({name})')]
            database.execute(f'INSERT INTO {name} ({first}, {", ".join(rest)}) {copies} SELECT {first} + i, {", ".join(rest)} FROM {name}, n')
        database.commit()
        entries, = database.execute('SELECT COUNT(*) FROM entries').fetchone()
        database.close()
        self.killed(data, self.url, self.count_arrived)
        self.assertIn('did not end', run('serve', '--listen', '127.0.0.1:0', '--data', self.folder, '--store', self.url, timeout=60).stderr)
        self.rows('UPDATE entries SET made = made + 1 WHERE tab = (SELECT MIN(tab) FROM entries) AND number = 3')
        self.assertIn('the entries differ', self.migrate(data, self.url, 1))
        self.rows('UPDATE entries SET made = made - 1 WHERE tab = (SELECT MIN(tab) FROM entries) AND number = 3')
        self.assertRegex(self.migrate(data, self.url), 'of 301 tables 301 replay on both')
        self.killed(self.url, back, lambda: self.count_in_file(back))
        self.assertRegex(self.migrate(self.url, back), 'of 301 tables 301 replay on both')
        self.assertEqual(self.count_in_file(back), entries)

    def count_arrived(self):
        return int(self.rows('SELECT COUNT(*) FROM entries')[0][0]) if self.rows("SELECT to_regclass('entries') IS NOT NULL") == [['t']] else 0

    @staticmethod
    def count_in_file(folder):
        try:
            database = sqlite3.connect(f'file:{folder}/castellany.db?mode=ro', uri=True)
            try:
                return database.execute('SELECT COUNT(*) FROM entries').fetchone()[0]
            finally:
                database.close()
        except sqlite3.OperationalError:
            return 0

    def test_a_store_that_is_not_whole(self):
        self.end(self.serve())
        self.postgres.execute("INSERT INTO owner_values (name, value) VALUES ('migrating', '')", self.name)
        done = run('serve', '--listen', '127.0.0.1:0', '--data', self.folder, '--store', self.url, timeout=60)
        self.assertIn('castellany migrate did not end; run it again', done.stderr)
        self.assertIn('did not end', self.migrate(self.url, os.path.join(self.folder, 'x'), 1))


if __name__ == '__main__':
    unittest.main(warnings='ignore')
