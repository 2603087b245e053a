"""misbehaving_requests.py: kinds of misbehaviour with requests of the protocol; see misbehaving.py."""
import json
import random
import time

from misbehaving import drain, flood, kind, patient
from ws import Refused, table


def refused(client, do, **members):
    """The code of a refusal; None if it was done. Unlike Client.refused it does not wait and try again."""
    try:
        client.answer(client.start(do, **members))
    except Refused as problem:
        return problem.args[0]
    return None


def still_answers(client):
    client.last = 1000000       # the messages before had ids of their own
    client.ask('hello')


# ---- what is no request ----

@patient
def huge_messages(x):
    client = x.client()
    for size in (17 * 1024, 100 * 1024, 1024 * 1024):
        client.send('{"do":"hello","id":1,"language":"' + 'x' * size + '"}')


@patient
def nested_json(x):
    client = x.client()
    for text in ('[' * 16000, '{"a":' * 3000 + '1' + '}' * 3000, '{"do":"create","id":1,"options":' + '[' * 5000 + ']' * 5000 + '}'):
        client.send(text)
    still_answers(client)


@patient
def wide_json(x):
    client = x.client()
    client.send('{' + ','.join(f'"k{i}":{i}' for i in range(1500)) + '}')
    client.send('{' + ','.join('"id":1' for _ in range(2000)) + '}')
    client.send('{"do":"hello","do":"leave","id":1}')
    still_answers(client)


@patient
def odd_numbers(x):
    client = x.client()
    for number in ('1e400', '-0', '99999999999999999999999', 'NaN', '1.5', '0x10', '-9223372036854775808', '1' * 4000):
        client.send(f'{{"do":"hello","id":{number}}}')
        client.send(f'{{"do":"move","id":1,"table":"{x.honest}","seat":{number},"number":{number},"move":"x"}}')
    still_answers(client)


@patient
def odd_texts(x):
    client = x.client()
    for text in ('\\u0000', '\\ud800', '\\udfff\\ud800', '%s%n%x', "'; DROP TABLE players; --", '\\u202e', '<script>', '${jndi:x}'):
        client.send(f'{{"do":"name","id":1,"name":"{text}"}}')
        client.send(f'{{"do":"watch","id":1,"table":"{text}"}}')
        client.send(f'{{"do":"{text}","id":1}}')
    still_answers(client)


@patient
def answers_to_nothing(x):
    client = x.client()
    for text in ('{"re":1}', '{"is":"closing"}', '[]', 'null', '""', '{}', '{"id":1}', '{"do":null,"id":null}'):
        client.send(text)
    still_answers(client)


# ---- floods of every request ----

@patient
def flood_of_unknown_requests(x):
    flood(x, lambda n: {'do': 'nothing' + str(n)})


@patient
def flood_of_hello(x):
    flood(x, lambda n: {'do': 'hello'})


@patient
def flood_of_list(x):
    flood(x, lambda n: {'do': 'list', 'what': ('open', 'live', 'finished', 'mine')[n % 4]})


@patient
def flood_of_unfollow(x):
    flood(x, lambda n: {'do': 'unfollow'} if n % 2 else {'do': 'list', 'what': 'live'})


@patient
def flood_of_create(x):
    flood(x, lambda n: {'do': 'create', **table('castelli', 4, who=[{'kind': 'me'}] * 4, start=True)})


@patient
def flood_of_computers(x):
    flood(x, lambda n: {'do': 'create', **table('castelli', 4, who=[{'kind': 'computer', 'level': 6}] * 4, start=True)})


@patient
def flood_of_join(x):
    flood(x, lambda n: {'do': 'join', 'table': x.honest})


@patient
def flood_of_watch(x):
    flood(x, lambda n: {'do': 'watch' if n % 2 else 'unwatch', 'table': x.honest})


@patient
def flood_of_chat(x):
    flood(x, lambda n: {'do': 'chat', 'table': x.honest, 'text': 'x' * 300} if n % 20 > 1 else {'do': 'watch', 'table': x.honest})


@patient
def flood_of_positions(x):
    flood(x, lambda n: {'do': 'positions', 'table': x.honest, 'from': 0, 'count': 64, 'seat': 0}, sockets=24)


@patient
def flood_of_previews(x):
    flood(x, lambda n: {'do': ('preview', 'why', 'hint')[n % 3], 'table': x.honest, 'number': n % 50, 'seat': 1 + n % 2, 'move': 'pass'})


@patient
def flood_of_moves(x):
    flood(x, lambda n: {'do': 'move', 'table': x.honest, 'number': n % 100, 'seat': 1 + n % 2, 'move': 'pass'})


@patient
def flood_of_undo(x):
    flood(x, lambda n: {'do': 'undo', 'table': x.honest, 'number': n, 'to': n - 1} if n % 2 else
          {'do': 'answer', 'table': x.honest, 'to': n, 'yes': True})


@patient
def flood_of_seats(x):
    flood(x, lambda n: {'do': ('sit', 'resign', 'remove', 'replace', 'react', 'reply')[n % 6], 'table': x.honest, 'seat': 1 + n % 2,
                        **({'off': True} if n % 6 == 4 else {'reply': 'never'} if n % 6 == 5 else {})})


@patient
def flood_of_start_and_rematch(x):
    flood(x, lambda n: {'do': ('start', 'rematch', 'leave')[n % 3], 'table': x.honest})


@patient
def flood_of_settings(x):
    flood(x, lambda n: {'do': 'settings', 'settings': {'x': 'y' * 1900, 'n': n}})


@patient
def flood_of_renaming(x):
    flood(x, lambda n: {'do': 'name', 'name': f'Name {n}'})


@patient
def flood_of_reports(x):
    flood(x, lambda n: {'do': 'report', 'table': x.honest, 'text': 'x' * 300})


@patient
def flood_of_mutes(x):
    flood(x, lambda n: {'do': 'mute' if n % 2 else 'block', 'player': f'{n % 90 + 1:013d}', 'on': n % 3 > 0})


@patient
def flood_of_imports(x):
    record = 'castellany 1\ngame castle\nrules 1\nseats 2\n' + '# x\n' * 200000
    flood(x, lambda n: {'do': 'import', 'record': record}, sockets=3)


@patient
def flood_of_hints(x):
    client = x.client()
    name = client.ask('create', **table('castelli', 2, who=[{'kind': 'me'}] * 2, undo='free', start=True))['table']
    number = client.watch(name)['number']
    flood(x, lambda n: {'do': 'hint', 'table': name, 'number': number, 'seat': 1 + n % 2}, sockets=1)
    for n in range(200):
        client.start('hint', table=name, number=number, seat=1 + n % 2)


@patient
def flood_of_analyses(x):
    clients = [x.client() for _ in range(4)]
    for client in clients:
        name = client.ask('create', **table('null', 2, who=[{'kind': 'me'}] * 2, undo='free', start=True))['table']
        while not (told := client.watch(name))['position']['winners']:
            told = client.watch(name) if told['is'] != 'table' else told
            client.ask('move', table=name, number=told['number'], seat=told['position']['seat'], move=told['position']['moves'][0])
            client.news = []
        for _ in range(60):
            client.start('analyse', table=name, seat=1)


@patient
def flood_of_profiles(x):
    flood(x, lambda n: ({'do': 'profile', 'player': f'{n % 90 + 1:013d}'}, {'do': 'meetings', 'player': f'{n % 90 + 1:013d}'},
                        {'do': 'results', 'player': f'{n % 90 + 1:013d}', 'game': 'castle'}, {'do': 'ranking', 'game': 'castle', 'seats': 2},
                        {'do': 'find', 'name': f'Anna {n}'}, {'do': 'unfinished'})[n % 6])


@patient
def flood_of_searches(x):
    flood(x, lambda n: {'do': 'search', **({}, {'game': 'castle'}, {'game': 'nothing'}, {'player': f'{n % 90 + 1:013d}'})[n % 4]})


@patient
def flood_of_waiting_rooms(x):
    client = x.client()
    name = client.ask('create', **table('null', 4))['table']
    room = [client, x.client()]
    room[1].ask('join', table=name)
    while x.going():
        for n in range(40):
            more = ({'do': 'chair', 'seat': 3, 'kind': ('open', 'computer')[n % 8 > 3]}, {'do': 'swap', 'seat': 1, 'other': 2}, {'do': 'alias', 'seat': 1, 'name': f'Ann {n}'},
                    {'do': 'pledge', 'pledge': f'{n:064x}'}, {'do': 'reveal', 'value': f'{n:064x}'})[n % 5]
            room[n % 2].send(json.dumps({'id': n, 'table': name, **more}))
        for client in room:
            drain(client)
        time.sleep(0.01)


@patient
def flood_of_absences(x):
    flood(x, lambda n: ({'do': 'call', 'table': x.honest, 'seat': 1 + n % 2}, {'do': 'stand_in', 'table': x.honest, 'seat': 1, 'invite': f'{n:032x}'},
                        {'do': 'holiday', 'days': n % 3}, {'do': 'holiday', 'days': 0})[n % 4])


@patient
def flood_of_pushes(x):
    flood(x, lambda n: {'do': 'push', 'address': f'http://127.0.0.1:{n}/', 'key': 'x' * 87, 'secret': 'y' * 22, 'language': 'en'} if n % 2 else
          {'do': 'unpush', 'address': f'http://127.0.0.1:{n}/'})


@patient
def flood_of_lines(x):
    flood(x, lambda n: {'do': 'line', 'table': x.honest, 'seat': 1 + n % 2, 'number': n % 50})


@patient
def requests_of_new_connections(x):
    """Each connection sends what one may send at once, and another one follows it."""
    source = x.source()
    while x.going():
        client = x.client(source)
        for n in range(60):
            client.send(json.dumps({'do': 'list', 'id': n, 'what': 'finished'}))
        drain(client)
        client.close()


@patient
def tables_for_the_lists(x):
    followers = [x.client() for _ in range(20)]
    for client in followers:
        for what in ('open', 'live', 'finished', 'mine'):
            client.start('list', what=what)
    makers = [x.client() for _ in range(4)]
    while x.going():
        for client in makers:
            client.start('create', **table('null', 2))
        time.sleep(0.02)


# ---- what is not theirs ----

@kind
def moves_for_others(x):
    client = x.client()
    told = client.watch(x.honest)
    for seat in (1, 2):
        for do, more in (('move', {'number': told['number'], 'move': 'pass'}), ('resign', {}), ('sit', {}), ('react', {'off': True}),
                         ('replace', {}), ('remove', {}), ('preview', {'number': told['number'], 'move': 'pass'})):
            code = refused(client, do, table=x.honest, seat=seat, **more)
            assert code in ('not_yours', 'not_allowed', 'not_running', 'rate'), (do, code)
    for do in ('start', 'leave', 'rematch'):
        assert refused(client, do, table=x.honest) in ('not_yours', 'not_allowed', 'not_running', 'rate'), do
    code = refused(client, 'positions', table=x.honest, **{'from': 0}, count=1, seat=1)
    assert code in ('not_yours', None), code


@patient
def guessed_invites(x):
    owner, client = x.client(), x.client()
    name = owner.ask('create', **table('null', 2, public=False))['table']
    while x.going():
        assert refused(client, 'watch', table=name, invite=f'{random.getrandbits(128):032x}') in ('no_table', 'rate')
        assert refused(client, 'join', table=name, invite='') in ('no_table', 'rate')


@patient
def guessed_tables(x):
    client = x.client()
    while x.going():
        assert refused(client, 'watch', table=f'{random.getrandbits(40):013d}') in ('no_table', 'rate')


@kind
def clock_cheats(x):
    """Leaving and sitting down gives no time back."""
    client = x.client()
    name = client.ask('create', **table('null', 2, who=[{'kind': 'me'}] * 2, clock={'kind': 'game', 'seconds': 30}, undo='none', start=True))['table']
    told = client.watch(name)
    seat = told['position']['turn'][0]
    before = told['position']['clocks'][seat - 1]
    while x.going():
        refused(client, 'leave', table=name, seat=seat)
        refused(client, 'sit', table=name, seat=seat)
        time.sleep(0.06)
    client.ask('unwatch', table=name)
    client.news = []
    clocks = client.watch(name)['position']['clocks']
    assert clocks[seat - 1] <= before, (before, clocks)


@kind
def stale_numbers(x):
    client = x.client()
    name = client.ask('create', **table('null', 2, who=[{'kind': 'me'}] * 2, undo='none', start=True))['table']
    told = client.watch(name)
    for number in (-1, told['number'] + 1, 2 ** 31, 2 ** 62, -2 ** 63, told['number'] - 1):
        assert refused(client, 'move', table=name, number=number, seat=told['position']['seat'], move='take 1') in ('stale', 'illegal'), number
    assert json.dumps(client.watch(name)['position']['points']) == json.dumps(told['position']['points'])


@kind
def every_chair(x):
    """Somebody who takes every chair can be sent away."""
    owner, client = x.client(), x.client()
    for _ in range(6):
        name = owner.ask('create', **table('null', 4))['table']
        for _ in range(3):
            client.ask('join', table=name)
        owner.ask('remove', table=name, seat=2)
        assert [chair['player'] is None for chair in owner.watch(name)['chairs']] == [False, True, True, True]
        assert refused(client, 'join', table=name) == 'not_allowed'
