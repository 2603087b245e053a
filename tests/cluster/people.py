"""people.py: people who play at a cluster while things break: they send their moves through the proxy, remember what was acknowledged, come back when the
connection is lost, and check that nothing is lost, nothing is made twice, and every node shows the same bytes."""
import concurrent.futures
import functools
import json
import random
import select
import time

from ws import Closed, Refused, table
from playing import Seat

KINDS = [('castelli', 2, []), ('castle', 2, []), ('castellan', 2, []), ('castelli', 2, ['battle', 'dilemma']), ('null', 2, [])]
SPECTATORS, PATIENCE, ENTER_SECONDS, ENTERING = 2, 40, 3, 32

views = {}      # what a viewer of a table is told at a number: the same from every node, at any time


class Person(Seat):
    """A seat, or a spectator without a cookie, that sends its next move at once, remembers what was acknowledged, and comes back when the connection
    is lost."""

    def __init__(self, cluster, cookie, name, node=None):
        self.cluster, self.cookie, self.name, self.node = cluster, cookie, name, node
        self.promised, self.unsure, self.sent, self.sent_at = {}, set(), None, 0
        self.wanted, self.wanted_at = None, 0       # the number of the move that is to be made, and since when
        self.finished, self.client = False, None
        self.away_since, self.gaps, self.waits = time.time(), [], []
        self.made = 0

    def enter(self):
        """False if no node takes the person in just now."""
        try:
            client = self.cluster.client(self.node, cookie=self.cookie)
            client.answer = functools.partial(client.answer, timeout=ENTER_SECONDS)
            super().__init__(client, self.name)
        except (Closed, OSError, Refused, AssertionError):
            self.client = None
            time.sleep(0.05)
            return False
        if self.sent:
            self.unsure.add(self.sent)
        self.sent = None
        self.check()
        self.gaps.append((self.away_since, time.time()))
        self.finished = self.over()
        return True

    def check(self):
        for number, move in self.promised.items():
            assert number < len(self.lines) and self.lines[number]['move'] == move, \
                f'{self.name}: lost move {number} {move}: {self.lines[number:number + 1]}'
        for line in self.lines:
            known = self.promised.get(line['number']) == line['move'] or (line['number'], line['move']) in self.unsure \
                or (line['number'], line['move']) == self.sent
            assert line['seat'] not in self.mine or known, f'{self.name}: move {line} was refused and is there'

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
        known = views.setdefault((self.name, kind, str(self.mine), number), text)
        at = next((i for i, (a, b) in enumerate(zip(known, text)) if a != b), len(text))
        assert known == text, f'{self.name}: {kind} {number} of seats {self.mine} differs between nodes:\n{known[at - 80:at + 80]}\n{text[at - 80:at + 80]}'

    def leave(self):
        self.away_since = time.time()
        if self.client:
            self.client.close()
        self.client = None

    def handle_all(self):
        while True:
            text = self.client.receive(timeout=0)
            if text is None:
                break
            message = json.loads(text)
            if 're' in message:
                self.answered(message)
            elif message.get('is') == 'closing':
                raise Closed()
            elif message.get('table') == self.name:
                self.take(message)
        if self.over():
            self.finished = True
        elif self.position and self.position['moves'] and not self.sent and self.number not in self.promised:
            number, move = self.number, random.choice(self.position['moves'])
            self.sent, self.sent_at = (number, move), time.time()
            if self.wanted != number:
                self.wanted, self.wanted_at = number, time.time()
            self.client.start('move', table=self.name, number=number, seat=self.position['seat'], move=move)

    def answered(self, message):
        if self.sent and 'error' not in message:
            if time.time() - self.wanted_at > 0.2:      # with all attempts that were refused or lost
                self.waits.append((self.wanted_at, time.time()))
            self.promised[self.sent[0]] = self.sent[1]
            self.made += 1
        elif 'error' in message:
            assert message['error'] in ('stale', 'not_your_turn', 'rate', 'closing', 'store'), message
        self.sent = None


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
    pool = concurrent.futures.ThreadPoolExecutor(ENTERING)      # nobody waits for another one to come back
    while not until():
        for person in [p for p, entry in entering.items() if entry.done()]:
            entering.pop(person).result()
        here = [p for p in people if p.client and p not in entering]
        for person in people:
            if not person.client and person not in entering:
                entering[person] = pool.submit(person.enter)
        sockets = {p.client.socket.fileno(): p for p in here}
        ready = select.select(list(sockets), [], [], 0.05)[0] if sockets else time.sleep(0.05) or []
        for number in ready or list(sockets):
            person = sockets[number]
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
    worst = {}
    for begin, end in (gap for person in everybody for gap in person.gaps[1:] + person.waits):
        met = [what for first, last, what in faults if first <= end and last >= begin] or [what for first, _, what in faults if first <= begin][-1:]
        what = max(met, key=lambda what: limits.get(what, 0), default='no fault')
        worst[what] = max(worst.get(what, 0), end - begin)
    counts = {}
    for *_, what in faults:
        counts[what] = counts.get(what, 0) + 1
    for what in sorted(counts):
        limit = f', limit {limits[what]} s' if what in limits else ''
        print(f'{what}: {counts[what]} times, people waited at most {worst.get(what, 0):.2f} s{limit}', flush=True)
    return worst
