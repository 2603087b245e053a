#!/usr/bin/env python3
"""build_wasm.py: builds castellany for browsers.

Usage: build_wasm.py OUT.wasm DEPFILE VERSION SOURCE_ROOT [--simd] -- SOURCE...

Compiles each source with clang for wasm32-wasi and links them as a reactor: a module with functions and no main. Rules and bots are built
for speed and optimised as a whole, with --simd also for the SIMD instructions of newer browsers; the rest, which is most of the code and
waits for people, is built to be small.

The module asks only for what src/wasm/page.h declares, and for the processor features in FEATURES. A C library that brings more, as newer
ones do, is lowered to them by wasm-opt of binaryen, or the build fails and names what it brought. Needs the packages of WASM_PACKAGES in
the Makefile."""
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys

out, depfile, version, root = sys.argv[1:5]
cut = sys.argv.index('--')
simd, sources = '--simd' in sys.argv[5:cut], sys.argv[cut + 1:]
folder = out + '.p'
clang, sysroot = subprocess.run([sys.executable, os.path.join(root, 'tools/find_tools.py'), 'wasm'], check=True, stdout=subprocess.PIPE, text=True).stdout.split()
target = ['--target=wasm32-wasi', '--sysroot=' + sysroot]
compiler = ([shutil.which('ccache')] if shutil.which('ccache') else []) + [clang]
# Every browser has the first two since 2021; the plain build is for browsers without SIMD (Safari before 16.4).
FEATURES = ['bulk-memory', 'mutable-globals'] + ['simd'] * simd
# What C libraries may have been compiled with; wasm-opt turns it into the features above.
LOWERED = ['sign-ext', 'reference-types', 'multivalue']
fast, small = ['-O3', '-flto'] + ['-msimd128'] * simd, ['-Oz']
# What a search calls millions of times: bots and the rules of games, but not what only shows and explains.
searched = re.compile(r'src/(bot|core|castelli|castle|castellan)/(?!\w*(_json|_why|_text|_box|json|text|words|record|trace|box|list|option|reason|reasons|learn|shipped|weights)\.c)')
flags = ['-std=c11', '-mbulk-memory', '-mno-sign-ext', '-Wall', '-Wextra', '-Wno-missing-field-initializers', '-Werror', '-fno-math-errno', '-ffp-contract=off', '-D_POSIX_C_SOURCE=200809L', '-ffunction-sections', '-fdata-sections',
         f'-I{root}/src', f'-DCASTELLANY_VERSION="{version}"']


def compile_one(source):
    made = os.path.join(folder, re.sub(r'\W', '_', os.path.abspath(source)) + '.o')
    speed = fast if searched.search(os.path.relpath(source, root).replace(os.sep, '/')) else small
    subprocess.run([*compiler, *target, *flags, *speed, '-MMD', '-MF', made + '.d', '-c', '-o', made, source], check=True)
    with open(made + '.d', encoding='utf-8') as f:
        return made, f.read().replace('\\\n', ' ').split(':', 1)[1].split()


def imports(path):
    """The names that a module imports, such as page.now: its section 2."""
    with open(path, 'rb') as f:
        data = f.read()
    at = 8

    def number():
        nonlocal at
        value = shift = 0
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    def name():
        nonlocal at
        size = number()
        at += size
        return data[at - size:at].decode()

    names = []
    while at < len(data):
        section, size = data[at], (at := at + 1) and number()
        end = at + size
        for _ in range(number() if section == 2 else 0):
            names.append(name() + '.' + name())
            assert data[at] == 0, 'it imports something that is not a function'
            at += 1
            number()
        at = end
    return names


def lower(linked):
    """Writes `out`: the linked module without features that not every browser has; a second reading sees that none is left."""
    known = subprocess.run(['wasm-opt', '--help'], check=True, stdout=subprocess.PIPE, text=True).stdout
    lowering = ['--signext-lowering'] if '--signext-lowering' in known else []  # the systems whose binaryen lacks it have a C library that does not need it
    subprocess.run(['wasm-opt', '-O2', '--mvp-features', *('--enable-' + f for f in FEATURES + LOWERED), *lowering, '--strip-producers', '--strip-target-features',
                    linked, '-o', out], check=True)
    subprocess.run(['wasm-opt', '--mvp-features', *('--enable-' + f for f in FEATURES), out, '-o', os.devnull, '-q'], check=True)
    foreign = [name for name in imports(out) if not name.startswith('page.')]
    if foreign:
        sys.exit(f'build_wasm.py: {out} imports {", ".join(foreign)}; it may import only what src/wasm/page.h declares')


os.makedirs(folder, exist_ok=True)
try:
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        made = list(pool.map(compile_one, sources))
    # The stack comes first, so that an overflow traps and writes over nothing. With -O3 instead of -Wl,-O3 clang would run wasm-opt by itself.
    linked = os.path.join(folder, 'linked.wasm')
    subprocess.run([clang, *target, '-mexec-model=reactor', '-Wl,-O3,--lto-O3', '-Wl,--stack-first', '-Wl,-z,stack-size=1048576', '-Wl,--strip-all',
                    '-Wl,--gc-sections', '-o', linked, *(name for name, _ in made)], check=True)
    lower(linked)
except subprocess.CalledProcessError as error:
    sys.exit(error.returncode)
inputs = sorted({os.path.abspath(path) for _, paths in made for path in paths} | {os.path.abspath(__file__)})
with open(depfile, 'w', encoding='utf-8') as f:
    f.write(f'{out}: ' + ' '.join(path.replace(' ', '\\ ') for path in inputs) + '\n')
