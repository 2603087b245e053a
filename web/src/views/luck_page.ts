/* luck_page.ts: how the luck of a game is made and checked: a page with one picture, and the check of a finished game. */
import { h, icon, type Child } from '../ui/dom'
import { nameOf } from '../model/look'
import { during } from '../say/notice'
import { checkLuck, type Checked } from '../model/luck'
import { address } from '../app/route'
import { app, redraw } from '../app/state'
import type { Table } from '../model/table_state'
import { list, words } from '../say/words'

const results = new Map<string, Checked>()

const check = (t: Table) =>
  during('luck', async () => {
    results.set(t.id, await checkLuck(t.id, await app.source.record(t.id, t.told.invite ?? t.invite)))
    redraw()
  })

function result({ end, draws, mine, problem }: Checked): Child {
  const text = end === 'right' ? words(mine ? 'luck.rightMine' : 'luck.right', { draws }) : words('luck.' + end, { problem })
  return h('p', { class: 'lucky ' + end, role: 'status', 'data-luck': end }, text)
}

/* At the end of a game: the button, and what was found. */
export function luckCheck(t: Table): Child {
  const found = results.get(t.id)
  if (!t.told.luck || t.told.state !== 'over') return null
  return h(
    'div',
    { class: 'luckcheck', key: 'luck' },
    h(
      'button',
      { class: 'btn', 'data-check-luck': true, disabled: app.busy.has('luck'), onclick: () => check(t) },
      icon('icon-confirm'),
      words('luck.check'),
    ),
    h('a', { class: 'small', href: address({ page: 'luck' }) }, words('luck.how')),
    found && result(found),
  )
}

/* Before a game: why it did not begin. */
export function luckMissed(t: Table): Child {
  const names = t.told.luck?.silent?.map(seat => nameOf(t, seat)) ?? []
  return (
    names.length > 0 &&
    h('p', { class: 'muted', key: 'missed', role: 'status', 'data-missed': true }, words('luck.missed', { names: list(names) }))
  )
}

/* Before a game: the hash that binds the server. */
export function luckShown(t: Table): Child {
  const { luck } = t.told
  if (!luck) return null
  return h(
    'details',
    { class: 'luckshown small muted', key: 'luck' },
    h('summary', null, words('luck.bound')),
    h('p', null, words('luck.hash'), ' ', h('code', null, luck.hash)),
    h('p', null, h('a', { href: address({ page: 'luck' }) }, words('luck.how'))),
  )
}

const box = (x: number, y: number, w: number, kind: string, text: string, more: string): Child =>
  h(
    'g',
    { class: 'part ' + kind },
    h('rect', { x, y, width: w, height: 44, rx: 6 }),
    h('text', { x: x + w / 2, y: y + 19 }, text),
    h('text', { x: x + w / 2, y: y + 35, class: 'less' }, more),
  )

const arrow = (x1: number, y1: number, x2: number, y2: number): Child =>
  h('path', { class: 'arrow', d: `M${x1} ${y1}L${x2} ${y2}`, 'marker-end': 'url(#luck-arrow)' })

/* The server's sealed secret and the players' sealed numbers become the key; the key and the moves become the draws. */
function picture(): Child {
  return h(
    'svg',
    { class: 'luckpicture', viewBox: '0 0 560 250', role: 'img', 'aria-label': words('luck.picture') },
    h(
      'defs',
      null,
      h('marker', { id: 'luck-arrow', viewBox: '0 0 8 8', refX: 7, refY: 4, markerWidth: 8, markerHeight: 8, orient: 'auto' }, [
        h('path', { d: 'M0 0L8 4L0 8z' }),
      ]),
    ),
    box(10, 8, 160, 'server', words('luck.pic.secret'), words('luck.pic.sealed')),
    box(200, 8, 160, 'person', words('luck.pic.yours'), words('luck.pic.sealed')),
    box(390, 8, 160, 'person', words('luck.pic.theirs'), words('luck.pic.sealed')),
    arrow(90, 52, 240, 100),
    arrow(280, 52, 280, 100),
    arrow(470, 52, 320, 100),
    box(180, 102, 200, 'key', words('luck.pic.key'), words('luck.pic.opened')),
    arrow(280, 146, 280, 194),
    box(150, 196, 260, 'draws', words('luck.pic.draws'), words('luck.pic.checked')),
  )
}

export function luckPage(): Child {
  return h(
    'main',
    { class: 'prose luckpage', id: 'main', key: 'luck', tabindex: '-1' },
    h('h1', null, words('luck.title')),
    h('p', null, words('luck.intro')),
    h('figure', null, picture()),
    h(
      'ol',
      null,
      [1, 2, 3, 4].map(step => h('li', { key: step }, words('luck.step.' + step))),
    ),
    h('p', null, words('luck.yourself')),
    h('pre', null, 'castellany verify game.txt'),
    h('a', { class: 'btn', href: '#/' }, words('table.toStart')),
  )
}
