/* notes.ts: notes for a first game of Castellan, at the moment they matter. */
import type { Note } from '../../board/game_ui'
import { Props } from './types'

/* How many cards the viewer holds. */
function held({ view, seat }: Props): number {
  const hand = view.players.find(it => it.seat === seat)?.hand
  return hand ? hand.tower + hand.wall : 0
}

export const notes: Note<Props>[] = [
  { id: 'keep', when: ({ view }) => view.phase === 'keep' },
  { id: 'last', when: ({ view }) => view.last_round && view.phase === 'play' },
  {
    id: 'closes',
    when: ({ view }) => view.phase === 'build' && view.closes.length > 0,
    args: ({ view }) => ({ points: Math.max(...view.closes.map(closing => closing.points)) }),
    marks: ({ view }) => view.closes.map(closing => closing.move),
  },
  { id: 'play', when: ({ view }) => view.phase === 'play' && !view.cards_played },
  { id: 'build', when: ({ view }) => view.phase === 'build' },
  {
    id: 'gate',
    when: ({ view: { phase, pieces, closes, walls } }) =>
      phase === 'build' && pieces.tower + pieces.long + pieces.short === 1 && !closes.length && walls.length >= 6,
  },
  { id: 'draw', when: ({ view }) => view.phase === 'draw' },
  { id: 'hand', when: p => p.view.phase === 'play' && !p.view.cards_played && !p.view.last_round && held(p) === 1 },
  { id: 'inside', when: ({ view, seat }) => view.phase === 'build' && view.courtyards.some(it => it.owner === seat) },
]
