/* table_state.ts: what the page knows of a table, and what its player is doing there. */
import type { BoardHooks, Line, Preview, Step } from '../board/game_ui'
import type { Token } from '../board/steps'
import type { Hint, Judgement, LineStep, Past, Pause, Position, TableMessage, UndoAsked } from '../net/protocol'

/* The table of the page's address: asked for, refused, or here. */
export type TableState = Asked | Refused | Table

interface Addressed {
  id: string
  invite: string | undefined
}
export interface Asked extends Addressed {
  is: 'asked'
  at: number | undefined // the position that the address names
}
export interface Refused extends Addressed {
  is: 'refused'
  code: string
}
export interface Table extends Addressed {
  is: 'here'
  told: TableMessage // as the server told it last; its position is the newest
  received: number // when that came, for the clocks
  last: Line[] // what the last update brought
  choice: Choosing | Sending
  highlight: string[] // places to mark on the board
  undoAsked: UndoAsked | null
  reactions: Reactions
  device: Device
  history: History
  story: Story | null // what others did, while it is told
  counting: Counting | null // the final scoring, while it goes on
  step: Step | null // what is told now, or what flies for a move of one's own
  jumped: Position | null // a position that was reached by taking back or by coming back
  byHand: boolean // after an undo the page makes no move by itself until the player has moved
  fresh: number // until this time, a question that came by itself takes no answer
  side: Side
  hooks: BoardHooks // what the game's drawing may ask for
}

/* The player decides what to do in the newest position. A new position begins a new choice. */
export interface Choosing {
  is: 'choosing'
  move: string | null // chosen, not confirmed
  offered: boolean // by the game, not by the player
  preview: Preview | null // what it would do
  clause: string | null // the rule that allows it
  hint: Hint | 'thinking' | null
  hinted: Preview | null // what the hint's first move would do
  why: { title: string; clause: string; text: string; allowed: boolean } | null // the answer to "why?" and "why not?"
}

/* A confirmed move, until the position after it is here. */
export interface Sending {
  is: 'sending'
  number: number
  seat: number
  move: string
  preview: Preview | null
  arrived: boolean
}

/* Pauses in which players may react to somebody's move. */
export interface Reactions {
  pause: (Pause & { until: number }) | null
  until: number | null // the viewer is asked, and has time until then
  seen: boolean // there has been one at this table
  off: boolean // the player wants none in the present turn
  turn: number[] // whose turn that is
}

/* Several players at one device. */
export interface Device {
  seat: number // whose hand may be seen
  covered: boolean // the device changes hands
}

/* What others did, told one thing after the other. The choice and the buttons show the newest position meanwhile. */
export interface Story {
  frames: Frame[] // still to be told
  shown: Position // on the board, but for what is still to be told of it
  before: Position // on the board before the present frame
  line: Line // of which it tells
  steps: Step[] // of the present frame, those that were told
  coming: Step[] // of the present frame, after the present step
  flying: Token[] // what flies in the present step and has not arrived
  again: boolean // the last round, once more
  timer: number
}
/* A decision and what chance made of it. */
export interface Frame {
  lines: Line[]
  position: Position // after it
}

/* The final scoring: so many sources of points are counted. */
export interface Counting {
  rows: number
  timer: number
}

/* Earlier positions. */
export interface History {
  past: Map<number, Past> // fetched so far, as the present viewer sees them
  replay: Replay | null
  mistakes: Judgement[] | 'thinking' | null // the largest first
  judged: number | null // the seat whose they are
  line: BetterLine | null // what would have been better in the position on show
}
/* How a strong player would have gone on from a position, to the end of the turn. */
export interface BetterLine {
  from: number // the position
  steps: LineStep[] // empty while they are asked for
  shown: number // so many of them are drawn
  then: 'chance' | 'others' | 'over'
}
export interface Replay {
  at: number // so many moves have been made in the position on show
  from: number // and in the one that was on show before
  playing: boolean
  timer?: number // of the next step while it plays
  left: { position: Position | null; choice: Choosing } | null // what was being chosen when the look back began
}

/* What a phone shows under the board. */
export interface Side {
  tab: 'log' | 'chat' | 'players'
  unread: number // chat lines not looked at
  flat: boolean // the board is so wide that it gets the whole width, above the choice
  onboard: boolean // what can be chosen is on the board alone
  answer: string // to what was typed last
}

export const choosing = (move: string | null = null, offered = false): Choosing => ({
  is: 'choosing',
  move,
  offered,
  preview: null,
  clause: null,
  hint: null,
  hinted: null,
  why: null,
})
export const noHistory = (): History => ({ past: new Map(), replay: null, mistakes: null, judged: null, line: null })

/* A chair of a game that runs is free: on a phone the players are shown, with the link to it or the place to sit down. */
const isAwaited = ({ state, chairs }: TableMessage): boolean => state === 'running' && chairs.some(chair => !chair.player)

export const newTable = ({ id, invite }: Addressed, told: TableMessage, hooks: BoardHooks): Table => ({
  is: 'here',
  id,
  invite,
  told,
  received: 0,
  last: [],
  choice: choosing(),
  highlight: [],
  undoAsked: null,
  reactions: { pause: null, until: null, seen: false, off: false, turn: [] },
  device: { seat: 0, covered: false },
  history: noHistory(),
  story: null,
  counting: null,
  step: null,
  jumped: null,
  byHand: false,
  fresh: 0,
  side: { tab: isAwaited(told) ? 'players' : 'log', unread: 0, flat: false, onboard: false, answer: '' },
  hooks,
})

/* Whether the player is to decide something. */
export const mayMove = (t: Table): boolean =>
  !!t.told.position?.moves.length && t.choice.is === 'choosing' && !t.history.replay && !t.device.covered
