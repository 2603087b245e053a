"""store.py: with CASTELLANY_TEST_STORE=postgresql every server that a test starts gets a new PostgreSQL database for its data folder. With
CASTELLANY_TEST_NODES=2 a second node runs beside it, and the clients of a test are spread over both; the bus is NATS."""
import atexit
import os
import re
import shutil
import sqlite3
import subprocess
import time

from postgres import Postgres, free_port

TWO_NODES = os.environ.get('CASTELLANY_TEST_NODES') == '2'
IS_POSTGRESQL = os.environ.get('CASTELLANY_TEST_STORE') == 'postgresql' or TWO_NODES
_databases = {}     # by data folder
_buses = []
_servers = []       # one PostgreSQL for all tests of a process


def postgres():
    if not _servers:
        _servers.append(Postgres())
        atexit.register(_servers[0].close)
    return _servers[0]


def database_of(folder):
    folder = os.path.abspath(str(folder))
    if folder not in _databases:
        _databases[folder] = postgres().database()
    return _databases[folder]


def bus():
    """The URL of a NATS for all tests of a process."""
    if not _buses:
        port = free_port()
        server = subprocess.Popen([shutil.which('nats-server') or '/usr/sbin/nats-server', '-a', '127.0.0.1', '-p', str(port)], stderr=subprocess.DEVNULL)
        atexit.register(server.wait)
        atexit.register(server.kill)
        _buses.append(f'nats://127.0.0.1:{port}')
        time.sleep(0.3)
    return _buses[0]


def arguments(folder):
    """What `serve` needs besides --data."""
    nodes = ['--bus', bus() + '/' + database_of(folder)] if TWO_NODES else []
    return ['--store', postgres().url(database_of(folder)), *nodes] if IS_POSTGRESQL else []


def _literal(value):
    return str(value) if isinstance(value, int) else "'" + str(value).replace("'", "''") + "'"


def _value(text):
    return int(text) if re.fullmatch(r'-?[0-9]+', text) else text


def query(folder, sql, *values):
    """Asks or changes the store of a data folder, whichever it is; the values stand for the question marks. Returns tuples."""
    if IS_POSTGRESQL:
        parts = sql.split('?')
        sql = parts[0] + ''.join(_literal(value) + part for value, part in zip(values, parts[1:]))
        return [tuple(map(_value, row)) for row in postgres().query(sql, database_of(folder))]
    database = sqlite3.connect(os.path.join(str(folder), 'castellany.db'), isolation_level=None)
    try:
        return database.execute(sql, values).fetchall()
    finally:
        database.close()


def forbid_inserts(folder, table):
    """From now on the store refuses new rows of this table."""
    if IS_POSTGRESQL:
        query(folder, f'ALTER TABLE {table} ADD CONSTRAINT no CHECK (FALSE) NOT VALID')
    else:
        query(folder, f'CREATE TRIGGER no BEFORE INSERT ON {table} BEGIN SELECT RAISE(ABORT, "no"); END')
