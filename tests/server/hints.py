#!/usr/bin/env python3
"""hints.py: prints hints in positions of games between bots, with the reasons as the page words them, as a table for somebody to read and judge.

Usage: hints.py PROGRAM [COUNT [FOLDER]]: COUNT positions of each game (10), from all its parts and kinds of decision; their records go to FOLDER."""
import json
import os
import subprocess
import sys
import tempfile

from base import PROGRAM
from playing import Seat
from ws import Server

WEB = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', 'web')
GAMES = ('castelli', 'castle', 'castellan')


def words():
    texts = {}
    for path in (*(os.path.join('words', 'en', name + '.json') for name in ('shell', 'terms')), *(os.path.join('src', 'games', game, 'words', 'en.json') for game in GAMES)):
        with open(os.path.join(WEB, path), encoding='utf-8') as f:
            texts.update(json.load(f))
    return texts


def decisions(path):
    """The decisions of a record: the record before each, its seat and kind."""
    with open(path, encoding='utf-8') as f:
        lines = f.read().splitlines()
    trace = subprocess.run([PROGRAM, 'trace', path], check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
    first = next(i for i, line in enumerate(lines) if line[:2] in ('* ', '1 ', '2 ', '3 ', '4 '))
    head = [line for line in lines[:first] if not line.startswith('#')]
    moves = [line for line in lines[first:] if line[:1] in '*1234' and line[1:2] == ' ']
    for i, row in enumerate(trace):
        fields = row.split('\t')
        if len(fields) < 4 or fields[1] not in '1234' or i >= len(moves):
            continue
        legal = fields[3].split('|')
        if i and len(legal) > 2:
            kinds = sorted({move.split(' ')[0] for move in legal})
            yield '\n'.join([*head, *moves[:i]]) + '\n', int(fields[1]), ' '.join(kinds), (i + 0.5) / len(moves)


def choose(game, folder, count):
    """`count` decisions: one from each part of a game, kinds that were not there yet first."""
    subprocess.run([PROGRAM, 'arena', game, '--bots', 'level3,level3', '--sims', '60', '--games', str(count), '--seed', '11', '--records', folder],
                   check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    seen = {}
    for part, name in enumerate(sorted(os.listdir(folder))[:count]):
        near = [d for d in decisions(os.path.join(folder, name)) if part / count <= d[3] < (part + 1) / count]
        if near:
            best = min(near, key=lambda d: seen.get(d[2], 0))
            seen[best[2]] = seen.get(best[2], 0) + 1
            yield best


def said(texts, game, hint):
    """As the page says it."""
    verdict = hint.get('verdict')
    out = [texts['hint.' + verdict].replace('{other}', hint['other'])] if verdict else []
    if verdict in ('order', 'close'):
        return out
    reasons = sorted(hint['reasons'], key=lambda r: r['points'] < 0)
    out += [f'{r["points"]:+.1f} ' + texts[f'term.{game}.{r["term"]}.{"less" if r["points"] < 0 else "more"}'] for r in reasons]
    return out + ([texts['hint.' + hint['balance']]] if 'balance' in hint else [])


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    texts = words()
    keep = sys.argv[2] if len(sys.argv) > 2 else None
    with tempfile.TemporaryDirectory() as folder:
        server = Server(PROGRAM, os.path.join(folder, 'data'))
        client = server.client()
        print('| # | game, part, seat | hint | rather than | said |\n| --- | --- | --- | --- | --- |')
        number = 0
        for game in GAMES:
            records = os.path.join(folder, game)
            os.mkdir(records)
            for record, seat, _, part in choose(game, records, count):
                number += 1
                if keep:
                    with open(os.path.join(keep, f'{number}.txt'), 'w', encoding='utf-8') as f:
                        f.write(record)
                who = [{'kind': 'me'} if s == seat else {'kind': 'computer', 'level': 1} for s in (1, 2)]
                at = Seat(client, client.ask('import', record=record, who=who)['table'])
                while not at.position['moves']:
                    at.after()
                hint = client.ask('hint', table=at.table, number=at.number, seat=seat)
                best, other = hint['moves'][0], next((m for m in hint['moves'] if m['move'] == hint['other']), hint['moves'][0])
                text = '<br>'.join(said(texts, game, hint))
                print(f'| {number} | {game} {part:.0%} seat {seat} | `{best["move"]}` {best["points"]:+.1f}, {best["win"]:.0%} | '
                      f'`{other["move"]}` {other["points"]:+.1f}, {other["win"]:.0%} | {text} |', flush=True)
                client.ask('leave', table=at.table, end=True)
        client.close()
        server.stop()


if __name__ == '__main__':
    if len(sys.argv) > 1 and sys.argv[1].startswith('-'):
        sys.exit(__doc__)
    main()
