"""base.py: what the server's tests share. Each file is run as `test_X.py PROGRAM`."""
import http.client
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

from ws import Server, store

os.environ.setdefault('MALLOC_PERTURB_', '165')     # what is freed or never set is seen to be wrong
PROGRAM = os.path.abspath(sys.argv.pop(1)) if len(sys.argv) > 1 and os.path.exists(sys.argv[1]) else 'build/castellany'


def run(*arguments, **more):
    return subprocess.run([PROGRAM, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **more)


only_sqlite = unittest.skipIf(store.IS_POSTGRESQL, 'about the SQLite file')
each_node = unittest.skipIf(store.TWO_NODES, 'each node counts its own connections and requests')
one_node = unittest.skipIf(store.TWO_NODES, 'about the folder, the log, the figures or the end of one node')


class WithFolder(unittest.TestCase):
    """A test with a data folder of its own."""

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix='castellany-')
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)


class WithServer(WithFolder):
    """A test with a server of its own. The server must stop cleanly and must not have logged an unexpected error."""
    arguments = ()

    def setUp(self):
        super().setUp()
        self.server = Server(PROGRAM, self.folder, *self.arguments)
        self.addCleanup(self.finish)

    def finish(self):
        held = self.held()
        code, log = self.server.stop()
        self.assertEqual(held, 0, 'something held the thread of the tables longer than 50 ms: ' + '\n'.join(line for line in log.splitlines() if 'event=held' in line))
        self.assertEqual(code, 0, log)
        self.assertNotIn('suspended', log)
        self.assertNotIn('runtime error', log)

    def held(self):
        """How often one thing took more than 50 ms of CPU on the thread of the tables (docs/TESTING.md). 0 if the server tells nobody."""
        if self.server.process.poll() is not None or 'tsan' in PROGRAM:
            return 0
        try:
            status, _, text = self.server.http('GET', '/metrics')
        except (OSError, http.client.HTTPException):
            return 0
        found = re.search(rb'^castellany_held_total (\d+)$', text, re.MULTILINE)
        return int(found.group(1)) if status == 200 and found else 0

    def soon(self, check):
        """Another node hears a moment later of what happened at this one. With one server it must be true at once."""
        end = time.time() + (3 if store.TWO_NODES else 0)
        while True:
            try:
                return check()
            except AssertionError:
                if time.time() >= end:
                    raise
            time.sleep(0.05)

    def client(self, **more):
        client = self.server.client(**more)
        self.addCleanup(client.close)
        return client
