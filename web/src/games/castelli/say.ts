/* say.ts: moves and events of Castelli in words. */

import { BoardProps, Line, Named } from '../../board/game_ui'
import { count, named, sentence } from '../../board/speech'
import { areaName, emblem, placeName, who } from './labels'
import { Board, CastelliEvent, View } from './types'

export const cardName = (p: BoardProps, card: string) => p.words(`castelli.card.${card}`)

/* Which colour points north when a tile is laid with some quarter turns. */
function north(p: BoardProps, board: Board, tile: string | null | undefined, turn: number): string {
  const found = board.tiles.find(it => it.name === tile)
  return found ? emblem(p, found.coats[(4 - turn) % 4]) : String(turn)
}

export function moveLabel(move: string, p: BoardProps, board: Board, view: View): string {
  const w = move.split(' ')
  const silver = w[w.length - 1] === 'silver'
  switch (w[0]) {
    case 'lift':
      return p.words('castelli.move.lift', { place: w[1] })
    case 'place': {
      if (w[1] !== 'hand')
        return p.words('castelli.move.place', {
          place: view.lifted?.cell ?? '',
          name: north(p, board, view.lifted?.tile, Number(w[1])),
        })
      const tile = view.players.find(it => it.seat === view.active)?.tile
      return p.words('castelli.move.hand', { place: view.lifted?.cell ?? '', name: north(p, board, tile, Number(w[2])) })
    }
    case 'steward':
      return p.words('castelli.move.steward', {
        place: view.placed?.cell ?? '',
        name: north(p, board, view.placed?.tile, Number(w[1])),
      })
    case 'build': {
      const card = w.slice(2).find(word => word !== 'silver')
      const base = card
        ? p.words('castelli.move.build.card', { place: areaName(p, w[1]), card: cardName(p, card) })
        : p.words('castelli.move.build', { place: areaName(p, w[1]) })
      return silver ? p.words('castelli.move.silver', { move: base }) : base
    }
    case 'overbuild': {
      const card = w.slice(3).find(word => word !== 'silver')
      const args = { place: areaName(p, w[1]), name: who(p, Number(w[2])) }
      const base = card
        ? p.words('castelli.move.overbuild.card', { ...args, card: cardName(p, card) })
        : p.words('castelli.move.overbuild', args)
      return silver ? p.words('castelli.move.silver', { move: base }) : base
    }
    case 'play':
      if (w[1] === 'traitor' && w[2])
        return p.words('castelli.move.traitor', { card: cardName(p, 'traitor'), name: who(p, Number(w[2])) })
      if (w[2]) return p.words('castelli.move.play.on', { card: cardName(p, w[1]), place: w[2] })
      return p.words('castelli.move.play', { card: cardName(p, w[1]) })
    case 'sell':
      return p.words('castelli.move.sell', { card: cardName(p, w[1]) })
    case 'guard':
      return p.words('castelli.move.guard')
    case 'pass':
      return p.words('castelli.move.pass')
    case 'end':
      return p.words('castelli.move.end')
    default:
      return move
  }
}

/* "Mira +2 wood (F4 east)", for everything that flows in. */
function gain(p: BoardProps, event: CastelliEvent, good: string): string {
  return p.words(event.place ? 'castelli.say.gain.at' : 'castelli.say.gain', {
    place: event.place ? placeName(p, event.place) : '',
    name: who(p, event.seat!),
    n: event.amount ?? 0,
    what: p.words(`castelli.good.${good}`, { n: event.amount ?? 0 }),
  })
}

const SITES = ['castle', 'overbuild', 'guard'] // events that say on which side of its area a castle stands

/* Two castles on one area have two names: each is called by its own side. */
const nameOfPlace = (p: BoardProps, { key, place, what }: CastelliEvent): string =>
  place ? placeName(p, SITES.includes(key) && what ? place.slice(0, -1) + what : place) : ''

function part(event: CastelliEvent, p: BoardProps, all: CastelliEvent[]): string {
  const name = event.seat && event.seat > 0 ? who(p, event.seat) : { name: '' }
  const place = nameOfPlace(p, event)
  const n = event.amount ?? 0
  const points = () => all.find(it => it.key === 'score' && it.what === 'castle' && it.place === event.place)?.amount ?? 0
  switch (event.key) {
    case 'lift':
      return p.words('castelli.say.lift', { name, place })
    case 'tile':
      return p.words('castelli.say.tile', { name, place, n })
    case 'place':
      return p.words('castelli.say.place', { name, place })
    case 'turn':
      return p.words('castelli.say.turn', { name, place })
    case 'silver':
      return n < 0 ? p.words('castelli.say.pay', { name, n: -n }) : gain(p, event, 'silver')
    case 'card':
      return event.what
        ? p.words('castelli.say.card.known', { name, card: cardName(p, event.what) })
        : p.words('castelli.say.card', { name })
    case 'steal':
      return event.what
        ? p.words('castelli.say.steal.known', { name, card: cardName(p, event.what) })
        : p.words('castelli.say.steal', { name })
    case 'robbed':
      return p.words('castelli.say.robbed', { name })
    case 'play':
      return event.place
        ? p.words('castelli.say.play.on', { name, card: cardName(p, event.what!), place })
        : p.words('castelli.say.play', { name, card: cardName(p, event.what!) })
    case 'sell':
      return event.what
        ? p.words('castelli.say.sell.known', { name, card: cardName(p, event.what) })
        : p.words('castelli.say.sell', { name })
    case 'gain':
      return gain(p, event, event.what!)
    case 'lost':
      return p.words('castelli.say.lost', { name, n, what: p.words(`castelli.good.${event.what}`, { n }) })
    case 'draws':
      return gain(p, event, 'card')
    case 'complete':
      return all.some(it => it.place === event.place && (it.key === 'gain' || it.key === 'draws' || it.key === 'lost'))
        ? ''
        : p.words('castelli.say.nobody', { place })
    case 'castle':
      return count(p.words, 'castelli.say.castle', points(), { name, place })
    case 'overbuild':
      return points()
        ? count(p.words, 'castelli.say.overbuild', points(), { name, place })
        : p.words('castelli.say.overbuild.try', { name, place })
    case 'guard':
      return p.words('castelli.say.guard', { name, place })
    case 'score':
      return event.what === 'castle'
        ? ''
        : count(p.words, event.what === 'final' ? 'castelli.say.final' : 'castelli.say.king', n, { name })
    case 'village':
      return p.words('castelli.say.village', { name, place })
    case 'city':
      return p.words(n < 0 ? 'castelli.say.burn' : 'castelli.say.city', { name, place })
    case 'end':
      return p.words('castelli.say.end', { name })
    case 'round':
      return p.words('castelli.say.round', { n })
    default:
      return ''
  }
}

const FLOWS = ['gain', 'draws', 'silver', 'lost']

/* What happened, in one or two sentences. What players gain comes last, in one list. */
export function say(line: Line<CastelliEvent>, p: BoardProps): string {
  const said: string[] = [],
    flows: string[] = []
  for (const event of line.events) {
    const words = part(event, p, line.events)
    if (words) (FLOWS.includes(event.key) && !(event.key === 'silver' && (event.amount ?? 0) < 0) ? flows : said).push(words)
  }
  const late = line.late ? [p.words('castelli.say.late', { name: who(p, line.seat) })] : []
  const text = [
    ...late,
    ...said.map(sentence),
    flows.length ? sentence(p.words('castelli.say.flows', { flows: flows.join('; ') })) : '',
  ]
    .filter(words => words)
    .join(' ')
  return text || (line.move === 'pass' ? p.words('castelli.say.pass', { name: who(p, line.seat) }) : '')
}

export const placesOf = (line: Line<CastelliEvent>, p: BoardProps): Named[] =>
  named(line, event => ({ place: event.place!, said: nameOfPlace(p, event) }))
