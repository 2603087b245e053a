"""chaos.py PROGRAM SECONDS [TABLES] [FAULT…]: people play at three nodes behind HAProxy, with PostgreSQL, a synchronous standby and three NATS, while every few
seconds something dies: a node, NATS, the primary; or hangs for a while; or is stopped as in a rolling restart; or the network between a node and all
that is behind it is cut; or the disk of the primary or of the standby is full. Whoever loses the connection comes back through the proxy. No move that
was acknowledged may be lost, none made twice, every table must go on, every game must replay, and all who look at a table must see the same bytes,
whichever node shows it. It prints how long people had to wait. FAULT is a method of `Faults`, such as cut_network; without one all are made."""
import os
import random
import signal
import subprocess
import sys
import threading
import time

import network
from nodes import Cluster
from people import KINDS, play, report, same_for_all, sit_down

PROGRAM, SECONDS = sys.argv[1], float(sys.argv[2])
TABLES = int(sys.argv[3]) if len(sys.argv) > 3 else 10
CHOSEN = sys.argv[4:] or ['kill_node', 'kill_nats', 'restart_node', 'kill_primary', 'stop_node', 'fill_disk', 'cut_network', 'stop_nats']
NODE_LIMIT, PRIMARY_LIMIT = 3, 30
FULL_SECONDS = 4
# How long a fault lasts counts too, where nobody can be better off elsewhere.
LIMITS = {'node': NODE_LIMIT, 'rolling': NODE_LIMIT, 'stopped node': NODE_LIMIT + 2, 'cut network': NODE_LIMIT + 4, 'primary': PRIMARY_LIMIT,
          'full disk of the primary': PRIMARY_LIMIT, 'full disk of the standby': PRIMARY_LIMIT}
SLOWER = 1 if SECONDS >= 300 else 4     # the short form runs beside other tests
FULL_DISK = os.path.join(os.path.dirname(os.path.abspath(PROGRAM)), 'tests', 'server', 'libfull_disk.so')


class Faults(threading.Thread):
    """One fault after the other. `times` has when each began and ended, and what it was."""

    def __init__(self, cluster, seconds):
        super().__init__(daemon=True)
        self.cluster, self.end, self.times, self.problem, self.full = cluster, time.time() + seconds, [], None, 0

    def run(self):
        kinds = [getattr(self, name) for name in CHOSEN if name != 'cut_network' or self.cluster.network]
        number = 0
        try:
            while time.time() < self.end or number < len(kinds):      # each at least once
                time.sleep(random.uniform(1, 3))
                kinds[number % len(kinds)]()
                self.times[-1][1] = time.time()
                number += 1
        except BaseException as problem:      # the main thread reports it
            self.problem = problem

    def note(self, what):
        if self.times:
            self.times[-1][1] = min(self.times[-1][1], time.time())
        self.times.append([time.time(), float('inf'), what])

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
        """A node loses PostgreSQL and NATS, but not its people. No connection is closed; packets are dropped, and come late if they are sent again."""
        number = random.randrange(len(self.cluster.nodes))
        self.note('cut network')
        self.cluster.network.cut(number)
        time.sleep(random.choice((5, 13)))
        self.cluster.network.mend(number)

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

    def fill_disk(self):
        """Of the primary and of its standby in turn. While that of the primary is full, moves are refused; while that of the standby is, commits wait."""
        self.full += 1
        which, server = ('primary', self.cluster.primary) if self.full % 2 else ('standby', self.cluster.standby)
        self.note('full disk of the ' + which)
        server.fill_disk()
        time.sleep(FULL_SECONDS)
        server.free_disk()

    def kill_primary(self):
        self.note('primary')
        old = self.cluster.fail_over()
        time.sleep(2)
        self.cluster.renew_standby(old)


def replay(cluster):
    """Stops the nodes. Every game is copied and replayed on both sides."""
    for node in cluster.nodes:
        node.kill(signal.SIGTERM)
    url = cluster.primary.url(cluster.database)
    done = subprocess.run([PROGRAM, 'migrate', '--from', url, '--to', os.path.join(cluster.folder, 'copy')], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    begun = cluster.primary.query('SELECT COUNT(*) FROM tables WHERE state <> 0', cluster.database)[0][0]      # or closed: nobody came for ten minutes
    assert f' tables {begun} replay on both' in done.stdout, (begun, done.stdout)
    print(done.stdout, end='')


def main():
    network.enter()
    begin = time.time()
    random.seed(int(begin))
    with Cluster(PROGRAM, nodes=3, nats=3, standby=True, network=network.make(), full_disk=FULL_DISK) as cluster:
        people = []
        for i in range(TABLES):
            people += sit_down(cluster, *KINDS[i % len(KINDS)])
        faults = Faults(cluster, SECONDS)
        faults.start()
        done = play(cluster, people, lambda: not faults.is_alive(), TABLES)
        if faults.problem:
            raise faults.problem
        calm, before = time.time() + 8, {p: p.made for p in people}
        play(cluster, people, lambda: time.time() > calm)       # every table goes on
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
        worst = report(faults.times, everybody, LIMITS)
        moves, games = sum(p.made for p in everybody), len({p.name for p in everybody})
        print(f'{len(faults.times)} faults, {games} games, {moves} moves acknowledged, none lost or made twice; {time.time() - begin:.0f} s')
        rows = cluster.primary.query('SELECT COUNT(*), COUNT(DISTINCT (tab, number)) FROM entries', cluster.database)
        assert rows[0][0] == rows[0][1]
        assert moves > TABLES * 5
        replay(cluster)
        for what, limit in LIMITS.items():
            assert worst.get(what, 0) < limit * SLOWER, f'{what}: people waited {worst[what]:.1f} s, with a load of {os.getloadavg()[1]:.0f}'


if __name__ == '__main__':
    main()
