"""deployed.py PROGRAM: the files of deploy/three-nodes/ as they are, on loopback: three machines (127.0.1.1 to 127.0.1.3, with the ports of the files), each with
etcd, Patroni with PostgreSQL, NATS and a node, and HAProxy in front. People play while the primary is killed with its Patroni, and an etcd, a NATS and a
node are killed. As in chaos.py nothing may be lost. It needs the packages patroni and etcd-server, and ends with status 77 if they are missing."""
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

import postgres
from nodes import DEPLOY, Part, find, wait_for
from people import KINDS, play, report, same_for_all, sit_down
from postgres import as_postgres, free_port
from ws import Client

PASSWORD, TABLES, MACHINES = 'a-secret', 6, (1, 2, 3)
LIMITS = {'node': 3, 'primary': 30}


def address(machine):
    return f'127.0.1.{machine}'


def text_of(name, machine):
    """A file of m1 for another machine: the two names are swapped."""
    with open(os.path.join(DEPLOY, name), encoding='ascii') as file:
        text = re.sub(r'(?<!\d)0\.0\.0\.0', address(machine), file.read().replace('CHANGE-ME', PASSWORD))
    swapped = {1: machine, machine: 1}
    return re.sub(r'\bm([123])\b', lambda found: address(swapped.get(int(found[1]), int(found[1]))), text)


class Deployed:
    def __init__(self, program):
        self.program, self.folder = program, tempfile.mkdtemp(prefix='castellany-deployed-')
        self.parts, self.etcd, self.patroni, self.nats, self.nodes = [], {}, {}, {}, []
        os.chmod(self.folder, 0o755)
        self.environment = {**os.environ, 'PGPASSFILE': self.write('pgpass', f'*:*:*:*:{PASSWORD}\n')}
        try:
            self.open()
        except BaseException:
            self.close()
            raise

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, 'w', encoding='ascii') as file:
            file.write(text)
        os.chmod(path, 0o600)
        return path

    def part(self, *words, **more):
        part = Part(*words, **more)
        self.parts.append(part)
        return part

    def open(self):
        threads = [threading.Thread(target=self.open_etcd, args=(machine,)) for machine in MACHINES]     # each waits for the others
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for machine in MACHINES:
            self.open_patroni(machine)
        wait_for(lambda: self.leader() and self.has_standby(), 90)
        subprocess.run([postgres.BIN + 'createdb', '-h', address(self.leader()), '-U', 'castellany', 'castellany'], check=True, env=self.environment)
        for machine in MACHINES:
            self.nats[machine] = self.part(f'NATS {machine}', find('nats-server'), '-c', self.write(f'nats{machine}', text_of('nats.conf', machine)),
                                           port=4222, host=address(machine))
        for machine in MACHINES:
            config = self.write(f'castellany{machine}', text_of('castellany.conf', machine) + 'null = yes\nconnections = 1000\ntables-each = 1000\n')
            self.nodes.append(self.part(f'node {machine}', self.program, 'serve', '--config', config, '--data', os.path.join(self.folder, f'node{machine}'),
                                        port=8080, host=address(machine), env=self.environment))
        self.open_proxy()

    def open_etcd(self, machine):
        settings = dict(line.split('=', 1) for line in text_of('etcd.env', machine).splitlines() if line and not line.startswith('#'))
        settings['ETCD_DATA_DIR'] = os.path.join(self.folder, f'etcd{machine}')
        self.etcd[machine] = self.part(f'etcd {machine}', find('etcd'), port=2379, host=address(machine), env={**os.environ, **settings})

    def data(self, machine):
        return os.path.join(self.folder, f'postgres{machine}', 'data')

    def open_patroni(self, machine):
        folder = os.path.dirname(self.data(machine))
        os.mkdir(folder)
        text = text_of('patroni.yml', machine)
        for there, here in (('10.0.0.0/24', '127.0.0.0/8'), ('bin_dir: BIN ', f'bin_dir: {postgres.BIN} '),
                            ('data_dir: /var/lib/postgresql/castellany', f'data_dir: {self.data(machine)}\n  parameters: {{unix_socket_directories: {folder}}}')):
            assert there in text, there
            text = text.replace(there, here)
        config = self.write(f'postgres{machine}/patroni.yml', text)
        if os.geteuid() == 0:
            shutil.chown(folder, 'postgres', 'postgres')
            shutil.chown(config, 'postgres', 'postgres')
        self.patroni[machine] = self.part(f'Patroni {machine}', find('patroni'), config, port=8008, host=address(machine), cwd=folder,
                                          env={**os.environ, 'HOME': folder}, **as_postgres())

    def open_proxy(self):
        port = free_port()
        text = text_of('haproxy.cfg', 1)
        for there, here in (('bind :443 ssl crt /etc/haproxy/castellany.pem', f'bind 127.0.0.1:{port}'), ('X-Forwarded-Proto https', 'X-Forwarded-Proto http')):
            assert there in text, there
            text = text.replace(there, here)
        self.proxy = self.part('HAProxy', find('haproxy'), '-db', '-f', self.write('haproxy', text), port=port)
        time.sleep(0.5)

    def client(self, node=None, **more):
        return Client(self.proxy.port, **more) if node is None else Client(8080, host=address(node + 1), **more)

    # ---- PostgreSQL ----

    def members(self):
        for machine in MACHINES:
            try:
                with urllib.request.urlopen(f'http://{address(machine)}:8008/cluster', timeout=1) as answer:
                    return json.load(answer)['members']
            except (OSError, KeyError):
                pass
        return []

    def leader(self):
        return next((int(member['host'].rsplit('.', 1)[1]) for member in self.members() if member['role'] == 'leader' and member['state'] == 'running'), None)

    def has_standby(self):
        return any(member['role'] == 'sync_standby' for member in self.members())

    def kill_postgres(self, machine):
        """As if the machine had lost its power: Patroni and all processes of PostgreSQL."""
        self.patroni[machine].kill()
        try:
            with open(os.path.join(self.data(machine), 'postmaster.pid'), encoding='ascii') as file:
                first = int(file.readline())
        except FileNotFoundError:
            return
        children = subprocess.run(['ps', '-o', 'pid=', '--ppid', str(first)], stdout=subprocess.PIPE, text=True, check=False).stdout.split()
        for pid in [first, *map(int, children)]:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass

    def close(self):
        for machine in list(self.patroni):
            self.kill_postgres(machine)
        for part in reversed(self.parts):
            part.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class Faults(threading.Thread):
    def __init__(self, cluster):
        super().__init__(daemon=True)
        self.cluster, self.times, self.problem = cluster, [], None

    def run(self):
        try:
            time.sleep(3)
            for _ in range(2):
                self.fault('etcd', lambda: self.again(random.choice(list(self.cluster.etcd.values()))))
                self.fault('NATS', lambda: self.again(random.choice(list(self.cluster.nats.values()))))
                self.fault('node', lambda: self.again(random.choice(self.cluster.nodes)))
                self.fault('primary', self.kill_primary)
        except BaseException as problem:      # the main thread reports it
            self.problem = problem

    def fault(self, what, harm):
        self.times.append([time.time(), float('inf'), what])
        harm()
        self.times[-1][1] = time.time()
        time.sleep(3)

    @staticmethod
    def again(part):
        part.kill()
        time.sleep(2)
        part.start()

    def kill_primary(self):
        old = self.cluster.leader()
        self.cluster.kill_postgres(old)
        wait_for(lambda: self.cluster.leader() not in (None, old), 60)
        self.cluster.patroni[old].start()
        wait_for(self.cluster.has_standby, 60)


def main():
    if not (os.path.exists(find('patroni')) and os.path.exists(find('etcd'))):
        print('Patroni and etcd are not installed: skipped')
        sys.exit(77)
    begin = time.time()
    with Deployed(sys.argv[1]) as cluster:
        people = []
        for i in range(TABLES):
            people += sit_down(cluster, *KINDS[i % len(KINDS)])
        faults = Faults(cluster)
        faults.start()
        done = play(cluster, people, lambda: not faults.is_alive(), TABLES)
        if faults.problem:
            raise faults.problem
        calm, before = time.time() + 5, {p: p.made for p in people}
        play(cluster, people, lambda: time.time() > calm)
        for name in {p.name for p in people}:
            assert any(p.finished or p.made > before[p] for p in people if p.name == name), f'{name} does not go on'
        for person in people:
            person.check()
            person.leave()
        same_for_all(cluster, people)
        worst = report(faults.times, done + people, LIMITS)
        print(f'{len(faults.times)} faults, {sum(p.made for p in done + people)} moves acknowledged, none lost or made twice; {time.time() - begin:.0f} s')
        for what, limit in LIMITS.items():
            assert worst.get(what, 0) < limit, f'{what}: people waited {worst[what]:.1f} s'


if __name__ == '__main__':
    main()
