"""stores.py PROGRAM LOAD [TABLES] [RATE] [SECONDS] [STORE…]: the same load on SQLite, PostgreSQL, and PostgreSQL with a synchronous standby, one
after the other. Prints for each: moves a second, p50 and p99 of an answer, processor time per move of the server and of PostgreSQL, bytes."""
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[1:1] = [os.path.join(HERE, '..', 'server'), os.path.join(HERE, '..', 'cluster')]
from postgres import Postgres           # noqa: E402
from ws import Server                   # noqa: E402

PROGRAM, LOAD = sys.argv[1:3]
NUMBERS = [int(word) for word in sys.argv[3:] if word.isdigit()] + [1000, 3500, 30][len([word for word in sys.argv[3:] if word.isdigit()]):]
STORES = [word for word in sys.argv[3:] if not word.isdigit()] or ['sqlite', 'postgresql', 'standby']
TABLES, RATE, SECONDS = NUMBERS


def measure(store):
    folder = tempfile.mkdtemp(prefix='castellany-load-')
    servers = [] if store == 'sqlite' else [Postgres(shared_buffers="'128MB'")]
    if store == 'standby':
        servers.append(Postgres(standby_of=servers[0], shared_buffers="'128MB'"))
    name = servers[0].database() if servers else None
    more = ['--store', servers[0].url(name)] if servers else []
    server = Server(PROGRAM, folder, '--connections', '100000', '--tables-each', '1000000', '--tables', '1000000', *more, stderr=subprocess.DEVNULL)
    try:
        before = [postgres.cpu_seconds() for postgres in servers]
        done = subprocess.run([LOAD, '--connect', f'127.0.0.1:{server.port}', '--pid', str(server.process.pid), '--tables', str(TABLES), '--rate', str(RATE),
                               '--seconds', str(SECONDS)], stdout=subprocess.PIPE, text=True, check=False).stdout
        cpu = [postgres.cpu_seconds() - first for postgres, first in zip(servers, before)]
        rows = int((servers[0].query('SELECT COUNT(*) FROM entries', name) if servers else
                    sqlite3.connect(os.path.join(folder, 'castellany.db')).execute('SELECT COUNT(*) FROM entries').fetchall())[0][0])
        size = int(servers[0].query(f"SELECT pg_database_size('{name}')")[0][0]) if servers else sum(
            os.path.getsize(os.path.join(folder, file)) for file in os.listdir(folder))
        print(f'## {store}')
        print(done, end='')
        for index, seconds in enumerate(cpu):
            print(f'postgresql_{index}_cpu_us_per_entry {seconds * 1e6 / max(rows, 1):.1f}')
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
