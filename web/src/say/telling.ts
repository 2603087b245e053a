/* telling.ts: what a player hears: the turns of others in a sentence each, the decisions to be made, and the end. */
import { host } from '../app/host'
import type { GameUI, Line } from '../board/game_ui'
import { boardProps, newestProps, person, shownPoints, ui } from '../model/look'
import { announce } from './notice'

import { app, here } from '../app/state'
import type { Table } from '../model/table_state'
import { list, words } from './words'

const quiet = 700 // milliseconds without a move, after which the turns of others are told although nobody waits for the player
const most = 3 // turns that are told one by one

let waiting: { table: Table; lines: Line[]; timer: number } | null = null
let scores = '' // as they were told last

/* All lines of a turn in words, one after the other. */
export const inFull = (t: Table, lines: Line[]): string => {
  const game = ui(t),
    p = boardProps(t)
  return game && p
    ? lines
        .map(line => game.say(line, p))
        .filter(Boolean)
        .join(' ')
    : ''
}

/* Tells a player what happened. The results of the player's own moves are always told in full. */
export function tellMoves(t: Table, lines: Line[]): void {
  const seat = lines.find(line => line.seat > 0)?.seat ?? 0
  const own = t.told.mine.includes(seat) && !t.told.chairs.some(chair => chair.seat === seat && chair.computer)
  const speech = app.settings.speech
  if (own || speech === 'all') {
    flush()
    announce(inFull(t, lines))
  } else if (speech === 'turn') gather(t, lines)
  if (!t.told.position!.moves.length && !t.told.position!.winners.length) return
  flush()
}

function gather(t: Table, lines: Line[]): void {
  if (waiting && waiting.table !== t) forgetWaiting()
  waiting ??= { table: t, lines: [], timer: 0 }
  waiting.lines.push(...lines)
  host.cancel(waiting.timer)
  waiting.timer = host.after(flush, quiet)
}

/* Nothing of an earlier table is told at the next. */
export function forgetWaiting(): void {
  if (waiting) host.cancel(waiting.timer)
  waiting = null
  scores = ''
}

/* The turns in some lines: moves of one seat after the other, each with the chance that follows it. */
function turnsOf(lines: Line[]): Line[][] {
  const turns: Line[][] = []
  let seat = 0
  for (const line of lines) {
    if (!turns.length || (line.seat && seat && line.seat !== seat)) turns.push([])
    if (line.seat) seat = line.seat
    turns[turns.length - 1].push(line)
  }
  return turns
}

/* Tells what has been gathered. */
function flush(): void {
  if (!waiting) return
  const { table: t, lines, timer } = waiting
  host.cancel(timer)
  waiting = null
  const game = ui(t)
  if (here() !== t || !game || !t.told.position) return
  const turns = turnsOf(lines)
  const told = turns.length > most ? [words('turn.many', { count: turns.length })] : turns.map(turn => turnText(t, game, turn))
  announce([...told, changedScores(t, game)].filter(Boolean).join(' '))
}

/* One turn of one player. A game that has no words for whole turns tells its lines. */
function turnText(t: Table, game: GameUI, turn: Line[]): string {
  const p = newestProps(t)
  const seat = turn.find(line => line.seat > 0)?.seat
  if (!p || !game.deeds || !seat) return inFull(t, turn)
  const { did, also } = game.deeds(turn, p)
  return [did.length ? words('turn.said', { name: person(t, seat), deeds: list(did) }) : '', ...also].filter(Boolean).join(' ')
}

export const scoresText = (t: Table, game: GameUI): string => {
  const points = shownPoints(game, t.told.position!)
  return words('turn.scores', {
    scores: t.told.chairs
      .map(({ seat }) => words('turn.score', { name: person(t, seat), points: points[seat - 1] ?? 0 }))
      .join(', '),
  })
}

function changedScores(t: Table, game: GameUI): string {
  const now = scoresText(t, game)
  if (now === scores) return ''
  scores = now
  return now
}

/* What the player is to choose, in a sentence; empty if that is nothing. */
export function decisionText(t: Table): string {
  const game = ui(t),
    p = newestProps(t)
  return game && p?.moves.length ? (game.decision?.(p) ?? words('table.yourTurn')) : ''
}

/* Says what is to be decided. Somebody who has little time hears it at once. */
export function tellDecision(t: Table): void {
  const text = decisionText(t)
  if (!text) return
  const { until } = t.reactions
  const seconds = until === null ? null : Math.max(1, Math.ceil((until - host.now()) / 1000))
  announce(seconds === null ? text : words('decision.soon', { decision: text, seconds }), seconds !== null)
}

/* Who won, and what everybody has. */
export function endText(t: Table): string {
  const { winners, points } = t.told.position!
  const game = ui(t)
  const shown = game ? shownPoints(game, t.told.position!) : points
  const score = ({ seat, resigned }: { seat: number; resigned: boolean }) =>
    words(resigned ? 'over.of.resigned' : 'over.of', { name: person(t, seat), points: shown[seat - 1] ?? 0 })
  return words('over.said', {
    winners: winners.map(seat => person(t, seat)),
    count: winners.length,
    scores: t.told.chairs.map(score).join(', '),
  })
}

/* Says how little time is left: at a minute, at half a minute, and at ten seconds. */
const marks = [60, 30, 10]
let warned = Infinity

export function tellClock(t: Table): void {
  const { position, mine } = t.told
  const ms = position?.moves.length && mine.includes(position.seat) ? position.clocks[position.seat - 1] : null
  if (ms === null || ms === undefined || t.told.state !== 'running') {
    warned = Infinity
    return
  }
  const left = Math.ceil((ms - (host.now() - t.received)) / 1000)
  const mark = marks.filter(it => left <= it).at(-1) ?? Infinity
  if (mark < warned && left > 0) announce(words('clock.low', { seconds: mark }), true)
  warned = mark
}

/* A replay speaks of the move that led to its position, once it rests. */
let resting = 0

export function tellReplay(t: Table): void {
  host.cancel(resting)
  resting = host.after(() => {
    const { replay } = t.history
    if (here() !== t || !replay) return
    const said = inFull(
      t,
      t.told.log.filter(line => line.number === replay.at - 1),
    )
    const args = { at: replay.at, last: t.told.number }
    announce(said ? words('replay.said', { ...args, said }) : words('replay.at', args))
  }, 250)
}
