"""chaos.py PROGRAM SECONDS [TABLES]: people play at three nodes behind HAProxy, with PostgreSQL, a synchronous standby and three NATS, while every few
seconds something dies: a node, NATS, the primary; or hangs for a while; or is stopped as in a rolling restart; or the network between a node and all
that is behind it is cut. Whoever loses the connection comes back through the proxy. No move that was acknowledged may be lost, none made twice,
every table must go on, every game must replay, and all who look at a table must see the same. It prints how long people had to wait."""
import json
import os
import random
import select
import signal
import subprocess
import sys
import threading
import time

from nodes import Cluster
from ws import Closed, Refused, table

PROGRAM, SECONDS = sys.argv[1], float(sys.argv[2])
TABLES = int(sys.argv[3]) if len(sys.argv) > 3 else 10
KINDS = [('castelli', 2, []), ('castle', 2, []), ('castellan', 2, []), ('castelli', 2, ['battle', 'dilemma']), ('null', 2, [])]
NODE_LIMIT, PRIMARY_LIMIT = 3, 30
LIMITS = {'node': NODE_LIMIT, 'rolling': NODE_LIMIT, 'stopped node': NODE_LIMIT + 2, 'cut network': NODE_LIMIT + 4, 'primary': PRIMARY_LIMIT}

from playing import Seat    # after nodes, which finds the folder


class Person(Seat):
    """A seat, or a spectator, that sends its next move at once, remembers what was acknowledged, and comes back when the connection is lost."""

    def __init__(self, cluster, cookie, name, node=None):
        self.cluster, self.cookie, self.name, self.node = cluster, cookie, name, node
        self.promised, self.unsure, self.sent, self.sent_at = {}, set(), None, 0
        self.finished, self.client = False, None
        self.away_since, self.gaps, self.waits = time.time(), [], []
        self.made = 0

    def enter(self):
        """False if no node takes the person in just now."""
        try:
            client = self.cluster.client(self.node, cookie=self.cookie)
            super().__init__(client, self.name)
        except (Closed, OSError, Refused, AssertionError):
            return False
        if self.sent:
            self.unsure.add(self.sent)
            self.waits.append((self.sent_at, time.time()))
        self.sent = None
        self.check()
        self.gaps.append((self.away_since, time.time()))
        self.finished = self.over()
        return True

    def check(self):
        for number, move in self.promised.items():
            assert number < len(self.lines) and self.lines[number]['move'] == move, \
                f'{self.name}: lost move {number} {move}: {self.lines[number:number + 1]}'
        for line in self.lines:
            known = self.promised.get(line['number']) == line['move'] or (line['number'], line['move']) in self.unsure \
                or (line['number'], line['move']) == self.sent
            assert line['seat'] not in self.mine or known, f'{self.name}: move {line} was refused and is there'

    def leave(self):
        self.away_since = time.time()
        if self.client:
            self.client.close()
        self.client = None

    def handle_all(self):
        while True:
            text = self.client.receive(timeout=0)
            if text is None:
                break
            message = json.loads(text)
            if 're' in message:
                self.answered(message)
            elif message.get('is') == 'closing':
                raise Closed()
            elif message.get('table') == self.name:
                self.take(message)
        if self.over():
            self.finished = True
        elif self.position and self.position['moves'] and not self.sent and self.number not in self.promised:
            number, move = self.number, random.choice(self.position['moves'])
            self.sent, self.sent_at = (number, move), time.time()
            self.client.start('move', table=self.name, number=number, seat=self.position['seat'], move=move)

    def answered(self, message):
        if self.sent and time.time() - self.sent_at > 0.2:
            self.waits.append((self.sent_at, time.time()))
        if self.sent and 'error' not in message:
            self.promised[self.sent[0]] = self.sent[1]
            self.made += 1
        elif 'error' in message:
            assert message['error'] in ('stale', 'not_your_turn', 'rate', 'closing', 'store'), message
        self.sent = None


def sit_down(cluster, game, seats, options):
    """A new game with new people."""
    clients = [cluster.client() for _ in range(seats)]
    name = clients[0].ask('create', **table(game, seats, options=options))['table']
    for client in clients[1:]:
        client.ask('join', table=name)
    clients[0].ask('start', table=name)
    people = [Person(cluster, client.cookie, name) for client in clients]
    for client in clients:
        client.close()
    return people


class Faults(threading.Thread):
    """One fault after the other. `times` has when each began and what it was."""

    def __init__(self, cluster, seconds):
        super().__init__(daemon=True)
        self.cluster, self.end, self.times, self.problem = cluster, time.time() + seconds, [], None

    def run(self):
        kinds = [self.kill_node, self.kill_nats, self.restart_node, self.kill_primary, self.stop_node, self.cut_network, self.stop_nats]
        number = 0
        try:
            while time.time() < self.end:
                time.sleep(random.uniform(1, 3))
                kinds[number % len(kinds)]()
                number += 1
        except BaseException as problem:      # the main thread reports it
            self.problem = problem

    def note(self, what):
        self.times.append((time.time(), what))

    def kill_node(self):
        node = random.choice(self.cluster.nodes)
        self.note('node')
        node.kill()
        time.sleep(2)
        node.start()

    def restart_node(self):
        for node in self.cluster.nodes:
            self.note('rolling')
            node.kill(signal.SIGTERM)
            node.start()
            time.sleep(0.7)

    def stop_node(self):
        node = random.choice(self.cluster.nodes)
        self.note('stopped node')
        node.kill(signal.SIGSTOP)
        time.sleep(3)
        node.kill(signal.SIGCONT)

    def cut_network(self):
        """No connection is closed: what is sent just does not come. What was under way comes much later."""
        link = random.choice(self.cluster.links)
        self.note('cut network')
        link.kill(signal.SIGSTOP)
        time.sleep(random.choice((5, 13)))
        link.kill(signal.SIGCONT)

    def kill_nats(self):
        part = random.choice(self.cluster.nats)
        self.note('NATS')
        part.kill()
        time.sleep(1)
        part.start()

    def stop_nats(self):
        part = random.choice(self.cluster.nats)
        self.note('stopped NATS')
        part.kill(signal.SIGSTOP)
        time.sleep(3)
        part.kill(signal.SIGCONT)

    def kill_primary(self):
        self.note('primary')
        old = self.cluster.fail_over()
        time.sleep(2)
        self.cluster.renew_standby(old)


def play(cluster, people, until, renew=True):
    """Lets all play until this is true. Finished tables are replaced by new ones, and checked."""
    done = []
    while not until():
        here = [p for p in people if p.client]
        for person in people:
            if not person.client and not person.enter():
                time.sleep(0.02)
        sockets = {p.client.socket.fileno(): p for p in people if p.client}
        ready = select.select(list(sockets), [], [], 0.05)[0] if sockets else []
        for number in ready or list(sockets):
            person = sockets[number]
            try:
                person.handle_all()
                if person.sent and time.time() - person.sent_at > PRIMARY_LIMIT + 10:
                    raise AssertionError(f'{person.name}: a move was never answered')
            except (Closed, OSError):
                person.leave()
        for name in {p.name for p in people if p.finished}:
            table_people = [p for p in people if p.name == name]
            if renew and all(p.finished for p in table_people):
                done += table_people
                people[:] = [p for p in people if p.name != name]
                for p in table_people:
                    p.check()
                    p.leave()
                try:
                    people += sit_down(cluster, *random.choice(KINDS))
                except (Closed, OSError, Refused, AssertionError):
                    pass        # in the midst of a fault: another one later
        while renew and len({p.name for p in people}) < TABLES and here:
            try:
                people += sit_down(cluster, *random.choice(KINDS))
            except (Closed, OSError, Refused, AssertionError):
                break
    return done


def same_for_all(cluster, people):
    """All nodes show everybody the same game: each seat's view, and the public's, at each node."""
    for name in sorted({p.name for p in people}):
        for cookie in [p.cookie for p in people if p.name == name] + [None]:
            told = []
            for node in range(len(cluster.nodes)):
                client = cluster.client(node, cookie=cookie)
                message = client.watch(name)
                told.append(json.dumps([message['position'], message['log'], message['board'], message['number']], sort_keys=True))
                client.close()
            assert len(set(told)) == 1, f'{name}: nodes show different games'


def replay(cluster):
    """Stops the nodes. Every game is copied and replayed on both sides."""
    for node in cluster.nodes:
        node.kill(signal.SIGTERM)
    url = cluster.primary.url(cluster.database)
    done = subprocess.run([PROGRAM, 'migrate', '--from', url, '--to', os.path.join(cluster.folder, 'copy')], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    begun = cluster.primary.query('SELECT COUNT(DISTINCT tab) FROM entries', cluster.database)[0][0]
    assert f' tables {begun} replay on both' in done.stdout, (begun, done.stdout)
    print(done.stdout, end='')


def report(faults, everybody):
    """How long the longest wait was after each kind of fault: for the table after a lost connection, or for the answer to a move."""
    worst = {}
    for begin, end in (gap for person in everybody for gap in person.gaps[1:] + person.waits):
        cause = [what for at, what in faults.times if at <= end]
        what = cause[-1] if cause else 'none'
        worst[what] = max(worst.get(what, 0), end - begin)
    counts = {}
    for _, what in faults.times:
        counts[what] = counts.get(what, 0) + 1
    for what in sorted(counts):
        print(f'{what}: {counts[what]} times, people waited at most {worst.get(what, 0):.2f} s')
    return worst


def main():
    begin = time.time()
    random.seed(int(begin))
    with Cluster(PROGRAM, nodes=3, nats=3, standby=True, links=True) as cluster:
        people = []
        for i in range(TABLES):
            people += sit_down(cluster, *KINDS[i % len(KINDS)])
        faults = Faults(cluster, SECONDS)
        faults.start()
        done = play(cluster, people, lambda: not faults.is_alive())
        if faults.problem:
            raise faults.problem
        calm, before = time.time() + 8, {p: p.made for p in people}
        play(cluster, people, lambda: time.time() > calm, renew=False)       # every table goes on
        for name in {p.name for p in people}:
            there = [p for p in people if p.name == name]
            assert any(p.finished or p.made > before[p] for p in there), f'{name} does not go on'
            assert all(p.client for p in there), f'{name}: somebody could not come back'
        for person in people:
            person.check()
            person.leave()
        time.sleep(1)
        same_for_all(cluster, people)
        everybody = done + people
        worst = report(faults, everybody)
        moves, games = sum(p.made for p in everybody), len({p.name for p in everybody})
        print(f'{len(faults.times)} faults, {games} games, {moves} moves acknowledged, none lost or made twice; {time.time() - begin:.0f} s')
        rows = cluster.primary.query('SELECT COUNT(*), COUNT(DISTINCT (tab, number)) FROM entries', cluster.database)
        assert rows[0][0] == rows[0][1]
        assert moves > TABLES * 5
        for what, limit in LIMITS.items():
            assert worst.get(what, 0) < limit, f'{what}: people waited {worst[what]:.1f} s'
        replay(cluster)


if __name__ == '__main__':
    main()
