/* bar.ts: what every page has at its top: the name, the connection, the menu. */
import { host } from '../app/host'
import { h, icon, type Child } from '../ui/dom'
import { firstGame } from '../games/index'
import { isHere } from '../net/names'
import { hasServer } from '../net/router'
import { address } from '../app/route'
import { app, here, redraw, toggleDrawer } from '../app/state'
import { changeSettings } from '../model/player'
import { isDark } from '../app/settings'
import { words } from '../say/words'

export function bar(where: Child, game?: string): Child {
  return h(
    'header',
    { class: 'bar', key: 'bar' },
    h('a', { class: 'brand', href: '#/' }, icon('castle', ''), 'castellany'),
    where && h('span', { class: 'where' }, where),
    h('span', { class: 'grow' }),
    here()?.told.position
      ? h(
          'button',
          {
            class: 'btn bare',
            key: 'drawer',
            'data-drawer': true,
            'aria-expanded': String(app.drawer),
            onclick: () => toggleDrawer(),
          },
          icon('icon-rules'),
          words('bar.rules'),
        )
      : h(
          'a',
          { class: 'btn bare wide', key: 'rules', href: address({ page: 'rules', game: game ?? firstGame }) },
          icon('icon-rules'),
          words('bar.rules'),
        ),
    h(
      'button',
      {
        class: 'btn bare wide',
        title: words('bar.theme'),
        onclick: () => changeSettings({ theme: isDark(app.settings) ? 'light' : 'dark' }),
      },
      icon(isDark(app.settings) ? 'icon-sun' : 'icon-moon'),
    ),
    h(
      'button',
      {
        class: 'btn bare',
        title: words('bar.menu'),
        'aria-haspopup': 'dialog',
        onclick: () => {
          app.dialog = { is: 'menu' }
          redraw()
        },
      },
      icon('icon-menu'),
    ),
  )
}

/* Whether what is on show waits for the server. */
const isAway = (): boolean => app.status !== 'local' || (app.table !== null && !isHere(app.table.id))

/* Where this device is all there is: its games could not be opened. */
const stopped = (): Child =>
  h(
    'div',
    { class: 'lostbar', key: 'lost' },
    icon('icon-lost'),
    h('span', null, words('local.failed')),
    h('button', { class: 'btn', 'data-retry': true, onclick: () => app.source.retry() }, words('local.again')),
  )

/* The bar that appears when the connection is gone. Nothing is lost: what was chosen goes out when it is back. */
export function connection(): Child {
  if (!hasServer()) return app.source.local.status === 'failed' && stopped()
  if (app.status === 'online' || (app.status === 'connecting' && !app.player)) return null
  const seconds = Math.max(0, Math.ceil((app.retryAt - host.now()) / 1000))
  return h(
    'div',
    { class: isAway() ? 'lostbar' : 'herebar', key: 'lost' },
    icon('icon-lost'),
    h(
      'span',
      null,
      words('connection.lost'),
      ' ',
      words(isAway() ? (here()?.choice.is === 'sending' ? 'connection.kept' : 'connection.safe') : 'local.goOn'),
    ),
    h(
      'button',
      { class: 'btn', onclick: () => app.source.retry() },
      app.status === 'connecting' || !app.retryAt ? words('connection.trying') : words('connection.retry', { seconds }),
    ),
  )
}
