/* state.ts: the one state object of the page. Whoever changes it calls redraw(). */
import type { Line, Preview } from './game_ui'
import type {
  GameInfo,
  HintMove,
  Judgement,
  ListName,
  Past,
  Pause,
  Player,
  Position,
  Row,
  TableMessage,
  UndoAsked,
} from './protocol'
import { type Route } from './route'
import { storedSettings, type Settings } from './settings'
import type { Source, Status } from './source'

export interface TableState {
  id: string
  invite: string | undefined
  told: TableMessage // the table as last told, kept up to date
  position: Position | null // the newest
  received: number // when it came, for the clocks
  last: Line[] // what the last update brought
  selected: string | null
  preview: Preview | null
  sending: { number: number; seat: number; move: string; arrived?: true } | null // until the position after it is here
  highlight: string[]
  hint: HintMove[] | 'thinking' | null
  why: { title: string; clause: string; text: string } | null
  pause: (Pause & { until: number }) | null
  undoAsked: UndoAsked | null
  turn: number[] // who was to move when last somebody was
  paused: boolean // there has been a pause for reactions at this table
  noReaction: boolean
  revealed: number // hot seat: whose eyes may look now
  covered: boolean
  replay: Replay | null
  past: Map<number, Past> // the positions fetched so far, as the present eyes see them
  analysis: Judgement[] | 'thinking' | null // the largest mistakes, largest first
  over: boolean // the end has been shown
  tab: 'log' | 'chat' | 'players'
  unread: number // chat lines not looked at
  missing: string | null // error code instead of a table
}

/* Looking at earlier positions. */
export interface Replay {
  at: number // so many moves have been made
  playing: boolean
  timer?: number // of the next step while it plays
}

export type Dialog =
  | { is: 'create'; game: string }
  | { is: 'settings' }
  | { is: 'keys' }
  | { is: 'menu' }
  | { is: 'account'; tab: 'register' | 'login' | 'delete' | 'name' }
  | { is: 'clause'; game: string; clause: string; reason: string }
  | { is: 'sure'; text: string; yes: string; then: () => void }

export interface App {
  source: Source
  route: Route
  status: Status
  retryAt: number
  player: Player | null
  games: GameInfo[]
  levels: number
  settings: Settings
  lists: Partial<Record<ListName, Row[]>>
  more: Partial<Record<ListName, { shown: number; older: Row[]; all: boolean }>> // lists of which more was asked for
  table: TableState | null
  dialog: Dialog | null
  notice: { text: string; bad: boolean } | null
  busy: Set<string> // buttons whose request is under way
  drafts: Record<string, any> // what stands in forms
}

export const app: App = {
  source: null as unknown as Source,
  route: { page: 'start' },
  status: 'connecting',
  retryAt: 0,
  player: null,
  games: [],
  levels: 6,
  settings: storedSettings(),
  lists: {},
  more: {},
  table: null,
  dialog: null,
  notice: null,
  busy: new Set(),
  drafts: {},
}

let render: () => void = () => undefined
let scheduled = false

export function onRedraw(f: () => void): void {
  render = f
}

/* Draws before the next frame, once for any number of calls; a hidden page gets no frames but still has to speak. */
export function redraw(): void {
  if (scheduled) return
  scheduled = true
  const go = () => {
    scheduled = false
    render()
  }
  if (document.hidden) setTimeout(go)
  else requestAnimationFrame(go)
}
