/* exercise.ts: one decision to be made on a real board: a step of a lesson, or a puzzle. The table is made for it and ended after it. */
import { complain } from '../say/notice'
import { Refusal } from '../net/source'
import { app, redraw } from '../app/state'
import { keep, recall } from '../app/storage'
import { closeTable, openTable } from './opening'
import type { Table } from './table_state'

/* A position and how the moves in it are judged. */
export interface Exercise {
  key: string // "castelli/turn": names it in the store of what was done
  game: string
  seat: number
  record: string // the game up to the decision
  lit: string[] // places of the board that it speaks of
  judge(move: string): string | null // 'right', or the kind of another choice; null: this move decides nothing
  best?: string // of a puzzle: once it is not possible any more, moves that decided nothing were as good
}
export interface Attempt {
  exercise: Exercise
  table: string | null // null until there is one
  asked: boolean // it is on its way
  refused: string | null // why there is none: the code of an error
  start: number | null // the number of the position in which the decision is to be made
  lit: boolean // the places have been marked
  first: unknown // the view in which the decision is made
}
export interface Answer {
  move: string
  kind: string
}

const level = 2 // of the computers in the other chairs
const place = 'castellany.exercise' // the table of this window: after a reload it is ended, since nobody comes back to it

export function beginExercise(exercise: Exercise): void {
  if (app.attempt?.exercise.key === exercise.key && !app.attempt.refused) return
  endExercise()
  app.attempt = { exercise, table: null, asked: false, refused: null, start: null, lit: false, first: null }
  askForTable()
}

/* Asks for the table of the present attempt, as soon as there is a connection. */
export async function askForTable(): Promise<void> {
  const { attempt } = app
  if (!attempt || attempt.table || attempt.asked || !app.source.ready()) return
  const { record, seat } = attempt.exercise
  const seats = Number(/^seats (\d)$/m.exec(record)?.[1] ?? 2)
  const who = Array.from({ length: seats }, (_, i) =>
    i + 1 === seat ? { kind: 'me' as const } : { kind: 'computer' as const, level },
  )
  attempt.refused = null
  attempt.asked = true
  try {
    const { table, invite } = await app.source.ask('import', { record, who })
    if (app.attempt !== attempt) {
      endTable(table)
      return
    }
    attempt.table = table
    remember(table)
    openTable(table, invite)
  } catch (error) {
    attempt.asked = false
    if (app.attempt !== attempt || (error instanceof Refusal && error.code === 'lost')) return
    attempt.refused = error instanceof Refusal ? error.code : 'unknown'
    if (!(error instanceof Refusal)) complain(error)
  }
  redraw()
}

/* Leaves the present exercise: nobody plays its table on. */
export function endExercise(): void {
  const { attempt } = app
  app.attempt = null
  if (!attempt?.table) return
  if (app.table?.id === attempt.table) closeTable()
  endTable(attempt.table)
}

async function endTable(table: string): Promise<void> {
  try {
    await app.source.ask('leave', { table, end: true })
  } catch (error) {
    if (error instanceof Refusal && error.code === 'lost') return // it is tried again when the connection is back
  }
  if (remembered() === table) remember(null)
}

/* Ends the table that this window left by a reload or without a connection. */
export function sweepExercise(): void {
  const left = remembered()
  if (left && left !== app.attempt?.table) endTable(left)
}

const remembered = (): string | null => recall(place, 'session')
const remember = (table: string | null): void => keep(place, table, 'session')

/* The table of the present exercise, if `t` is that. */
export const attemptAt = (t: Table): Attempt | null => (app.attempt?.table === t.id ? app.attempt : null)

/* What the player decided. It follows from the log, so an undo takes it back. */
export function answerAt(t: Table): Answer | null {
  const attempt = attemptAt(t)
  if (!attempt) return null
  if (attempt.start === null) {
    if (!t.told.position?.moves.length) return null // a pause comes first
    attempt.start = t.told.number
    attempt.first = t.told.position.view
  }
  const { seat, best, judge } = attempt.exercise
  let last: string | null = null
  for (const line of t.told.log) {
    if (line.number < attempt.start || line.seat !== seat) continue
    const kind = judge(line.move)
    if (kind) return { move: line.move, kind }
    last = line.move
  }
  const open = last === null || !best || t.told.position?.moves.includes(best)
  return open ? null : { move: last!, kind: 'right' }
}

/* Marks the places that an exercise speaks of, once. */
export function lightUp(t: Table): void {
  const attempt = attemptAt(t)
  if (!attempt || attempt.lit) return
  attempt.lit = true
  if (!attempt.exercise.lit.length) return
  t.highlight = attempt.exercise.lit
  redraw()
}
