/* messages.mjs: fills in every message of every catalogue with extreme arguments. Usage: messages.mjs [WEB_FOLDER [ESBUILD]] */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const here = path.dirname(fileURLToPath(import.meta.url))
const [web = path.join(here, '../../web'), esbuild = 'esbuild'] = process.argv.slice(2)

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'castellany-messages-'))
const script = path.join(folder, 'words.mjs')
execFileSync(esbuild, ['--bundle', '--format=esm', '--log-level=warning', '--outfile=' + script, path.join(web, 'src/say/words.ts')])
const { fill, isolate, languages, list, number, percent, signed } = await import(pathToFileURL(script).href)
fs.rmSync(folder, { recursive: true })

const catalogue = language =>
  Object.assign(
    {},
    ...[
      ...fs.readdirSync(path.join(web, 'words', language)).map(name => path.join(web, 'words', language, name)),
      ...fs.readdirSync(path.join(web, 'src/games')).map(game => path.join(web, 'src/games', game, 'words', language + '.json')),
    ]
      .filter(file => fs.existsSync(file))
      .map(file => JSON.parse(fs.readFileSync(file, 'utf8'))),
  )

let checked = 0
const faults = []

/* ---- the rules of fill() ---- */

const same = (actual, expected) => {
  checked++
  assert.equal(actual, expected)
}
const you = { name: 'Du', you: true }
const points = '{n+} {n:Punkt|Punkte}'
same(fill(points, { n: 3.4 }, 'de'), '+3,4 Punkte')
same(fill(points, { n: -1 }, 'de'), '−1 Punkt')
same(fill(points, { n: 0 }, 'de'), '±0 Punkte')
same(fill(points, { n: -0.01 }, 'de'), '±0 Punkte')
same(fill('{n} {n:point|points}', { n: 1.04 }, 'en'), '1 point')
same(fill('{n} {n:point|points}', { n: 1.5 }, 'en'), '1.5 points')
same(fill('{n:0=nothing|# thing|# things}', { n: 0 }, 'en'), 'nothing')
same(fill('{n:0=nothing|# thing|# things}', { n: 1 }, 'en'), '1 thing')
same(fill('{n:gwiazda|gwiazdy|gwiazd|gwiazdy}', { n: 5 }, 'pl'), 'gwiazd')
same(fill('{n:0=no walls|wall {at}|walls {at}, #}', { n: 2, at: 'a#b' }, 'en'), 'walls a#b, 2')
same(fill('{n%} Siegchance', { n: 0.45 }, 'de'), '45\u00a0% Siegchance')
same(fill('{n%} winstkans', { n: 0.45 }, 'nl'), '45% winstkans')
same(fill('{name} {name?hast|hat} gepasst.', { name: you }, 'de'), 'Du hast gepasst.')
for (const name of ['Du', '1', '#', '{n}', '{name?hast|hat}'])
  same(fill('{name} {name?hast|hat # } gepasst.', { name: { name } }, 'de'), `${name} hat ${name}  gepasst.`)
same(fill('Sieg für {names?dich|#}', { names: [you, { name: 'Mira' }, { name: 'Du' }] }, 'de'), 'Sieg für dich, Mira und Du')
same(fill('{names}', { names: ['a', 'b'] }, 'nl'), 'a en b')
same(fill('{gone} {gone:a|b}', {}, 'en'), '{gone} {gone:a|b}')
same(isolate('Mira'), 'Mira')
same(isolate('שרה'), '\u2068שרה\u2069')
same(isolate(isolate('שרה')), '\u2068שרה\u2069')
same(isolate('a\u202eb\u2069c'), 'abc')
same(fill('{name}!', { name: { name: 'ليلى' } }, 'en'), '\u2068ليلى\u2069!')
same(number(1234.56, 'nl'), '1234,6')
same(signed(-1, 'en'), '−1')
same(percent(0.005, 'en'), '1%')
same(list(['a', 'b', 'c'], 'de'), 'a, b und c')

/* ---- every message ---- */

const numbers = [0, 1, 2, 5, -1, 1.5]
const names = ['1', 'Du', 'You', 'Jij', '#', 'שרה כהן', 'ليلى', 'Wolfeschlegelsteinhausenbergerdorff von und zu Lichtenstein']
const plain = 'Qvz'

/* The arguments of a message and how it uses them: `{n:…}` as a number, `{name?…}` as a person. */
function argumentsOf(text) {
  const uses = {}
  for (const [, name, mark] of text.matchAll(/\{(\w+)([:+%?]?)/g)) uses[name] = (uses[name] ?? '') + mark
  return uses
}
const isPerson = (name, marks) => marks.includes('?') || ['name', 'names', 'seat'].includes(name)
const isNumber = (name, marks) =>
  !isPerson(name, marks) && (/[:+%]/.test(marks) || ['n', 'count', 'number', 'seconds', 'minutes', 'days', 'amount'].includes(name))

/* The singular and plural nouns of a language, as found in the forms of all messages. */
function nouns(texts) {
  const ones = new Set(),
    others = new Set()
  for (const text of texts)
    for (const [, one, other] of text.matchAll(/\{\w+:(?:0=[^|{}]*\|)?([^|{}]*)\|([^|{}]*)\}/g)) {
      const [a, b] = [one, other].map(form => /^(?:[#\d]+ )?(\p{L}+)/u.exec(form)?.[1])
      if (a && b && a !== b) (ones.add(a), others.add(b))
    }
  for (const word of ones) if (others.delete(word)) ones.delete(word)
  return { ones, others }
}

for (const language of languages) {
  const texts = catalogue(language)
  const { ones, others } = nouns(Object.values(texts))
  const wrongNumber = said => {
    for (const [, n, noun, next] of said.matchAll(/(?<![\p{L}\d.,])([−+±]?\d+(?:[.,]\d+)?) (\p{L}+)(?: (\p{L}+))?/gu)) {
      if (ones.has(next) || others.has(next)) continue // "2 tower cards"
      const single = /^[−+]?1$/.test(n)
      if (single ? others.has(noun) : ones.has(noun)) return `${n} ${noun}`
    }
    return null
  }
  const look = (key, said) => {
    checked++
    const fault =
      (/[{}|#]|undefined|null|NaN|\[object/.exec(said) ?? / {2}|^ | $|\( | \)| [,.;:!?](?= |$)/.exec(said))?.[0] ??
      wrongNumber(said)
    if (fault) faults.push(`${language}: ${key}: "${fault}" in "${said}"`)
  }
  for (const [key, text] of Object.entries(texts)) {
    const uses = Object.entries(argumentsOf(text))
    const base = Object.fromEntries(
      uses.map(([name, marks]) => [name, isPerson(name, marks) ? { name: plain } : isNumber(name, marks) ? 2 : 'Xy']),
    )
    look(key, fill(text, base, language))
    for (const [name, marks] of uses) {
      if (isNumber(name, marks)) for (const n of numbers) look(key, fill(text, { ...base, [name]: n }, language))
      if (!isPerson(name, marks)) continue
      const you = texts['name.you']
      look(key, fill(text, { ...base, [name]: { name: you, you: true } }, language))
      if (name === 'names') look(key, fill(text, { ...base, names: [{ name: you, you: true }, { name: plain }] }, language))
      const asOther = fill(text, base, language)
      for (const other of names) {
        checked++
        const said = fill(text, { ...base, [name]: { name: other } }, language)
        const wanted = asOther.replaceAll(plain, isolate(other))
        if (said !== wanted) faults.push(`${language}: ${key}: "${other}" gives "${said}", not "${wanted}"`)
      }
    }
  }
}

/* ---- no computer has the name of a card ---- */

for (const language of languages) {
  const texts = catalogue(language)
  const ofGames = Object.keys(texts).filter(key => 'game.' + key.split('.')[0] in texts)
  const used = new Set(ofGames.flatMap(key => texts[key].toLowerCase().match(/\p{L}+/gu) ?? []))
  for (let level = 1; texts['level.' + level]; level++) {
    checked++
    const name = texts['level.' + level].toLowerCase()
    if (used.has(name)) faults.push(`${language}: level.${level} is "${name}", a word of the games`)
  }
}

if (faults.length) {
  console.error(faults.join('\n'))
  process.exit(1)
}
console.log(`${checked} renderings in ${languages.length} languages`)
