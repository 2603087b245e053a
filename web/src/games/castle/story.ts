/* story.ts: what a line of Castle did, as steps to be shown; and what a round of scoring is about. */

import { Line, Step } from '../../board/game_ui'
import { player } from '../../board/speech'
import { step } from '../../board/steps'
import { mapOf } from './geometry'
import { CastleEvent, Colour, Colours, Props, View } from './types'

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

const less = (colours: Colours, colour: Colour, n: number): Colours => ({ ...colours, [colour]: Math.max(0, colours[colour] - n) })

/* A city appears when it is told that it is complete; each palace rises from its houses when that is told. */
export function untold(now: View, before: View, told: CastleEvent[], coming: CastleEvent[]): View {
  const closes = coming.some(event => event.key === 'complete' || event.key === 'join')
  const palaces = coming.filter(event => event.key === 'palace')
  if (!closes && !palaces.length) return now
  const cities = closes
    ? before.cities
    : now.cities.map(city =>
        palaces
          .filter(event => event.place === city.city)
          .reduce((it, { what, amount }) => ({ ...it, palaces: less(it.palaces, what as Colour, amount ?? 0) }), city),
      )
  return {
    ...now,
    cities,
    spaces: closes ? standing(before, told) : stillHouses(now, standing(before, told), palaces),
    ...(closes && {
      counts: before.counts,
      walls: [...new Set([...before.walls, ...now.walls])], // joining clears those between two cities
      towers: [...now.towers, ...before.towers.filter(old => !now.towers.some(it => it.point === old.point))],
    }),
  }
}

type Spaces = View['spaces']

/* The houses before a city closed, with those that were put since. */
function standing(before: View, told: CastleEvent[]): Spaces {
  const none = (colours: Colours): Colours => Object.fromEntries(Object.keys(colours).map(key => [key, 0])) as unknown as Colours
  let spaces = before.spaces
  for (const { key, place, what } of told) {
    if (key !== 'house') continue
    const colour = what as Colour
    const here = spaces.find(it => it.space === place)
    const empty = none(before.supply.houses)
    const houses = { ...(here?.houses ?? empty) }
    houses[colour]++
    const space = { ...(here ?? { space: place!, palaces: empty, city: null }), houses }
    spaces = [...spaces.filter(it => it !== here), space]
  }
  return spaces
}

/* Of a city whose palaces are still to be told, the houses that become them. */
function stillHouses(now: View, stood: Spaces, palaces: CastleEvent[]): Spaces {
  const waits = (space: string, colour: string) => {
    const city = now.cities.find(it => it.spaces.includes(space))?.city
    return palaces.some(event => event.place === city && event.what === colour)
  }
  return stood.map(old => {
    const here = now.spaces.find(it => it.space === old.space)
    const houses = { ...old.houses }
    for (const colour of Object.keys(houses) as Colour[]) if (!waits(old.space, colour)) houses[colour] = here?.houses[colour] ?? 0
    return { ...(here ?? old), houses }
  })
}
