/* aloud.ts: Castle for people who listen and type: decisions, turns, outcomes, what lies where. */

import { BoardText, Deeds, Line } from '../../board/game_ui'
import { either, player, sentence } from '../../board/speech'
import { cardName, cityLabel, colourName, lineLabel, lineName, pieces, pointLabel, spaceLabel } from './labels'
import { best, target } from './targets'
import { Board, CastleEvent, Props, Region, Space, View } from './types'

const places = (moves: string[]) => [...new Set(moves.map(move => target(move)?.place).filter((it): it is string => !!it))]
const colours = (p: Props) =>
  [...new Set(p.moves.map(move => target(move)?.what).filter((it): it is string => !!it))].map(it => colourName(p, it))

/* What is to be chosen, in a sentence. */
export function decision(p: Props): string {
  const view: View = p.view
  switch (view.phase) {
    case 'wall':
      return view.closings.length
        ? p.words('castle.decide.wall.closing', {
            n: p.moves.length,
            lines: view.closings.slice(0, 4).map(it => lineName(it.line)),
          })
        : p.words('castle.decide.wall', { n: p.moves.length })
    case 'tower':
    case 'house':
      return p.words(`castle.decide.${view.phase}`, { places: either(places(p.moves)), colours: either(colours(p)) })
    case 'join':
    case 'city':
      return p.words(`castle.decide.${view.phase}`, {
        choices: either(
          view.choices
            .filter(it => p.moves.includes(it.move))
            .map(it => p.words('castle.decide.choice', { city: it.city, n: it.spaces.length, points: best(it.hand) })),
        ),
      })
    case 'score': {
      const top = [...view.hand].sort((a, b) => (b.points ?? 0) - (a.points ?? 0))[0]
      return top
        ? p.words('castle.decide.score', { card: cardName(p, top.card), points: top.points ?? 0, n: view.hand.length })
        : p.words('castle.score')
    }
    case 'swap':
      return p.words('castle.decide.swap')
    default:
      return p.words('castle.wall')
  }
}

/* What a player did in a turn. */
export function deeds(lines: Line<CastleEvent>[], p: Props): Deeds {
  const did: string[] = []
  let scored = 0,
    cards = 0
  for (const { key, place = '', amount = 0, what } of lines.flatMap(line => line.events)) {
    if (key === 'wall') did.push(p.words('castle.did.wall', { line: lineName(place) }))
    if (key === 'tower') did.push(p.words('castle.did.tower', { point: place, colour: colourName(p, what!) }))
    if (key === 'house') did.push(p.words('castle.did.house', { space: place, colour: colourName(p, what!) }))
    if (key === 'complete') did.push(p.words('castle.did.complete', { n: amount, city: place }))
    if (key === 'join') did.push(p.words('castle.did.join', { n: amount, city: place }))
    if (key === 'score') {
      scored += amount
      cards++
    }
    if (key === 'swap') did.push(p.words('castle.did.swap'))
  }
  if (cards) did.push(p.words('castle.did.score', { n: scored, cards }))
  const ending = lines.flatMap(line => line.events).find(event => event.key === 'ending')
  return { did, also: ending ? [p.words(`castle.say.ending.${ending.what}`)] : [] }
}

/* What a wall would complete, and between what it stands. */
export function outcome(move: string, p: Props): string[] {
  const view: View = p.view
  const place = target(move)?.place
  const closing = view.phase === 'wall' ? view.closings.find(it => it.line === place) : undefined
  if (closing) return [p.words('castle.outcome.closes', { n: closing.spaces.length, points: best(closing.hand) })]
  if (view.phase === 'wall' && place) return [between(p, p.board, place)]
  const choice = view.choices.find(it => it.move === move)
  return choice ? [p.words('castle.outcome.city', { n: choice.spaces.length, points: best(choice.hand) })] : []
}

/* "between cd4, empty, and cd5, yellow house, region West" */
export function between(p: Props, board: Board, line: string): string {
  const view: View = p.view
  const spaces = (board.lines.find(it => it.name === line)?.spaces ?? []).map(name => board.spaces.find(it => it.name === name)!)
  const here = spaces.map(space => p.words('castle.beside', { space: space.name, what: contents(p, board, space, view) }))
  const regions = [...new Set(spaces.map(space => space.region))].map(region => p.words(`castle.region.${region}`))
  return here.length > 1
    ? p.words('castle.between', { one: here[0], other: here[1], regions })
    : p.words('castle.edge', { one: here[0] ?? '', regions })
}

function contents(p: Props, board: Board, space: Space, view: View): string {
  const here = view.spaces.find(it => it.space === space.name)
  const things = here ? pieces(p, board, here.houses, here.palaces) : []
  if (here?.city) things.unshift(p.words('castle.incity', { city: here.city }))
  return things.join(', ') || p.words('castle.empty')
}

/* A colour and a place, in either order: "white b1". */
export function phrases(move: string, p: Props): string[] {
  const [verb, place, what] = move.split(' ')
  return what && target(move) ? [`${verb} ${place} ${colourName(p, what)}`, `${colourName(p, what)} ${place}`] : []
}

export const holds = (p: Props): string[] =>
  (p.view as View).hand.map(({ card, points }) =>
    points === null ? cardName(p, card) : p.words('castle.holds', { card: cardName(p, card), n: points }),
  )

const asSentence = (text: string) => sentence(text) + '.'

/* A point ("c3"), a line ("c3-d3"), a space ("cd4"), a city, a row ("cd", "row 3"), or a region. */
export function scan(what: string, p: Props): string[] | null {
  const board: Board = p.board,
    view: View = p.view
  const text = what.trim().toLowerCase().replace('–', '-')
  const last = text.split(' ').pop()!
  const line = board.lines.find(it => it.name === text)
  if (line) return [asSentence(lineLabel(p, line.name, view))]
  const point = board.points.find(it => it.name === text)
  if (point)
    return [
      asSentence(pointLabel(p, board, point.name, view)),
      asSentence(
        p.words('castle.point.walls', {
          lines: board.lines.filter(it => it.points.includes(text) && view.walls.includes(it.name)).map(it => lineName(it.name)),
          n: board.lines.filter(it => it.points.includes(text) && view.walls.includes(it.name)).length,
        }),
      ),
    ]
  const city = view.cities.find(it => it.city === last && last !== text)
  if (city) return [asSentence(cityLabel(p, board, city.city, view))]
  const space = board.spaces.find(it => it.name === text)
  if (space) return [asSentence(spaceLabel(p, board, space, view))]
  const named = (region: Region) => p.words(`castle.region.${region}`).toLowerCase()
  const region = board.regions.find(it => text.endsWith(named(it)) || text.endsWith(it.replace('_', '-')) || text.endsWith(it))
  const rows = [...new Set(board.spaces.map(it => it.name.replace(/\d+$/, '')))]
  const row = rows.find((name, i) => name === last || String(i + 1) === last)
  const found = board.spaces.filter(it => (region ? it.region === region : row && it.name.replace(/\d+$/, '') === row))
  if (!found.length) return null
  const full = found.filter(it => view.spaces.some(here => here.space === it.name))
  return [
    asSentence(p.words('castle.scan', { n: found.length, full: full.length })),
    ...full.map(it => asSentence(spaceLabel(p, board, it, view))),
  ]
}

/* The board in words: who has what, cities, then row by row, and a table of what stands where. */
export function inWords(p: Props): BoardText {
  const board: Board = p.board,
    view: View = p.view
  const summary = view.players.map(it =>
    [player(p, it.seat).name, p.words('castle.points', { n: it.points }), p.words('castle.cards', { n: it.cards })].join(', '),
  )
  for (const it of view.hand)
    summary.push([cardName(p, it.card), ...(it.points === null ? [] : [p.words('castle.would', { n: it.points })])].join(', '))
  for (const city of view.cities) summary.push(cityLabel(p, board, city.city, view))
  summary.push(p.words('castle.walls.built', { n: view.walls.length, lines: view.walls.map(lineName).join(', ') }))
  for (const closing of view.closings)
    summary.push([lineName(closing.line), p.words('castle.line.closes', { n: closing.spaces.length })].join(': '))
  const rows = [...new Set(board.spaces.map(it => it.name.replace(/\d+$/, '')))]
  const full = board.spaces.filter(space => view.spaces.some(it => it.space === space.name))
  return {
    summary,
    rows: [
      ...rows.map(row => ({
        title: p.words('text.row', { row }),
        lines: board.spaces.filter(it => it.name.replace(/\d+$/, '') === row).map(space => spaceLabel(p, board, space, view)),
      })),
      { title: p.words('castle.towers.title'), lines: view.towers.map(tower => pointLabel(p, board, tower.point, view)) },
    ].filter(row => row.lines.length),
    table: full.length
      ? {
          caption: p.words('castle.board'),
          head: [
            p.words('castle.head.space'),
            p.words('castle.head.region'),
            p.words('castle.head.what'),
            p.words('castle.head.city'),
          ],
          rows: full.map(space => {
            const here = view.spaces.find(it => it.space === space.name)!
            return [
              space.name,
              p.words(`castle.region.${space.region}`),
              pieces(p, board, here.houses, here.palaces).join(', '),
              here.city ?? '',
            ]
          }),
        }
      : undefined,
  }
}
