/* main.ts: the page in a browser: what the core says is on the screen is drawn, and what the person does is heard. */
import { browser, watchSystem } from './app/browser'
import { watchInput } from './app/input'
import { begin, navigate } from './app/core'
import { render } from './ui/dom'
import { listenToErrors } from './app/errors'
import { attend, watchFocus } from './ui/focus'
import { listenToKeys } from './app/keys'
import { announce } from './say/notice'
import { screen, title } from './app/screen'
import { applySettings } from './app/settings'
import { app, redraw, redrawNow } from './app/state'
import { listenToSwitches } from './ui/switches'
import { waitingCount } from './model/turns'
import { install } from './net/update'
import { words } from './say/words'

let draws = 0

function draw(): void {
  performance.mark('draw')
  render(document.getElementById('app')!, screen())
  performance.measure('drawn', 'draw')
  performance.clearMarks('draw')
  if (++draws % 2000 === 0) performance.clearMeasures('drawn') // otherwise the browser keeps all of them
  document.title = title(document.querySelector('#main h1')?.textContent ?? '')
  showIcon()
  attend()
}

const plain = document.querySelector<HTMLLinkElement>('link[rel=icon]')?.getAttribute('href') ?? ''
const turned = browser.meta('asset:turn') ?? ''

/* The icon of the page has a light in it while somebody waits for the player. */
function showIcon(): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel=icon]')
  const wanted = waitingCount() && turned ? turned : plain
  if (link && link.getAttribute('href') !== wanted) link.setAttribute('href', wanted)
}

function offered(): void {
  announce(words('local.newVersion'))
  redraw()
}

listenToErrors()
begin(browser, draw).then(() => {
  addEventListener('hashchange', navigate)
  addEventListener('online', () => app.source.retry())
  addEventListener('offline', () => app.source.doubt())
  document.addEventListener('visibilitychange', () => {
    redrawNow() // a hidden page may never get the frame that it asked for
    if (!document.hidden) app.source.doubt()
  })
  listenToKeys()
  listenToSwitches()
  watchFocus()
  watchInput()
  setTimeout(() => install(offered), 2000) // after what the person came for
  watchSystem(() => {
    applySettings(app.settings)
    redraw()
  })
})
