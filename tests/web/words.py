#!/usr/bin/env python3
"""words.py: every text the page asks for is written in every language, with the same arguments, and nothing is written in vain.

Usage: words.py WEB_FOLDER RULES_FOLDER. A key counts as used if the sources name it whole, or if it begins with a piece of text that
the sources put a variable after: 'level.' + n, `level.${n}`. Such a piece must begin at least one key. Reasons (GAME.why.KEY) are
used by the rules, in C, where each stands before its English sentence: the catalogue must say the same."""
import json
import os
import re
import sys

web, rules = sys.argv[1:3]
languages = ('en', 'nl', 'de')
faults = []


def catalogue(language):
    out = {}
    folder = os.path.join(web, 'words', language)
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name), encoding='utf-8') as f:
            for key, text in json.load(f).items():
                if key in out:
                    faults.append(f'{language}: {key} is there twice')
                out[key] = text
    return out


words = {language: catalogue(language) for language in languages}
everything = set().union(*words.values())
for language in languages:
    for key in sorted(everything - words[language].keys()):
        faults.append(f'{language}: {key} is missing')
    for key, text in words[language].items():
        if not text.strip():
            faults.append(f'{language}: {key} is empty')

arguments = re.compile(r'\{(\w+)')
for key in sorted(everything):
    wanted = set(arguments.findall(words['en'].get(key, '')))
    for language in languages[1:]:
        have = set(arguments.findall(words[language].get(key, '')))
        if key in words[language] and not have <= wanted | {'count'} or (wanted - have - {'count'} and key in words[language]):
            faults.append(f'{language}: {key} has arguments {sorted(have)}, English has {sorted(wanted)}')

whole, pieces = set(), set()
strings = re.compile(r"""'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`""")
calls = re.compile(r"""\bwords\(\s*(?:'([\w.-]+)'|"([\w.-]+)")\s*[,)]""")
for folder, _, names in os.walk(os.path.join(web, 'src')):
    for name in names:
        if not name.endswith('.ts'):
            continue
        path = os.path.join(folder, name)
        with open(path, encoding='utf-8') as f:
            source = f.read()
        for match in strings.finditer(source):
            single, double, template = match.groups()
            text = single if single is not None else double
            if text is not None:
                whole.add(text)
                if text.endswith(('.', '-')):
                    pieces.add(text)
            else:
                whole.add(template)
                start = template.split('${')[0]
                if '${' in template and '.' in start:
                    pieces.add(start)
        for match in calls.finditer(source):
            key = match[1] or match[2]
            if key not in words['en'] and not key.endswith('.'):
                faults.append(f'{os.path.relpath(path, web)}: {key} is not written')

reason = re.compile(r'"((?:[a-z]+\.)?why\.[\w.]+)",\s*((?:"(?:[^"\\]|\\.)*"\s*)+)')
reasons = {}
for folder, _, names in os.walk(rules):
    for name in names:
        if not name.endswith('.c') or name == 'nullgame.c':        # an example, which no page shows
            continue
        with open(os.path.join(folder, name), encoding='utf-8') as f:
            for key, text in reason.findall(f.read()):
                text = ''.join(json.loads(part) for part in re.findall(r'"(?:[^"\\]|\\.)*"', text))
                if key not in words['en']:
                    faults.append(f'{name}: {key} is not written')
                elif words['en'][key] != text:
                    faults.append(f'{name}: {key} is "{text}", the catalogue has "{words["en"][key]}"')
                reasons[key] = text
if len(reasons) < 100:
    faults.append(f'only {len(reasons)} reasons were found in {rules}')

for key in sorted(words['en']):
    if '.why.' in key:
        if key not in reasons:
            faults.append(f'{key} is not used')
        continue
    if key not in whole and key not in reasons and not any(key.startswith(piece) for piece in pieces):
        faults.append(f'{key} is not used')

print('\n'.join(faults) if faults else f'{len(words["en"])} texts in {len(languages)} languages')
sys.exit(1 if faults else 0)
