/* aloud.ts: Castelli for people who listen and type: decisions, turns, outcomes, what lies where. */

import { BoardProps, BoardText, Deeds, Line } from '../../board/game_ui'
import { either, list, sentence } from '../../board/speech'
import { coatNames, emblem, meadowLabel, octagonLabel, areaName, sideName, who } from './labels'
import type { Scene } from './draw'
import { cardName } from './say'
import { target } from './targets'
import { coatsOf } from './tile'
import { Area, Board, CastelliEvent, Side, View } from './types'

const SIDES: Side[] = ['N', 'E', 'S', 'W']

/* What is to be chosen, in a sentence. */
export function decision(p: BoardProps, view: View): string {
  const kinds = new Set(p.moves.map(move => move.split(' ')[0]))
  const ways = p.moves.filter(move => /^(place|steward) /.test(move)).length
  if (kinds.has('lift')) return p.words('castelli.decide.lift', { n: p.moves.filter(move => move.startsWith('lift ')).length })
  if (kinds.has('place')) return p.words('castelli.decide.place', { place: view.lifted?.cell ?? '', n: ways })
  if (kinds.has('steward'))
    return p.words('castelli.decide.steward', { name: who(p, view.active), place: view.placed?.cell ?? '', n: ways })
  if (kinds.has('guard'))
    return p.words('castelli.decide.guard', { name: who(p, view.active), place: areaName(p, view.overbuild?.area ?? 'A1N') })
  if (view.phase === 'sale') return p.words('castelli.decide.sale')
  const sites = new Map<string, number>()
  for (const move of p.moves) {
    const { place, card } = target(move, view)
    if (place && card === null) sites.set(place, view.castle_points[place.slice(0, -1)] ?? 0)
  }
  const best = [...sites].sort((a, b) => b[1] - a[1]).slice(0, 4)
  return best.length
    ? p.words('castelli.decide.build', {
        n: sites.size,
        sites: either(best.map(([place, n]) => p.words('castelli.decide.site', { place: areaName(p, place), n }))),
      })
    : p.words(kinds.has('play') ? 'castelli.decide.card' : 'castelli.decide.end')
}

/* What a player got, good by good: "2 wood and 1 card". */
function goods(p: BoardProps, lines: Line<CastelliEvent>[], seat: number): string {
  const sums = new Map<string, number>()
  for (const { key, what, seat: to, amount } of lines.flatMap(line => line.events)) {
    const good = key === 'gain' ? what! : key === 'draws' ? 'card' : key === 'silver' && what !== 'build' ? 'silver' : null
    if (good && to === seat && amount && amount > 0) sums.set(good, (sums.get(good) ?? 0) + amount)
  }
  return list([...sums].map(([good, n]) => p.words('castelli.goods', { n, what: p.words(`castelli.good.${good}`, { n }) })))
}

/* What a player did in a turn. */
export function deeds(lines: Line<CastelliEvent>[], p: BoardProps): Deeds {
  const seat = lines.find(line => line.seat > 0)?.seat ?? 0
  const events = lines.flatMap(line => line.events)
  const did: string[] = []
  for (const { key, place = '', what = '', seat: by } of events) {
    if (by !== seat) continue
    const points = events.find(it => it.key === 'score' && it.what === 'castle' && it.place === place)?.amount ?? 0
    if (key === 'place') did.push(p.words('castelli.did.place', { place }))
    if (key === 'turn') did.push(p.words('castelli.did.turn', { place }))
    if (key === 'castle') did.push(p.words('castelli.did.castle', { place: areaName(p, place), n: points }))
    if (key === 'overbuild') did.push(p.words('castelli.did.overbuild', { place: areaName(p, place), n: points }))
    if (key === 'play') did.push(p.words('castelli.did.play', { card: cardName(p, what) }))
    if (key === 'sell') did.push(p.words('castelli.did.sell'))
  }
  const got = goods(p, lines, seat)
  if (got) did.push(p.words('castelli.did.gain', { goods: got }))
  const mine = p.seat && p.seat !== seat ? goods(p, lines, p.seat) : ''
  const also = mine ? [p.words('castelli.also.gain', { name: who(p, p.seat), goods: mine })] : []
  for (const event of events)
    if (event.key === 'robbed' && event.seat === p.seat) also.push(p.words('castelli.say.robbed', { name: who(p, p.seat) }))
  return { did, also }
}

const laidTile = (move: string, board: Board, view: View) => {
  const name = move.startsWith('place hand')
    ? view.players.find(it => it.seat === view.active)?.tile
    : move.startsWith('place')
      ? view.lifted?.tile
      : view.placed?.tile
  const tile = board.tiles.find(it => it.name === name)
  return tile ? coatsOf(tile, Number(move.split(' ').pop())) : null
}

/* Which coat points where, and who would gain what. */
export function outcome(move: string, p: BoardProps, board: Board, view: View): string[] {
  const out: string[] = []
  const coats = /^(place|steward) /.test(move) ? laidTile(move, board, view) : null
  if (coats) out.push(coatNames(p, coats))
  const events = (p.preview?.events ?? []) as CastelliEvent[]
  const lines = [{ number: 0, seat: 0, move, events }]
  let any = false
  for (const seat of [p.seat, ...board.seats.filter(it => it !== p.seat)]) {
    const got = goods(p, lines, seat)
    if (got) out.push(p.words('castelli.outcome.gain', { name: who(p, seat), goods: got }))
    any ||= !!got
  }
  if (coats && p.preview && !any) out.push(p.words('castelli.nothing'))
  return out
}

/* How a tile is laid, by any of its coats: "place fox north". */
export function phrases(move: string, p: BoardProps, board: Board, view: View): string[] {
  if (!/^(place|steward) /.test(move)) return []
  const coats = laidTile(move, board, view)
  const verbs = [move.split(' ').slice(0, -1).join(' '), p.words('castelli.typed.place')]
  return (coats ?? []).flatMap(({ seat }, i) => verbs.map(verb => `${verb} ${emblem(p, seat)} ${sideName(p, SIDES[i])}`))
}

export const holds = (p: BoardProps, view: View): string[] =>
  view.players.find(it => it.seat === p.seat)?.hand?.map(card => cardName(p, card)) ?? []

/* Every cell in words, by its name. */
function cells(scene: Scene): { cell: string; row: number; col: number; text: string }[] {
  const { board, view } = scene
  return [
    ...board.octagons.map(octagon => ({
      ...octagon,
      text: octagonLabel(
        octagon,
        scene,
        view.castles.filter(castle => castle.cell === octagon.cell),
        view.settlements.find(it => it.cell === octagon.cell)?.kind ?? null,
      ),
    })),
    ...board.meadows.map(meadow => ({ ...meadow, text: meadowLabel(meadow, scene) })),
  ].sort((a, b) => a.row - b.row || a.col - b.col)
}

const asSentence = (text: string) => sentence(text) + '.'

/* A cell ("E4"), a row ("row 3"), a column ("E"), or all areas of one landscape ("wood"). */
export function scan(what: string, scene: Scene): string[] | null {
  const { p, board } = scene
  const all = cells(scene)
  const text = what.trim().toUpperCase()
  const cell = all.find(it => it.cell === text || (it.cell === text.slice(0, 2) && /^[NESW]$/.test(text.slice(2))))
  if (cell) return [asSentence(cell.text)]
  const row = Number(/(\d+)$/.exec(text)?.[1] ?? 0)
  const found = all.filter(it => (row ? it.row === row : it.cell[0] === text.slice(-1) && /(^|\s)[A-H]$/.test(text)))
  if (found.length) return found.map(it => asSentence(it.text))
  const lands: Area['landscape'][] = ['wood', 'grain', 'rock', 'market', 'mine']
  const land = lands.find(it => p.words(`castelli.land.${it}`).toUpperCase() === text || it.toUpperCase() === text)
  if (!land) return null
  return all
    .filter(it => board.octagons.find(octagon => octagon.cell === it.cell)?.areas.some(area => area.landscape === land))
    .map(it => asSentence(it.text))
}

/* The board in words: who has what, row by row, and as a table of columns and rows. */
export function inWords(scene: Scene, summary: string[]): BoardText {
  const { p, board, view } = scene
  const all = cells(scene)
  const numbers = [...new Set(all.map(it => it.row))]
  const short = (cell: string): string => {
    const laid = view.tiles.find(tile => tile.cell === cell)
    if (laid) return coatNames(p, laid.coats)
    if (board.meadows.some(it => it.cell === cell)) return p.words('castelli.short.down')
    const octagon = board.octagons.find(it => it.cell === cell)
    return octagon ? octagon.areas.map(area => p.words(`castelli.land.${area.landscape}`)).join(', ') : ''
  }
  return {
    summary,
    rows: numbers.map(row => ({
      title: p.words('text.row', { row }),
      lines: all.filter(it => it.row === row).map(it => it.text),
    })),
    table: {
      caption: p.words('castelli.board'),
      head: [p.words('text.rows'), ...'ABCDEFGH'.slice(0, board.columns)],
      rows: numbers.map(row => [String(row), ...[...'ABCDEFGH'.slice(0, board.columns)].map(letter => short(letter + row))]),
    },
  }
}
