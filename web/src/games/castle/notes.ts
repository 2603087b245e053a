/* notes.ts: notes for a first game of Castle, at the moment they matter. */
import type { Note } from '../../board/game_ui'
import { Props, Supply } from './types'

const sum = (counts: Record<string, number>): number => Object.values(counts).reduce((a, b) => a + b, 0)

/* How many of the scarcest kind of pieces are left: the game ends when one kind is used up. */
const scarcest = (s: Supply): number => Math.min(s.walls, sum(s.towers), sum(s.houses), sum(s.palaces))
const dearest = ({ view }: Props): number => Math.max(0, ...view.hand.map(card => card.points ?? 0))

/* What the two best cards of the hand would score in the city that pays most. */
function bestClosing({ view }: Props): number {
  const pays = view.closings.map(({ hand }) => {
    const [first = 0, second = 0] = [...hand].sort((a, b) => b - a)
    return first + second
  })
  return Math.max(...pays)
}

export const notes: Note<Props>[] = [
  { id: 'swap', when: ({ view }) => view.phase === 'swap' },
  { id: 'join', when: ({ view }) => view.phase === 'join' },
  { id: 'six', when: p => p.view.phase === 'score' && dearest(p) >= 6, args: p => ({ points: dearest(p) }) },
  { id: 'score', when: ({ view }) => view.phase === 'score' },
  { id: 'end', when: ({ view }) => view.phase === 'wall' && scarcest(view.supply) <= 4 },
  {
    id: 'closes',
    when: ({ view }) => view.phase === 'wall' && view.closings.length > 0,
    marks: ({ view }) => view.closings.map(closing => closing.line),
  },
  {
    id: 'leave',
    when: p => p.view.phase === 'wall' && p.view.closings.length > 0 && bestClosing(p) < 4,
    args: p => ({ points: bestClosing(p) }),
    marks: ({ view }) => view.closings.map(closing => closing.line),
  },
  { id: 'wall', when: ({ view }) => view.phase === 'wall' },
  {
    id: 'dice',
    when: ({ view }) => view.phase === 'tower' || view.phase === 'house',
    marks: ({ view }) => (view.wall ? [view.wall] : []),
  },
  { id: 'palace', when: ({ view }) => view.cities.some(city => sum(city.palaces) > 0) },
]
