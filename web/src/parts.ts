/* parts.ts: a part of the page that few people need is a file of its own, fetched when something of it is to be shown. */
import { focusMain } from './dom'
import { complain } from './notice'
import { Refusal } from './source'
import { redraw } from './state'
import { lookForNewer } from './update'

let part: typeof import('./later') | null = null,
  asked = false

/* That part, or null until it is here; then the page is drawn again. */
export function later(): typeof part {
  if (part || asked) return part
  asked = true
  import('./later').then(
    loaded => {
      part = loaded
      redraw()
      if (document.activeElement === document.body) focusMain()
    },
    () => {
      complain(new Refusal('lost', 'later'))
      lookForNewer()
    },
  )
  return null
}

/* Asks again if it could not be fetched. */
export function retryLater(): void {
  asked = false
}
