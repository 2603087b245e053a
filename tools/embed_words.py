#!/usr/bin/env python3
"""embed_words.py: writes a C source with the catalogues of all languages, sorted by key.

Usage: embed_words.py OUT.c DEPFILE ROOT   It reads ROOT/web/words/LANGUAGE/*.json and
ROOT/web/src/games/GAME/words/LANGUAGE.json, which are the words of the page and of its games, and
ROOT/data/words/LANGUAGE.json, which only the terminal needs: objects of keys and texts."""
import glob
import json
import os
import sys

LANGUAGES = ('en', 'nl', 'de')  # in the order of enum language
target, depfile, root = sys.argv[1:]
words = {language: {} for language in LANGUAGES}
inputs = []
for language in LANGUAGES:
    folder, games = os.path.join(root, 'web', 'words', language), os.path.join(root, 'web', 'src', 'games')
    inputs += [folder, games]
    for name in [*(os.path.join(folder, it) for it in sorted(os.listdir(folder))), *sorted(glob.glob(f'{games}/*/words/{language}.json')),
                 os.path.join(root, 'data', 'words', language + '.json')]:
        inputs.append(name)
        with open(name, encoding='utf-8') as file:
            for key, text in json.load(file).items():
                if key in words[language]:
                    sys.exit(f'{name}: {key} is there twice')
                words[language][key] = text
with open(depfile, 'w', encoding='utf-8') as out:
    out.write(f'{target}: {" ".join(name.replace(" ", chr(92) + " ") for name in inputs)}' + chr(10))


def literal(text):
    return '"' + ''.join(c if 0x20 <= b < 0x7f and c not in '"\\?' else f'\\{b:03o}' for b in text.encode() for c in [chr(b)]) + '"'


with open(target, 'w', encoding='ascii') as out:
    out.write('/* Made by tools/embed_words.py. */\n#include "face/catalogue.h"\n\n')
    for language in LANGUAGES:
        out.write(f'static const struct catalogue_entry {language}[] = {{\n')
        for key, text in sorted(words[language].items(), key=lambda it: it[0].encode()):
            out.write(f'    {{{literal(key)}, {literal(text)}}},\n')
        out.write('};\n')
    out.write('const struct catalogue_entry *const catalogues[LANGUAGES] = {' + ', '.join(LANGUAGES) + '};\n')
    out.write('const int catalogue_sizes[LANGUAGES] = {' + ', '.join(f'sizeof {it} / sizeof {it}[0]' for it in LANGUAGES) + '};\n')
