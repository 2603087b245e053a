"""test_examples.py: the games in examples/games can be played on a server, but it does not offer them to players."""
import unittest

from base import PROGRAM, WithFolder, WithServer
from playing import begin, play_out
from ws import Server, table


class Examples(WithServer):
    def test_dots_and_boxes(self):
        name, seats = begin(self.server, [self.client(), self.client()], table('dots', 2, options=['first=1']))
        self.assertEqual(len(seats[0].position['moves']), 40)
        self.assertEqual(set(seats[0].position['clauses']), {'1'})
        play_out(seats)
        self.assertEqual(sum(seats[0].position['points']), 16)

    def test_against_a_computer(self):
        name, seats = begin(self.server, [self.client()], table('dots', 2, who=[{'kind': 'me'}, {'kind': 'computer', 'level': 3}], start=True))
        play_out(seats)


class Offered(WithFolder):
    def test_nobody_is_offered_it(self):
        server = Server(PROGRAM, self.folder, null=False)
        client = server.client()
        self.assertNotIn('dots', [game['name'] for game in client.ask('hello')['games']])
        self.assertEqual(client.refused('create', **table('dots', 2)), 'unknown')
        client.close()
        self.assertEqual(server.stop()[0], 0)


if __name__ == '__main__':
    unittest.main(warnings='ignore')
