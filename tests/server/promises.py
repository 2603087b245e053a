"""promises.py: a client that plays while servers die, and holds them to every move that was acknowledged."""
import json
import random
import time

from playing import Seat


class Player(Seat):
    """A seat, or a spectator, that sends its next move at once and remembers every move that was acknowledged. When it comes back, all of these must be
    there, and no move that was refused."""

    def __init__(self, cookie, name):       # it sits down later, and again after every loss of its connection
        self.cookie, self.name = cookie, name
        self.client = self.position = None
        self.promised = {}                  # number -> move
        self.unsure = set()                 # (number, move) that was sent, and never answered
        self.sent, self.sent_at = None, 0
        self.refusals = 0                   # moves that the store could not write
        self.finished = False
        self.told_over = False              # a move was refused because the game is over: its end must come

    def sit_at(self, client):
        """Follows the table over a new connection."""
        super().__init__(client, self.name)

    def come_back(self):
        """Looks whether the table is as was promised. Call it after sit_at."""
        if self.sent:
            self.unsure.add(self.sent)
        self.sent, self.told_over = None, False
        self.check()
        self.finished = self.over()

    def check(self):
        for number, move in self.promised.items():
            assert number < len(self.lines) and self.lines[number]['move'] == move, \
                f'{self.name}: lost move {number} {move}: {self.lines[number:number + 1]}'
        for line in self.lines:
            known = self.promised.get(line['number']) == line['move'] or (line['number'], line['move']) in self.unsure \
                or (line['number'], line['move']) == self.sent
            assert line['seat'] not in self.mine or known, f'{self.name}: move {line} was refused and is there'

    def handle_all(self):
        """Reads all messages that have come, and sends the next move."""
        while True:
            text = self.client.receive(timeout=0)
            if text is None:
                break
            message = json.loads(text)
            if 're' in message:
                self.answered(message)
            elif message.get('is') == 'closing':
                self.told_to_go()
            elif message.get('table') == self.name:
                self.take(message)
        if self.over():
            self.finished = True
        elif self.position and self.position['moves'] and not self.sent and not self.told_over and self.number not in self.promised:
            number, move = self.number, random.choice(self.position['moves'])
            self.sent, self.sent_at = (number, move), time.time()
            self.client.start('move', table=self.name, number=number, seat=self.position['seat'], move=move)

    def told_to_go(self):
        """The server is about to stop."""

    def answered(self, message):
        """The answer to a move. Returns whether it was acknowledged."""
        kept = bool(self.sent) and 'error' not in message
        if kept:
            self.promised[self.sent[0]] = self.sent[1]
        elif 'error' in message:
            assert message['error'] in ('stale', 'not_your_turn', 'not_running', 'rate', 'closing', 'store'), message
            self.told_over = message['error'] == 'not_running'
            self.refusals += message['error'] == 'store'
        self.sent = None
        return kept
