/* look.ts: the part of the state that the drawing of a game gets: names, boards, the position on show. */
import type { About, BoardProps, GameUI, Line } from '../board/game_ui'
import { bookOf, packages } from '../games/index'
import { gamePart } from '../app/parts'
import { isHere } from '../net/names'
import { hasServer } from '../net/router'
import type { Judgement, Player, Position, Seating, TableMessage } from '../net/protocol'
import { pace, wantsMotion } from '../app/settings'
import { app, here } from '../app/state'
import type { Replay, Story, Table } from './table_state'
import { isolate, words, type Person } from '../say/words'

/* The drawing of a game, as soon as its package is here. */
export const uiOf = (game: string): GameUI | undefined => gamePart(bookOf(game))?.find(ui => ui.name === game)
export const ui = (t: Table): GameUI | undefined => uiOf(t.told.game)
/* What is said of a game, or of the game that it is a variant of. */
export const aboutOf = (game: string): About | undefined => packages[bookOf(game)]?.about
/* The games of the start page: those that have a place there and that the server offers, as soon as it has said so. */
export const shelf = (): string[] =>
  Object.keys(packages).filter(name => packages[name].about && (!app.games.length || app.games.some(g => g.name === name)))

export const gameName = (game: string): string => words('game.' + game)

export const emblem = (seat: number): string => words('emblem.' + seat)

/* Computers are called by their level. */
export const levelName = (level: number | undefined): string => (level ? words('level.' + level) : words('name.computer'))

function plainName(chair: Seating | undefined): string {
  const player = chair?.player
  if (!player) return chair ? emblem(chair.seat) : words('name.someone') // records contain no names
  if (player.kind === 'computer') return levelName(player.level ?? chair?.level)
  if (chair?.alias) return isolate(chair.alias)
  return personName(player)
}

/* A guest who has chosen no name is called after a bird, in the reader's language. The number decides which. */
function guestName(number: number): string {
  const birds = words('name.guests').split(', ')
  return birds[number % birds.length]
}

/* What a person is called: the name they chose, or that of a guest. */
export const personName = ({ name, guest }: Pick<Player, 'name' | 'guest'>): string =>
  name ? isolate(name) : guest ? guestName(guest) : words('name.someone')

/* A name that tells this seat from the others: people at one device and computers get their emblem as well. */
export function seatName(t: Table, seat: number): string {
  const chair = t.told.chairs.find(c => c.seat === seat)
  const name = plainName(chair)
  const twice = name === words('name.you') || t.told.chairs.some(c => c.seat !== seat && plainName(c) === name)
  return twice ? words('name.of', { name, emblem: emblem(seat) }) : name
}

/* The name of a seat on this screen: "you" if this viewer has only that seat. */
export const nameOf = (t: Table, seat: number): string => (isYou(t, seat) ? words('name.you') : seatName(t, seat))
const isYou = (t: Table, seat: number) => t.told.mine.length === 1 && t.told.mine[0] === seat
/* The same for a sentence, which may need other words for "you". */
export const person = (t: Table, seat: number): Person => ({ name: nameOf(t, seat), you: isYou(t, seat) })

const positionAt = (t: Table, replay: Replay | null): Position | null =>
  !replay || replay.at === t.told.position?.number ? t.told.position : (t.history.past.get(replay.at)?.position ?? null)

/* What is marked on the board: everything since the last turn of this viewer, with the turn it is in. Of viewers who have no seat, or
   several, the whole turn of whoever moved last. Chance belongs to the move before it. */
function recentLines({ log, mine }: TableMessage, before: number): Line[] {
  let end = log.length
  while (end > 0 && log[end - 1].number >= before) end--
  let from = end
  if (mine.length === 1) {
    const own = (line: Line) => line.seat === mine[0]
    while (from > 0 && (own(log[from - 1]) || !log[from - 1].seat)) from--
    while (from > 0 && !own(log[from - 1])) from--
  } else {
    let seat = 0
    while (from > 0 && (!seat || !log[from - 1].seat || log[from - 1].seat === seat)) {
      from--
      seat ||= log[from].seat
    }
  }
  return log.slice(from, end)
}

interface Made {
  inputs: unknown[]
  props: BoardProps
}
const madeNow = new WeakMap<Table, Made>()
const madeThen = new WeakMap<Table, Made>()
const madeTold = new WeakMap<Table, Made>()

/* The newest position for a drawing, whatever is on show. */
export const newestProps = (t: Table): BoardProps | null => propsAt(t, null, madeNow)

/* The position on show for a drawing. The same object as long as nothing in it changed, so that boards are redrawn only when they have to
   be. While an earlier position is fetched, the one before it stays. */
export function boardProps(t: Table): BoardProps | null {
  const { replay } = t.history
  if (replay) return propsAt(t, replay, madeThen) ?? (madeThen.get(t) ?? madeNow.get(t))?.props ?? null
  madeThen.delete(t)
  return t.story ? toldProps(t, t.story) : newestProps(t)
}

const namesAt = (t: Table): string[] => ['', ...t.told.chairs.map(c => nameOf(t, c.seat))]

/* A position by itself: nobody chooses in it. */
export const propsOf = (t: Table, position: Position): BoardProps => ({
  board: t.told.board,
  view: position.view,
  seat: position.seat,
  moves: [],
  selected: null,
  preview: null,
  last: [],
  recent: [],
  highlight: t.highlight,
  points: position.points,
  turn: position.turn,
  names: namesAt(t),
  you: t.told.mine.length === 1 ? t.told.mine[0] : 0,
  words,
  motion: wantsMotion(app.settings),
  pace: pace(app.settings) || 1,
})

/* A moment of a story: of the position that it has reached, what is told by now. */
function toldProps(t: Table, story: Story): BoardProps {
  const { shown } = story
  const inputs = [shown, t.step, t.highlight, app.settings.motion, app.settings.story, app.settings.language]
  const before = madeTold.get(t)
  if (before && before.inputs.every((v, i) => v === inputs[i])) return before.props
  const props: BoardProps = {
    ...propsOf(t, shown),
    view: toldView(t, story),
    recent: recentLines(t.told, shown.number),
    highlight: [...(t.step?.marks ?? []), ...t.highlight],
    step: t.step,
    telling: true,
  }
  madeTold.set(t, { inputs, props })
  return props
}

function toldView(t: Table, { shown, before, steps, coming }: Story): unknown {
  const told = steps.flatMap(step => step.events),
    later = coming.flatMap(step => step.events)
  return (later.length && ui(t)?.untold?.(shown.view, before.view, told, later)) || shown.view
}

function propsAt(t: Table, replay: Replay | null, made: WeakMap<Table, Made>): BoardProps | null {
  const position = positionAt(t, replay)
  if (!position || !t.told.board) return null
  const choice = replay ? null : t.choice
  const last = replay ? t.told.log.filter(line => line.number === replay.at - 1) : t.last
  const step = replay ? null : t.step
  const hint = choice?.is === 'choosing' && choice.hint !== 'thinking' ? choice.hint : null
  const { line } = t.history
  const drawn = line && line.from === replay?.at ? line.steps[line.shown - 1] : null
  const proposed = (replay ? drawn : hint && t.choice.is === 'choosing' ? t.choice.hinted : null)?.view
  const inputs = [
    t.told.board,
    position,
    choice?.is,
    choice?.move,
    choice?.preview,
    replay ? last[0] : last,
    step,
    hint,
    proposed,
    t.highlight,
    wantsMotion(app.settings),
    namesAt(t).join('\n'),
    t.told.mine.join(),
    app.settings.language,
  ]
  const before = made.get(t)
  if (before && before.inputs.every((v, i) => v === inputs[i])) return before.props
  const props: BoardProps = {
    ...propsOf(t, position),
    moves: choice?.is === 'choosing' ? position.moves : [],
    selected: choice?.move ?? null,
    preview: choice?.preview ?? null,
    proposed,
    last,
    recent: recentLines(t.told, replay ? replay.at : Infinity),
    highlight: hint?.moves.length
      ? [...placeOf(t.told.game, hint.moves[0].move, position.view, position.seat), ...t.highlight]
      : t.highlight,
    step,
    jump: replay ? replay.at !== replay.from + 1 : position === t.jumped,
  }
  made.set(t, { inputs, props })
  return props
}

/* The mistakes that an analysis found. */
export const mistakes = (t: Table): Judgement[] => (Array.isArray(t.history.mistakes) ? t.history.mistakes : [])

/* Whether the viewer is asked something in somebody else's turn. */
export function isAsked(t: Table): boolean {
  const { position } = t.told
  const active = position && ui(t)?.active?.(position.view, position.seat)
  return !!position?.moves.length && !!active && active !== position.seat
}

/* The points to show: a game may say that the sum is not what counts. */
export const shownPoints = (game: GameUI, p: { view: unknown; points: number[] }): number[] =>
  game.points?.(p.view, p.points) ?? p.points

/* Turns so far: moves of one player after another, chance aside. */
export function turnsIn(log: Line[]): number {
  const seats = log.map(line => line.seat).filter(seat => seat > 0)
  return seats.filter((seat, i) => seat !== seats[i - 1]).length
}

/* The key to a table that is not open to all, for links to it. */
export const keyOf = (t: Table): string | undefined => (t.told.public ? undefined : (t.told.invite ?? t.invite))

/* A viewer's `number` counts the moves that this viewer learns of; a link counts the moves that everybody sees. */
export function publicNumber(t: Table, number: number): number {
  const { log, position } = t.told
  const at = number === position?.number ? position : log.find(line => line.number === number)
  return at?.public ?? number
}

/* The place of the board that a move is about, as a list for marking it. */
export function placeOf(game: string, move: string, view: unknown, seat: number): string[] {
  const place = uiOf(game)?.target?.(move, view, seat)
  return place ? [place] : []
}

/* Where we are, for the bar and the window's title. */
export function whereText(): string {
  const t = here()
  if (!t) return ''
  const free = t.told.chairs.filter(c => !c.player).length
  if (t.told.state === 'open')
    return words('game.' + t.told.game) + ' · ' + (free ? words('lobby.waiting', { count: free }) : words('lobby.filled'))
  const turns = ' · ' + words('table.turns', { count: turnsIn(t.told.log) })
  return words('game.' + t.told.game) + turns + (hasServer() && isHere(t.id) ? ' · ' + words('local.here') : '')
}
