"""lesson_steps.py: what each step of a lesson teaches, as a condition on a decision; used by lesson-positions.

A finder gets a decision and returns None, or how its moves are sorted: `right`, `others` (kinds in order; the last takes every move that
is left) and `aside` (moves that decide nothing). A pattern is a move, or the beginning of one and `*`."""
from collections import namedtuple

Step = namedtuple('Step', 'id seats verb find')  # `verb`: some legal move begins with one of these words


def sort(right, others, aside=(), lit=()):
    """`others` is a list of kinds and their moves. The last kind takes everything that is left."""
    kinds = [{'kind': kind, 'moves': sorted(moves)} for kind, moves in others if moves]
    if not kinds or not right:
        return None
    kinds[-1]['moves'] = ['*']
    return {'right': sorted(right), 'others': kinds, 'aside': list(aside), 'lit': sorted(lit)}


def best(values, margin):
    """The moves with the highest value, if it is `margin` above that of some other move; else none."""
    top = max(values.values(), default=0)
    return [move for move, value in values.items() if value == top] if values and top - min(values.values()) >= margin else []


# ---- Castelli ----

SALES = ('sell *', 'play *')


def player(position, seat):
    return next(p for p in position['view']['players'] if p['seat'] == seat)


def goods(position, seat):
    them = player(position, seat)
    return them['wood'] + them['grain'] + them['rock']


def castle(decision):
    """Two free sites or more that see unequally much."""
    sites = [move for move in decision.moves if move.startswith('build ') and len(move.split()) == 2]
    if len(sites) < 2 or any('silver' in move for move in decision.moves):
        return None
    worth = {move: decision.gain(move) for move in sites}
    right = best(worth, 2)
    rest = set(sites) - set(right)
    if len(right) != 1 or not rest or max(worth.values()) < 4:
        return None
    return sort(right, [('less', rest), ('end', {'end'})], SALES, [move.split()[1] for move in sites])


def places(decision):
    turns = [move for move in decision.moves if move.startswith('place ') and move.count(' ') == 1]
    return turns if len(turns) == 4 and decision.view['phase'] == 'place' else []


def gains(decision, turns):
    """For each way to lay the tile: goods and cards for this seat, and goods for the other."""
    other = 3 - decision.seat
    out = {}
    for move in turns:
        after = decision.after(move)
        mine = goods(after, decision.seat) - goods(decision.shown, decision.seat)
        theirs = goods(after, other) - goods(decision.shown, other)
        out[move] = (mine, theirs)
    return out


def waits(decision, turns):
    """Whether somebody may answer: then nothing is gained yet."""
    return any(decision.after(move)['view']['phase'] in ('steward', 'card') for move in turns)


def turn(decision):
    """One way to lay the tile brings goods, the others none or fewer; nobody else gains."""
    turns = places(decision)
    if not turns or waits(decision, turns):
        return None
    got = gains(decision, turns)
    worth = {move: mine for move, (mine, _) in got.items()}
    right = best(worth, 2)
    if len(right) != 1 or any(theirs for _, theirs in got.values()):
        return None
    rest = set(turns) - set(right)
    fewer = {move for move in rest if worth[move]}
    return sort(right, [('fewer', fewer), ('nothing', rest - fewer)], SALES, [decision.view['lifted']['cell']])


def majority(decision):
    """The tile completes areas: laid one way this seat takes them, laid another way the other one does."""
    turns = places(decision)
    if not turns or waits(decision, turns):
        return None
    got = gains(decision, turns)
    balance = {move: mine - theirs for move, (mine, theirs) in got.items()}
    right = best(balance, 4)
    if len(right) != 1 or got[right[0]][0] < 2 or got[right[0]][1]:
        return None
    rest = set(turns) - set(right)
    rival = {move for move in rest if got[move][1] >= 2}
    return sort(right, [('rival', rival), ('less', rest - rival)], SALES, [decision.view['lifted']['cell']]) if rival and rest - rival else None


def deny(decision):
    """Nothing to win here; only some ways to lay the tile give the other nothing."""
    turns = places(decision)
    if not turns or waits(decision, turns):
        return None
    got = gains(decision, turns)
    if any(mine for mine, _ in got.values()):
        return None
    right = [move for move, (_, theirs) in got.items() if not theirs]
    gift = {move for move, (_, theirs) in got.items() if theirs}
    return sort(right, [('gift', gift)], SALES, [decision.view['lifted']['cell']]) if len(right) + len(gift) == 4 else None


def card(decision):
    """A King in hand in the phase of building, and enough silver not to need more."""
    kings = [move for move in decision.moves if move.startswith('play king')]
    if len(kings) != 1 or decision.view['phase'] != 'build' or 'build' in decision.verbs:
        return None
    king = kings[0].split()[1]
    others = {move for move in decision.moves if move.startswith('play ') and move not in kings}
    sales = [move for move in decision.moves if move.startswith('sell ') and move != f'sell {king}']
    return sort(kings, [('sold', {f'sell {king}'}), ('spent', others), ('kept', {'end'})], sales) if others and 'end' in decision.moves else None


def silver(decision):
    """A castle is possible only with two silver for what is missing."""
    sites = [move for move in decision.moves if move.startswith('build ')]
    if not sites or not all(move.endswith(' silver') and len(move.split()) == 3 for move in sites):
        return None
    worth = {move: decision.gain(move) for move in sites}
    top = max(worth.values())
    right = [move for move in sites if worth[move] == top]
    less = set(sites) - set(right)
    return sort(right, [('less', less), ('end', {'end'})], SALES, [move.split()[1] for move in sites]) if top >= 5 and len(less) == 1 else None


def steward(decision):
    """Asked for a Steward: another turn of the tile brings this seat more."""
    if decision.view['phase'] != 'steward' or not any(move.startswith('steward') for move in decision.moves):
        return None
    other = 3 - decision.seat
    worth = {}
    for move in decision.moves:
        if move.startswith('sell'):
            continue
        after = decision.after(move)
        if after['view']['phase'] in ('steward', 'card'):
            return None
        worth[move] = goods(after, decision.seat) - goods(after, other)
    right = best(worth, 3)
    rest = {move for move in worth if move not in right and move != 'pass'}
    return sort(right, [('less', rest), ('pass', {'pass'})], (), [decision.view['placed']['cell']]) if right and 'pass' not in right and rest else None


def sale(decision):
    """The last sale: one card, and its two silver change who is the richest."""
    if len(decision.moves) != 2 or not any(move.startswith('sell') for move in decision.moves) or decision.view['phase'] != 'sale' or decision.seat != 2:
        return None
    sold = [move for move in decision.moves if move.startswith('sell')]
    if len(sold) != 1:
        return None
    ends = {'sell': decision.after(sold[0], 'pass') if decision.after(sold[0])['view']['phase'] == 'sale' else decision.after(sold[0]), 'pass': decision.after('pass')}
    if any(end['view']['phase'] != 'over' for end in ends.values()):
        return None
    lead = {name: end['points'][1] - end['points'][0] for name, end in ends.items()}
    return sort(sold, [('kept', {'pass'})]) if lead['sell'] >= lead['pass'] + 2 else None


# ---- Castle ----

def two_best(hand):
    return sum(sorted((points or 0 for points in hand), reverse=True)[:2])


def first_wall(decision):
    """The first wall of a game may lie anywhere; one in the land brings two houses, one on the rim only one."""
    if decision.view['phase'] != 'wall' or decision.view['walls']:
        return None
    rim = {'wall ' + line['name'] for line in decision.shown['board']['lines'] if len(line['spaces']) == 1}
    return sort([move for move in decision.moves if move not in rim], [('rim', rim & set(decision.moves))])


def pair(decision):
    """A die can make a second house of a colour in a space: a palace as soon as a city is closed there."""
    if len(decision.moves) != 4:
        return None
    view = decision.view
    if view['phase'] != 'house' or view['completes']:
        return None
    here = {space['space']: space['houses'] for space in view['spaces']}
    twice = [move for move in decision.moves if here.get(move.split()[1], {}).get(move.split()[2]) == 1]
    if len(twice) != 1:
        return None
    return sort(twice, [('apart', set(decision.moves) - set(twice))], (), {move.split()[1] for move in decision.moves})


def close(decision):
    """Several lines close a city; one of them suits the hand best."""
    view = decision.view
    if view['phase'] != 'wall' or not 2 <= len(view['closings']) <= 6:
        return None
    city = [card['card'].startswith('city') for card in view['hand']]
    if any((card['points'] or 0) > 3 for card in view['hand']):
        return None
    worth = {'wall ' + closing['line']: two_best([n for n, mine in zip(closing['hand'], city) if mine]) for closing in view['closings']}
    right = best(worth, 3)
    if len(right) != 1 or worth[right[0]] < 8:
        return None
    return sort(right, [('closes', worth.keys() - set(right)), ('open', set(decision.moves) - worth.keys())], (), [move[5:] for move in worth])


def score(decision, wanted):
    view = decision.view
    if view['phase'] != 'score' or view['last_scoring']:
        return None
    hand = {card['card']: card['points'] or 0 for card in view['hand']}
    worth = {move: sum(hand[card] for card in move.split()[1:]) for move in decision.moves if move.startswith('score')}
    return wanted(decision, hand, worth)


def two_cards(decision):
    """Two cards together pay well."""
    if decision.made_gain < 8:
        return None

    def wanted(decision, hand, worth):
        if sum(points >= 3 for points in hand.values()) != 2 or sum(points > 0 for points in hand.values()) < 3:
            return None
        right = best(worth, 3)
        rest = worth.keys() - set(right)
        return sort(right, [('less', rest), ('discard', {'discard *'})]) if max(worth.values()) >= 8 else None
    return score(decision, wanted)


def wait(decision):
    """No card pays now: put one away and draw two."""
    if decision.made_gain:
        return None

    def wanted(decision, hand, worth):
        return sort(['discard *'], [('score', {'score *'})]) if len(hand) >= 5 and max(hand.values()) == 0 else None
    return score(decision, wanted)


def country(decision):
    """The countryside pays more than the city."""
    if decision.made_gain < 4:
        return None

    def wanted(decision, hand, worth):
        land = {card for card, points in hand.items() if card.startswith('country') and points >= 4}
        city = [points for card, points in hand.items() if card.startswith('city')]
        if len(land) != 2 or len(city) < 2 or not 1 <= max(city) <= 4 or 'cities' in hand or len(hand) > 6:
            return None
        right = best(worth, 3)
        some = {move for move in worth if land & set(move.split())} - set(right)
        return sort(right, [('less', some), ('city', worth.keys() - some - set(right)), ('discard', {'discard *'})]) if len(right) == 1 else None
    return score(decision, wanted)


def join(decision):
    """The join changes what the hand is worth."""
    if decision.view['phase'] != 'join':
        return None
    worth = {choice['move']: two_best(choice['hand']) for choice in decision.view['choices']}
    right = best(worth, 4)
    if len(right) != 1 or not right[0].startswith('join'):
        return None
    return sort(right, [('apart', {'keep'})], (), decision.view['choices'][0]['spaces']) if 'keep' in worth and len(worth) == 2 else None


def swap(decision):
    """In last place, with a hand that pays nothing now."""
    view = decision.view
    if view['phase'] != 'swap' or any(card['points'] for card in view['hand']) or len(view['hand']) < 4:
        return None
    return sort(['swap *'], [('kept', {'done'})])


def last_city(decision):
    """The last scoring: each seat chooses the city that counts for it."""
    if decision.view['phase'] != 'city' or not 3 <= len(decision.moves) <= 8:
        return None
    worth = {choice['move']: two_best(choice['hand']) for choice in decision.view['choices']}
    right = best(worth, 3)
    return sort(right, [('less', worth.keys() - set(right))], (), {c['city'] for c in decision.view['choices']}) if len(right) == 1 else None


# ---- Castellan ----

def stones(decision):
    """A choice between cards with and without the symbol for another card, at the start of a turn."""
    view = decision.view
    if view['phase'] != 'play' or view['cards_played'] or not view['towers'] or 'build' in decision.moves or view['courtyards']:
        return None
    more = [move for move in decision.moves if move.endswith('+')]
    return sort(more, [('plain', set(decision.moves) - set(more))]) if len(more) == 1 else None


def closings(decision):
    return {closing['move']: closing['points'] for closing in decision.view['closes']} if decision.view['phase'] == 'build' else {}


def rest_of(right):
    """The pieces of a turn may be built in any order: pieces of other kinds decide nothing."""
    kinds = {move.split()[0] for move in right}
    return [kind + ' *' for kind in ('tower', 'short', 'long') if kind not in kinds]


def claim(decision):
    """One piece closes a courtyard, another a smaller one."""
    if decision.made_gain < 4:
        return None
    worth = closings(decision)
    if not worth or decision.view['courtyards'] or len(decision.moves) > 40:
        return None
    right = [move for move, points in worth.items() if points == max(worth.values())]
    smaller = worth.keys() - set(right)
    return sort(right, [('smaller', smaller), ('open', set(decision.moves) - worth.keys())], rest_of(right), worth)


def gate(decision):
    """The last piece of a turn: in some places it lets the next seat close a large courtyard with a single piece."""
    if decision.made_gain or not 5 <= len(decision.moves) <= 60 or len(decision.verbs) != 1:
        return None
    view = decision.view
    if view['phase'] != 'build' or sum(view['pieces'].values()) != 1 or view['closes'] or one_piece(view):
        return None
    danger = {move: one_piece(decision.after(move)['view']) for move in decision.moves}
    gifts = {move for move, towers in danger.items() if towers}
    return sort(danger.keys() - gifts, [('gate', gifts)]) if 1 <= len(gifts) < len(danger) / 2 else None


def one_piece(view):
    """How many towers a courtyard has that one wall between two towers would close; 0 if there is none."""
    towers = set(view['towers'])
    edges = {tower: set() for tower in towers}
    for wall in view['walls']:
        if wall['from'] in towers and wall['to'] in towers:
            edges[wall['from']].add(wall['to'])
            edges[wall['to']].add(wall['from'])
    used = {tuple(sorted((w['from'], w['to']))) for w in view['walls']}
    middle = set(view['open_ends']) | towers
    for wall in view['walls']:
        if wall['kind'] == 'long':
            (a, b), (c, d) = (map(int, wall[end].split(',')) for end in ('from', 'to'))
            middle.add(f'{(a + c) // 2},{(b + d) // 2}')
    owned = {square for court in view['courtyards'] for square in court['squares']}
    most = 0
    for tower in towers:
        x, y = map(int, tower.split(','))
        for dx, dy in ((1, 0), (0, 1)):
            for length in (1, 2):
                far = f'{x + dx * length},{y + dy * length}'
                if far not in towers or (length == 2 and f'{x + dx},{y + dy}' in middle):
                    continue
                if tuple(sorted((tower, far))) in used or any(covers(w, x, y, dx, dy, length) for w in view['walls']):
                    continue
                path = shortest(edges, tower, far)
                beside = {f'{x},{y}', f'{x - dy},{y - dx}'}
                if path and not beside <= owned and not beside & owned:
                    most = max(most, path)
    return most


def covers(wall, x, y, dx, dy, length):
    """Whether a wall lies on one of the steps of a place."""
    (a, b), (c, d) = (map(int, wall[end].split(',')) for end in ('from', 'to'))
    steps = {(a, b, 'E') if d == b else (a, b, 'S')}
    if wall['kind'] == 'long':
        steps |= {(a + 1, b, 'E') if d == b else (a, b + 1, 'S')}
    return any((x + dx * i, y + dy * i, 'E' if dx else 'S') in steps for i in range(length))


def shortest(edges, start, goal):
    """The number of towers on the shortest way of walls."""
    ring, seen, count = {start}, {start}, 1
    while ring:
        if goal in ring:
            return count
        ring = {b for a in ring for b in edges[a]} - seen
        seen |= ring
        count += 1
    return 0


def deck(decision):
    """No tower card left in hand: walls need towers."""
    me = decision.view['players'][decision.seat - 1]
    return sort(['draw tower'], [('walls', {'draw wall'})]) if me['hand']['tower'] == 0 and me['hand']['wall'] >= 2 else None


def inside(decision):
    """A piece inside one's own courtyard makes it worth more."""
    if not decision.made_gain:
        return None
    view = decision.view
    mine = [court for court in view['courtyards'] if court['owner'] == decision.seat]
    if view['phase'] != 'build' or not mine or view['closes'] or len(decision.moves) > 24 or not view['pieces']['tower']:
        return None
    grows = {move for move in decision.moves if move.startswith('tower') and decision.gain(move) > 0}
    return sort(grows, [('outside', set(decision.moves) - grows)], rest_of(grows)) if grows and len(grows) < len(decision.moves) / 2 else None


def divide(decision):
    """A wall across one's own courtyard."""
    if not 2 <= decision.made_gain <= 5:
        return None
    view = decision.view
    mine = [court for court in view['courtyards'] if court['owner'] == decision.seat]
    if view['phase'] != 'build' or not mine or not view['closes']:
        return None
    across = {c['move']: c['points'] for c in view['closes'] if len(c['courtyards']) == 2 and c['points'] >= 2}
    across = {move for move in across if any(event['key'] == 'divide' for event in decision.after(move)['events'])}
    if not across or len(decision.moves) > 40:
        return None
    closing = {c['move'] for c in view['closes']} - across
    if any(c['points'] >= 3 for c in view['closes'] if c['move'] in closing):
        return None
    return sort(across, [('closes', closing), ('open', set(decision.moves) - across - closing)], rest_of(across))


def keep(decision):
    """A new courtyard large enough for the double keep."""
    view = decision.view
    fresh = [court for court in view['courtyards'] if court['fresh']]
    if view['phase'] != 'keep' or len(fresh) != 1 or fresh[0]['towers'] < 7:
        return None
    return sort(['double *'], [('single', {'single'})])


def last_round(decision):
    """The last turn of the game, with some cards played and some left."""
    view = decision.view
    if view['phase'] != 'play' or not view['last_round'] or view['last_turns'] != 1 or not view['cards_played'] or len(decision.moves) < 3:
        return None
    return sort(['play *'], [('early', {'build'})]) if 'build' in decision.moves else None


STEPS = {
    'castelli': [Step('castle', 2, 'build', castle), Step('turn', 2, 'place', turn), Step('majority', 2, 'place', majority), Step('deny', 2, 'place', deny),
                 Step('card', 2, 'play', card), Step('silver', 2, 'build', silver), Step('steward', 2, 'steward', steward), Step('sale', 2, 'pass', sale)],
    'castle': [Step('wall', 2, 'wall', first_wall), Step('pair', 2, 'house', pair), Step('close', 2, 'wall', close), Step('score', 2, 'score', two_cards), Step('wait', 2, 'score', wait),
               Step('country', 2, 'score', country), Step('join', 2, 'join', join), Step('end', 2, 'city', last_city)],
    'castellan': [Step('cards', 2, 'play', stones), Step('close', 2, 'tower', claim), Step('gate', 2, 'tower short long', gate), Step('deck', 2, 'draw', deck), Step('inside', 2, 'tower', inside),
                  Step('divide', 2, 'short', divide), Step('keep', 2, 'single', keep), Step('last', 2, 'build', last_round)],
}
