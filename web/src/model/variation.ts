/* variation.ts: playing on from an earlier position of a game, at a table of its own; and where a better move would have been. */
import { host } from '../app/host'
import type { Line } from '../board/game_ui'
import { isHere } from '../net/names'
import { keyOf, placeOf, publicNumber } from './look'
import type { Chair } from '../net/protocol'
import { tableAddress } from '../app/route'
import { app } from '../app/state'
import type { Table } from './table_state'
import { keepVariation } from './variations'

/* Whether a line of a record is what a viewer learned as `line`: a hidden part of it is a `?`. */
function isSame(recorded: string, line: Line): boolean {
  const [actor, ...rest] = recorded.split(' ')
  if ((actor === '*' ? 0 : Number(actor)) !== line.seat) return false
  const move = rest.join(' ')
  return move === line.move || (line.move.endsWith('?') && move.startsWith(line.move.slice(0, -1)))
}

/*
 * The record up to the position in which a viewer had learned of `number` moves. Moves that the viewer did not learn of stand in the
 * record as well: those before the next move of the log belong to the position. Null if the record is not one of this log.
 */
export function cutRecord(record: string, log: Line[], number: number): string | null {
  const lines = record.split(/\r?\n/)
  const out: string[] = []
  let next = 0 // of the log
  for (const line of lines) {
    if (!/^[*1-9] /.test(line)) {
      if (!line.startsWith('=') && !line.startsWith('#') && line) out.push(line)
      continue
    }
    if (next < log.length && isSame(line, log[next])) {
      if (next === number) return out.join('\n') + '\n'
      next++
    }
    out.push(line)
  }
  return next === number ? out.join('\n') + '\n' : null
}

/* Whether somebody can play on from the position on show. */
export function mayPlayOn(t: Table): boolean {
  const at = t.history.replay?.at
  if (at === undefined || at < 1 || !(t.told.state === 'over' || t.told.state === 'suspended')) return false
  return t.told.state === 'suspended' || at < t.told.number
}

/* Makes a table that goes on from the position on show: against computers, or with all hands. */
export async function playFrom(t: Table, level: number | null): Promise<void> {
  const at = t.history.replay!.at
  const record = cutRecord(await app.source.record(t.id, keyOf(t)), t.told.log, at)
  if (!record) throw new Error('the record does not fit the log')
  const mover = t.told.log.slice(at).find(line => line.seat > 0)?.seat ?? 1
  const mine = t.told.position?.seat || mover
  const who: Chair[] = t.told.chairs.map(c =>
    level === null || c.seat === mine ? { kind: 'me' as const } : { kind: 'computer' as const, level },
  )
  const { table } = await app.source.ask('import', { record, who, here: isHere(t.id) })
  keepVariation({ table, name: '', of: t.id, at: publicNumber(t, at) })
  host.go(tableAddress(table))
}

/* Where the better move of an analysis would have been, if the position on show is one that it speaks of. */
export function betterPlaces(t: Table): string[] {
  const { replay, mistakes, past } = t.history
  if (!replay || !Array.isArray(mistakes)) return []
  const found = mistakes.find(m => m.number === replay.at)
  const position = past.get(replay.at)?.position
  return found && position ? placeOf(t.told.game, found.best, position.view, found.seat) : []
}
