/* guide.ts: notes at the moment they matter in a first game. What the position shows decides which comes; each is shown once. */
import type { BoardProps } from './game_ui'
import { bookOf } from './games/index'
import { hasDone, noteDone } from './learned'
import { newestProps } from './look'
import { complain } from './notice'
import type { TermReason } from './protocol'
import { app, redraw } from './state'
import type { Table } from './table_state'
import { addWords, type Args } from './words'

/* A note: whether its moment has come, which numbers its words name, and which places of the board it speaks of. */
interface Note {
  id: string
  when(view: any, seat: number, moves: string[]): boolean
  args?(view: any, seat: number, moves: string[]): Args
  marks?(view: any, seat: number, moves: string[]): string[]
}

const can = (moves: string[], verb: string) => moves.some(move => move.startsWith(verb + ' '))
const playerOf = (view: any, seat: number) => view.players.find((p: any) => p.seat === seat)
const sum = (counts: Record<string, number>) => Object.values(counts).reduce((a, b) => a + b, 0)
const cellOf = (area: string) => area.slice(0, 2)

/* The building moves, those that score most first. */
function sites(view: any, moves: string[]): { area: string; points: number }[] {
  return moves
    .filter(move => move.startsWith('build '))
    .map(move => ({ area: move.split(' ')[1], points: view.castle_points[cellOf(move.split(' ')[1])] ?? 0 }))
    .sort((a, b) => b.points - a.points)
}

/* Octagons in reach that see much. */
const views = (view: any): string[] => view.reach.filter((cell: string) => (view.castle_points[cell] ?? 0) >= 5)
const goods = (p: any): number => p.wood + p.grain + p.rock

/* What is told first when several moments come together stands first. */
const notes: Record<string, Note[]> = {
  castelli: [
    { id: 'asked', when: (v, seat) => v.asked === seat && (v.phase === 'steward' || v.phase === 'guard') },
    {
      id: 'end',
      when: v => v.phase === 'lift' && v.unseen.length > 0 && v.unseen.length <= 3,
      args: v => ({ count: v.unseen.length }),
    },
    {
      id: 'build',
      when: (v, _, moves) => v.phase === 'build' && sites(v, moves).length > 0,
      args: (v, _, moves) => ({ points: sites(v, moves)[0].points }),
      marks: (v, _, moves) => [sites(v, moves)[0].area],
    },
    { id: 'lift', when: (v, _, moves) => can(moves, 'lift') },
    { id: 'tile', when: v => v.phase === 'place', marks: v => (v.lifted ? [v.lifted.cell] : []) },
    { id: 'card', when: (v, seat) => (playerOf(v, seat)?.hand?.length ?? 0) > 0 },
    { id: 'goods', when: (v, seat) => goods(playerOf(v, seat)) > 0 },
    {
      id: 'site',
      when: v => v.phase === 'lift' && views(v).length > 0,
      args: v => ({ cell: views(v)[0], points: v.castle_points[views(v)[0]] }),
      marks: v => [views(v)[0]],
    },
    {
      id: 'silver',
      when: (v, seat) =>
        v.unseen.length <= 8 && v.players.some((p: any) => p.seat !== seat && Math.abs(p.silver - playerOf(v, seat).silver) <= 2),
    },
  ],
  castle: [
    { id: 'swap', when: v => v.phase === 'swap' },
    { id: 'join', when: v => v.phase === 'join' },
    {
      id: 'six',
      when: v => v.phase === 'score' && v.hand.some((card: any) => (card.points ?? 0) >= 6),
      args: v => ({ points: Math.max(...v.hand.map((card: any) => card.points ?? 0)) }),
    },
    { id: 'score', when: v => v.phase === 'score' },
    {
      id: 'end',
      when: v =>
        v.phase === 'wall' && Math.min(v.supply.walls, sum(v.supply.towers), sum(v.supply.houses), sum(v.supply.palaces)) <= 4,
    },
    { id: 'closes', when: v => v.phase === 'wall' && v.closings.length > 0, marks: v => v.closings.map((c: any) => c.line) },
    { id: 'wall', when: v => v.phase === 'wall' },
    { id: 'dice', when: v => v.phase === 'tower' || v.phase === 'house', marks: v => (v.wall ? [v.wall] : []) },
    { id: 'palace', when: v => v.cities.some((city: any) => sum(city.palaces) > 0) },
  ],
  castellan: [
    { id: 'keep', when: v => v.phase === 'keep' },
    { id: 'last', when: v => v.last_round && v.phase === 'play' },
    {
      id: 'closes',
      when: v => v.phase === 'build' && v.closes.length > 0,
      args: v => ({ points: Math.max(...v.closes.map((c: any) => c.points)) }),
      marks: v => v.closes.map((c: any) => c.move),
    },
    { id: 'play', when: v => v.phase === 'play' && !v.cards_played },
    { id: 'build', when: v => v.phase === 'build' },
    { id: 'draw', when: v => v.phase === 'draw' },
    { id: 'hand', when: (v, seat) => v.phase === 'play' && sum(playerOf(v, seat).hand) === 1 },
    { id: 'inside', when: (v, seat) => v.phase === 'build' && v.courtyards.some((c: any) => c.owner === seat) },
  ],
}

/* Only somebody who plays alone against computers is guided: what a note says is for one reader. */
export function isGuided(t: Table): boolean {
  const { mine, chairs, state } = t.told
  return (
    app.settings.guide &&
    app.route.page === 'table' &&
    mine.length === 1 &&
    state === 'running' &&
    !t.history.replay &&
    bookOf(t.told.game) === t.told.game &&
    t.told.game in notes &&
    chairs.every(c => mine.includes(c.seat) || c.player?.kind === 'computer')
  )
}

export interface Shown {
  id: string
  args: Args
  number: number
}
const shown = new WeakMap<Table, Shown | null>() // null: in this position nothing, or it was put away
const keyOf = (game: string, id: string) => `note/${game}/${id}`

/* The note for the newest position: the one on show, or the first whose moment has come. */
export function noteAt(t: Table): Shown | null {
  const p: BoardProps | null = newestProps(t)
  if (!p?.moves.length) return null
  const known = shown.get(t)
  if (known?.number === t.told.number) return known.id ? known : null
  if (known?.id) noteDone(keyOf(t.told.game, known.id)) // a move was made: it has been read
  const note = notes[t.told.game].find(it => !hasDone(keyOf(t.told.game, it.id)) && it.when(p.view, p.seat, p.moves))
  const next = { id: note?.id ?? '', args: note?.args?.(p.view, p.seat, p.moves) ?? {}, number: t.told.number }
  shown.set(t, next)
  if (!note) return null
  const marks = note.marks?.(p.view, p.seat, p.moves) ?? []
  if (marks.length)
    queueMicrotask(() => {
      t.highlight = marks
      redraw()
    })
  return next
}

/* The reader has read it. */
export function putAway(t: Table): void {
  const known = shown.get(t)
  if (!known?.id) return
  noteDone(keyOf(t.told.game, known.id))
  shown.set(t, { ...known, id: '' })
  t.highlight = []
  redraw()
}

export interface Tip {
  number: number // of the position that it is about
  reasons: TermReason[] | null // null while a strong player thinks
}
const tips = new WeakMap<Table, Tip>()

/* What matters in the newest position, by the terms in which the best move is better than the next. It names no move: that is left to the hint. */
export const tipAt = (t: Table): Tip | null => {
  const tip = tips.get(t)
  return tip?.number === t.told.number ? tip : null
}

export async function askForTip(t: Table): Promise<void> {
  const { position } = t.told
  if (!position?.moves.length || tipAt(t)) return
  const tip: Tip = { number: t.told.number, reasons: null }
  tips.set(t, tip)
  redraw()
  try {
    tip.reasons = (await app.source.ask('hint', { table: t.id, number: position.number, seat: position.seat })).reasons
  } catch (error) {
    tips.delete(t)
    complain(error)
  }
  redraw()
}

let asked = false

/* Fetches the words of the notes; true when they are here. */
export function guideWords(): boolean {
  if (words.here) return true
  if (!asked) {
    asked = true
    addWords(app.source, 'guide').then(
      () => {
        words.here = true
        redraw()
      },
      () => (asked = false),
    )
  }
  return false
}
const words = { here: false }
