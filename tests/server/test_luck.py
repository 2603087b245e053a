"""test_luck.py: luck that can be checked: pledges, numbers, the secret that nobody is told before the end, and records."""
import hashlib
import json
import os
import time
import unittest

from base import WithServer, run, store
from playing import Seat, play_out
from ws import table


class Person:
    """A client with a number for its table, as the page has one. It writes down every byte that it gets."""

    def __init__(self, test):
        self.number = os.urandom(32).hex()
        self.client = test.client()
        self.wire = ''
        receive = self.client.receive

        def listen(*args):
            text = receive(*args)
            self.wire += text or ''
            return text
        self.client.receive = listen

    @property
    def pledge(self):
        return hashlib.blake2s(bytes.fromhex(self.number)).hexdigest()

    def told(self, name, state, timeout=10):
        """The next table message with this state."""
        while True:
            message = self.client.next_message('table', table=name, timeout=timeout)
            assert message, f'the table does not become {state}'
            if message['state'] == state:
                return message

    def reveal(self, name):
        asked = self.client.next_message('luck', table=name)
        self.client.ask('reveal', table=name, value=self.number)
        return asked


class Luck(WithServer):
    def store(self, sql, *values):
        return store.query(self.folder, sql, *values)

    def secrets(self):
        return [text for row in self.store('SELECT secret, chance_key FROM tables') for text in row]

    def record(self, name, end):
        text = self.server.http('GET', f'/games/{name}.txt')[2].decode()
        path = os.path.join(self.folder, 'record.txt')
        with open(path, 'w', encoding='utf-8') as file:
            file.write(text)
        self.assertEqual(run('check', path).returncode, 0)
        self.assertEqual(run('verify', path).returncode, end, text)
        return text

    def begin(self, people, **more):
        first = people[0]
        name = first.client.ask('create', **table('castle', len(people), undo='consent', pledge=first.pledge, **more))['table']
        for person in people[1:]:
            person.client.ask('join', table=name, pledge=person.pledge)
        for person in people:
            person.client.watch(name)
        first.client.ask('start', table=name)
        return name

    def test_a_game_from_the_pledges_to_the_record(self):
        people = [Person(self) for _ in range(3)]
        name = self.begin(people, options=['first=random'])
        shown = [person.reveal(name) for person in people]
        self.assertEqual(shown[0]['pledges'], [person.pledge for person in people])
        self.assertTrue(all(one == shown[0] for one in shown))
        begun = people[0].told(name, 'running')
        self.assertEqual(begun['luck'], {'hash': shown[0]['hash'], 'numbers': [person.number for person in people]})
        watcher = Person(self)
        wire = json.dumps(self.server.http('GET', '/api/tables?list=live')[2].decode())
        seats = [Seat(person.client, name) for person in people]
        watcher.client.watch(name)
        play_out(seats, stop=lambda: seats[0].number > 30)
        running = self.record(name, 1)                             # it has the hash, and nothing to check it with
        self.assertIn('# luck hash ' + shown[0]['hash'], running)
        wire += running + ''.join(person.wire for person in [*people, watcher])
        self.assertEqual(len(self.secrets()), 2)
        for secret in self.secrets():
            self.assertEqual(len(secret), 64)
            self.assertNotIn(secret, wire)
        play_out(seats)
        text = self.record(name, 0)
        self.assertIn('# luck options first=random\n', text)
        for seat, person in enumerate(people):
            self.assertIn(f'# luck number {seat + 1} {person.number}\n', text)
        secret = next(line for line in text.splitlines() if line.startswith('# luck secret ')).split()[-1]
        self.assertEqual(hashlib.blake2s(bytes.fromhex(secret)).hexdigest(), shown[0]['hash'])
        self.assertNotIn(secret, ''.join(person.wire for person in people))          # it is only in the record
        # The rule of docs/PROTOCOL.md, in another language:
        lines = ['castellany luck 1', 'secret ' + secret, *(f'number {i + 1} {p.number}' for i, p in enumerate(people)), '']
        self.assertEqual(hashlib.blake2s('\n'.join(lines).encode()).hexdigest(), self.store('SELECT chance_key FROM tables')[0][0])
        path = os.path.join(self.folder, 'record.txt')
        self.assertEqual(run('verify', '--hash', shown[0]['hash'], path).returncode, 0)
        self.assertEqual(run('verify', '--hash', people[0].pledge, path).returncode, 1)
        self.assertEqual(play_again(self, text), 'over')            # records with luck can be imported

    def test_clients_without_numbers_play_too(self):
        a, b = Person(self), self.client()
        name = a.client.ask('create', **table('null', 2, pledge=a.pledge))['table']
        b.ask('join', table=name)
        a.client.watch(name)
        a.client.ask('start', table=name)
        a.reveal(name)
        self.assertEqual(a.told(name, 'running')['luck']['numbers'], [a.number, None])
        play_out([Seat(a.client, name), Seat(b, name)])
        self.assertIn('# luck number 2 none\n', self.record(name, 0))
        name = b.ask('create', **table('null', 2, who=[{'kind': 'me'}] * 2, start=True))['table']      # nobody has a number
        self.assertEqual(b.watch(name)['state'], 'running')
        play_out([Seat(b, name)])
        self.record(name, 0)

    def test_a_game_alone_waits_for_its_number(self):
        a = Person(self)
        what = table('null', 2, who=[{'kind': 'me'}, {'kind': 'computer', 'level': 1}], start=True, pledge=a.pledge)
        name = a.client.ask('create', **what)['table']
        self.assertEqual(a.client.watch(name)['state'], 'open')
        a.reveal(name)
        self.assertEqual(a.told(name, 'running')['luck']['numbers'], [a.number, None])
        late = a.client.ask('create', **what)['table']
        a.client.watch(late)                                       # the number never comes: nobody else waits for it
        self.assertEqual(a.told(late, 'running', 20)['luck']['numbers'], [None, None])

    def test_who_withholds_a_number_steers_nothing(self):
        """A start without a pledged number fails for all; the numbers that were told are not used again."""
        a, b = Person(self), Person(self)
        name = self.begin([a, b])
        for wrong in (b.number, 'x' * 64, '', a.number.upper(), a.number + '0'):
            if wrong != a.number:
                self.assertEqual(a.client.refused('reveal', table=name, value=wrong), 'not_allowed' if wrong == b.number else 'illegal')
        a.reveal(name)
        self.assertEqual(b.client.refused('pledge', table=name, pledge=b.pledge), 'not_allowed')
        began, message = time.time(), a.told(name, 'open', 20)
        while any(message['luck']['pledges']):
            message = a.told(name, 'open', 20)
        self.assertGreater(time.time() - began, 2)
        a.number = os.urandom(32).hex()
        a.client.ask('pledge', table=name, pledge=a.pledge)
        self.assertEqual(b.client.refused('pledge', table=name, pledge=b.pledge), 'not_allowed')       # is not believed again
        luck = a.told(name, 'open')['luck']
        self.assertEqual((luck['pledges'], luck['silent']), ([a.pledge, None], [2]))
        a.client.news.clear()
        a.client.ask('start', table=name)
        a.reveal(name)
        self.assertEqual(a.told(name, 'running')['luck']['numbers'], [a.number, None])
        self.assertEqual(a.client.refused('reveal', table=name, value=a.number), 'not_allowed')

    def test_pledges_are_hashes(self):
        a = self.client()
        for wrong in ('', 'x', 'A' * 64, 'a' * 63, 'a' * 65):
            self.assertEqual(a.refused('create', **table('null', 2, pledge=wrong)), 'illegal')
        name = a.ask('create', **table('null', 2))['table']
        self.assertEqual(a.refused('pledge', table=name, pledge='no'), 'illegal')
        b = self.client()
        self.assertEqual(b.refused('join', table=name, pledge='no'), 'illegal')
        self.assertEqual(b.refused('pledge', table=name, pledge='a' * 64), 'not_yours')


def play_again(test, text):
    client = test.client()
    return client.watch(client.ask('import', record=text)['table'])['state']


if __name__ == '__main__':
    unittest.main()
