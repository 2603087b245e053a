/* geometry.ts: where things lie on a board of Castelli, in units of which a cell has 100. */

import { Area, Side } from './types'

const PITCH = 100
const M = 35,
  O = 65 // half a meadow, half an octagon
const SIDES: Side[] = ['N', 'E', 'S', 'W']
export const FORWARD: Record<Side, [number, number]> = { N: [0, -1], E: [1, 0], S: [0, 1], W: [-1, 0] }
const CORNERS: Record<Side, [number, number][]> = {
  N: [
    [-M, -O],
    [M, -O],
  ],
  E: [
    [O, -M],
    [O, M],
  ],
  S: [
    [M, O],
    [-M, O],
  ],
  W: [
    [-O, M],
    [-O, -M],
  ],
}
const BEFORE: Record<Side, [number, number]> = { N: [-50, -50], E: [50, -50], S: [50, 50], W: [-50, 50] }

export const centre = (col: number, row: number) => ({ x: (col - 0.5) * PITCH, y: (row - 0.5) * PITCH })
export const cellCentre = (cell: string) => centre(cell.charCodeAt(0) - 64, Number(cell.slice(1)))
const sideAfter = (side: Side) => SIDES[(SIDES.indexOf(side) + 1) % 4]

const line = (points: [number, number][]) => 'M' + points.map(([x, y]) => `${x} ${y}`).join('L') + 'Z'

export const OCTAGON = line([...CORNERS.N, ...CORNERS.E, ...CORNERS.S, ...CORNERS.W])

/* An area round its octagon's centre: from there to the middle of the diagonal before its first side, along its sides, and back. */
export function areaPath(sides: Side[]): string {
  if (sides.length === 4) return OCTAGON
  const points: [number, number][] = [[0, 0], BEFORE[sides[0]]]
  for (const side of sides) points.push(...CORNERS[side])
  points.push(BEFORE[sideAfter(sides[sides.length - 1])])
  return line(points)
}

/* Where a symbol or a castle stands on a side. */
export const onSide = (side: Side) => ({ x: FORWARD[side][0] * 43, y: FORWARD[side][1] * 43 })

/* The middle of an area, where its gain is shown. */
export function areaMiddle(area: Area): { x: number; y: number } {
  if (area.sides.length === 4) return { x: 0, y: 0 }
  let x = 0,
    y = 0
  for (const side of area.sides) {
    x += FORWARD[side][0]
    y += FORWARD[side][1]
  }
  const far = Math.hypot(x, y),
    reach = area.sides.length === 2 ? 48 : 41
  return { x: (x / far) * reach, y: (y / far) * reach }
}

export const areaCell = (name: string) => name.slice(0, -1)
