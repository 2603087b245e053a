#!/usr/bin/env python3
"""embed.py: writes a C source that contains files as byte arrays with their names. Translations are named nl/FILE and de/FILE.

Usage: embed.py TABLE OUT.c FILE...   The table is `const struct embedded TABLE[]`. A NULL name ends it."""
import os
import sys

table, out, files = sys.argv[1], sys.argv[2], sys.argv[3:]
with open(out, 'w', encoding='ascii') as c:
    c.write('/* Made by tools/embed.py. */\n#include "core/embedded.h"\n\n')
    for i, name in enumerate(files):
        data = open(name, 'rb').read()
        c.write(f'static const unsigned char {table}_{i}[] = {{')
        for k in range(0, len(data), 24):
            c.write('\n' + ''.join(f'{b},' for b in data[k:k + 24]))
        c.write('0};\n')
    c.write(f'\nconst struct embedded {table}[] = {{\n')
    for i, name in enumerate(files):
        folder = os.path.basename(os.path.dirname(name))
        short = (folder + '/' if folder in ('nl', 'de') else '') + os.path.basename(name)
        c.write(f'    {{"{short}", {table}_{i}, sizeof {table}_{i} - 1}},\n')
    c.write('    {0},\n};\n')
