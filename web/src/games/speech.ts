/* speech.ts: small parts of sentences that all games need. */

import { BoardProps, Event, Line, Named, Words } from '../game_ui'

/* Words with a number in them, {n}. */
export const count = (words: Words, key: string, n: number, args: Record<string, string | number> = {}) =>
  words(key, { n, ...args })

const joiners = new Map<string, Intl.ListFormat>()

/* "a, b and c" in the language of the page. */
export function list(parts: string[]): string {
  if (parts.length < 2) return parts.join('')
  const lang = typeof document === 'undefined' ? 'en' : document.documentElement.lang || 'en'
  let joiner = joiners.get(lang)
  if (!joiner) joiners.set(lang, (joiner = new Intl.ListFormat(lang, { type: 'conjunction' })))
  return joiner.format(parts)
}

export const signed = (n: number) => (n < 0 ? `−${-n}` : `+${n}`)
export const player = (p: BoardProps, seat: number | undefined) => (seat && p.names[seat] ? p.names[seat] : String(seat ?? ''))
export const sentence = (part: string) => (part ? part[0].toUpperCase() + part.slice(1) : part)

/* What labels depend on besides the position: the names and the language. */
export const spoken = (p: BoardProps) =>
  `${p.names.join('|')} ${typeof document === 'undefined' ? '' : document.documentElement.lang}`

/* The places that the events of a line are about, each once. */
export function named<E extends Event>(line: Line<E>, name: (event: E) => Named | null): Named[] {
  const found = new Map<string, Named>()
  for (const event of line.events) {
    const it = event.place ? name(event) : null
    if (it && !found.has(it.place)) found.set(it.place, it)
  }
  return [...found.values()]
}
