/* choose.ts: choosing a move and making it. */
import type { BoardHooks } from './game_ui'
import { complain } from './notice'
import { loadChosen, preview } from './preview'
import { Refusal } from './source'
import { app, here, redraw } from './state'
import { watch } from './table'
import { choosing, type Sending, type Table } from './table_state'
import { whyNot } from './why'

/* What the drawing of a game may ask for. One object for a table: what a player has taken up belongs to it. */
export const boardHooks = (): BoardHooks => ({
  select,
  confirm: () => {
    if (app.settings.confirm !== 'button') confirm()
  },
  whyNot,
  preview,
})

export const mayMove = (t: Table): boolean =>
  !!t.told.position?.moves.length && t.choice.is === 'choosing' && !t.history.replay && !t.device.covered

/* A draft may still grow (a second card): it waits for a confirmation whatever the setting. */
export function select(move: string | null, draft = false): void {
  const t = here()
  if (!t?.told.position || t.history.replay || t.choice.is === 'sending') return
  if (move !== null && !t.told.position.moves.includes(move)) {
    whyNot(move, true)
    return
  }
  Object.assign(t.choice, { move, preview: null, clause: null, why: null })
  if (move !== null && !draft && app.settings.confirm === 'single') {
    confirm()
    return
  }
  loadChosen(t)
  redraw()
}

export function confirm(): void {
  const t = here()
  if (!t?.told.position || t.choice.is === 'sending' || t.choice.move === null || t.history.replay) return
  const { number, seat } = t.told.position
  const { move, preview } = t.choice
  t.choice = { is: 'sending', number, seat, move, preview, arrived: false }
  transmit(t, t.choice)
  redraw()
}

/* Sends the move, or sends it again: its number makes sure that it is made once. */
export async function transmit(t: Table, sent: Sending): Promise<void> {
  const { number, seat, move } = sent
  try {
    await app.source.ask('move', { table: t.id, number, seat, move })
    sent.arrived = true // the position comes later where others may react
  } catch (error) {
    if (error instanceof Refusal && error.code === 'lost') return // sent again after the next `watch`
    if (error instanceof Refusal && error.code === 'stale') {
      watch() // settled by what comes next
      return
    }
    if (t.choice === sent) t.choice = choosing()
    if (error instanceof Refusal && error.code === 'illegal') whyNot(move)
    else complain(error)
  }
  redraw()
}

/* Whether this device wants to be asked for reactions in the present turn. */
export function setReaction(off: boolean): void {
  const t = here()
  if (!t) return
  t.reactions.off = off
  for (const seat of t.told.mine) app.source.ask('react', { table: t.id, seat, off }).catch(complain)
  redraw()
}
