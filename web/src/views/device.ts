/* device.ts: what concerns games on this device: their records, handing them over, and how well they are kept. */
import { host } from '../app/host'
import { h, icon, type Child } from '../ui/dom'
import { LocalSource } from '../net/local_source'
import { isHere } from '../net/names'
import { hasServer } from '../net/router'
import { keyOf } from '../model/look'
import { during } from '../say/notice'
import { copy } from '../model/player'
import type { Chair } from '../net/protocol'
import { fullAddress, tableAddress } from '../app/route'
import { app, redraw } from '../app/state'
import type { Table } from '../model/table_state'
import { acceptUpdate, updateWaits } from '../net/update'
import { words } from '../say/words'

/* Saves a text as a file. */
export function save(name: string, text: string, type = 'text/plain'): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type }))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10000)
}

/* The link that downloads a table's record. */
export function recordLink(t: Table): Child {
  const name = `${t.told.game}-${t.id}.txt`
  if (!isHere(t.id))
    return h('a', { class: 'btn', href: app.source.recordAddress(t.id, keyOf(t)), download: name }, words('over.download'))
  const give = () => during('record', async () => save(name, await app.source.record(t.id)))
  return h('button', { class: 'btn', 'data-record': true, onclick: give }, words('over.download'))
}

/* ---- from here to a server, and back ---- */

/* The chairs of a table for a copy of it: one's own, and computers for everybody else. A friend gets the first chair of a computer, or
   where only people sit the last one. */
function chairsOf(t: Table, forFriend: boolean): Chair[] {
  const isMine = (seat: number) => t.told.mine.includes(seat)
  const friend = forFriend && (t.told.chairs.find(chair => !isMine(chair.seat)) ?? t.told.chairs.at(-1))
  return t.told.chairs.map(chair => {
    if (chair === friend) return { kind: 'open' }
    return isMine(chair.seat) ? { kind: 'me' } : { kind: 'computer', level: chair.level ?? chair.player?.level ?? 3 }
  })
}

/* A copy of a table elsewhere: as a game that goes on, or to look at. */
async function copyTo(t: Table, here: boolean, forFriend = false): Promise<void> {
  const record = await app.source.record(t.id, keyOf(t))
  const who = t.told.state === 'running' && t.told.mine.length ? chairsOf(t, forFriend) : undefined
  const { table, invite } = await app.source.ask('import', { record, ...(who && { who }), here })
  host.go(tableAddress(table, { invite }))
  if (forFriend) await copy(fullAddress(tableAddress(table, { invite })))
}

/* What can be done with a table here and there: nothing that would show what is hidden. */
export function copyItems(t: Table, item: (text: string, act: () => void) => Child): Child[] {
  if (!LocalSource.exists() || !hasServer() || t.told.state === 'open') return []
  if (isHere(t.id))
    return app.status === 'online'
      ? [
          item(words('local.toServer'), () => during('copy', () => copyTo(t, false))),
          t.told.state === 'running' &&
            t.told.mine.length > 0 &&
            item(words('local.toFriend'), () => during('copy', () => copyTo(t, false, true))),
        ]
      : []
  const shown = t.told.state === 'over' || t.told.reason === 'imported' // a record shows all hands
  return shown ? [item(words('local.take'), () => during('copy', () => copyTo(t, true)))] : []
}

/* ---- notes ---- */

/* Whether the browser promised to keep the games; unknown until it was asked. */
let promised: boolean | undefined

/* Asks the browser not to delete games when space runs short. To be called when there is something to keep. */
export async function askToKeep(): Promise<void> {
  promised ??= (await globalThis.navigator?.storage?.persist?.().catch(() => false)) ?? false
  redraw()
}

function note(key: string, text: string, ...buttons: Child[]): Child {
  return h('p', { class: 'devicenote', key, 'data-note': key, role: 'status' }, icon('icon-rules'), h('span', null, text), buttons)
}

function damaged(): Child {
  const { local } = app.source
  const keep = () => {
    save('castellany-damaged.json', JSON.stringify(local.damaged, null, 1), 'application/json')
    local.forgetDamaged()
    redraw()
  }
  return (
    local.damaged.length > 0 &&
    note(
      'damaged',
      words('local.damaged', { count: local.damaged.length }),
      h('button', { class: 'btn', onclick: keep }, words('local.saveDamaged')),
    )
  )
}

/* At a table: it may just have been put right. */
export const damageBar = (): Child =>
  app.source.local.damaged.length > 0 && h('div', { class: 'updatebar', key: 'damage' }, damaged())

/* What a person should know about the games on this device, on the start page. */
export function deviceNotes(): Child {
  const { local } = app.source
  const any = app.lists.mine?.some(row => isHere(row.table))
  return h(
    'div',
    { class: 'devicenotes', key: 'device' },
    damaged(),
    local.status === 'elsewhere' && note('elsewhere', words('local.elsewhere')),
    local.unkept && note('unkept', words('local.unkept')),
    any && promised === false && !local.unkept && note('unpromised', words('local.unpromised')),
  )
}

/* A newer version is there. It waits until the person wants it. */
export function updateBar(): Child {
  return (
    updateWaits() &&
    h(
      'div',
      { class: 'updatebar', key: 'update' },
      h('span', null, words('local.newVersion')),
      h(
        'button',
        {
          class: 'btn',
          'data-update': true,
          disabled: app.busy.has('update'),
          onclick: () => during('update', acceptUpdate),
        },
        words('local.reload'),
      ),
    )
  )
}
