#!/usr/bin/env python3
"""words.py: checks that every text of the page and of the terminal exists in every language, with the same arguments, and that no text is unused.

Usage: words.py [PROGRAM]; without PROGRAM it asks build/castellany. A key counts as used if the sources name it, or if it begins
with a text that the sources put before a variable: 'level.' + n, `level.${n}`. Such a text must be the beginning of at least one key.
The texts that only the terminal needs are in data/words.
The rules, in C, use the keys of reasons (GAME.why.KEY) with an English sentence, which must be the same as in the catalogue.
The games that the program offers, their options, the cards in their boxes and the levels of its bots must have words too."""
import argparse
import glob
import json
import os
import re
import sys
import tempfile

root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
parser = argparse.ArgumentParser(description='Check the words of the page.', epilog='example: words.py build/castellany')
parser.add_argument('program', nargs='?', default=os.path.join(root, 'build', 'castellany'), help='default: build/castellany')
program = parser.parse_args().program
if not os.access(program, os.X_OK):
    sys.exit(f'words.py: {program} is not a program; build it with `make`, or name another one')
web, rules = os.path.join(root, 'web'), os.path.join(root, 'src')
sys.path.insert(0, os.path.join(root, 'tests', 'server'))
from ws import Server  # noqa: E402
languages = ('en', 'nl', 'de')
faults = []


def catalogue(language, paths):
    out = {}
    for path in paths:
        with open(path, encoding='utf-8') as f:
            for key, text in json.load(f, object_pairs_hook=list):
                if key in out:
                    faults.append(f'{language}: {key} is there twice')
                out[key] = text
    return out


def page_files(language):
    folder = os.path.join(web, 'words', language)
    return [*(os.path.join(folder, name) for name in sorted(os.listdir(folder))), *sorted(glob.glob(os.path.join(web, 'src/games/*/words', language + '.json')))]


def terminal_file(language):
    return os.path.join(root, 'data', 'words', language + '.json')


words = {language: catalogue(language, [*page_files(language), terminal_file(language)]) for language in languages}
terminal = catalogue('en', [terminal_file('en')]).keys()           # what only the terminal says
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
        if key in words[language] and have != wanted:
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

# The terminal, in C: what it says is written, and what is written for it alone is said.
spoken = re.compile(r'"((?:terminal|castelli|castle|castellan|undo|hint|lesson|over|emblem|level|log|keys|rules)\.[\w.]*)"')
said = set()
for folder, _, names in os.walk(rules):
    for name in names:
        if re.fullmatch(r'.*_(face|say|describe|standing)\.c', name) or 'face' in folder.split(os.sep) or 'cli' in folder.split(os.sep):
            with open(os.path.join(folder, name), encoding='utf-8') as f:
                for key in spoken.findall(f.read()):
                    if key.endswith('.md'):                        # a file of rules
                        continue
                    said.add(key)
                    if key not in words['en'] and not any(other.startswith(key) for other in words['en'] if key.endswith('.')):
                        faults.append(f'{name}: {key} is not written')
for key in sorted(terminal):
    if '.why.' not in key and key not in said and not any(key.startswith(piece) for piece in said if piece.endswith('.')):
        faults.append(f'data/words: {key} is not used')

# The terms of the games' evaluations, which hints name.
for folder, _, names in os.walk(rules):
    for name in names:
        if name.endswith('_features.c'):
            with open(os.path.join(folder, name), encoding='utf-8') as f:
                for term in re.findall(r'^    \{[A-Z_]+(?: \+ \d+)?, "(\w+)"\},', f.read(), re.M):
                    for key in (f'term.{os.path.basename(folder)}.{term}{form}' for form in ('', '.more', '.less')):
                        if key not in words['en']:
                            faults.append(f'{name}: {key} is not written')

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
    if '.why.' in key and key not in said:
        if key not in reasons:
            faults.append(f'{key} is not used')
        continue
    if key not in whole and key not in terminal and key not in reasons and not any(key.startswith(piece) for piece in pieces):
        faults.append(f'{key} is not used')


def need(key, why):
    for language in languages:
        if key not in words[language]:
            faults.append(f'{language}: {key} is missing: {why}')


with tempfile.TemporaryDirectory(prefix='castellany-words-') as data:
    server = Server(program, data, null=False)
    client = server.client()
    hello = client.ask('hello')
    client.close()
    server.stop()
for game in hello['games']:
    need('game.' + game['name'], f'the server has a game {game["name"]}')
    for option in game['options']:
        why = f'{game["name"]} has an option {option["name"]}'
        need('option.' + option['name'], why)
        if not option['value']:
            need('option.about.' + option['name'], why)
for game in hello['games']:
    box = os.path.join(root, 'data', 'box', game['name'] + '.json')
    if not os.path.exists(box):
        continue
    with open(box, encoding='utf-8') as f:
        lists = [cards for key, cards in json.load(f).items() if key.endswith('cards')]
    for cards in lists:
        if not isinstance(cards, str):                             # a list of cards with an id, or names with numbers of copies
            for card in cards:
                name = card if isinstance(card, str) else card.get('id')
                if name:
                    need(f'{game["name"]}.card.{name}', f'the box of {game["name"]} has a card {name}')
for game in sorted(os.listdir(os.path.join(web, 'src', 'games'))):
    about = os.path.join(web, 'src', 'games', game, 'game.json')
    if os.path.exists(about):
        need('about.' + game, f'{game} has a place on the start page')
        with open(about, encoding='utf-8') as f:
            for section in json.load(f)['pictures']:
                need(f'rules.picture.{game}.{section}', 'its game.json has such a picture')
        for language, book in (('en', ''), *((language, language) for language in languages[1:])):
            if not os.path.exists(os.path.join(root, 'docs', 'rules', book, game + '.md')):
                faults.append(f'{language}: {game} has no rules')
        if not os.path.exists(os.path.join(web, 'src', 'games', game, 'sample.json')):
            faults.append(f'{game} has no sample; tools/web_samples.py makes it')
with open(os.path.join(rules, 'bot', 'level.c'), encoding='utf-8') as f:
    levels = re.findall(r'\.name = "(\w+)"', f.read())
if len(levels) != hello['levels']:
    faults.append(f'level.c names {len(levels)} levels, the server has {hello["levels"]}')
for i, name in enumerate(levels, 1):
    need(f'level.{i}', 'the server has such a level')
    if words['en'].get(f'level.{i}') != name:
        faults.append(f'level.c: level {i} is "{name}", the catalogue has "{words["en"].get(f"level.{i}")}"')

print('\n'.join(faults) if faults else f'{len(words["en"])} texts in {len(languages)} languages')
sys.exit(1 if faults else 0)
