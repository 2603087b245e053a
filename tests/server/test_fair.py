"""test_fair.py: what players may do to each other: ratings, chairs, words, and what is kept about them."""
import http.client
import json
import os
import threading
import time
import unittest

from base import PROGRAM, WithServer, store
from playing import Seat, begin, play_out
from ws import Server, table


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
        return store.query(self.folder, sql, *values)

    def ratings(self):
        return {name: (rating // 100, games) for name, rating, games in
                self.store('SELECT name, rating, games FROM ratings JOIN players ON players.id = player')}

    def counted(self, games):
        """The ratings when so many games of each player have been counted."""
        end = time.time() + 10
        while {count for _, count in self.ratings().values()} != {games} and time.time() < end:
            time.sleep(0.05)
        return self.ratings()


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
            name = pair[0].ask('create', **table('null', 2, undo='none', rated=True))['table']
            self.assertEqual(pair[1].refused('join', table=name), 'not_allowed')
        b = self.account('Bert')
        name, seats = begin(self.server, [b, robots[0]], table('null', 2, undo='none', rated=True))
        self.assertTrue(seats[0].told['rated'])
        play_out(seats, choose=lambda seat: seat.position['moves'][0])
        self.assertEqual(set(self.counted(1)), {'Bert', 'Robot'})

    def test_no_hints_in_rated_games(self):
        a, b = self.account('Anna'), self.account('Bert')
        name, (mine, other) = begin(self.server, [a, b], table('castle', 2, undo='none', rated=True, options=['first=1']))
        mine.catch_up()
        ask = {'table': name, 'number': mine.number, 'seat': 1}
        self.assertEqual(a.refused('hint', **ask), 'not_allowed')
        self.assertEqual(a.refused('analyse', table=name, seat=1), 'not_allowed')
        name, (free, _) = begin(self.server, [a, b], table('castle', 2, undo='free', options=['first=1'], hints=True))
        free.catch_up()
        self.assertTrue(a.ask('hint', table=name, number=free.number, seat=1)['moves'])
        a.ask('resign', table=ask['table'], seat=1)

    def test_games_that_end_together_both_count(self):
        a, b = self.account('Anna'), self.account('Bert')
        games = [begin(self.server, [a, b], table('null', 2, undo='none', rated=True, options=['first=1'])) for _ in range(2)]
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
            play_out(seats, choose=lambda seat: seat.position['moves'][0])
        ratings = self.counted(2)
        self.assertEqual({games for _, games in ratings.values()}, {2})
        self.assertEqual(self.store('SELECT number, COUNT(*) FROM results GROUP BY number ORDER BY number'), [(1, 2), (2, 2)])


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

    def test_the_waiting_room(self):
        a, b = self.client(), self.client()
        name = a.ask('create', **table('null', 3))['table']
        b.ask('join', table=name, seat=2)
        self.assertEqual(b.refused('chair', table=name, seat=3, kind='computer', level=2), 'not_allowed')
        for wrong, code in (({'seat': 2, 'kind': 'computer', 'level': 1}, 'full'), ({'seat': 9, 'kind': 'open'}, 'no_seat'),
                            ({'seat': 3, 'kind': 'me'}, 'unknown'), ({'seat': 3, 'kind': 'computer', 'level': 7}, 'limit'),
                            ({'seat': 3, 'kind': 'computer'}, 'missing')):
            self.assertEqual(a.refused('chair', table=name, **wrong), code)
        a.ask('chair', table=name, seat=3, kind='computer', level=2)
        self.assertEqual(b.refused('swap', table=name, seat=2, other=3), 'not_allowed')
        a.ask('chair', table=name, seat=3, kind='open')
        b.ask('swap', table=name, seat=2, other=3)
        self.assertEqual(b.refused('swap', table=name, seat=1, other=2), 'not_allowed')
        a.ask('swap', table=name, seat=1, other=3)
        self.assertEqual((a.watch(name)['mine'], b.watch(name)['mine']), ([3], [1]))
        self.assertEqual(a.refused('start', table=name), 'not_allowed')
        a.ask('chair', table=name, seat=2, kind='computer', level=1)                   # starts early with a computer
        a.ask('start', table=name)
        self.assertEqual(a.refused('chair', table=name, seat=2, kind='open'), 'not_allowed')
        self.assertEqual(a.refused('swap', table=name, seat=1, other=2), 'not_allowed')
        play_out([Seat(a, name), Seat(b, name)])

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


class Words(People):
    def table(self, *clients):
        name = clients[0].ask('create', **table('null', 2))['table']
        for client in clients:
            client.watch(name)
        return name

    def export(self, client, **headers):
        status, _, text = self.server.http('GET', '/api/export', headers=headers or {'Cookie': 'castellany=' + client.cookie})
        return status, json.loads(text)

    def test_what_a_deleted_person_said_is_gone(self):
        guest = self.client()
        anna = self.account('Anna Unique')
        reader = self.client()
        name = self.table(reader, anna, guest)
        guest.ask('name', name='Gustav Unique')
        for client, text in ((anna, 'words of anna'), (reader, 'words that stay'), (guest, 'words of gustav')):
            client.ask('chat', table=name, text=text)
        reader.ask('report', table=name, line=0, text='this line')
        anna.ask('report', table=name, text='the table')
        self.assertEqual(self.post('/api/delete', {}, anna.cookie)[0], 400)          # an account shows its password
        self.assertEqual(self.post('/api/delete', {'password': 'wrong horse'}, anna.cookie)[0], 403)
        self.assertEqual(self.post('/api/delete', {'password': 'correct horse'}, anna.cookie)[0], 200)
        self.assertEqual(self.post('/api/delete', {}, guest.cookie)[0], 200)
        lines = None
        while lines != ['words that stay']:                                            # those who watch are told
            message = reader.next_message('table')
            self.assertTrue(message)
            lines = [line['text'] for line in message['chat']]
        self.assertEqual([line['text'] for line in self.client().watch(name)['chat']], ['words that stay'])
        self.assertEqual(self.store('SELECT reporter, line FROM reports'), [(0, -1)])
        self.server.stop()
        for file in os.listdir(self.folder):
            data = open(os.path.join(self.folder, file), 'rb').read() if not file.endswith('-shm') else b''
            for secret in (b'Unique', b'words of'):
                self.assertNotIn(secret, data, file)
        self.server = Server(PROGRAM, self.folder)
        self.assertNotEqual(self.client(cookie=guest.cookie).ask('hello')['player']['name'], 'Gustav Unique')

    def test_a_friend_who_stood_in_is_forgotten_too(self):
        a, b, friend = self.client(), self.client(), self.client()
        friend.ask('name', name='Frieda Unique')
        made = a.ask('create', **table('null', 2, undo='none'))
        name = made['table']
        b.ask('join', table=name)
        a.ask('start', table=name)
        b.ask('leave', table=name)
        friend.ask('stand_in', table=name, invite=made['invite'], seat=2)
        self.assertEqual(self.client(cookie=a.cookie).watch(name)['chairs'][1]['stand_in']['name'], 'Frieda Unique')
        self.assertEqual(self.post('/api/delete', {}, friend.cookie)[0], 200)
        self.assertNotIn('stand_in', self.client(cookie=a.cookie).watch(name)['chairs'][1])
        b.ask('leave', table=name)                                                   # whose chair it is again; all chairs are written
        self.assertEqual(self.store("SELECT COUNT(*) FROM chairs WHERE stand_in <> 0 OR stand_in_name <> ''"), [(0,)])

    def test_everything_that_is_kept_is_told(self):
        anna = self.account('Anna')
        bert = self.account('Bert')
        self.bot(anna, 'Robot')
        anna.ask('settings', settings={'sound': True})
        name, seats = begin(self.server, [anna, bert], table('null', 2, undo='none', rated=True))
        play_out(seats, choose=lambda seat: seat.position['moves'][0])
        self.counted(1)
        anna.ask('chat', table=name, text='well played')
        anna.ask('mute', player=bert.ask('hello')['player']['id'], on=True)
        anna.ask('report', table=name, text='odd')
        status, told = self.export(anna)
        self.assertEqual(status, 200)
        self.assertEqual((told['player']['name'], told['player']['kind'], told['player']['password']), ('Anna', 'account', True))
        self.assertEqual(told['settings'], {'sound': True})
        self.assertEqual([(row['table'], row['state'], len(row['seats'])) for row in told['tables']], [(name, 'over', 1)])
        self.assertEqual([line['text'] for line in told['chat']], ['well played'])
        self.assertEqual([report['text'] for report in told['reports']], ['odd'])
        self.assertEqual([(len(told[key])) for key in ('muted', 'blocked', 'sessions', 'bots', 'ratings', 'results')], [1, 0, 1, 1, 1, 1])
        self.assertEqual((told['results'][0]['table'], told['results'][0]['place'] in (1, 2)), (name, True))
        self.assertEqual(self.server.http('GET', told['tables'][0]['record'])[0], 200)
        self.assertNotIn('argon2', json.dumps(told))
        self.assertNotIn('well played', json.dumps(self.export(bert)[1]))
        self.assertEqual(self.export(None, Accept='*/*')[0], 401)
        guest = self.client()
        self.assertEqual(self.export(guest)[1]['player']['kind'], 'guest')              # of whom nothing is kept

    def test_who_is_muted_is_not_heard(self):
        a, b, c = self.client(), self.client(), self.client()
        name = self.table(a, b, c)
        loud = b.ask('hello')['player']['id']
        b.ask('chat', table=name, text='first')
        self.assertEqual(a.next_message('chat')['player'], loud)
        a.ask('mute', player=loud, on=True)
        self.assertEqual(a.ask('hello')['muted'], [loud])
        b.ask('chat', table=name, text='second')
        c.ask('chat', table=name, text='third')
        self.assertEqual(a.next_message('chat')['text'], 'third')
        self.assertEqual([line['text'] for line in a.watch(name)['chat']], ['third'])
        again = self.client(cookie=a.cookie)                                           # it is kept
        self.assertEqual([line['text'] for line in again.watch(name)['chat']], ['third'])
        a.ask('mute', player=loud, on=False)
        self.assertEqual(len(a.watch(name)['chat']), 3)
        self.assertEqual(a.refused('mute', player='nobody', on=True), 'unknown')
        self.assertEqual(a.refused('mute', player=a.ask('hello')['player']['id'], on=True), 'not_allowed')

    def test_a_list_of_people(self):
        a = self.client()
        people = [f'{i:013d}' for i in range(1, 60)]
        taken = [person for person in people if a.refused('block', player=person, on=True) is None]
        self.assertEqual(a.refused('block', player=people[58], on=True), 'limit')
        for person in (taken[0], taken[20], taken[-1]):
            a.ask('block', player=person, on=False)
            taken.remove(person)
            self.assertEqual(a.ask('hello')['blocked'], taken)

    def test_who_is_blocked_does_not_sit_down(self):
        a, b = self.client(), self.client()
        a.ask('block', player=b.ask('hello')['player']['id'], on=True)
        name = a.ask('create', **table('null', 2))['table']
        self.assertEqual(b.refused('join', table=name), 'not_allowed')
        a.close()                                                                     # also when the creator is away
        time.sleep(0.2)
        self.assertEqual(b.refused('join', table=name), 'not_allowed')

    def test_reports_are_kept(self):
        a, b = self.client(), self.client()
        name = self.table(a, b)
        b.ask('chat', table=name, text='rude')
        line = a.next_message('chat')['line']
        a.ask('report', table=name, line=line, text='rude')
        a.ask('report', table=name, text='they stall')
        self.assertEqual(a.refused('report', table=name, line=99, text='x'), 'unknown')
        self.assertEqual(a.refused('report', table=name, text=''), 'limit')
        self.assertEqual(a.refused('report', table='0000000000001', text='x'), 'no_table')
        rows = self.store('SELECT line, words, text, CASE WHEN accused <> 0 THEN 1 ELSE 0 END FROM reports ORDER BY id')
        self.assertEqual(sorted(rows), [(-1, '', 'they stall', 0), (line, 'rude', 'rude', 1)])      # ids of one moment are in any order


if __name__ == '__main__':
    unittest.main(warnings='ignore')
