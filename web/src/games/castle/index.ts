/* index.ts: Castle as the shell sees it. */

import { GameUI } from '../../board/game_ui'
import { stillProps } from '../../board/board'
import { cardPictures } from '../../board/panel'
import { decision, deeds, holds, inWords, outcome, phrases, scan } from './aloud'
import { content, turn } from './choice'
import { draw, wouldBe } from './draw'
import { cardName, colourName } from './labels'
import { notes } from './notes'
import { moveLabel, placesOf, say } from './say'
import { stock } from './stock'
import { scoring, story, untold } from './story'
import { target } from './targets'
import { Board, CastleEvent, Props, View } from './types'

function sheet(p: Props): { label: string; values: number[]; icon: string }[] {
  const board: Board = p.board,
    view: View = p.view
  const kinds = board.cards
    .map(card => ({
      label: cardName(p, card.name),
      icon: `guild-${card.name}`,
      values: view.players.map(it => it.sheet.find(row => row.card === card.name)?.points ?? 0),
    }))
    .filter(row => row.values.some(value => value > 0))
  const scored = view.players.map(it => it.sheet.reduce((sum, row) => sum + row.points, 0))
  const begin = { label: p.words('castle.sheet.start'), icon: 'vp', values: view.players.map((it, i) => it.points - scored[i]) }
  return [begin, ...kinds]
}

/* Moves that leave no choice: the last house, a tower with one free end, two houses of one colour in either order. */
function byItself({ view, moves }: Props): { move: string; ends: boolean } | null {
  const [move] = moves
  if (moves.length === 1) return /^(tower|house|done)/.test(move) ? { move, ends: move === 'done' } : null
  const [one, other] = view.dice?.houses ?? []
  const alike = view.phase === 'house' && moves.length === 2 && one && one === other && one !== 'any'
  return alike && moves.every(it => it.endsWith(one)) && view.supply.houses[one] > 1 ? { move, ends: false } : null
}

/* One tap is enough for a tower or house, because it can be taken back at once, unless it may lead to a scoring. */
const isLight = (move: string, { view }: Props): boolean =>
  move.startsWith('tower ') ? !!view.dice?.houses.some(house => house) : move.startsWith('house ') && !view.completes

export const castle: GameUI<Board, View, CastleEvent> = {
  name: 'castle',
  board: () => ({ draw, ground: wouldBe, glow: 100, turn }),
  choice: content,
  facts(p, seat) {
    const view: View = p.view
    const it = view.players.find(row => row.seat === seat)
    return it ? [{ icon: 'back-castle', label: p.words('castle.cards', { n: it.cards }), value: String(it.cards) }] : []
  },
  stock,
  say,
  active: view => view.active,
  story,
  untold,
  scoring,
  places: placesOf,
  moveLabel,
  target: move => target(move)?.place ?? null,
  notes,
  byItself,
  onward: ({ moves }) => moves.find(move => move === 'done') ?? null,
  isLight,
  thing: (what, p) => ((p.board as Board).cards.some(card => card.name === what) ? cardName(p, what) : colourName(p, what)),
  text: inWords,
  decision,
  deeds,
  outcome,
  phrases,
  holds,
  scan,
  sheet,
  cards: (board: Board, words) =>
    cardPictures(
      board.cards.map(({ name, scope, copies }) => ({
        symbol: `guild-${name}`,
        title: '',
        rule: words(`castle.card.${name}`),
        band: words(`castle.scope.${scope}`),
        bandClass: `guild ${scope}`,
        copies,
      })),
    ),
  picture: (board, view) => draw(stillProps(board, view)),
}
