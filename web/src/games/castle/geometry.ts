/* geometry.ts: where points, lines and spaces of Castle lie, in units of which a step has 120. */

import { Board, Point, Space, WallLine } from './types'

const STEP = 120
const ROW = (STEP * Math.sqrt(3)) / 2

export interface XY {
  x: number
  y: number
}

export interface Map2 {
  point: Record<string, XY>
  line: Record<string, { from: XY; to: XY; middle: XY }>
  space: Record<string, { corners: XY[]; middle: XY; north: boolean }>
  lines: Record<string, WallLine>
  spaces: Record<string, Space>
  width: number
  height: number
  west: XY[]
  east: XY[] // the ends of the rows, north to south
}

const maps = new WeakMap<Board, Map2>()
const xy = (point: Point): XY => ({ x: (point.x * STEP) / 2, y: point.row * ROW })
const mean = (points: XY[]): XY => ({
  x: points.reduce((sum, p) => sum + p.x, 0) / points.length,
  y: points.reduce((sum, p) => sum + p.y, 0) / points.length,
})

export function mapOf(board: Board): Map2 {
  const known = maps.get(board)
  if (known) return known
  const map: Map2 = { point: {}, line: {}, space: {}, lines: {}, spaces: {}, width: 0, height: 0, west: [], east: [] }
  for (const point of board.points) {
    const at = (map.point[point.name] = xy(point))
    map.width = Math.max(map.width, at.x)
    map.height = Math.max(map.height, at.y)
    if (!map.west[point.row] || at.x < map.west[point.row].x) map.west[point.row] = at
    if (!map.east[point.row] || at.x > map.east[point.row].x) map.east[point.row] = at
  }
  for (const line of board.lines) {
    const [from, to] = line.points.map(name => map.point[name])
    map.lines[line.name] = line
    map.line[line.name] = { from, to, middle: mean([from, to]) }
  }
  for (const space of board.spaces) {
    const corners = space.points.map(name => map.point[name])
    map.spaces[space.name] = space
    map.space[space.name] = { corners, middle: mean(corners), north: space.north }
  }
  maps.set(board, map)
  return map
}

const n = (value: number) => Math.round(value * 100) / 100

export const triangle = (corners: XY[]): string => 'M' + corners.map(({ x, y }) => `${n(x)} ${n(y)}`).join('L') + 'Z'
export const shape = (map: Map2, spaces: string[]): string => spaces.map(name => triangle(map.space[name].corners)).join('')

/* The outline of joined spaces: every side that only one of them has. */
export function outline(map: Map2, spaces: string[]): string {
  const sides = new Map<string, string>()
  for (const name of spaces) {
    const { corners } = map.space[name]
    corners.forEach((a, i) => {
      const b = corners[(i + 1) % corners.length],
        key = `${n(a.x + b.x)} ${n(a.y + b.y)}`
      if (sides.has(key)) sides.delete(key)
      else sides.set(key, `M${n(a.x)} ${n(a.y)}L${n(b.x)} ${n(b.y)}`)
    })
  }
  return [...sides.values()].join('')
}

/* A line shortened at both ends and moved down by dy. */
export function stroke({ from, to }: { from: XY; to: XY }, short: number, dy = 0): string {
  const far = Math.hypot(to.x - from.x, to.y - from.y),
    kx = ((to.x - from.x) / far) * short,
    ky = ((to.y - from.y) / far) * short
  return `M${n(from.x + kx)} ${n(from.y + ky + dy)}L${n(to.x - kx)} ${n(to.y - ky + dy)}`
}
