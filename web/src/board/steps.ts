/* steps.ts: putting a story together from steps. */

import { Flight, Step } from './game_ui'

export const step = (ms: number, part: Partial<Step> = {}): Step => ({
  events: [],
  marks: [],
  show: [],
  tumble: false,
  flights: [],
  announce: false,
  ...part,
  ms,
})

/* What flies as one picture: some of the things of a flight. */
export interface Token {
  flight: Flight
  amount: number
}

export const APART = 60 // milliseconds between two tokens
const pictures = 5 // of one flight at most; then a token stands for several things
const most = 24 // of a step at most; the rest does not fly

/* The tokens of some flights, in the order in which they fly. */
export const tokensOf = (flights: Flight[]): Token[] =>
  flights
    .flatMap(flight => {
      const n = Math.min(flight.count, pictures)
      return Array.from({ length: n }, (_, i) => ({ flight, amount: Math.floor((flight.count + i) / n) }))
    })
    .slice(0, most)
