#!/usr/bin/env python3
"""web_samples.py: makes web/src/games/GAME/sample.json, the positions that the start page and the rules draw, from games between bots.

Usage: web_samples.py CASTELLANY [GAME…]. Without a GAME it makes the sample of every game that has a web/src/games/GAME/game.json, which
says how far into the game the position is. Example: web_samples.py build/castellany castle"""
import json
import os
import subprocess
import sys
import tempfile

if len(sys.argv) < 2 or sys.argv[1].startswith('-'):
    sys.exit(__doc__)
program, chosen = sys.argv[1], sys.argv[2:]
web = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), 'web')
shares = {}
for game in sorted(os.listdir(os.path.join(web, 'src', 'games'))):
    about = os.path.join(web, 'src', 'games', game, 'game.json')
    if os.path.exists(about) and (game in chosen or not chosen):
        with open(about, encoding='utf-8') as f:
            shares[game] = json.load(f)['sample']
if set(chosen) - shares.keys():
    sys.exit(f'web_samples.py: no web/src/games/{sorted(set(chosen) - shares.keys())[0]}/game.json')

with tempfile.TemporaryDirectory() as records:
    for game, share in shares.items():
        subprocess.run([program, 'arena', game, '--bots', 'greedy,greedy', '--seats', '4', '--games', '1', '--seed', '5', '--records', records],
                       check=True, stdout=subprocess.DEVNULL)
        record = os.path.join(records, f'{game}-1-1.txt')
        with open(record, encoding='utf-8') as f:
            moves = sum(1 for line in f if line[0] in '*1234')
        shown = subprocess.run([program, 'show', '--json', '--ply', str(int(moves * share)), record], check=True, capture_output=True, text=True)
        position = json.loads(shown.stdout)
        with open(os.path.join(web, 'src', 'games', game, 'sample.json'), 'w', encoding='utf-8') as f:
            json.dump({'board': position['board'], 'view': position['view']}, f, ensure_ascii=False, separators=(',', ':'))
            f.write('\n')
