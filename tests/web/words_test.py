#!/usr/bin/env python3
"""words_test.py PROGRAM: words.py names what is missing: the words of an option, a text of one language, and a program that is not built."""
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

PROGRAM = os.path.abspath(sys.argv.pop(1))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


class Missing(unittest.TestCase):
    def setUp(self):
        """A second tree whose texts can be changed; the rest of it is the real one."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = folder.name
        for path in ('tests/web', 'web'):
            os.makedirs(os.path.join(self.root, path))
        for path in ('src', 'data', 'docs', 'tests/server', 'tests/cluster'):
            os.symlink(os.path.join(ROOT, path), os.path.join(self.root, path))
        shutil.copy(os.path.join(ROOT, 'tests/web/words.py'), os.path.join(self.root, 'tests/web'))
        for path in ('web/words', 'web/src'):
            shutil.copytree(os.path.join(ROOT, path), os.path.join(self.root, path))

    def drop(self, key, *languages):
        for language in languages:
            for path in glob.glob(f'{self.root}/web/words/{language}/*') + glob.glob(f'{self.root}/web/src/games/*/words/{language}.json'):
                with open(path, encoding='utf-8') as file:
                    text = file.read()
                with open(path, 'w', encoding='utf-8') as file:
                    file.write(re.sub(rf'(?m)^ *"{re.escape(key)}": .*\n', '', text))

    def said(self, *arguments):
        done = subprocess.run([sys.executable, os.path.join(self.root, 'tests/web/words.py'), *arguments], capture_output=True, text=True, timeout=60, check=False)
        self.assertNotIn('Traceback', done.stderr)
        self.assertEqual(done.returncode, 1, done.stdout)
        return done.stdout + done.stderr

    def test_the_words_of_an_option_and_a_text_of_one_language(self):
        self.drop('option.battle', 'en', 'nl', 'de')
        self.drop('castle.would', 'nl')
        said = self.said(PROGRAM)
        for language in ('en', 'nl', 'de'):
            self.assertIn(f'{language}: option.battle is missing: castelli has an option battle\n', said)
        self.assertIn('nl: castle.would is missing\n', said)

    def test_without_a_program(self):
        self.assertIn('build it with `make`', self.said())


unittest.main(verbosity=1)
