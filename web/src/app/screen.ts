/* screen.ts: what is on the screen, as values: the page of the address, dialogs, messages. */
import { noticeBox } from '../ui/dialog'
import { bookOf, firstGame } from '../games/index'
import { tellError } from './errors'
import { h, type Child } from '../ui/dom'
import { bar, connection } from '../views/bar'
import { damageBar, updateBar } from '../views/device'
import { house } from '../views/house'
import { atTable, later } from './parts'
import { startPage } from '../views/start'
import { whereText } from '../model/look'
import { app, here } from './state'
import { waitingCount } from '../model/turns'
import { words } from '../say/words'

/* A page of the part that comes later. */
function soon(draw: (part: NonNullable<ReturnType<typeof later>>) => Child): Child {
  const part = later()
  return part ? draw(part) : h('main', { class: 'message', id: 'main', tabindex: '-1' }, h('h1', null, words('table.loading')))
}

const loading = (): Child =>
  h('main', { class: 'message', id: 'main', key: 'message', tabindex: '-1' }, h('h1', null, words('table.loading')))

const onTable = (draw: (part: NonNullable<ReturnType<typeof atTable>>) => Child): Child => {
  const part = atTable()
  return part ? draw(part) : loading()
}

/* Whether the page has a bar of actions, which also shows short messages. */
const hasBar = (): boolean => app.route.page === 'table' && !!atTable()?.hasBar()

const drawer = (): Child => app.drawer && later()?.rulesDrawer()

/* What may stand below the bar of every page. */
const top = (): Child => [updateBar(), connection(), house()]

function page(): Child[] {
  const route = app.route
  switch (route.page) {
    case 'start':
      return [bar(words('bar.motto')), top(), startPage()]
    case 'rules':
      return [bar(words('bar.rules'), route.game), top(), soon(it => it.rulesPage(route.game, route.clause))]
    case 'table':
      return [
        bar(whereText(), bookOf(here()?.told.game ?? firstGame)),
        top(),
        damageBar(),
        app.table && onTable(it => it.tablePage(app.table!)),
        drawer(),
      ]
    case 'learn':
      return [bar(words('bar.learn'), route.game), top(), soon(it => it.learnPage(route.game, route.step)), drawer()]
    case 'puzzles':
      return [bar(words('bar.puzzles'), route.game), top(), soon(it => it.puzzlesPage(route.game, route.puzzle)), drawer()]
    case 'examples':
      return [bar(words('bar.rules'), route.game), top(), soon(it => it.examplePage(route.game)), drawer()]
    case 'cards':
      return [bar(words('bar.rules'), route.game), top(), soon(it => it.cardsPage(route.game))]
    case 'access':
      return [bar(''), top(), soon(it => it.accessPage())]
    case 'player':
      return [bar(words('profile.title')), top(), soon(it => it.profilePage(route.player))]
    case 'ranking':
      return [bar(words('ranking.title')), top(), soon(it => it.rankingPage(route.game, route.seats))]
    case 'waiting':
      return [bar(words('waits.title')), top(), soon(it => it.waitingPage())]
    case 'luck':
      return [bar(words('luck.title')), top(), soon(it => it.luckPage())]
    default:
      return [bar(''), connection(), message(words('page.unknown'))]
  }
}

const message = (title: string): Child =>
  h(
    'main',
    { class: 'message', id: 'main', key: 'message', tabindex: '-1' },
    h('h1', null, title),
    h('a', { class: 'btn', href: '#/' }, words('table.toStart')),
  )

/* A link for keyboard users to the main part. It does not change the address, because the part after # names a page. */
function skip(): Child {
  return h(
    'a',
    {
      class: 'skip',
      key: 'skip',
      href: '#main',
      onclick: (e: Event) => {
        e.preventDefault()
        document.getElementById('main')?.focus()
      },
    },
    words('page.skip'),
  )
}

function openDialog(): Child {
  const d = app.dialog
  switch (d?.is) {
    case 'create':
      return later()?.createDialog(d)
    case 'settings':
      return later()?.settingsDialog()
    case 'keys':
      return later()?.keysDialog()
    case 'menu':
      return later()?.menuDialog()
    case 'account':
      return later()?.accountDialog(d)
    case 'codes':
      return later()?.codesDialog(d)
    case 'sessions':
      return later()?.sessionsDialog()
    case 'bots':
      return later()?.botsDialog()
    case 'clause':
      return later()?.clauseDialog(d)
    case 'person':
      return later()?.personDialog(d)
    case 'report':
      return later()?.reportDialog(d)
    case 'sure':
      return later()?.sureDialog(d)
    default:
      return null
  }
}

/* A page that cannot be drawn leaves its bar, and the way to the start. */
function pageOrError(): Child[] {
  try {
    return [page(), !app.dialog && !hasBar() && noticeBox(), openDialog()]
  } catch (error) {
    tellError(error)
    return [bar(''), message(words('error.unknown')), noticeBox()]
  }
}

export const screen = (): Child[] => [skip(), pageOrError()]

/* The title of the window. */
export function title(heading: string): string {
  const count = waitingCount()
  const turn = count > 1 ? `● (${count}) ` : count ? '● ' : ''
  const { page } = app.route
  const where = page === 'table' ? whereText() : page === 'start' ? '' : heading
  return turn + (where ? where + ' – ' : '') + 'castellany'
}
