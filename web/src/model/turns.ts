/* turns.ts: tells a player who is elsewhere that it is their turn: title, icon, sound, a notification, a buzz. */
import { host } from '../app/host'
import { gameName } from './look'
import type { Row } from '../net/protocol'
import { tableAddress } from '../app/route'
import { play } from '../ui/sound'
import { app, here, redraw } from '../app/state'
import { words } from '../say/words'

/* The player's tables: the latest, as they are followed, and older ones that are not over. */
export function ownTables(): Row[] {
  const latest = app.lists.mine ?? []
  const known = new Set(latest.map(row => row.table))
  return latest.concat(app.unfinished.filter(row => !known.has(row.table) && row.chairs.some(c => c.mine)))
}

/* Tables that wait for this player, as far as the list of their tables is known. The table on show knows best itself. */
export function waitingTables(): Row[] {
  const t = here()
  return ownTables().filter(row => row.waiting && row.table !== t?.id)
}

/* Whether the table on show waits for this player. */
export function isWaitingHere(): boolean {
  const t = here()
  return !!t?.told.position?.moves.length && t.told.state === 'running'
}

export const waitingCount = (): number => waitingTables().length + Number(isWaitingHere())

let known: Set<string> | null = null // tables that were waiting when the list was looked at last

/* Compares the list of tables with what it was, and tells what is new. Whoever looks at the start page sees it there. */
export function noticeTurns(): void {
  const fresh = known ? waitingTables().filter(row => !known!.has(row.table)) : []
  known = new Set(
    ownTables()
      .filter(row => row.waiting)
      .map(row => row.table),
  )
  if (!fresh.length) return
  if (app.route.page !== 'start' || host.hidden()) play('turn')
  for (const row of fresh) tellAway(row.table, row.game)
  redraw()
}

/* Forgets what another player was waiting for. */
export function forgetTurns(): void {
  known = null
}

/* It is the player's turn at a table: a buzz for the hand, and a notification for who looks elsewhere. */
export function tellAway(table: string, game: string): void {
  if (app.settings.buzz) host.buzz()
  if (app.settings.notify && host.hidden())
    host.notify(words('table.yourTurn'), gameName(game), 'castellany-' + table, tableAddress(table))
}

/* Asks the browser whether the page may notify. */
export async function mayNotify(): Promise<boolean> {
  if (!('Notification' in window)) return false
  if (Notification.permission === 'default') await Notification.requestPermission()
  return Notification.permission === 'granted'
}
