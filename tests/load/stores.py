"""stores.py PROGRAM LOAD [TABLES] [RATE] [SECONDS] [STORE…]: the same load on SQLite (sqlite), PostgreSQL (postgresql), and PostgreSQL with a synchronous
standby (standby), one after the other. Prints for each: moves a second, p50 and p99 of an answer, processor time per move of the server and of
PostgreSQL, bytes. Only on request: two nodes with NATS, the people of a table at the same node (nodes) or each at another one (spread)."""
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[1:1] = [os.path.join(HERE, '..', 'server'), os.path.join(HERE, '..', 'cluster')]
from nodes import Cluster               # noqa: E402
from postgres import Postgres           # noqa: E402
from ws import Server                   # noqa: E402

PROGRAM, LOAD = sys.argv[1:3]
NUMBERS = [int(word) for word in sys.argv[3:] if word.isdigit()] + [1000, 3500, 30][len([word for word in sys.argv[3:] if word.isdigit()]):]
STORES = [word for word in sys.argv[3:] if not word.isdigit()] or ['sqlite', 'postgresql', 'standby']
TABLES, RATE, SECONDS = NUMBERS


def process_seconds(pid):
    with open(f'/proc/{pid}/stat', encoding='ascii') as file:
        fields = file.read().rsplit(')', 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf('SC_CLK_TCK')


def run_load(port, tables, rate):
    return subprocess.Popen([LOAD, '--connect', f'127.0.0.1:{port}', '--tables', str(tables), '--rate', str(rate), '--seconds', str(SECONDS)],
                            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)


def measure_nodes(store):
    """Processor time counts from the start of the load, the making of tables included, per entry."""
    with Cluster(PROGRAM, nodes=2, proxy=store == 'spread', arguments=('--connections', '100000', '--tables-each', '1000000', '--tables', '1000000')) as cluster:
        parts = {'node_0': cluster.nodes[0], 'node_1': cluster.nodes[1], 'nats': cluster.nats[0], 'postgresql': cluster.primary}
        before = {name: part.cpu_seconds() for name, part in parts.items()}
        loads = [run_load(cluster.proxy.port, TABLES, RATE)] if store == 'spread' else [run_load(node.port, TABLES // 2, RATE // 2) for node in cluster.nodes]
        said = [load.communicate()[0] for load in loads]
        after = {name: part.cpu_seconds() for name, part in parts.items()}
        rows = int(cluster.primary.query('SELECT COUNT(*) FROM entries', cluster.database)[0][0])
        print(f'## {store}')
        for text in said:
            print(text, end='')
        each = {name: (after[name] - before[name]) * 1e6 / max(rows, 1) for name in parts}
        for name, cost in each.items():
            print(f'{name}_cpu_us_per_entry {cost:.1f}')
        print(f'nodes_cpu_us_per_entry {each["node_0"] + each["node_1"]:.1f}\nentries {rows}')


def measure(store):
    if store in ('nodes', 'spread'):
        measure_nodes(store)
        return
    folder = tempfile.mkdtemp(prefix='castellany-load-')
    servers = [] if store == 'sqlite' else [Postgres(shared_buffers="'128MB'")]
    if store == 'standby':
        servers.append(Postgres(standby_of=servers[0], shared_buffers="'128MB'"))
    name = servers[0].database() if servers else None
    more = ['--store', servers[0].url(name)] if servers else []
    server = Server(PROGRAM, folder, '--connections', '100000', '--tables-each', '1000000', '--tables', '1000000', *more, stderr=subprocess.DEVNULL)
    try:
        before, first_seconds = [postgres.cpu_seconds() for postgres in servers], process_seconds(server.process.pid)
        done = subprocess.run([LOAD, '--connect', f'127.0.0.1:{server.port}', '--pid', str(server.process.pid), '--tables', str(TABLES), '--rate', str(RATE),
                               '--seconds', str(SECONDS)], stdout=subprocess.PIPE, text=True, check=False).stdout
        whole = process_seconds(server.process.pid) - first_seconds
        cpu = [postgres.cpu_seconds() - first for postgres, first in zip(servers, before)]
        rows = int((servers[0].query('SELECT COUNT(*) FROM entries', name) if servers else
                    sqlite3.connect(os.path.join(folder, 'castellany.db')).execute('SELECT COUNT(*) FROM entries').fetchall())[0][0])
        size = int(servers[0].query(f"SELECT pg_database_size('{name}')")[0][0]) if servers else sum(
            os.path.getsize(os.path.join(folder, file)) for file in os.listdir(folder))
        print(f'## {store}')
        print(done, end='')
        for index, seconds in enumerate(cpu):
            print(f'postgresql_{index}_cpu_us_per_entry {seconds * 1e6 / max(rows, 1):.1f}')
        print(f'nodes_cpu_us_per_entry {whole * 1e6 / max(rows, 1):.1f}')
        print(f'entries {rows}')
        print(f'store_bytes_per_entry {size / max(rows, 1):.0f}')
        sys.stdout.flush()
    finally:
        server.process.terminate()
        server.process.wait()
        server.process.stdout.close()
        for postgres in reversed(servers):
            postgres.close()
        shutil.rmtree(folder, ignore_errors=True)


for each in STORES:
    measure(each)
