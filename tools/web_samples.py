#!/usr/bin/env python3
"""web_samples.py: makes web/samples/, the positions that the start page and the rules draw, from games between bots.

Usage: web_samples.py CASTELLANY SAMPLES_FOLDER"""
import json
import os
import subprocess
import sys
import tempfile

program, folder = sys.argv[1:3]
plies = {'castelli': 0.62, 'castle': 0.9, 'castellan': 0.8}       # how far into the game: enough to see, still open

with tempfile.TemporaryDirectory() as records:
    for game, share in plies.items():
        subprocess.run([program, 'arena', game, '--bots', 'greedy,greedy', '--seats', '4', '--games', '1', '--seed', '5', '--records', records],
                       check=True, stdout=subprocess.DEVNULL)
        record = os.path.join(records, f'{game}-1-1.txt')
        with open(record, encoding='utf-8') as f:
            moves = sum(1 for line in f if line[0] in '*1234')
        shown = subprocess.run([program, 'show', '--json', '--ply', str(int(moves * share)), record], check=True, capture_output=True, text=True)
        position = json.loads(shown.stdout)
        with open(os.path.join(folder, game + '.json'), 'w', encoding='utf-8') as f:
            json.dump({'board': position['board'], 'view': position['view']}, f, ensure_ascii=False, separators=(',', ':'))
            f.write('\n')
