#!/usr/bin/env python3
"""test_lessons.py: every legal choice in every step of the lessons is made, gets an answer in every language, and can be taken back."""
import json
import os
import unittest

from base import WithServer
from playing import Seat
from ws import Refused

WEB = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', 'web')
GAMES = ('castelli', 'castle', 'castellan')
LANGUAGES = ('en', 'nl', 'de')


def load(*path):
    with open(os.path.join(WEB, *path), encoding='utf-8') as f:
        return json.load(f)


WORDS = {language: load('words', language, 'lessons.json') for language in LANGUAGES}


def matches(pattern, move):
    return move.startswith(pattern[:-1]) if pattern.endswith('*') else move == pattern


def judge(step, move):
    """As web/src/lessons.ts does."""
    if any(matches(pattern, move) for pattern in step['right']):
        return 'right'
    if any(matches(pattern, move) for pattern in step['aside']):
        return None
    return next((other['kind'] for other in step['others'] if any(matches(pattern, move) for pattern in other['moves'])), 'no answer')


class Lessons(WithServer):
    def begin(self, client, task):
        seats = 1 + max(int(line[6:]) - 1 for line in task['record'].split('\n') if line.startswith('seats '))
        who = [{'kind': 'me'} if seat == task['seat'] else {'kind': 'computer', 'level': 1} for seat in range(1, seats + 1)]
        seat = Seat(client, client.ask('import', record=task['record'], who=who)['table'])
        while not seat.position['moves']:       # a pause in which the other seat might react
            seat.after()
        return seat

    def end(self, client, seat):
        if not seat.over():
            client.ask('leave', table=seat.table, end=True)

    def take_back(self, client, seat, start, what):
        """Whether it could be taken back. A computer may be at its turn, or a pause may last: then later."""
        for _ in range(200):
            try:
                client.ask('undo', table=seat.table, number=seat.number, to=start)
            except Refused as refused:
                if seat.over() or 'of your own' in refused.args[1]:     # the end of a game and a hidden pass are final
                    return False
                self.assertIn(refused.args[0], ('stale', 'not_allowed'), what)
                seat.hear(timeout=0.1)
            seat.catch_up()
            if seat.number == start:
                return True
        self.fail(f'{what} cannot be taken back')

    def choices(self, game, step, client):
        seat = self.begin(client, step)
        start, moves = seat.number, seat.position['moves']
        self.assertEqual(seat.position['seat'], step['seat'])
        kinds = set()
        for move in moves:
            kind = judge(step, move)
            self.assertNotEqual(kind, 'no answer', (game, step['id'], move))
            kinds.add(kind)
            made = seat.move(move)['number']
            while seat.number < made:
                seat.after()
            seat.catch_up()
            if self.take_back(client, seat, start, (game, step['id'], move)):
                self.assertEqual(seat.position['moves'], moves, (game, step['id'], move))
            elif move != moves[-1]:     # then the page begins anew
                self.end(client, seat)
                seat = self.begin(client, step)
        self.end(client, seat)
        expected = {'right', *(other['kind'] for other in step['others'])}
        self.assertLessEqual(expected, kinds, (game, step['id'], 'a kind that no move has'))

    def steps_of(self, game, source):
        client = self.client(source=source)
        for step in load('lessons', game + '.json'):
            self.assertEqual(step['others'][-1]['moves'], ['*'], (game, step['id']))
            for language in LANGUAGES:
                for part in ('title', 'before', 'after', *(other['kind'] for other in step['others'])):
                    self.assertIn(f'lesson.{game}.{step["id"]}.{part}', WORDS[language])
            self.choices(game, step, client)

    def test_castelli(self):
        self.steps_of('castelli', '127.0.0.2')

    def test_castle(self):
        self.steps_of('castle', '127.0.0.3')

    def test_castellan(self):
        self.steps_of('castellan', '127.0.0.4')

    def test_at_most_two_sentences_before_and_one_after(self):
        for language in LANGUAGES:
            for key, text in WORDS[language].items():
                part = key.split('.')
                if part[0] != 'lesson' or len(part) != 4 or part[3] == 'title':
                    continue
                sentences = text.count('. ') + text.count('? ') + 1
                self.assertLessEqual(sentences, 2 if part[3] == 'before' else 1, (language, key))

    def test_every_word_of_a_step_belongs_to_one(self):
        known = set()
        for game in GAMES:
            known.add(f'lesson.{game}.goal')
            for step in load('lessons', game + '.json'):
                known |= {f'lesson.{game}.{step["id"]}.{part}' for part in ('title', 'before', 'after', *(o['kind'] for o in step['others']))}
        unknown = [key for key in WORDS['en'] if key.startswith(tuple(f'lesson.{game}.' for game in GAMES)) and key not in known]
        self.assertEqual(unknown, [])


class Puzzles(WithServer):
    def test_the_best_move_of_every_puzzle_is_legal(self):
        for i, game in enumerate(GAMES):
            puzzles = load('puzzles', game + '.json')
            self.assertGreaterEqual(len(puzzles), 20, game)
            self.assertEqual(len({puzzle['id'] for puzzle in puzzles}), len(puzzles))
            for k, puzzle in enumerate(puzzles):
                if k % 15 == 0:
                    client = self.client(source=f'127.0.0.{10 + 10 * i + k // 15}')
                table = client.ask('import', record=puzzle['record'], who=[{'kind': 'me'}, {'kind': 'me'}])['table']
                seat = Seat(client, table)
                self.assertEqual(seat.position['seat'], puzzle['seat'])
                self.assertLessEqual({puzzle['best'], *puzzle['also']}, set(seat.position['moves']), (game, puzzle['id']))
                client.ask('leave', table=table, end=True)


if __name__ == '__main__':
    unittest.main()
