/* motion.ts: what changed between two pictures, shown as movement. */

import { type Changes } from '../dom'

const PLACE = { duration: 260, easing: 'cubic-bezier(.2, .9, .25, 1.15)' }
const GAIN = { duration: 520, easing: 'cubic-bezier(.4, 0, .2, 1)' }
const GO = { duration: 180, easing: 'ease-in', fill: 'forwards' as const }
const APART = 60 // between two tokens that fly

const CROWD = 14 // more than this at once is a jump to another moment, not a move

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
    else if (how === 'grow') el.animate([{ opacity: 0 }, { opacity: 1 }], { ...GAIN, easing: 'ease-out' })
    else el.animate([{ opacity: 0 }, { opacity: 1 }], PLACE)
  }
  for (const { el, by } of changes.turned) el.animate([{ transform: `rotate(${-90 * by}deg)` }, { transform: 'none' }], PLACE)
  for (const { el, host } of changes.left) fade(el, host)
}

/* What went is shown for a moment longer, as a likeness that nobody can point at. */
function fade(el: Element, host: Element): void {
  const ghost = el.cloneNode(true) as Element
  ghost.classList.add('ghost')
  host.appendChild(ghost)
  const run = ghost.animate([{ opacity: 1 }, { opacity: 0 }], GO)
  run.onfinish = run.oncancel = () => ghost.remove()
}

export interface Flight {
  symbol: string
  from: DOMRect | { x: number; y: number }
  seat: number
}

/* Tokens fly to the panel of their player (the element with data-panel), one after another; without a panel they rise and fade. */
export function fly(flights: Flight[]): void {
  flights.slice(0, 24).forEach((flight, i) => {
    const panel = document.querySelector(`[data-panel="${flight.seat}"]`)
    const to = panel?.getBoundingClientRect()
    const token = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
    token.setAttribute('class', 'flying-token')
    token.setAttribute('aria-hidden', 'true')
    token.innerHTML = `<use href="#${flight.symbol}"/>`
    document.body.appendChild(token)
    const start = `translate(${flight.from.x - 14}px, ${flight.from.y - 14}px)`
    const end =
      to && to.width
        ? `translate(${to.x + to.width / 2 - 14}px, ${to.y + to.height / 2 - 14}px) scale(.7)`
        : `translate(${flight.from.x - 14}px, ${flight.from.y - 54}px)`
    const run = token.animate(
      [
        { transform: start, opacity: 0 },
        { transform: start, opacity: 1, offset: 0.12 },
        { transform: end, opacity: 1, offset: 0.9 },
        { transform: end, opacity: 0 },
      ],
      { ...GAIN, delay: i * APART, fill: 'both' },
    )
    run.onfinish = run.oncancel = () => token.remove()
  })
}
