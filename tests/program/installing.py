"""installing.py PROGRAM: the binary is hardened, installing leaves the build alone, and the manual page has every option."""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

PROGRAM = os.path.abspath(sys.argv.pop(1))
BUILD = os.path.dirname(PROGRAM)
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..')


def output(*command, **more):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, **more).stdout


def files(folder):
    """Every file below a folder, with what `make` would notice."""
    found = {}
    for path, _, names in os.walk(folder):      # testlog: the run of this test writes it
        for name in (name for name in names if not name.startswith('testlog')):
            about = os.lstat(os.path.join(path, name))
            found[os.path.relpath(os.path.join(path, name), folder)] = about.st_size, about.st_mtime_ns, about.st_uid
    return found


class Binary(unittest.TestCase):
    def test_it_is_hardened(self):
        head, dynamic = output('readelf', '-hlW', PROGRAM), output('readelf', '-dW', PROGRAM)
        self.assertIn('DYN (Position-Independent Executable file)', head)
        self.assertRegex(head, r'GNU_RELRO')
        self.assertRegex(head, r'GNU_STACK .* RW ')                # a stack that cannot be run
        self.assertIn('BIND_NOW', dynamic)                         # with RELRO: full
        called = output('readelf', '--dyn-syms', '-W', PROGRAM)
        self.assertIn('__stack_chk_fail@', called)
        self.assertIn('__snprintf_chk@', called)                   # FORTIFY


class Install(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix='castellany-')
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def make(self, target, *arguments, **more):
        return subprocess.run(['make', '-s', '-C', ROOT, target, f'DESTDIR={self.folder}', *arguments], stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, check=False, **more)

    def test_install_and_uninstall(self):
        before = files(os.path.join(ROOT, 'build'))
        done = self.make('install', 'PREFIX=/opt/castles')
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertEqual(files(os.path.join(ROOT, 'build')), before)            # nothing is built, nothing is root's
        there = os.path.join(self.folder, 'opt/castles')
        self.assertEqual(sorted(files(there)), ['bin/castellany', 'lib/systemd/system/castellany.service', 'lib/sysusers.d/castellany.conf',
                                                'share/bash-completion/completions/castellany', 'share/castellany/castellany.conf',
                                                'share/castellany/fail2ban.conf', 'share/fish/vendor_completions.d/castellany.fish',
                                                'share/man/man1/castellany.1', 'share/zsh/site-functions/_castellany'])
        self.assertIn('castellany ', output(os.path.join(there, 'bin/castellany'), '--version'))
        unit = open(os.path.join(there, 'lib/systemd/system/castellany.service'), encoding='utf-8').read()
        self.assertIn('ExecStart=/opt/castles/bin/castellany serve ', unit)
        self.assertIn('LimitNOFILE=', unit)
        self.assertEqual(self.make('uninstall', 'PREFIX=/opt/castles').returncode, 0)
        self.assertEqual(files(there), {})

    def test_nothing_is_built_by_install(self):
        """`sudo make install` before `make` must not build as root."""
        clone = os.path.join(self.folder, 'clone')
        os.makedirs(clone)
        for name in ('Makefile', 'tools', 'deploy'):
            source = os.path.join(ROOT, name)
            (shutil.copytree if os.path.isdir(source) else shutil.copy)(source, os.path.join(clone, name))
        done = subprocess.run(['make', '-s', '-C', clone, 'install', f'DESTDIR={self.folder}'], capture_output=True, text=True, check=False)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn('run "make" first', done.stderr)
        self.assertFalse(os.path.exists(os.path.join(clone, 'build')))

    def test_a_part_that_the_distribution_lacks_is_left_out(self):
        """The packages of a part are installed together or not at all, and the cost is named."""
        scripts = {'id': 'echo 0', 'dpkg-query': 'exit 1', 'apt-get': 'echo "$@" >>"$LOG"',
                   'apt-cache': 'case $2 in gamma) echo "  Candidate: (none)";; *) echo "  Candidate: 1.0";; esac'}
        tools = self.tools(scripts, ('sh', 'grep', 'env'))
        log = os.path.join(self.folder, 'log')
        done = subprocess.run([os.path.join(ROOT, 'tools/install-packages'), 'alpha', '--without', 'nothing flies', 'beta', 'gamma',
                               '--without', 'nothing swims', 'delta'], env={'PATH': tools, 'LOG': log}, capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stdout, done.stderr),
                         (0, 'installing: alpha delta\n', 'this distribution has no gamma: nothing flies\n'))
        self.assertTrue(open(log, encoding='ascii').read().endswith(' alpha delta\n'))

    def tools(self, scripts, real):
        """A folder of programs: these scripts, and some of the system's."""
        folder = os.path.join(self.folder, 'tools')
        os.makedirs(folder)
        for name in real:
            os.symlink(shutil.which(name), os.path.join(folder, name))
        for name, script in scripts.items():
            with open(os.path.join(folder, name), 'w', encoding='ascii') as file:
                file.write(f'#!/bin/sh\n{script}\n')
            os.chmod(os.path.join(folder, name), 0o755)
        return folder

    def missing(self, sudo):
        """What install-packages says to somebody who may not install."""
        scripts = {'id': 'echo 1000', 'dpkg-query': 'exit 1', 'apt-get': 'exit 1', **({'sudo': 'echo "sudo: no" >&2; exit 1'} if sudo else {})}
        tools = self.tools(scripts, ('sh', 'grep', 'dirname'))
        done = subprocess.run([os.path.join(ROOT, 'tools/install-packages'), 'alpha', 'beta'], env={'PATH': tools}, capture_output=True, text=True,
                              check=False)
        self.assertEqual((done.returncode, done.stdout), (1, ''))
        return done.stderr

    def test_missing_packages_without_sudo(self):
        self.assertEqual(self.missing(False),
                         'these packages are missing, and there is no sudo. As root, run: apt-get install -y alpha beta\n')

    def test_missing_packages_without_rights(self):
        self.assertIn('sudo does not let you install them. As root, run: apt-get install -y alpha beta\n', self.missing(True))


class Manual(unittest.TestCase):
    def test_it_has_every_option(self):
        with open(os.path.join(BUILD, 'castellany.1'), encoding='utf-8') as page:
            text = page.read().replace('\\-', '-')
        names = re.findall(r'^  ([a-z]+) +[A-Z]', output(PROGRAM, '--help').partition('Games:')[0], re.MULTILINE)
        self.assertGreater(len(names), 12)
        for name in (name for name in names if not name.startswith('testlog')):
            part = text.partition(f'.SS castellany {name}')[2].partition('\n.SS ')[0]
            self.assertTrue(part, name)
            for option in re.findall(r'^  (--[a-z-]+)', output(PROGRAM, name, '--help'), re.MULTILINE):
                self.assertIn(f'.B {option}', part)
        self.assertIn('.B unsay TABLE NUMBER', text)

    @unittest.skipUnless(shutil.which('man'), 'no man here')
    def test_man_reads_it(self):
        self.assertEqual(output('man', '-l', '--warnings=w', os.path.join(BUILD, 'castellany.1'), env={**os.environ, 'MANWIDTH': '120', 'LC_ALL': 'C.UTF-8'})
                         .count('warning'), 0)


if __name__ == '__main__':
    unittest.main(warnings='ignore')
