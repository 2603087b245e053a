/* protocol.ts: what is said between the page and a source of games, as in docs/PROTOCOL.md. */
import type { Event, Line, Preview } from '../board/game_ui'
import type { Asked } from './requests'

export interface Player {
  id: string
  name: string // empty unless the person chose one
  guest?: number // of a guest without a name
  kind: 'guest' | 'account' | 'bot' | 'computer'
  level?: number
  rating?: number
}
export interface GameInfo {
  name: string
  title: string
  min_seats: number
  max_seats: number
  reactions: boolean // players may be asked something in another player's turn
  options: { name: string; value: boolean; about: string }[]
}
export interface Chair {
  kind: 'me' | 'open' | 'computer'
  level?: number
  name?: string // of a person who shares the device
}
export interface Clock {
  kind: 'none' | 'move' | 'game'
  seconds?: number
}
export type State = 'open' | 'running' | 'over' | 'suspended'
export interface Row {
  table: string
  game: string
  seats: number
  options: string[]
  state: State
  chairs: { seat: number; player: Player | null; mine: boolean; points: number }[]
  number: number
  waiting: boolean
  ends?: number // when the reader runs out of time there
  asks?: 'undo' | 'called' | 'start' // what it asks of the reader besides a move
  created: number
  changed: number
  clock: Clock
}
export interface Seating {
  seat: number
  player: Player | null
  connected: boolean
  computer: boolean
  level?: number
  resigned: boolean
  alias?: string // of a person who shares a device with others
  late?: boolean // the player ran out of time; a computer plays
  rests?: number // on holiday until then: the clock stands still
  call_ends?: number // the others asked the absent player to come back: from then on a computer may take the seat
  stand_in?: Pick<Player, 'id' | 'name' | 'guest'> // a friend plays for the absent player
}
export interface Position {
  number: number
  public?: number // of these moves, those that every viewer learns of
  seat: number
  view: unknown // docs/views
  hash: string
  points: number[]
  turn: number[]
  moves: string[]
  clauses?: string[] // the clause that allows each of `moves`
  undo: number | null
  clocks: (number | null)[]
  winners: number[]
}
export interface Chat {
  line: number // names it in `report`
  player: string
  seat: number
  name: string
  guest?: number
  text: string
  at: number
}
export type Undo = 'free' | 'consent' | 'none'

export interface TableMessage {
  is: 'table'
  table: string
  number: number
  game: string
  seats: number
  options: string[]
  state: State
  public: boolean
  invite?: string
  creator: boolean
  host?: number // the seat of the creator, or 0
  kept?: number // before the start: how long the chair of somebody who has gone is kept, in milliseconds
  clock: Clock
  undo: Undo
  reaction: number
  rated: boolean // the game counts for ratings: no hints until it is over
  hints: boolean // allowed although other people play
  luck: Luck | null // null: a table from a record
  chairs: Seating[]
  mine: number[]
  replies?: string[] // what a player can say beforehand about reactions
  replied?: string[] // what this one has said, for each of `mine`
  board: unknown // docs/views; null before the start
  position: Position | null
  log: Line[]
  chat: Chat[]
  rematch: string | null
  reason?: string // why it is suspended
  result?: { points: number[]; winners: number[] } // of a game that is over and has no position: its rules are gone
}
/* The hash of the server's secret; hashes of the players' numbers before the start, the numbers since. */
export interface Luck {
  hash: string
  pledges?: (string | null)[]
  numbers?: (string | null)[]
  silent?: number[] // seats whose player did not tell a number, so that a start failed
}
/* The game begins when everybody who pledged a number has told it. */
export interface LuckMessage {
  is: 'luck'
  table: string
  number: number
  hash: string
  pledges: (string | null)[]
}
export interface Moved {
  is: 'moved'
  table: string
  number: number
  from: number
  lines: Line[]
  position: Position
}
export interface Pause {
  is: 'pause'
  table: string
  number: number
  lines: Line[]
  ms: number
  reacting: boolean
}
export interface SeatingMessage {
  is: 'seating'
  table: string
  number: number
  chairs: Seating[]
  state: State
}
export interface ChatMessage extends Chat {
  is: 'chat'
  table: string
  number: number
}
export interface UndoAsked {
  is: 'undo_asked'
  table: string
  number: number
  seat: number
  to: number
  lines: Line[]
  answers: (boolean | null)[]
}
/* The question to take moves back is over: another player refused it, or the one who asked withdrew it. */
export interface UndoRefused {
  is: 'undo_refused'
  table: string
  number: number
  seat: number
}
export interface Undone extends Omit<TableMessage, 'is'> {
  is: 'undone'
}
export interface Lobby {
  is: 'lobby'
  what: ListName
  rows: Row[] // new in the list, or changed
  gone: string[] // tables that are in it no more
}
/* What the server's owner wants everybody to know. */
export interface Notice {
  is: 'notice'
  notice: string // or empty
  draining: boolean // no new tables; the server is about to stop
}
export interface Closing {
  is: 'closing'
}
export type Message =
  | TableMessage
  | LuckMessage
  | Moved
  | Pause
  | SeatingMessage
  | ChatMessage
  | UndoAsked
  | UndoRefused
  | Undone
  | Lobby
  | Notice
  | Closing

export type ListName = 'open' | 'mine' | 'live' | 'finished'
export interface HintMove {
  move: string
  points: number
  win: number
  noise: number
}
/* In what a move is better than another: a term of the game's evaluation, and points; below 0: worse. */
export interface TermReason {
  term: string
  points: number
}
/* How the points of reasons fit what a move gains by the end of the game; without it they do. */
export type Balance = 'small' | 'later' | 'partly'
/* The legal moves, best first, and in what the first is better than the second. */
export interface Hint {
  moves: HintMove[]
  other: string // the best move that leads elsewhere than the first
  verdict?: 'order' | 'close' | 'won' | 'lost' // what is left to choose between the two, if it is not the game
  reasons: TermReason[]
  balance?: Balance
}
/* What a strong player thinks of a decision: `lost` is the chance of winning that another turn had more, `cost` the points. `noise` is
 * what chance explains. */
export interface Judgement {
  number: number
  public: number // the same place, as everybody counts
  decision?: number // the same place, as its seat counts
  seat: number
  move: string
  best: string
  points: number
  win: number
  lost: number
  cost: number
  noise: number
  mistake: boolean
  reasons?: TermReason[]
  balance?: Balance
}
/* A move of a better line, and what its seat would see after it. */
export interface LineStep {
  move: string
  events: Event[]
  view: unknown
}
export interface Past {
  position: Position
  line: Line | null
}

/* Why a move is not legal: a key of the catalogues and what {…} in it stands for. `key` is null when it is legal after all. */
export interface Reason {
  clause: string
  key: string | null
  text: string
  about: { place?: string; other?: string; text?: string; what?: string; seat?: number; amount?: number }
}

export interface RatingOf {
  rating: number
  deviation: number
  games: number
  sure: boolean
}
/* Finished games of one kind. */
export interface Tally {
  game: string
  seats: number
  games: number
  wins: number
  losses?: number // against the player who asks
}
export interface Profile {
  player: Player
  since: number
  ratings: (RatingOf & { game: string; seats: number })[]
  played: Tally[]
}
export interface RatingResult {
  table: string
  seats: number
  at: number
  rating: number
  gain: number
  place: number
}
export type RankedPlayer = RatingOf & { player: Player }

export interface Session {
  id: string
  made: number
  agent: string // what the browser calls itself
  here: boolean // this one
  connected: boolean
}
export interface Bot {
  id: string
  name: string
  connected: boolean
}

/* What an account asks about itself, by POST. */
export interface Secrets {
  password: [{ password: string; new: string }, object]
  codes: [{ password: string }, { codes: string[] }]
  sessions: [object, { sessions: Session[] }]
  end: [{ session: string }, object]
  bots: [object, { bots: Bot[] }]
  bot: [{ name: string }, { token: string }]
  token: [{ bot: string }, { token: string }]
}

/* What every request is answered with. What it takes is declared by the server (requests.ts). */
interface Answers {
  hello: {
    version: string
    player: Player
    settings: Record<string, unknown>
    muted: string[]
    blocked: string[]
    games: GameInfo[]
    levels: number
    push?: string | null
    holiday?: number
  } & Omit<Notice, 'is'>
  push: object
  holiday: { until: number }
  unpush: object
  name: { player: Player }
  settings: object
  list: { tables: Row[] }
  unfollow: object
  unfinished: { tables: Row[] }
  mute: object
  block: object
  profile: Profile
  meetings: { played: Tally[] }
  results: { results: RatingResult[] }
  ranking: { players: RankedPlayer[] }
  find: { player: string | null }
  search: { tables: Row[] }
  report: object
  create: { table: string; invite: string }
  join: { seat: number }
  pledge: object
  reveal: object
  leave: object
  start: object
  watch: object
  unwatch: object
  move: { number: number }
  preview: Preview
  why: Reason
  hint: Hint
  undo: object
  answer: object
  react: object
  reply: object
  resign: object
  sit: object
  remove: object
  chair: object
  alias: object
  swap: object
  call: { ends: number }
  replace: object
  stand_in: object
  rematch: { table: string }
  chat: object
  positions: { positions: Past[] }
  import: { table: string; invite: string; guessed: boolean }
  analyse: { moves: Judgement[] }
  line: { line: LineStep[]; then: 'chance' | 'others' | 'over' }
}
/* Tables on this device are asked for with `here`, which is never sent. */
type Here<W> = W extends 'create' | 'import' ? { here?: boolean } : object
/* Every request: what it takes and what it is answered with. */
export type Requests = { [W in keyof Asked]: [Asked[W] & Here<W>, Answers[W]] }
