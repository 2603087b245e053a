/* storage.ts: what this browser keeps for the page. Where it refuses (some private windows), the page remembers it until it is closed. */
const memory = new Map<string, string>()

export function recall(place: string, where: 'local' | 'session' = 'local'): string | null {
  const remembered = memory.get(place)
  if (remembered !== undefined) return remembered
  try {
    return (where === 'local' ? localStorage : sessionStorage).getItem(place)
  } catch {
    return null
  }
}

/* Keeps a text; null forgets it. */
export function keep(place: string, text: string | null, where: 'local' | 'session' = 'local'): void {
  memory.delete(place)
  try {
    const store = where === 'local' ? localStorage : sessionStorage
    if (text === null) store.removeItem(place)
    else store.setItem(place, text)
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
