/* menu.ts: the menu, with what concerns the table on show, and the question "are you sure?". */
import { host } from '../../app/host'
import { h, type Child } from '../../ui/dom'
import { bookOf, firstGame } from '../../games/index'
import { isHere } from '../../net/names'
import { hasServer } from '../../net/router'
import { keyOf, personName } from '../../model/look'
import { goTo } from '../../model/replay'
import { complain } from '../../say/notice'
import { copyItems, recordLink } from '../device'
import { copy } from '../../model/player'
import { address, fullAddress, tableAddress } from '../../app/route'
import { app, here, redraw, type Dialog } from '../../app/state'
import type { Table } from '../../model/table_state'
import { words } from '../../say/words'
import { closeDialog, dialog } from '../../ui/dialog'

function item(text: string, act: () => void): Child {
  return h('li', null, h('button', { class: 'btn', onclick: act }, text))
}

const open = (d: Dialog) => () => {
  app.dialog = d
  redraw()
}
const go = (hash: string) => () => {
  closeDialog()
  host.go(hash)
}

const sure = (text: string, yes: string, then: () => void) => open({ is: 'sure', text, yes, then })

function tableItems(t: Table): Child[] {
  return [
    t.told.number > 0 &&
      item(words('menu.back'), () => {
        closeDialog()
        goTo(t, t.told.state === 'over' ? 0 : t.told.number)
      }),
    !isHere(t.id) && item(words('menu.report'), open({ is: 'report', table: t.id })),
    !isHere(t.id) &&
      item(words('menu.share'), () => {
        closeDialog()
        copy(fullAddress(tableAddress(t.id, { invite: keyOf(t) })))
      }),
    h('li', null, recordLink(t)),
    copyItems(t, item),
  ]
}

/* Whether the game ends when the player resigns: no other two play on. */
const endsGame = (t: Table): boolean =>
  t.told.chairs.filter(c => !c.resigned).length <= 2 ||
  !t.told.chairs.some(c => !t.told.mine.includes(c.seat) && !c.resigned && c.player?.kind !== 'computer')

/* The items that end the player's game, apart from the others. */
function endItems(t: Table): Child[] {
  const seat = t.told.position?.seat || t.told.mine[0]
  if (t.told.state !== 'running' || !seat) return []
  const resign = () => {
    app.source.ask('resign', { table: t.id, seat }).catch(complain)
  }
  const leave = () => {
    app.source.ask('leave', { table: t.id }).then(() => {
      host.go('#/')
    }, complain)
  }
  return [
    item(words('menu.leave'), sure(words('menu.leaveSure'), words('menu.leave'), leave)),
    item(words('menu.resign'), sure(words(endsGame(t) ? 'menu.resignEnds' : 'menu.resignSure'), words('menu.resign'), resign)),
  ]
}

function accountItems(): Child[] {
  const logout = (everywhere: boolean) => () => {
    closeDialog()
    app.source.account('logout', { everywhere }).catch(complain)
  }
  if (app.player?.kind !== 'account')
    return [
      item(words('account.rename'), open({ is: 'account', tab: 'name' })),
      item(words('account.register'), open({ is: 'account', tab: 'register' })),
      item(words('account.login'), open({ is: 'account', tab: 'login' })),
    ]
  return [
    item(words('profile.title'), go(address({ page: 'player', player: app.player.id }))),
    item(words('account.change'), open({ is: 'account', tab: 'password' })),
    item(words('account.renew'), open({ is: 'account', tab: 'renew' })),
    item(words('sessions.title'), open({ is: 'sessions' })),
    item(words('bots.title'), open({ is: 'bots' })),
    item(words('account.logout'), logout(false)),
    item(words('account.logoutAll'), logout(true)),
    item(words('account.delete'), open({ is: 'account', tab: 'delete' })),
  ]
}

function group(name: string, title: string, items: Child[]): Child {
  return (
    items.some(Boolean) &&
    h('section', { key: name, class: 'menugroup', 'data-group': name }, h('h3', null, title), h('ul', { class: 'menulist' }, items))
  )
}

export function menuDialog(): Child {
  const t = app.route.page === 'table' ? here() : null
  const atTable = t && t.told.state !== 'open'
  const name = app.player ? personName(app.player) : ''
  return dialog(
    'menu',
    words('bar.menu'),
    group('table', words('menu.table'), atTable ? tableItems(t) : []),
    group('page', words('menu.page'), [
      item(words('menu.start'), go('#/')),
      item(words('bar.rules'), go(address({ page: 'rules', game: bookOf(here()?.told.game ?? firstGame) }))),
      hasServer() && item(words('waits.title'), go(address({ page: 'waiting' }))),
      hasServer() && item(words('ranking.title'), go(address({ page: 'ranking' }))),
    ]),
    group('help', words('menu.help'), [
      item(words('settings.title'), open({ is: 'settings' })),
      item(words('keys.title'), open({ is: 'keys' })),
      item(words('access.menu'), go(address({ page: 'access' }))),
      item(words('luck.title'), go(address({ page: 'luck' }))),
    ]),
    group(
      'account',
      words(app.player?.kind === 'account' ? 'menu.account' : 'menu.guest', { name }),
      hasServer() ? accountItems() : [item(words('account.rename'), open({ is: 'account', tab: 'name' }))],
    ),
    group('end', words('menu.end'), atTable ? endItems(t) : []),
  )
}

export function sureDialog(d: Extract<Dialog, { is: 'sure' }>): Child {
  return dialog(
    'sure',
    words('sure.title'),
    h('p', { id: 'sure-text' }, d.text),
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
      // Not the cross: after the menu's own Orca would take it for the same button and say nothing.
      h('button', { class: 'btn', autofocus: true, 'aria-describedby': 'sure-text', onclick: closeDialog }, words('sure.no')),
    ),
  )
}
