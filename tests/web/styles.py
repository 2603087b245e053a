#!/usr/bin/env python3
"""styles.py: checks that the styles of the page name sides by the direction of the text (inline-start, inline-end), never as left or right.

Usage: styles.py [FOLDER]; without FOLDER it reads the styles of web/. A declaration that means a side of the screen says so in a comment that
begins with "physical:"."""
import glob
import os
import re
import sys

root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
folder = sys.argv[1] if len(sys.argv) > 1 else os.path.join(root, 'web')
sides = re.compile(r'(?:^|[\s;{])((?:(?:margin|padding|border|scroll-margin|scroll-padding)-)?(?:left|right)(?:-[a-z-]+)?|border-(?:top|bottom)-(?:left|right)-radius)\s*:')
values = re.compile(r'(?:^|[\s;{])(text-align|float|clear)\s*:\s*(left|right)\b')
shorthand = re.compile(r'(?:^|[\s;{])(margin|padding|inset|border-width|border-style|border-color|scroll-margin|scroll-padding)\s*:\s*([^;{}]+)')


def words(value):
    """The words of a value; a function is one word."""
    out, depth = [''], 0
    for c in value.strip():
        depth += (c == '(') - (c == ')')
        if c.isspace() and not depth:
            out.append('')
        else:
            out[-1] += c
    return [word for word in out if word]


def faults(line):
    for match in sides.finditer(line):
        yield f'"{match[1]}" is a side of the screen'
    for match in values.finditer(line):
        yield f'"{match[1]}: {match[2]}" is a side of the screen'
    for match in shorthand.finditer(line):
        parts = words(match[2])
        if len(parts) == 4 and parts[1] != parts[3]:
            yield f'"{match[1]}: {match[2].strip()}" gives left and right different values'


for bad in ('margin-left: 0', '.a { left: 0; }', 'text-align: right;', 'padding: 1px 2px 3px calc(1px + 2px)', 'border-left-width: 1px'):
    assert list(faults(bad)), bad
for good in ('margin-inline-start: 0', 'inset: auto 0 0 0', 'grid-area: left', 'padding: 0 calc(1px + 2px) 1px calc(1px + 2px)'):
    assert not list(faults(good)), good

files = sorted(glob.glob(os.path.join(folder, 'css', '*.css')) + glob.glob(os.path.join(folder, 'src', '**', '*.css'), recursive=True))
found = []
for name in files:
    with open(name, encoding='utf-8') as f:
        for number, line in enumerate(f, 1):
            if '/* physical:' not in line:
                found += [f'{os.path.relpath(name, root)}:{number}: {fault}; use the sides of the text' for fault in faults(line)]
print('\n'.join(found) or f'{len(files)} style sheets: no side of the screen')
sys.exit(bool(found) or not files)
