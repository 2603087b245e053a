/* lists.ts: the tables on the start page: mine, open, being played, finished. */
import { host } from '../app/host'
import { h, icon, type Child } from '../ui/dom'
import { isHere } from '../net/names'
import { hasServer } from '../net/router'
import { aboutOf, personName } from '../model/look'
import { during } from '../say/notice'
import { joinTable } from '../model/join'
import { hasOlder, showMore } from '../model/player'
import type { Clock, ListName, Row } from '../net/protocol'
import { address, tableAddress } from '../app/route'
import { app } from '../app/state'
import { ownTables, waitingCount } from '../model/turns'
import { timeAgo, words } from '../say/words'

function mark(row: Row): string {
  const seat = row.chairs.find(c => c.mine)?.seat ?? row.chairs.find(c => c.player)?.seat ?? 1
  return aboutOf(row.game)?.marks[seat - 1] ?? 'shield-' + seat
}

export function gameTitle(game: string, options: string[]): string {
  const title = words('game.' + game)
  const extra = options.filter(o => !o.includes('=')).map(o => words('option.' + o))
  return extra.length ? words('game.options', { game: title, options: extra }) : title
}

export function clockText(clock: Clock): string {
  if (clock.kind === 'none') return words('clock.none')
  const seconds = clock.seconds ?? 0,
    day = 86400
  if (clock.kind === 'move' && seconds >= day) return words('clock.days', { days: seconds / day })
  const minutes = seconds / 60
  return words(clock.kind === 'move' ? 'clock.move' : 'clock.game', { minutes })
}

function others(row: Row, mine: boolean): string[] {
  const people = row.chairs.filter(c => c.player && !c.mine)
  const computers = people.filter(c => c.player!.kind === 'computer').length
  const names = people.filter(c => c.player!.kind !== 'computer').map(c => personName(c.player!))
  if (computers) names.push(words(mine ? 'list.computers' : 'list.computers.with', { count: computers })) // German has two cases
  return names
}

function ago(at: number): string {
  const minutes = Math.round((host.now() - at) / 60000)
  return minutes < 1 ? words('list.justNow') : timeAgo(minutes)
}

const pointsOf = (row: Row) => row.chairs.map(c => c.points).join(' : ')

function describe(row: Row): string {
  switch (row.state) {
    case 'open': {
      const free = row.chairs.filter(c => !c.player).length
      return words('list.free', { count: free }) + ' · ' + clockText(row.clock)
    }
    case 'running':
    case 'over':
      return ago(row.changed) + ' · ' + pointsOf(row)
    default:
      return words('list.suspended')
  }
}

const where = (row: Row) => (isHere(row.table) ? words('local.here') + ' · ' : '')

/* One click sits down; a guest without a name is asked for one at the table. */
function sit(table: string): void {
  during('join', async () => {
    await joinTable(table)
    host.go(tableAddress(table))
  })
}

export function line(row: Row, verb: string): Child {
  const mine = row.chairs.some(c => c.mine)
  const names = others(row, mine)
  const game = gameTitle(row.game, row.options)
  const title = names.length ? words(mine ? 'list.against' : 'list.with', { game, names }) : game
  return h(
    'li',
    { class: 'row', key: row.table },
    icon(mark(row), 'g'),
    h('div', { class: 't' }, h('b', null, title), h('span', { class: 'small muted' }, where(row) + describe(row))),
    (row.waiting || row.asks) && h('span', { class: 'tag' }, tag(row)),
    row.state === 'open' &&
      h(
        'span',
        { class: 'seats', 'aria-hidden': 'true' },
        row.chairs.map(c => (c.player ? icon('shield-' + c.seat, 'i') : icon('shield-0', 'free'))),
      ),
    row.state === 'open' && !mine
      ? h('button', { class: 'btn', 'data-sit': row.table, 'aria-label': `${verb}: ${title}`, onclick: () => sit(row.table) }, verb)
      : h('a', { class: 'btn', href: tableAddress(row.table), 'aria-label': `${verb}: ${title}` }, verb),
  )
}

const verbs: Record<ListName, string> = { mine: 'list.open', open: 'list.join', live: 'list.watch', finished: 'list.replay' }

/* What the server follows, and what was fetched beyond it. */
function told(what: ListName): Row[] | undefined {
  const newest = what === 'mine' ? app.lists.mine && ownTables() : app.lists[what]
  const known = new Set(newest?.map(row => row.table))
  return newest && newest.concat((app.more[what]?.older ?? []).filter(row => !known.has(row.table)))
}

function list(what: ListName, rows: Row[] | undefined, first: number): Child {
  const shown = first + (app.more[what]?.shown ?? 0)
  return h(
    'section',
    { key: what, class: (rows?.length ?? 0) > 3 ? 'long' : '', 'aria-labelledby': 'list-' + what },
    h('h2', { id: 'list-' + what }, words('list.' + what + '.title')),
    h(
      'div',
      { class: rows?.length ? 'panel' : 'panel empty' },
      !rows
        ? h('p', { class: 'muted' }, words('list.loading'))
        : !rows.length
          ? h('p', { class: 'muted' }, words('list.' + what + '.none'))
          : h(
              'ul',
              { class: 'rows' },
              rows.slice(0, shown).map(row => line(row, words(row.state === 'over' ? 'list.replay' : verbs[what]))),
            ),
      rows &&
        (rows.length > shown || hasOlder(what)) &&
        h(
          'button',
          { class: 'btn bare', 'data-more': what, onclick: () => during('more', () => showMore(what)) },
          words('list.more'),
        ),
    ),
  )
}

const minute = 60000,
  hour = 60 * minute,
  day = 24 * hour

/* What waits for the player at a table, and until when. */
function tag(row: Row): string {
  if (row.asks && row.asks !== 'called') return words('list.asks.' + row.asks)
  if (!row.ends) return words('list.' + (row.asks ? 'asks.called' : 'yourMove'))
  const left = Math.max(0, row.ends - host.now())
  if (left >= 2 * day) return words('list.left.days', { days: Math.floor(left / day) })
  if (left >= 2 * hour) return words('list.left.hours', { hours: Math.floor(left / hour) })
  return words('list.left.minutes', { minutes: Math.floor(left / minute) })
}

const byEnd = (a: Row, b: Row): number => (a.ends ?? Infinity) - (b.ends ?? Infinity) || a.changed - b.changed || 0

/* The tables that wait for the player, what ends soonest first. */
export const waitingRows = (): Row[] =>
  ownTables()
    .filter(row => (row.waiting && row.state === 'running') || row.asks)
    .sort(byEnd)

const first = 6 // so many are seen at once on the start page

export function yourTurn(): Child {
  const waiting = waitingRows()
  if (!waiting.length) return null
  const all = address({ page: 'waiting' })
  return h(
    'section',
    { class: 'yourturn', key: 'turn', 'aria-labelledby': 'list-turn' },
    h('h2', { id: 'list-turn' }, words('list.turn.title', { count: waitingCount() })),
    h(
      'ul',
      { class: 'panel rows' },
      waiting.slice(0, first).map(row => line(row, words('list.open'))),
    ),
    waiting.length > first && h('a', { class: 'btn bare', href: all }, words('waits.all', { count: waiting.length })),
  )
}

export function lists(): Child {
  const order: Record<Row['state'], number> = { running: 1, open: 2, suspended: 3, over: 4 }
  const mine = told('mine')?.sort(
    (a, b) => Number(b.waiting) - Number(a.waiting) || order[a.state] - order[b.state] || b.changed - a.changed,
  )
  const above = new Set(
    waitingRows()
      .map(row => row.table)
      .slice(0, first),
  )
  const open = told('open')?.filter(row => !row.chairs.some(c => c.mine))
  return h(
    'div',
    { class: 'lists' },
    list(
      'mine',
      mine?.filter(row => !above.has(row.table)),
      12,
    ),
    hasServer() &&
      app.status !== 'local' && [list('open', open, 12), list('live', told('live'), 8), list('finished', told('finished'), 8)],
  )
}
