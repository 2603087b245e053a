/* chosen.ts: what a choice would bring, in words. */
import type { BoardProps, GameUI, Preview } from '../board/game_ui'
import { choseByKey } from '../app/input'
import { newestProps, person, shownPoints, ui } from '../model/look'
import { announce } from './notice'
import { app } from '../app/state'
import type { Table } from '../model/table_state'
import { words } from './words'

/* How many points each seat would get or lose. */
function gains(t: Table, game: GameUI, p: BoardProps, preview: Preview): string[] {
  const now = shownPoints(game, p),
    then = shownPoints(game, { view: preview.view, points: preview.points })
  return t.told.chairs.flatMap(({ seat }) => {
    const n = (then[seat - 1] ?? 0) - (now[seat - 1] ?? 0)
    if (!n) return []
    const sign = n > 0 ? 'plus' : 'minus'
    return seat === p.seat
      ? words(`chosen.${sign}`, { n: Math.abs(n) })
      : words(`chosen.other.${sign}`, { n: Math.abs(n), name: person(t, seat) })
  })
}

/* A move, and what it would bring as far as that is known. */
export function outcomeText(t: Table, move: string, preview: Preview | null): string {
  const game = ui(t),
    p = newestProps(t)
  if (!game || !p) return move
  const what = game.moveLabel(move, p)
  const brings = [
    ...(game.outcome?.(move, { ...p, selected: move, preview }) ?? []),
    ...(preview ? gains(t, game, p, preview) : []),
  ]
  return words(brings.length ? 'chosen.brings' : 'chosen.only', { what, brings: brings.join(', ') })
}

/* Says what was chosen, once it is known what it would do, and how it is confirmed. */
export function tellChosen(t: Table): void {
  const { choice } = t
  if (choice.is !== 'choosing' || choice.move === null) return
  const how = app.settings.confirm === 'button' ? 'button' : choseByKey() ? 'enter' : 'again'
  announce([outcomeText(t, choice.move, choice.preview), words('chosen.confirm.' + how)].join(' '))
}
