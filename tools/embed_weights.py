#!/usr/bin/env python3
"""embed_weights.py: writes a C source with the evaluations of data/weights (GAME-SEATS.json) as small as they can be without loss.

Usage: embed_weights.py OUT.c FILE...

All numbers stand in one table, a byte of each at a time: first the lowest bytes of all, then the next. Higher bytes are mostly equal, so the
table compresses to two thirds of the text. src/bot/shipped.c reads it and says in which order the numbers stand."""
import json
import os
import sys

HEAD = ('game', 'seats', 'features', 'hidden', 'scale', 'games', 'made_by')
BYTES = 3  # of a number

heads, numbers = [], []
for path in sys.argv[2:]:
    with open(path, encoding='utf-8') as file:
        net = json.load(file)
    name = os.path.splitext(os.path.basename(path))[0]
    f, h = net['features'], net['hidden']
    lengths = {'direct': (2, f), 'in': (h, f), 'out': (2, h)}
    right = len(net['bias']) == 2 and len(net['hidden_bias']) == h and name == f'{net["game"]}-{net["seats"]}'
    right = right and all([len(row) for row in net[key]] == [length] * rows for key, (rows, length) in lengths.items())
    if not right:
        sys.exit(f'{path}: the numbers are not those of {f} features and {h} hidden units, or of another game')
    heads.append(', '.join(f'.{key} = {json.dumps(net[key])}' for key in HEAD))
    for row in (net['bias'], net['hidden_bias'], *net['direct'], *net['in'], *net['out']):
        numbers += [2 * n if n >= 0 else -2 * n - 1 for n in row]  # small ones stay small, whatever their sign
if max(numbers) >= 256 ** BYTES:
    sys.exit('a weight is too large for the table')

with open(sys.argv[1], 'w', encoding='ascii') as c:
    c.write('/* Made by tools/embed_weights.py. */\n#include "bot/shipped.h"\n\n')
    c.write('const struct shipped_head shipped_heads[] = {\n' + ''.join(f'    {{{head}}},\n' for head in heads) + '    {0},\n};\n')
    c.write(f'const int shipped_count = {len(numbers)};\nconst unsigned char shipped_bytes[] = {{')
    data = [n >> 8 * k & 255 for k in range(BYTES) for n in numbers]
    for k in range(0, len(data), 24):
        c.write('\n' + ''.join(f'{b},' for b in data[k:k + 24]))
    c.write('\n};\n')
