"""people.py: people who play at a cluster while things break: they send their moves through the proxy, remember what was acknowledged, come back when the
connection is lost, and check that nothing is lost, nothing is made twice, and every node shows the same bytes."""
import concurrent.futures
import functools
import json
import random
import select
import time

from ws import Closed, Refused, table
from promises import Player

KINDS = [('castelli', 2, []), ('castle', 2, []), ('castellan', 2, []), ('castelli', 2, ['battle', 'dilemma']), ('null', 2, [])]
SPECTATORS, PATIENCE, ENTER_SECONDS, ENTERING = 2, 40, 3, 32

class Looks:
    """When the test looks for messages. How late it looks itself does not count as waiting: a message that is found at once came after the look before."""

    def __init__(self):
        self.since = self.last = time.time()        # since: what was found came then or later
        self.longest = 0

    def note(self, began):
        now = time.time()
        self.longest = max(self.longest, began - self.last)
        self.since, self.last = now if now - began > 0.002 else self.last, now


looks = Looks()
views = {}      # by table: what a viewer is told at a number: the same from every node, at any time


class Person(Player):
    """A player, or a spectator without a cookie, who comes back when the connection is lost, and measures how long that and each move takes."""

    def __init__(self, cluster, cookie, name, node=None):
        super().__init__(cookie, name)
        self.cluster, self.node = cluster, node
        self.wanted, self.wanted_at = None, 0       # the number of the move that is to be made, and since when
        self.away_since, self.gaps, self.waits = time.time(), [], []
        self.made = 0

    def enter(self):
        """False if no node takes the person in just now."""
        try:
            client = self.cluster.client(self.node, cookie=self.cookie)
            client.answer = functools.partial(client.answer, timeout=ENTER_SECONDS)
            self.sit_at(client)
        except (Closed, OSError, Refused, AssertionError):
            self.client = None
            time.sleep(0.05)
            return False
        self.come_back()
        self.gaps.append((self.away_since, time.time()))
        return True

    def take(self, message):
        super().take(message)
        if message['is'] in ('table', 'undone', 'moved') and self.position:
            first = message.get('from', 0)
            for line in self.lines[first:]:
                self.see('line', line['number'], {key: value for key, value in line.items() if key != 'events'})
            self.see('position', (self.number, self.position['hash']), self.position)        # a hidden pass changes the position, not the number

    def see(self, kind, number, what):
        """JSON keeps the order of members, so equal texts were equal bytes."""
        text = json.dumps(what)
        known = views.setdefault(self.name, {}).setdefault((kind, str(self.mine), number), text)
        at = next((i for i, (a, b) in enumerate(zip(known, text)) if a != b), len(text))
        assert known == text, f'{self.name}: {kind} {number} of seats {self.mine} differs between nodes:\n{known[at - 80:at + 80]}\n{text[at - 80:at + 80]}'

    def leave(self):
        self.away_since = time.time()
        if self.client:
            self.client.close()
        self.client = None

    def forget(self):
        """Keeps only what is counted at the end: Python looks at all that is kept again and again, which took seconds."""
        self.told = self.position = None
        self.lines, self.promised, self.unsure = [], {}, set()

    def handle_all(self):
        super().handle_all()
        if self.sent and self.wanted != self.sent[0]:
            self.wanted, self.wanted_at = self.sent[0], self.sent_at

    def told_to_go(self):
        raise Closed()

    def answered(self, message):
        if super().answered(message):
            came = max(self.wanted_at, looks.since)        # the answer was not there at the last look
            if came - self.wanted_at > 0.2:                 # with all attempts that were refused or lost
                self.waits.append((self.wanted_at, came))
            self.made += 1


def sit_down(cluster, game, seats, options):
    """A new game with new people."""
    clients = [cluster.client() for _ in range(seats)]
    name = clients[0].ask('create', **table(game, seats, options=options))['table']
    for client in clients[1:]:
        client.ask('join', table=name)
    clients[0].ask('start', table=name)
    people = [Person(cluster, client.cookie, name) for client in clients] + [Person(cluster, None, name) for _ in range(SPECTATORS)]
    for client in clients:
        client.close()
    return people


def try_to_sit_down(cluster):
    """Nobody, if it does not work in the midst of a fault."""
    try:
        return sit_down(cluster, *random.choice(KINDS))
    except (Closed, OSError, Refused, AssertionError):
        time.sleep(0.05)
        return []


def play(cluster, people, until, tables=0):
    """Lets all play until this is true. If `tables` is given, finished ones are checked and replaced, so that there are always so many."""
    done, entering, making = [], {}, None
    looks.last = time.time()
    pool = concurrent.futures.ThreadPoolExecutor(ENTERING)      # nobody waits for another one to come back
    while not until():
        came = [p for p, entry in entering.items() if entry.done()]
        for person in came:
            entering.pop(person).result()
        here = [p for p in people if p.client and p not in entering]
        for person in people:
            if not person.client and person not in entering:
                entering[person] = pool.submit(person.enter)
        sockets = {p.client.socket.fileno(): p for p in here}
        began = time.time()
        ready = select.select(list(sockets), [], [], 0.05)[0] if sockets else time.sleep(0.05) or []
        looks.note(began)
        # The position came while the person came in: the next message may come only after the person's move.
        for person in {*came, *(sockets[number] for number in ready)} & {*here} if ready else here:
            try:
                person.handle_all()
                if person.sent and time.time() - person.sent_at > PATIENCE:
                    raise AssertionError(f'{person.name}: a move was never answered')
            except (Closed, OSError):
                person.leave()
        for name in {p.name for p in people if p.finished} if tables else ():
            there = [p for p in people if p.name == name]
            if all(p.finished for p in there):
                done += there
                people[:] = [p for p in people if p.name != name]
                for p in there:
                    p.check()
                    p.leave()
                    p.forget()
                views.pop(name, None)
        if making and making.done():
            people += making.result()
            making = None
        if not making and len({p.name for p in people}) < tables:
            making = pool.submit(try_to_sit_down, cluster)
    people += making.result() if making else []
    for entry in entering.values():
        entry.result()
    pool.shutdown()
    return done


def same_for_all(cluster, people):
    """All nodes show everybody the same game, byte by byte: each seat's view, and the public's, at each node."""
    for name in sorted({p.name for p in people}):
        for cookie in [p.cookie for p in people if p.name == name] + [None]:
            told = []
            for node in range(len(cluster.nodes)):
                client = cluster.client(node, cookie=cookie)
                message = client.watch(name)
                told.append(json.dumps([message['position'], message['log'], message['board'], message['number']]))
                client.close()
            assert len(set(told)) == 1, f'{name}: nodes show different games'


def report(faults, everybody, limits):
    """How long the longest wait was after each kind of fault: for the table after a lost connection, or for the acknowledgement of a move. A fault is
    [begin, end, kind]. If a wait met several, it counts for that with the greatest limit."""
    worst, what_for = {}, {}
    waits = [(*gap, 'the table') for person in everybody for gap in person.gaps[1:]] + [(*wait, 'a move') for person in everybody for wait in person.waits]
    for begin, end, thing in waits:
        met = [what for first, last, what in faults if first <= end and last >= begin] or [what for first, _, what in faults if first <= begin][-1:]
        what = max(met, key=lambda what: limits.get(what, 0), default='no fault')
        if end - begin > worst.get(what, 0):
            worst[what], what_for[what] = end - begin, thing
    counts = {}
    for *_, what in faults:
        counts[what] = counts.get(what, 0) + 1
    for what in sorted(counts):
        limit = f', limit {limits[what]} s' if what in limits else ''
        print(f'{what}: {counts[what]} times, people waited at most {worst.get(what, 0):.2f} s for {what_for.get(what, "nothing")}{limit}', flush=True)
    print(f'the test itself was late by at most {looks.longest:.2f} s', flush=True)
    return worst
