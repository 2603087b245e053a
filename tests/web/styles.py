#!/usr/bin/env python3
"""styles.py: checks that the styles of the page name sides by the direction of the text (inline-start, inline-end), never as left or right,
and that what must be seen stands out in every theme.

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


def themes():
    """The colours of each theme, by name."""
    with open(os.path.join(folder, 'css', 'tokens.css'), encoding='utf-8') as f:
        tokens = f.read()
    with open(os.path.join(folder, 'css', 'access.css'), encoding='utf-8') as f:
        access = f.read()
    rule = re.compile(r'([^{}]+)\{([^{}]*)\}')
    out = {'light': {}, 'dark': {}}
    for selector, body in rule.findall(re.sub(r'/\*.*?\*/', '', tokens, flags=re.S)):
        colours = {name: long_form(value) for name, value in re.findall(r'--([\w-]+):\s*(#[0-9a-f]{3,6})\s*;', body)}
        if selector.strip() == '[data-theme="dark"]':
            out['dark'].update(colours)
        elif selector.strip() in (':root', ':root, [data-theme="light"]'):
            out['light'].update(colours)
    for selector, body in rule.findall(re.sub(r'/\*.*?\*/', '', access, flags=re.S)):
        if ':root.contrast' in selector:
            base = 'dark' if 'dark' in selector else 'light'
            out[f'{base}, more contrast'] = {**out[base], **{name: long_form(value) for name, value in re.findall(r'--([\w-]+):\s*(#[0-9a-f]{3,6})\s*;', body)}}
    return out


def long_form(colour):
    return colour if len(colour) == 7 else '#' + ''.join(c * 2 for c in colour[1:])


def contrast(one, other):
    """WCAG's ratio of two colours."""
    def light(colour):
        parts = [int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5)]
        parts = [c / 12.92 if c <= .03928 else ((c + .055) / 1.055) ** 2.4 for c in parts]
        return .2126 * parts[0] + .7152 * parts[1] + .0722 * parts[2] + .05
    return max(light(one), light(other)) / min(light(one), light(other))


surfaces = ('surface-page', 'surface-panel', 'surface-raised', 'surface-sunk')
grounds = ('wood', 'grain', 'rock', 'market', 'meadow', 'region-west', 'region-north-east', 'region-south-east')
wanted = ([('ink', it, 7) for it in surfaces] + [('ink-soft', it, 4.5) for it in surfaces] + [('focus', it, 3) for it in surfaces] +
          [('accent', 'accent-ink', 4.5), ('select-edge', 'select', 3)] +
          [('select-edge', it, 3) for it in grounds])
assert round(contrast('#000000', '#ffffff'), 1) == 21
seen = themes()
assert len(seen) == 4, list(seen)
for theme, colours in seen.items():
    for one, other, least in wanted:
        ratio = contrast(colours[one], colours[other])
        if ratio < least:
            found.append(f'{theme}: --{one} on --{other} has a contrast of {ratio:.2f} : 1; at least {least} : 1 is needed')
    for ground in grounds:  # what can be chosen: its edge differs from the ground or from its own light
        ratio = max(contrast(colours['legal-edge'], colours[it]) for it in (ground, 'legal'))
        if ratio < 3:
            found.append(f'{theme}: --legal-edge on --{ground} has a contrast of {ratio:.2f} : 1; at least 3 : 1 is needed')
print('\n'.join(found) or f'{len(files)} style sheets: no side of the screen; {len(seen)} themes: all contrasts')
sys.exit(bool(found) or not files)
