/* say.ts: moves and events of Castle in words. */

import { Line, Named } from '../../board/game_ui'
import { count, named, player, sentence } from '../../board/speech'
import { cardName, colourName, lineName, rolled } from './labels'
import { CastleEvent, Props } from './types'

export function moveLabel(move: string, p: Props): string {
  const w = move.split(' ')
  switch (w[0]) {
    case 'wall':
      return p.words('castle.move.wall', { line: lineName(w[1]) })
    case 'tower':
      return p.words('castle.move.tower', { point: w[1], colour: colourName(p, w[2]) })
    case 'house':
      return p.words('castle.move.house', { space: w[1], colour: colourName(p, w[2]) })
    case 'keep':
      return p.words('castle.move.keep')
    case 'join':
      return p.words('castle.move.join', { city: w[1] })
    case 'city':
      return p.words('castle.move.city', { city: w[1] })
    case 'score':
      return w.length > 2
        ? p.words('castle.move.score.two', { card: cardName(p, w[1]), other: cardName(p, w[2]) })
        : p.words('castle.move.score', { card: cardName(p, w[1]) })
    case 'discard':
      return p.words('castle.move.discard', { card: cardName(p, w[1]) })
    case 'swap':
      return p.words('castle.move.swap', { card: cardName(p, w[1]) })
    case 'done':
      return p.words('castle.move.done')
    default:
      return move
  }
}

const CARDS = ['deal', 'draw', 'score', 'discard', 'swap'] // events whose `what` is a card

function part(event: CastleEvent, p: Props, all: CastleEvent[]): string {
  const name = player(p, event.seat),
    n = event.amount ?? 0,
    place = event.place ?? ''
  const known = CARDS.includes(event.key) && event.what ? cardName(p, event.what) : null
  switch (event.key) {
    case 'deal':
      return known ? p.words('castle.say.deal.known', { name, card: known }) : p.words('castle.say.deal', { name })
    case 'draw':
      return known ? p.words('castle.say.draw.known', { name, card: known }) : p.words('castle.say.draw', { name })
    case 'refill':
      return count(p.words, 'castle.say.refill', n)
    case 'wall':
      return p.words('castle.say.wall', { name, line: lineName(place) })
    case 'dice':
      return event === all.find(it => it.key === 'dice')
        ? p.words('castle.say.dice', {
            name,
            faces: rolled(
              p,
              all.filter(it => it.key === 'dice' && it.what).map(it => it.what!),
            ),
          })
        : ''
    case 'tower':
      return p.words('castle.say.tower', { name, point: place, colour: colourName(p, event.what!) })
    case 'house':
      return p.words('castle.say.house', { name, space: place, colour: colourName(p, event.what!) })
    case 'complete':
      return count(p.words, 'castle.say.complete', n, { name, city: place })
    case 'join':
      return count(p.words, 'castle.say.join', n, { name, city: place })
    case 'return':
      return count(p.words, event.what === 'walls' ? 'castle.say.return.walls' : 'castle.say.return.towers', n)
    case 'palace':
      return p.words('castle.say.palace', { city: place, palaces: count(p.words, `castle.palaces.${event.what}`, n) })
    case 'ending':
      return p.words(`castle.say.ending.${event.what}`)
    case 'choose':
      return count(p.words, 'castle.say.choose', n, { name, city: place })
    case 'score':
      return count(p.words, 'castle.say.score', n, { name, card: known ?? '' })
    case 'discard':
      return known ? p.words('castle.say.discard.known', { name, card: known }) : p.words('castle.say.discard', { name })
    case 'swap':
      return known ? p.words('castle.say.swap.known', { name, card: known }) : p.words('castle.say.swap', { name })
    case 'over':
      return p.words('castle.say.over')
    default:
      return ''
  }
}

const SILENT: Record<string, string> = { keep: 'castle.say.keep', done: 'castle.say.done' }

export function say(line: Line<CastleEvent>, p: Props): string {
  const said = line.events
    .map(event => part(event, p, line.events))
    .filter(words => words)
    .map(sentence)
  if (!said.length && SILENT[line.move]) return p.words(SILENT[line.move], { name: player(p, line.seat) })
  return said.join(' ')
}

const CITIES = ['complete', 'join', 'choose', 'palace'] // events whose place is a city

export const placesOf = (line: Line<CastleEvent>): Named[] =>
  named(line, ({ key, place }) => ({ place: CITIES.includes(key) ? `city-${place}` : place!, said: lineName(place!) }))
