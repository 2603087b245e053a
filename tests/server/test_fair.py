"""test_fair.py: what players may do to each other: ratings, chairs, words, and what is kept about them."""
import http.client
import json
import os
import sqlite3
import threading
import time
import unittest

from base import WithServer
from playing import Seat, begin, play_out
from ws import Refused, table


class People(WithServer):
    """A test with accounts, and a look into the store."""

    def post(self, path, body, cookie=None):
        return self.server.http('POST', path, body, headers={'Cookie': 'castellany=' + cookie} if cookie else None)

    def account(self, name, cookie=None):
        status, head, text = self.post('/api/register', {'name': name, 'password': 'correct horse'}, cookie)
        self.assertEqual(status, 200, text)
        return self.client(cookie=head['set-cookie'].partition('=')[2].partition(';')[0])

    def bot(self, owner, name):
        status, _, text = self.post('/api/bot', {'name': name}, owner.cookie)
        self.assertEqual(status, 200, text)
        return self.client(token=json.loads(text)['token'])

    def store(self, sql, *values):
        database = sqlite3.connect(os.path.join(self.folder, 'castellany.db'))
        try:
            return database.execute(sql, values).fetchall()
        finally:
            database.close()

    def ratings(self):
        return {name: (rating // 100, games) for name, rating, games in
                self.store('SELECT name, rating, games FROM ratings JOIN players ON players.id = player')}


class Passwords(People):
    def login(self, password, source, name='Victim'):
        connection = http.client.HTTPConnection('127.0.0.1', self.server.port, timeout=30, source_address=(source, 0))
        connection.request('POST', '/api/login', json.dumps({'name': name, 'password': password}), {'Content-Type': 'application/json'})
        answer = connection.getresponse()
        body = json.loads(answer.read())
        connection.close()
        return answer.status, body

    def test_guessing_takes_ever_longer(self):
        self.account('Victim')
        waits, wrong = [], 0
        while not waits or waits[-1] < 4:
            status, body = self.login('wrong horse', '127.0.0.9')
            if status == 429:
                self.assertEqual(body['error'], 'rate')
                waits.append(body['wait'])
                time.sleep(waits[-1] if waits[-1] < 4 else 0)
            else:
                self.assertEqual(status, 403)
                wrong += 1
            self.assertLess(wrong, 20)
        self.assertEqual(waits, sorted(waits))
        self.assertEqual(self.login('correct horse', '127.0.0.9')[0], 429)           # a login is not told from a guess

    def test_guesses_keep_nobody_out(self):
        self.account('Victim')
        ends = threading.Event()

        def guess(source):
            while not ends.is_set():
                self.login('wrong horse', source)
        threads = [threading.Thread(target=guess, args=(f'127.0.1.{i // 3 + 1}',)) for i in range(24)]
        for thread in threads:
            thread.start()
        try:
            for _ in range(5):
                self.assertEqual(self.login('correct horse', '127.0.0.1')[0], 200)
        finally:
            ends.set()
            for thread in threads:
                thread.join()


class Ratings(People):
    def test_nobody_wins_against_an_own_bot(self):
        a = self.account('Anna')
        robots = [self.bot(a, 'Robot'), self.bot(a, 'Robert')]
        for pair in ([a, robots[0]], robots):
            name, seats = begin(self.server, pair, table('null', 2, undo='none'))
            self.assertFalse(seats[0].told['rated'])
            play_out(seats)
            pair[0].watch(name)
        self.assertEqual(self.ratings(), {})
        b = self.account('Bert')
        name, seats = begin(self.server, [b, robots[0]], table('null', 2, undo='none'))
        self.assertTrue(seats[0].told['rated'])
        play_out(seats)
        b.watch(name)
        self.assertEqual(set(self.ratings()), {'Bert', 'Robot'})

    def test_no_hints_in_rated_games(self):
        a, b = self.account('Anna'), self.account('Bert')
        name, (mine, other) = begin(self.server, [a, b], table('castle', 2, undo='none', options=['first=1']))
        mine.catch_up()
        ask = {'table': name, 'number': mine.number, 'seat': 1}
        self.assertEqual(a.refused('hint', **ask), 'not_allowed')
        self.assertEqual(a.refused('analyse', table=name, seat=1), 'not_allowed')
        name, (free, _) = begin(self.server, [a, b], table('castle', 2, undo='free', options=['first=1']))
        free.catch_up()
        self.assertTrue(a.ask('hint', table=name, number=free.number, seat=1)['moves'])
        a.ask('resign', table=ask['table'], seat=1)

    def test_games_that_end_together_both_count(self):
        a, b = self.account('Anna'), self.account('Bert')
        games = [begin(self.server, [a, b], table('null', 2, undo='none', options=['first=1'])) for _ in range(2)]
        last = []
        for name, (mine, other) in games:
            seats = [mine, other]
            while True:
                mover = mine if mine.position['turn'] == [1] else other
                if mover.position['view']['stones'] <= 2:
                    break
                mover.move('take 1')
                for seat in seats:
                    seat.after()
            last.append((mover, f"take {mover.position['view']['stones']}"))
        numbers = [(seat.client, seat.client.start('move', table=seat.table, number=seat.number, seat=seat.position['seat'], move=move))
                   for seat, move in last]
        for client, number in numbers:
            client.answer(number)
        for _, seats in games:
            play_out(seats)
        a.ask('hello')
        ratings = self.ratings()
        self.assertEqual({games for _, games in ratings.values()}, {2})
        self.assertEqual(sum(rating for rating, _ in ratings.values()) // 2, 1500)


class Chairs(People):
    def test_the_creator_removes_somebody(self):
        a, b, c = self.client(), self.client(), self.client()
        name = a.ask('create', **table('null', 3))['table']
        b.ask('join', table=name)
        b.ask('join', table=name)
        self.assertEqual(c.refused('remove', table=name, seat=2), 'not_allowed')
        self.assertEqual(a.refused('remove', table=name, seat=1), 'not_allowed')       # one's own: leave
        self.assertEqual(a.refused('remove', table=name, seat=4), 'no_seat')
        a.ask('remove', table=name, seat=2)
        chairs = a.watch(name)['chairs']
        self.assertEqual([chair['player'] is None for chair in chairs], [False, True, True])
        self.assertEqual(b.refused('join', table=name), 'not_allowed')
        c.ask('join', table=name)
        c.ask('join', table=name)
        a.ask('start', table=name)
        self.assertEqual(a.refused('remove', table=name, seat=2), 'not_allowed')       # it has begun

    def test_nobody_sits_everywhere(self):
        a, b = self.client(), self.client()
        names = [a.ask('create', **table('null', 2))['table'] for _ in range(21)]
        for name in names[:20]:
            b.ask('join', table=name)
        self.assertEqual(b.refused('join', table=names[20]), 'limit')
        b.ask('leave', table=names[0])
        b.ask('join', table=names[20])
        self.assertIsNone(a.refused('join', table=names[0]))                           # one's own tables do not count

    def test_who_is_there_is_not_replaced(self):
        a, b = self.client(), self.client()
        name, (mine, other) = begin(self.server, [a, b], table('null', 2, options=['first=2']))
        self.assertEqual(a.refused('replace', table=name, seat=2), 'not_allowed')
        self.assertEqual(self.client().refused('replace', table=name, seat=2), 'not_yours')
        self.assertEqual(a.refused('replace', table=name, seat=1), 'not_allowed')


if __name__ == '__main__':
    unittest.main(warnings='ignore')
