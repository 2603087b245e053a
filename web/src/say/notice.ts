/* notice.ts: short messages to the player, seen and heard. */
import { host } from '../app/host'
import { app, redraw } from '../app/state'
import { Refusal } from '../net/source'
import { hasWords, words } from './words'

let timer = 0

export function notice(text: string, bad = false): void {
  app.notice = { text, bad }
  host.cancel(timer)
  if (app.settings.messages === 'short') timer = host.after(dismiss, bad ? 9000 : 5000)
  announce(text, bad)
  redraw()
}

export function dismiss(): void {
  host.cancel(timer)
  app.notice = null
  redraw()
}

/* Tells those who listen. */
export function announce(text: string, urgent = false): void {
  if (text) host.say(text, urgent)
}

/* Forgets the messages so far, so that the next person at this device does not find them. */
export const forgetSaid = (): void => host.unsay()

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
