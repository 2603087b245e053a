/* look.ts: what of the state a game's drawing is shown: names, boards, the position looked at. */
import type { BoardHooks, BoardProps, GameUI, Line } from './game_ui'
import { gameUIs } from './games/index'
import type { Position, Seating } from './protocol'
import { wantsMotion } from './settings'
import { app, type TableState } from './state'
import { words } from './words'

/* The drawing of a game. */
export const uiOf = (game: string): GameUI | undefined => gameUIs[game]
export const ui = (t: TableState): GameUI | undefined => uiOf(t.told.game)

export const emblem = (seat: number): string => words('emblem.' + seat)

/* Computers are called by their level. */
export const levelName = (level: number | undefined): string => (level ? words('level.' + level) : words('name.computer'))

function plainName(chair: Seating | undefined): string {
  const player = chair?.player
  if (!player) return chair ? emblem(chair.seat) : words('name.someone') // a record knows no names
  if (player.kind === 'computer') return levelName(player.level ?? chair?.level)
  return player.name || words('name.someone')
}

/* A name that tells this seat from the others: people at one device and computers get their emblem as well. */
export function seatName(t: TableState, seat: number): string {
  const chair = t.told.chairs.find(c => c.seat === seat)
  const name = plainName(chair)
  const twice = t.told.chairs.some(c => c.seat !== seat && plainName(c) === name)
  return twice ? words('name.of', { name, emblem: emblem(seat) }) : name
}

/* What this screen calls the seat: whoever has one seat here is "you". */
export const nameOf = (t: TableState, seat: number): string =>
  t.told.mine.length === 1 && t.told.mine[0] === seat ? words('name.you') : seatName(t, seat)

/* The position on show: the newest, or one of the past. */
export function shown(t: TableState): Position | null {
  if (!t.replay || t.replay.at === t.position?.number) return t.position
  return t.past.get(t.replay.at)?.position ?? null
}

/* The lines that led to the position on show. */
function shownLast(t: TableState): Line[] {
  if (!t.replay) return t.last
  return t.told.log.filter(line => line.number === t.replay!.at - 1)
}

/* The whole turn of whoever moved last, chance included: what is marked on the board. */
function recentLines(t: TableState): Line[] {
  const { log } = t.told
  let end = log.length
  while (t.replay && end > 0 && log[end - 1].number >= t.replay.at) end--
  let from = end,
    seat = 0
  while (from > 0 && (!seat || !log[from - 1].seat || log[from - 1].seat === seat)) {
    from--
    seat ||= log[from].seat
  }
  return log.slice(from, end)
}

interface Made {
  inputs: unknown[]
  props: BoardProps
}
const made = new WeakMap<TableState, Made>()

/* The same object as long as nothing in it changed, so that boards are redrawn only when they have to be. */
export function boardProps(t: TableState): BoardProps | null {
  const position = shown(t)
  if (!position && t.replay && made.has(t)) return made.get(t)!.props // until it has come
  if (!position || !t.told.board) return null
  const now = !t.replay
  const motion = wantsMotion(app.settings)
  const names = ['', ...t.told.chairs.map(c => nameOf(t, c.seat))]
  const last = shownLast(t)
  const inputs = [
    t.told.board,
    position,
    now && t.selected,
    now && t.preview,
    t.replay ? last[0] : last,
    t.highlight,
    motion,
    names.join('\n'),
    app.settings.language,
    now && !!t.sending,
  ]
  const before = made.get(t)
  if (before && before.inputs.every((v, i) => v === inputs[i])) return before.props
  const props: BoardProps = {
    board: t.told.board,
    view: position.view,
    seat: position.seat,
    moves: now && !t.sending ? position.moves : [],
    selected: now ? t.selected : null,
    preview: now ? t.preview : null,
    last,
    recent: recentLines(t),
    highlight: t.highlight,
    points: position.points,
    turn: position.turn,
    names,
    words,
    motion,
  }
  made.set(t, { inputs, props })
  return props
}

/* The points to show: a game may say that the sum is not what counts. */
export const shownPoints = (game: GameUI, p: { view: any; points: number[] }): number[] =>
  game.points?.(p.view, p.points) ?? p.points

/* The key to a table that is not open to all, for links to it. */
export const keyOf = (t: TableState): string | undefined => (t.told?.public ? undefined : (t.told?.invite ?? t.invite))

/* What the games may ask the page to do; the same object for everything drawn at a table. */
export const hooksOf = new WeakMap<TableState, BoardHooks>()
