/* geometry.ts: points, walls and squares of Castellan, in units of which a step has 80. */

export const U = 80

export interface XY {
  x: number
  y: number
}

/* "32,33" as a place on the picture. */
export function spot(point: string): XY {
  const [x, y] = point.split(',').map(Number)
  return { x: x * U, y: y * U }
}

export interface Span {
  from: XY
  to: XY
  east: boolean
  length: number
}

/* "short 32,32 E", or "32,32 E" with its kind. */
export function spanOf(kind: 'short' | 'long', place: string): Span {
  const [point, direction] = place.split(' ')
  const from = spot(point),
    length = kind === 'long' ? 2 * U : U,
    east = direction === 'E'
  return { from, to: east ? { x: from.x + length, y: from.y } : { x: from.x, y: from.y + length }, east, length }
}

export const middle = ({ from, to }: Span): XY => ({ x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 })

export const squaresPath = (squares: string[]) =>
  squares
    .map(name => {
      const { x, y } = spot(name)
      return `M${x} ${y}h${U}v${U}h${-U}Z`
    })
    .join('')

/* The outline of joined squares: every edge that has a square on one side only. */
export function outline(squares: string[]): string {
  const has = new Set(squares)
  let d = ''
  for (const name of squares) {
    const [x, y] = name.split(',').map(Number)
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

/* Where a keep stands: as near the middle of its courtyard as the walls and towers inside leave room for. The more open squares
   it stands between, the larger it may be drawn. */
export function stand(squares: string[], walls: { from: string; to: string }[], towers: string[]): XY & { open: 1 | 2 | 4 } {
  const has = new Set(squares),
    taken = new Set(towers)
  for (const { from, to } of walls) {
    const [x, y] = from.split(',').map(Number),
      [tx, ty] = to.split(',').map(Number)
    for (let i = 0; i < tx - x; i++)
      taken
        .add(`${x + i},${y} E`)
        .add(`${x + i},${y}`)
        .add(`${x + i + 1},${y}`)
    for (let i = 0; i < ty - y; i++)
      taken
        .add(`${x},${y + i} S`)
        .add(`${x},${y + i}`)
        .add(`${x},${y + i + 1}`)
  }
  const { middle: mid } = heart(squares)
  let best: XY & { open: 1 | 2 | 4 } = { ...mid, open: 1 },
    least = Infinity
  const consider = (x: number, y: number, open: 1 | 2 | 4) => {
    const far = Math.hypot(x * U - mid.x, y * U - mid.y) - open * 4
    if (far < least - 0.01) {
      least = far
      best = { x: x * U, y: y * U, open }
    }
  }
  for (const name of squares) {
    const [x, y] = name.split(',').map(Number)
    const east = has.has(`${x + 1},${y}`) && !taken.has(`${x + 1},${y} S`),
      south = has.has(`${x},${y + 1}`) && !taken.has(`${x},${y + 1} E`)
    consider(x + 0.5, y + 0.5, 1)
    if (east && ![`${x + 1},${y}`, `${x + 1},${y + 1}`].every(end => towers.includes(end))) consider(x + 1, y + 0.5, 2)
    if (south && ![`${x},${y + 1}`, `${x + 1},${y + 1}`].some(end => towers.includes(end))) consider(x + 0.5, y + 1, 2)
    if (east && south && has.has(`${x + 1},${y + 1}`) && !taken.has(`${x + 1},${y + 1}`)) consider(x + 1, y + 1, 4)
  }
  return best
}
