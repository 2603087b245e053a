/* lessons.ts: the lessons as data: fetched when somebody wants to learn, never before. docs/LESSONS.md describes the files. */
import { host } from '../app/host'
import { beginExercise, type Exercise } from './exercise'
import { isMissing, part } from '../app/parts'
import { app } from '../app/state'
import { addWords } from '../say/words'

export interface Step {
  id: string
  seat: number
  record: string
  lit: string[]
  right: string[] // patterns: a move, or the beginning of one and `*`
  aside: string[] // moves that decide nothing
  others: { kind: string; moves: string[] }[] // in order; the last takes every move
}
/* An example of the rulebooks: a step with the clause that it explains, and its position for a picture. */
export interface Example extends Step {
  clause: string
  around: string // what the picture shows: see `picture` in samples.ts
  board: unknown
  view: unknown
}
export interface Puzzle {
  id: string
  seat: number
  record: string
  grade: number
  term: string // in what the best move is better than the next best, above all
  best: string
  also: string[] // moves that may come before it, or that are as good
}

/* The file, and the words for what is in it. */
function load<T>(kind: string, game: string): T[] | 'missing' | null {
  const name = `${kind}.${game}`
  const fetch = async (): Promise<T[]> => {
    const [text] = await Promise.all([app.source.asset(name), addWords(app.source, 'more'), addWords(app.source, game)])
    return JSON.parse(text)
  }
  return part(name, fetch, begin) ?? (isMissing(name) ? 'missing' : null)
}

/* Null while they are on their way. */
export const lessonOf = (game: string): Step[] | 'missing' | null => load('lessons', game)
export const examplesOf = (game: string): Example[] | 'missing' | null => load('examples', game)
export const puzzlesOf = (game: string): Puzzle[] | 'missing' | null => load('puzzles', game)

export const matches = (pattern: string, move: string): boolean =>
  pattern.endsWith('*') ? move.startsWith(pattern.slice(0, -1)) : move === pattern

export function judgeStep(step: Step, move: string): string | null {
  const is = (pattern: string) => matches(pattern, move)
  if (step.right.some(is)) return 'right'
  if (step.aside.some(is)) return null
  return step.others.find(other => other.moves.some(is))?.kind ?? null
}

/* A move that may come before the best one decides nothing yet. */
export function judgePuzzle(puzzle: Puzzle, move: string): string | null {
  if (move === puzzle.best) return 'right'
  return puzzle.also.includes(move) ? null : 'other'
}

const stepExercise = (game: string, step: Step, kind = ''): Exercise => ({
  key: `${kind}${game}/${step.id}`,
  game,
  seat: step.seat,
  record: step.record,
  lit: step.lit,
  judge: move => judgeStep(step, move),
})

const puzzleExercise = (game: string, puzzle: Puzzle): Exercise => ({
  key: `puzzle/${game}/${puzzle.id}`,
  game,
  seat: puzzle.seat,
  record: puzzle.record,
  lit: [],
  judge: move => judgePuzzle(puzzle, move),
  best: puzzle.best,
})

/* The step or puzzle of the address, as soon as it is here. Numbers count from 1. */
export function stepHere(): Step | null {
  const { route } = app
  if (route.page !== 'learn' || route.step === undefined) return null
  const steps = lessonOf(route.game)
  return Array.isArray(steps) ? (steps[route.step - 1] ?? null) : null
}
export function exampleHere(): Example | null {
  const { route } = app
  if (route.page !== 'examples') return null
  const all = examplesOf(route.game)
  return Array.isArray(all) ? (all[route.example - 1] ?? null) : null
}
export function puzzleHere(): Puzzle | null {
  const { route } = app
  if (route.page !== 'puzzles' || route.puzzle === undefined) return null
  const all = puzzlesOf(route.game)
  return Array.isArray(all) ? (all[route.puzzle - 1] ?? null) : null
}

/* Begins the exercise of the address. */
export function begin(): void {
  const { route } = app
  const step = stepHere(),
    puzzle = puzzleHere(),
    example = exampleHere()
  if (step && route.page === 'learn') beginExercise(stepExercise(route.game, step))
  if (example && route.page === 'examples') beginExercise(stepExercise(route.game, example, 'example/'))
  if (puzzle && route.page === 'puzzles') beginExercise(puzzleExercise(route.game, puzzle))
}

/* The puzzle of a day, the same for everybody: the games take turns. */
export function daily(games: string[], day: number): { game: string; puzzle: number } | null {
  const game = games[day % games.length]
  const all = puzzlesOf(game)
  if (!Array.isArray(all) || !all.length) return null
  return { game, puzzle: (Math.floor(day / games.length) % all.length) + 1 }
}

export const today = (): number => Math.floor((host.now() - new Date().getTimezoneOffset() * 60000) / 86400000)
