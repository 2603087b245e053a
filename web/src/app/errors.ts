/* errors.ts: errors that nobody expected. The player is told once, and the page goes on. */
import { complain } from '../say/notice'

let last = '' // told last: the notice is drawn too, and a drawing that fails would tell of itself for ever

export function tellError(error: unknown): void {
  const text = String((error as Error)?.stack ?? error)
  if (text === last) return
  last = text
  complain(error)
}

/* The next error is told even if it is the same. */
export function forgetError(): void {
  last = ''
}

export function listenToErrors(): void {
  addEventListener('error', e => e.error && tellError(e.error))
  addEventListener('unhandledrejection', e => tellError(e.reason))
}
