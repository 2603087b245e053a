/* draw.ts: the castle of Castellan as a picture of its view: a stone plan seen from above. */

import { h, keyed, type VNode } from '../../ui/dom'
import { ghost, Picture, Place, placeNode, shownOf } from '../../board/board'
import { Local } from '../../board/local'
import { once } from '../../board/once'
import { at, circle, g, path, rect, round, symbol, text } from '../../board/svg'
import { Span, U, heart, middle, outline, spanOf, spot, squaresPath, stand } from './geometry'
import { builtLabel, courtLabel, ghostLabel, PIECES, towerLabel } from './labels'
import { Courtyard, Piece, Props, View, Wall } from './types'

interface Scene {
  p: Props
  view: View
  shown: View
  kind: Piece | null
  places: Place[]
}

/* The kind of piece whose places are highlighted: that of the chosen move, else the one taken up, else the first that has a place. */
export function kindOf(p: Props, mine: Local): Piece | null {
  const can = PIECES.filter(kind => p.moves.some(move => move.startsWith(kind + ' ')))
  const chosen = p.selected?.split(' ')[0] as Piece
  if (can.includes(chosen)) return chosen
  const taken = mine.get('kind') as Piece
  return can.includes(taken) ? taken : (can[0] ?? null)
}

export function draw(p: Props, kind: Piece | null): Picture {
  const view: View = p.view
  const scene: Scene = { p, view, shown: shownOf(p), kind, places: [] }
  const nodes = [
    ground(p.board.table),
    h(
      'g',
      { class: 'earths', 'aria-hidden': 'true' },
      path(scene.shown.walls.map(wall => `M${xy(wall.from)}L${xy(wall.to)}`).join('') || 'M0 0', 'earth'),
    ),
    lastPieces(p),
    h(
      'g',
      { class: 'courtyards' },
      scene.shown.courtyards.map(court => courtyard(scene, court)),
    ),
    h('g', { class: 'closing-courts', 'aria-hidden': 'true' }, closingCourts(scene)),
    h('g', { class: 'built' }, built(scene)),
    h('g', { class: 'ghosts' }, ghosts(scene)),
    h(
      'g',
      { class: 'stones', 'aria-hidden': 'true' },
      walls(scene),
      scene.shown.open_ends.map(point => {
        const { x, y } = spot(point)
        return circle(x, y, 7.5, 'open-end')
      }),
      scene.shown.towers.map(point => {
        const { x, y } = spot(point)
        const tower = ghost(p, !view.towers.includes(point), g('tower', symbol('tower', x, y, 48)))
        return keyed(`tower-${point}`, tower, 'fall')
      }),
    ),
    h(
      'g',
      { class: 'keeps', 'aria-hidden': 'true' },
      scene.shown.courtyards
        .filter(court => !p.preview || view.courtyards.some(old => old.name === court.name))
        .map(court => ghost(p, !isIn(court, view), keep(court, scene.shown))),
    ),
    h('g', { class: 'marks', 'aria-hidden': 'true' }, marks(scene)),
  ]
  return {
    box: boxOf(p.proposed ?? view),
    content: contentOf(p, kind),
    framed: true,
    label: p.words('castellan.board'),
    nodes,
    places: scene.places,
  }
}

const xy = (point: string) => {
  const { x, y } = spot(point)
  return `${x} ${y}`
}

/* The castle and some lawn around it, at least seven steps. Always a square, so that the layout of the page does not change. */
function boxOf({ extent }: View): [number, number, number, number] {
  const { west, north, east, south } = extent ?? { west: 32, north: 32, east: 32, south: 32 }
  const side = Math.max(7, east - west + 2.3, south - north + 2.3)
  return [round(((west + east) / 2 - side / 2) * U), round(((north + south) / 2 - side / 2) * U), round(side * U), round(side * U)]
}

/* What a player has to see: the castle, and wherever a piece of the chosen kind may go. */
function contentOf({ view, moves }: Props, taken: Piece | null): [number, number, number, number] {
  const { west, north, east, south } = view.extent ?? { west: 32, north: 32, east: 32, south: 32 }
  const xs = [west * U, east * U],
    ys = [north * U, south * U]
  const add = ({ x, y }: { x: number; y: number }) => (xs.push(x), ys.push(y))
  for (const move of moves) {
    const [kind, ...rest] = move.split(' ')
    if (kind !== taken) continue
    if (kind === 'tower') add(spot(rest[0]))
    else if (kind === 'short' || kind === 'long') {
      const { from, to } = spanOf(kind, rest.join(' '))
      add(from)
      add(to)
    }
  }
  const least = { x: Math.min(...xs) - EDGE, y: Math.min(...ys) - EDGE }
  return [least.x, least.y, Math.max(...xs) + EDGE - least.x, Math.max(...ys) + EDGE - least.y]
}

const EDGE = 28 // half of a tower, and its shadow

let lawn: VNode | null = null

function ground(table: number): VNode {
  const from = -6 * U,
    size = (table + 12) * U
  return (lawn ??= h(
    'g',
    { class: 'ground', 'aria-hidden': 'true' },
    rect(from, from, size, size, 'grass'),
    h('rect', { x: from, y: from, width: size, height: size, fill: 'url(#tex-grass)' }),
    h('rect', { x: -U / 2, y: -U / 2, width: table * U, height: table * U, fill: 'url(#tex-points)' }),
  ))
}

function courtyard(scene: Scene, court: Courtyard): VNode {
  const { p, view } = scene
  const d = squaresPath(court.squares)
  const moves = p.moves.filter(
    move => (move.startsWith('double ') || move.startsWith('stay ')) && move.split(' ')[1] === court.name,
  )
  const { square } = heart(court.squares)
  const why = view.phase === 'keep' ? `double ${court.name}` : view.phase === 'stay' ? `stay ${court.name}` : null
  const place: Place = { id: court.name, x: square.x + U / 2, y: square.y + U / 2, reach: U / 2, moves, why }
  scene.places.push(place)
  const chosen = p.selected !== null && moves.includes(p.selected)
  const node = placeNode(
    place,
    p,
    courtLabel(p, court),
    path(outline(court.squares), '', { 'stroke-linecap': 'round' }),
    keyed('ground', g('', path(d, 'court'), path(d, 'court-wash'), path(d, 'court-hatch')), 'grow'),
    chosen ? path(outline(court.squares), 'selected-ring') : moves.length ? path(outline(court.squares), 'legal') : null,
  )
  node.attrs.class += ` courtyard p${court.owner}`
  return ghost(p, !isIn(court, view), node)
}

const isIn = ({ name, owner }: Courtyard, { courtyards }: View) => courtyards.some(it => it.name === name && it.owner === owner)

function keep(court: Courtyard, { walls, towers }: View): VNode {
  const { x, y, open } = stand(court.squares, walls, towers)
  const scale = open === 4 ? 1.5 : 1,
    size = court.double ? 45 : 40
  return keyed(
    `keep-${court.name}-${court.owner}-${court.double}`,
    g(
      'keep',
      h(
        'g',
        { transform: `translate(${x} ${round(y + 4)}) scale(${scale})` },
        h('ellipse', { cx: -10, cy: 19, rx: 18, ry: 4, class: 'shadow' }),
        symbol(`keep-${court.double ? 'double-' : ''}${court.owner}`, -9, 20 - size / 2, size),
      ),
      at(
        x + 16 * scale,
        y + 4 + 11 * scale,
        g('steady', circle(0, 0, court.value > 9 ? 13 : 12, 'badge'), text(0, 5.5, 15.5, 'badge-text', court.value)),
      ),
    ),
    'rise',
  )
}

/* Walls from north to south before those from west to east, whose face lies lower. */
function walls({ p, view, shown }: Scene): VNode[] {
  const isNew = ({ kind, place }: Wall) => !view.walls.some(it => it.kind === kind && it.place === place)
  return [...shown.walls]
    .sort((a, b) => Number(a.place.endsWith('E')) - Number(b.place.endsWith('E')) || spot(a.from).y - spot(b.from).y)
    .map(wall => {
      const node = wallNode(spanOf(wall.kind, wall.place), wall.kind, wall.open)
      return keyed(`wall-${wall.kind}-${wall.place}`, ghost(p, isNew(wall), node), 'fall')
    })
}

function wallNode(span: Span, kind: 'short' | 'long', open: ('from' | 'to')[]): VNode {
  const begin = open.includes('from') ? 0 : 11,
    end = open.includes('to') ? 0 : 11
  const length = span.length - begin - end
  const merlons = Math.floor((length - 6) / 11),
    margin = (length - (merlons * 11 - 4)) / 2
  const steps = Array.from({ length: merlons }, (_, i) => round(margin + i * 11))
  const { x, y } = span.from,
    mid = middle(span)
  if (span.east)
    return g(
      `wall ${kind}`,
      rect(x + begin, y - 6, length, 24, 'stone-face'),
      rect(x + begin, y - 13, length, 17, 'stone-top'),
      path(steps.map(at => `M${x + begin + at} ${y - 12}h7v4h-7ZM${x + begin + at} ${y - 1}h7v4h-7Z`).join(''), 'merlon'),
      kind === 'long' && rect(mid.x - 8, y - 13, 16, 22, 'stone-band', 2),
    )
  return g(
    `wall ${kind}`,
    rect(x - 10, y + begin, 20, length, 'stone-top'),
    path(steps.map(at => `M${x - 9} ${y + begin + at}h4v7h-4ZM${x + 5} ${y + begin + at}h4v7h-4Z`).join(''), 'merlon'),
    kind === 'long' && rect(x - 13, mid.y - 8, 26, 16, 'stone-band', 2),
  )
}

function box(span: Span, wide = 0): [number, number, number, number] {
  const { x, y } = span.from,
    length = span.length - 22 + 2 * wide
  return span.east ? [x + 11 - wide, y - 10 - wide, length, 20 + 2 * wide] : [x - 10 - wide, y + 11 - wide, 20 + 2 * wide, length]
}

/* One outline round all pieces that are new: corners round each would overlap. */
function lastPieces(p: Props): VNode {
  const d = p.recent
    .flatMap(line => line.events)
    .filter(event => event.key === 'place' && event.place)
    .map(({ what, place }) => {
      if (what === 'tower') return `M${xy(place!)}h.01`
      const { from, to } = spanOf(what as 'short' | 'long', place!)
      return `M${from.x} ${from.y}L${to.x} ${to.y}`
    })
    .join('')
  return h('g', { class: 'last-pieces', 'aria-hidden': 'true' }, d ? [path(d, 'last-edge'), path(d, 'last-ground')] : [])
}

/* Pieces that stand can be walked to and read out. Pointers pass them by. */
function built({ p, view, places }: Scene): VNode[] {
  const piece = (id: string, x: number, y: number, label: string, ring: VNode) => {
    const place: Place = { id, x, y, moves: [], why: null }
    places.push(place)
    return once(p.board, `built-${id}`, [label, p.highlight.includes(id)], () => placeNode(place, p, label, ring))
  }
  return [
    ...view.towers.map(point => {
      const { x, y } = spot(point)
      return piece(`tower ${point}`, x, y, towerLabel(p, point, view), circle(x, y, 30, ''))
    }),
    ...view.walls.map(wall => {
      const span = spanOf(wall.kind, wall.place)
      const { x, y } = middle(span)
      return piece(`${wall.kind} ${wall.place}`, x, y, builtLabel(p, wall), rect(...box(span, 6), '', 10))
    }),
  ]
}

/* Pale slots where the chosen kind of piece may go. */
function ghosts(scene: Scene): VNode[] {
  const { p, view, kind, places } = scene
  if (kind === null) return []
  return p.moves
    .filter(move => move.startsWith(kind + ' '))
    .map(move => {
      const [, ...rest] = move.split(' ')
      const chosen = p.selected === move
      if (kind === 'tower') {
        const { x, y } = spot(rest[0])
        const place: Place = { id: move, x, y, reach: 20, moves: [move], why: null }
        places.push(place)
        return placeNode(
          place,
          p,
          ghostLabel(p, move, view),
          circle(x, y, 30, ''),
          circle(x, y, 28, 'hit'),
          chosen ? null : circle(x, y, 22, 'legal'),
        )
      }
      const span = spanOf(kind, rest.join(' '))
      const place: Place = { id: move, x: span.from.x, y: span.from.y, to: span.to, moves: [move], why: null }
      if (span.east) ((place.x += 18), (place.to = { x: span.to.x - 18, y: span.to.y }))
      else ((place.y += 18), (place.to = { x: span.to.x, y: span.to.y - 18 }))
      places.push(place)
      return placeNode(
        place,
        p,
        ghostLabel(p, move, view),
        rect(...box(span, 6), '', 10),
        rect(...box(span, 9), 'hit'),
        chosen ? null : rect(...box(span), 'legal', 5),
      )
    })
}

const plus = (x: number, y: number, points: number) =>
  at(x, y, g('steady', circle(0, 0, 13, 'close-disc'), text(0, 5, 14, 'close-text', `+${points}`)))

/* The courtyards that the chosen piece would close. */
function closingCourts({ p, view }: Scene): VNode[] {
  const closing = view.closes.find(it => it.move === p.selected)
  if (!closing) return []
  return closing.courtyards.map(court =>
    g(
      `p${p.seat} preview`,
      path(squaresPath(court.squares), 'court'),
      path(squaresPath(court.squares), 'court-hatch'),
      path(outline(court.squares), 'preview-area'),
    ),
  )
}

function marks({ p, view, shown, kind }: Scene): VNode[] {
  const nodes: VNode[] = []
  for (const { move, points } of view.closes) {
    const [piece, ...rest] = move.split(' ')
    if (piece !== kind || move === p.selected) continue
    const { x, y } = piece === 'tower' ? spot(rest[0]) : middle(spanOf(piece as 'short' | 'long', rest.join(' ')))
    nodes.push(plus(x, y, points))
  }
  const [piece, ...where] = (p.selected ?? '').split(' ')
  if (piece === 'tower') nodes.push(circle(spot(where[0]).x, spot(where[0]).y, 28, 'selected-ring'))
  else if (piece === 'short' || piece === 'long') nodes.push(selectedWall(spanOf(piece, where.join(' '))))
  const closing = view.closes.find(it => it.move === p.selected)
  if (closing) {
    const { x, y } = heart(closing.courtyards.flatMap(court => court.squares)).middle
    nodes.push(
      at(
        x,
        y,
        g(
          'steady',
          rect(-28, -15, 56, 30, 'badge chosen', 15),
          symbol(`shield-${p.seat}`, -14, 0, 21),
          text(11, 6, 17, 'badge-text', `+${closing.points}`),
        ),
      ),
    )
  }
  return [...nodes, ...p.highlight.map(name => highlit(shown, name))]
}

/* A piece or a courtyard that the log names. A courtyard that is part of another by now is marked in its corner. */
function highlit(shown: View, name: string): VNode {
  const [kind, ...where] = name.split(' ')
  if (kind === 'tower') return circle(spot(where[0]).x, spot(where[0]).y, 29, 'marked-shape')
  if (kind === 'short' || kind === 'long') return rect(...box(spanOf(kind, where.join(' ')), 8), 'marked-shape', 9)
  const court = shown.courtyards.find(it => it.name === name)
  const { x, y } = spot(name)
  return court ? path(outline(court.squares), 'marked-shape') : rect(x + 6, y + 6, U - 12, U - 12, 'marked-shape', 9)
}

function selectedWall(span: Span): VNode {
  const [x, y, w, hgt] = box(span, 6)
  return rect(x, y - 2, w, hgt + (span.east ? 8 : 2), 'selected-ring', 9)
}
