/* tournament.ts: the Castelli Tournament: two tables in one picture, the viewer's own table first. */

import { h, icon, type Child } from '../../ui/dom'
import { Event, GameUI, Line } from '../../board/game_ui'
import { Picture, shownOf, stillProps } from '../../board/board'
import { Local, local } from '../../board/local'
import { heading } from '../../board/panel'

import { text } from '../../board/svg'
import { decision, deeds, holds, inWords, outcome, phrases, scan } from './aloud'
import { armed, content, turn } from './choice'
import { Scene, draw } from './draw'
import { askInfluence, byItself, cards, factsOf, offer, onward, summaryOf, turns } from './index'
import { who } from './labels'
import { cardName, moveLabel, placesOf, say } from './say'
import { asksNow, story } from './story'
import { target } from './targets'
import { Board, CastelliEvent, Props, Seat, TournamentBoard, TournamentProps, TournamentView } from './types'

const GAP = 56 // between the tables, with the names of those who play there

const tableOf = (view: TournamentView, seat: number | undefined) =>
  view.tables.findIndex(table => table.board.seats.includes(seat as Seat))

const boards = new WeakMap<TournamentBoard, Map<string, Board>>()

/* A table's board, with the tiles and cards that all share. It is the same object all through a round: pictures are kept by it. */
function boardOf({ board, view }: TournamentProps, table: number): Board {
  let known = boards.get(board)
  if (!known) boards.set(board, (known = new Map()))
  const own = view.tables[table].board
  const id = `${table} ${own.seats} ${own.layout} ${view.round}`
  let found = known.get(id)
  if (!found) known.set(id, (found = { ...own, tiles: board.tiles, cards: board.cards }))
  return found
}

/* Something of the viewer's own table; null for somebody who has none. */
function atTable<T>(p: TournamentProps, f: (at: Props) => T): T | null {
  const table = tableOf(p.view, p.seat)
  return table < 0 ? null : f(propsAt(p, table))
}

/* The tables in the order they are shown. */
function order(p: TournamentProps): number[] {
  const own = tableOf(p.view, p.seat)
  return own === 1 ? [1, 0] : p.view.tables.map((_, i) => i)
}

/* The seat of a line, or the first that its events name: chance acts for somebody. */
const seatOf = (line: Line): number => line.seat || line.events.find(event => (event.seat ?? 0) > 0)?.seat || 0

/* What happened at a table. */
function eventsAt(p: TournamentProps, lines: Line[], table: number): Event[] {
  return lines.filter(line => tableOf(p.view, seatOf(line)) === table).flatMap(line => line.events)
}

/* One table as if it were a game of its own. */
function propsAt(p: TournamentProps, table: number): Props {
  const view: TournamentView = p.view,
    own = tableOf(view, p.seat) === table
  const inner = view.tables[table].view
  const preview = own && p.preview ? p.preview.view.tables?.[table]?.view : null
  return {
    ...p,
    board: boardOf(p, table),
    view: inner,
    seat: own ? p.seat : 0,
    moves: own ? p.moves : [],
    selected: own ? p.selected : null,
    preview: preview ? { ...p.preview!, view: preview } : null,
    proposed: p.proposed?.tables?.[table]?.view,
    highlight: p.highlight.flatMap(name => {
      const [seat, place] = name.split(':')
      return tableOf(view, Number(seat)) === table ? [`${table}:${place}`] : []
    }),
  }
}

function sceneAt(p: TournamentProps, table: number, mine: Local | null): Scene {
  const at = propsAt(p, table)
  return {
    p: at,
    board: at.board,
    view: at.view,
    shown: shownOf(at),
    moves: at.moves,
    armed: mine ? armed(at, at.view, mine) : null,
    prefix: `${table}:`,
    coming: at.preview?.events ?? [],
    last: eventsAt(p, p.recent, table),
    influence: !!mine && mine.get('influence') !== null,
  }
}

const isKnockOut = (view: TournamentView) => view.rounds === 2

/* The matches of the second round of a knock-out: the final, and the one for the third place. */
function secondPairs(view: TournamentView): number[][] {
  const winners = [...view.results[0].first, ...view.results[0].second] as number[]
  return [winners, [1, 2, 3, 4].filter(seat => !winners.includes(seat))]
}

/* The seats of a knock-out that is over, the first place first. */
const placed = (view: TournamentView): number[] =>
  secondPairs(view).flatMap((pair, i) => {
    const [winner] = view.results[1][i ? 'second' : 'first']
    return [winner, ...pair.filter(seat => seat !== winner)]
  })

const names = (p: TournamentProps, table: number) => p.view.tables[table].board.seats.map(seat => who(p, seat))

/* "Table: Anna and Bob"; in the second round of a knock-out "Final: Anna and Carl". */
function tableName(p: TournamentProps, table: number): string {
  const view: TournamentView = p.view
  if (!isKnockOut(view) || !view.results.length) return p.words('castelli.table', { names: names(p, table) })
  return p.words(table ? 'castelli.cup.third' : 'castelli.cup.final', { names: names(p, table) })
}

export function drawAll(p: TournamentProps, mine: Local | null): Picture {
  const whole: Picture = { box: [-54, -96, 908, 1114], label: p.words('castelli.tournament'), nodes: [], places: [] }
  order(p).forEach((table, i) => {
    const down = i * (508 + GAP)
    const picture = draw(sceneAt(p, table, mine))
    whole.nodes.push(
      h(
        'g',
        {
          transform: `translate(0 ${down})`,
          role: 'group',
          'aria-label': tableName(p, table),
        },
        text(400, -66, 27, 'table-name', tableName(p, table)),
        picture.nodes,
      ),
    )
    whole.places.push(...picture.places.map(place => ({ ...place, y: place.y + down })))
  })
  return whole
}

/* A knock-out shows its matches, and at the end the places. The sum of both rounds would mislead, because it does not decide. */
function cupStanding(p: TournamentProps): Child[] {
  const view: TournamentView = p.view
  const match = (round: number, key: string, seats: number[]) =>
    h(
      'li',
      {},
      h('span', {}, p.words(key, { names: seats.map(seat => `${who(p, seat).name} ${view.results[round].points[seat - 1]}`) })),
    )
  const over = view.phase === 'over'
  return [
    h('p', { class: 'hint' }, over ? p.words('castelli.rounds.over', { of: 2 }) : roundName(p, view.results.length)),
    over &&
      h(
        'ol',
        { class: 'court-list' },
        placed(view).map((seat, i) =>
          h(
            'li',
            {},
            icon(`shield-${seat}`, 'crest'),
            h('b', { class: 'sum' }, p.words('castelli.rank.' + (i + 1))),
            h('span', {}, who(p, seat).name),
          ),
        ),
      ),
    view.results.length > 0 &&
      h(
        'ul',
        { class: 'court-list' },
        [
          [1, 2],
          [3, 4],
        ].map(pair => match(0, 'castelli.cup.first', pair)),
        over && secondPairs(view).map((pair, i) => match(1, i ? 'castelli.cup.third' : 'castelli.cup.final', pair)),
      ),
  ]
}

const roundName = (p: TournamentProps, round: number) =>
  isKnockOut(p.view)
    ? p.words(round ? 'castelli.cup.round2' : 'castelli.cup.round1')
    : p.words('castelli.sheet.round', { n: round + 1 })

function standing(p: TournamentProps): Child[] {
  const view: TournamentView = p.view
  if (isKnockOut(view)) return cupStanding(p)
  return [
    h(
      'p',
      { class: 'hint' },
      p.words(view.phase === 'over' ? 'castelli.rounds.over' : 'castelli.rounds', { n: view.round, of: view.rounds }),
    ),
    view.results.length > 0 &&
      h(
        'ul',
        { class: 'court-list' },
        view.totals.map((points, i) =>
          h(
            'li',
            {},
            icon(`shield-${i + 1}`, 'crest'),
            h('b', { class: 'sum' }, String(points)),
            h('span', {}, who(p, i + 1).name),
          ),
        ),
      ),
  ]
}

export const tournament: GameUI<TournamentBoard, TournamentView, CastelliEvent> = {
  name: 'castelli-tournament',
  apart: true,
  board: hooks => ({ draw: drawAll, turn, hold: () => askInfluence(hooks) }),
  choice(p, hooks) {
    const view: TournamentView = p.view,
      table = tableOf(view, p.seat)
    if (view.phase === 'over')
      return [
        heading(p.words('castelli.over'), p.words('castelli.winner', { names: view.winners.map(seat => who(p, seat)) })),
        standing(p),
      ]
    if (table < 0) return [heading(p.words('castelli.tournament')), standing(p)]
    const at = propsAt(p, table)
    return [content({ p: at, board: at.board, view: at.view, hooks, mine: local(hooks) }), standing(p)]
  },
  facts(p, seat) {
    const table = tableOf(p.view, seat)
    return table < 0 ? [] : factsOf(p, p.view.tables[table].view, seat)
  },
  ask: askInfluence,
  say,
  story(line, p) {
    const seat = seatOf(line),
      table = tableOf(p.view, seat)
    if (table < 0) return []
    const down = order(p).indexOf(table) * (508 + GAP)
    return story(line, boardOf(p, table), p.view.tables[table].view).map(step => ({
      ...step,
      marks: step.marks.map(place => `${seat}:${place}`),
      flights: step.flights.map(it => (typeof it.from === 'number' ? it : { ...it, from: { x: it.from.x, y: it.from.y + down } })),
    }))
  },
  active: (view, seat) => view.tables[tableOf(view, seat)]?.view.active ?? seat,
  isQuestion: (view, seat) => view.tables.some(table => table.board.seats.includes(seat as Seat) && asksNow(table.view, seat)),
  places(line, p) {
    const seat = seatOf(line)
    return placesOf(line, p).map(({ place, said }) => ({ place: `${seat}:${place}`, said }))
  },
  moveLabel(move, p) {
    const view: TournamentView = p.view,
      table = Math.max(0, tableOf(view, p.seat))
    return view.tables[table] ? moveLabel(move, p, boardOf(p, table), view.tables[table].view) : move
  },
  target(move, view, seat) {
    const table = view.tables[tableOf(view, seat)]
    const place = table && target(move, table.view).place
    return place ? `${seat}:${place}` : null
  },
  byItself,
  offer,
  onward,
  turns,
  thing: (what, p) => cardName(p, what),
  text(p) {
    const tables = order(p).map(table => {
      const scene = sceneAt(p, table, null)
      return { name: tableName(p, table), text: inWords(scene, summaryOf(scene.p, scene.view)) }
    })
    return {
      summary: tables.flatMap(({ name, text }) => [name, ...text.summary]),
      rows: tables.flatMap(({ name, text }) => text.rows.map(row => ({ ...row, title: `${name}, ${row.title}` }))),
    }
  },
  decision: p => atTable(p, at => decision(at, at.view)) ?? '',
  deeds: (lines, p) => deeds(lines, p),
  outcome: (move, p) => atTable(p, at => outcome(move, at, at.board, at.view)) ?? [],
  phrases: (move, p) => atTable(p, at => phrases(move, at, at.board, at.view)) ?? [],
  holds: p => atTable(p, at => holds(at, at.view)) ?? [],
  scan: (what, p) => (p.view.tables.length ? scan(what, sceneAt(p, Math.max(0, tableOf(p.view, p.seat)), null)) : null),
  sheet(p) {
    const view: TournamentView = p.view
    return view.results.map((result, i) => ({ label: roundName(p, i), values: result.points }))
  },
  points(view: TournamentView, points) {
    if (!isKnockOut(view)) return points
    if (view.phase === 'play') return points.map((n, i) => n - view.totals[i])
    return view.results.length ? view.results[view.results.length - 1].points : points
  },
  ranks(p) {
    const view: TournamentView = p.view
    if (!isKnockOut(view) || view.phase !== 'over') return null
    const order = placed(view)
    return {
      label: p.words('castelli.rank'),
      values: [1, 2, 3, 4].map(seat => p.words('castelli.rank.' + (order.indexOf(seat) + 1))),
    }
  },
  cards,
  picture: (board, view) => drawAll(stillProps(board, view), null),
}
