"""test_hostile.py PROGRAM [--figures [SECONDS]] [KIND…]: while two honest people play, strangers misbehave in every way that misbehaving.py
and misbehaving_requests.py know, or in those that are named. The honest lose nothing and hardly wait for a move (LIMIT_MS). With
--figures it prints for each kind how long their moves took, takes SECONDS (5) for each, and fails if a p99 misses the goal (GOAL_MS)."""
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import traceback

FIGURES = '--figures' in sys.argv
WORDS = [word for word in sys.argv[2:] if word not in ('--figures', '-v')]      # tests/cluster/suite.py gives -v to every test
NUMBERS = [float(word) for word in WORDS if word.replace('.', '').isdigit()]
ONLY = [word for word in WORDS if not word.replace('.', '').isdigit()]
SECONDS = NUMBERS[0] if NUMBERS else 5 if FIGURES else 0.35
PROGRAM = sys.argv[1]
LIMIT_MS, SLOWER = 1000, 20     # or so many times as long as when nobody misbehaves, if the machine is busy
GOAL_MS = 100                   # of the p99 on a machine without other work
HERE = os.path.dirname(os.path.abspath(__file__))

import misbehaving              # noqa: E402
import misbehaving_requests     # noqa: E402,F401
from ws import Server           # noqa: E402


class Honest:
    """The two who play, in a program of their own."""

    def __init__(self, port):
        self.process = subprocess.Popen([sys.executable, os.path.join(HERE, 'honest.py'), str(port)],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def report(self):
        self.process.stdin.write('\n')
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        assert line, 'the honest could not go on; see above'
        return json.loads(line)

    def end(self):
        self.process.stdin.close()
        self.process.wait(20)
        self.process.stdout.close()


def unflooded():
    """The requests of the protocol with which nobody misbehaves."""
    words = set()
    for name in glob.glob(os.path.join(HERE, '../../src/server/protocol/requests_*.c')):
        words |= set(re.findall(r'^    \{"([a-z_]+)", "', open(name, encoding='utf-8').read(), re.MULTILINE))
    assert len(words) > 40, words
    done = ''.join(open(os.path.join(HERE, name), encoding='utf-8').read() for name in ('misbehaving.py', 'misbehaving_requests.py'))
    return [word for word in sorted(words) if f"'{word}'" not in done]


def main():
    folder = tempfile.mkdtemp(prefix='castellany-hostile-')
    more = ('--tables-each', '5000') if FIGURES else ()     # long floods make many tables, and later kinds need some of their own
    server = Server(PROGRAM, folder, *more, stderr=open(os.path.join(folder, 'log'), 'w+', encoding='utf-8'))
    failed, times, limit = [], {}, LIMIT_MS
    kinds = {name: run for name, run in misbehaving.KINDS.items() if not ONLY or name in ONLY}
    assert len(misbehaving.KINDS) >= 50 and (kinds or not ONLY), f'there is no kind {" ".join(ONLY)}'
    assert not unflooded(), unflooded()
    try:
        honest = Honest(server.port)
        told = honest.report()
        os.nice(10)     # strangers have machines of their own
        for name, run in kinds.items():
            x = misbehaving.Harasser(server, told['table'], SECONDS)
            problem = None
            try:
                run(x)
            except Exception:       # pylint: disable=broad-except
                problem = traceback.format_exc()
            while x.going():
                honest.process.poll()
                misbehaving.time.sleep(0.02)
            x.close()
            assert server.process.poll() is None, f'{name}: the server ended'
            told = honest.report()
            times[name] = told['p99'] or 0
            limit = max(limit, SLOWER * told['p99'] if name == 'nobody' else 0)
            if not told['moves'] or told['p99'] > limit:
                problem = (problem or '') + f'the honest made {told["moves"]} moves, p99 {told["p99"]} ms'
            if FIGURES:
                print(f'{name:32s} moves {told["moves"]:4d}  p50 {told["p50"]:7.2f}  p99 {told["p99"]:7.2f}  max {told["max"]:7.2f} ms', flush=True)
            if problem:
                failed.append(name)
                print(f'{name}: {problem}', file=sys.stderr, flush=True)
        honest.end()
        server.process.terminate()
        server.process.wait(60)
        log = open(os.path.join(folder, 'log'), encoding='utf-8').read()
        assert server.process.returncode == 0, log[-2000:]
        assert 'suspended' not in log and 'runtime error' not in log, log[-2000:]
        assert len(log) < 1 << 20, 'the log is flooded'
    finally:
        server.process.kill()
        shutil.rmtree(folder, ignore_errors=True)
    worst = max(times, key=times.get)
    slow = [name for name in times if FIGURES and times[name] >= GOAL_MS]
    if slow:
        print(f'p99 of {GOAL_MS} ms or more:', *(f'{name} ({times[name]:.0f} ms)' for name in slow))
    print(f'{len(kinds)} kinds of misbehaviour, {len(failed)} failed; worst p99 of the honest {times[worst]:.1f} ms ({worst})')
    sys.exit(1 if failed or slow else 0)


main()
