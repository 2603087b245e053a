/* core.ts: the page without a browser: where it is, what its source tells, what passes with time. */
import { closeDialog } from '../ui/dialog'
import { askForTable, endExercise, sweepExercise } from '../model/exercise'
import { forgetError } from './errors'
import { host, setHost, type Host } from './host'
import { bookOf, packages } from '../games/index'
import { begin as beginExercise } from '../model/lessons'
import { uiOf } from '../model/look'
import { RoutedSource } from '../net/router'
import { announce, complain } from '../say/notice'
import { hearHouse } from '../views/house'
import { atTable, retryParts } from './parts'
import { changeList, followTurns, leaveLists, loadLists, sayHello } from '../model/player'
import type { Message } from '../net/protocol'
import { pageOf, readRoute } from './route'
import { applySettings, storedSettings } from './settings'
import { Refusal, type Status } from '../net/source'
import { app, here, onRedraw, redraw } from './state'
import { closeTable, openTable, watch } from '../model/opening'
import { noticeTurns } from '../model/turns'
import { keepVariation, variationAt } from '../model/variations'
import { loadWords, words } from '../say/words'

/* A link from the owner of the server: a code with which an account gets a new password. It does not stay in the address. */
function openRecovery({ name, code }: { name: string; code: string }): void {
  app.drafts.account = { name, code, password: '', fresh: '', error: '' }
  app.dialog = { is: 'account', tab: 'recover' }
  host.readdress('#/')
  app.route = { page: 'start' }
}

/* The address has changed. */
export function navigate(): void {
  const before = app.route
  app.route = readRoute(host.hash())
  forgetError()
  closeDialog()
  const route = app.route
  const exercise = (route.page === 'learn' && route.step) || (route.page === 'puzzles' && route.puzzle) || route.page === 'examples'
  if (exercise) beginExercise()
  else endExercise()
  if (route.page === 'table' && route.name && !variationAt(route.table)) keepVariation({ table: route.table, name: route.name })
  if (route.page === 'table') atTable() // on its way while the table is asked for
  if (route.page === 'table') openTable(route.table, route.invite, route.at)
  else if (!exercise) closeTable()
  if (app.source.ready() && app.player) {
    if (route.page === 'start') loadLists()
    else if (before.page === 'start') leaveLists()
  }
  if (route.page === 'start' && route.recover) openRecovery(route.recover)
  redraw()
  if (pageOf(before) === pageOf(route)) return
  retryParts()
  host.arrive(route.page === 'rules' && !!route.clause)
}

async function onStatus(status: Status, retryAt: number): Promise<void> {
  const before = app.status
  app.status = status
  app.retryAt = retryAt
  redraw()
  if (status !== 'online' && before === 'online') announce(words('connection.lost'), true)
  if (status !== 'online' && status !== 'local') return
  const back = app.player !== null && status === 'online' && before !== 'online'
  retryParts()
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
  else if (message.is !== 'closing') {
    arriving.push(message)
    take()
  }
}

const arriving: Message[] = [] // about tables, until the page of a table and the package of its game are here

/* Takes what has arrived, in its order. */
function take(): void {
  for (let [message] = arriving; message; [message] = arriving) {
    const table = atTable()
    if (!table || (message.is === 'table' && app.table?.id === message.table && isComing(message.game))) return
    arriving.shift()
    table.receive(message)
  }
}

/* Whether the page can draw a game, but not yet. */
const isComing = (game: string): boolean => !uiOf(game) && bookOf(game) in packages

/* What was fetched may be what messages waited for. */
function drawAll(draw: () => void): void {
  take()
  draw()
}

/* Nothing can be said without words: if the connection is lost meanwhile, they are fetched again. */
async function firstWords(): Promise<void> {
  await loadWords(app.source, app.settings.language).catch(async error => {
    if (!(error instanceof Refusal) || error.code !== 'lost') throw error
    await new Promise<void>(done => host.after(done, 1000))
    return firstWords()
  })
}

/* Clocks, pauses and the time until the next try. */
function tick(): void {
  host.after(tick, 1000)
  const t = here()
  const ticking =
    app.retryAt > host.now() || (t && (t.reactions.pause || t.reactions.until || t.told.position?.clocks.some(c => c !== null)))
  if (t) atTable()?.tellClock(t)
  if (ticking) redraw()
}

/* Begins with what surrounds the page, and with what draws it. */
export async function begin(given: Host, draw: () => void): Promise<void> {
  setHost(given)
  app.settings = storedSettings()
  const source = (app.source = new RoutedSource())
  applySettings(app.settings)
  await firstWords()
  onRedraw(() => drawAll(draw))
  source.onStatus = onStatus
  source.onMessage = onMessage
  source.connect()
  navigate()
  tick()
}
