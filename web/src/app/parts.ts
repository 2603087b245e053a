/* parts.ts: what is fetched when it is wanted: code, words, rules, positions. One loader for all of it. */
import type { GameUI } from '../board/game_ui'
import { packages } from '../games/index'
import { fileAddress, host } from './host'
import { complain } from '../say/notice'
import { Refusal } from '../net/source'
import { app, redraw } from './state'
import { lookForNewer } from '../net/update'
import { addWords } from '../say/words'

const loading = Symbol(),
  failed = Symbol()
const parts = new Map<string, unknown>() // what is here, on its way, or could not be fetched

/* A part, or null until it is here; then the page is drawn again. */
export function part<T>(name: string, fetch: () => Promise<T>, then?: () => void): T | null {
  const known = parts.get(name)
  if (known !== undefined) return known === loading || known === failed ? null : (known as T)
  parts.set(name, loading)
  fetch()
    .then(
      value => {
        parts.set(name, value)
        then?.()
      },
      error => {
        parts.set(name, failed)
        complain(error)
      },
    )
    .finally(redraw)
  return null
}

export const isMissing = (name: string): boolean => parts.get(name) === failed

/* Asks again for what could not be fetched: when the connection is back, and for the next page. */
export function retryParts(): void {
  for (const [name, it] of parts) if (it === failed) parts.delete(name)
}

/* A file of the page with data in it. */
export const data = <T>(name: string): T | null => part<T>(name, async () => JSON.parse(await app.source.asset(name)))

/* Whether the words are here that the start page does not need. */
export const needWords = (): boolean => !!part('words', () => addWords(app.source, 'more').then(() => true))

let styled: Promise<void> | null = null

/* The styles of everything but the first page, once. */
const styles = (): Promise<void> =>
  (styled ??= host.style(fileAddress('late')).catch(error => {
    styled = null
    throw error
  }))

/* Code that cannot be fetched: perhaps there is no connection, perhaps the host has a newer page. */
const code = <T>(fetched: Promise<T>): Promise<T> =>
  Promise.all([fetched, styles()]).then(
    ([it]) => it,
    () => {
      lookForNewer()
      throw new Refusal('lost', 'code')
    },
  )

/* What the start page and a running game do not need at once. */
export const later = (): typeof import('./later') | null => part('later', () => code(import('./later')), host.findFocus)

/* The page of a table, and what is done there. */
export const atTable = (): typeof import('./at_table') | null => part('table', () => code(import('./at_table')))

async function fetchGame(book: string): Promise<GameUI[]> {
  const ships = fileAddress('symbols.' + book) !== ''
  const [{ games }, symbols] = await Promise.all([
    code(packages[book].load()),
    ships ? app.source.asset('symbols.' + book) : '',
    addWords(app.source, book),
    addWords(app.source, 'more'),
  ])
  if (symbols) host.symbols(symbols)
  return games
}

/* The package of a game: its drawing, its symbols and its words. */
export const gamePart = (book: string): GameUI[] | null => {
  const known = packages[book]
  return known ? part('game.' + book, () => fetchGame(book)) : null
}
