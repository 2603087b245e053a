"""followers.py PROGRAM [FOLLOWERS] [SECONDS]: what it costs the server that many clients follow the lists while one table a second is
made, joined and started. Prints one figure a line; not part of `make test`, because other work on the machine would decide it."""
import os
import resource
import select
import shutil
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'server'))
from ws import Server, table  # noqa: E402

PROGRAM = sys.argv[1]
FOLLOWERS = int(sys.argv[2]) if len(sys.argv) > 2 else 5000
SECONDS = int(sys.argv[3]) if len(sys.argv) > 3 else 20


def cpu(pid):
    fields = open(f'/proc/{pid}/stat', encoding='ascii').read().rsplit(')', 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf('SC_CLK_TCK')


def main():
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    folder = tempfile.mkdtemp(prefix='castellany-followers-')
    server = Server(PROGRAM, folder, '--connections', '100000', '--ping', '3600')
    try:
        people = [server.client() for _ in range(2)]
        poll = select.poll()
        sockets = {}
        for _ in range(FOLLOWERS):
            client = server.client()
            for what in ('open', 'live', 'finished'):
                client.ask('list', what=what)
            client.socket.setblocking(False)
            sockets[client.socket.fileno()] = client.socket
            poll.register(client.socket, select.POLLIN)
        time.sleep(2)
        received, messages, delays = 0, 0, []
        begin, used, made = time.time(), cpu(server.process.pid), 0
        while time.time() - begin < SECONDS:
            if time.time() - begin >= made:
                made += 1
                asked = time.time()
                name = people[0].ask('create', **table('null', 2))['table']
                people[1].ask('join', table=name)
                people[0].ask('start', table=name)
                people[0].ask('resign', table=name, seat=1)
                people[1].ask('resign', table=name, seat=2)
                delays.append((time.time() - asked) / 5)
            for number, _ in poll.poll(50):
                received += len(sockets[number].recv(1 << 16))
                messages += 1
        seconds = time.time() - begin
        used = cpu(server.process.pid) - used
        print(f'followers {FOLLOWERS}\ntables {made}\nseconds {seconds:.1f}')
        print(f'server_cpu_percent {100 * used / seconds:.2f}\nmegabytes_per_second {received / seconds / 1e6:.2f}')
        print(f'reads {messages}\nslowest_answer_ms {1000 * max(delays):.0f}')
        server.stop()
    finally:
        server.process.kill()
        shutil.rmtree(folder, ignore_errors=True)


main()
