"""playing.py: clients that follow a table by its messages and play it to the end."""
import random
import time

from ws import Refused


def without_events(line):
    """A line may come again with more events: what happens after a hidden pass is told with the line before the pass."""
    return {key: value for key, value in line.items() if key != 'events'}


class Seat:
    """A client at a table. It stores what it is told, as the page does, and checks that the messages make sense."""

    def __init__(self, client, table, watch=True, **more):
        self.client = client
        self.table = table
        self.told = self.position = None
        self.number = 0
        self.lines = []
        self.pauses = []
        if watch:
            client.news = [message for message in client.news if message.get('table') != table]
            client.ask('watch', table=table, **more)
            while not self.told:
                self.handle_next()

    @property
    def mine(self):
        return self.told['mine']

    def take(self, message):
        """Handles one message about the table."""
        kind = message['is']
        if kind in ('table', 'undone'):
            self.told, self.number, self.position, self.lines = message, message['number'], message['position'], message['log']
        elif kind == 'moved':
            assert message['from'] == self.number, (message['from'], self.number)
            assert not message['lines'] or message['lines'][0]['number'] == self.number
            assert message['number'] == self.number + len(message['lines'])
            self.number, self.position = message['number'], message['position']
            self.lines += message['lines']
        elif kind == 'pause':
            assert message['number'] == self.number + len(message['lines']) and message['lines']
            self.pauses.append((time.time(), message))
        elif kind == 'seating' and self.told:
            self.told['chairs'], self.told['state'] = message['chairs'], message['state']
        if self.position and kind in ('table', 'undone', 'moved'):
            assert self.position['number'] == self.number
            assert len(self.lines) == self.number

    def handle_next(self, timeout=10):
        """Waits for the next message about the table and handles it. Returns it, or None if none came."""
        message = self.client.next_message('table', 'undone', 'moved', 'pause', 'seating', 'undo_asked', 'undo_refused', 'chat', timeout=timeout,
                                           table=self.table)
        if message:
            self.take(message)
        return message

    def after(self):
        """Handles messages until the position changes. Returns the message that changed it."""
        while True:
            message = self.handle_next()
            assert message, 'no move was heard of'
            if message['is'] in ('table', 'undone', 'moved'):
                return message

    def until(self, number):
        """Handles messages until the position has this number."""
        while self.number != number:
            self.after()

    def catch_up(self):
        while self.handle_next(timeout=0):
            pass

    def move(self, move):
        return self.client.ask('move', table=self.table, number=self.number, seat=self.position['seat'], move=move)

    def over(self):
        return bool(self.position and self.position['winners'])


class Followed:
    """A list of tables that a client follows, as the page keeps it."""

    def __init__(self, client, what):
        self.client, self.what = client, what
        self.rows = {row['table']: row for row in client.ask('list', what=what)['tables']}

    def handle_all(self, timeout=0):
        """Takes in what has come; the client's other messages stay."""
        rest = []
        while True:
            message = self.client.next_message('lobby', timeout=timeout)
            if not message:
                break
            if message['what'] != self.what:
                rest.append(message)
                continue
            for row in message['rows']:
                self.rows[row['table']] = row
            for name in message['gone']:
                self.rows.pop(name, None)
        self.client.news += rest

    def who(self):
        """The tables in order, newest first, with those who sit there."""
        return [(name, self.rows[name]['state'], [(chair['player'] or {}).get('id') for chair in self.rows[name]['chairs']],
                 [chair['mine'] for chair in self.rows[name]['chairs']]) for name in sorted(self.rows, reverse=True)]


def play_out(seats, choose=None, stop=None, patience=20):
    """Lets the clients play until the game is over, or until stop() says so. Returns how many moves they made."""
    choose = choose or (lambda seat: random.choice(seat.position['moves']))
    made, quiet = 0, time.time()
    while not all(seat.over() for seat in seats):
        if stop and stop():
            break
        for seat in seats:
            seat.catch_up()
            if not seat.position or not seat.position['moves'] or seat.over():
                continue
            try:
                seat.move(choose(seat))
                made += 1
            except Refused as refused:
                assert refused.args[0] in ('stale', 'not_your_turn', 'not_running'), refused
            quiet = time.time()
        if time.time() - quiet > 0.05:
            if any(seat.handle_next(timeout=0.05) for seat in seats):
                quiet = time.time()
        assert time.time() - quiet < patience, ('nobody moves', [seat.position['turn'] for seat in seats])
    return made


def begin(server, clients, what, extra=()):
    """Creates a table, lets the clients sit down in order, and starts the game. Returns the table's id and a Seat for each client."""
    first = clients[0]
    table = first.ask('create', **what)['table']
    for client in clients[1:]:
        client.ask('join', table=table)
    if not what.get('start'):
        first.ask('start', table=table)
    return table, [Seat(client, table) for client in [*clients, *extra]]
