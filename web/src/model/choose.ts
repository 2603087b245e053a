/* choose.ts: choosing a move and making it. */
import { host } from '../app/host'
import { tellChosen } from '../say/chosen'
import { wantsAtOnce } from '../app/input'
import { answerAt, attemptAt } from './exercise'
import type { BoardHooks } from '../board/game_ui'
import { newestProps, ui } from './look'
import { announce, complain } from '../say/notice'
import { changeSettings } from './player'
import { loadChosen, preview } from './preview'
import { pace } from '../app/settings'
import { Refusal } from '../net/source'
import { app, here, redraw, redrawNow } from '../app/state'
import { endStory } from './story'
import { watch } from './opening'
import { choosing, mayMove, type Sending, type Table } from './table_state'
import { whyNot } from './why'
import { words } from '../say/words'

/* What the drawing of a game may call. Each table has one such object; what its player has taken up is kept by that object. */
export const boardHooks = (): BoardHooks => ({
  select,
  confirm: () => {
    if (app.settings.confirm === 'button') return
    if (!app.settings.taught) changeSettings({ taught: true })
    confirm()
  },
  whyNot,
  preview,
  skip,
  changed: redraw,
  say: announce,
})

/* A tap ends the story. If the player confirms choices by a second tap, the tap that ends the story may also choose. */
function skip(): boolean {
  const t = here()
  if (t) endStory(t)
  redrawNow()
  return app.settings.confirm !== 'single'
}

/* A draft can still grow (a second card), so it always needs a confirmation, whatever the setting. */
export function select(move: string | null, draft = false): void {
  const t = here()
  if (!t?.told.position || t.history.replay || t.choice.is === 'sending') return
  if (host.now() < t.fresh) return
  endStory(t)
  if (move !== null && !t.told.position.moves.includes(move)) {
    whyNot(move, true)
    return
  }
  if (move !== null && !draft && t.choice.move === move && !t.choice.offered) {
    if (app.settings.confirm !== 'button') confirm() // a second press that came before the first was drawn
    return
  }
  if (move === null && t.choice.move !== null) announce(words('chosen.back'))
  Object.assign(t.choice, { move, offered: false, preview: null, clause: null, why: null })
  if (move !== null && (wantsAtOnce() || (!draft && oneTap(t, move)))) {
    confirm()
    return
  }
  loadChosen(t, () => tellChosen(t))
  redraw()
}

/* Whether one tap makes the move: because the player set it so, or because the move can be taken back at once. */
function oneTap(t: Table, move: string): boolean {
  const p = newestProps(t)
  return app.settings.confirm === 'single' || (app.settings.confirm === 'double' && !!p && !!ui(t)?.isLight?.(move, p))
}

/* Makes a move that was not chosen before: the one that the main button offers, or one that the page makes by itself. */
export function make(t: Table, move: string): void {
  if (!mayMove(t) || !t.told.position!.moves.includes(move) || host.now() < t.fresh) return
  t.choice = choosing(move)
  confirm()
}

/* Goes on with one key: confirms what is chosen, or does what the main button does. */
export function goOnward(t: Table): void {
  const p = newestProps(t)
  if (t.choice.is === 'choosing' && t.choice.move !== null) {
    confirm()
    return
  }
  const move = p && mayMove(t) ? ui(t)?.onward?.(p) : null
  if (move) make(t, move)
}

/* After a new position: makes the only possible move by itself, or chooses what the game offers. */
export function goOn(t: Table): void {
  const game = ui(t),
    p = newestProps(t)
  if (!game || !p || !mayMove(t) || t.choice.move !== null) return
  const asked = attemptAt(t) && !answerAt(t) // an exercise leaves its decision to the player, even if there is only one move
  const only = t.byHand || asked ? null : game.byItself?.(p)
  if (only && app.settings[only.ends ? 'ends' : 'forced']) {
    const { position } = t.told
    const wait = () =>
      host.after(
        () => {
          if (here() !== t || t.told.position !== position || t.choice.move !== null) return
          if (t.story || app.dialog || t.history.replay) wait()
          else make(t, only.move)
        },
        (only.ends ? 700 : 350) * pace(app.settings),
      )
    wait()
    return
  }
  const offered = game.offer?.(p)
  if (!offered) return
  t.choice = choosing(offered, true)
  loadChosen(t, () => tellChosen(t))
}

export function confirm(): void {
  const t = here()
  if (!t?.told.position || t.choice.is === 'sending' || t.choice.move === null || t.history.replay) return
  if (host.now() < t.fresh) return
  endStory(t)
  t.byHand = false
  const { number, seat } = t.told.position
  const { move, preview } = t.choice
  t.choice = { is: 'sending', number, seat, move, preview, arrived: false }
  transmit(t, t.choice)
  redraw()
}

/* Sends the move, or sends it again. Because of its number the server makes it only once. */
export async function transmit(t: Table, sent: Sending): Promise<void> {
  const { number, seat, move } = sent
  try {
    await app.source.ask('move', { table: t.id, number, seat, move })
    sent.arrived = true // the position comes later where others may react
  } catch (error) {
    if (error instanceof Refusal && error.code === 'lost') return // sent again after the next `watch`
    if (error instanceof Refusal && error.code === 'stale') {
      watch() // the next position decides whether the move is sent again
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
