"""test_lists.py: the lists of tables, and what those who follow them are told."""
import random
import time
import unittest

from base import WithServer
from playing import Followed
from ws import table


class Lists(WithServer):
    arguments = ('--connections', '500')

    def test_what_followers_know(self):
        """Whoever takes in what changes has the list as one who asks anew, whenever either of them asked."""
        people = [self.client() for _ in range(4)]
        lists = [Followed(people[0], what) for what in ('open', 'live', 'finished', 'mine')]
        stranger = self.client()
        lists += [Followed(stranger, what) for what in ('open', 'live', 'finished')]
        names, end = [], time.time() + 6
        chance = random.Random(5)
        while time.time() < end:
            client = chance.choice(people)
            act = chance.choice(['create', 'create', 'join', 'join', 'leave', 'start', 'resign', 'list'])
            if act == 'create':
                names.append(client.ask('create', **table('null', 2, undo='none'))['table'])
            elif act == 'list':
                late = self.client()
                lists += [Followed(late, what) for what in ('open', 'live', 'finished')]
            elif names:
                more = {'seat': chance.randint(1, 2)} if act == 'resign' else {}
                client.refused(act, table=chance.choice(names[-6:]), **more)
            time.sleep(0.02)
        time.sleep(2.5)
        for followed in lists:
            followed.handle_all(0.05)
            if followed.client in people:
                fresh = Followed(self.client(cookie=followed.client.cookie), followed.what)
            else:
                fresh = Followed(self.client(), followed.what)
            self.assertEqual(followed.who()[:50], fresh.who(), followed.what)

    def test_a_list_is_left(self):
        a, b = self.client(), self.client()
        b.ask('list', what='open')
        b.ask('list', what='finished')
        self.assertEqual(b.refused('unfollow', what='nothing'), 'unknown')
        b.ask('unfollow', what='open')
        a.ask('create', **table('null', 2))
        self.assertIsNone(b.next_message('lobby', timeout=1.5))
        b.ask('list', what='open')
        b.ask('unfollow')
        a.ask('create', **table('null', 2))
        self.assertIsNone(b.next_message('lobby', timeout=1.5))


if __name__ == '__main__':
    unittest.main(warnings='ignore')
