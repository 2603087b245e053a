/* geometry.ts: points, walls and squares of Castellan, in units of which a step has 80. */

export const U = 80

export interface XY {
  x: number
  y: number
}

/* "32,33" as a place on the picture. */
export function spot(point: string): XY {
  const [x, y] = point.split(",").map(Number)
  return { x: x * U, y: y * U }
}

export interface Span {
  from: XY
  to: XY
  east: boolean
  length: number
}

/* "short 32,32 E", or "32,32 E" with its kind. */
export function spanOf(kind: "short" | "long", place: string): Span {
  const [point, direction] = place.split(" ")
  const from = spot(point),
    length = kind === "long" ? 2 * U : U,
    east = direction === "E"
  return { from, to: east ? { x: from.x + length, y: from.y } : { x: from.x, y: from.y + length }, east, length }
}

export const middle = ({ from, to }: Span): XY => ({ x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 })

export const squaresPath = (squares: string[]) =>
  squares
    .map(name => {
      const { x, y } = spot(name)
      return `M${x} ${y}h${U}v${U}h${-U}Z`
    })
    .join("")

/* The outline of joined squares: every edge that has a square on one side only. */
export function outline(squares: string[]): string {
  const has = new Set(squares)
  let d = ""
  for (const name of squares) {
    const [x, y] = name.split(",").map(Number)
    const X = x * U,
      Y = y * U
    if (!has.has(`${x},${y - 1}`)) d += `M${X} ${Y}h${U}`
    if (!has.has(`${x - 1},${y}`)) d += `M${X} ${Y}v${U}`
    if (!has.has(`${x},${y + 1}`)) d += `M${X} ${Y + U}h${U}`
    if (!has.has(`${x + 1},${y}`)) d += `M${X + U} ${Y}v${U}`
  }
  return d
}

/* The middle of some squares, and the square nearest to it. */
export function heart(squares: string[]): { middle: XY; square: XY } {
  const spots = squares.map(spot)
  const mid = {
    x: spots.reduce((sum, p) => sum + p.x, 0) / spots.length + U / 2,
    y: spots.reduce((sum, p) => sum + p.y, 0) / spots.length + U / 2,
  }
  let square = spots[0],
    least = Infinity
  for (const p of spots) {
    const far = Math.hypot(p.x + U / 2 - mid.x, p.y + U / 2 - mid.y)
    if (far < least - 0.01) {
      least = far
      square = p
    }
  }
  return { middle: mid, square }
}
