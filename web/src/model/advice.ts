/* advice.ts: what a strong bot thinks of the present decision, and, after the end, of the decisions that were made. */
import { select } from './choose'
import { mayMove } from './table_state'
import { newestProps, ui } from './look'
import { announce, complain, notice } from '../say/notice'
import { app, here, redraw } from '../app/state'
import { endStory } from './story'
import type { Hint } from '../net/protocol'
import { preview } from './preview'
import type { Choosing, Table } from './table_state'
import { words } from '../say/words'

export async function hint(): Promise<void> {
  const t = here()
  if (!t || !mayMove(t) || t.choice.is === 'sending') return
  if (t.told.rated) {
    notice(words('action.rated'))
    return
  }
  const { choice } = t
  if (choice.hint === 'thinking') return
  if (choice.hint) {
    const best = choice.hint.moves[0]?.move
    if (best && choice.move !== best) select(best, true) // asked once more: the hint is taken up
    return
  }
  const { number, seat } = t.told.position!
  choice.hint = 'thinking'
  announce(words('hint.thinking'))
  endStory(t)
  redraw()
  try {
    const told = await app.source.ask('hint', { table: t.id, number, seat })
    choice.hint = told
    if (app.table !== t || t.choice !== choice) return
    sayHint(t, told)
    drawHint(t, choice, told)
  } catch (error) {
    choice.hint = null
    complain(error)
  }
  redraw()
}

/* A hint is marked and said; it chooses nothing. */
function sayHint(t: Table, { moves: [best] }: Hint): void {
  const game = ui(t),
    p = newestProps(t)
  if (!best || !game || !p) return
  const sign = best.points < 0 ? 'minus' : 'plus'
  announce(words('hint.said.' + sign, { move: game.moveLabel(best.move, p), points: Math.abs(best.points) }))
}

/* The best move is drawn, too, where it changes the board, and what it brings at once is said. */
async function drawHint(t: Table, choice: Choosing, { moves: [best] }: Hint): Promise<void> {
  const after = best && (await preview(best.move))
  if (!after || app.table !== t || t.choice !== choice) return
  choice.hinted = after
  redraw()
}

const most = 5 // mistakes that are shown

/* After the end of a game: finds the decisions of a seat that cost most. */
export async function analyse(seat: number): Promise<void> {
  const t = here()
  if (!t?.told.position || t.history.mistakes === 'thinking') return
  const { history } = t
  const { mistakes, judged } = history
  history.mistakes = 'thinking'
  history.judged = seat
  redraw()
  try {
    const { moves } = await app.source.ask('analyse', { table: t.id, seat })
    const own = seat === t.told.position.seat
    const { log } = t.told
    history.mistakes = moves
      .filter(m => m.mistake)
      .sort((a, b) => b.lost - a.lost)
      .slice(0, most)
      .map(m => ({
        ...m,
        decision: m.number,
        number: own ? m.number : (log.find(line => (line.public ?? line.number) >= m.public)?.number ?? m.number),
      }))
    announce(words('analysis.found', { count: history.mistakes.length }))
  } catch (error) {
    Object.assign(history, { mistakes, judged })
    complain(error)
  }
  redraw()
}
