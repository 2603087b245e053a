/* reason.ts: why a move is not legal, in the player's language: the rules send a key and what the sentence is about. */
import type { BoardProps, GameUI } from './game_ui'
import type { Reason } from './protocol'
import { words } from './words'

export function reasonText(reason: Reason, game: GameUI, p: BoardProps): string {
  if (reason.key === null) return ''
  const { seat, what, ...rest } = reason.about
  const args: Record<string, string | number> = { ...rest }
  if (seat !== undefined) args.seat = p.names[seat] ?? String(seat)
  if (what !== undefined) args.what = game.thing(what, p)
  const text = words(reason.key, args)
  return text[0].toUpperCase() + text.slice(1)
}
