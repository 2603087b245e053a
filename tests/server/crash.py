"""crash.py PROGRAM TIMES [TABLES]: kills the server (kill -9) that many times at random moments while people play, and starts it
again. Afterwards every move that was acknowledged, or shown to anybody, must be there, and the game at every table must go on."""
import json
import os
import random
import select
import shutil
import sys
import tempfile
import threading
import time

from playing import Seat
from ws import Closed, Server, table

PROGRAM, TIMES = sys.argv[1], int(sys.argv[2])
TABLES = int(sys.argv[3]) if len(sys.argv) > 3 else 12
KINDS = [('castelli', 2, []), ('castle', 2, []), ('castellan', 2, []), ('castelli', 2, ['battle', 'dilemma']), ('null', 2, [])]


class Person(Seat):
    """A seat that always sends its next move at once, and remembers every move that the server acknowledged."""

    def __init__(self, cookie, name):
        self.cookie, self.name = cookie, name
        self.promised = {}      # number -> move
        self.sent = None
        self.finished = False

    def enter(self, server):
        client = server.client(cookie=self.cookie)
        super().__init__(client, self.name)
        self.sent = None
        for number, move in self.promised.items():
            assert self.lines[number]['move'] == move, f'{self.name}: lost move {number} {move}: {self.lines[number:number + 1]}'
        self.finished = self.over()

    def hear_all(self):
        """Reads all messages that have come, and sends the next move."""
        while True:
            text = self.client.receive(timeout=0)
            if text is None:
                break
            message = json.loads(text)
            if 're' in message:
                self.answered(message)
            elif message.get('table') == self.name:
                self.take(message)
        if self.over():
            self.finished = True
        elif self.position['moves'] and not self.sent and self.number not in self.promised:
            number, move = self.number, random.choice(self.position['moves'])
            self.sent = number, move
            self.client.start('move', table=self.name, number=number, seat=self.position['seat'], move=move)

    def answered(self, message):
        if self.sent and 'error' not in message:
            self.promised[self.sent[0]] = self.sent[1]
        elif 'error' in message:
            assert message['error'] in ('stale', 'not_your_turn', 'rate', 'closing'), message
        self.sent = None


def sit_down(server, game, seats, options):
    """Starts a new game with new players."""
    clients = [server.client() for _ in range(seats)]
    name = clients[0].ask('create', **table(game, seats, options=options))['table']
    for client in clients[1:]:
        client.ask('join', table=name)
    clients[0].ask('start', table=name)
    people = [Person(client.cookie, name) for client in clients]
    for client in clients:
        client.close()
    return people


def play_until_killed(server, people, seconds):
    """Plays for this time, then kills the server."""
    threading.Timer(seconds, server.process.kill).start()
    sockets = {person.client.socket.fileno(): person for person in people}
    try:
        for person in people:
            person.hear_all()
        while True:
            ready = select.select(list(sockets), [], [], 0.05)[0]
            for number in ready or list(sockets):
                sockets[number].hear_all()
    except (Closed, OSError):
        pass
    for person in people:       # acknowledgements that came before the end count too
        try:
            person.hear_all()
        except (Closed, OSError):
            pass
        person.client.close()
    server.process.wait()
    server._close()


def main():
    folder = tempfile.mkdtemp(prefix='castellany-crash-')
    people, games, promised = [], 0, 0
    begin = time.time()
    arguments = ('--connections', str(TABLES * 8))
    try:
        for round_number in range(TIMES + 1):
            server = Server(PROGRAM, folder, *arguments)
            for person in people:
                person.enter(server)
            done = {person.name for person in people if person.finished}
            promised += sum(len(person.promised) for person in people if person.name in done)
            people = [person for person in people if person.name not in done]
            if round_number == TIMES:
                break
            while len({person.name for person in people}) < TABLES:
                fresh = sit_down(server, *KINDS[games % len(KINDS)])
                games += 1
                for person in fresh:
                    person.enter(server)
                people += fresh
            play_until_killed(server, people, random.uniform(0.02, 0.6))
        promised += sum(len(person.promised) for person in people)
        code, log = server.stop()
        assert code == 0 and 'suspended' not in log, log
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(f'killed {TIMES} times in {time.time() - begin:.0f} s: {games} games, {promised} promised moves, none lost')
    assert promised > TIMES


main()
