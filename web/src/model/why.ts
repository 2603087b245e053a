/* why.ts: why a move is not legal, in the player's language: the rules send a key and what the sentence is about. */
import type { BoardProps, GameUI } from '../board/game_ui'
import { player } from '../board/speech'
import { boardProps, ui } from './look'
import { announce, complain } from '../say/notice'
import type { Reason } from '../net/protocol'
import { app, here, redraw } from '../app/state'
import { words, type Args } from '../say/words'

function reasonText(reason: Reason, game: GameUI, p: BoardProps): string {
  if (reason.key === null) return words('why.allowed')
  const { seat, what, ...rest } = reason.about
  const args: Args = { ...rest }
  if (seat !== undefined) args.seat = player(p, seat)
  if (what !== undefined) args.what = game.thing(what, p)
  const text = words(reason.key, args)
  return text[0].toUpperCase() + text.slice(1)
}

/* A typed text may be no move at all, so it is shown as it was typed. */
export async function whyNot(move: string, typed = false): Promise<void> {
  const t = here()
  if (!t?.told.position || t.history.replay || t.choice.is === 'sending') return
  const { choice } = t
  const seat = t.told.position.seat || t.told.mine[0]
  if (!seat) return
  try {
    const reason = await app.source.ask('why', { table: t.id, number: t.told.position.number, seat, move })
    const game = ui(t),
      p = boardProps(t)
    if (app.table !== t || t.choice !== choice || !game || !p) return // too late
    const text = reasonText(reason, game, p)
    choice.why = { title: typed ? move : game.moveLabel(move, p), clause: reason.clause, text, allowed: reason.key === null }
    const rule = reason.clause ? words('why.said', { clause: reason.clause }) : ''
    announce([text, rule].filter(Boolean).join(' '))
    redraw()
  } catch (error) {
    complain(error)
  }
}
