/* rematch.ts: who will sit where in a rematch: everybody one seat further. */
import { needWords } from '../app/parts'
import { h, type Child } from '../ui/dom'
import { emblem, person, seatName } from '../model/look'
import { app } from '../app/state'
import type { Table } from '../model/table_state'
import { words } from '../say/words'

/* The seat that somebody has in the rematch. */
export const seatAfter = (t: Table, seat: number): number => (seat % t.told.seats) + 1

export function rematchSeats(t: Table): Child {
  const others = t.told.chairs.some(c => c.player && c.player.kind !== 'computer' && !t.told.mine.includes(c.seat))
  if (!t.told.mine.length || !others || !needWords()) return null
  const who = t.told.chairs.map(c => words('rematch.seat', { name: person(t, c.seat), emblem: emblem(seatAfter(t, c.seat)) }))
  return h('p', { class: 'small muted', key: 'seats', 'data-rematch-seats': true }, words('rematch.seats', { who }))
}

/* For whom a chair of a rematch is kept, as far as this page has seen the game before. */
export function expectedAt(table: string, seat: number): string | null {
  const names: string[] | undefined = app.drafts.rematch?.[table]
  return names?.[seat - 1] || null
}

/* Remembers who has to say yes at which chair. */
export function expect(t: Table, rematch: string): void {
  const names: string[] = []
  for (const c of t.told.chairs) names[seatAfter(t, c.seat) - 1] = seatName(t, c.seat)
  app.drafts.rematch = { ...app.drafts.rematch, [rematch]: names }
}
