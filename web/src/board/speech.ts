/* speech.ts: small parts of sentences that all games need. */

import { BoardProps, Event, Line, Named, Words } from './game_ui'
import type { Args, Person } from '../say/words'

export { either, list, signed } from '../say/words'

/* Words with a number in them, {n}. */
export const count = (words: Words, key: string, n: number, args: Args = {}) => words(key, { n, ...args })

/* The player on a seat, for a sentence. */
export const player = (p: BoardProps, seat: number | undefined): Person => ({
  name: (seat && p.names[seat]) || String(seat ?? ''),
  you: !!seat && seat === p.you,
})
export const sentence = (part: string) => (part ? part[0].toUpperCase() + part.slice(1) : part)

/* What labels depend on besides the position: the names and the language. */
export const spoken = (p: BoardProps) =>
  `${p.names.join('|')} ${p.you} ${typeof document === 'undefined' ? '' : document.documentElement.lang}`

/* The places that the events of a line are about, each once. */
export function named<E extends Event>(line: Line<E>, name: (event: E) => Named | null): Named[] {
  const found = new Map<string, Named>()
  for (const event of line.events) {
    const it = event.place ? name(event) : null
    if (it && !found.has(it.place)) found.set(it.place, it)
  }
  return [...found.values()]
}
