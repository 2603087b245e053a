/* menu.ts: the menu, with what concerns the table on show, and the question "are you sure?". */
import { h, type Child } from '../dom'
import { keyOf } from '../look'
import { goTo } from '../replay'
import { complain } from '../notice'
import { copy } from '../player'
import { address, fullAddress, tableAddress } from '../route'
import { app, here, redraw, type Dialog } from '../state'
import type { Table } from '../table_state'
import { words } from '../words'
import { closeDialog, dialog } from './dialog'

function item(text: string, act: () => void): Child {
  return h('li', null, h('button', { class: 'btn', onclick: act }, text))
}

const open = (d: Dialog) => () => {
  app.dialog = d
  redraw()
}
const go = (hash: string) => () => {
  closeDialog()
  location.hash = hash
}

function tableItems(t: Table): Child[] {
  const running = t.told.state === 'running'
  const seat = t.told.position?.seat || t.told.mine[0]
  return [
    t.told.number > 0 &&
      item(words('menu.back'), () => {
        closeDialog()
        goTo(t, t.told.state === 'over' ? 0 : t.told.number)
      }),
    item(words('menu.share'), () => {
      closeDialog()
      copy(fullAddress(tableAddress(t.id, { invite: keyOf(t) })))
    }),
    h(
      'li',
      null,
      h(
        'a',
        { class: 'btn', href: app.source.recordAddress(t.id, keyOf(t)), download: `${t.told.game}-${t.id}.txt` },
        words('over.download'),
      ),
    ),
    running &&
      seat &&
      item(
        words('menu.resign'),
        open({
          is: 'sure',
          text: words('menu.resignSure'),
          yes: words('menu.resign'),
          then: () => {
            app.source.ask('resign', { table: t.id, seat }).catch(complain)
          },
        }),
      ),
    running &&
      seat &&
      item(
        words('menu.leave'),
        open({
          is: 'sure',
          text: words('menu.leaveSure'),
          yes: words('menu.leave'),
          then: () => {
            app.source.ask('leave', { table: t.id }).then(() => {
              location.hash = '#/'
            }, complain)
          },
        }),
      ),
  ]
}

export function menuDialog(): Child {
  const t = app.route.page === 'table' ? here() : null
  const known = app.player?.kind === 'account'
  return dialog(
    'menu',
    words('bar.menu'),
    app.player &&
      h(
        'p',
        { class: 'muted' },
        known ? words('menu.account', { name: app.player.name }) : words('menu.guest', { name: app.player.name }),
      ),
    h(
      'ul',
      { class: 'menulist' },
      t && t.told.state !== 'open' && tableItems(t),
      item(words('menu.start'), go('#/')),
      item(words('bar.rules'), go(address({ page: 'rules', game: here()?.told.game.split('-')[0] ?? 'castelli' }))),
      item(words('settings.title'), open({ is: 'settings' })),
      item(words('keys.title'), open({ is: 'keys' })),
      !known && item(words('account.rename'), open({ is: 'account', tab: 'name' })),
      !known && item(words('account.register'), open({ is: 'account', tab: 'register' })),
      !known && item(words('account.login'), open({ is: 'account', tab: 'login' })),
      known &&
        item(words('account.logout'), () => {
          closeDialog()
          app.source.account('logout', { everywhere: false }).catch(complain)
        }),
      known &&
        item(words('account.logoutAll'), () => {
          closeDialog()
          app.source.account('logout', { everywhere: true }).catch(complain)
        }),
      known && item(words('account.delete'), open({ is: 'account', tab: 'delete' })),
    ),
  )
}

export function sureDialog(d: Extract<Dialog, { is: 'sure' }>): Child {
  return dialog(
    'sure',
    words('sure.title'),
    h('p', null, d.text),
    h(
      'div',
      { class: 'buttons' },
      h(
        'button',
        {
          class: 'btn main',
          onclick: () => {
            closeDialog()
            d.then()
          },
        },
        d.yes,
      ),
      h('button', { class: 'btn', onclick: closeDialog }, words('sure.no')),
    ),
  )
}
