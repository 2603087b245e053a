/*
 * compare.mjs: the program for browsers does what the program does: equal traces of random games, equal thoughts of bots.
 *
 * Usage: node compare.mjs ESBUILD SOURCE_ROOT WASM CASTELLANY QUESTIONS GAMES, the number of random games; all kinds take turns.
 */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'

const [esbuild, root, wasm, castellany, questions, games] = process.argv.slice(2)
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'castellany-wasm-'))
process.on('exit', () => fs.rmSync(folder, { recursive: true }))
const run = (program, args, input) => execFileSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 28, input })

const script = path.join(folder, 'engine.cjs')
run(esbuild, [path.join(root, 'web/src/net/engine.ts'), '--bundle', '--format=cjs', `--outfile=${script}`, '--log-level=warning'])
const { Engine } = createRequire(import.meta.url)(script)
const module = new WebAssembly.Module(fs.readFileSync(wasm))
const engine = new Engine(module)
engine.openBots()

let failures = 0
function check(fine, what) {
  if (fine) return
  console.log('FAILED: ' + what)
  failures++
}

/* ---- traces ---- */

const plain = ['castelli', 'castle', 'castellan'].flatMap(game => [2, 3, 4].map(seats => [game, seats]))
const kinds = [
  ...plain,
  ['castelli-tournament', 4],
  ...[2, 3, 4].map(seats => ['castelli', seats, 'battle', 'dilemma', 'layout=random', 'first=random']),
  ...[2, 3, 4].map(seats => ['castellan', seats, 'touch', 'first=random']),
  ['castelli-tournament', 4, 'league', 'battle'],
]
let bytes = 0
for (let seed = 0; seed < Number(games); seed++) {
  const [game, seats, ...options] = kinds[seed % kinds.length]
  const record = run(castellany, ['random', game, String(seats), String(seed), ...options])
  const file = path.join(folder, 'game.txt')
  fs.writeFileSync(file, record)
  const trace = run(castellany, ['trace', file])
  bytes += trace.length
  check(trace.length > 1000 && engine.trace(record) === trace, `${game} ${seats} ${seed} ${options}: the traces differ`)
}
console.log(`${games} games have equal traces, ${(bytes / 1e6).toFixed(1)} MB`)
check(/unknown|no game|expected/.test(engine.trace('castellany 1\nchess 2\n')), 'a wrong record is refused with a reason')

/* ---- thoughts ---- */

const asked = path.join(folder, 'questions')
const native = Number(/simulations_per_s: (\d+)/.exec(run(questions, ['8', '300', asked]))[1])
const all = fs.readFileSync(asked)
const answerSize = engine.answerSize
const questionSize = 32 + 6 * 4 + 8 + 32 + 8192
const each = questionSize + answerSize
const opinion = Math.floor(answerSize / 1024) // bytes of a struct bot_opinion, which ends with its simulations; an answer ends with 1,024 of them
check(all.length % each === 0 && all.length > 0, 'both programs have the same questions and answers')
let seconds = 0,
  simulations = 0
for (let at = 0; at < all.length; at += each) {
  const question = all.subarray(at, at + questionSize)
  const begin = process.cpuUsage().user
  const answer = Buffer.from(engine.answer(question))
  const took = (process.cpuUsage().user - begin) / 1e6
  const game = question.subarray(0, 32).toString().replace(/\0.*/s, '')
  const level = question.readInt32LE(32 + 3 * 4)
  if (level) {
    seconds += took
    for (let i = 0; i < answer.readInt32LE(8); i++) simulations += answer.readInt32LE(answerSize - 1024 * opinion + (i + 1) * opinion - 4)
  }
  check(answer.equals(all.subarray(at + questionSize, at + each)), `${game}, level ${level}: the answers differ in question ${at / each}`)
}
check(simulations / seconds > 1000, `the answers tell of ${simulations} simulations`)
console.log(`${all.length / each} questions have equal answers; native ${native} simulations/s, here ${Math.round(simulations / seconds)}`)
console.log(`memory: ${(engine.size / 1048576).toFixed(1)} MB`)
check(engine.size <= 32 * 1048576, 'one who thinks has at most half of the 64 MB that a device should need')

process.exit(failures ? 1 : 0)
