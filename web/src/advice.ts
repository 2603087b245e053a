/* advice.ts: what a strong bot thinks of the present decision, and, after the end, of the decisions that were made. */
import { mayMove } from './choose'
import { announce, complain, notice } from './notice'
import { loadChosen } from './preview'
import { app, here, redraw } from './state'
import { endStory } from './story'
import { words } from './words'

export async function hint(): Promise<void> {
  const t = here()
  if (!t || !mayMove(t) || t.choice.is === 'sending' || t.choice.hint === 'thinking') return
  if (t.told.rated) {
    notice(words('action.rated'))
    return
  }
  const { choice } = t
  const { number, seat } = t.told.position!
  choice.hint = 'thinking'
  endStory(t)
  redraw()
  try {
    const told = await app.source.ask('hint', { table: t.id, number, seat })
    const { moves } = told
    choice.hint = told
    if (app.table !== t || t.choice !== choice) return
    if (moves.length && mayMove(t) && (choice.move === null || choice.offered)) {
      choice.offered = false
      choice.move = moves[0].move // a hint is only shown; the page never makes it as a move by itself
      loadChosen(t)
    }
  } catch (error) {
    choice.hint = null
    complain(error)
  }
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
      .map(m => (own ? m : { ...m, number: log.find(line => (line.public ?? line.number) >= m.public)?.number ?? m.number }))
    announce(words('analysis.found', { count: history.mistakes.length }))
  } catch (error) {
    Object.assign(history, { mistakes, judged })
    complain(error)
  }
  redraw()
}
