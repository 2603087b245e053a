/* variations.ts: names of games that go on from a position of another; kept in the browser. */
import { keep, recallJson } from '../app/storage'

const place = 'castellany.variations'
const most = 200 // the oldest go first

export interface Variation {
  table: string
  name: string
  of?: string // the table that it began from
  at?: number // and the number of the position there
}

function read(): Variation[] {
  const kept = recallJson(place)
  return Array.isArray(kept) ? kept.filter(it => typeof it?.table === 'string' && typeof it.name === 'string') : []
}

let all: Variation[] | null = null

export const variationAt = (table: string): Variation | undefined => (all ??= read()).find(it => it.table === table)

/* Those that began from a table, in the order of their positions. */
export const variationsOf = (table: string): Variation[] =>
  (all ??= read()).filter(it => it.of === table).sort((a, b) => (a.at ?? 0) - (b.at ?? 0))

/* Keeps a variation, or gives it another name. */
export function keepVariation(variation: Variation): void {
  all = [...(all ?? read()).filter(it => it.table !== variation.table), variation].slice(-most)
  keep(place, JSON.stringify(all))
}
