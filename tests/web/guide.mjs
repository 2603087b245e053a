/*
 * guide.mjs: every note of the guide has its moment in games between bots, and words with all that it names filled in. A first game has at
 * least five notes, each once. Usage: guide.mjs CASTELLANY [WEB_FOLDER [ESBUILD]]
 */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const here = path.dirname(fileURLToPath(import.meta.url))
const [program, web = path.join(here, '../../web'), esbuild = 'esbuild'] = process.argv.slice(2)
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'castellany-guide-'))
const run = (...args) => execFileSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 26 })

async function load(name) {
  const script = path.join(folder, name.replaceAll('/', '-') + '.mjs')
  execFileSync(esbuild, ['--bundle', '--format=esm', '--log-level=warning', '--outfile=' + script, path.join(web, `src/${name}.ts`)])
  return import(pathToFileURL(script).href)
}
const notes = {}
for (const game of ['castelli', 'castle', 'castellan']) notes[game] = (await load(`games/${game}/notes`)).notes
const { fill, languages } = await load('say/words')
const texts = Object.fromEntries(
  languages.map(l => [
    l,
    Object.assign({}, ...Object.keys(notes).map(game => JSON.parse(fs.readFileSync(path.join(web, `src/games/${game}/words/${l}.json`), 'utf8')))),
  ]),
)

/* The decisions of a seat in a recorded game. */
function* decisions(file, seat) {
  const rows = run('trace', file).split('\n')
  for (const [ply, row] of rows.entries()) {
    const [, actor, , moves] = row.split('\t')
    if (actor !== String(seat)) continue
    const { view, board } = JSON.parse(run('show', '--json', '--seat', String(seat), '--ply', String(ply), file))
    yield { view, board, seat, moves: moves.split('|').map(move => move.replace(/=\d+$/, '')) }
  }
}

/* Shows a note as the page does; it must have words and places. */
function show(game, note, p) {
  const args = note.args?.(p) ?? {}
  for (const value of Object.values(args)) assert.ok(typeof value === 'string' || Number.isFinite(value), `${game} ${note.id}`)
  for (const language of languages) {
    const text = fill(texts[language][`guide.${game}.${note.id}`], args, language)
    assert.doesNotMatch(text, /[{}]|undefined|NaN/, `${language} ${game} ${note.id}`)
  }
  if (note.marks) assert.ok(note.marks(p).every(mark => typeof mark === 'string' && mark), `${game} ${note.id}`)
}

for (const game of Object.keys(notes)) {
  const records = path.join(folder, game)
  fs.mkdirSync(records)
  run('arena', game, '--bots', 'level3,level3', '--sims', '60', '--games', '12', '--seed', '7', '--records', records)
  const all = new Set(notes[game].map(note => note.id))
  assert.ok(all.size >= 5 && all.size <= 10, game)
  const seen = new Set()
  for (const name of fs.readdirSync(records).sort()) {
    if (seen.size === all.size) break
    const read = new Set() // the first game of somebody
    for (const decision of decisions(path.join(records, name), 1)) {
      const known = ({ id }) => read.has(id) || (read.size >= 5 && seen.has(id))
      const note = notes[game].find(it => !known(it) && it.when(decision))
      if (!note) continue
      show(game, note, decision)
      read.add(note.id)
      seen.add(note.id)
    }
    assert.ok(read.size >= 5, `${game} ${name}: only ${[...read]}`)
  }
  assert.deepEqual([...all].filter(id => !seen.has(id)), [], `${game}: notes without a moment`)
  console.log(`${game}: ${all.size} notes`)
}
fs.rmSync(folder, { recursive: true })
