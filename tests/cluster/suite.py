"""suite.py PROGRAM [WAY…] [NAME…]: runs all tests of tests/server/ in other ways: `one` server on PostgreSQL; `two` nodes with NATS, the clients of each test spread
over both. Without a WAY: one and two. NAME is that of a file: games for test_games.py. Prints a line for each file, and at
the end which tests were skipped and why."""
import glob
import os
import re
import subprocess
import sys

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'server')
WAYS = {'one': {'CASTELLANY_TEST_STORE': 'postgresql'}, 'two': {'CASTELLANY_TEST_NODES': '2'}}
PATIENCE = 900


def run(program, way, name):
    """Whether all tests of a file passed, and the tests that were skipped."""
    try:
        done = subprocess.run([sys.executable, os.path.join(FOLDER, f'test_{name}.py'), program, '-v'], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              env={**os.environ, **WAYS[way]}, timeout=PATIENCE, check=False)
        said, fine = done.stdout, done.returncode == 0
    except subprocess.TimeoutExpired as late:
        said, fine = (late.stdout or b'').decode(errors='replace') + f'\nit took more than {PATIENCE} s', False
    skipped = re.findall(r"^(test_\w+)(?:(?! \.\.\. )[^\n])*(?:\n(?!test_)[^\n]*)? \.\.\. skipped ['\"]([^\n]*)['\"]$", said, re.MULTILINE)
    count = re.search(r'^Ran (\d+) test', said, re.MULTILINE)
    print(f'{way} {name}: {"passed" if fine else "FAILED"}, {count[1] if count else "?"} tests, {len(skipped)} skipped', flush=True)
    if not fine:
        print(said[said.find('\n======'):] if '\n======' in said else said[-3000:], flush=True)
    return fine, skipped


def main():
    program = os.path.abspath(sys.argv[1])
    ways = [word for word in sys.argv[2:] if word in WAYS] or ['one', 'two']
    names = [word for word in sys.argv[2:] if word not in WAYS] or \
        sorted(os.path.basename(path)[5:-3] for path in glob.glob(os.path.join(FOLDER, 'test_*.py')))
    failed, reasons = 0, {}
    for way in ways:
        for name in names:
            fine, skipped = run(program, way, name)
            failed += not fine
            for test, reason in skipped:
                reasons.setdefault((way, reason), []).append(f'{name}.{test}')
    for (way, reason), tests in reasons.items():
        print(f'{way}: skipped because "{reason}": {", ".join(tests)}')
    print(f'{len(ways) * len(names) - failed} passed, {failed} failed')
    sys.exit(1 if failed else 0)


if __name__ == '__main__':
    main()
