/* notice.ts: short messages to the player, seen and heard. */
import { app, redraw } from './state'
import { Refusal } from './source'
import { hasWords, words } from './words'

let timer = 0

export function notice(text: string, bad = false): void {
  app.notice = { text, bad }
  clearTimeout(timer)
  if (app.settings.messages === 'short') timer = window.setTimeout(dismiss, bad ? 9000 : 5000)
  announce(text, bad)
  redraw()
}

export function dismiss(): void {
  clearTimeout(timer)
  app.notice = null
  redraw()
}

const moment = 300 // milliseconds: what is said when the page is drawn belongs to it
let told = '' // as it was put into the page last
const at: Record<string, number> = {} // when a region was last added to

/* Tells screen readers. Texts of one moment stand in one paragraph: browsers report two new paragraphs in any order. A text that is told again
   ends with one more space: Orca takes an equal one for the same message. */
export function announce(text: string, urgent = false): void {
  const region = document.getElementById(urgent ? 'alert' : 'live')
  if (!region || !text) return
  const now = performance.now()
  const line =
    (now - (at[region.id] ?? -moment) < moment && region.lastElementChild) || region.appendChild(document.createElement('p'))
  const part = document.createElement('span')
  at[region.id] = now
  part.textContent = told = text === told ? text + '\u00a0' : text
  line.append(line.firstChild ? ' ' : '', part)
  while (region.childNodes.length > 12) region.firstChild!.remove()
}

/* Clears the messages so far, so that the next person at this device does not find them. */
export function forgetSaid(): void {
  for (const id of ['live', 'alert']) document.getElementById(id)?.replaceChildren()
}

export function errorText(error: unknown): string {
  if (!(error instanceof Refusal)) {
    console.error(error)
    return words('error.unknown')
  }
  return hasWords('error.' + error.code) ? words('error.' + error.code, { message: error.message }) : error.message
}

export function complain(error: unknown): void {
  if (error instanceof Refusal && error.code === 'lost') return // the bar at the top already says so
  notice(errorText(error), true)
}

/* Runs a request for a button that is busy meanwhile. */
export async function during(name: string, task: () => Promise<void>): Promise<void> {
  if (app.busy.has(name)) return
  app.busy.add(name)
  redraw()
  try {
    await task()
  } catch (error) {
    complain(error)
  }
  app.busy.delete(name)
  redraw()
}
