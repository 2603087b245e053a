"""crash.py PROGRAM TIMES [TABLES] [--faults LIBRARY]: kills the server (kill -9) that many times at random moments while people play, and
starts it again. Every move that was acknowledged, and every one that anybody was shown, must be there afterwards; no move that was refused
may be there; and every table must go on. With the library of faults.c the disk fails now and then: EIO, ENOSPC, half a write."""
import os
import random
import select
import shutil
import subprocess
import sys
import tempfile
import threading
import time

from promises import Player
from ws import Closed, Refused, Server, table

FAULTS = sys.argv[sys.argv.index('--faults') + 1] if '--faults' in sys.argv else None
if FAULTS:
    del sys.argv[sys.argv.index('--faults'):][:2]
PROGRAM, TIMES = sys.argv[1], int(sys.argv[2])
TABLES = int(sys.argv[3]) if len(sys.argv) > 3 and sys.argv[3].isdigit() else 12
ONE_OF = 150        # writes fails
KINDS = [('castelli', 2, []), ('castle', 2, []), ('castellan', 2, []), ('castelli', 2, ['battle', 'dilemma']), ('null', 2, [])]


def until_kept(client, do, **members):
    """Asks again while the disk fails."""
    while True:
        try:
            return client.ask(do, **members)
        except Refused as refused:
            if refused.args[0] != 'store':
                raise


def start(folder):
    """Starts the server; a disk that fails just then makes it give up, with a reason."""
    more = {'env': {**os.environ, 'LD_PRELOAD': FAULTS, 'CASTELLANY_FAULTS': str(ONE_OF), 'ASAN_OPTIONS': 'verify_asan_link_order=0'}} if FAULTS else {}
    for _ in range(30):
        server = Server(PROGRAM, folder, '--connections', str(TABLES * 8), '--tables-each', '100000', check=False, stderr=subprocess.DEVNULL, **more)
        if server.port:
            return server
        assert FAULTS and server.process.wait() == 1, 'the server does not start'
        server.process.stdout.close()
    raise AssertionError('the server does not start')


def enter(server, people):
    for person in people:
        person.sit_at(server.client(cookie=person.cookie))
        person.come_back()


def sit_down(server, game, seats, options):
    """Starts a new game with new players."""
    clients = [server.client() for _ in range(seats)]
    name = until_kept(clients[0], 'create', **table(game, seats, options=options))['table']
    for client in clients[1:]:
        until_kept(client, 'join', table=name)
    until_kept(clients[0], 'start', table=name)
    people = [Player(client.cookie, name) for client in clients]
    for client in clients:
        client.close()
    return people


def play_until_killed(server, people, seconds):
    """Plays for this time, then kills the server."""
    threading.Timer(seconds, server.process.kill).start()
    sockets = {person.client.socket.fileno(): person for person in people}
    try:
        for person in people:
            person.handle_all()
        while True:
            ready = select.select(list(sockets), [], [], 0.05)[0]
            for number in ready or list(sockets):
                sockets[number].handle_all()
    except (Closed, OSError):
        pass
    for person in people:       # acknowledgements that came before the end count too
        try:
            person.handle_all()
        except (Closed, OSError):
            pass
        person.client.close()
    server.process.wait()
    server.process.stdout.close()


def main():
    folder = tempfile.mkdtemp(prefix='castellany-crash-')
    people, games, promised, refusals = [], 0, 0, 0
    begin = time.time()
    try:
        for round_number in range(TIMES + 1):
            server = start(folder)
            enter(server, people)
            done = {person.name for person in people if person.finished}
            promised += sum(len(person.promised) for person in people if person.name in done)
            refusals += sum(person.refusals for person in people if person.name in done)
            people = [person for person in people if person.name not in done]
            if round_number == TIMES:
                break
            while len({person.name for person in people}) < TABLES:
                fresh = sit_down(server, *KINDS[games % len(KINDS)])
                games += 1
                enter(server, fresh)
                people += fresh
            play_until_killed(server, people, random.uniform(0.02, 0.6))
        promised += sum(len(person.promised) for person in people)
        refusals += sum(person.refusals for person in people)
        server.process.terminate()
        assert server.process.wait(60) == 0
        server.process.stdout.close()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(f'killed {TIMES} times in {time.time() - begin:.0f} s: {games} games, {promised} promised moves, none lost; {refusals} refused by the disk, none kept')
    assert promised > TIMES


main()
