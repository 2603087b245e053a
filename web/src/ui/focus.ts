/* focus.ts: the keyboard focus never falls away. When what had it is gone or can no longer be used, something near it gets it. */
import { mayMove } from '../model/table_state'
import { settleRoves } from './rove'
import { app, here } from '../app/state'

/* Parts of the page, the innermost first, and where in each the focus goes. */
const zones: [zone: string, ...goals: string[]][] = [
  ['.notation', '#notation', '.notation summary'],
  ['.inwords', '[data-textmove]', '#inwords'],
  ['.hostpanel', '.hostpanel [data-move]:not(:disabled)', '.place.can', '.hostpanel button:not(:disabled)', '[data-confirm]'],
  ['.choice', '.hostpanel [data-move]:not(:disabled)', '.place.can', '[data-confirm]'],
  ['.boardhost', '.boardhost [data-place][tabindex="0"]', '.hostpanel [data-move]:not(:disabled)'],
  ['.log', '.log [tabindex="0"]'],
  ['.chat', '#chat-box'],
  ['.actions', '[data-confirm]', '.actions button:not(:disabled)'],
  ['.over', '#over-title'],
]

type Focusable = HTMLElement | SVGElement

let last: Focusable | null = null // what had the focus
let zone: string[] = []
let fallen: string[] = [] // where the focus belongs that had to go to #main, because nothing near could take it

export const isUsable = (el: Element | null): el is Focusable =>
  !!el && el.isConnected && !(el as HTMLButtonElement).disabled && el.getClientRects().length > 0

export function focusFirst(...selectors: string[]): boolean {
  for (const selector of selectors)
    for (const el of document.querySelectorAll<Focusable>(selector))
      if (isUsable(el)) {
        el.focus({ preventScroll: !el.closest('.boardhost, .hostpanel') })
        return true
      }
  return false
}

/* Puts the focus back, if it was lost because its element is gone. Who clicks on bare ground wants it nowhere. */
function keepFocus(): void {
  const { activeElement } = document
  const lost = activeElement === document.body || activeElement === null || (activeElement as HTMLButtonElement).disabled
  if (!lost || !last || isUsable(last)) return
  if (app.dialog && focusFirst('dialog button:not(:disabled)')) return
  const goals = zone
  if (focusFirst(...goals)) return
  focusFirst('#main')
  fallen = goals
}

let decided = ''

/* Where the next choice is made, if the player is about to choose and not busy with something else. */
export function attend(): void {
  const t = here()
  const now = t && mayMove(t) ? `${t.id} ${t.told.number}` : ''
  if (now === decided) return
  decided = now
  keepFocus()
  if (now && fallen.length && document.activeElement?.id === 'main') focusFirst(...fallen)
  const at = document.activeElement
  if (!now || !at?.closest('.boardhost, .hostpanel, [data-confirm]') || app.dialog) return
  if (at.closest('.place.can, .hostpanel [data-move], .cardface.can')) return
  if (at.matches('[data-confirm=chosen], [data-confirm=onward]')) return
  const board = '.boardhost .place.can[tabindex="0"], .boardhost .place.can'
  const panel = '.hostpanel [data-move]:not(:disabled), .hostpanel .cardface.can'
  focusFirst(...(at.closest('.hostpanel') ? [panel, board] : [board, panel]))
}

export function watchFocus(): void {
  addEventListener('focusin', e => {
    const el = e.target as Focusable
    last = el
    fallen = []
    zone = zones.find(([name]) => el.closest(name))?.slice(1) ?? []
  })
  addEventListener('pointerdown', () => {
    last = null
  })
  new MutationObserver(() => {
    settleRoves()
    keepFocus()
  }).observe(document.getElementById('app')!, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled', 'hidden', 'open', 'inert'],
  })
}
