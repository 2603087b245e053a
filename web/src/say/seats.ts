/* seats.ts: says when somebody at the table leaves, comes back, resigns, is called or runs out of time. */
import { host } from '../app/host'
import { person, personName } from '../model/look'
import { notice } from './notice'
import type { Seating } from '../net/protocol'
import { app, redraw } from '../app/state'
import type { Table } from '../model/table_state'
import { clockTime, words } from './words'

const patience = 4000 // a page that is loaded again is gone for a moment

const gone = new Set<string>() // seats whose player was said to be gone

/* What a change of a chair means, as a key of the catalogue. */
function changeOf(was: Seating, now: Seating): string {
  if (!was.player) return 'seats.sat'
  if (now.resigned !== was.resigned) return 'seats.resigned'
  if (now.stand_in && !was.stand_in) return 'seats.standsIn'
  if (was.stand_in && !now.stand_in && !now.computer) return 'seats.back'
  if (now.computer !== was.computer) return !now.computer ? 'seats.back' : now.late ? 'seats.late' : 'seats.left'
  return now.call_ends && !was.call_ends ? 'seats.called' : ''
}

/* Somebody's page is gone: that is said if it stays away. */
function tellGone(t: Table, { seat }: Seating): void {
  host.after(() => {
    const chair = t.told.chairs.find(c => c.seat === seat)
    if (app.table !== t || t.told.state !== 'running' || !chair || chair.connected || chair.computer) return
    gone.add(t.id + seat)
    notice(words('seats.gone', { name: person(t, seat) }))
    redraw()
  }, patience)
}

export function tellSeats(t: Table, before: Seating[]): void {
  if (t.told.state !== 'running') return
  for (const now of t.told.chairs) {
    const { seat, player } = now
    const was = before.find(c => c.seat === seat)
    if (!was || !player || player.kind === 'computer') continue
    const key = changeOf(was, now)
    const friend = now.stand_in ? personName(now.stand_in) : ''
    if (key) notice(words(key, { name: person(t, seat), friend, time: clockTime(now.call_ends ?? 0) }))
    else if (was.connected && !now.connected && !now.computer) tellGone(t, now)
    else if (!was.connected && now.connected && gone.delete(t.id + seat)) notice(words('seats.here', { name: person(t, seat) }))
  }
}
