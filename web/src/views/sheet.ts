/* sheet.ts: the score by its sources, counted one source after the other when a game ends. */
import { host } from '../app/host'
import { h, icon, type Child } from '../ui/dom'
import type { GameUI } from '../board/game_ui'
import { nameOf, newestProps, ui } from '../model/look'
import { announce } from '../say/notice'
import { pace } from '../app/settings'
import { app, redraw } from '../app/state'
import type { Table } from '../model/table_state'
import { words } from '../say/words'

const longest = 9000, // milliseconds for all rows
  least = 260,
  most = 900

/* Begins to count the points of a game that has just ended. A tournament is decided by places, which are not a sum. */
export function beginCounting(t: Table): void {
  const game = ui(t),
    p = newestProps(t)
  if (!game || !p || !pace(app.settings) || game.ranks?.(p) || t.device.covered || host.hidden()) return
  const rows = game.sheet(p)
  if (rows.length < 2) return
  const ms = Math.max(least, Math.min(most, longest / rows.length)) * pace(app.settings)
  const counting = (t.counting = { rows: 0, timer: 0 })
  const tick = () => {
    if (app.table !== t || t.counting !== counting) return
    if (!t.story) {
      if (counting.rows === rows.length) return endCounting(t)
      const { label, values } = rows[counting.rows++]
      announce([label, ...values.map((n, i) => `${nameOf(t, t.told.chairs[i].seat)} ${n}`)].join(', '))
      redraw()
    }
    counting.timer = host.after(tick, ms)
  }
  counting.timer = host.after(tick, ms)
}

/* All is counted. */
export function endCounting(t: Table): void {
  if (!t.counting) return
  host.cancel(t.counting.timer)
  t.counting = null
  redraw()
}

const partial = (rows: { values: number[] }[], seats: number): number[] =>
  Array.from({ length: seats }, (_, i) => rows.reduce((sum, row) => sum + (row.values[i] ?? 0), 0))

/* The score by its sources, as the game tells it, in the final position, whatever position is on show. */
export function sheet(t: Table, game: GameUI): Child {
  const p = newestProps(t)
  const rows = p ? game.sheet(p) : []
  const seats = t.told.chairs.map(c => c.seat)
  const ranks = p && game.ranks?.(p)
  const counted = t.counting?.rows ?? rows.length
  const last = ranks ? ranks.values : t.counting ? partial(rows.slice(0, counted), seats.length) : t.told.position!.points
  return h(
    'div',
    { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': words('over.sheet') },
    h(
      'table',
      { class: 'sheettable n' + seats.length },
      h('caption', { class: 'sr' }, words('over.sheet')),
      h(
        'thead',
        null,
        h(
          'tr',
          null,
          h('td', null),
          seats.map(seat =>
            h(
              'th',
              { scope: 'col' },
              h('span', { title: nameOf(t, seat) }, icon('shield-' + seat, 'crest')),
              h('span', { class: 'who' }, nameOf(t, seat)),
            ),
          ),
        ),
      ),
      h(
        'tbody',
        null,
        rows.map((row, i) =>
          h(
            'tr',
            { key: row.label, class: i >= counted ? 'later' : t.counting && i === counted - 1 ? 'now' : '' },
            h('th', { scope: 'row' }, h('span', null, row.icon && icon(row.icon, 'i'), row.label)),
            seats.map(seat => h('td', { class: row.values[seat - 1] ? '' : 'none' }, row.values[seat - 1] ?? 0)),
          ),
        ),
      ),
      h(
        'tfoot',
        null,
        h(
          'tr',
          null,
          h('th', { scope: 'row' }, ranks ? ranks.label : words('over.total')),
          seats.map(seat =>
            h('td', { class: !t.counting && t.told.position!.winners.includes(seat) ? 'win' : '' }, last[seat - 1] ?? 0),
          ),
        ),
      ),
    ),
  )
}
