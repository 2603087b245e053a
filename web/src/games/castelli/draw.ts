/* draw.ts: a board of Castelli as a picture of its view. */

import { h, keyed, type VNode } from '../../ui/dom'
import { BoardProps, Event } from '../../board/game_ui'
import { ghost, Picture, Place, placeNode } from '../../board/board'
import { once } from '../../board/once'
import { spoken } from '../../board/speech'
import { at, circle, g, path, rect, symbol, text } from '../../board/svg'
import { OCTAGON, areaMiddle, areaPath, centre, onSide } from './geometry'
import { meadowLabel, octagonLabel, areaLabel } from './labels'
import { chosenSite, lastMove, marked, pills, plaque, totals } from './marks'
import { onBoard } from './targets'
import { coatsOf, tileNode } from './tile'
import { Area, Board, Castle, Meadow, Octagon, Seat, Side, View } from './types'

/* One table: its state, the state that is shown (after the chosen move, if there is one), and what may be chosen. */
export interface Scene {
  p: BoardProps
  board: Board
  view: View
  shown: View
  moves: string[]
  armed: string | null // the card taken up
  prefix: string // before the names of places, where there are two tables
  coming: Event[] // what the choice would do
  last: Event[] // what the last move did
  influence: boolean // the totals of all areas are shown
}

const MARGIN = 54,
  TIGHT = 25

export function draw(scene: Scene): Picture {
  const { board } = scene
  const w = board.columns * 100,
    hgt = board.rows * 100
  const targets = onBoard(scene.moves, scene.view, scene.armed)
  const places: Place[] = []
  const octagons = board.octagons.map(octagon => octagonNode(scene, octagon, targets, places))
  const meadows = board.meadows.map(meadow => meadowNode(scene, meadow, targets, places))
  return {
    box: [-MARGIN, -MARGIN, w + 2 * MARGIN, hgt + 2 * MARGIN],
    tight: [-TIGHT, -TIGHT, w + 2 * TIGHT, hgt + 2 * TIGHT],
    label: scene.p.words('castelli.board'),
    places,
    nodes: [
      ground(w, hgt),
      h('g', { class: 'octagons' }, octagons),
      h(
        'g',
        { class: 'frame-icons', 'aria-hidden': 'true' },
        board.meadows.flatMap(meadow =>
          meadow.frame.map(({ side, icon }) => {
            const { x, y } = plaque(meadow, side)
            const node = at(x, y, circle(0, 0, 17, 'frame-plaque'), symbol(icon, 0, 0, 24))
            const tip = scene.p.words('castelli.frame', { icon: scene.p.words(`castelli.good.${icon}`, { n: 1 }) })
            return { ...node, attrs: { ...node.attrs, 'data-tip': tip, 'data-icons': icon } }
          }),
        ),
      ),
      h('g', { class: 'meadows' }, meadows),
      h(
        'g',
        { class: 'marks', 'aria-hidden': 'true' },
        lastMove(scene),
        marked(scene),
        chosenSite(scene),
        pills(scene),
        totals(scene),
      ),
    ],
  }
}

const grounds = new Map<string, VNode>()

/* The sheet of parchment, the same for every board of that size. */
function ground(w: number, hgt: number): VNode {
  const key = `${w} ${hgt}`
  const known = grounds.get(key)
  if (known) return known
  const r = w + 36,
    b = hgt + 36
  const diamond = (x: number, y: number) => `M${x} ${y - 9}L${x + 9} ${y} ${x} ${y + 9} ${x - 9} ${y}Z`
  const corner = (x: number, y: number, dx: number, dy: number) =>
    `${diamond(x, y)}M${x + 15 * dx} ${y}h${46 * dx}M${x} ${y + 15 * dy}v${46 * dy}`
  const node = h(
    'g',
    { class: 'ground', 'aria-hidden': 'true' },
    rect(-54, -54, w + 108, hgt + 108, 'sheet', 14),
    rect(-48, -48, w + 96, hgt + 96, 'sheet-line', 10),
    path(corner(-36, -36, 1, 1) + corner(-36, b, 1, -1) + corner(r, -36, -1, 1) + corner(r, b, -1, -1), 'sheet-corner'),
    Array.from({ length: w / 100 }, (_, i) => text(i * 100 + 50, -30, 15, 'label', String.fromCharCode(65 + i))),
    Array.from({ length: hgt / 100 }, (_, i) => text(-37, i * 100 + 55, 15, 'label', i + 1)),
    rect(-15, -15, w + 30, hgt + 30, 'meadow', 8),
  )
  grounds.set(key, node)
  return node
}

function octagonNode(scene: Scene, octagon: Octagon, targets: Map<string, string[]>, places: Place[]): VNode {
  const { shown, prefix } = scene
  const { x, y } = centre(octagon.col, octagon.row)
  const settlement = shown.settlements.find(it => it.cell === octagon.cell)
  const castles = shown.castles.filter(it => it.cell === octagon.cell)
  const asTarget = octagon.areas.some(area => targets.has(area.name))
  const here: Place[] = asTarget
    ? octagon.areas.map(area => {
        const mid = areaMiddle(area)
        return {
          id: prefix + area.name,
          x: x + mid.x,
          y: y + mid.y,
          reach: 24,
          icons: iconsOf(area, castles),
          moves: targets.get(area.name) ?? [],
          why: wouldBe(scene, area),
        }
      })
    : [
        {
          id: prefix + octagon.cell,
          x,
          y,
          reach: 45,
          icons: [
            ...(octagon.mine ? ['mine', 'silver'] : octagon.areas.flatMap(area => iconsOf(area, castles))),
            ...(settlement ? [settlement.kind] : []),
          ],
          moves: targets.get(octagon.cell) ?? [],
          why: wouldBe(scene, octagon.areas.find(area => area.sites) ?? octagon.areas[0], octagon.cell),
        },
      ]
  places.push(...here)
  const state = [
    settlement,
    castles,
    octagon.areas.map(area => shown.areas.find(it => it.area === area.name)),
    shown.castle_points[octagon.cell],
    octagon.mine && shown.mine.silver,
    scene.p.proposed && [
      scene.view.castles.filter(it => it.cell === octagon.cell),
      scene.view.settlements.find(it => it.cell === octagon.cell),
    ],
    scene.coming.filter(event => event.place?.startsWith(octagon.cell)),
    asTarget,
    here.map(place => place.moves),
    here.some(place => place.moves.includes(scene.p.selected!)) && scene.p.selected,
    scene.p.highlight.filter(name => name.startsWith(prefix + octagon.cell)),
    spoken(scene.p),
  ]
  return once(scene.board, prefix + octagon.cell, state, () =>
    octagonPicture(scene, octagon, castles, settlement?.kind ?? null, asTarget, here, targets),
  )
}

function octagonPicture(
  scene: Scene,
  octagon: Octagon,
  castles: Castle[],
  settlement: 'village' | 'city' | null,
  asTarget: boolean,
  here: Place[],
  targets: Map<string, string[]>,
): VNode {
  const { p, shown } = scene
  const { x, y } = centre(octagon.col, octagon.row)
  const marks = octagon.areas.map(area => areaMarks(scene, octagon, area, castles, targets.get(area.name)))
  const body = [
    octagon.areas.map(area => areaGround(scene, area)),
    path(OCTAGON, 'octagon-edge'),
    octagon.areas.map(area => preview(scene, area)),
  ]
  const middle = [
    octagon.mine &&
      g(
        'mine-mark',
        symbol('mine', 0, -8, 76),
        at(
          0,
          42,
          rect(-26, -13, 52, 26, 'badge', 13),
          symbol('silver', -12.5, 0, 19),
          text(10, 7, 20, 'badge-text', shown.mine.silver),
        ),
      ),
    settlement &&
      keyed(
        `settlement-${octagon.cell}-${settlement}`,
        ghost(
          p,
          !scene.view.settlements.some(it => it.cell === octagon.cell && it.kind === settlement),
          settlement === 'city'
            ? g('settlement', circle(0, 0, 23, 'clearing'), symbol('city', 0, -1, 38))
            : g('settlement', circle(0, 0, 20, 'clearing'), symbol('village', 0, -1, 32)),
        ),
        'fall',
      ),
  ]
  const transform = `translate(${x} ${y})`
  if (asTarget)
    return keyed(
      octagon.cell,
      h(
        'g',
        { class: 'octagon', transform },
        body,
        middle,
        octagon.areas.map((area, i) =>
          placeNode(
            here[i],
            p,
            areaLabel(area, scene, castles),
            path(areaPath(area.sides), ''),
            path(areaPath(area.sides), 'hit'),
            marks[i],
          ),
        ),
      ),
    )
  const node = placeNode(
    here[0],
    p,
    octagonLabel(octagon, scene, castles, settlement),
    path(OCTAGON, ''),
    body,
    marks,
    here[0].moves.length > 0 && circle(0, 0, 27, here[0].moves.includes(p.selected!) ? 'selected-ring' : 'legal'),
    middle,
  )
  node.attrs.class += ' octagon'
  node.attrs.transform = transform
  return node
}

/* The move that an octagon or area stands for, when it is not legal. */
function wouldBe(scene: Scene, area: Area, cell?: string): string | null {
  const { armed } = scene
  if (armed === 'peasant' || armed === 'duke' || armed === 'incendiary') return cell ? `play ${armed} ${cell}` : null
  if (armed === 'landgrave' || armed === 'landgravine' || armed === 'master_builder') return `build ${area.name} ${armed}`
  return `build ${area.name}`
}

function areaGround(scene: Scene, area: Area): VNode[] {
  const d = areaPath(area.sides)
  const winner = wonBy(scene, area)
  return [
    path(d, `area ${area.landscape}`),
    h('path', { d, fill: `url(#tex-${area.landscape})` }),
    ...(winner ? [g(`won p${winner}`, path(d, 'won-tint'), path(d, 'won-hatch'))] : []),
  ]
}

/* Whose harvest an area was, if it was that of one player. */
function wonBy({ board, shown }: Scene, area: Area): Seat | null {
  const state = shown.areas.find(it => it.area === area.name)
  const [leader, other] = state?.harvested ? state.leaders : []
  return leader && !other && board.seats.includes(leader) ? leader : null
}

/* What an area holds, for its tip. */
const iconsOf = (area: Area, castles: Castle[]): string[] => [
  ...Array.from({ length: area.landscape === 'rock' ? 1 : Math.max(1, area.symbols) }, () => area.landscape as string),
  ...castles.filter(castle => castle.area === area.name).map(castle => `castle-${castle.seat}`),
]

/* What stands on the sides of an area: castles, free sites with their points, symbols of what it yields. */
function areaMarks(scene: Scene, octagon: Octagon, area: Area, castles: Castle[], moves?: string[]): VNode[] {
  const { p, view, shown } = scene
  if (area.landscape === 'mine') return []
  const done = shown.areas.some(it => it.area === area.name && it.harvested)
  const here = castles.filter(castle => castle.area === area.name)
  const chosen = p.selected !== null && !!moves?.includes(p.selected)
  let free: Side | null = null as Side | null
  const nodes = area.sides.map((side, i) => {
    const { x, y } = onSide(side)
    const castle = here.find(it => it.side === side)
    if (castle) {
      const { cell, seat } = castle
      const isNew = !view.castles.some(it => it.cell === cell && it.side === side && it.seat === seat)
      return keyed(`castle-${side}`, ghost(p, isNew, castleNode(castle, x, y)), 'rise')
    }
    const site = i < area.sites
    if (moves && free === null && (site || i === 0)) free = side
    if (area.landscape === 'rock')
      return keyed(
        `rock-${side}`,
        g(
          '',
          symbol('rock', x, y - 9, 42, 36, done ? { opacity: '.45' } : {}),
          site && siteMark(x, y, shown.castle_points[octagon.cell]),
        ),
      )
    if (i >= area.symbols) return null
    return keyed(`symbol-${side}`, symbol(area.landscape, x, y, 32, 32, done ? { opacity: '.45' } : {}))
  })
  if (moves && !chosen)
    for (const side of sitesOf(moves, area, here, free)) {
      const { x, y } = onSide(side)
      nodes.unshift(
        keyed(`legal-${side}`, h('rect', { x: x - 22, y: y - 22, width: 44, height: 44, rx: 9, class: 'legal site-legal' })),
      )
    }
  return nodes.filter((node): node is VNode => node !== null)
}

/* The sides that moves on an area are about: a free site, castles to overbuild or to guard. */
function sitesOf(moves: string[], area: Area, here: Castle[], free: Side | null): Side[] {
  return [
    ...new Set(
      moves.map(move => {
        const [verb, , seat] = move.split(' ')
        return verb === 'build'
          ? (free ?? area.sides[0])
          : (here.find(castle => verb === 'guard' || String(castle.seat) === seat)?.side ?? area.sides[0])
      }),
    ),
  ]
}

function castleNode(castle: Castle, x: number, y: number): VNode {
  return g(
    `castle${castle.guarded ? ' guarded' : ''}`,
    h('ellipse', { cx: x, cy: y + 17 + (castle.beneath ? 6 : 0), rx: 19, ry: 4, class: 'shadow' }),
    castle.beneath && symbol(`castle-${castle.beneath}`, x, y + 2, 42),
    symbol(`castle-${castle.seat}`, x, y - 4, 42),
    castle.guarded &&
      at(x - Math.sign(x) * 18, y - Math.sign(y) * 16 + (y ? 0 : 8), circle(0, 0, 10, 'badge'), symbol('char-guard', 0, 0, 15)),
  )
}

function siteMark(x: number, y: number, points: number | undefined): VNode {
  return g(
    'site-mark',
    path(`M${x - 15} ${y + 18}v-26h7v5h4.5v-5h7v5h4.5v-5h7v26Z`, 'site-outline'),
    points !== undefined && text(x, y + 14, 17, 'badge-text', points),
  )
}

/* Blue dashes round what the choice would complete, tinted by who would win it. */
function preview(scene: Scene, area: Area): VNode | null {
  const touched = scene.coming.filter(event => event.place === area.name)
  if (!touched.some(event => event.key === 'complete' || event.key === 'gain' || event.key === 'draws')) return null
  const winners = new Set(
    touched.filter(event => event.key === 'gain' || event.key === 'draws' || event.key === 'lost').map(event => event.seat),
  )
  const d = areaPath(area.sides)
  return g('', winners.size === 1 && path(d, `area-win p${[...winners][0]}`), path(d, 'preview-area'))
}

function meadowNode(scene: Scene, meadow: Meadow, targets: Map<string, string[]>, places: Place[]): VNode {
  const { p, view, shown, prefix } = scene
  const { x, y } = centre(meadow.col, meadow.row)
  const place: Place = {
    id: prefix + meadow.cell,
    x,
    y,
    reach: 35,
    icons: meadowIcons(scene, meadow),
    moves: targets.get(meadow.cell) ?? [],
    why: `lift ${meadow.cell}`,
    turns: view.phase === 'place' || view.phase === 'steward',
  }
  places.push(place)
  const laid = shown.tiles.find(it => it.cell === meadow.cell)
  const state = [
    laid?.tile,
    laid?.turn,
    view.lifted?.cell === meadow.cell && view.lifted,
    place.moves,
    place.moves.includes(p.selected!) && p.selected,
    p.proposed && view.tiles.find(it => it.cell === meadow.cell),
    p.highlight.includes(place.id),
    spoken(p),
  ]
  return once(scene.board, place.id, state, () => meadowPicture(scene, meadow, place))
}

/* Whose coats a tile shows, clockwise from the north. */
function meadowIcons({ board, shown }: Scene, meadow: Meadow): string[] {
  const laid = shown.tiles.find(it => it.cell === meadow.cell)
  return laid ? laid.coats.map(({ seat }) => `shield-${board.seats.includes(seat) ? seat : 0}`) : ['back-tile']
}

function meadowPicture(scene: Scene, meadow: Meadow, place: Place): VNode {
  const { p, board, view, shown } = scene
  const { x, y } = centre(meadow.col, meadow.row)
  const laid = shown.tiles.find(it => it.cell === meadow.cell)
  const lifted = view.lifted?.cell === meadow.cell && view.lifted.tile ? view.lifted : null
  const chosen = p.selected !== null && place.moves.includes(p.selected)
  const inPlay = board.seats
  let inside: VNode
  if (laid) {
    const tile = board.tiles.find(it => it.name === laid.tile)
    const isNew = !view.tiles.some(it => it.cell === meadow.cell && it.tile === laid.tile && it.turn === laid.turn)
    const picture = tileNode(laid.coats, tile?.value ?? laid.coats[0].value, 33.5, 0, inPlay)
    inside = keyed('tile', ghost(p, isNew, picture), 'fall', laid.turn)
  } else if (lifted) {
    const words = chosen ? p.selected!.split(' ') : []
    const turn = chosen ? Number(words[words.length - 1]) : 0
    const hand = words[1] === 'hand' ? (shown.players.find(it => it.seat === p.seat)?.tile ?? lifted.tile) : lifted.tile
    const tile = board.tiles.find(it => it.name === hand)!
    inside = keyed('tile', g('in-hand', tileNode(coatsOf(tile, turn), tile.value, 33.5, tile.silver, inPlay)), 'flip', turn)
  } else inside = keyed('back', symbol('back-tile', 0, 0, 64))
  const state = chosen
    ? rect(-37, -37, 74, 74, 'selected-ring', 8)
    : place.moves.length
      ? rect(-35, -35, 70, 70, lifted || laid ? 'legal open' : 'legal', 7)
      : null
  const node = placeNode(
    place,
    p,
    meadowLabel(meadow, scene),
    rect(-39, -39, 78, 78, '', 10),
    rect(-35, -35, 70, 70, 'hit'),
    inside,
    state,
  )
  node.attrs.class += ' meadow-place'
  node.attrs.transform = `translate(${x} ${y})`
  return node
}
