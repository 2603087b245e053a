/* player.ts: the person at this page: settings, name, and the lists that concern the person. */
import { host } from '../app/host'
import { bookOf } from '../games/index'
import { findNote } from './guide'
import { noteDone } from './learned'
import { bare, isHere, page } from '../net/names'
import { hasServer } from '../net/router'
import { complain, notice } from '../say/notice'
import type { Chair, ListName, Lobby, Requests, Row } from '../net/protocol'
import { askToKeep } from '../views/device'
import { atTable, gamePart } from '../app/parts'
import { drawPart, keepPart, willStart } from './luck'
import { renewPush } from '../net/push'
import { tableAddress } from '../app/route'
import { applySettings, readSettings, storeSettings, type Settings } from '../app/settings'
import { app, here, redraw } from '../app/state'
import { keepWalking } from '../ui/switches'
import type { Table } from './table_state'
import { forgetTurns, noticeTurns } from './turns'
import { compareVersion } from '../net/update'
import { addWords, loadWords, words } from '../say/words'

export async function changeSettings(change: Partial<Settings>): Promise<void> {
  const language = change.language && change.language !== app.settings.language ? change.language : null
  try {
    if (language) await loadWords(app.source, language) // load the words first, so that no text appears in the old language after the change
  } catch (error) {
    complain(error)
    redraw()
    return
  }
  app.settings = { ...app.settings, ...change }
  if ('scan' in change || 'pause' in change) keepWalking()
  applySettings(app.settings)
  storeSettings(app.settings)
  const t = here()
  if (change.guide && t) findNote(t)
  app.source.ask('settings', { settings: app.settings }).catch(() => undefined)
  redraw()
}

/* Says hello to the source, at the start and after every reconnection. */
export async function sayHello(): Promise<void> {
  const first = app.player === null
  const answer = await app.source.ask('hello', { language: app.settings.language })
  const changed = app.player?.id !== answer.player.id
  if (changed) {
    forgetTurns()
    app.lists = {}
    app.unfinished = []
    app.more = {}
  }
  app.player = answer.player
  app.games = answer.games
  app.levels = answer.levels
  app.push = answer.push ?? null
  app.holiday = answer.holiday ?? 0
  app.muted = new Set(answer.muted)
  app.blocked = new Set(answer.blocked)
  app.house = { notice: answer.notice, draining: answer.draining }
  if (app.status === 'online') compareVersion(answer.version)
  if (first || changed) renewPush()
  if (changed && answer.player.kind === 'account') {
    const kept = readSettings(answer.settings, app.settings)
    if (kept.language !== app.settings.language) await loadWords(app.source, kept.language)
    app.settings = kept
    applySettings(kept)
    storeSettings(kept)
  } else if (first) app.source.ask('settings', { settings: app.settings }).catch(() => undefined)
  redraw()
}

/* The server tells what changes in the lists that were asked for, until leaveLists. */
export function loadLists(): void {
  for (const what of ['mine', 'open', 'live', 'finished'] as ListName[]) loadList(what)
}

/* Of the lists only the player's own tables are followed on every page: one of them may wait. */
export function leaveLists(): void {
  for (const what of ['open', 'live', 'finished'] as ListName[]) app.source.ask('unfollow', { what }).catch(() => undefined)
}

export function changeList({ what, rows, gone }: Lobby): void {
  const known = app.lists[what]
  if (!known) return // they come with the answer
  const other = new Set([...gone, ...rows.map(row => row.table)])
  app.lists[what] = [...known.filter(row => !other.has(row.table)), ...rows].sort((a, b) =>
    bare(a.table) < bare(b.table) ? 1 : -1,
  )
}

function loadList(what: ListName): void {
  app.source.ask('list', { what }).then(({ tables }) => {
    app.lists[what] = tables
    if (what === 'mine' && tables.length) noteDone('table')
    if (what === 'mine') noticeTurns()
    if (what === 'mine' && tables.length >= page) loadUnfinished().catch(() => undefined)
    redraw()
  }, complain)
}

/* All tables of the player that are not over, however many are newer, and rematches that wait for the player's yes. */
export async function loadUnfinished(): Promise<void> {
  const all: Row[] = []
  for (let more = hasServer(); more;) {
    const { tables } = await app.source.ask('unfinished', all.length ? { before: all.at(-1)!.table } : {})
    all.push(...tables)
    more = tables.length >= page
  }
  app.unfinished = all
  noticeTurns()
  redraw()
}

/* On every page the player's own tables are followed: one of them may wait. */
export const followTurns = (): void => loadList('mine')

const step = 20

/* Whether the server has older rows of a list than were told. */
export const hasOlder = (what: ListName): boolean => !(app.more[what]?.all ?? (app.lists[what]?.length ?? 0) < page)

/* Shows more of a list, and fetches what is older. */
export async function showMore(what: ListName): Promise<void> {
  const more = (app.more[what] ??= { shown: 0, older: [], all: !hasOlder(what) })
  more.shown += step
  const last = more.older.at(-1) ?? app.lists[what]?.at(-1)
  if (!more.all && last) {
    const { tables } = await app.source.ask('list', { what, before: last.table })
    more.older = more.older.concat(tables)
    more.all = tables.length < page
  }
  redraw()
}

export type Wish = Omit<Requests['create'][0], 'seats' | 'start'>

/* Makes a table and goes there; it starts at once when nobody else is expected. */
export async function createTable(wish: Wish): Promise<void> {
  const start = !wish.who.some(chair => chair.kind === 'open')
  atTable()
  gamePart(bookOf(wish.game)) // both are on their way while the table is made
  const part = drawPart()
  const { table, invite } = await app.source.ask('create', { ...wish, seats: wish.who.length, start, pledge: part.pledge })
  keepPart(table, part)
  if (start) willStart(table)
  if (isHere(table)) askToKeep()
  host.go(tableAddress(table, start ? {} : { invite }))
}

/* Says yes to a rematch: makes its table, or takes the chair that waits there. Everybody sits one chair further. */
export async function playAgain({ id, told }: Table): Promise<string> {
  const part = drawPart()
  const { table } = await app.source.ask('rematch', { table: id, pledge: part.pledge })
  keepPart(table, part)
  if (told.rematch)
    for (const seat of told.mine)
      await app.source.ask('join', { table, seat: (seat % told.seats) + 1, pledge: part.pledge }).catch(() => undefined)
  return table
}

export async function playNow(game: string, opponents: number, level: number): Promise<void> {
  const who: Chair[] = [{ kind: 'me' }]
  for (let i = 0; i < opponents; i++) who.push({ kind: 'computer', level })
  await createTable({ game, options: ['first=random'], who, public: false, clock: { kind: 'none' }, undo: 'free', reaction: 0 })
}

export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    notice(words('invite.copied'))
  } catch {
    notice(text)
  }
}

/* A record from the player's disk becomes a table to look at. */
export async function loadRecord(file: File): Promise<void> {
  const { table, invite, guessed } = await app.source.ask('import', { record: await file.text() })
  if (guessed) addWords(app.source, 'more').then(() => notice(words('record.guessed')), complain)
  host.go(tableAddress(table, { invite }))
}
