/* index.ts: Castellan as the shell sees it. */

import { h, type VNode } from '../../ui/dom'
import { GameUI } from '../../board/game_ui'
import { stillProps } from '../../board/board'
import { Local, local } from '../../board/local'
import { cardPictures } from '../../board/panel'
import { decision, deeds, holds, inWords, outcome, phrases, scan } from './aloud'
import { camera } from './camera'
import { art, content, takeUp } from './choice'
import { draw, kindOf } from './draw'
import { U } from './geometry'
import { PIECES, cardName } from './labels'
import { notes } from './notes'
import { moveLabel, placesOf, say } from './say'
import { story, untold } from './story'
import { Board, CastellanEvent, Props, View } from './types'

function tools(p: Props, mine: Local): VNode[] {
  const button = (order: string, sign: string) =>
    h(
      'button',
      {
        type: 'button',
        class: 'btn tool',
        tabindex: '-1', // at the keyboard + − and 0 do the same
        title: p.words(`castellan.view.${order}`),
        onclick: () => mine.set('camera', order),
      },
      h('span', { 'aria-hidden': 'true' }, sign),
    )
  return [button('in', '+'), button('out', '−'), button('fit', '⤢')]
}

/* The place nearest to a point on the lawn, as the piece in hand would be named there. */
function ground(x: number, y: number, p: Props, mine: Local): string | null {
  const kind = kindOf(p, mine)
  if (kind === null) return null
  const col = Math.round(x / U),
    row = Math.round(y / U)
  if (kind === 'tower') return `tower ${col},${row}`
  const dx = x / U - col,
    dy = y / U - row,
    east = Math.abs(dx) > Math.abs(dy)
  const back = (east ? dx : dy) < 0 ? (kind === 'long' ? 2 : 1) : 0
  return `${kind} ${east ? col - back : col},${east ? row : row - back} ${east ? 'E' : 'S'}`
}

function sheet(p: Props): { label: string; values: number[]; icon: string }[] {
  const view: View = p.view
  const sum = (double: boolean) =>
    view.players.map(it =>
      view.courtyards
        .filter(court => court.owner === it.seat && court.double === double)
        .reduce((total, court) => total + court.value, 0),
    )
  return [
    { label: p.words('castellan.sheet.single'), values: sum(false), icon: 'keep-1' },
    { label: p.words('castellan.sheet.double'), values: sum(true), icon: 'keep-double-1' },
  ]
}

/* Moves without a choice: the first tower, passing on pieces that have no place, building with an empty hand, the only deck. */
const byItself = ({ view, moves }: Props) =>
  moves.length === 1 && (view.towers.length === 0 || /^(pass|build|draw)/.test(moves[0])) ? { move: moves[0], ends: false } : null

export const castellan: GameUI<Board, View, CastellanEvent> = {
  name: 'castellan',
  board: () => ({
    draw: (p, mine) => draw(p, kindOf(p, mine)),
    attach: camera,
    tools,
    ground,
    turn(p, hooks, mine) {
      const kinds = PIECES.filter(kind => p.moves.some(move => move.startsWith(kind + ' ')))
      const now = kindOf(p, mine)
      if (now === null) return false
      takeUp(kinds[(kinds.indexOf(now) + 1) % kinds.length], p, hooks, mine)
      return true
    },
  }),
  choice: (p, hooks) => content(p, hooks, local(hooks)),
  facts(p, seat) {
    const it = p.view.players.find(row => row.seat === seat)
    if (!it) return []
    return [
      { icon: `keep-${seat}`, label: p.words('castellan.keeps', { n: it.keeps }), value: String(it.keeps) },
      {
        icon: 'card',
        label: p.words('castellan.cards', { n: it.hand.tower + it.hand.wall }),
        value: String(it.hand.tower + it.hand.wall),
      },
      { icon: 'tower', label: p.words('castellan.deck.left.tower'), value: String(it.decks.tower) },
      { icon: 'wall-short', label: p.words('castellan.deck.left.wall'), value: String(it.decks.wall) },
      {
        icon: `keep-double-${seat}`,
        label: p.words(it.double_used ? 'castellan.double.used' : 'castellan.double.free'),
        value: it.double_used ? '0' : '1',
      },
    ]
  },
  stock: p =>
    PIECES.map(kind => ({
      icon: kind === 'tower' ? 'tower' : `wall-${kind}`,
      label: p.words(`castellan.supply.${kind}`),
      value: String(p.view.supply[kind]),
    })),
  say,
  active: view => view.active,
  story,
  untold,
  places: placesOf,
  moveLabel,
  target: move => (/^(tower|short|long) /.test(move) ? move : null),
  notes,
  byItself,
  taken: (p, hooks) => kindOf(p, local(hooks)),
  onward: ({ moves }) => moves.find(move => move === 'build') ?? null,
  thing: (what, p) => cardName(p, what),
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
      (['tower', 'wall'] as const).flatMap(deck =>
        board.cards[deck].map(({ id }) => ({
          art: art(board, id),
          title: '',
          rule: cardName({ board, words }, id),
          band: words(`castellan.deck.${deck}`),
          bandClass: `plan ${deck}`,
        })),
      ),
    ),
  picture: (board, view) => draw(stillProps(board, view), null),
}
