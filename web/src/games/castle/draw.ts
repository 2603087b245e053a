/* draw.ts: a board of Castle as a picture of its view. */

import { h, keyed, type VNode } from '../../ui/dom'
import { ghost, Picture, Place, placeNode, shownOf } from '../../board/board'
import { once } from '../../board/once'
import { spoken } from '../../board/speech'
import { at, circle, corners, g, path, rect, round, symbol, text } from '../../board/svg'
import { Map2, XY, mapOf, outline, shape, stroke, triangle } from './geometry'
import { cityLabel, lineLabel, pointLabel, spaceLabel } from './labels'
import { land } from './land'
import { onBoard, target } from './targets'
import { Board, Colour, Props, View } from './types'

interface Scene {
  p: Props
  board: Board
  view: View
  shown: View
  map: Map2
  targets: Map<string, string[]>
  places: Place[]
}

export function draw(p: Props): Picture {
  const board: Board = p.board,
    view: View = p.view,
    map = mapOf(board)
  const scene: Scene = {
    p,
    board,
    view,
    shown: shownOf(p),
    map,
    targets: onBoard(p.moves, p.selected),
    places: [],
  }
  const nodes = [
    land(board, p.words),
    h('g', { class: 'cities', 'aria-hidden': 'true' }, cities(scene)),
    h('g', { class: 'grounds' }, grounds(scene)),
    h('g', { class: 'line-places' }, lines(scene)),
    h('g', { class: 'pieces', 'aria-hidden': 'true' }, houses(scene), walls(scene), towers(scene)),
    h('g', { class: 'point-places' }, points(scene)),
    h('g', { class: 'marks', 'aria-hidden': 'true' }, marks(scene)),
  ]
  return {
    box: [-40, -54, map.width + 80, round(map.height + 112)],
    tight: [-37, -46, map.width + 74, round(map.height + 98)],
    framed: true,
    label: p.words('castle.board'),
    nodes,
    places: scene.places,
  }
}

function cities({ p, view, shown, map }: Scene): VNode[] {
  return shown.cities.map(city => {
    const d = shape(map, city.spaces)
    const counts = shown.counts === city.city || view.counts === city.city
    const ground = g('city-ground', path(d, 'city'), h('path', { d, fill: 'url(#tex-city)' }), counts && path(d, 'city-counts'))
    return keyed(`city-${city.city}`, ghost(p, !view.cities.some(it => it.city === city.city), ground), 'grow')
  })
}

/* What may be pointed at on the ground: the spaces, or whole cities while one of them is to be chosen. While walls or towers are to be
   chosen the spaces are there to look at only. */
function grounds(scene: Scene): VNode[] {
  const { p, board, view, shown, map, targets, places } = scene
  const choosing = p.moves.length > 0 && ['wall', 'tower', 'join', 'city'].includes(view.phase)
  const spaces = board.spaces.map(space => {
    const { corners: three, middle } = map.space[space.name]
    const place: Place = {
      id: space.name,
      ...middle,
      reach: 25,
      moves: targets.get(space.name) ?? [],
      why: `house ${space.name} ${board.colours[0]}`,
    }
    if (!choosing) places.push(place)
    const here = shown.spaces.find(it => it.space === space.name),
      city = shown.cities.find(it => it.spaces.includes(space.name))?.city
    return once(
      board,
      space.name,
      [here, city, place.moves, place.moves.includes(p.selected!), p.highlight.includes(space.name), spoken(p)],
      () => onGround(scene, place, spaceLabel(p, board, space, shown), triangle(three), triangle(inset(three, middle))),
    )
  })
  if (view.phase !== 'join' && view.phase !== 'city') return spaces
  return [
    ...spaces,
    ...view.cities.map(city => {
      const middle = map.space[city.spaces[Math.floor(city.spaces.length / 2)]].middle
      const place: Place = {
        id: `city-${city.city}`,
        ...middle,
        reach: 30,
        moves: targets.get(city.city) ?? [],
        why: `${view.phase} ${city.city}`,
      }
      if (choosing) places.push(place)
      const d = shape(map, city.spaces)
      return onGround(scene, place, cityLabel(p, board, city.city, view), d, d)
    }),
  ]
}

const inset = (three: XY[], middle: XY) =>
  three.map(({ x, y }) => ({ x: middle.x + (x - middle.x) * 0.74, y: middle.y + (y - middle.y) * 0.74 }))

function onGround({ p }: Scene, place: Place, label: string, whole: string, inner: string): VNode {
  const chosen = p.selected !== null && place.moves.includes(p.selected)
  return placeNode(
    place,
    p,
    label,
    path(inner, ''),
    path(whole, 'hit'),
    place.moves.length && !chosen ? path(inner, 'legal') : null,
  )
}

function lines(scene: Scene): VNode[] {
  const { p, board, view, map, targets, places } = scene
  if (!p.moves.length || view.phase !== 'wall') return []
  const free = board.lines.filter(line => targets.has(line.name))
  const edges = path(free.map(line => stroke(map.line[line.name], 24)).join(''), 'legal-line-edge')
  return [
    edges,
    ...free.map(line => {
      const where = map.line[line.name]
      const place: Place = {
        id: line.name,
        x: where.from.x,
        y: where.from.y,
        to: where.to,
        moves: targets.get(line.name)!,
        why: null,
      }
      places.push(place)
      const chosen = p.selected === place.moves[0]
      const closing = view.closings.find(it => it.line === line.name)
      const label = lineLabel(p, line.name, view) // houses beside the line change it
      return once(board, line.name, [chosen, closing?.spaces, p.highlight.includes(line.name), label, spoken(p)], () =>
        placeNode(
          place,
          p,
          label,
          path(stroke(where, 14), ''),
          chosen
            ? null
            : closing
              ? g(
                  'closing-place',
                  path(shape(map, closing.spaces), 'closing-city'),
                  path(stroke(where, 14), 'closing-glow', { 'stroke-width': 26 }),
                  path(stroke(where, 18), 'closing-line', { 'stroke-width': 8 }),
                )
              : path(stroke(where, 24), 'legal-line'),
        ),
      )
    }),
  ]
}

/* The ends of the new wall, where a tower is to stand. */
function points(scene: Scene): VNode[] {
  const { p, board, view, map, targets, places } = scene
  if (view.phase !== 'tower') return []
  return board.points
    .filter(point => targets.has(point.name))
    .map(point => {
      const { x, y } = map.point[point.name]
      const place: Place = { id: point.name, x, y, reach: 20, moves: targets.get(point.name)!, why: null }
      places.push(place)
      const chosen = p.selected !== null && place.moves.includes(p.selected)
      return placeNode(
        place,
        p,
        pointLabel(p, board, point.name, view),
        circle(x, y - 6, 27, ''),
        circle(x, y - 4, 22, 'hit'),
        chosen ? circle(x, y - 8, 25, 'selected-ring') : circle(x, y, 20, 'legal'),
      )
    })
}

/* The move that pointing at (x, y) would be, if it were legal. */
export function wouldBe(x: number, y: number, p: Props): string | null {
  const board: Board = p.board,
    view: View = p.view,
    map = mapOf(board)
  const nearest = <T extends { name: string }>(all: T[], where: (it: T) => XY): T =>
    all.reduce((best, it) =>
      Math.hypot(where(it).x - x, where(it).y - y) < Math.hypot(where(best).x - x, where(best).y - y) ? it : best,
    )
  if (view.phase === 'wall') return `wall ${nearest(board.lines, line => map.line[line.name].middle).name}`
  if (view.phase === 'tower')
    return `tower ${nearest(board.points, point => map.point[point.name]).name} ${view.dice?.tower ?? board.towers[0]}`
  return null
}

interface Piece {
  id: string
  n: number
}

/* Palaces of a city are spread over its spaces in board order; houses stand where they were put. */
function piecesBySpace(board: Board, shown: View): Map<string, Piece[]> {
  const map = new Map<string, Piece[]>()
  const put = (space: string, id: string, n: number) => {
    const list = map.get(space) ?? []
    list.push({ id, n })
    map.set(space, list)
  }
  for (const city of shown.cities) {
    let i = 0
    const order = board.spaces.filter(space => city.spaces.includes(space.name))
    for (const colour of board.colours)
      for (let n = city.palaces[colour]; n > 0; n--) put(order[i++ % order.length].name, `palace-${colour}`, 1)
  }
  for (const here of shown.spaces)
    for (const colour of board.colours as Colour[]) if (here.houses[colour]) put(here.space, `house-${colour}`, here.houses[colour])
  return map
}

/* Offsets from the middle of a triangle whose tip points north; the others are mirrored. */
const SPOTS: [number, number][][] = [
  [],
  [[0, 4]],
  [
    [-18, 8],
    [18, 8],
  ],
  [
    [0, -13],
    [-17, 15],
    [17, 15],
  ],
  [
    [-13, -9],
    [13, -9],
    [-15, 17],
    [15, 17],
  ],
  [
    [0, -23],
    [-14, -2],
    [14, -2],
    [-24, 21],
    [24, 21],
  ],
  [
    [0, -23],
    [-14, -2],
    [14, -2],
    [-26, 21],
    [0, 21],
    [26, 21],
  ],
]
const SIZES = [0, 42, 35, 30, 26, 23, 22]

function houses(scene: Scene): VNode[] {
  const nodes: VNode[] = []
  const { p, board, view, shown } = scene
  const stand = p.proposed ? piecesBySpace(board, view) : null
  const standing = (space: string, id: string) =>
    (stand?.get(space) ?? []).reduce((sum, piece) => sum + (piece.id === id ? piece.n : 0), 0)
  for (const [space, list] of piecesBySpace(board, shown)) {
    const { middle, north } = scene.map.space[space]
    const total = list.reduce((sum, piece) => sum + piece.n, 0)
    const all = total <= 3 ? list.flatMap(piece => Array.from({ length: piece.n }, () => ({ id: piece.id, n: 1 }))) : merge(list)
    const many = Math.min(all.length, 6)
    const size = SIZES[many] - (north ? 0 : many === 1 ? 2 : many === 2 ? 3 : 2)
    const seen: Record<string, number> = {}
    all.slice(0, 6).forEach((piece, i) => {
      const [dx, dy] = SPOTS[many][i]
      const x = middle.x + dx,
        y = middle.y + (north ? dy : many === 1 ? 2 : -dy)
      const copy = (seen[piece.id] = (seen[piece.id] ?? 0) + 1)
      const picture = g(
        '',
        symbol(piece.id, x, y, size),
        piece.n > 1 && at(x + size * 0.38, y + size * 0.3, circle(0, 0, 8.5, 'badge'), text(0, 4.5, 12.5, 'badge-text', piece.n)),
      )
      const isNew = !!stand && copy - 1 + piece.n > standing(space, piece.id)
      nodes.push(keyed(`${space}-${piece.id}-${copy}`, ghost(p, isNew, picture), piece.id.startsWith('palace') ? 'rise' : 'fall'))
    })
  }
  return nodes
}

function merge(list: Piece[]): Piece[] {
  const sums = new Map<string, number>()
  for (const { id, n } of list) sums.set(id, (sums.get(id) ?? 0) + n)
  return [...sums].map(([id, n]) => ({ id, n }))
}

function walls({ p, view, shown, map }: Scene): VNode[] {
  return [...shown.walls]
    .sort((a, b) => map.line[a].middle.y - map.line[b].middle.y)
    .map(name => keyed(`wall-${name}`, ghost(p, !view.walls.includes(name), wall(map.line[name])), 'fall'))
}

/* Five strokes of one line; the lower two give it height. */
function wall(line: { from: XY; to: XY }): VNode {
  return g(
    'wall',
    path(stroke(line, 0, 4), 'wall-shade', { 'stroke-width': 19 }),
    path(stroke(line, 0, 4.5), 'wall-face', { 'stroke-width': 15.5 }),
    path(stroke(line, 0, -2), 'wall-shade', { 'stroke-width': 17 }),
    path(stroke(line, 0, -2), 'wall-body', { 'stroke-width': 14 }),
    path(stroke(line, 5, -2), 'wall-top', { 'stroke-width': 14, 'stroke-dasharray': '6 4.5' }),
    path(stroke(line, 0, -2), 'wall-body', { 'stroke-width': 6.5 }),
  )
}

function towers({ p, view, shown, map }: Scene): VNode[] {
  return [...shown.towers]
    .sort((a, b) => map.point[a.point].y - map.point[b.point].y)
    .map(({ point, colour }) => {
      const { x, y } = map.point[point]
      const tower = g(
        'tower',
        h('ellipse', { cx: round(x), cy: round(y + 9), rx: 14, ry: 5, class: 'shadow' }),
        symbol(`tower-${colour}`, x, y - 9, 40),
      )
      return keyed(`tower-${point}-${colour}`, ghost(p, !view.towers.some(it => it.point === point), tower), 'fall')
    })
}

/* The spaces of a space or a city; a city that was joined since is part of another. */
function spacesOf({ shown, map }: Scene, name: string): string[] | null {
  if (map.space[name]) return [name]
  const space = name.replace(/^city-/, '')
  if (!map.space[space] || space === name) return null
  return shown.cities.find(city => city.spaces.includes(space))?.spaces ?? [space]
}

/* A ring round the wall of a line, between its towers. */
function ringOf({ from, to, middle }: { from: XY; to: XY; middle: XY }): VNode {
  const turn = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI
  return h(
    'g',
    { transform: `translate(${round(middle.x)} ${round(middle.y + 1)}) rotate(${round(turn)})` },
    rect(-45, -18, 90, 36, 'selected-ring', 12),
  )
}

function marks(scene: Scene): VNode[] {
  const { p, view, map } = scene
  const nodes: VNode[] = []
  const chosen = p.selected === null ? null : target(p.selected)
  if (chosen && view.phase === 'wall' && map.line[chosen.place]) nodes.push(ringOf(map.line[chosen.place]))
  for (const closing of p.moves.length && view.phase === 'wall' ? view.closings : []) {
    const { middle } = map.line[closing.line]
    if (chosen?.place === closing.line)
      nodes.push(
        path(outline(map, closing.spaces), 'preview-area'),
        at(middle.x, middle.y, circle(0, 0, 14.5, 'close-disc'), path('M-7 6V-4h3.5v2.5h1.8V-4h3.4v2.5h1.8V-4H7V6Z', 'close-keep')),
      )
    else
      nodes.push(
        at(
          middle.x,
          middle.y,
          circle(0, 0, 9, 'close-disc'),
          path('M-4.6 4V-3h2.2v1.6h1.3V-3h2.2v1.6h1.3V-3h2.2V4Z', 'close-keep'),
        ),
      )
  }
  if (chosen && (view.phase === 'house' || view.phase === 'join' || view.phase === 'city') && p.moves.length) {
    const spaces = view.choices.find(it => it.move === p.selected)?.spaces ?? (map.space[chosen.place] ? [chosen.place] : [])
    nodes.push(path(outline(map, spaces), 'selected-ring rounded'))
  }
  nodes.push(...lastTurn(p, map))
  for (const name of p.highlight) {
    const d = map.line[name] ? stroke(map.line[name], 10) : spacesOf(scene, name) ? shape(map, spacesOf(scene, name)!) : null
    if (d) nodes.push(path(d, 'marked-shape'))
    else if (map.point[name]) nodes.push(circle(map.point[name].x, map.point[name].y - 6, 26, 'marked-shape'))
  }
  return nodes
}

/* Corners round what the last turn put; towers stand within those of their wall. */
function lastTurn(p: Props, map: Map2): VNode[] {
  const events = p.recent.flatMap(line => line.events)
  const walled = events.some(event => event.key === 'wall')
  return events.flatMap(({ key, place }) => {
    if (place && key === 'wall' && map.line[place]) {
      const { from, to } = map.line[place]
      const left = Math.min(from.x, to.x) - 12,
        top = Math.min(from.y, to.y) - 20
      return [corners(round(left), round(top), round(Math.abs(to.x - from.x) + 24), round(Math.abs(to.y - from.y) + 36))]
    }
    if (place && key === 'tower' && !walled && map.point[place]) {
      const { x, y } = map.point[place]
      return [corners(round(x - 24), round(y - 33), 48, 48, 11)]
    }
    if (place && key === 'house' && map.space[place]) {
      const { x, y } = map.space[place].middle
      return [corners(round(x - 27), round(y - 22), 54, 52, 11)]
    }
    return []
  })
}
