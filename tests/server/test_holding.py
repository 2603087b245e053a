"""test_holding.py: no request, however large what it is about, holds the server's thread longer than 50 ms of CPU. Prints what took longest."""
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import unittest

from base import PROGRAM, WithFolder, only_sqlite
from playing import Seat, play_out
from ws import Refused, Server, table

GAMES, ENTRIES, MOST_MS = 60000, 9900, 50
KINDS = (('castelli-tournament', 4, ['league', 'battle', 'dilemma']), ('castle', 4, []), ('castellan', 4, []), ('castelli', 4, ['battle', 'dilemma']))
COOKIES = {}


def longest(server):
    """What held the thread, in milliseconds."""
    text = server.http('GET', '/metrics')[2].decode()
    return {by: float(took) * 1000 for by, took in re.findall(r'castellany_held_longest_seconds\{by="(.*?)"\} (\S+)', text)}


def record_of(game, seats, options, left=6):
    """The record of a random game without its last moves; the last one is a seat's."""
    text = subprocess.run([PROGRAM, 'random', game, str(seats), '7', *options], stdout=subprocess.PIPE, text=True, check=True).stdout
    lines = text.splitlines()[:-left]
    while not re.match(r'[1-4] ', lines[-1]):
        lines.pop()
    return '\n'.join(lines) + '\n'


def lengthen(database, name, count):
    """Takes the last move back and makes it again, over and over, as a person can."""
    number, actor, move, at = database.execute('SELECT number, actor, move, made FROM entries WHERE tab = ? ORDER BY number DESC LIMIT 1', (name,)).fetchone()
    moves = database.execute("SELECT COUNT(*) FROM entries WHERE tab = ? AND actor IN ('*', '1', '2', '3', '4')", (name,)).fetchone()[0]
    rows = []
    while number + 2 < count:
        rows += [(name, number + 1, 'u', str(moves - 1), at), (name, number + 2, actor, move, at)]
        number += 2
    database.executemany('INSERT INTO entries (tab, number, actor, move, made) VALUES (?, ?, ?, ?, ?)', rows)


def id_number(text):
    number = 0
    for letter in text:
        number = number << 5 | '0123456789abcdefghjkmnpqrstvwxyz'.index(letter)
    return number


@only_sqlite
class Holding(WithFolder):
    @classmethod
    def setUpClass(cls):
        cls.made = tempfile.mkdtemp(prefix='castellany-')
        cls.addClassCleanup(shutil.rmtree, cls.made, ignore_errors=True)
        server = Server(PROGRAM, cls.made)
        a = server.client()
        cls.cookie, cls.player = a.cookie, a.ask('hello')['player']['id']
        name = a.ask('create', **table('null', 2, who=[{'kind': 'me'}] * 2, start=True))['table']
        play_out([Seat(a, name)])
        cls.records = {game: record_of(game, seats, options) for game, seats, options in KINDS}
        cls.long = {game: a.ask('import', record=cls.records[game], who=[{'kind': 'me'}] * seats)['table'] for game, seats, _ in KINDS}
        a.close()
        server.stop()
        database = sqlite3.connect(os.path.join(cls.made, 'castellany.db'))
        for long in cls.long.values():
            lengthen(database, id_number(long), ENTRIES)
            database.execute("INSERT INTO chats (tab, number, seat, player, name, line, made) WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 499)"
                             " SELECT ?, i, 1, ?, 'Anna', ?, 1 FROM n", (id_number(long), id_number(cls.player), '\u00e9' * 300))
        for kind, key in (('tables', 'id'), ('chairs', 'tab')):
            columns = [row[1] for row in database.execute(f'PRAGMA table_info({kind})')]
            database.execute(f'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {GAMES}) INSERT INTO {kind} SELECT '
                             + ', '.join(f'{column} - n.i' if column == key else column for column in columns)
                             + f' FROM {kind}, n WHERE {key} = {id_number(name)}')
        database.commit()
        database.close()

    def setUp(self):
        super().setUp()
        shutil.copy(os.path.join(self.made, 'castellany.db'), self.folder)
        self.server = Server(PROGRAM, self.folder)
        self.addCleanup(lambda: self.server.process.poll() is None and self.server.kill())

    def look(self, client, game, long):
        told = client.watch(long)
        at = {'table': long, 'number': told['position']['number'], 'seat': told['position']['seat']}
        moves = told['position']['moves']
        self.assertTrue(moves)
        for do in ('preview', 'why'):
            client.refused(do, **at, move=moves[0])
            client.refused(do, **at, move='no such move')
        client.ask('hint', **at)
        client.ask('positions', table=long, **{'from': max(0, told['number'] - 64)}, count=64, seat=at['seat'])
        client.ask('positions', table=long, **{'from': 0}, count=64, seat=0)
        client.refused('analyse', table=long, seat=1)
        client.refused('line', table=long, seat=1, number=at['number'])
        client.ask('chat', table=long, text='\u00e9' * 300)
        client.refused('rematch', table=long)
        for do, members in (('react', {'seat': at['seat'], 'off': True}), ('react', {'seat': at['seat'], 'off': False}),
                            ('reply', {'seat': at['seat'], 'reply': 'ask'})):
            client.refused(do, table=long, **members)
        client.refused('undo', table=long, number=at['number'], to=at['number'] - 1)
        told = client.next_message('undone', 'table', table=long, timeout=5) or told
        at = {'table': long, 'number': told['position']['number'], 'seat': told['position']['seat']}
        client.ask('move', **at, move=told['position']['moves'][0])
        self.server.http('GET', f'/games/{long}.txt', headers={'Cookie': 'castellany=' + self.cookie})
        client.ask('leave', table=long, seat=1)
        client.ask('sit', table=long, seat=1)
        client.ask('resign', table=long, seat=1)

    def bring(self, client):
        """Records of 1 MB, and messages that are none."""
        whole, mark = self.records['castle'], '# The game goes on; what follows has hidden moves until it is over.\n'
        lines = whole.splitlines(keepends=True)
        begin = next(i for i, line in enumerate(lines) if re.match(r'[1-4] ', line))
        partial = ''.join(lines[:begin]) + mark + ''.join('# ' + line for line in lines[begin:]) + '# 1 zzz\n'
        for text in (whole, partial):
            for filler in ('# a comment\n', '# 1 zzz\n', '#\n'):
                long = text + filler * (((1 << 20) - len(json.dumps(text))) // (len(json.dumps(filler)) - 2))
                client.ask('import', record=long)
        client.ask('import', record=whole + '# a comment\n' * 70000, who=[{'kind': 'me'}] * 4)
        for text in ('{"do":"import","id":7,' + ' ' * 1000000 + 'x', '{"do":"import","id":7,"record":' + '[' * 1000000, '{"do":"import","id":7,'
                     + ','.join(f'"{i}":1' for i in range(90000)) + '}'):
            client.send(text)
            self.assertIn('error', json.loads(client.receive()))

    def ask_about_many(self, client):
        for what in ('open', 'live', 'finished', 'mine'):
            client.ask('list', what=what)
        client.ask('list', what='finished', before=client.ask('list', what='finished')['tables'][-1]['table'])
        client.ask('unfinished')
        client.ask('profile', player=self.player)
        client.ask('meetings', player=self.player)
        client.ask('results', player=self.player, game='null')
        client.ask('ranking', game='null', seats=2)
        client.ask('search', player=self.player, game='castle')
        client.ask('search', game='null')
        client.ask('search')
        client.ask('find', name='nobody')
        client.ask('settings', settings={'x': 'y' * 2000})
        client.ask('holiday', days=1)
        client.ask('holiday', days=0)
        host = self.server.client()
        own = host.ask('create', **table('null', 3))
        client.ask('join', table=own['table'])
        client.ask('leave', table=own['table'])
        client.ask('create', **table('castelli-tournament', 4, options=['league', 'battle', 'dilemma'], who=[{'kind': 'me'}] * 4, start=True))
        host.close()
        self.server.http('GET', '/api/export', headers={'Cookie': 'castellany=' + self.cookie})

    def test_no_request_holds_the_others(self):
        client = self.server.client(cookie=self.cookie)
        client.ask('hello')
        self.ask_about_many(client)
        for game, long in self.long.items():
            self.look(client, game, long)
        self.bring(self.server.client())
        held = sorted(longest(self.server).items(), key=lambda row: -row[1])
        print('\n'.join(f'{took:8.1f} ms  {by}' for by, took in held), file=sys.stderr)
        code, log = self.server.stop()
        client.close()
        self.assertEqual(code, 0, log)
        self.assertEqual([(by, took) for by, took in held if took > MOST_MS], [], '\n'.join(line for line in log.splitlines() if 'event=held' in line))


if __name__ == '__main__':
    unittest.main(warnings='ignore')
