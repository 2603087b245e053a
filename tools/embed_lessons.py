#!/usr/bin/env python3
"""embed_lessons.py: writes a C source with the lessons of the page (web/src/games/GAME/lessons.json) as tables.

Usage: embed_lessons.py OUT.c FILE..."""
import json
import os
import sys


def literal(text):
    return '"' + ''.join('\\n"\n        "' if c == '\n' else '\\' + c if c in '"\\' else c for c in text) + '"'


def patterns(name, moves, out):
    out.append(f'static const char *const {name}[] = {{' + ', '.join([*map(literal, moves), 'NULL']) + '};')
    return name


out, table = ['/* Made by tools/embed_lessons.py. */', '#include "cli/play/lesson.h"', ''], []
for path in sys.argv[2:]:
    game = os.path.basename(os.path.dirname(path))
    with open(path, encoding='utf-8') as file:
        steps = json.load(file)
    rows = []
    for i, step in enumerate(steps):
        name = f'{game}_{i}'
        others = [f'{{{literal(it["kind"])}, {patterns(f"{name}_other_{k}", it["moves"], out)}}}' for k, it in enumerate(step['others'])]
        right, aside, lit = (patterns(f'{name}_{member}', step[member], out) for member in ('right', 'aside', 'lit'))
        out.append(f'static const struct lesson_other {name}_others[] = {{' + ', '.join([*others, '{0}']) + '};')
        rows.append(f'    {{.id = {literal(step["id"])}, .seat = {step["seat"] - 1}, .right = {right}, .aside = {aside}, '
                    f'.lit = {lit}, .others = {name}_others,\n     .record = {literal(step["record"])}}},')
    out += [f'static const struct lesson_step {game}_steps[] = {{', *rows, '};']
    table.append(f'    {{{literal(game)}, {game}_steps, {len(steps)}}},')
out += ['const struct lesson lessons[] = {', *table, '    {0},', '};', '']
with open(sys.argv[1], 'w', encoding='utf-8') as c:
    c.write('\n'.join(out))
