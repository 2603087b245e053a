/* guide.ts: notes at the moment they matter in a first game. What the position shows decides which comes; each is shown once. */
import type { BoardProps } from '../board/game_ui'
import { hasDone, noteDone } from './learned'
import { newestProps, ui } from './look'
import { complain } from '../say/notice'
import type { TermReason } from '../net/protocol'
import { app, redraw } from '../app/state'
import type { Table } from './table_state'
import type { Args } from '../say/words'

/* Only somebody who plays alone against computers is guided: what a note says is for one reader. */
export function isGuided(t: Table): boolean {
  const { mine, chairs, state } = t.told
  return (
    app.settings.guide &&
    app.route.page === 'table' &&
    mine.length === 1 &&
    state === 'running' &&
    !t.history.replay &&
    !!ui(t)?.notes &&
    chairs.every(c => mine.includes(c.seat) || c.player?.kind === 'computer')
  )
}

export interface Shown {
  id: string
  args: Args
  number: number
}
const shown = new WeakMap<Table, Shown>() // without an id: in this position nothing, or it was put away
const keyOf = (game: string, id: string) => `note/${game}/${id}`

/* The note for the newest position, if there is one. */
export function noteAt(t: Table): Shown | null {
  const known = shown.get(t)
  return known?.id && known.number === t.told.number && t.told.position?.moves.length ? known : null
}

/* Finds the note for the newest position: the first whose moment has come. The one before it has been read. */
export function findNote(t: Table): void {
  const p: BoardProps | null = newestProps(t)
  const known = shown.get(t)
  if (!isGuided(t) || !p?.moves.length || known?.number === t.told.number) return
  if (known?.id) noteDone(keyOf(t.told.game, known.id))
  const note = ui(t)?.notes?.find(it => !hasDone(keyOf(t.told.game, it.id)) && it.when(p))
  shown.set(t, { id: note?.id ?? '', args: note?.args?.(p) ?? {}, number: t.told.number })
  const marks = note?.marks?.(p) ?? []
  if (marks.length) t.highlight = marks
}

/* The reader has read it. */
export function putAway(t: Table): void {
  const known = shown.get(t)
  if (!known?.id) return
  noteDone(keyOf(t.told.game, known.id))
  shown.set(t, { ...known, id: '' })
  t.highlight = []
  redraw()
}

export interface Tip {
  number: number // of the position that it is about
  reasons: TermReason[] | null // null while a strong player thinks
}
const tips = new WeakMap<Table, Tip>()

/* What matters in the newest position, by the terms in which the best move is better than the next. It names no move: that is left to the hint. */
export const tipAt = (t: Table): Tip | null => {
  const tip = tips.get(t)
  return tip?.number === t.told.number ? tip : null
}

export async function askForTip(t: Table): Promise<void> {
  const { position } = t.told
  if (!position?.moves.length || tipAt(t)) return
  const tip: Tip = { number: t.told.number, reasons: null }
  tips.set(t, tip)
  redraw()
  try {
    tip.reasons = (await app.source.ask('hint', { table: t.id, number: position.number, seat: position.seat })).reasons
  } catch (error) {
    tips.delete(t)
    complain(error)
  }
  redraw()
}
