#!/usr/bin/env python3
"""lines.py PROGRAM: whole games by lines, as a screen reader reads them, and the lessons."""
import json
import os
import re
import subprocess
import sys
import unittest

PROGRAM = os.path.abspath(sys.argv.pop(1))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def run(*arguments, lines):
    done = subprocess.run([PROGRAM, *arguments], input=''.join(line + '\n' for line in lines), text=True, capture_output=True,
                          timeout=60, env={**os.environ, 'XDG_DATA_HOME': '/dev/null'}, cwd='/')
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr
    return done.stdout


def right_move(step):
    """A legal move that the step wants."""
    shown = subprocess.run([PROGRAM, 'show', '-', '--seat', str(step['seat']), '--json'], input=step['record'], text=True, capture_output=True, check=True)
    for move in json.loads(shown.stdout)['moves']:
        if any(move.startswith(it[:-1]) if it.endswith('*') else move == it for it in step['right']):
            return move
    raise AssertionError(step['id'])


class Plain(unittest.TestCase):
    def test_a_whole_game_of_each_kind(self):
        """No picture characters: letters, digits, punctuation and the signs of numbers only."""
        for game in ('castelli', 'castle', 'castellan'):
            for language in ('en', 'nl', 'de'):
                moves = ['board', 'moves', 'hand', 'score', *['1'] * 1500]
                out = run('play', game, '--plain', '--level', '1', '--seed', '5', '--lang', language, lines=moves)
                self.assertRegex(out, {'en': 'The game is over', 'nl': 'afgelopen', 'de': 'zu Ende'}[language])
                self.assertNotRegex(out, r'[─-◿☀-➿█]|[|#=+~^_]{2}|\\|\x1b')
                self.assertNotRegex(out, r'\b1 points\b|terminal\.\w|castle\.\w+\.|\{\w')


class Lessons(unittest.TestCase):
    def test_every_step_from_the_script_of_the_page(self):
        for game in ('castelli', 'castle', 'castellan'):
            with open(os.path.join(ROOT, 'web', 'src', 'games', game, 'lessons.json'), encoding='utf-8') as file:
                steps = json.load(file)
            with open(os.path.join(ROOT, 'web', 'src', 'games', game, 'words', 'en.json'), encoding='utf-8') as file:
                words = json.load(file)
            lines = [right_move(step) for step in steps]
            out = run('learn', game, '--plain', lines=[*lines, 'quit'])
            for step in steps:
                self.assertIn(words[f'lesson.{game}.{step["id"]}.before'], out)
                self.assertIn(words[f'lesson.{game}.{step["id"]}.after'], out)
            self.assertIn('That was the lesson.', out)

    def test_questions_in_a_lesson(self):
        """The commands of a game work, and what is no move gets an answer of one line."""
        out = run('learn', 'castle', '--plain', lines=['help', 'mvoes', 'rules 1.1', 'jump', 'undo', 'board', 'quit'])
        for words in ('leave the lesson', 'Did you mean "moves"?', '1.1 ', '"jump" is no move and no command here', '"undo" is no move', 'West: '):
            self.assertIn(words, out)
        self.assertLess(len(re.findall(r'(?m)^\d+ \w+ .*: ', out)), 13)
        out = run('learn', 'castle', '--plain', '--lang', 'nl', lines=['x' * 9000, 'quit'])
        self.assertIn('Die regel is te lang; er is niets gedaan.', out)

    def test_another_choice_is_answered_and_taken_back(self):
        out = run('learn', 'castelli', '--plain', lines=['end', 'build B2N', 'quit'])
        self.assertIn('The goods wait for a later turn', out)
        self.assertIn('6 points: no other site', out)
        self.assertIn('Your move was taken back. Try another one.', out)


unittest.main(verbosity=1)
