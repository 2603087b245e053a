#!/usr/bin/env python3
"""build_wasm.py: builds castellany for browsers.

Usage: build_wasm.py OUT.wasm DEPFILE VERSION SOURCE_ROOT [--simd] -- SOURCE...

Compiles each source with clang for wasm32-wasi and links them as a reactor: a module with functions and no main. Rules and bots are built
for speed and optimised as a whole, with --simd also for the SIMD instructions of newer browsers; the rest, which is most of the code and
waits for people, is built to be small. Needs the Debian packages of BUILD_PACKAGES in the Makefile."""
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
target = ['--target=wasm32-wasi', '--sysroot=/usr']
compiler = ([shutil.which('ccache')] if shutil.which('ccache') else []) + ['clang-14']
fast, small = ['-O3', '-flto'] + ['-msimd128'] * simd, ['-Oz']
# What a search calls millions of times: bots and the rules of games, but not what only shows and explains.
searched = re.compile(r'src/(bot|core|castelli|castle|castellan)/(?!\w*(_json|_why|_text|_box|json|text|words|record|trace|box|list|option|reason|reasons|learn|shipped|weights)\.c)')
flags = ['-std=c11', '-mbulk-memory', '-Wall', '-Wextra', '-Werror', '-fno-math-errno', '-D_POSIX_C_SOURCE=200809L', '-ffunction-sections', '-fdata-sections',
         f'-I{root}/src', f'-I{root}/src/wasm/include', f'-DCASTELLANY_VERSION="{version}"']


def compile_one(source):
    made = os.path.join(folder, re.sub(r'\W', '_', os.path.abspath(source)) + '.o')
    speed = fast if searched.search(os.path.relpath(source, root).replace(os.sep, '/')) else small
    subprocess.run([*compiler, *target, *flags, *speed, '-MMD', '-MF', made + '.d', '-c', '-o', made, source], check=True)
    with open(made + '.d', encoding='utf-8') as f:
        return made, f.read().replace('\\\n', ' ').split(':', 1)[1].split()


os.makedirs(folder, exist_ok=True)
try:
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        made = list(pool.map(compile_one, sources))
    # The stack comes first, so that an overflow traps and writes over nothing.
    subprocess.run(['clang-14', *target, '-mexec-model=reactor', '-O3', '-Wl,--stack-first', '-Wl,-z,stack-size=1048576', '-Wl,--strip-all',
                    '-Wl,--gc-sections', '-o', out, *(name for name, _ in made)], check=True)
except subprocess.CalledProcessError as error:
    sys.exit(error.returncode)
inputs = sorted({os.path.abspath(path) for _, paths in made for path in paths} | {os.path.abspath(__file__)})
with open(depfile, 'w', encoding='utf-8') as f:
    f.write(f'{out}: ' + ' '.join(path.replace(' ', '\\ ') for path in inputs) + '\n')
