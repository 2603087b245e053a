/* opening.ts: coming to a table and leaving it. */
import { app, redraw } from '../app/state'
import { atTable } from '../app/parts'
import { forgetSaid } from '../say/notice'
import { Refusal } from '../net/source'

/* Opens the table of an address, at the position that the address names. */
export function openTable(id: string, invite?: string, at?: number): void {
  const t = app.table
  const asked = t?.is === 'asked' && (!invite || t.invite === invite)
  if (t?.id === id && (asked || t.is === 'here')) {
    t.invite ??= invite
    if (t.is === 'asked') t.at = at
    else if (at !== undefined) atTable()?.goToPublic(t, at)
    return
  }
  closeTable() // also a table that refused us, or is about to: perhaps this link has its key
  app.table = { is: 'asked', id, invite, at }
  watch()
}

export function closeTable(): void {
  if (app.table && app.source.ready(app.table.id)) app.source.ask('unwatch', { table: app.table.id }).catch(() => undefined)
  if (app.table) {
    forgetSaid() // nothing of this table is heard at the next
    if (app.table.is === 'here') atTable()?.forgetWaiting()
    delete app.drafts.notation
  }
  app.table = null
}

/* Asks for the table, or for what happened since the last message; then sends again what may not have arrived. */
export async function watch(whole = false): Promise<void> {
  const t = app.table
  if (!t || !app.source.ready(t.id)) return
  const number = !whole && t.is === 'here' && t.told.position ? t.told.number : undefined
  try {
    await app.source.ask('watch', { table: t.id, number, invite: t.invite })
    if (app.table === t && t.is === 'here' && t.choice.is === 'sending' && !t.choice.arrived) atTable()?.transmit(t, t.choice)
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === 'lost' || app.table !== t) return
    app.table = { is: 'refused', id: t.id, invite: t.invite, code: error.code }
    redraw()
  }
}
