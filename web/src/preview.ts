/* preview.ts: what a move would do, asked for once in a position. */
import type { Preview } from './game_ui'
import type { Position } from './protocol'
import { app, here, redraw } from './state'
import type { Table } from './table_state'

const previews = new WeakMap<Position, Map<string, Promise<Preview | null>>>()

export function preview(move: string): Promise<Preview | null> {
  const t = here()
  if (!t?.told.position) return Promise.resolve(null)
  const { position } = t.told
  let known = previews.get(position)
  if (!known) previews.set(position, (known = new Map()))
  let answer = known.get(move)
  if (!answer) {
    answer = app.source.ask('preview', { table: t.id, number: position.number, seat: position.seat, move }).catch(() => null)
    known.set(move, answer)
  }
  return answer
}

/* Shows what the chosen move would do as soon as that is known. */
export async function loadPreview(t: Table): Promise<void> {
  const { choice } = t
  const { move } = choice
  if (move === null) return
  const answer = await preview(move)
  if (app.table !== t || t.choice !== choice || choice.move !== move) return
  choice.preview = answer
  redraw()
}
