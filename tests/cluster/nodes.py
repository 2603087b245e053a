"""nodes.py: a whole cluster on loopback for tests: nodes of castellany behind HAProxy, PostgreSQL with a synchronous standby, NATS.
Everything is started here, in temporary folders and on free ports, and is gone afterwards."""
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'server'))
from postgres import Postgres, free_port
from ws import Client

DEPLOY = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', 'deploy', 'three-nodes')


def is_open(port, host='127.0.0.1'):
    with socket.socket() as s:
        s.settimeout(0.5)
        return s.connect_ex((host, port)) == 0


def find(name):
    """A program, also if the folder of the system's programs is not searched."""
    return shutil.which(name) or f'/usr/sbin/{name}'


def wait_for(what, seconds=20):
    end = time.time() + seconds
    while not what():
        assert time.time() < end, 'it did not start in time'
        time.sleep(0.05)


class Part:
    """A process that can be killed, stopped for a while and started again. `more` is for Popen."""

    def __init__(self, name, *command, port, host='127.0.0.1', **more):
        self.name, self.command, self.port, self.host, self.more, self.process = name, command, port, host, more, None
        self.log = tempfile.NamedTemporaryFile(prefix='castellany-log-', suffix='.txt')
        self.start()

    def start(self):
        self.process = subprocess.Popen(self.command, stdout=self.log, stderr=self.log, **self.more)
        wait_for(lambda: is_open(self.port, self.host) or self.process.poll() is not None)
        assert self.process.poll() is None, f'{self.name} does not start: {self.text()}'

    def text(self):
        with open(self.log.name, encoding='utf-8', errors='replace') as file:
            return file.read()

    def kill(self, how=signal.SIGKILL):
        self.process.send_signal(how)
        if how in (signal.SIGKILL, signal.SIGTERM):
            self.process.wait(30)

    def cpu_seconds(self):
        with open(f'/proc/{self.process.pid}/stat', encoding='ascii') as file:
            fields = file.read().rsplit(')', 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf('SC_CLK_TCK')

    def close(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGCONT)
            self.kill()
        self.log.close()


class Cluster:
    """`network`: a network.Network, in which each node reaches PostgreSQL and NATS at an address of its own; `cut` and `mend` are
    about that one. `settings` are those of PostgreSQL."""

    def __init__(self, program, nodes=2, nats=1, standby=False, proxy=True, network=None, full_disk=None, settings=None, arguments=('--connections', '10000', '--tables-each', '100000')):
        self.folder = tempfile.mkdtemp(prefix='castellany-cluster-')
        self.parts, self.nodes, self.nats, self.network, self.proxy, self.standby = [], [], [], network, None, None
        try:
            everywhere = {'listen_addresses': "'0.0.0.0'"} if network else {}
            self.postgres = {'full_disk': full_disk, **everywhere, **(settings or {})}
            self.primary = Postgres(**self.postgres)
            self.database = self.primary.database()
            if standby:
                self.standby = Postgres(standby_of=self.primary, **self.postgres)
            self.url = self.primary.url(self.database, *[self.standby] * standby)
            self.open_nats(nats)
            for number in range(nodes):
                port, host = free_port(), network.address(number) if network else '127.0.0.1'
                bus = 'nats://' + ','.join(f'{host}:{part.port}' for part in self.nats)
                self.nodes.append(self.part(f'node {number}', program, 'serve', '--listen', f'127.0.0.1:{port}', '--data', os.path.join(self.folder, str(number)),
                                            '--store', self.url.replace('127.0.0.1', host), '--bus', bus, '--null', *['--trust-proxy'] * proxy, *arguments, port=port))
            if proxy:
                self.open_proxy()
        except BaseException:
            self.close()
            raise

    def part(self, name, *command, port):
        part = Part(name, *command, port=port)
        self.parts.append(part)
        return part

    def open_nats(self, count):
        ports, routes = [free_port() for _ in range(count)], [free_port() for _ in range(count)]
        for i in range(count):
            others = ','.join(f'nats://127.0.0.1:{route}' for route in routes if route != routes[i])
            cluster = ['--cluster_name', 'test', '--cluster', f'nats://127.0.0.1:{routes[i]}', '--routes', others] if count > 1 else []
            self.nats.append(self.part(f'NATS {i}', find('nats-server'), '-a', '0.0.0.0' if self.network else '127.0.0.1', '-p', str(ports[i]), *cluster,
                                       '--no_advertise', port=ports[i]))       # or clients would learn of other addresses

    def open_proxy(self):
        """HAProxy with the file of deploy/, but without TLS and with the ports of this cluster."""
        port, file = free_port(), os.path.join(self.folder, 'haproxy.cfg')
        with open(os.path.join(DEPLOY, 'haproxy.cfg'), encoding='ascii') as example:
            lines = [line for line in example.read().splitlines() if not line.strip().startswith('server ')]
        text = '\n'.join(lines + [f'    server n{i} 127.0.0.1:{node.port}' for i, node in enumerate(self.nodes)]) + '\n'
        for there, here in (('bind :443 ssl crt /etc/haproxy/castellany.pem', f'bind 127.0.0.1:{port}'), ('X-Forwarded-Proto https', 'X-Forwarded-Proto http')):
            assert there in text, there
            text = text.replace(there, here)
        with open(file, 'w', encoding='ascii') as out:
            out.write(text)
        self.proxy = self.part('HAProxy', find('haproxy'), '-db', '-f', file, port=port)
        time.sleep(0.5)

    def client(self, node=None, **more):
        """A client of one node, or of any through the proxy."""
        return Client(self.proxy.port if node is None else self.nodes[node].port, **more)

    def fail_over(self):
        """The primary dies, the standby takes over; a new standby is made where the primary was."""
        old = self.primary
        old.kill()
        self.standby.promote()
        self.primary, self.standby = self.standby, None
        return old

    def renew_standby(self, old):
        shutil.rmtree(old.folder, ignore_errors=True)
        self.standby = Postgres(standby_of=self.primary, port=old.port, **self.postgres)

    def close(self):
        for part in reversed(self.parts):
            part.close()
        for server in (getattr(self, 'standby', None), getattr(self, 'primary', None)):
            if server:
                server.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
