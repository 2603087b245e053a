/* story.ts: what a line of Castle did, as steps to be shown; and what a round of scoring is about. */

import { Line, Step } from '../../game_ui'
import { player } from '../speech'
import { step } from '../steps'
import { mapOf } from './geometry'
import { CastleEvent, Props } from './types'

function stepOf(event: CastleEvent, all: CastleEvent[], p: Props): Step | null {
  const { key, place, what, seat, amount } = event
  const marks = place ? [place] : [],
    city = place ? [`city-${place}`] : []
  switch (key) {
    case 'wall':
      return step(650, { marks })
    case 'tower':
    case 'house':
      return step(520, { marks })
    case 'dice': {
      const faces = all.filter(it => it.key === 'dice' && it.what).map(it => `die-${it.what}`)
      return event === all.find(it => it.key === 'dice') ? step(1100, { show: faces, tumble: true }) : null
    }
    case 'complete':
      return step(1700, { marks: city, announce: true })
    case 'join':
    case 'choose':
      return step(1000, { marks: city })
    case 'palace':
      return step(600, { marks: city })
    case 'score':
      return step(1250, {
        marks: p.view.counts ? [`city-${p.view.counts}`] : [],
        show: what ? [`guild-${what}`] : [],
        flights: seat && amount && amount > 0 ? [{ symbol: 'vp', from: middle(p), seat, good: 'vp', count: amount }] : [],
      })
    case 'draw':
      return seat ? step(450, { flights: [{ symbol: 'back-castle', from: 0, seat, good: 'back-castle', count: 1 }] }) : null
    case 'discard':
    case 'swap':
      return step(450)
    case 'ending':
      return step(1400, { announce: true })
    case 'over':
      return step(600)
    default:
      return null
  }
}

/* Where points come from: the city that counts, else the middle of the land. */
function middle({ board, view }: Props): { x: number; y: number } {
  const map = mapOf(board)
  const spaces = view.cities.find(city => city.city === view.counts)?.spaces ?? []
  return spaces.length ? map.space[spaces[spaces.length >> 1]].middle : { x: map.width / 2, y: map.height / 2 }
}

export function story(line: Line<CastleEvent>, p: Props): Step[] {
  const steps: Step[] = []
  for (const event of line.events) {
    const made = stepOf(event, line.events, p)
    if (made) steps.push(made)
    steps[steps.length - 1]?.events.push(event)
  }
  return steps.length || !line.seat ? steps : [step(350)]
}

/* A round of scoring: what counts, who completed it, and whose choice it is. */
export function scoring(p: Props): { text: string; marks: string[] } | null {
  const { view } = p
  if (!['city', 'score', 'draw', 'swap', 'swap_draw'].includes(view.phase)) return null
  const chooser = player(p, view.seat)
  const counted = view.cities.find(city => city.city === view.counts)
  if (view.last_scoring)
    return { text: p.words('castle.scoring.last', { chooser }), marks: counted ? [`city-${counted.city}`] : [] }
  if (!counted) return { text: p.words('castle.scoring.swap', { chooser }), marks: [] }
  const args = { city: counted.city, n: counted.spaces.length, name: player(p, view.active), chooser }
  return { text: p.words('castle.scoring', args), marks: [`city-${counted.city}`] }
}
