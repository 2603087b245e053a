#!/usr/bin/env python3
"""find_tools.py: where this system has compilers and servers whose folders or names carry a version; the newest is taken.

Usage: find_tools.py clang        the newest clang for this machine
       find_tools.py wasm         the newest clang that compiles and links for browsers, and its --sysroot
       find_tools.py postgresql   the folder of the newest PostgreSQL's programs

Prints a path, or says what is missing and exits with 1. No other file names a version."""
import glob
import os
import re
import shutil
import subprocess
import sys

# Where distributions put the C library for WebAssembly: Debian, Fedora and Arch, Alpine.
WASM_SYSROOTS = ['/usr', '/usr/share/wasi-sysroot', '/usr/share/wasi/sysroot']


def by_version(path):
    """Sorts 9 before 14; a path without a version, as /usr/bin/clang, comes last, because it is what the distribution recommends."""
    numbers = re.findall(r'\d+', path)
    return int(numbers[0]) if numbers else 0


def programs(name):
    """All programs of this name, newest first: clang, clang-19, /usr/lib/llvm-19/bin/clang."""
    folders = os.environ.get('PATH', '').split(os.pathsep) + glob.glob('/usr/lib/llvm-*/bin') + glob.glob('/usr/lib/llvm*/bin')
    found = {path for folder in folders for path in glob.glob(os.path.join(folder, name)) + glob.glob(os.path.join(folder, name + '-[0-9]*'))
             if re.fullmatch(re.escape(name) + r'(-\d+)?', os.path.basename(path)) and os.access(path, os.X_OK)}
    return sorted(found, key=lambda path: (version(path), -len(path)), reverse=True)


def version(path):
    """The version that a compiler says of itself."""
    done = subprocess.run([path, '--version'], capture_output=True, text=True, check=False)
    said = re.search(r'version (\d+)\.(\d+)', done.stdout)
    return (int(said[1]), int(said[2])) if done.returncode == 0 and said else (0, 0)


def clang():
    return next((path for path in programs('clang') if version(path) > (0, 0)), None)


def wasm():
    """A clang counts only if its linker, its runtime and a C library for WebAssembly are there too. A compiler that lacks one prints its bare name."""
    for compiler in programs('clang'):
        for sysroot in WASM_SYSROOTS:
            def ask(question):
                done = subprocess.run([compiler, '--target=wasm32-wasi', '--sysroot=' + sysroot, question], capture_output=True, text=True, check=False)
                return done.stdout.strip()
            if shutil.which(ask('-print-prog-name=wasm-ld')) and all(map(os.path.isfile, map(ask, ['-print-file-name=libc.a', '-print-libgcc-file-name']))):
                return compiler + ' ' + sysroot
    return None


def postgresql():
    folders = [os.path.dirname(path) for path in glob.glob('/usr/lib/postgresql/*/bin/initdb')]
    folders += [os.path.dirname(path) for path in [shutil.which('initdb')] if path]
    return max(folders, key=by_version, default=None)


FINDERS = {
    'clang': (clang, 'there is no clang; on Debian: apt-get install clang'),
    'wasm': (wasm, 'there is no clang with wasm-ld, wasi-libc and its runtime for wasm32; on Debian: apt-get install clang lld wasi-libc libclang-rt-dev-wasm32'),
    'postgresql': (postgresql, 'there is no PostgreSQL server; on Debian: apt-get install postgresql'),
}

if __name__ == '__main__':
    if len(sys.argv) != 2 or sys.argv[1] not in FINDERS:
        sys.exit(__doc__)
    find, missing = FINDERS[sys.argv[1]]
    path = find()
    if not path:
        sys.exit('find_tools.py: ' + missing)
    print(path)
