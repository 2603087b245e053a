/* motion.ts: what changed between two pictures, shown as movement. */

import { type Changes } from '../ui/dom'
import { type Flight } from './game_ui'
import { APART, tokensOf } from './steps'

const PLACE = { duration: 260, easing: 'cubic-bezier(.2, .9, .25, 1.15)' }
const GAIN = { duration: 520, easing: 'cubic-bezier(.4, 0, .2, 1)' }
const GO = { duration: 180, easing: 'ease-in', fill: 'forwards' as const }

const CROWD = 14 // more changes than this are a jump to another position, which is not animated

export function play(changes: Changes): void {
  if (changes.entered.length + changes.turned.length + changes.left.length > CROWD) return
  for (const { el, how } of changes.entered) {
    if (how === 'fall')
      el.animate(
        [
          { transform: 'translateY(-8px)', opacity: 0.2 },
          { transform: 'none', opacity: 1 },
        ],
        PLACE,
      )
    else if (how === 'rise')
      el.animate(
        [
          { transform: 'translateY(16px)', opacity: 0 },
          { transform: 'none', opacity: 1 },
        ],
        { ...PLACE, duration: 420 },
      )
    else if (how === 'flip') el.animate([{ transform: 'scaleX(0)' }, { transform: 'none' }], { ...PLACE, duration: 340 })
    else if (how === 'grow') el.animate([{ opacity: 0 }, { opacity: 1 }], { ...GAIN, easing: 'ease-out' })
    else el.animate([{ opacity: 0 }, { opacity: 1 }], PLACE)
  }
  for (const { el, by } of changes.turned) el.animate([{ transform: `rotate(${-90 * by}deg)` }, { transform: 'none' }], PLACE)
  for (const { el, host } of changes.left) fade(el, host)
}

/* Shows an element that was removed for a moment longer, as a copy that cannot be pressed. */
function fade(el: Element, host: Element): void {
  const ghost = el.cloneNode(true) as Element
  ghost.classList.add('ghost')
  host.appendChild(ghost)
  const run = ghost.animate([{ opacity: 1 }, { opacity: 0 }], GO)
  run.onfinish = run.oncancel = () => ghost.remove()
}

/* Where a flight begins or ends: at the counter of this good if it is visible, else at the panel of the seat. */
function counter(seat: number, good: string): DOMRect | null {
  const panel = document.querySelector(`[data-panel="${seat}"]`)
  const box = panel?.querySelector(`[data-good="${good}"]`)?.getBoundingClientRect()
  return box?.width ? box : (panel?.getBoundingClientRect() ?? null)
}

interface XY {
  x: number
  y: number
}
const middle = (box: DOMRect): XY => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 })

/* Where a token comes from that is not on the board: a panel or, if a phone does not show that panel, above the board. */
function home(panel: number, to: DOMRect | null): XY | null {
  const box = counter(panel, '')
  if (box?.width) return middle(box)
  return to?.width ? { x: to.x + to.width / 2, y: to.y - 50 } : null
}

/* Tokens fly to counters, one after another; where there is none they rise and fade. */
export function fly(flights: Flight[], pace: number, onScreen: (point: XY) => XY): void {
  tokensOf(flights).forEach(({ flight }, i) => {
    const to = counter(flight.seat, flight.good)
    const from = typeof flight.from === 'number' ? home(flight.from, to) : onScreen(flight.from)
    if (!from) return
    const token = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
    token.setAttribute('class', 'flying-token')
    token.setAttribute('aria-hidden', 'true')
    token.innerHTML = `<use href="#${flight.symbol}"/>`
    document.body.appendChild(token)
    const start = `translate(${from.x - 14}px, ${from.y - 14}px)`
    const target = to?.width ? middle(to) : { x: from.x, y: from.y - 40 }
    const end = `translate(${target.x - 14}px, ${target.y - 14}px)` + (to?.width ? ' scale(.7)' : '')
    const run = token.animate(
      [
        { transform: start, opacity: 0 },
        { transform: start, opacity: 1, offset: 0.12 },
        { transform: end, opacity: 1, offset: 0.9 },
        { transform: end, opacity: 0 },
      ],
      { ...GAIN, duration: GAIN.duration * pace, delay: i * APART * pace, fill: 'both' },
    )
    run.onfinish = run.oncancel = () => token.remove()
  })
}
