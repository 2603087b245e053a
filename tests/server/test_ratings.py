"""test_ratings.py: what counts for ratings, that farming them gains nothing, and what others see of them."""
import json
import time
import unittest

from base import PROGRAM, WithServer, store
from playing import begin, play_out
from ws import Server, table


class Rated(WithServer):
    def account(self, name):
        status, head, text = self.server.http('POST', '/api/register', {'name': name, 'password': 'correct horse'})
        self.assertEqual(status, 200, text)
        return self.client(cookie=head['set-cookie'].partition('=')[2].partition(';')[0])

    def bot(self, owner, name):
        text = self.server.http('POST', '/api/bot', {'name': name}, {'Cookie': 'castellany=' + owner.cookie})[2]
        return self.client(token=json.loads(text)['token'])

    def store(self, sql, *values):
        return store.query(self.folder, sql, *values)

    def ratings(self):
        return {name: (rating / 100, games) for name, rating, games in
                self.store('SELECT name, rating, games FROM ratings JOIN players ON players.id = player')}

    def judged(self, name, as_what=(2, 3)):
        """Waits until the server has counted the table, or decided that it does not count."""
        for _ in range(200):
            state, rated = self.store('SELECT state, rated FROM tables ORDER BY id DESC')[0]
            if state == 2 and rated in as_what:
                return rated
            time.sleep(0.05)
        raise AssertionError('the game was not counted')

    def begin(self, people, **more):
        return begin(self.server, people, table('null', len(people), undo='none', options=['first=1'], **{'rated': True, **more}))

    def play(self, people, stop=None, **more):
        """A game that the first player wins, as far as the game allows, by taking one stone at a time."""
        name, seats = self.begin(people, **more)
        play_out(seats, choose=lambda seat: seat.position['moves'][0], stop=stop)
        return name, seats

    def counts(self, people, **more):
        name, _ = self.play(people, **more)
        return self.judged(name) == 2


class Counting(Rated):
    def test_a_rated_game_counts_once_for_each(self):
        a, b, c = (self.account(name) for name in ('Anna', 'Bert', 'Cleo'))
        name, seats = self.play([a, b, c])
        self.assertTrue(seats[0].told['rated'])
        self.judged(name)
        rows = self.store('SELECT seat, number, place, gain, seats FROM results ORDER BY seat')
        self.assertEqual([row[:2] for row in rows], [(0, 1), (1, 1), (2, 1)])
        self.assertEqual({row[4] for row in rows}, {3})
        winners = seats[0].position['winners']
        for seat, _, place, gain, _ in rows:
            self.assertEqual(place == 1, seat + 1 in winners)
            self.assertEqual(gain > 0, seat + 1 in winners, rows)
        self.assertEqual({games for _, games in self.ratings().values()}, {1})

    def test_who_comes_back_in_time_has_not_left(self):
        a, b = self.account('Anna'), self.account('Bert')
        name, seats = self.begin([a, b])
        b.ask('leave', table=name)
        b.ask('sit', table=name, seat=2)
        play_out(seats, choose=lambda seat: seat.position['moves'][0])
        self.judged(name)
        places = [place for place, in self.store('SELECT place FROM results ORDER BY seat')]
        self.assertEqual([seat + 1 for seat, place in enumerate(places) if place == 1], seats[0].position['winners'])

    def test_a_crash_before_the_count_loses_nothing(self):
        a, b = self.account('Anna'), self.account('Bert')
        name, _ = self.play([a, b])
        self.judged(name)
        self.server.stop()
        for sql in ('UPDATE tables SET rated = 1', 'DELETE FROM results', 'DELETE FROM ratings'):
            self.store(sql)
        self.server = Server(PROGRAM, self.folder)
        self.assertEqual(self.judged(name), 2)
        self.assertEqual(len(self.ratings()), 2)
        again = self.store('SELECT * FROM results')
        self.server.stop()
        self.server = Server(PROGRAM, self.folder)                 # it is not counted twice
        self.client().ask('hello')
        self.assertEqual(self.store('SELECT * FROM results'), again)


class Shown(Rated):
    def test_profiles_and_rankings(self):
        a, b, guest = self.account('Anna'), self.account('Bert'), self.client()
        for _ in range(2):
            name, seats = self.play([a, b])
            self.judged(name)
        self.play([a, b], rated=False)
        anna, bert = (client.ask('hello')['player']['id'] for client in (a, b))
        told = guest.ask('profile', player=anna)
        self.assertEqual((told['player']['name'], told['player']['kind']), ('Anna', 'account'))
        self.assertEqual([(row['game'], row['seats'], row['games'], row['sure']) for row in told['ratings']], [('null', 2, 2, False)])
        self.assertEqual([(row['game'], row['seats'], row['games']) for row in told['played']], [('null', 2, 3)])
        met = a.ask('meetings', player=bert)['played'][0]
        self.assertEqual((met['games'], met['wins'] + met['losses'] >= 3), (3, True))
        self.assertEqual(guest.ask('meetings', player=bert)['played'], [])
        results = guest.ask('results', player=anna, game='null')['results']
        self.assertEqual([row['table'] for row in results][0], name)
        self.assertEqual(len(results), 2)
        self.assertEqual(guest.ask('results', player=anna, game='castle')['results'], [])
        self.assertEqual(guest.ask('ranking', game='null', seats=2)['players'], [])    # nobody's rating is sure yet
        self.store('UPDATE ratings SET deviation = 9000')
        ranked = guest.ask('ranking', game='null', seats=2)['players']
        self.assertEqual({row['player']['name'] for row in ranked}, {'Anna', 'Bert'})
        self.assertGreaterEqual(ranked[0]['rating'], ranked[1]['rating'])
        self.assertEqual(guest.ask('ranking', game='null', seats=3)['players'], [])
        self.assertEqual(len(guest.ask('search', player=anna, game='null')['tables']), 3)
        self.assertEqual(len(guest.ask('search', player=anna, before=name)['tables']), 1)
        self.assertEqual(guest.ask('search', game='castle')['tables'], [])
        for word, wrong in (('profile', {'player': 'x'}), ('results', {'player': '', 'game': 'null'}), ('search', {'player': '!'})):
            self.assertEqual(guest.refused(word, **wrong), 'unknown')
        self.assertEqual(guest.refused('ranking', game='null', seats=9), 'limit')
        self.assertEqual(guest.refused('profile', player='0' * 13), 'unknown')


class Farming(Rated):
    """Ten ways to gain a rating without playing well. None of them gains anything."""

    def assert_no_gain(self, name):
        self.assertLessEqual(self.ratings().get(name, (1500, 0))[0], 1500)

    def test_1_computers(self):
        a = self.account('Anna')
        self.assertEqual(a.refused('create', **table('null', 2, undo='none', rated=True, who=[{'kind': 'me'}, {'kind': 'computer', 'level': 1}])),
                         'not_allowed')

    def test_2_guests(self):
        a, guest = self.account('Anna'), self.client()
        name = a.ask('create', **table('null', 2, undo='none', rated=True))['table']
        self.assertEqual(guest.refused('join', table=name), 'not_allowed')
        self.assertEqual(guest.refused('create', **table('null', 2, undo='none', rated=True)), 'not_allowed')

    def test_3_own_bots(self):
        a = self.account('Anna')
        name = a.ask('create', **table('null', 2, undo='none', rated=True))['table']
        self.assertEqual(self.bot(a, 'Robot').refused('join', table=name), 'not_allowed')

    def test_4_two_chairs(self):
        a = self.account('Anna')
        self.assertEqual(a.refused('create', **table('null', 2, undo='none', rated=True, who=[{'kind': 'me'}] * 2)), 'not_allowed')
        name = a.ask('create', **table('null', 2, undo='none', rated=True))['table']
        self.assertEqual(a.refused('join', table=name), 'not_allowed')

    def test_5_free_undo_and_hints(self):
        a = self.account('Anna')
        self.assertEqual(a.refused('create', **table('null', 2, undo='free', rated=True)), 'not_allowed')
        self.assertEqual(a.refused('create', **table('null', 2, undo='none', hints=True, rated=True)), 'not_allowed')

    def test_6_a_friend_who_gives_up_at_once(self):
        a, b = self.account('Anna'), self.account('Bert')
        name, seats = self.begin([a, b])
        b.ask('resign', table=name, seat=2)
        play_out(seats[:1], choose=lambda seat: seat.position['moves'][0])
        self.assertEqual(self.judged(name), 3)
        self.assertEqual(self.ratings(), {})

    def test_7_leaving_before_a_loss(self):
        a, b = self.account('Anna'), self.account('Bert')
        name, seats = self.play([a, b], stop=lambda: seats_made(self, 6))
        b.ask('leave', table=name)
        play_out(seats[:1], choose=lambda seat: seat.position['moves'][0])
        self.judged(name)
        self.assertLess(self.ratings()['Bert'][0], 1500)
        self.assertGreater(self.ratings()['Anna'][0], 1500)

    def test_8_letting_the_computer_win_and_coming_back(self):
        a, b = self.account('Anna'), self.account('Bert')
        name, seats = self.play([a, b], stop=lambda: seats_made(self, 6))
        mover = seats[0].position['turn'] or seats[1].position['turn']
        client, seat = (a, 1) if mover == [1] else (b, 2)
        client.ask('leave', table=name)
        for _ in range(100):                                       # the computer makes a move
            if seats_made(self, 7):
                break
            time.sleep(0.05)
        client.ask('sit', table=name, seat=seat) if self.store('SELECT state FROM tables')[0][0] == 1 else None
        play_out(seats, choose=lambda s: s.position['moves'][0])
        self.judged(name)
        self.assert_no_gain('Anna' if seat == 1 else 'Bert')

    def test_9_the_same_pair_again_and_again(self):
        a, b = self.account('Anna'), self.account('Bert')
        gains = []
        for _ in range(14):
            name, seats = self.begin([a, b])
            play_out(seats, choose=lambda seat: seat.position['moves'][0], stop=lambda: seats_made(self, 6))
            b.ask('resign', table=name, seat=2)
            play_out(seats[:1], choose=lambda seat: seat.position['moves'][0])
            self.judged(name)
            gains.append(self.store('SELECT gain FROM results WHERE seat = 0 ORDER BY number DESC')[0][0])
        self.assertGreater(gains[0], 0)
        self.assertLess(gains[7], gains[5] / 2 + 1)
        self.assertEqual(gains[11:], [0, 0, 0])                    # and the owner is told

    def test_10_records_and_closed_games(self):
        a, b = self.account('Anna'), self.account('Bert')
        name, seats = self.play([a, b], rated=False)
        record = self.server.http('GET', f'/games/{name}.txt')[2].decode()
        a.ask('import', record=record)
        name, seats = self.begin([a, b])
        self.assertEqual(a.refused('leave', table=name, end=True), 'not_allowed')
        self.assertEqual(self.ratings(), {})


def seats_made(test, moves):
    return test.store("SELECT COUNT(*) FROM entries WHERE tab = (SELECT MAX(id) FROM tables) AND actor IN ('1', '2')")[0][0] >= moves


if __name__ == '__main__':
    unittest.main()
