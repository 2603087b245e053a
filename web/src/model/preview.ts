/* preview.ts: what a move would do, asked for once in a position. */
import type { Preview } from '../board/game_ui'
import type { Position } from '../net/protocol'
import { Refusal } from '../net/source'
import { app, here, redraw } from '../app/state'
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
    const asked = known
    answer = app.source.ask('preview', { table: t.id, number: position.number, seat: position.seat, move }).catch(error => {
      if (!(error instanceof Refusal) || error.code !== 'illegal') asked.delete(move) // the next question is asked anew
      return null
    })
    known.set(move, answer)
  }
  return answer
}

/* Finds out what the chosen move would do, and which clause allows it; then calls `known`. */
export async function loadChosen(t: Table, known?: () => void): Promise<void> {
  const { choice } = t
  const { move } = choice
  if (choice.is === 'sending' || move === null) return
  const stays = () => app.table === t && t.choice === choice && choice.move === move
  clauseOf(t, move).then(clause => {
    if (!stays()) return
    choice.clause = clause
    redraw()
  })
  const answer = await preview(move)
  if (!stays()) return
  choice.preview = answer
  known?.()
  redraw()
}

async function clauseOf(t: Table, move: string): Promise<string | null> {
  const { number, seat, moves, clauses } = t.told.position!
  if (clauses) return clauses[moves.indexOf(move)] ?? null
  return app.source.ask('why', { table: t.id, number, seat, move }).then(
    answer => answer.clause,
    () => null,
  )
}
