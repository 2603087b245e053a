"""test_tables.py: what happens at tables besides moves: chairs, computers, clocks, undo, chat, lists, hints."""
import os
import shutil
import time
import unittest

from base import PROGRAM, WithFolder, WithServer, store
from playing import Seat, begin, play_out, without_events
from ws import ME, OPEN, Server, computer, table


class Tables(WithServer):
    def two(self, game='null', **more):
        """A running game of two people: its name and their seats, the one to move first."""
        name, seats = begin(self.server, [self.client(), self.client()], table(game, 2, **more))
        return name, seats

    # ---- chairs ----

    def test_chairs_are_taken_and_left(self):
        a, b, c = self.client(), self.client(), self.client()
        name = a.ask('create', **table('null', 3, who=[OPEN, ME, OPEN]))['table']
        seat = Seat(a, name)
        self.assertEqual((seat.told['state'], seat.told['mine'], seat.told['position']), ('open', [2], None))
        self.assertEqual(a.refused('start', table=name), 'not_allowed')
        self.assertEqual(b.ask('join', table=name)['seat'], 1)
        self.assertEqual(c.refused('join', table=name, seat=1), 'full')
        self.assertEqual(c.refused('join', table=name, seat=4), 'no_seat')
        self.assertEqual(c.ask('join', table=name, seat=3)['seat'], 3)
        b.ask('leave', table=name)
        self.assertEqual(b.refused('leave', table=name), 'not_yours')
        self.assertEqual(c.ask('join', table=name)['seat'], 1)
        self.assertEqual(b.refused('join', table=name), 'full')
        self.assertEqual(b.refused('start', table=name), 'not_allowed')
        a.ask('start', table=name)
        self.assertEqual(a.refused('start', table=name), 'not_allowed')
        both = Seat(c, name)
        self.assertEqual(both.mine, [1, 3])
        play_out([Seat(a, name), both])

    def test_closed_tables_need_the_key(self):
        a, b = self.client(), self.client()
        made = a.ask('create', **table('null', 2, public=False))
        name, key = made['table'], made['invite']
        self.assertEqual(b.refused('watch', table=name), 'no_table')
        self.assertEqual(b.refused('join', table=name), 'no_table')
        self.assertEqual(b.refused('join', table=name, invite='0' * 32), 'no_table')
        self.assertEqual(b.ask('join', table=name, invite=key)['seat'], 2)
        a.ask('start', table=name)
        self.assertEqual(self.client().refused('watch', table=name), 'no_table')
        self.assertNotIn('invite', self.client().watch(name, invite=key))
        self.assertEqual(b.watch(name)['invite'], key)
        self.assertEqual(self.server.http('GET', f'/games/{name}.txt')[0], 404)
        self.assertEqual(self.server.http('GET', f'/games/{name}.txt?invite={key}')[0], 200)
        self.assertEqual(self.server.http('GET', f'/games/{name}.txt', headers={'Cookie': 'castellany=' + b.cookie})[0], 200)
        self.assertEqual(b.ask('list', what='live')['tables'], [])
        self.assertEqual([row['table'] for row in b.ask('list', what='mine')['tables']], [name])

    def test_computers_play_and_take_over(self):
        a = self.client()
        name, (seat,) = begin(self.server, [a], table('castelli', 3, who=[ME, computer(1), computer(2)], start=True))
        self.assertEqual([chair['computer'] for chair in seat.told['chairs']], [False, True, True])
        play_out([seat], stop=lambda: seat.number > 20)
        a.ask('leave', table=name)
        self.assertEqual(a.refused('move', table=name, number=seat.number, seat=1, move='end'), 'not_your_turn')
        seat.catch_up()     # messages that were sent before
        number = seat.number
        while seat.number < number + 6:
            self.assertTrue(seat.handle_next())
            if seat.number > number:
                self.assertEqual(seat.position['moves'], [])
        a.ask('sit', table=name, seat=1)
        play_out([seat], stop=lambda: len(seat.lines) > number + 20)
        a.ask('resign', table=name, seat=1)
        self.assertEqual(a.refused('sit', table=name, seat=1), 'not_running')   # only computers are left
        while not seat.over():
            self.assertTrue(seat.handle_next(timeout=30))
        self.assertNotIn(1, seat.position['winners'])

    def test_only_computers(self):
        a = self.client()
        name = a.ask('create', **table('castle', 2, who=[computer(1), computer(1)], start=True))['table']
        seat = Seat(a, name)
        while not seat.over():
            self.assertTrue(seat.handle_next(timeout=30))

    def test_clock_per_move(self):
        name, (first, _) = self.two(clock={'kind': 'move', 'seconds': 5})
        left = first.position['clocks'][0]
        self.assertTrue(4000 < left <= 5000, left)
        while not first.told['chairs'][0]['computer']:
            self.assertTrue(first.handle_next(timeout=8))
        # The player gets no time back: a computer makes this decision, and the player may sit down again after it.
        number = first.number
        self.assertIn(first.client.refused('sit', table=name, seat=1), ('not_allowed', None))
        first.until(number + 1)
        first.client.ask('sit', table=name, seat=1)

    def test_clock_per_game(self):
        name, (first, second) = self.two('castle', clock={'kind': 'game', 'seconds': 6})
        time.sleep(1)
        first.move(first.position['moves'][0])
        first.after()
        self.assertTrue(4000 < first.position['clocks'][0] <= 5100, first.position['clocks'])
        while not any(chair['computer'] for chair in first.told['chairs']):
            self.assertTrue(first.handle_next(timeout=8))
        out = next(chair['seat'] for chair in first.told['chairs'] if chair['computer'])
        who = (first, second)[out - 1]
        who.client.ask('sit', table=name, seat=out)
        who.catch_up()
        seat = Seat(who.client, name)
        self.assertTrue(50000 < seat.position['clocks'][out - 1] <= 60000, seat.position['clocks'])

    # ---- taking back ----

    def test_own_moves_go_back_at_once(self):
        name, (first, second) = self.two('castellan')
        number = first.number
        while len(first.lines) < number + 2:
            first.move(first.position['moves'][0])
            first.after()
        self.assertEqual(first.position['undo'], first.number - 1)
        first.client.ask('undo', table=name, number=first.number, to=number)
        self.assertEqual(first.after()['is'], 'undone')
        self.assertEqual(first.number, number)
        second.until(number + 2)
        second.until(number)
        self.assertEqual(second.told['is'], 'undone')
        # Nobody can take back the move of another player.
        self.assertEqual(second.client.refused('undo', table=name, number=number, to=number - 1), 'not_allowed')
        play_out([first, second])

    def test_not_past_what_was_learnt(self):
        name, (first, second) = self.two()
        first.move('take 1')
        second.after()
        second.move('take 1')
        first.until(4)
        self.assertIsNone(first.position['undo'])
        self.assertEqual(first.client.refused('undo', table=name, number=first.number - 1, to=0), 'stale')
        self.assertEqual(first.client.refused('undo', table=name, number=first.number, to=first.number), 'illegal')
        self.assertIsNone(first.client.refused('undo', table=name, number=first.number, to=2))
        asked = second.client.next_message('undo_asked')
        self.assertEqual((asked['seat'], asked['to'], [line['move'] for line in asked['lines']]), (1, 2, ['take 1', 'take 1']))
        self.assertEqual(second.client.refused('answer', table=name, to=1, yes=True), 'stale')
        second.client.ask('answer', table=name, to=2, yes=False)
        self.assertEqual(second.client.refused('answer', table=name, to=2, yes=True), 'stale')
        first.client.ask('undo', table=name, number=4, to=2)
        second.client.ask('answer', table=name, to=2, yes=True)
        for seat in (first, second):
            seat.until(2)
        play_out([first, second])

    def test_free_and_none(self):
        name, (first, second) = self.two(undo='free')
        first.move('take 1')
        second.after()
        second.move('take 1')
        first.until(4)
        self.assertIsNotNone(first.position['undo'])
        first.client.ask('undo', table=name, number=first.number, to=first.position['undo'])
        first.until(2)
        name, (first, second) = self.two(undo='none')
        first.move('take 1')
        first.after()
        self.assertIsNone(first.position['undo'])
        self.assertEqual(first.client.refused('undo', table=name, number=first.number, to=2), 'not_allowed')

    # ---- looking ----

    def test_preview_why_hint_positions(self):
        name, (first, second) = self.two('castelli', hints=True)
        at = {'table': name, 'number': first.number, 'seat': 1}
        ahead = first.client.ask('preview', **at, move='lift B1')
        self.assertEqual(ahead['view']['phase'], 'tile')
        self.assertEqual(ahead['events'][0]['key'], 'lift')
        self.assertEqual(first.client.refused('preview', **at, move='lift A1'), 'illegal')
        self.assertEqual(first.client.ask('why', **at, move='lift B1')['clause'], '2.2')
        self.assertTrue(first.client.ask('why', **at, move='build B4E')['text'])
        hint = first.client.ask('hint', **at)
        self.assertEqual(hint, {**first.client.ask('hint', **at), 're': hint['re']})  # equal positions get equal hints
        self.assertTrue(all(reason['term'] and reason['points'] for reason in hint['reasons']))
        hints = hint['moves']
        self.assertEqual(sorted(h['move'] for h in hints), sorted(first.position['moves']))
        self.assertEqual(second.client.refused('hint', table=name, number=second.number, seat=2), 'not_your_turn')
        self.assertEqual(first.client.refused('hint', table=name, number=77, seat=1), 'stale')
        play_out([first, second], stop=lambda: first.number > 12)
        got = first.client.ask('positions', table=name, **{'from': 0}, count=64, seat=1)['positions']
        first.until(len(got) - 1)
        self.assertEqual([without_events(p['line']) for p in got[:-1]], [without_events(line) for line in first.lines])
        self.assertIsNone(got[-1]['line'])
        self.assertEqual(got[-1]['position']['hash'], first.position['hash'])
        self.assertEqual(first.client.refused('positions', table=name, **{'from': 3}, count=1, seat=2), 'not_yours')
        self.assertEqual(first.client.ask('positions', table=name, **{'from': 99}, count=1, seat=1)['positions'], [])
        seen = first.client.ask('positions', table=name, **{'from': 3}, count=1, seat=0)['positions']
        self.assertEqual(seen[0]['position']['number'], 3)

    def test_analysis_of_a_finished_game(self):
        name, (first, second) = self.two('castelli')
        self.assertEqual(first.client.refused('analyse', table=name, seat=1), 'not_allowed')
        play_out([first, second])
        moves = first.client.ask('analyse', table=name, seat=2)['moves']
        own = [line for line in second.lines if line['seat'] == 2]
        made = iter(line['move'] for line in own)  # some of them were forced
        self.assertTrue(moves and all(m['move'] in made for m in moves))
        self.assertTrue(all(0 <= m['win'] <= 1 and m['lost'] >= 0 and m['noise'] >= 0 for m in moves))
        self.assertTrue(any(m['mistake'] for m in moves))
        self.assertTrue(all(m['lost'] >= m['noise'] and m['reasons'] is not None for m in moves if m['mistake']))
        seen = first.client.ask('positions', table=name, **{'from': 5}, count=1, seat=2)['positions']
        self.assertEqual(seen[0]['position']['seat'], 2)
        self.assertEqual(self.client().ask('analyse', table=name, seat=2)['moves'], moves)      # whoever asks

    def test_moves_of_a_stand_in_are_nobodys_mistakes(self):
        name, seats = begin(self.server, [self.client() for _ in range(3)], table('castelli', 3))
        third = seats[2]
        play_out(seats, stop=lambda: third.number > 60 and not third.position['moves'])
        gone = third.number
        third.client.ask('resign', table=name, seat=3)      # a computer plays on
        play_out(seats[:2])
        while not third.over():      # seats count differently: each knows of its own passes
            third.after()
        made = [line for line in third.lines if line['seat'] == 3]
        self.assertTrue(any(line['number'] >= gone for line in made))
        judged = seats[0].client.ask('analyse', table=name, seat=3)['moves']
        self.assertTrue(judged)
        self.assertTrue(all(m['number'] < gone for m in judged), judged)

    def test_the_better_line_of_a_decision(self):
        name, (first, second) = self.two('castellan')
        self.assertEqual(first.client.refused('line', table=name, seat=1, number=first.number), 'not_allowed')
        play_out([first, second])
        moves = first.client.ask('analyse', table=name, seat=2)['moves']
        stranger = self.client().ask('line', table=name, seat=2, number=moves[0]['number'])
        self.assertEqual(stranger['line'][0]['move'], moves[0]['best'])
        kinds = set()
        for m in moves[:12]:
            found = first.client.ask('line', table=name, seat=2, number=m['number'])
            self.assertIn(found['then'], ('chance', 'others', 'over'))
            made = [step['move'] for step in found['line']]
            self.assertEqual(made[0], m['best'])  # the judge is the same
            at = first.client.ask('positions', table=name, **{'from': m['number']}, count=1, seat=2)['positions'][0]['position']
            before = at['view']
            for step in found['line']:
                kind, _, where = step['move'].partition(' ')
                kinds.add(kind)
                if kind == 'tower':
                    self.assertEqual(set(step['view']['towers']) - set(before['towers']), {where})
                elif kind in ('short', 'long'):
                    self.assertEqual(len(step['view']['walls']), len(before['walls']) + 1)
                self.assertTrue(step['events'] or kind in ('build', 'play', 'draw'))
                before = step['view']
        self.assertTrue({'tower', 'short', 'long'} & kinds)
        last = second.lines[-1]['number'] + 1
        self.assertEqual(first.client.refused('line', table=name, seat=2, number=last), 'not_your_turn')
        self.assertEqual(first.client.refused('line', table=name, seat=2, number=-5), 'stale')
        self.assertEqual(first.client.refused('line', table=name, seat=0, number=1), 'no_seat')

    # ---- talk, lists, again ----

    def test_talk(self):
        name, (first, second) = self.two()
        first.client.ask('chat', table=name, text='good luck & <b>fun</b> ☺')
        heard = second.client.next_message('chat')
        self.assertEqual((heard['seat'], heard['text'], heard['name']), (1, 'good luck & <b>fun</b> ☺', ''))
        self.assertEqual(heard['guest'], first.client.ask('hello')['player']['guest'])
        self.assertEqual(first.client.refused('chat', table=name, text=''), 'limit')
        self.assertEqual(first.client.refused('chat', table=name, text='x' * 301), 'limit')
        self.assertEqual(first.client.refused('chat', table=name, text='a\tb'), 'limit')
        self.assertEqual(self.client().refused('chat', table=name, text='hello'), 'not_allowed')
        codes = []
        for i in range(8):
            first.client.start('chat', table=name, text=str(i))
            while True:
                answer = first.client.receive()
                if '"re":' in answer:
                    codes.append('"rate"' in answer)
                    break
        self.assertEqual(codes, [False] * 4 + [True] * 4)
        time.sleep(0.2)
        self.assertEqual([line['text'] for line in Seat(second.client, name).told['chat']][:2], ['good luck & <b>fun</b> ☺', '0'])

    def test_lists_are_followed(self):
        a, b = self.client(), self.client()
        self.assertEqual(b.ask('list', what='open')['tables'], [])
        self.assertEqual(a.ask('list', what='mine')['tables'], [])
        name = a.ask('create', **table('null', 2))['table']
        self.assertEqual([row['table'] for row in b.next_message('lobby')['rows']], [name])
        b.ask('join', table=name)
        a.ask('start', table=name)
        time.sleep(1.2)
        self.assertEqual(b.ask('list', what='open')['tables'], [])
        row = b.ask('list', what='live')['tables'][0]
        self.assertEqual((row['table'], row['state'], row['waiting'], row['chairs'][1]['mine']), (name, 'running', False, True))
        self.assertTrue(a.ask('list', what='mine')['tables'][0]['waiting'])
        play_out([Seat(a, name), Seat(b, name)])
        time.sleep(0.1)
        row = a.ask('list', what='finished')['tables'][0]
        self.assertEqual((row['table'], sum(chair['points'] for chair in row['chairs']) >= 9), (name, True))
        self.assertEqual(a.ask('list', what='finished', before=name)['tables'], [])
        status, _, text = self.server.http('GET', '/api/tables?list=finished')
        self.assertIn(name, text.decode())

    def test_once_more(self):
        name, (first, second) = self.two()
        self.assertEqual(first.client.refused('rematch', table=name), 'not_allowed')
        play_out([first, second])
        again = first.client.ask('rematch', table=name)['table']
        self.assertEqual(second.client.ask('rematch', table=name)['table'], again)
        self.assertEqual(first.client.watch(again)['state'], 'open')                 # it needs everybody's yes
        self.assertEqual(self.client().refused('rematch', table=name), 'not_yours')
        second.catch_up()
        self.assertEqual(second.told['rematch'], again)
        self.assertEqual(second.client.ask('join', table=again)['seat'], 1)
        seats = [Seat(second.client, again), Seat(first.client, again)]              # it begins when all are there
        self.assertEqual([seat.mine for seat in seats], [[1], [2]])
        play_out(seats)

    def test_once_more_without_somebody(self):
        """A rematch does not begin without a player who is gone. Their chair stays free until they come back."""
        name, (first, second) = self.two(clock={'kind': 'move', 'seconds': 5})
        play_out([first, second])
        second.client.close()
        while first.told['chairs'][1]['connected']:
            self.assertTrue(first.handle_next())
        again = first.client.ask('rematch', table=name)['table']
        seat = Seat(first.client, again)
        self.assertEqual((seat.told['state'], seat.told['mine'], seat.told['chairs'][0]['player']), ('open', [2], None))
        self.assertEqual(first.client.refused('start', table=again), 'not_allowed')
        back = self.client(cookie=second.client.cookie)
        self.assertEqual(back.ask('rematch', table=name)['table'], again)
        self.assertEqual(back.ask('join', table=again)['seat'], 1)
        play_out([Seat(back, again), Seat(first.client, again)])

    def test_open_tables_end(self):
        """An open table that all players have left is in no list, counts against no limit and cannot be joined."""
        a, b = self.client(), self.client()
        for _ in range(51):
            name = a.ask('create', **table('null', 2, options=['first=random']))['table']
            a.ask('leave', table=name)
        self.assertEqual(b.ask('list', what='open')['tables'], [])
        self.assertEqual(b.refused('join', table=name), 'not_allowed')
        told = b.watch(name)
        self.assertEqual((told['state'], told['reason'], told['position']), ('suspended', 'left', None))
        self.assertEqual(a.refused('leave', table=name), 'not_yours')

    def test_open_tables_stay(self):
        """An open table stays while somebody sits there. If its creator has no chair, it also stays until the creator leaves it."""
        a, b = self.client(), self.client()
        name = a.ask('create', **table('null', 2))['table']
        b.ask('join', table=name)
        a.ask('leave', table=name)
        self.assertEqual(b.watch(name)['state'], 'open')
        name = a.ask('create', **table('null', 2, who=[OPEN, OPEN]))['table']
        b.ask('join', table=name, seat=1)
        b.ask('leave', table=name)
        self.assertEqual(b.ask('join', table=name, seat=2)['seat'], 2)      # the player changed chairs
        self.assertEqual(a.refused('leave', table=name), 'not_yours')
        b.ask('leave', table=name)
        a.ask('leave', table=name)
        self.assertEqual(b.watch(name)['state'], 'suspended')

    def test_one_client_for_all_seats(self):
        client = self.client()
        for game in ('null', 'castelli', 'castle', 'castellan'):
            name = client.ask('create', **table(game, 2, who=[ME, ME], start=True, reaction=50))['table']
            seat = Seat(client, name)
            play_out([seat])
            self.assertEqual(seat.mine, [1, 2])

    def test_limit_of_tables(self):
        client = self.client()
        for _ in range(50):
            client.ask('create', **table('null', 2))
        self.assertEqual(client.refused('create', **table('null', 2)), 'limit')


class Talk(WithServer):
    arguments = ('--connections', '200')

    def test_only_the_last_lines_are_kept(self):
        first = self.client()
        name = first.ask('create', **table('null', 2))['table']
        for i in range(102):
            client = self.client(source=f'127.0.1.{i + 1}')     # an address has few lines
            client.watch(name)
            for k in range(5):
                client.ask('chat', table=name, text=str(5 * i + k))
            client.close()
        self.assertEqual([line['text'] for line in first.watch(name)['chat']], [str(n) for n in range(10, 510)])
        self.assertEqual(store.query(self.folder, 'SELECT COUNT(*) FROM chats'), [(500,)])


class Boxes(WithFolder):
    def test_a_box_of_the_servers(self):
        root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
        os.mkdir(os.path.join(self.folder, 'boxes'))
        shutil.copy(os.path.join(root, 'data', 'box', 'castle.json'), os.path.join(self.folder, 'boxes', 'mine.json'))
        with open(os.path.join(self.folder, 'boxes', 'bad.json'), 'w', encoding='utf-8') as file:
            file.write('{"game":"castle"}')
        server = Server(PROGRAM, self.folder)
        a = server.client()
        self.assertEqual(a.refused('create', **table('castle', 2, options=['box=bad'])), 'unknown')
        self.assertEqual(a.refused('create', **table('castellan', 2, options=['box=mine'])), 'unknown')
        name = a.ask('create', **table('castle', 2, who=[ME, ME], options=['box=mine'], start=True))['table']
        seat = Seat(a, name)
        self.assertIn('box=mine', seat.told['options'])
        play_out([seat])
        self.assertIn('option box=mine', server.http('GET', f'/games/{name}.txt')[2].decode())
        a.close()
        code, log = server.stop()
        self.assertEqual(code, 0, log)
        self.assertIn('bad.json', log)


if __name__ == '__main__':
    unittest.main(warnings='ignore')
