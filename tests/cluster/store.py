"""store.py: with CASTELLANY_TEST_STORE=postgresql every server that a test starts gets a new PostgreSQL database for its data folder."""
import atexit
import os
import sqlite3

from postgres import Postgres

IS_POSTGRESQL = os.environ.get('CASTELLANY_TEST_STORE') == 'postgresql'
_databases = {}     # by data folder
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


def arguments(folder):
    """What `serve` needs besides --data."""
    return ['--store', postgres().url(database_of(folder))] if IS_POSTGRESQL else []


def query(folder, sql):
    """Asks the store of a data folder, whichever it is. The rows are lists of texts."""
    if IS_POSTGRESQL:
        return postgres().query(sql, database_of(folder))
    database = sqlite3.connect(os.path.join(str(folder), 'castellany.db'), isolation_level=None)
    try:
        return [[str(value) for value in row] for row in database.execute(sql).fetchall()]
    finally:
        database.close()
