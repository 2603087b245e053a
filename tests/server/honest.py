"""honest.py PORT: two people who play game after game and measure how long each move takes. A line on standard input asks what happened
since the last one; the answer is a line of JSON. It is a program of its own, so that those who misbehave take no time from it."""
import json
import random
import select
import sys
import time

from playing import Seat
from ws import Client, Refused, table


class Game:
    def __init__(self, clients):
        self.clients = clients
        self.promised = {}
        self.name = clients[0].ask('create', **table('castle', 2, undo='none'))['table']
        clients[1].ask('join', table=self.name)
        clients[0].ask('start', table=self.name)
        self.seats = [Seat(client, self.name) for client in clients]

    def move(self):
        """Makes the next move; how long it took in milliseconds, or None if the game is over."""
        for seat in self.seats:
            while seat.handle_next(timeout=0):
                pass
        seat = next((seat for seat in self.seats if seat.position['moves']), None)
        if not seat:
            if not any(seat.over() for seat in self.seats):
                self.seats[0].handle_next(timeout=0.05)
                return 0
            return None
        number, move = seat.number, random.choice(seat.position['moves'])
        begin = time.perf_counter()
        while True:
            try:
                seat.move(move)
                break
            except Refused as refused:      # a faster player than this one is slowed down too
                if refused.args[0] != 'rate':
                    raise
        took = 1000 * (time.perf_counter() - begin)
        self.promised[(self.seats.index(seat), number)] = move
        while seat.number <= number:
            seat.after()
        return took

    def check(self):
        """Whether everything that was promised is there."""
        for i, client in enumerate(self.clients):
            client.ask('unwatch', table=self.name)
            client.news = []
            seen = Seat(client, self.name)
            for (seat, number), move in self.promised.items():
                if seat == i:
                    assert seen.lines[number]['move'] == move, (number, move, seen.lines[number])
            self.seats[i] = seen


def main():
    port = int(sys.argv[1])
    clients = [Client(port) for _ in range(2)]
    game, times, games = Game(clients), [], 0
    while True:
        if select.select([sys.stdin], [], [], 0.035)[0]:      # below the rate that everybody has
            if not sys.stdin.readline():
                return
            game.check()
            times.sort()
            print(json.dumps({'table': game.name, 'moves': len(times), 'games': games,
                              'p50': times[len(times) // 2] if times else None,
                              'p99': times[min(len(times) - 1, int(len(times) * 0.99))] if times else None,
                              'max': times[-1] if times else None}), flush=True)
            times = []
        took = game.move()
        if took is None:
            game.check()
            for client in clients:
                client.ask('unwatch', table=game.name)      # one may watch 64 tables
            game, games = Game(clients), games + 1
        elif took:
            times.append(took)


main()
