/* aloud.ts: Castellan for people who listen and type: decisions, turns, outcomes, what lies where. */

import { BoardText, Deeds, Line } from '../../board/game_ui'
import { count, either, list, player, sentence } from '../../board/speech'
import { PIECES, builtLabel, cardName, courtLabel, endLabel, ghostLabel, pieceMoveName, piecesText, towerLabel } from './labels'
import { CastellanEvent, Piece, Props, View } from './types'

/* What is to be chosen, in a sentence. */
export function decision(p: Props): string {
  const view: View = p.view
  switch (view.phase) {
    case 'play': {
      const pieces = piecesText(p, view.pieces)
      const cards = p.moves.filter(move => move.startsWith('play ')).length
      return p.moves.includes('build')
        ? p.words(cards ? 'castellan.decide.more' : 'castellan.decide.start', { n: cards, pieces })
        : p.words('castellan.decide.play', { n: cards })
    }
    case 'build': {
      if (p.moves.includes('pass')) return p.words('castellan.pass.hint')
      const closing = [...view.closes].filter(it => p.moves.includes(it.move)).sort((a, b) => b.points - a.points)[0]
      const args = { pieces: piecesText(p, view.pieces) }
      return closing
        ? p.words('castellan.decide.build.closing', { ...args, piece: pieceMoveName(p, closing.move), n: closing.points })
        : p.words('castellan.decide.build', args)
    }
    case 'keep':
      return p.words('castellan.decide.keep', {
        courts: either(p.moves.filter(it => it.startsWith('double ')).map(it => it.split(' ')[1])),
      })
    case 'stay':
      return p.words('castellan.decide.stay', { courts: either(p.moves.map(it => it.split(' ')[1])) })
    case 'draw':
      return p.words('castellan.decide.draw', { n: view.to_choose })
    default:
      return p.words('castellan.play')
  }
}

/* What a player did in a turn: courtyards first. */
export function deeds(lines: Line<CastellanEvent>[], p: Props): Deeds {
  const events = lines.flatMap(line => line.events)
  const did = events.flatMap(({ key, amount = 0, place = '' }) =>
    key === 'close'
      ? [count(p.words, 'castellan.did.close', amount)]
      : key === 'divide'
        ? [count(p.words, 'castellan.did.divide', amount, { court: place })]
        : [],
  )
  const built = events.filter(event => event.key === 'place')
  const sums = Object.fromEntries(PIECES.map(kind => [kind, built.filter(it => it.what === kind).length])) as Record<Piece, number>
  if (built.length) did.push(p.words('castellan.did.build', { pieces: piecesText(p, sums) }))
  const also = events.flatMap(({ key, seat }) =>
    key === 'last_round' ? [p.words('castellan.say.last', { name: player(p, seat) })] : [],
  )
  return { did, also }
}

/* Which courtyards a piece would close. */
export function outcome(move: string, p: Props): string[] {
  const closing = (p.view as View).closes.find(it => it.move === move)
  const towers = closing?.courtyards.map(it => String(it.towers)) ?? []
  return closing ? [p.words('castellan.closes', { n: towers.length, towers })] : []
}

/* "short 32,30 east" */
export function phrases(move: string, p: Props): string[] {
  const [kind, point, direction] = move.split(' ')
  return direction ? [`${kind} ${point} ${p.words(`castellan.side.${direction}`)}`] : []
}

export function holds(p: Props): string[] {
  const view: View = p.view
  const pieces = piecesText(p, view.pieces)
  const cards = view.players.find(it => it.seat === p.seat)?.cards ?? []
  return [
    ...(pieces && view.active === p.seat ? [p.words('castellan.text.pieces', { pieces })] : []),
    ...cards.map(id => p.words('castellan.holds', { card: cardName(p, id) })),
  ]
}

const at = (point: string) => point.split(',').map(Number)
const asSentence = (text: string) => sentence(text) + '.'

/* Everything that touches some points, in words. */
function lying(p: Props, touches: (x: number, y: number) => boolean): string[] {
  const view: View = p.view
  const near = (point: string) => touches(at(point)[0], at(point)[1])
  return [
    ...view.towers.filter(near).map(point => towerLabel(p, point, view)),
    ...view.walls.filter(wall => near(wall.from) || near(wall.to)).map(wall => builtLabel(p, wall)),
    ...view.open_ends.filter(near).map(point => endLabel(p, point)),
    ...view.courtyards.filter(court => court.squares.some(near)).map(court => courtLabel(p, court)),
  ]
}

/* A point ("31,32"), a row ("row 32"), a column, a courtyard by its name, or a side of the castle ("west"). */
export function scan(what: string, p: Props): string[] | null {
  const view: View = p.view
  const text = what.trim().toLowerCase()
  const say = (found: string[]) =>
    found.length ? found.map(asSentence) : [asSentence(p.words('castellan.nothing', { point: text }))]
  const point = /(\d+)\s*[, ]\s*(\d+)$/.exec(text)
  if (point) return say(lying(p, (x, y) => x === Number(point[1]) && y === Number(point[2])))
  const number = Number(/(\d+)$/.exec(text)?.[1] ?? NaN)
  const column = words(p, 'castellan.typed.column').some(word => text.startsWith(word))
  if (number >= 0) return say(lying(p, (x, y) => (column ? x : y) === number))
  const { west, north, east, south } = view.extent ?? { west: 32, north: 32, east: 32, south: 32 }
  const parts: [name: string, touches: (x: number, y: number) => boolean][] = [
    ['west', x => x <= (west + east) / 2],
    ['east', x => x >= (west + east) / 2],
    ['north', (_, y) => y <= (north + south) / 2],
    ['south', (_, y) => y >= (north + south) / 2],
  ]
  const part = parts.find(([name]) => text.endsWith(name) || text.endsWith(p.words(`castellan.part.${name}`)))
  return part ? say(lying(p, part[1])) : null
}

const words = (p: Props, key: string): string[] => ['column', ...p.words(key).split(' ')]

/* The castle in words: who has what, courtyards, then row by row from the north. */
export function inWords(p: Props): BoardText {
  const view: View = p.view
  const summary = view.players.map(it =>
    [
      player(p, it.seat).name,
      p.words('castellan.points', { n: it.points }),
      p.words('castellan.keeps', { n: it.keeps }),
      p.words('castellan.cards', { n: it.hand.tower + it.hand.wall }),
      p.words('castellan.decks', { tower: it.decks.tower, wall: it.decks.wall }),
    ].join(', '),
  )
  const me = view.players.find(it => it.seat === p.seat)
  if (me?.cards.length) summary.push(`${p.words('castellan.hand')}: ${list(me.cards.map(id => cardName(p, id)))}`)
  const pieces = piecesText(p, view.pieces)
  if (pieces) summary.push(p.words('castellan.text.pieces', { pieces }))
  for (const closing of view.closes) summary.push(ghostLabel(p, closing.move, view))
  const { north, south } = view.extent ?? { north: 32, south: 31 }
  const rows = Array.from({ length: south - north + 1 }, (_, i) => north + i)
    .map(y => ({
      title: p.words('text.row', { row: y }),
      lines: [
        ...view.towers.filter(point => at(point)[1] === y).map(point => towerLabel(p, point, view)),
        ...view.walls.filter(wall => at(wall.from)[1] === y).map(wall => builtLabel(p, wall)),
        ...view.open_ends.filter(point => at(point)[1] === y).map(point => endLabel(p, point)),
      ],
    }))
    .filter(row => row.lines.length)
  return {
    summary,
    rows,
    table: view.courtyards.length
      ? {
          caption: p.words('castellan.courtyards'),
          head: ['court', 'owner', 'towers', 'value'].map(it => p.words(`castellan.head.${it}`)),
          rows: view.courtyards.map(court => [
            court.name,
            player(p, court.owner).name,
            String(court.towers),
            String(court.value) + (court.double ? ` (${p.words('castellan.double')})` : ''),
          ]),
        }
      : undefined,
  }
}
