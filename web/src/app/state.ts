/* state.ts: the one state object of the page. Whoever changes it calls redraw(). */
import { host } from './host'
import type { Attempt } from '../model/exercise'
import type { RoutedSource } from '../net/router'
import type { GameInfo, ListName, Notice, Player, Row } from '../net/protocol'
import { type Route } from './route'
import type { Settings } from './settings'
import type { Status } from '../net/source'
import type { Table, TableState } from '../model/table_state'

export type Dialog =
  | { is: 'create'; game: string; computers: boolean }
  | { is: 'settings' }
  | { is: 'keys' }
  | { is: 'menu' }
  | { is: 'account'; tab: 'register' | 'login' | 'recover' | 'password' | 'renew' | 'delete' | 'name' }
  | { is: 'codes'; codes: string[] }
  | { is: 'sessions' }
  | { is: 'bots' }
  | { is: 'clause'; game: string; clause: string; reason: string }
  | { is: 'person'; player: string; name: string; table: string; line?: number }
  | { is: 'report'; table: string }
  | { is: 'sure'; text: string; yes: string; then: () => void }

export interface App {
  source: RoutedSource
  route: Route
  status: Status
  retryAt: number
  player: Player | null
  muted: Set<string> // players whose words this player does not want to see
  blocked: Set<string> // and who cannot sit down at this player's tables
  house: Omit<Notice, 'is'> // what the server's owner tells
  holiday: number // until when the player's clocks stand still, or 0
  push: string | null // the server's key for messages to browsers
  games: GameInfo[]
  levels: number
  settings: Settings
  lists: Partial<Record<ListName, Row[]>>
  unfinished: Row[] // older tables of the player than the list has, and rematches that wait for their yes
  more: Partial<Record<ListName, { shown: number; older: Row[]; all: boolean }>> // lists of which more was asked for
  table: TableState | null
  attempt: Attempt | null // at a lesson or a puzzle
  dialog: Dialog | null
  drawer: boolean // the rules stand beside the board
  notice: { text: string; bad: boolean } | null
  busy: Set<string> // buttons whose request is under way
  drafts: Record<string, any> // what stands in forms
}

/* The source and the settings are there when the page begins (core.ts). */
export const app: App = {
  source: null!,
  route: { page: 'start' },
  status: 'connecting',
  retryAt: 0,
  player: null,
  muted: new Set(),
  blocked: new Set(),
  house: { notice: '', draining: false },
  holiday: 0,
  push: null,
  games: [],
  levels: 6,
  settings: null!,
  lists: {},
  unfinished: [],
  more: {},
  table: null,
  attempt: null,
  dialog: null,
  drawer: false,
  notice: null,
  busy: new Set(),
  drafts: {},
}

/* The table on show, once it is here. */
export const here = (): Table | null => (app.table?.is === 'here' ? app.table : null)

let render: () => void = () => undefined
let scheduled = false

export function onRedraw(f: () => void): void {
  render = f
}

/* Draws before the next frame, once for any number of calls. A hidden page gets no frames but still has to speak. */
export function redraw(): void {
  if (scheduled) return
  scheduled = true
  host.frame(drawNow)
}

/* Opens or closes the rules beside the board. */
export function toggleDrawer(open = !app.drawer): void {
  app.drawer = open
  redraw()
}

function drawNow(): void {
  if (!scheduled) return
  scheduled = false
  render()
}

/* Draws at once what was to be drawn. */
export const redrawNow = drawNow
