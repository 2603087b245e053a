/* types.ts: what docs/views/castellan.md says, as types. `tests/web/views.spec.ts` compares them with what the server sends. */
import type { BoardProps, Event } from '../../board/game_ui'

export type Piece = 'tower' | 'long' | 'short'
export interface Card {
  id: string
  tower: number
  long: number
  short: number
  draw: number
}
export interface Board {
  table: number
  seats: number
  first: number
  touch: boolean
  keeps: number
  supply: Record<Piece, number>
  cards: { tower: Card[]; wall: Card[] }
}
export interface Wall {
  place: string
  kind: 'short' | 'long'
  from: string
  to: string
  open: ('from' | 'to')[]
}
export interface Courtyard {
  name: string
  owner: number
  towers: number
  double: boolean
  fresh: boolean
  value: number
  squares: string[]
}
export interface Closing {
  move: string
  points: number
  courtyards: { towers: number; squares: string[] }[]
}
export interface Player {
  seat: number
  points: number
  keeps: number
  keeps_left: number
  double_used: boolean
  decks: { tower: number; wall: number }
  hand: { tower: number; wall: number }
  cards: string[]
  played: string[]
}
export interface View {
  phase: 'deal' | 'play' | 'build' | 'keep' | 'stay' | 'draw' | 'over'
  active: number
  viewer: number
  last_round: boolean
  last_turns: number
  extent: { west: number; north: number; east: number; south: number } | null
  towers: string[]
  walls: Wall[]
  open_ends: string[]
  courtyards: Courtyard[]
  pieces: Record<Piece, number>
  cards_played: number // in this turn; while it is 0 the pieces are those that were passed on
  to_choose: number
  closes: Closing[]
  supply: Record<Piece, number>
  players: Player[]
  winners: number[]
}

/* What a move does: the table of events in the document. */
export interface CastellanEvent extends Event {
  key:
    | 'play'
    | 'take'
    | 'place'
    | 'close'
    | 'divide'
    | 'grow'
    | 'keep'
    | 'score'
    | 'pass_on'
    | 'discard'
    | 'draw'
    | 'card'
    | 'turn'
    | 'last_round'
    | 'win'
}

export type Props = BoardProps<Board, View, CastellanEvent>
