/* marks.ts: what lies over a board of Castelli: the last move, what a choice would bring, who leads where. */

import { h, keyed, type VNode } from '../../ui/dom'
import { Event } from '../../board/game_ui'
import { at, corners, path, rect, round, symbol, text } from '../../board/svg'
import type { Scene } from './draw'
import { FORWARD, areaCell, areaMiddle, areaPath, cellCentre, centre, onSide } from './geometry'
import { Area, Board, Meadow, Side, View } from './types'

/* The middle of an icon of the frame. */
export const plaque = (meadow: Meadow, side: Side) => {
  const { x, y } = centre(meadow.col, meadow.row)
  return { x: x + FORWARD[side][0] * 53, y: y + FORWARD[side][1] * 53 }
}

/* Areas that a line of the log names; meadows and octagons mark themselves. */
export function marked({ p, board, prefix }: Scene): VNode[] {
  return p.highlight.flatMap(name => {
    const area = name.startsWith(prefix) ? findArea(board, name.slice(prefix.length)) : null
    if (!area) return []
    const { x, y } = cellCentre(areaCell(area.name))
    return [at(x, y, path(areaPath(area.sides), 'marked-shape'))]
  })
}

/* Where the castle or the village stands that the choice puts. */
function siteOfChoice({ p, board, view, shown }: Scene): { x: number; y: number } | null {
  const area = p.selected !== null && /^(build|overbuild) /.test(p.selected) ? findArea(board, p.selected.split(' ')[1]) : null
  if (!area) return null
  const was = view.castles.filter(castle => castle.area === area.name)
  const fresh = shown.castles.find(
    castle => castle.area === area.name && !was.some(old => old.side === castle.side && old.seat === castle.seat),
  )
  const side = fresh?.side ?? area.sides.find(it => !was.some(castle => castle.side === it)) ?? area.sides[0]
  const { x, y } = cellCentre(areaCell(area.name)),
    at = onSide(side)
  return { x: x + at.x, y: y + at.y }
}

export function chosenSite(scene: Scene): VNode | null {
  const site = siteOfChoice(scene)
  return site && rect(site.x - 25, site.y - 27, 50, 50, 'selected-ring', 10)
}

/* Four ink corners round what the last move changed. */
export function lastMove(scene: Scene): VNode[] {
  const seen = new Set<string>()
  for (const event of scene.last) {
    if (!event.place) continue
    if (['lift', 'tile', 'place', 'turn'].includes(event.key)) seen.add(event.place)
    if (['castle', 'overbuild', 'village', 'city', 'guard'].includes(event.key)) seen.add(event.place)
  }
  const here = [...seen].filter(name => isCell(name) || findArea(scene.board, name))
  return here.map(name => {
    const area = findArea(scene.board, name)
    if (!area) {
      const { x, y } = cellCentre(name)
      return at(x, y, corners(-38, -38, 76, 76))
    }
    const { x, y } = cellCentre(areaCell(name))
    const castles = scene.shown.castles.filter(it => it.area === name)
    const { x: dx, y: dy } = onSide(castles[castles.length - 1]?.side ?? area.sides[0])
    return at(x + dx, y + dy, corners(-25, -27, 50, 50, 11))
  })
}

const findArea = (board: Board, name: string): Area | null =>
  board.octagons
    .find(octagon => name.startsWith(octagon.cell) && name.length === octagon.cell.length + 1)
    ?.areas.find(area => area.name === name) ?? null

/* What is no area of this board is a cell, or in a tournament an area of the former round's board, which is laid out otherwise. */
const isCell = (name: string) => /\d$/.test(name)

/* Where an event happens on the board. */
export function placeOfEvent(board: Board, view: View, event: Event): { x: number; y: number } | null {
  if (!event.place)
    return event.key === 'silver' && (event.what === 'mine' || event.what === 'sale') ? cellCentre(view.mine.cell) : null
  const area = findArea(board, event.place)
  if (area) {
    const { x, y } = cellCentre(areaCell(area.name)),
      mid = areaMiddle(area)
    return { x: x + mid.x, y: y + mid.y }
  }
  const meadow = board.meadows.find(it => it.cell === event.place)
  const side = meadow?.frame.find(it => it.icon === (event.key === 'draws' ? 'card' : event.what))?.side
  if (meadow && side) return plaque(meadow, side)
  return isCell(event.place) ? cellCentre(event.place) : null
}

/* What the choice would bring, as a pill with shield and number on the very area. */
export function pills(scene: Scene): VNode[] {
  const at2 = new Map<string, number>()
  const nodes: VNode[] = []
  for (const event of scene.coming) {
    if (!['gain', 'draws', 'score'].includes(event.key) || !event.seat || !event.amount) continue
    let where = placeOfEvent(scene.board, scene.view, event)
    if (!where) continue
    const built = event.key === 'score' && siteOfChoice(scene)
    if (built) where = { x: built.x, y: built.y + (built.y < 60 ? 42 : -42) }
    else if (event.place && isCell(event.place)) where = beside(cellCentre(event.place), where, scene.board.columns * 100)
    const key = `${round(where.x)} ${round(where.y)}`
    const n = at2.get(key) ?? 0
    at2.set(key, n + 1)
    const what = event.key === 'score' ? 'vp' : event.key === 'draws' ? 'card' : event.what!
    const { columns, rows } = scene.board
    const x = within(where.x, 16, columns * 100),
      y = within(where.y + n * 30, -9, rows * 100)
    nodes.push(keyed(`pill-${key}-${n}`, pill(x, y, event.seat, event.amount, what), 'fade'))
  }
  return nodes
}

/* Not over the edge of a narrow screen. */
const within = (at: number, least: number, size: number) => Math.max(least, Math.min(at, size - least))

/* Next to a plaque of the frame, so that its icon stays to be seen: east of it, or west of one at the corner. */
function beside(meadow: { x: number; y: number }, plaque: { x: number; y: number }, width: number): { x: number; y: number } {
  if (plaque.x !== meadow.x) return { x: plaque.x, y: plaque.y + 33 }
  return { x: plaque.x + (plaque.x + 75 > width ? -59 : 59), y: plaque.y }
}

/* Who leads where, by so much: a row for each player on every area that is still to be scored, and on the mine. */
export function totals(scene: Scene): VNode[] {
  if (!scene.influence) return []
  return scene.shown.areas
    .filter(it => !it.harvested)
    .flatMap(state => {
      const area = findArea(scene.board, state.area)
      const seats = scene.board.seats.filter(seat => state.influence[seat - 1] > 0)
      if (!area || !seats.length) return []
      const { x, y } = cellCentre(areaCell(area.name)),
        mid = area.landscape === 'mine' ? { x: 0, y: -22 } : areaMiddle(area)
      const tall = seats.length * 19
      return [
        h(
          'g',
          { class: 'totals', transform: `translate(${round(x + mid.x)} ${round(y + mid.y - tall / 2)})` },
          rect(-21, -2, 42, tall + 4, 'badge', 9),
          seats.map((seat, i) => [
            symbol(`shield-${seat}`, -9, i * 19 + 9.5, 17),
            text(9, i * 19 + 15, 15, state.leaders.includes(seat) ? 'badge-text' : 'badge-text less', state.influence[seat - 1]),
          ]),
        ),
      ]
    })
}

function pill(x: number, y: number, seat: number, amount: number, what: string): VNode {
  const w = 78
  return h(
    'g',
    { transform: `translate(${round(x)} ${round(y)})`, class: 'gain' },
    rect(-w / 2, -14, w, 28, 'badge', 14),
    symbol(`shield-${seat}`, -w / 2 + 16, 0, 22),
    text(-2, 6, 16, 'badge-text', `+${amount}`),
    symbol(what, w / 2 - 15, 0, 20),
  )
}
