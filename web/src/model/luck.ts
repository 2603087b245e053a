/* luck.ts: this browser's part of the luck of its games, and the check of a finished one (docs/PROTOCOL.md, "Luck"). */
import { fileAddress, host } from '../app/host'
import { isHere } from '../net/names'
import { build } from '../net/simd'
import type { LuckMessage, TableMessage } from '../net/protocol'
import { Refusal } from '../net/source'
import { app } from '../app/state'
import { keep, recallJson } from '../app/storage'
import { blake2s } from './blake2s'

/* What this browser keeps of a game: its number, and the hash of the server's secret as it was shown. */
interface Kept {
  number: string
  hash?: string
}

const place = 'castellany.luck',
  most = 200
const hex = (bytes: Uint8Array) => [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('')
const bytes = (text: string) => Uint8Array.from(text.match(/../g) ?? [], pair => parseInt(pair, 16))

function readAll(): Record<string, Kept> {
  const kept = recallJson(place)
  return typeof kept === 'object' && kept ? (kept as Record<string, Kept>) : {}
}

/* Ids begin with the time, so the first ones are the oldest. */
function keepOf(table: string, kept: Kept): void {
  const all = { ...readAll(), [table]: kept }
  const rest = Object.keys(all).sort().slice(-most)
  keep(place, JSON.stringify(Object.fromEntries(rest.map(id => [id, all[id]]))))
}

const keptOf = (table: string): Kept | undefined => readAll()[table]

const pledgeOf = (number: string) => hex(blake2s(bytes(number)))

export interface Part {
  number: string
  pledge: string
}

/* A new number, and the hash that binds this browser to it. */
export function drawPart(): Part {
  const number = hex(crypto.getRandomValues(new Uint8Array(32)))
  return { number, pledge: pledgeOf(number) }
}

/* The table took the pledge. */
export const keepPart = (table: string, { number }: Part): void => keepOf(table, { number })

/* Tables that were to start at once and wait for this browser's number. */
const starting = new Set<string>()
export const isStarting = (told: TableMessage): boolean => told.state === 'open' && starting.has(told.table)
export const willStart = (table: string): void => void starting.add(table)

/* Tables where this page has pledged a number, and whether the table has shown it since. */
const pledged = new Map<string, 'sent' | 'shown'>()

/* At an open table somebody who sits there pledges a number, if none is there or it is another device's. The page does so once: again only
   after the table has shown its number and taken it away, because a start failed. Two devices would take turns for ever otherwise, and a
   table that takes no number would be asked again at every message. */
export function pledgeIfNeeded(told: TableMessage): void {
  if (told.state === 'running') starting.delete(told.table)
  const { luck, mine, table } = told
  if (told.state !== 'open' || !luck?.pledges || !mine.length || isHere(table)) return
  const there = luck.pledges[mine[0] - 1],
    number = keptOf(table)?.number,
    before = pledged.get(table)
  if (there && number && pledgeOf(number) === there) pledged.set(table, 'shown')
  else if (there ? !before : before !== 'sent') pledge(table, before)
}

function pledge(table: string, before: 'sent' | 'shown' | undefined): void {
  const part = drawPart()
  keepPart(table, part)
  pledged.set(table, 'sent')
  app.source.ask('pledge', { table, pledge: part.pledge }).catch(error => {
    if (!(error instanceof Refusal) || !['rate', 'store'].includes(error.code)) return
    if (before) pledged.set(table, before)
    else pledged.delete(table)
  })
}

/* The game begins: tells the number, now that everybody is bound to theirs. A table waits five seconds for it. */
export function reveal({ table, hash, pledges }: LuckMessage): void {
  const kept = keptOf(table)
  if (!kept || !pledges.includes(pledgeOf(kept.number))) return
  keepOf(table, { ...kept, hash })
  app.source.ask('reveal', { table, value: kept.number }).catch(() => undefined)
}

/* ---- the check ---- */

export interface Checked {
  end: 'right' | 'nothing' | 'wrong' | 'other' // other: right in itself, but not what this browser was shown
  draws: number
  mine: boolean // this browser's number is in it
  problem: string
}

/* The program of this page checks the record; the server only hands it out. */
function verify(record: string): Promise<string> {
  const worker = host.worker(fileAddress('worker'))
  return new Promise<string>((resolve, reject) => {
    worker.onmessage = (e: MessageEvent<{ verified: string }>) => resolve(e.data.verified)
    worker.onerror = e => reject(new Error(e.message))
    worker.postMessage({ is: 'verify', wasm: fileAddress(build()), record })
  }).finally(() => worker.terminate())
}

export async function checkLuck(table: string, record: string): Promise<Checked> {
  const [end, draws, hash, ...problem] = (await verify(record)).split(' ')
  const kept = keptOf(table)
  const mine = !!kept && record.includes(` ${kept.number}\n`)
  const other = end === 'right' && !!kept?.hash && (kept.hash !== hash || !mine)
  return { end: other ? 'other' : (end as Checked['end']), draws: Number(draws), mine, problem: problem.join(' ') }
}
