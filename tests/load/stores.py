"""stores.py PROGRAM LOAD [TABLES] [RATE] [SECONDS] [ROUNDS] [CASE…]: plays at a server on each store, one case after the other, and prints one line for each:
moves a second, p50 and p99 of an answer, processor time per move of each process, bytes. With several rounds each case comes as often, and then a line with
the medians: on a machine that others share, the processor time of one run says little. Cases: sqlite; postgresql; standby (PostgreSQL with a synchronous
standby); nodes (two nodes with NATS, the people of a table at the same one); spread (at both); nodes-standby. Without a case: the first five. Below
stands which aims of the cases were met. Every case ends by itself, at the latest 3 minutes after its seconds."""
import os
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import threading

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[1:1] = [os.path.join(HERE, '..', 'server'), os.path.join(HERE, '..', 'cluster')]
from nodes import Cluster               # noqa: E402
from postgres import Postgres           # noqa: E402
from ws import Server                   # noqa: E402

CASES = ['sqlite', 'postgresql', 'standby', 'nodes', 'spread', 'nodes-standby']
LIMITS = ('--connections', '100000', '--tables-each', '1000000', '--tables', '1000000')
SETTINGS = {'shared_buffers': "'128MB'", 'max_wal_size': "'2GB'"}
PATIENCE = 180


class Process:
    """A part of which only the id is known."""

    def __init__(self, pid):
        self.pid = pid

    def cpu_seconds(self):
        with open(f'/proc/{self.pid}/stat', encoding='ascii') as file:
            fields = file.read().rsplit(')', 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf('SC_CLK_TCK')


class Case:
    """What runs in a case: `parts` by name, whose processor time is measured; `ports` of the nodes; `database` of PostgreSQL, or `file` of SQLite."""

    def __init__(self, name):
        self.name, self.closing, self.file, self.postgres = name, [], None, None
        try:
            if name in ('nodes', 'spread', 'nodes-standby'):
                self.open_nodes()
            else:
                self.open_server()
        except BaseException:
            self.close()
            raise

    def open_nodes(self):
        cluster = Cluster(sys.argv[1], nodes=2, standby=self.name == 'nodes-standby', proxy=False, settings=SETTINGS, arguments=LIMITS)
        self.closing.append(cluster.close)
        self.nodes = [node.process.pid for node in cluster.nodes]
        self.ports = [node.port for node in cluster.nodes]
        self.postgres, self.database = cluster.primary, cluster.database
        self.parts = {'postgresql': cluster.primary, 'standby': cluster.standby, 'nats': cluster.nats[0]}

    def open_server(self):
        folder = tempfile.mkdtemp(prefix='castellany-load-')
        self.closing.append(lambda: shutil.rmtree(folder, ignore_errors=True))
        self.parts, more = {}, []
        if self.name == 'sqlite':
            self.file = os.path.join(folder, 'castellany.db')
        else:
            self.postgres = self.parts['postgresql'] = Postgres(**SETTINGS)
            self.closing.append(self.postgres.close)
            self.database = self.postgres.database()
            if self.name == 'standby':
                self.parts['standby'] = Postgres(standby_of=self.postgres, **SETTINGS)
                self.closing.append(self.parts['standby'].close)
            more = ['--store', self.postgres.url(self.database)]
        server = Server(sys.argv[1], folder, *LIMITS, *more, stderr=subprocess.DEVNULL)
        self.closing.append(server.stop)
        self.nodes, self.ports = [server.process.pid], [server.port]

    def cpu(self):
        seconds = {name: part.cpu_seconds() for name, part in self.parts.items() if part}
        return {'node': sum(Process(pid).cpu_seconds() for pid in self.nodes), **seconds}

    def ask(self, sql):
        if self.file:
            database = sqlite3.connect(self.file)
            try:
                return [str(value) for value in database.execute(sql).fetchone()]
            finally:
                database.close()
        return self.postgres.query(sql, self.database)[0]

    def memory_kb(self):
        total = 0
        for pid in self.nodes:
            with open(f'/proc/{pid}/status', encoding='ascii') as file:
                total += next(int(line.split()[1]) for line in file if line.startswith('VmRSS:'))
        return total

    def log_bytes(self):
        return int(self.ask("SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')")[0]) if self.postgres else 0

    def sizes(self):
        """Bytes of an entry, and of all else for a table."""
        entries, tables = map(int, self.ask('SELECT (SELECT COUNT(*) FROM entries), (SELECT COUNT(*) FROM tables)'))
        if self.file:
            return {'bytes_per_entry': sum(os.path.getsize(self.file + end) for end in ('', '-wal') if os.path.exists(self.file + end)) / max(entries, 1)}
        of_entries, of_all = map(int, self.ask("SELECT pg_total_relation_size('entries'), (SELECT SUM(pg_total_relation_size(oid)) FROM pg_class "
                                               "WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace)"))
        return {'bytes_per_entry': of_entries / max(entries, 1), 'bytes_per_table': (of_all - of_entries) / max(tables, 1)}

    def measure(self, tables, rate, seconds):
        spread = ['--spread'] if self.name == 'spread' else []
        load = subprocess.Popen([sys.argv[2], '--connect', ','.join(f'127.0.0.1:{port}' for port in self.ports), '--tables', str(tables), '--rate', str(rate),
                                 '--seconds', str(seconds), *spread], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        watchdog = threading.Timer(seconds + PATIENCE, load.kill)
        watchdog.start()
        try:
            load.stdout.readline()      # the measuring begins
            before, log, entries = self.cpu(), self.log_bytes(), int(self.ask('SELECT COUNT(*) FROM entries')[0])
            first = load.stdout.readline()
            after, log, entries = self.cpu(), self.log_bytes() - log, int(self.ask('SELECT COUNT(*) FROM entries')[0]) - entries
            memory = self.memory_kb()
            said = dict(line.split(' ', 1) for line in (first + load.stdout.read()).splitlines())
        finally:
            watchdog.cancel()
            load.kill()
            load.wait()
            load.stdout.close()
        if 'moves' not in said:
            return {}
        moves = max(float(said['moves']), 1)
        figures = {name: float(said[name]) for name in ('moves_per_s', 'p50_ms', 'p99_ms', 'errors', 'stalled_tables')}
        for name, seconds_then in after.items():
            figures[f'{name}_us_per_move'] = (seconds_then - before[name]) * 1e6 / moves
        figures.update({'kb_per_table': memory / tables, 'entries_per_move': entries / moves, **self.sizes()})
        if self.postgres:
            figures['log_bytes_per_move'] = log / moves
        return figures

    def close(self):
        for close in reversed(self.closing):
            close()


def number(value):
    return f'{value:.0f}' if value >= 1000 or value == int(value) else f'{value:.1f}'


def aims(all_figures):
    """The aims with everything on one machine of two cores: which were met in this sitting."""
    sqlite, one = all_figures.get('sqlite'), all_figures.get('postgresql')
    for name, rate in (('postgresql', 3500), ('standby', 2500)):
        figures = all_figures.get(name)
        if figures:
            yield f'{name}: {rate} moves/s with p99 below 50 ms', figures['moves_per_s'] >= 0.99 * rate and figures['p99_ms'] < 50
    if sqlite and one:
        yield f'a node on PostgreSQL takes at most 1.2 times of SQLite\'s: {one["node_us_per_move"] / sqlite["node_us_per_move"]:.2f}', \
            one['node_us_per_move'] <= 1.2 * sqlite['node_us_per_move']
    for name in ('nodes', 'spread'):
        if one and all_figures.get(name):
            ratio = all_figures[name]['node_us_per_move'] / one['node_us_per_move']
            yield f'{name}: two nodes together within 15 % of one: {ratio:.2f}', ratio <= 1.15


def measure(name, *how):
    case = Case(name)
    try:
        return case.measure(*how)
    finally:
        case.close()


def show(name, figures):
    print(name + ': ' + (' '.join(f'{what}={number(value)}' for what, value in figures.items()) or 'it did not end in time'), flush=True)


def medians(rounds):
    return {what: statistics.median(figures[what] for figures in rounds) for what in rounds[0]} if all(rounds) else {}


def main():
    numbers = [int(word) for word in sys.argv[3:] if word.isdigit()]
    tables, rate, seconds, rounds = numbers + [1000, 3500, 30, 1][len(numbers):]
    cases = [word for word in sys.argv[3:] if not word.isdigit()] or CASES[:5]
    for name in cases:
        if name not in CASES:
            sys.exit(f'no case called "{name}"; cases: {", ".join(CASES)}')
    all_figures = {name: [] for name in cases}
    for _ in range(rounds):
        for name in cases:
            all_figures[name].append(measure(name, tables, rate, seconds))
            show(name, all_figures[name][-1])
    all_figures = {name: medians(figures) for name, figures in all_figures.items()}
    if rounds > 1:
        for name, figures in all_figures.items():
            show(f'median of {rounds}, {name}', figures)
    for aim, met in aims(all_figures):
        print(('met: ' if met else 'missed: ') + aim)


if __name__ == '__main__':
    main()
