#!/usr/bin/env python3
"""build_web.py: bundles the web client, and embeds it, compressed, into a C source or writes it to a folder.

Usage: build_web.py --esbuild ESBUILD --root SOURCE_ROOT --version VERSION [--wasm FILE --plain-wasm FILE] (--embed OUT.c --depfile DEPFILE | --site FOLDER)

Every file in the table `web_files` is compressed by gzip. Its name is the name in its address plus `.gz`. `index.html.gz` is the page: the
server sends it for `/`. Browsers must not cache it, nor the service worker `sw.js` and `manifest.webmanifest`. All other files have a hash of
their content in their names, so browsers may cache them for ever. The page needs no inline script or style, and all addresses in it are
relative, so that it works in any folder of a host. Names: app.HASH.js and part.HASH.js (the script, in
parts), app.HASH.css, late.HASH.css and last.HASH.css, words.LANGUAGE.HASH.json, rules.LANGUAGE.GAME.HASH.md,
sample.GAME.HASH.json, lessons.GAME.HASH.json, puzzles.GAME.HASH.json, examples.GAME.HASH.json, icon.HASH.svg, turn.HASH.svg (the icon while it is the reader's turn),
icon-SIZE.HASH.png, worker.HASH.js, castellany.HASH.wasm, plain.HASH.wasm (without SIMD).

With --site the page is for a host without the server: it plays on the visitor's device only."""
import argparse
import gzip
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

parser = argparse.ArgumentParser()
for option in ('esbuild', 'root', 'version'):
    parser.add_argument('--' + option, required=True)
for option in ('wasm', 'plain-wasm', 'embed', 'depfile', 'site'):
    parser.add_argument('--' + option)
args = parser.parse_args()
esbuild, root = args.esbuild, args.root
web = os.path.join(root, 'web')
games_folder = os.path.join(web, 'src', 'games')
games = sorted(name for name in os.listdir(games_folder) if os.path.exists(os.path.join(games_folder, name, 'game.json')))
languages = ('en', 'nl', 'de')
inputs = []


def read(path):
    inputs.append(path)
    with open(path, encoding='utf-8') as f:
        return f.read()


def read_bytes(path):
    inputs.append(path)
    with open(path, 'rb') as f:
        return f.read()


def folder_of(suffix, *path):
    """The files of a folder with this suffix: their names without it, and their paths. The folder is an input too, because files come and go."""
    folder = os.path.join(*path)
    inputs.append(folder)
    return [(name[:-len(suffix)], os.path.join(folder, name)) for name in sorted(os.listdir(folder)) if name.endswith(suffix)]


TARGET = 'es2021,chrome100,firefox100,safari15'


def bundle(entry, folder, **constants):
    """Runs esbuild, and adds the files that it read to `inputs`. The constants stand for themselves in the source."""
    meta = os.path.join(folder, 'meta.json')
    result = os.path.join(folder, 'bundle' + os.path.splitext(entry)[1].replace('.ts', '.js'))
    subprocess.run([esbuild, os.path.join(web, entry), '--bundle', '--minify', '--format=iife', f'--target={TARGET}',
                    '--charset=utf8', '--log-level=warning', f'--outfile={result}', f'--metafile={meta}',
                    *(f'--define:{name}={json.dumps(value)}' for name, value in constants.items())], check=True, cwd=root)
    with open(meta, encoding='utf-8') as f:
        # esbuild lists each constant as an input too, by a name that is no file: ninja would build anew each time.
        inputs.extend(os.path.join(root, name) for name in json.load(f)['inputs'] if ':' not in name)
    with open(result, encoding='utf-8') as f:
        return f.read()


def bundle_parts(entry, folder):
    """The script of the page in parts: what every visitor needs, and what is fetched later. Returns the texts by name, the name of
    the part that begins, the names of those that it needs at once, and of those that are example games."""
    meta = os.path.join(folder, 'meta.json')
    subprocess.run([esbuild, os.path.join(web, entry), '--bundle', '--minify', '--format=esm', '--splitting', f'--target={TARGET}', '--charset=utf8',
                    '--log-level=warning', '--entry-names=app.[hash]', '--chunk-names=part.[hash]', f'--outdir={folder}', f'--metafile={meta}'],
                   check=True, cwd=root)
    with open(meta, encoding='utf-8') as f:
        made = json.load(f)
    inputs.extend(os.path.join(root, name) for name in made['inputs'])
    outputs = {os.path.basename(path): output for path, output in made['outputs'].items()}
    begins = next(name for name, output in outputs.items() if name.startswith('app.'))
    needed, new = [], [begins]
    while new:
        name = new.pop()
        for part in outputs[name]['imports']:
            other = os.path.basename(part['path'])
            if part['kind'] == 'import-statement' and other not in needed:
                needed.append(other)
                new.append(other)
    examples = {name for name, output in outputs.items() if any('examples/' in path for path in output['inputs'])}
    return {name: open(os.path.join(folder, name), encoding='utf-8').read() for name in outputs}, begins, needed, examples


LATER = ('advice.json', 'examples.json', 'guide.json', 'lessons.json', 'rooms.json', 'terms.json', 'wishes.json')        # what the start page never says
FIRST = ('about.', 'game.', 'option.')      # what the start page says of a game


def merge(*parts):
    """Catalogues in one; no key may be there twice."""
    merged = {}
    for part in parts:
        for key, text in part.items():
            if key in merged:
                sys.exit(f'{key} is there twice')
            merged[key] = text
    return merged


def words(language):
    """The words of a language by the name of their file: '' of the first page, 'more' of the others, and of each game."""
    folder = os.path.join(web, 'words', language)
    inputs.append(folder)
    files = {name: json.loads(read(os.path.join(folder, name))) for name in sorted(os.listdir(folder))}
    of_games = {game: json.loads(read(os.path.join(games_folder, game, 'words', language + '.json'))) for game in games}
    first = {key: text for catalogue in of_games.values() for key, text in catalogue.items() if key.startswith(FIRST)}
    return {'': merge(*(file for name, file in files.items() if name not in LATER), first),
            'more': merge(*(files[name] for name in LATER)),
            **{game: {key: text for key, text in of_games[game].items() if key not in first} for game in games}}


def packed(data):
    return json.dumps(data, ensure_ascii=False, separators=(',', ':'))


def compact(path):
    return packed(json.loads(read(path)))


def sprite(path):
    """Symbols, without comments, titles, and the style attribute that the Content-Security-Policy forbids."""
    text = re.sub(r'<!--.*?-->|<title>.*?</title>', '', read(path), flags=re.S)
    return re.sub(r'\s*\n\s*', '', text.replace(' style="position:absolute"', ' class="sprite"', 1))


def compress(name, data):
    """As gzip does. What every visitor gets, or everybody who plays without a network, is worth the time that zopfli takes, if it is
    installed: 4 % less."""
    first = re.match(r'app\.|late\.|last\.|part\.|index\.html|sw\.js|worker\.|castellany\.|plain\.|words\.|sample\.', name)
    if not first or not shutil.which('zopfli'):
        return gzip.compress(data, 9, mtime=0)
    with tempfile.NamedTemporaryFile() as f:
        f.write(data)
        f.flush()
        return subprocess.run(['zopfli', '--i5', '-c', f.name], check=True, stdout=subprocess.PIPE).stdout


files = {}      # name -> bytes
assets = {}     # name on the page -> file name


def policy():
    """The Content-Security-Policy of the server, without the part that cannot stand in a page."""
    text = read(os.path.join(root, 'src/server/transport/http.c'))
    literal = re.search(r'policy\[\] =\s*((?:"[^"]*"\s*)+);', text).group(1)
    parts = ''.join(re.findall('"([^"]*)"', literal)).split('; ')
    return '; '.join(part for part in parts if not part.startswith('frame-ancestors'))


def add(asset, suffix, data):
    data = data.encode() if isinstance(data, str) else data
    name = f'{asset}.{hashlib.sha256(data).hexdigest()[:10]}{suffix}'
    files[name] = data
    assets[asset + suffix if asset in ('app', 'last') else asset] = name


with tempfile.TemporaryDirectory() as folder:
    styles = {name: bundle(f'css/{name}.css', folder) for name in ('app', 'late', 'last')}
    worker = bundle('src/net/worker.ts', folder)
with tempfile.TemporaryDirectory() as folder:
    scripts, assets['app.js'], at_once, of_examples = bundle_parts('src/main.ts', folder)
files.update((name, text.encode()) for name, text in scripts.items())
for name, style in styles.items():
    add(name, '.css', style)
add('icon', '.svg', read(os.path.join(web, 'icon.svg')))
add('turn', '.svg', read(os.path.join(web, 'icon-turn.svg')))
for size in (192, 512):
    add(f'icon-{size}', '.png', read_bytes(os.path.join(web, f'icon-{size}.png')))
if args.wasm:
    add('worker', '.js', worker)
    add('castellany', '.wasm', read_bytes(args.wasm))
    add('plain', '.wasm', read_bytes(args.plain_wasm))
for language in languages:
    for name, catalogue in words(language).items():
        add('.'.join(filter(None, ('words', language, name))), '.json', packed(catalogue))
    for book, path in folder_of('.md', root, 'docs', 'rules', *([] if language == 'en' else [language])):
        add(f'rules.{language}.{book}', '.md', read(path))
    add(f'rules.{language}.access', '.md', read(os.path.join(root, 'docs', 'ACCESS.md' if language == 'en' else f'ACCESS.{language}.md')))
for game in games:
    for name in ('sample', 'lessons', 'puzzles', 'examples'):
        add(f'{name}.{game}', '.json', compact(os.path.join(games_folder, game, name + '.json')))
    add(f'symbols.{game}', '.svg', sprite(os.path.join(games_folder, game, 'symbols.svg')))
    for theme in ('light', 'dark'):
        add(f'cover.{game}.{theme}', '.webp', read_bytes(os.path.join(games_folder, game, f'cover-{theme}.webp')))

manifest = json.loads(read(os.path.join(web, 'manifest.json')))
for icon in manifest['icons']:
    icon['src'] = assets[icon['src']]
files['manifest.webmanifest'] = json.dumps(manifest, ensure_ascii=False, indent=1).encode()

page = read(os.path.join(web, 'index.html'))
meta = ''.join(f'<meta name="asset:{asset}" content="{name}">' for asset, name in assets.items() if not asset.startswith(('app.', 'last.', 'icon')))
if args.wasm: # only then is there something to do without a network
    meta += '<meta name="asset:sw" content="sw.js">'
meta += f'<meta name="asset:app" content="{assets["app.js"]}"><meta name="version" content="{args.version}">'
if args.site:
    meta += '<meta name="server" content="none">'
    # A static host sends no such header. It must come before all that it is about.
    page = page.replace('<meta charset="utf-8">', f'<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="{policy()}">')
page = page.replace('<!-- assets -->', meta).replace('<!-- sprite -->', sprite(os.path.join(web, 'symbols.svg')))
page = page.replace('<!-- preloaded -->', ''.join(f'<link rel="modulepreload" href="{name}">' for name in at_once))
page = page.replace('app.js', assets['app.js']).replace('app.css', assets['app.css']).replace('last.css', assets['last.css']).replace('icon.svg', assets['icon'])
page = page.replace('icon-192.png', assets['icon-192'])
files['index.html'] = page.encode()

if args.wasm:
    # Its own content changes with every other file, so browsers see that there is a newer version.
    kept = ['./'] + sorted(name for name in files if name != 'index.html' and name not in of_examples)
    version = hashlib.sha256(b''.join(name.encode() + files[name] for name in sorted(files))).hexdigest()[:16]
    with tempfile.TemporaryDirectory() as folder:
        files['sw.js'] = bundle('src/net/sw.ts', folder, PAGE_VERSION=version, PAGE_FILES=kept).encode()

if args.site:
    os.makedirs(args.site, exist_ok=True)
    for name in os.listdir(args.site):  # files of earlier builds
        if name not in files and re.fullmatch(r'[\w.-]+\.([0-9a-f]{10}|[0-9A-Z]{8})\.\w+', name):
            os.remove(os.path.join(args.site, name))
    for name, data in files.items():
        with open(os.path.join(args.site, name), 'wb') as f:
            f.write(data)
if args.embed:
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for name, data in files.items():
            paths.append(os.path.join(folder, name + '.gz'))
            with open(paths[-1], 'wb') as f:
                f.write(compress(name, data))
        subprocess.run([sys.executable, os.path.join(root, 'tools', 'embed.py'), 'web_files', args.embed, *paths], check=True)
if args.depfile:
    inputs += [os.path.join(root, 'tools', name) for name in ('embed.py', 'build_web.py')]
    with open(args.depfile, 'w', encoding='utf-8') as f:
        f.write(f'{args.embed}: ' + ' '.join(sorted(set(os.path.abspath(p).replace(' ', '\\ ') for p in inputs))) + '\n')
