#!/usr/bin/env python3
"""test_lessons.py: every legal choice in every step of the lessons is made, gets an answer in every language, and can be taken back; the examples of the
rulebooks bring what the books say."""
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


def words(language):
    """Of all games, and what is said around their lessons."""
    files = [load('src', 'games', game, 'words', language + '.json') for game in GAMES] + [load('words', language, 'lessons.json')]
    return {key: text for file in files for key, text in file.items()}


WORDS = {language: words(language) for language in LANGUAGES}


def matches(pattern, move):
    return move.startswith(pattern[:-1]) if pattern.endswith('*') else move == pattern


def judge(step, move):
    """As web/src/model/lessons.ts does."""
    if any(matches(pattern, move) for pattern in step['right']):
        return 'right'
    if any(matches(pattern, move) for pattern in step['aside']):
        return None
    return next((other['kind'] for other in step['others'] if any(matches(pattern, move) for pattern in other['moves'])), 'no answer')


def begin(client, task):
    """A table for a step or a puzzle, when its decision is to be made."""
    seats = next(int(line[6:]) for line in task['record'].split('\n') if line.startswith('seats '))
    who = [{'kind': 'me'} if seat == task['seat'] else {'kind': 'computer', 'level': 1} for seat in range(1, seats + 1)]
    seat = Seat(client, client.ask('import', record=task['record'], who=who)['table'])
    while not seat.position['moves']:       # a pause in which the other seat might react
        seat.after()
    return seat


class Lessons(WithServer):
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
                seat.handle_next(timeout=0.1)
            seat.catch_up()
            if seat.number == start:
                return True
        self.fail(f'{what} cannot be taken back')

    def choices(self, game, step, client):
        seat = begin(client, step)
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
                seat = begin(client, step)
        self.end(client, seat)
        expected = {'right', *(other['kind'] for other in step['others'])}
        self.assertLessEqual(expected, kinds, (game, step['id'], 'a kind that no move has'))

    def steps_of(self, game, source):
        client = self.client(source=source)
        for step in load('src', 'games', game, 'lessons.json'):
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
            for step in load('src', 'games', game, 'lessons.json'):
                known |= {f'lesson.{game}.{step["id"]}.{part}' for part in ('title', 'before', 'after', *(o['kind'] for o in step['others']))}
        unknown = [key for key in WORDS['en'] if key.startswith(tuple(f'lesson.{game}.' for game in GAMES)) and key not in known]
        self.assertEqual(unknown, [])


class Examples(WithServer):
    """The examples of the rulebooks bring what the books, and our words, say."""

    def play(self, game, name, move=None):
        client = self.client(source=f'127.0.0.{60 + len(self.played)}')
        self.played.append(name)
        example = next(example for example in load('src', 'games', game, 'examples.json') if example['id'] == name)
        for language in LANGUAGES:
            for part in ('title', 'before', 'after'):
                self.assertIn(f'example.{game}.{name}.{part}', WORDS[language])
        seat = begin(client, example)
        self.assertEqual(seat.position['seat'], example['seat'])
        self.assertTrue(set(example['right']) <= set(seat.position['moves']), name)
        self.assertGreater(len(seat.position['moves']), 1 if name != 'battle' else 0, 'there is something to choose')
        before = seat.position['points'][example['seat'] - 1]
        made = seat.move(move or example['right'][0])['number']
        while seat.number < made:
            seat.after()
        seat.catch_up()
        after = seat.position['points'][example['seat'] - 1]
        view = seat.position['view']
        if not seat.over():
            client.ask('leave', table=seat.table, end=True)
        return view, after - before

    def setUp(self):
        super().setUp()
        self.played = []

    def test_castelli(self):
        view, _ = self.play('castelli', 'areas')
        self.assertEqual((view['players'][1]['rock'], view['players'][0]['grain']), (2, 2))
        view, _ = self.play('castelli', 'tie')
        self.assertEqual((view['players'][0]['rock'], view['players'][2]['rock']), (1, 1))
        self.assertEqual(self.play('castelli', 'castle')[1], 5)
        view, _ = self.play('castelli', 'battle')
        self.assertTrue(view['sheet'])
        self.assertEqual(sorted(self.played), sorted(example['id'] for example in load('src', 'games', 'castelli', 'examples.json')))

    def test_castle(self):
        view, _ = self.play('castle', 'join')
        self.assertIn(7, [len(city['spaces']) for city in view['cities']])
        self.assertEqual(self.play('castle', 'water', 'score country_water_towers')[1], 10)
        self.assertEqual(self.play('castle', 'seven')[1], 16)
        self.assertEqual(sorted(self.played), sorted(example['id'] for example in load('src', 'games', 'castle', 'examples.json')))

    def test_castellan(self):
        self.assertEqual(self.play('castellan', 'divide')[1], 2)
        self.assertEqual(self.play('castellan', 'inside')[1], 1)
        view, _ = self.play('castellan', 'double')
        self.assertEqual([court['value'] for court in view['courtyards'] if court['owner'] == 1], [10])
        view, _ = self.play('castellan', 'square')
        self.assertEqual([court['towers'] for court in view['courtyards']], [4])
        self.play('castellan', 'corner')
        self.assertEqual(sorted(self.played), sorted(example['id'] for example in load('src', 'games', 'castellan', 'examples.json')))


class Puzzles(WithServer):
    def test_the_best_move_of_every_puzzle_is_legal(self):
        for i, game in enumerate(GAMES):
            puzzles = load('src', 'games', game, 'puzzles.json')
            self.assertGreaterEqual(len(puzzles), 20, game)
            self.assertEqual(len({puzzle['id'] for puzzle in puzzles}), len(puzzles))
            grades = [puzzle['grade'] for puzzle in puzzles]
            self.assertTrue(all(grades.count(grade) >= len(puzzles) // 4 for grade in (1, 2, 3)), (game, 'some of each grade'))
            for k, puzzle in enumerate(puzzles):
                if k % 15 == 0:
                    client = self.client(source=f'127.0.0.{10 + 10 * i + k // 15}')
                seat = begin(client, puzzle)
                self.assertEqual(seat.position['seat'], puzzle['seat'])
                self.assertLessEqual({puzzle['best'], *puzzle['also']}, set(seat.position['moves']), (game, puzzle['id']))
                client.ask('leave', table=seat.table, end=True)


if __name__ == '__main__':
    unittest.main()
