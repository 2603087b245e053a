"""test_hidden.py: neither the content nor the time of messages tells the other players that somebody was asked for a reaction."""
import json
import random
import statistics
import threading
import time
import unittest

from base import WithServer
from playing import Seat, begin, play_out
from ws import table

PAUSE = 0.15


class Listener(threading.Thread):
    """A spectator on a thread of its own that notes when messages come."""

    def __init__(self, client, name):
        super().__init__()
        self.client, self.name = client, name
        self.heard = []
        self.over = False
        self.number = client.watch(name)['number']
        self.start()

    def run(self):
        while not self.over:
            message = json.loads(self.client.receive(timeout=60))
            if message['is'] in ('pause', 'moved'):
                self.heard.append((time.time(), message))
            if message['is'] == 'moved':
                self.number = message['number']
                self.over = bool(message['position']['winners'])


def keep_stewards(seat):
    """Chooses a move. Sells no cards, so that reactions are possible. A seat that is asked passes, sometimes only shortly before the pause ends."""
    moves = seat.position['moves']
    if 'pass' in moves and seat.position['view'].get('phase') in ('steward', 'guard'):
        if random.random() < 0.3:
            time.sleep(PAUSE * 0.8)
        return 'pass'
    kept = [m for m in moves if not m.startswith('sell')]
    return random.choice(kept or moves)


class Hidden(WithServer):
    def test_pauses_are_alike(self):
        asked, not_asked = [], []
        for _ in range(10):                     # chance decides how many are asked in a game
            self.one_game(asked, not_asked)
            if min(len(asked), len(not_asked)) > 5:
                break
        for times in (asked, not_asked):        # the median: single messages are late when the machine is busy
            self.assertGreater(len(times), 5)
            self.assertLess(abs(statistics.median(times)), 0.04, (asked, not_asked))

    def one_game(self, asked, not_asked):
        clients = [self.client() for _ in range(4)]
        name, seats = begin(self.server, clients, table('castelli', 4, reaction=int(PAUSE * 1000)))
        watcher = Listener(self.client(), name)
        play_out(seats, keep_stewards)
        watcher.join()
        record = self.server.http('GET', f'/games/{name}.txt')[2].decode().splitlines()
        moves = [line for line in record if line[:2] in ('1 ', '2 ', '3 ', '4 ', '* ')]
        passes = self.passes_after(moves)
        self.assertEqual(watcher.number, len(moves) - sum(passes.values()))       # hidden passes do not count for the spectator
        self.sort(watcher.heard, passes, asked, not_asked)

    def passes_after(self, moves):
        """For each placing of a tile, the number of hidden passes after it. Passes in the sale at the end are not hidden."""
        last = max(i for i, line in enumerate(moves) if line[2:] == 'end')
        found, count = {}, -1
        for line in moves[:last]:
            if line[2:].startswith('place'):
                count += 1
                found[count] = 0
            elif line[2:] == 'pass':
                found[count] += 1
        return found

    def sort(self, heard, passes, asked, not_asked):
        for i, (when, message) in enumerate(heard):
            if message['is'] != 'pause':
                continue
            self.assertFalse(message['reacting'])
            after, next_message = heard[i + 1]
            self.assertEqual(next_message['is'], 'moved')       # nothing in between, asked or not
            (asked if passes.get(self.place(heard, i)) else not_asked).append(after - when - message['ms'] / 1000)

    def place(self, heard, i):
        """Which placing of the game the i-th message is about."""
        return sum(line['move'].startswith('place') for _, message in heard[:i] if message['is'] == 'moved' for line in message['lines'])


class OneDevice(WithServer):
    def test_the_next_player_at_a_device_is_not_told_what_the_former_saw(self):
        client = self.client()
        two = {**table('castle', 2), 'who': [{'kind': 'me'}, {'kind': 'me'}], 'start': True}
        seat = Seat(client, client.ask('create', **two)['table'])
        changes = 0
        for _ in range(60):
            seen_from = seat.position['seat']
            seat.move(seat.position['moves'][0])
            seat.after()
            changes += seat.position['seat'] != seen_from
            for line in seat.lines:
                for event in line['events']:
                    if event['key'] in ('deal', 'draw') and event['seat'] != seat.position['seat']:
                        self.assertNotIn('what', event)
        self.assertGreater(changes, 3)


if __name__ == '__main__':
    unittest.main(warnings='ignore')
