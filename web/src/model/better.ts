/* better.ts: the better line of a mistake: asked for when somebody looks at the mistake, and drawn move by move. */
import { announce, complain } from '../say/notice'
import { newestProps, placeOf, ui } from './look'
import type { BoardProps } from '../board/game_ui'
import type { Judgement } from '../net/protocol'
import { goTo } from './replay'
import { app, redraw } from '../app/state'
import type { BetterLine, Table } from './table_state'

/* Shows the position of a mistake, and the first move of what would have been better there. */
export async function showMistake(t: Table, m: Judgement): Promise<void> {
  goTo(t, m.number)
  document.querySelector('.boardhost')?.scrollIntoView({ block: 'nearest' })
  if (t.history.line?.from === m.number) return
  const line: BetterLine = { from: m.number, steps: [], shown: 0, then: 'others' }
  t.history.line = line
  try {
    const { line: steps, then } = await app.source.ask('line', { table: t.id, seat: m.seat, number: m.decision ?? m.number })
    if (t.history.line !== line) return
    Object.assign(line, { steps, then })
    showStep(t, 1)
  } catch (error) {
    if (t.history.line === line) t.history.line = null
    complain(error)
  }
  redraw()
}

/* The position in which a step of the line is made. */
export function before(t: Table, line: BetterLine, step: number): BoardProps | null {
  const p = newestProps(t)
  const view = step > 1 ? line.steps[step - 2].view : t.history.past.get(line.from)?.position.view
  return p && view ? { ...p, view, seat: t.history.judged ?? p.seat } : p
}

/* Draws so many moves of the line, and marks the last of them. */
export function showStep(t: Table, shown: number): void {
  const { line } = t.history
  if (!line?.steps.length) return
  line.shown = Math.max(1, Math.min(line.steps.length, shown))
  const { move } = line.steps[line.shown - 1]
  const p = before(t, line, line.shown)
  t.highlight = p ? placeOf(t.told.game, move, p.view, p.seat) : []
  if (p) announce(ui(t)?.moveLabel(move, p) ?? move)
  redraw()
}
