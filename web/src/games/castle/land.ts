/* land.ts: the ground of Castle, which never changes: sea, coast, regions, grid and borders. */

import { h, type VNode } from '../../ui/dom'
import { Words } from '../../board/game_ui'
import { path, rect, round, symbol, text } from '../../board/svg'
import { Map2, XY, mapOf, shape, stroke } from './geometry'
import { Board } from './types'

/* Sea and country extend far beyond the board, so that they fill all space around it. */
const SEA = 1400,
  RIM = 900

const lands = new WeakMap<Board, { names: string; node: VNode }>()

export function land(board: Board, words: Words): VNode {
  const names = board.regions.map(region => words(`castle.region.${region}`)).join('|')
  const known = lands.get(board)
  if (known && known.names === names) return known.node
  const map = mapOf(board)
  const node = h(
    'g',
    { class: 'ground', 'aria-hidden': 'true' },
    sea(map),
    beyond(map),
    regions(board, map),
    grid(board, map),
    placeNames(map, words),
    pointNames(board, map),
  )
  lands.set(board, { names, node })
  return node
}

const through = (points: XY[]) => points.map(({ x, y }) => `${round(x)} ${round(y)}`).join('L')

function coastline({ west, east, height }: Map2): string {
  const first = west[0],
    last = west[west.length - 1]
  return (
    `M${first.x} ${-RIM}L${through(west)}L${last.x} ${round(height + RIM)}L${east[east.length - 1].x} ${round(height + RIM)}` +
    `L${through([...east].reverse())}L${east[0].x} ${-RIM}Z`
  )
}

function sea(map: Map2): VNode[] {
  const d = coastline(map)
  const side = (points: XY[]) =>
    `M${points[0].x} ${-RIM}L${through(points)}L${points[points.length - 1].x} ${round(map.height + RIM)}`
  const shores = side(map.west) + side(map.east)
  const waves: string[] = []
  for (let i = 0, y = -260; y < map.height + 260; i++, y += 54.58)
    for (let x = 42; x < 560; x += 96) {
      const drift = ((i * 37 + x) % 43) - 12
      waves.push(`M${-x - 39 + drift} ${round(y)}q5 -6 10 0t10 0t10 0M${map.width + x + drift} ${round(y)}q5 -6 10 0t10 0t10 0`)
    }
  return [
    rect(-SEA, -RIM, map.width + 2 * SEA, map.height + 2 * RIM, 'water'),
    path(shores, 'shore', { 'stroke-width': 52, opacity: '.35' }),
    path(shores, 'shore', { 'stroke-width': 26, opacity: '.5' }),
    path(d, 'inland'),
    path(waves.join(''), 'wave'),
    path(glitter(map), 'glitter'),
  ]
}

/* The moon's road on the sea, east and west; it is lit only at night. */
function glitter({ width, height }: Map2): string {
  let d = ''
  for (let i = 0, y = -200; y < height + 220; i++, y += 17) {
    const wide = 10 + ((i * 29) % 31),
      drift = ((i * 53) % 37) - 18
    d += `M${width + 24 + drift / 2 - wide / 2} ${y}h${wide}`
    if (i % 3 === 0) d += `M${width + 110 + 2 * drift} ${y}h${wide / 2}M${-40 + drift / 2} ${y}h${wide / 2}`
  }
  return d
}

const NAMES: [string, number, boolean][] = [
  ['west', 120, true],
  ['north_east', 480, true],
  ['south_east', 480, false],
]

/* Woods and hills beyond the north and south rim, where nobody builds; they leave room for the names of the regions. */
function beyond({ width, height }: Map2): VNode {
  const tufts: string[] = []
  for (let i = 0, x = 6; x < width; i++, x += 12) {
    const lean = (i % 3) * 2 - 2,
      tall = 6 + ((i * 3) % 7.5)
    tufts.push(`M${x} -9l${lean} ${-tall}M${x} ${round(height + 9)}l${lean} ${tall}`)
  }
  const chance = (i: number) => (((Math.sin(i * 127.1) * 43758.5) % 1) + 1) % 1 // the same at every drawing
  const rim = (y: number, row: number, north: boolean) =>
    Array.from({ length: Math.floor(width / 34) }, (_, i) => {
      const n = i + row * 31 + (north ? 0 : 500)
      return { n, x: 16 + i * 34 + chance(n) * 22, y: y + (row ? 30 : 8) * (chance(n + 0.5) - 0.5) }
    })
      .filter(
        ({ n, x }) => chance(n + 0.3) < 0.55 && (row > 0 || NAMES.every(([, at, side]) => side !== north || Math.abs(x - at) > 88)),
      )
      .map(({ n, x, y }) => symbol(chance(n + 0.7) < 0.68 ? 'wood' : 'rock', round(x), round(y), 22))
  const rows = [0, 1, 2, 3, 4].flatMap(row => [...rim(-38 - row * 46, row, true), ...rim(height + 42 + row * 46, row, false)])
  return h('g', { opacity: '.55' }, rows, path(tufts.join(''), 'tufts'))
}

function regions(board: Board, map: Map2): VNode[] {
  const west = through(map.west),
    east = through(map.east)
  return [
    ...board.regions.flatMap(region => {
      const d = shape(
        map,
        board.spaces.filter(space => space.region === region).map(space => space.name),
      )
      const cls = region.replace('_', '-')
      return [path(d, `region-${cls}`), h('path', { d, fill: `url(#tex-region-${cls})` })]
    }),
    path(`M${west}M${east}`, 'coast'),
  ]
}

function grid(board: Board, map: Map2): VNode[] {
  const borders = board.lines.filter(line => line.border).map(line => map.line[line.name])
  return [
    path(board.lines.map(line => stroke(map.line[line.name], 0)).join(''), 'grid-line'),
    h(
      'g',
      { class: 'borders' },
      path(borders.map(line => stroke(line, 0)).join(''), 'region-band'),
      path(borders.map(line => stroke(line, 6)).join(''), 'region-border'),
    ),
    path(
      board.points
        .map(point => {
          const { x, y } = map.point[point.name]
          return `M${round(x - 3.6)} ${round(y)}a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0 -7.2 0`
        })
        .join(''),
      'point',
    ),
  ]
}

/* Letters of the rows along both coasts, and numbers of the points along the northern and southern rim, as the log and the notation use them. */
function pointNames(board: Board, map: Map2): VNode[] {
  const rows = Math.max(...board.points.map(point => point.row))
  const letters = map.west.flatMap((west, row) => {
    const letter = board.points.find(point => point.row === row)!.name[0]
    return [text(west.x - 27, west.y + 5, 15, 'label', letter), text(map.east[row].x + 27, west.y + 5, 15, 'label', letter)]
  })
  const numbers = board.points
    .filter(({ row }) => row === 0 || row === rows)
    .map(({ name, row }) => {
      const { x, y } = map.point[name]
      return text(x, row ? y + 26 : y - 15, 14, 'label', name.slice(1))
    })
  return [...letters, ...numbers]
}

function placeNames({ height, east }: Map2, words: Words): VNode[] {
  const bay = east[east.length - 2]
  return [
    ...NAMES.map(([region, x, north]) => text(x, north ? -28 : height + 41, 19, 'place-name', words(`castle.region.${region}`))),
    h(
      'g',
      { transform: `translate(${bay.x + 57} ${round(bay.y)})`, class: 'compass' },
      h('circle', { r: 16 }),
      path('M0 -23 4 -4 23 0 4 4 0 23-4 4-23 0-4 -4Z', 'compass-rose'),
      path('M0 -23 4 -4 0 0-4 -4Z', 'compass-north'),
    ),
  ]
}
