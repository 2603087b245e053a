/* advice.ts: what a strong player thinks: of the present decision, and after the end of those that were made. */
import { announce, complain } from './notice'
import { loadPreview } from './preview'
import { app, redraw, type TableState } from './state'
import { mayMove } from './table'
import { words } from './words'

export async function hint(): Promise<void> {
  const t = app.table
  if (!t || !mayMove(t) || t.hint === 'thinking') return
  const { number, seat } = t.position!
  t.hint = 'thinking'
  redraw()
  try {
    const { moves } = await app.source.ask('hint', { table: t.id, number, seat })
    if (app.table !== t || t.position?.number !== number || t.position.seat !== seat) return
    t.hint = moves
    if (moves.length && mayMove(t) && t.selected === null) show(t, moves[0].move)
  } catch (error) {
    t.hint = null
    complain(error)
  }
  redraw()
}

/* Shows a hinted move without ever making it at once. */
function show(t: TableState, move: string): void {
  t.selected = move
  t.preview = null
  loadPreview(t)
}

const most = 5,
  slight = 0.02 // mistakes that are shown, and what is none

/* After the end: the decisions that cost most. */
export async function analyse(): Promise<void> {
  const t = app.table
  if (!t?.position?.seat || t.analysis) return
  t.analysis = 'thinking'
  redraw()
  try {
    const { moves } = await app.source.ask('analyse', { table: t.id, seat: t.position.seat })
    t.analysis = moves
      .filter(m => m.move !== m.best && (m.lost ?? 0) > slight)
      .sort((a, b) => b.lost! - a.lost!)
      .slice(0, most)
    announce(words('analysis.found', { count: t.analysis.length }))
  } catch (error) {
    t.analysis = null
    complain(error)
  }
  redraw()
}
