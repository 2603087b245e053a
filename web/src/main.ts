/* main.ts: puts the page together: source, state, drawing, addresses, keys. */
import { createDialog } from './dialogs/create'
import { menuDialog, sureDialog } from './dialogs/menu'
import { retryRules } from './clause'
import { closeDialog, noticeBox } from './dialogs/dialog'
import { bookOf, firstGame } from './games/index'
import { askForTable, endExercise, sweepExercise } from './exercise'
import { watchInput } from './chosen'
import { forgetError, listenToErrors, tellError } from './errors'
import { focusMain, h, render, type Child } from './dom'
import { attend, watchFocus } from './focus'
import { listenToKeys } from './keys'
import { begin as beginExercise, retryLessons } from './lessons'
import { announce, complain } from './notice'
import { bar, connection } from './pages/bar'
import { damageBar, updateBar } from './pages/device'
import { hearHouse, house } from './pages/house'
import { later, retryLater } from './parts'
import { startPage } from './pages/start'
import { hasBar, tablePage, whereText } from './pages/table'
import { changeList, followTurns, leaveLists, loadLists, sayHello } from './player'
import type { Message } from './protocol'
import { receive } from './receive'
import { pageOf, readRoute } from './route'
import { applySettings } from './settings'
import { Refusal, type Status } from './source'
import { app, here, onRedraw, redraw } from './state'
import { listenToSwitches } from './switches'
import { closeTable, openTable, watch } from './table'
import { tellClock } from './telling'
import { noticeTurns, showIcon, waitingCount } from './turns'
import { install } from './update'
import { keepVariation, variationAt } from './variations'
import { loadWords, words } from './words'

/* A page of the part that comes later. */
function soon(draw: (part: NonNullable<ReturnType<typeof later>>) => Child): Child {
  const part = later()
  return part ? draw(part) : h('main', { class: 'message', id: 'main', tabindex: '-1' }, h('h1', null, words('table.loading')))
}

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
        app.table && tablePage(app.table),
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
      return createDialog(d)
    case 'settings':
      return later()?.settingsDialog()
    case 'keys':
      return later()?.keysDialog()
    case 'menu':
      return menuDialog()
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
      return sureDialog(d)
    default:
      return null
  }
}

function title(): string {
  const count = waitingCount()
  const turn = count > 1 ? `● (${count}) ` : count ? '● ' : ''
  const { page } = app.route
  const heading = page === 'start' ? '' : (document.querySelector('#main h1')?.textContent ?? '')
  const where = page === 'table' ? whereText() : heading
  return turn + (where ? where + ' – ' : '') + 'castellany'
}

let draws = 0

/* A page that cannot be drawn leaves its bar, and the way to the start. */
function pageOrError(): Child[] {
  try {
    return [page(), openDialog()]
  } catch (error) {
    tellError(error)
    return [bar(''), message(words('error.unknown'))]
  }
}

function drawPage(): void {
  performance.mark('draw')
  render(document.getElementById('app')!, skip(), pageOrError(), !app.dialog && !hasBar() && noticeBox())
  performance.measure('drawn', 'draw')
  performance.clearMarks('draw')
  if (++draws % 2000 === 0) performance.clearMeasures('drawn') // otherwise the browser keeps all of them
  document.title = title()
  showIcon()
  attend()
}

/* A link from the owner of the server: a code with which an account gets a new password. It does not stay in the address. */
function openRecovery({ name, code }: { name: string; code: string }): void {
  app.drafts.account = { name, code, password: '', fresh: '', error: '' }
  app.dialog = { is: 'account', tab: 'recover' }
  history.replaceState(null, '', '#/')
  app.route = { page: 'start' }
}

function navigate(): void {
  const before = app.route
  app.route = readRoute(location.hash)
  forgetError()
  closeDialog()
  const route = app.route
  const exercise = (route.page === 'learn' && route.step) || (route.page === 'puzzles' && route.puzzle) || route.page === 'examples'
  if (exercise) beginExercise()
  else endExercise()
  if (route.page === 'table' && route.name && !variationAt(route.table)) keepVariation({ table: route.table, name: route.name })
  if (route.page === 'table') openTable(route.table, route.invite, route.at)
  else if (!exercise) closeTable()
  if (app.source.ready() && app.player) {
    if (route.page === 'start') loadLists()
    else if (before.page === 'start') leaveLists()
  }
  if (route.page === 'start' && route.recover) openRecovery(route.recover)
  redraw()
  if (pageOf(before) !== pageOf(route))
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
  retryLater()
  retryLessons()
  try {
    await sayHello()
    if (back) announce(words('connection.back'))
    if (app.route.page === 'start') loadLists()
    else followTurns()
    await watch(true)
    sweepExercise()
    await askForTable()
  } catch (error) {
    complain(error)
  }
}

function onMessage(message: Message): void {
  if (message.is === 'lobby') {
    changeList(message)
    if (message.what === 'mine') noticeTurns()
    if (app.route.page === 'start' || app.route.page === 'waiting') redraw()
  } else if (message.is === 'notice') hearHouse(message)
  else if (message.is !== 'closing') receive(message)
}

/* Nothing can be said without words: if the connection is lost meanwhile, they are fetched again. */
async function firstWords(): Promise<void> {
  await loadWords(app.source, app.settings.language).catch(async error => {
    if (!(error instanceof Refusal) || error.code !== 'lost') throw error
    await new Promise(done => setTimeout(done, 1000))
    return firstWords()
  })
}

async function begin(): Promise<void> {
  const { source } = app
  listenToErrors()
  applySettings(app.settings)
  await firstWords()
  onRedraw(drawPage)
  source.onStatus = onStatus
  source.onMessage = onMessage
  source.connect()
  addEventListener('hashchange', navigate)
  listenToKeys()
  listenToSwitches()
  watchFocus()
  watchInput()
  navigate()
  setInterval(() => {
    // clocks, pauses and the time until the next try
    const t = here()
    const ticking =
      app.retryAt > Date.now() || (t && (t.reactions.pause || t.reactions.until || t.told.position?.clocks.some(c => c !== null)))
    if (t) tellClock(t)
    if (ticking) redraw()
  }, 1000)
  const offered = () => {
    announce(words('local.newVersion'))
    redraw()
  }
  setTimeout(() => install(offered), 2000) // after what the person came for
  for (const query of ['(prefers-color-scheme: dark)', '(prefers-reduced-motion: reduce)', '(prefers-contrast: more)'])
    matchMedia(query).addEventListener('change', () => {
      applySettings(app.settings)
      redraw()
    })
}

begin()
