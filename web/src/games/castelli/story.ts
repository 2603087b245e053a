/* story.ts: what a line of Castelli did, as steps to be shown. */

import { Flight, Line, Step } from '../../board/game_ui'
import { step } from '../../board/steps'
import { placeOfEvent } from './marks'
import { Board, CastelliEvent, View } from './types'

/* Whether a seat is asked something in somebody else's turn. */
export const asksNow = (view: View, seat: number): boolean =>
  (view.phase === 'steward' || view.phase === 'guard') && view.asked === seat

const GOODS: Partial<Record<CastelliEvent['key'], string>> = { silver: 'silver', card: 'card', steal: 'card', score: 'vp' }

/* What flies to a player for an event. */
function flightOf(event: CastelliEvent, all: CastelliEvent[], board: Board, view: View): Flight | null {
  const good = event.key === 'gain' ? event.what! : GOODS[event.key]
  if (!good || !event.seat || event.seat < 1 || !event.amount || event.amount < 0) return null
  const robbed = event.key === 'steal' ? all.find(it => it.key === 'robbed')?.seat : undefined
  const from = robbed ?? placeOfEvent(board, view, event) ?? 0
  return { symbol: good, from, seat: event.seat, good, count: event.amount }
}

/* The step that an event begins; null for an event that belongs to the step before it. */
function opens(event: CastelliEvent): Step | null {
  const marks = event.place ? [event.place] : []
  switch (event.key) {
    case 'lift':
      return step(450, { marks })
    case 'tile':
      return step(750, { marks })
    case 'place':
      return step(650, { marks })
    case 'complete':
      return step(560, { marks })
    case 'play':
      return step(1100, { marks, show: [`char-${event.what}`] })
    case 'turn':
    case 'castle':
    case 'overbuild':
    case 'guard':
      return step(900, { marks })
    case 'village':
    case 'city':
      return step(700, { marks })
    case 'sell':
    case 'card':
    case 'steal':
      return step(450)
    case 'round':
      return step(1200, { announce: true })
    case 'end':
      return step(300)
    default:
      return null
  }
}

export function story(line: Line<CastelliEvent>, board: Board, view: View): Step[] {
  const steps: Step[] = []
  for (const event of line.events) {
    const opened = opens(event)
    const flight = flightOf(event, line.events, board, view)
    if (opened || (flight && !steps.length)) steps.push(opened ?? step(500))
    const last = steps[steps.length - 1]
    last?.events.push(event)
    if (!flight) continue
    if (!last.flights.length) last.ms = Math.max(last.ms, 850) // time to see it arrive
    last.flights.push(flight)
  }
  return steps
}

/* What is built, laid or harvested appears when it is told, not with the first step of its line. */
export function untold(now: View, before: View, _told: CastelliEvent[], coming: CastelliEvent[]): View {
  const at = (...keys: CastelliEvent['key'][]) =>
    new Set(coming.filter(event => keys.includes(event.key)).map(event => event.place ?? ''))
  const laid = at('place', 'turn'),
    built = at('castle', 'overbuild', 'guard'),
    settled = at('village', 'city'),
    harvested = at('complete')
  const later = <T>(kind: (view: View) => T[], is: (it: T) => boolean): T[] => [
    ...kind(now).filter(it => !is(it)),
    ...kind(before).filter(is),
  ]
  const isHidden = now.lifted && at('tile').has(now.lifted.cell)
  return {
    ...now,
    lifted: isHidden ? { ...now.lifted!, tile: null } : now.lifted,
    tiles: later(
      view => view.tiles,
      it => laid.has(it.cell),
    ),
    castles: later(
      view => view.castles,
      it => built.has(it.area),
    ),
    settlements: later(
      view => view.settlements,
      it => settled.has(it.cell),
    ),
    areas: later(
      view => view.areas,
      it => harvested.has(it.area),
    ),
  }
}
