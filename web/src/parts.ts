/* parts.ts: what is fetched when it is wanted: code, words, rules, positions. One loader for all of it. */
import { host } from './host'
import { complain } from './notice'
import { Refusal } from './source'
import { app, redraw } from './state'
import { lookForNewer } from './update'
import { addWords, hasPart } from './words'

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

/* Whether a part of the catalogue is here that only some pages need. */
export const needWords = (name: string): boolean =>
  hasPart(name) || !!part('words.' + name, () => addWords(app.source, name).then(() => true))

/* Code that cannot be fetched: perhaps there is no connection, perhaps the host has a newer page. */
const code = <T>(fetched: Promise<T>): Promise<T> =>
  fetched.catch(() => {
    lookForNewer()
    throw new Refusal('lost', 'code')
  })

/* What the start page and a running game do not need at once. */
export const later = (): typeof import('./later') | null => part('later', () => code(import('./later')), host.focusMain)
