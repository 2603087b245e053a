/* storage.ts: what this browser keeps for the page. Where it refuses (some private windows), the page remembers it until it is closed. */
import { host, type Where } from './host'

const memory = new Map<string, string>()

export function recall(place: string, where: Where = 'local'): string | null {
  const remembered = memory.get(place)
  if (remembered !== undefined) return remembered
  try {
    return host.store(where).getItem(place)
  } catch {
    return null
  }
}

/* Keeps a text; null forgets it. */
export function keep(place: string, text: string | null, where: Where = 'local'): void {
  memory.delete(place)
  try {
    if (text === null) host.store(where).removeItem(place)
    else host.store(where).setItem(place, text)
  } catch {
    if (text !== null) memory.set(place, text)
  }
}

/* What was kept as JSON; undefined if there is none, or none that can be read. */
export function recallJson(place: string): unknown {
  try {
    return JSON.parse(recall(place) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}
