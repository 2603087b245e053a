/* types.ts: what docs/views/castelli.md says, as types. `tests/web/views.spec.ts` compares them with what the server sends. */
import type { BoardProps, Event } from '../../board/game_ui'

export type Seat = 1 | 2 | 3 | 4
export type Side = 'N' | 'E' | 'S' | 'W'
export type Landscape = 'wood' | 'grain' | 'rock' | 'market' | 'mine'
export type Icon = 'wood' | 'grain' | 'rock' | 'silver' | 'card'

export interface Area {
  name: string
  landscape: Landscape
  sides: Side[]
  symbols: number
  sites: number
  meadows: string[]
}
export interface Octagon {
  cell: string
  col: number
  row: number
  piece: string
  mine: boolean
  areas: Area[]
}
export interface Meadow {
  cell: string
  col: number
  row: number
  frame: { side: Side; icon: Icon }[]
}
export interface Tile {
  name: string
  coats: [Seat, Seat, Seat, Seat]
  value: number
  card: Seat | null
  silver: number
}
export interface Card {
  name: string
  copies: number
  battle: boolean
  reaction: boolean
}

export interface Board {
  columns: number
  rows: number
  seats: Seat[]
  dilemma: boolean
  battle: boolean
  layout: string
  octagons: Octagon[]
  meadows: Meadow[]
  tiles: Tile[]
  cards: Card[]
  castles_per_player: number
  silver: number
}

export interface PlacedTile {
  cell: string
  tile: string
  turn: number
  coats: { seat: Seat; value: number; card: boolean }[]
}
export interface Castle {
  cell: string
  area: string
  side: Side
  seat: Seat
  beneath: Seat | null
  guarded: boolean
}
export interface AreaState {
  area: string
  harvested: boolean
  influence: number[]
  leaders: Seat[]
}
export interface Player {
  seat: Seat
  points: number
  projected: number
  wood: number
  grain: number
  rock: number
  silver: number
  castles: number
  cards: number
  hand: string[] | null
  tile: string | null
  start_tile: boolean
}
export interface Sheet {
  seat: Seat
  castles: number
  kings: number
  cards: number
  resources: number
  silver: number
  start_tile: number
  settlements: number
  standing: number
  total: number
}

export interface View {
  phase: 'lift' | 'tile' | 'card' | 'steal' | 'place' | 'steward' | 'build' | 'guard' | 'sale' | 'over'
  active: Seat
  asked: Seat | null
  lifted: { cell: string; tile: string | null } | null // tile: once it is known
  placed: { cell: string; tile: string; turn: number } | null
  overbuild: { area: string; owner: Seat; card: string | null; silver: boolean } | null
  drawing: Seat | null
  robbed: Seat | null
  card_played: boolean
  silver_used: boolean
  tiles: PlacedTile[]
  unseen: string[]
  settlements: { cell: string; kind: 'village' | 'city' }[]
  castles: Castle[]
  areas: AreaState[]
  castle_points: Record<string, number>
  reach: string[]
  mine: { cell: string; silver: number }
  spare: { villages: number; cities: number }
  deck: number
  players: Player[]
  sheet: Sheet[] | null
  winners: Seat[]
}

export interface TournamentBoard {
  league: boolean
  dilemma: boolean
  battle: boolean
  rounds: number
  tiles: Tile[]
  cards: Card[]
}
export interface TournamentView {
  phase: 'round' | 'play' | 'over'
  round: number
  rounds: number
  totals: number[]
  results: { first: Seat[]; second: Seat[]; points: number[] }[]
  deck: number
  tables: { board: Omit<Board, 'tiles' | 'cards'>; view: View }[]
  winners: Seat[]
}

/* What a move does: the table of events in the document. */
export interface CastelliEvent extends Event {
  key:
    | 'lift'
    | 'tile'
    | 'place'
    | 'turn'
    | 'silver'
    | 'card'
    | 'steal'
    | 'robbed'
    | 'play'
    | 'sell'
    | 'gain'
    | 'lost'
    | 'draws'
    | 'complete'
    | 'castle'
    | 'overbuild'
    | 'guard'
    | 'score'
    | 'village'
    | 'city'
    | 'end'
    | 'round'
}

export type Props = BoardProps<Board, View, CastelliEvent>
export type TournamentProps = BoardProps<TournamentBoard, TournamentView, CastelliEvent>
