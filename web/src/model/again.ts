/* again.ts: an exercise once more from its start. */
import { attemptAt, beginExercise, endExercise } from './exercise'
import { complain } from '../say/notice'
import { Refusal } from '../net/source'
import { app, here, redraw } from '../app/state'
import { endStory } from './story'
import type { Table } from './table_state'

/* Takes back all moves from a number on. If a computer moved meanwhile, the page has been told; then it asks again. */
async function takeBack(t: Table, to: number): Promise<void> {
  for (;;) {
    const { number } = t.told
    try {
      await app.source.ask('undo', { table: t.id, number, to })
      return
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'stale' && t.told.number !== number)) throw error
    }
  }
}

/* Once more from the start: what was made is taken back. What cannot be (the end of a game, a hidden pass) is begun anew. */
export async function again(): Promise<void> {
  const t = here()
  const attempt = t && attemptAt(t)
  if (!t || !attempt || attempt.start === null) return
  endStory(t)
  const first = t.told.log.find(line => line.number >= attempt.start! && line.seat === attempt.exercise.seat)
  try {
    if (!first || t.told.state !== 'running') throw new Refusal('not_running', '')
    await takeBack(t, first.number)
    t.highlight = attempt.exercise.lit
  } catch (error) {
    if (app.attempt !== attempt) return
    if (error instanceof Refusal && ['lost', 'stale', 'rate'].includes(error.code)) {
      complain(error)
      return
    }
    endExercise()
    beginExercise(attempt.exercise)
  }
  redraw()
}
