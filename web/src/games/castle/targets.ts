/* targets.ts: which place of the board a move of Castle is about, and what it puts there. */

export interface Target {
  place: string
  what: string
}

export function target(move: string): Target | null {
  const [verb, place, what] = move.split(' ')
  return ['wall', 'tower', 'house', 'join', 'city'].includes(verb) ? { place, what: what ?? '' } : null
}

/* The moves by place; where several colours may go to a place, that of the present choice comes first. */
export function onBoard(moves: string[], selected: string | null): Map<string, string[]> {
  const wanted = selected === null ? '' : target(selected)?.what
  const map = new Map<string, string[]>()
  for (const move of moves) {
    const to = target(move)
    if (!to) continue
    const list = map.get(to.place)
    if (!list) map.set(to.place, [move])
    else if (to.what === wanted) list.unshift(move)
    else list.push(move)
  }
  return map
}

/* What the two best of some cards would score. */
export const best = (points: (number | null)[]): number =>
  [...points]
    .map(n => n ?? 0)
    .sort((a, b) => b - a)
    .slice(0, 2)
    .reduce((sum, n) => sum + n, 0)
