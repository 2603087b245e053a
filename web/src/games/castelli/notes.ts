/* notes.ts: notes for a first game of Castelli, at the moment they matter. */
import type { Note } from '../../board/game_ui'
import { Player, Props, View } from './types'

const mine = ({ view, seat }: Props): Player | undefined => view.players.find(it => it.seat === seat)
const goods = (it: Player): number => it.wood + it.grain + it.rock

/* The areas on which a castle can be built, those that score most first. */
function sites({ view, moves }: Props): { area: string; points: number }[] {
  return moves
    .filter(move => move.startsWith('build '))
    .map(move => move.split(' ')[1])
    .map(area => ({ area, points: view.castle_points[area.slice(0, 2)] ?? 0 }))
    .sort((a, b) => b.points - a.points)
}

/* Octagons in reach where a castle would see much. */
const outlooks = (view: View): string[] => view.reach.filter(cell => (view.castle_points[cell] ?? 0) >= 5)

/* How many tiles lie face down. With two players as many more are in the box, unseen too. */
const faceDown = ({ board, view }: Props): number => board.meadows.length - view.tiles.length

/* Silver decides between players who have almost as much. */
function silverIsClose(p: Props): boolean {
  const silver = mine(p)?.silver ?? 0
  return faceDown(p) <= 8 && p.view.players.some(it => it.seat !== p.seat && Math.abs(it.silver - silver) <= 2)
}

/* An area that the next tile can complete, with what the seat and the best other colour have there; the one that yields most. */
function nearlyComplete({ board, view, seat }: Props): { area: string; own: number; other: number } | null {
  const lie = new Set(view.tiles.map(tile => tile.cell))
  const states = new Map(view.areas.map(it => [it.area, it]))
  const found = board.octagons
    .flatMap(octagon => octagon.areas)
    .filter(area => area.symbols > 0 && area.meadows.filter(cell => !lie.has(cell)).length === 1)
    .filter(area => states.get(area.name)?.harvested === false && states.get(area.name)!.leaders.length > 0)
    .sort((a, b) => b.symbols - a.symbols)[0]
  if (!found) return null
  const { influence } = states.get(found.name)!
  return { area: found.name, own: influence[seat - 1], other: Math.max(...influence.filter((_, i) => i !== seat - 1)) }
}

export const notes: Note<Props>[] = [
  { id: 'asked', when: ({ view, seat }) => view.asked === seat && (view.phase === 'steward' || view.phase === 'guard') },
  {
    id: 'end',
    when: p => p.view.phase === 'lift' && faceDown(p) > 0 && faceDown(p) <= 3,
    args: p => ({ count: faceDown(p) }),
  },
  {
    id: 'build',
    when: p => p.view.phase === 'build' && sites(p).length > 0,
    args: p => ({ points: sites(p)[0].points }),
    marks: p => [sites(p)[0].area],
  },
  { id: 'lift', when: ({ moves }) => moves.some(move => move.startsWith('lift ')) },
  { id: 'tile', when: ({ view }) => view.phase === 'place', marks: ({ view }) => (view.lifted ? [view.lifted.cell] : []) },
  {
    id: 'area',
    when: p => p.view.phase === 'lift' && !!nearlyComplete(p),
    args: p => {
      const { own, other } = nearlyComplete(p)!
      return { own, other }
    },
    marks: p => [nearlyComplete(p)!.area],
  },
  { id: 'card', when: p => (mine(p)?.hand?.length ?? 0) > 0 },
  { id: 'goods', when: p => goods(mine(p)!) > 0 },
  {
    id: 'site',
    when: ({ view }) => view.phase === 'lift' && outlooks(view).length > 0,
    args: ({ view }) => ({ cell: outlooks(view)[0], points: view.castle_points[outlooks(view)[0]] }),
    marks: ({ view }) => [outlooks(view)[0]],
  },
  { id: 'silver', when: silverIsClose },
]
