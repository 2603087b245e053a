"""postgres.py: PostgreSQL servers for tests: made in a temporary folder, reached over loopback, gone afterwards.

`python3 postgres.py` starts one and prints its URL; Enter ends it. The writes of a database are synced to the disk as in earnest
(fsync = on, synchronous_commit = on). Only what costs time at the start is turned off: `initdb --no-sync`."""
import itertools
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../tools'))
import find_tools  # noqa: E402

BIN = os.path.join(find_tools.postgresql() or '', '')
USER = 'castellany'
SETTINGS = {
    'listen_addresses': "'127.0.0.1'", 'unix_socket_directories': "''", 'fsync': 'on', 'synchronous_commit': 'on', 'max_connections': 100,
    'shared_buffers': "'32MB'", 'recovery_init_sync_method': 'syncfs', 'wal_level': 'replica', 'max_wal_size': "'512MB'", 'log_min_messages': 'warning',
    'autovacuum_naptime': "'10s'"}


def free_port():
    with socket.socket() as s:
        s.bind(('127.0.0.1', 0))
        return s.getsockname()[1]


def as_postgres():
    """PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return {}
    user = pwd.getpwnam('postgres')
    return {'user': user.pw_uid, 'group': user.pw_gid, 'extra_groups': []}


class Postgres:
    """One server. `standby_of`: it copies that one, which waits for it at every commit. `full_disk`: the library of full_disk.c, for `fill_disk`."""
    databases = itertools.count(1)

    def __init__(self, standby_of=None, full_disk=None, port=None, **settings):
        self.folder = tempfile.mkdtemp(prefix='castellany-postgres-')
        if os.geteuid() == 0:
            shutil.chown(self.folder, 'postgres', 'postgres')
        self.data = os.path.join(self.folder, 'data')
        self.port = port or free_port()
        self.process, self.environment = None, dict(os.environ)
        if full_disk:
            self.environment['LD_PRELOAD'] = shutil.copy(full_disk, self.folder)       # where the user postgres can read it
            self.environment['CASTELLANY_DISK_FULL'] = os.path.join(self.folder, 'full')
        if standby_of:
            self.tool('pg_basebackup', '-h', '127.0.0.1', '-p', str(standby_of.port), '-U', USER, '-D', self.data, '-R', '-X', 'stream',
                      '-c', 'fast', '-d', f'application_name=standby host=127.0.0.1 port={standby_of.port} user={USER}')
        else:
            self.tool('initdb', '-D', self.data, '-U', USER, '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync')
        with open(os.path.join(self.data, 'postgresql.conf'), 'a', encoding='ascii') as file:
            for name, value in {**SETTINGS, **settings, 'port': self.port}.items():
                file.write(f'{name} = {value}\n')
        self.start()
        if standby_of:
            standby_of.execute("ALTER SYSTEM SET synchronous_standby_names = 'standby'")
            standby_of.execute('SELECT pg_reload_conf()')
            standby_of.wait_for("SELECT COUNT(*) FROM pg_stat_replication WHERE sync_state = 'sync'", '1')

    def tool(self, name, *arguments, check=True):
        return subprocess.run([BIN + name, *arguments], check=check, cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              **as_postgres()).stdout

    def start(self):
        """Starts it; again if it ends at once, as systemd would: the memory of processes that were killed may still be in use."""
        for left in reversed(range(10)):
            with open(os.path.join(self.folder, 'log'), 'ab') as log:
                self.process = subprocess.Popen([BIN + 'postgres', '-D', self.data], cwd=self.folder, stdout=log, stderr=log, env=self.environment, **as_postgres())
            try:
                self.wait()
                return
            except AssertionError:
                if not left or self.process.poll() is None:
                    raise
                time.sleep(0.5)

    def fill_disk(self):
        """From now on no file can grow."""
        with open(self.environment['CASTELLANY_DISK_FULL'], 'w', encoding='ascii'):
            pass

    def free_disk(self):
        """There is space again. A server that ended meanwhile is started, as its owner or systemd would do."""
        os.remove(self.environment['CASTELLANY_DISK_FULL'])
        if self.has_ended():
            self.start()

    def has_ended(self):
        """Whether it is down. One that cannot recover from a crash ends a little later."""
        end = time.time() + 1
        while self.process.poll() is None and time.time() < end:
            if not subprocess.run([BIN + 'pg_isready', '-q', '-h', '127.0.0.1', '-p', str(self.port)], check=False).returncode:
                return False
            time.sleep(0.05)
        return self.process.poll() is not None

    def wait(self, seconds=60):
        end = time.time() + seconds
        while subprocess.run([BIN + 'pg_isready', '-q', '-h', '127.0.0.1', '-p', str(self.port)], check=False).returncode:
            assert self.process.poll() is None, self.log()
            assert time.time() < end, 'PostgreSQL does not answer'
            time.sleep(0.05)

    def log(self):
        with open(os.path.join(self.folder, 'log'), encoding='utf-8', errors='replace') as file:
            return file.read()

    def kill(self):
        """As if the power had gone for the server and all its processes."""
        children = subprocess.run(['ps', '-o', 'pid=', '--ppid', str(self.process.pid)], stdout=subprocess.PIPE, text=True, check=False).stdout.split()
        for pid in [self.process.pid, *map(int, children)]:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.process.wait()

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)     # a fast shutdown
            self.process.wait(60)

    def close(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGQUIT)
            self.process.wait(60)
        shutil.rmtree(self.folder, ignore_errors=True)

    def promote(self):
        self.tool('pg_ctl', 'promote', '-D', self.data)

    def query(self, sql, database='postgres'):
        """The rows, as lists of texts."""
        out = subprocess.run([BIN + 'psql', '-X', '-A', '-t', '-F', '\x1f', '-R', '\x1e', '-v', 'ON_ERROR_STOP=1', '-h', '127.0.0.1', '-p', str(self.port), '-U', USER,
                              '-d', database, '-q', '-f', '-'], check=True, input=sql, stdout=subprocess.PIPE, text=True).stdout.rstrip('\n')
        return [row.split('\x1f') for row in out.split('\x1e')] if out else []

    execute = query

    def wait_for(self, sql, value, seconds=30):
        end = time.time() + seconds
        while self.query(sql) != [[value]]:
            assert time.time() < end, sql
            time.sleep(0.1)

    def database(self):
        """The name of a new, empty database."""
        name = f'games{next(self.databases)}'
        self.execute(f'CREATE DATABASE {name}')
        return name

    def url(self, database, *others):
        """The URL of a database on this server, or on whichever of several is the primary."""
        hosts = ','.join(f'127.0.0.1:{server.port}' for server in (self, *others))
        return f'postgresql://{USER}@{hosts}/{database}'

    def cpu_seconds(self):
        """The processor time of all its processes, those that have ended included."""
        ticks = os.sysconf('SC_CLK_TCK')
        pids = [str(self.process.pid), *subprocess.run(['ps', '-o', 'pid=', '--ppid', str(self.process.pid)], stdout=subprocess.PIPE, text=True, check=False).stdout.split()]
        total = 0
        for pid in pids:
            try:
                with open(f'/proc/{pid}/stat', encoding='ascii') as file:
                    fields = file.read().rsplit(')', 1)[1].split()
            except FileNotFoundError:
                continue
            total += int(fields[11]) + int(fields[12])
            if pid == pids[0]:
                total += int(fields[13]) + int(fields[14])
        return total / ticks


def main():
    server = Postgres(**dict(setting.split('=', 1) for setting in sys.argv[1:]))
    try:
        print(server.url(server.database()), flush=True)
        sys.stdin.readline()
    finally:
        server.close()


if __name__ == '__main__':
    main()
