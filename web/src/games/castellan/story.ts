/* story.ts: what a line of Castellan did, as steps to be shown. */

import { Line, Step } from '../../board/game_ui'
import { step } from '../../board/steps'
import { heart } from './geometry'
import { PIECES, cardOf } from './labels'
import { CastellanEvent, Props, View } from './types'

const SYMBOLS = { tower: 'tower', long: 'wall-long', short: 'wall-short' }

function stepOf({ key, what, place, seat }: CastellanEvent, p: Props): Step | null {
  switch (key) {
    case 'play': {
      const card = cardOf(p.board, what!)
      return step(1000, { show: PIECES.flatMap(kind => Array.from({ length: card[kind] }, () => SYMBOLS[kind])) })
    }
    case 'place':
      return step(430, { marks: [`${what} ${place}`] })
    case 'close':
      return step(1100, { marks: [place!] })
    case 'divide':
    case 'grow':
      return step(650, { marks: [place!] })
    case 'keep':
      return step(750, { marks: place ? [place] : [] })
    case 'pass_on':
      return step(600)
    case 'card':
      return seat ? step(450, { flights: [{ symbol: 'card', from: seat, seat, good: 'card', count: 1 }] }) : null
    case 'last_round':
      return step(1400, { announce: true })
    case 'win':
      return step(700)
    default:
      return null
  }
}

export function story(line: Line<CastellanEvent>, p: Props): Step[] {
  const steps: Step[] = []
  for (const event of line.events) {
    const made = stepOf(event, p)
    if (made) steps.push(made)
    const last = steps[steps.length - 1]
    last?.events.push(event)
    if (event.key !== 'score' || !last || !event.seat || !event.amount || event.amount < 0) continue
    const court = p.view.courtyards.find(it => last.marks.includes(it.name))
    const from = court ? heart(court.squares).middle : event.seat
    last.flights.push({ symbol: 'vp', from, seat: event.seat, good: 'vp', count: event.amount })
    last.ms = Math.max(last.ms, 1000)
  }
  return steps.length || line.move !== 'build' ? steps : [step(350)]
}

/* A courtyard appears when it is told that it is closed, divided or larger; its double keep when that is told. */
export function untold(now: View, before: View, told: CastellanEvent[], coming: CastellanEvent[]): View {
  const at = (events: CastellanEvent[], ...keys: CastellanEvent['key'][]) =>
    new Set(events.filter(event => keys.includes(event.key)).map(event => event.place))
  const closed = at(coming, 'close'),
    kept = at(coming, 'keep')
  if (at(coming, 'divide', 'grow').size) {
    const fresh = at(told, 'close')
    return { ...now, courtyards: [...before.courtyards, ...now.courtyards.filter(court => fresh.has(court.name))] }
  }
  const courtyards = now.courtyards
    .filter(court => !closed.has(court.name))
    .map(court => (kept.has(court.name) ? (before.courtyards.find(old => old.name === court.name) ?? court) : court))
  return { ...now, courtyards }
}
