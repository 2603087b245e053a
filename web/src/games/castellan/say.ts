/* say.ts: moves and events of Castellan in words. */

import { Line, Named } from '../../board/game_ui'
import { count, named, player, sentence } from '../../board/speech'
import { cardName, pieceMoveName } from './labels'
import { CastellanEvent, Props } from './types'

export function moveLabel(move: string, p: Props): string {
  const w = move.split(' ')
  switch (w[0]) {
    case 'play':
      return p.words('castellan.move.play', { card: cardName(p, w[1]) })
    case 'tower':
    case 'short':
    case 'long':
      return sentence(p.words('castellan.move.piece', { piece: pieceMoveName(p, move) }))
    case 'double':
      return p.words('castellan.move.double', { court: w[1] })
    case 'stay':
      return p.words('castellan.move.stay', { court: w[1] })
    case 'draw':
      return p.words(`castellan.move.draw.${w[1]}`)
    case 'build':
    case 'pass':
    case 'single':
      return p.words(`castellan.move.${w[0]}`)
    default:
      return move
  }
}

const isCard = (p: Props, what: string | undefined) =>
  what !== undefined &&
  what !== 'tower' &&
  what !== 'wall' &&
  [...p.board.cards.tower, ...p.board.cards.wall].some((card: { id: string }) => card.id === what)

function part(event: CastellanEvent, p: Props): string {
  const name = player(p, event.seat),
    n = event.amount ?? 0,
    court = event.place ?? ''
  const what = event.what ?? ''
  const pieces = () => count(p.words, `castellan.pieces.${what}`, n)
  switch (event.key) {
    case 'play':
      return p.words('castellan.say.play', { name, card: cardName(p, what) })
    case 'place':
      return p.words('castellan.say.place', { name, piece: pieceMoveName(p, `${what} ${event.place}`) })
    case 'close':
      return count(p.words, 'castellan.say.close', n, { name, court })
    case 'divide':
      return count(p.words, 'castellan.say.divide', n, { name, court })
    case 'grow':
      return count(p.words, 'castellan.say.grow', n, { name, court })
    case 'keep':
      return p.words(what === 'double' ? 'castellan.say.double' : 'castellan.say.single', { name, court })
    case 'score':
      return count(p.words, 'castellan.say.score', n, { name })
    case 'pass_on':
      return p.words('castellan.say.pass_on', { name, pieces: pieces() })
    case 'discard':
      return p.words('castellan.say.discard', { pieces: pieces() })
    case 'draw':
      return p.words(`castellan.say.draw.${what}`, { name })
    case 'card':
      return isCard(p, event.what) ? p.words('castellan.say.card', { name, card: cardName(p, what) }) : ''
    case 'last_round':
      return p.words('castellan.say.last', { name })
    case 'win':
      return count(p.words, 'castellan.say.win', n, { name })
    default: // `take`: the card has named its pieces; `turn`
      return ''
  }
}

const SILENT: Record<string, string> = { build: 'castellan.say.build', pass: 'castellan.say.pass' }

export function say(line: Line<CastellanEvent>, p: Props): string {
  const said = line.events
    .map(event => part(event, p))
    .filter(words => words)
    .map(sentence)
  if (!said.length && SILENT[line.move]) return p.words(SILENT[line.move], { name: player(p, line.seat) })
  return said.join(' ')
}

/* Pieces are named as in the notation, courtyards by their point alone. */
export const placesOf = (line: Line<CastellanEvent>, p: Props): Named[] =>
  named(line, ({ key, what, place }) => {
    const piece = `${what} ${place}`
    return key === 'place' ? { place: piece, said: pieceMoveName(p, piece) } : { place: place!, said: place! }
  })
