/* tile.ts: the picture of a heraldic tile. */

import { h, type VNode } from '../../ui/dom'
import { circle, g, path, rect, round, symbol, text } from '../../board/svg'
import { Seat, Tile } from './types'

export interface Coat {
  seat: Seat
  card: boolean
}

const AWAY: [number, number][] = [
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
]

/* The coats of a tile as it lies after some quarter turns clockwise: north, east, south, west. */
export function coatsOf(tile: Tile, turn: number): Coat[] {
  return [0, 1, 2, 3].map(side => {
    const seat = tile.coats[(side - turn + 4) % 4]
    return { seat, card: tile.card === seat }
  })
}

/* A tile round (0, 0). Emblems stay upright however it lies. */
export function tileNode(coats: Coat[], value: number, half = 33.5, silver = 0, inPlay?: Seat[]): VNode {
  const k = half / 35,
    size = 20 * k,
    far = 23.5 * k
  const quarter = [
    `M${-half} ${-half}H${half}L0 0Z`,
    `M${half} ${-half}V${half}L0 0Z`,
    `M${half} ${half}H${-half}L0 0Z`,
    `M${-half} ${half}V${-half}L0 0Z`,
  ]
  return g(
    'tile',
    rect(-half, -half + 2.5 * k, 2 * half, 2 * half, 'shadow'),
    coats.map((coat, side) =>
      g(
        `p${inPlay && !inPlay.includes(coat.seat) ? 0 : coat.seat}`,
        path(quarter[side], 'coat'),
        path(quarter[side], 'coat-hatch'),
      ),
    ),
    path(`M${-half} ${-half}L${half} ${half}M${half} ${-half}L${-half} ${half}`, 'tile-cross'),
    coats.map((coat, side) =>
      coat.card
        ? symbol('card', AWAY[side][0] * far, AWAY[side][1] * far, round(size * 0.95))
        : symbol(`emblem-${coat.seat}`, AWAY[side][0] * far, AWAY[side][1] * far, round(size), round(size), {
            class: `on-${inPlay && !inPlay.includes(coat.seat) ? 0 : coat.seat}`,
          }),
    ),
    circle(0, 0, round(12.5 * k), 'tile-value'),
    text(0, 6.8 * k, round(19.5 * k), 'tile-number', value),
    Array.from({ length: silver }, (_, i) => symbol('silver', (i ? -1 : 1) * 23 * k, 23 * k, round(16 * k))),
    h('rect', { x: -half, y: -half, width: 2 * half, height: 2 * half, class: 'tile-edge' }),
  )
}
