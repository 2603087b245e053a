/* main.ts: puts the page together: source, state, drawing, addresses, keys. */
import { accountDialog } from './dialogs/account'
import { createDialog } from './dialogs/create'
import { menuDialog, sureDialog } from './dialogs/menu'
import { clauseDialog, keysDialog, settingsDialog } from './dialogs/settings'
import { retryRules } from './clause'
import { closeDialog, noticeBox } from './dialogs/dialog'
import { bookOf, firstGame } from './games/index'
import { focusMain, h, render, type Child } from './dom'
import { listenToKeys } from './keys'
import { announce, complain } from './notice'
import { bar, connection } from './pages/bar'
import { updateBar } from './pages/device'
import { rulesPage } from './pages/rules'
import { startPage } from './pages/start'
import { tablePage, whereText } from './pages/table'
import { changeList, leaveLists, loadLists, sayHello } from './player'
import type { Message } from './protocol'
import { receive } from './receive'
import { readRoute } from './route'
import { applySettings } from './settings'
import type { Status } from './source'
import { app, here, onRedraw, redraw } from './state'
import { closeTable, openTable, watch } from './table'
import { install } from './update'
import { loadWords, words } from './words'

function page(): Child[] {
  const route = app.route
  switch (route.page) {
    case 'start':
      return [bar(words('bar.motto')), updateBar(), connection(), startPage()]
    case 'rules':
      return [bar(words('bar.rules'), route.game), connection(), rulesPage(route.game, route.clause)]
    case 'table':
      return [
        bar(whereText(), bookOf(here()?.told.game ?? firstGame)),
        updateBar(),
        connection(),
        app.table && tablePage(app.table),
      ]
    default:
      return [
        bar(''),
        connection(),
        h(
          'main',
          { class: 'message', id: 'main', tabindex: '-1' },
          h('h1', null, words('page.unknown')),
          h('a', { class: 'btn', href: '#/' }, words('table.toStart')),
        ),
      ]
  }
}

/* For those who walk by keyboard. Not an address: what stands behind the # is ours. */
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
      return createDialog(d)
    case 'settings':
      return settingsDialog()
    case 'keys':
      return keysDialog()
    case 'menu':
      return menuDialog()
    case 'account':
      return accountDialog(d)
    case 'clause':
      return clauseDialog(d)
    case 'sure':
      return sureDialog(d)
    default:
      return null
  }
}

function title(): string {
  const t = here()
  const turn = app.route.page === 'table' && t?.told.position?.moves.length && t.told.state === 'running' ? '● ' : ''
  const where = app.route.page === 'table' ? whereText() : app.route.page === 'rules' ? words('bar.rules') : ''
  return turn + (where ? where + ' – ' : '') + 'castellany'
}

let draws = 0

function drawPage(): void {
  performance.mark('draw')
  render(document.getElementById('app')!, skip(), page(), !app.dialog && noticeBox(), openDialog())
  performance.measure('drawn', 'draw')
  performance.clearMarks('draw')
  if (++draws % 2000 === 0) performance.clearMeasures('drawn') // they are kept for ever otherwise
  document.title = title()
}

function navigate(): void {
  const before = app.route
  app.route = readRoute(location.hash)
  closeDialog()
  const route = app.route
  if (route.page === 'table') openTable(route.table, route.invite, route.at)
  else closeTable()
  if (app.source.ready() && app.player) {
    if (route.page === 'start') loadLists()
    else if (before.page === 'start') leaveLists()
  }
  redraw()
  const moved =
    before.page !== route.page ||
    (before.page === 'table' && route.page === 'table' && before.table !== route.table) ||
    (before.page === 'rules' && route.page === 'rules' && before.game !== route.game)
  if (moved)
    requestAnimationFrame(() => {
      if (route.page === 'rules' && route.clause) return
      scrollTo(0, 0)
      focusMain()
    })
}

async function onStatus(status: Status, retryAt: number): Promise<void> {
  const before = app.status
  app.status = status
  app.retryAt = retryAt
  redraw()
  if (status !== 'online' && before === 'online') announce(words('connection.lost'), true)
  if (status !== 'online' && status !== 'local') return
  const back = app.player !== null && status === 'online' && before !== 'online'
  retryRules()
  try {
    await sayHello()
    if (back) announce(words('connection.back'))
    if (app.route.page === 'start') loadLists()
    await watch(true)
  } catch (error) {
    complain(error)
  }
}

function onMessage(message: Message): void {
  if (message.is === 'lobby') {
    changeList(message)
    if (app.route.page === 'start') redraw()
  } else if (message.is !== 'closing') receive(message)
}

async function begin(): Promise<void> {
  const { source } = app
  applySettings(app.settings)
  await loadWords(source, app.settings.language)
  onRedraw(drawPage)
  source.onStatus = onStatus
  source.onMessage = onMessage
  source.connect()
  addEventListener('hashchange', navigate)
  listenToKeys()
  navigate()
  setInterval(() => {
    // clocks, pauses and the time until the next try
    const t = here()
    const ticking =
      app.retryAt > Date.now() || (t && (t.reactions.pause || t.reactions.until || t.told.position?.clocks.some(c => c !== null)))
    if (ticking) redraw()
  }, 1000)
  setTimeout(install, 2000) // after what the person came for
  for (const query of ['(prefers-color-scheme: dark)', '(prefers-reduced-motion: reduce)'])
    matchMedia(query).addEventListener('change', () => {
      applySettings(app.settings)
      redraw()
    })
}

begin()
