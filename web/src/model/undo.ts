/* undo.ts: taking moves back: at once if nobody has learned anything from them, else if all others agree. */
import { select } from './choose'
import { complain, notice } from '../say/notice'
import { app, here, redraw } from '../app/state'
import { endStory } from './story'
import type { Table } from './table_state'
import { inFull } from '../say/telling'
import { words } from '../say/words'

/* The number to go back to: the one that the server allows at once, else the player's last move, for which all others must agree. */
export function undoTarget(t: Table): { to: number; asks: boolean } | null {
  if (!t.told.position || t.told.state !== 'running' || !t.told.mine.length) return null
  if (t.told.position.undo !== null && t.told.position.undo !== undefined) return { to: t.told.position.undo, asks: false }
  if (t.told.undo === 'none') return null
  const asks = t.told.chairs.some(c => !t.told.mine.includes(c.seat) && c.player && c.player.kind !== 'computer' && !c.resigned)
  for (let i = t.told.log.length - 1; i >= 0; i--)
    if (t.told.mine.includes(t.told.log[i].seat)) return { to: t.told.log[i].number, asks }
  return null
}

export function undo(): void {
  const t = here()
  if (!t || t.history.replay) return
  endStory(t)
  if (t.choice.is === 'choosing' && t.choice.move !== null && !t.choice.offered) {
    select(null)
    return
  }
  const target = undoTarget(t)
  if (!target) {
    notice(words('undo.nothing'))
    return
  }
  app.source.ask('undo', { table: t.id, number: t.told.number, to: target.to }).then(() => {
    if (target.asks) notice(words('undo.asked'))
  }, complain)
}

export function answerUndo(yes: boolean): void {
  const t = here()
  if (!t?.undoAsked) return
  app.source.ask('answer', { table: t.id, to: t.undoAsked.to, yes }).catch(complain)
  if (yes) t.undoAsked = null // a refusal is told to all
  redraw()
}

/* What taking back would undo, in words. */
export function undoText(t: Table): string {
  const target = undoTarget(t)
  const what = target && inFull(t, t.told.log.filter(line => line.number >= target.to && line.seat > 0).slice(0, 3))
  return what ? words('undo.would', { what }) : ''
}
