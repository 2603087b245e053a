/* labels.ts: places and cards of Castellan in words. */

import { count, list, player } from '../../board/speech'
import { Board, Card, Courtyard, Piece, Props, View, Wall } from './types'

export const PIECES: Piece[] = ['tower', 'short', 'long']

export function pieceMoveName(p: Props, move: string): string {
  const [kind, point, direction] = move.split(' ')
  return p.words(`castellan.piece.${kind}`, { point, side: direction ? p.words(`castellan.side.${direction}`) : '' })
}

export function ghostLabel(p: Props, move: string, view: View): string {
  const closing = view.closes.find(it => it.move === move)
  const towers = closing?.courtyards.map(it => it.towers) ?? []
  const closes = towers.length ? [p.words('castellan.closes', { n: towers.length, towers: towers.map(String) })] : []
  const [kind, point, direction] = move.split(' ')
  const side = direction ? p.words(`castellan.side.${direction}`) : ''
  return [p.words(`castellan.fits.${kind}`, { point, side }), ...closes].join(', ')
}

const sides = { N: [0, -1], E: [1, 0], S: [0, 1], W: [-1, 0] } as const

/* "tower on 32,32, walls north and east" */
export function towerLabel(p: Props, point: string, view: View): string {
  const name = pieceMoveName(p, `tower ${point}`)
  const [x, y] = point.split(',').map(Number)
  const joined = (Object.keys(sides) as (keyof typeof sides)[]).filter(side => {
    const [dx, dy] = sides[side]
    return view.walls.some(({ from, to }) => {
      const [other] = from === point ? [to] : to === point ? [from] : []
      const [ox, oy] = other?.split(',').map(Number) ?? [x, y]
      return Math.sign(ox - x) === dx && Math.sign(oy - y) === dy && (ox !== x || oy !== y)
    })
  })
  return joined.length
    ? p.words('castellan.tower.walls', {
        tower: name,
        n: joined.length,
        sides: joined.map(side => p.words(`castellan.at.${side}`)),
      })
    : name
}

/* "short wall from 32,32 east, open at 33,32" */
export function builtLabel(p: Props, wall: Wall): string {
  const name = pieceMoveName(p, `${wall.kind} ${wall.place}`)
  return wall.open.length ? p.words('castellan.wall.open', { wall: name, ends: wall.open.map(end => wall[end]) }) : name
}

export const endLabel = (p: Props, point: string): string => p.words('castellan.end', { point })

export function courtLabel(p: Props, court: Courtyard): string {
  const parts = [
    p.words('castellan.court', { court: court.name, name: player(p, court.owner) }),
    count(p.words, 'castellan.towers', court.towers),
  ]
  if (court.double) parts.push(p.words('castellan.double'))
  return [...parts, count(p.words, 'castellan.points', court.value)].join(', ')
}

export const cardOf = (board: Board, id: string): Card & { deck: 'tower' | 'wall' } => {
  const tower = board.cards.tower.find(card => card.id === id)
  return tower ? { ...tower, deck: 'tower' } : { ...board.cards.wall.find(card => card.id === id)!, deck: 'wall' }
}

/* "2 towers, 1 short wall and 1 more card". */
export function cardName(p: Pick<Props, 'board' | 'words'>, id: string): string {
  const card = cardOf(p.board, id)
  const parts = PIECES.filter(kind => card[kind]).map(kind => count(p.words, `castellan.pieces.${kind}`, card[kind]))
  if (card.draw) parts.push(count(p.words, 'castellan.more', card.draw))
  return list(parts)
}

export const piecesText = (p: Props, pieces: Record<Piece, number>): string =>
  list(PIECES.filter(kind => pieces[kind]).map(kind => count(p.words, `castellan.pieces.${kind}`, pieces[kind])))
