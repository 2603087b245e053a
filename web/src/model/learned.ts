/* learned.ts: which steps, notes and puzzles the player has done, and whether the player has had a table; kept in the browser. */
import { keep, recallJson } from '../app/storage'

const place = 'castellany.learned'

function read(): Set<string> {
  const kept = recallJson(place)
  return new Set(Array.isArray(kept) ? kept.filter(key => typeof key === 'string') : [])
}

let done: Set<string> | null = null

export const hasDone = (key: string): boolean => (done ??= read()).has(key)

/* Whether anything that begins so was done. */
export const hasBegun = (start: string): boolean => [...(done ??= read())].some(key => key.startsWith(start))

export function noteDone(key: string): void {
  done ??= read()
  if (done.has(key)) return
  done.add(key)
  keep(place, JSON.stringify([...done]))
}
