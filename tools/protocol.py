#!/usr/bin/env python3
"""protocol.py LIST [--check]: writes what requests take, as the server declares it, into docs/PROTOCOL.md and web/src/net/requests.ts. LIST is the
program build/tests/requests_list. With --check it writes nothing and fails if one of the two says something else."""
import json
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
DOCS, TYPES = os.path.join(ROOT, 'docs/PROTOCOL.md'), os.path.join(ROOT, 'web/src/net/requests.ts')
WIDTH = 132     # of web/.prettierrc
HEADS = {
    'requests': '| do | with | answer |',
    'create': '| member | may be | meaning | default |',
    'keywords': '| member | may be |',
}


# ---- the tables of docs/PROTOCOL.md ----

def between(member, unit=''):
    low, high = member['min'], member['max']
    if high == 2 ** 31 - 1:
        return f'from {low}{unit}'
    return f'{low} to {high}{unit}' if low or member['type'] == 'integer' else f'at most {high}{unit}'


def may_be(member):
    """What a member may be, in a few words; empty if the table of keywords says it."""
    if member['keyword']:
        return ''
    kind = member['type']
    if kind == 'object':
        return '{' + ', '.join(map(with_range, member['members'])) + '}'
    if kind == 'list':
        item = member['item']
        inside = may_be(item) or item['about']
        return f'a list of {between(member)}: {inside}'
    return {'boolean': 'bool', 'integer': between(member), 'text': between(member, ' characters'), 'bytes': between(member, ' bytes'),
            'json': f'an object, {between(member)} bytes as JSON', 'word': ', '.join(f'`{word}`' for word in member['words'])}[kind]


def with_range(member):
    name = f'`{member["name"]}{"?" if member["optional"] else ""}`'
    text = may_be(member)
    return f'{name} ({text})' if text else name


def every_member(members):
    for member in members:
        yield member
        yield from every_member(member.get('members', []))
        if 'item' in member:
            yield from every_member([member['item']])


def keyword_rows(requests):
    """A row for each keyword: the members that it stands for, and what they may be."""
    found = {}
    for request in requests.values():
        for member in every_member(request):
            if member['keyword'] and member['name']:
                names = found.setdefault(member['keyword'], (member['about'], []))[1]
                if member['name'] not in names:
                    names.append(member['name'])
    rows = []
    for word, (about, names) in found.items():
        listed = ', '.join(f'`{name}`' for name in names) + (' of `positions`' if word == 'viewer' else '')
        rows.append(f'| {listed} | {about} |')
    return rows


def request_row(line, requests, seen):
    word, rest = re.fullmatch(r'\| `(\w+)` \| .*? \| (.*)', line).groups()
    if word not in requests:
        sys.exit(f'{DOCS}: the server has no request "{word}"; remove its row')
    seen.add(word)
    cell = 'see below' if word == 'create' else ', '.join(map(with_range, requests[word])) or 'nothing'
    return f'| `{word}` | {cell} | {rest}'


def create_row(line, members, seen):
    name, rest = re.fullmatch(r'\| `(\w+)` \| .*? ?\| (.*)', line).groups()
    if name not in members:
        sys.exit(f'{DOCS}: `create` has no member "{name}"; remove its row')
    seen.add(name)
    return f'| `{name}` | {may_be(members[name]) or members[name]["about"]} | {rest}'


def all_there(what, declared, seen):
    missing = sorted(set(declared) - seen)
    if missing:
        sys.exit(f'{DOCS}: {what} {", ".join(missing)}: declared by the server, but without a row; add one')


def documents(text, requests):
    create = {member['name']: member for member in requests['create']}
    out, table, requests_seen, create_seen = [], None, set(), set()
    for line in text.split('\n'):
        if not line.startswith('|'):
            table = None
        found = [name for name, head in HEADS.items() if line == head]
        if found:
            table = found[0]
        elif line.startswith('| ---') or not table:
            if table == 'keywords':
                line = '\n'.join([line, *keyword_rows(requests)])
        elif table == 'requests':
            line = request_row(line, requests, requests_seen)
        elif table == 'create':
            line = create_row(line, create, create_seen)
        else:
            continue        # an old row of keywords
        out.append(line)
    all_there('requests', requests, requests_seen)
    all_there('members of `create`', create, create_seen)
    return '\n'.join(out)


# ---- the types of the page ----

def type_of(member):
    kind = member['type']
    if kind == 'object':
        return fields(member['members'])
    if kind == 'list':
        inside = type_of(member['item'])
        return f'({inside})[]' if '|' in inside and not inside.startswith('{') else f'{inside}[]'
    return {'integer': 'number', 'boolean': 'boolean', 'json': 'object', 'word': ' | '.join(f"'{word}'" for word in member['words'])}.get(kind, 'string')


def declared(members):
    return [f'{member["name"]}{"?" if member["optional"] else ""}: {type_of(member)}' for member in members]


def fields(members):
    return '{ ' + '; '.join(declared(members)) + ' }' if members else 'object'


def types(requests):
    out = ['/* requests.ts: what each request takes, as the server declares it: made by tools/protocol.py, which says in `make check` if it is stale. */',
           'export interface Asked {']
    for word, members in requests.items():
        line = f'  {word}: {fields(members)}'
        if len(line) > WIDTH:
            line = '\n'.join([f'  {word}: {{', *(f'    {field}' for field in declared(members)), '  }'])
        out.append(line)
    return '\n'.join(out + ['}', ''])


def main():
    if len(sys.argv) < 2 or sys.argv[1].startswith('-'):
        sys.exit('usage: tools/protocol.py build/tests/requests_list [--check]')
    listed = json.loads(subprocess.run([sys.argv[1]], stdout=subprocess.PIPE, check=True).stdout)
    requests = {request['do']: request['members'] for request in listed}
    with open(DOCS, encoding='utf-8') as f:
        docs = f.read()
    stale = []
    for path, text in ((DOCS, documents(docs, requests)), (TYPES, types(requests))):
        now = open(path, encoding='utf-8').read() if os.path.exists(path) else ''
        if now == text:
            continue
        stale.append(os.path.relpath(path, ROOT))
        if '--check' not in sys.argv:
            with open(path, 'w', encoding='utf-8') as f:
                f.write(text)
    if stale and '--check' in sys.argv:
        sys.exit(f'{" and ".join(stale)}: not what the server declares; run tools/protocol.py build/tests/requests_list')


if __name__ == '__main__':
    main()
