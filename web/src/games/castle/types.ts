/* types.ts: what docs/views/castle.md says, as types. `tests/web/views.spec.ts` compares them with what the server sends. */
import type { BoardProps, Event } from '../../board/game_ui'

export type Colour = 'yellow' | 'green' | 'blue' | 'pink' | 'red'
export type TowerColour = 'white' | 'grey' | 'black'
export type Colours = Record<Colour, number>
export type TowerColours = Record<TowerColour, number>
export type Region = 'west' | 'north_east' | 'south_east'

export interface Point {
  name: string
  row: number
  x: number
  water: boolean
}
export interface WallLine {
  name: string
  points: [string, string]
  spaces: string[]
  border: boolean
}
export interface Space {
  name: string
  points: [string, string, string]
  north: boolean
  region: Region
}
export interface Supply {
  walls: number
  towers: TowerColours
  houses: Colours
  palaces: Colours
}

export interface Board {
  seats: number
  points: Point[]
  lines: WallLine[]
  spaces: Space[]
  regions: Region[]
  colours: Colour[]
  towers: TowerColour[]
  cards: { name: string; scope: 'city' | 'country' | 'board'; copies: number }[]
  supply: Supply
}

export interface City {
  city: string
  spaces: string[]
  edge: string[]
  towers: TowerColours
  houses: Colours
  palaces: Colours
  colours: number
}
export interface Player {
  seat: number
  points: number
  cards: number
  hidden: number
  last: boolean
  sheet: { card: string; points: number }[]
}

export interface View {
  phase: 'deal' | 'wall' | 'dice' | 'tower' | 'house' | 'join' | 'city' | 'score' | 'draw' | 'swap' | 'swap_draw' | 'over'
  active: number
  seat: number
  viewer: number
  ending: null | 'wall' | 'tower' | 'house' | 'palace' | 'board'
  last_scoring: boolean
  winners: number[]
  players: Player[]
  hand: { card: string; points: number | null }[]
  draw: number
  discard: { cards: number; open: string[]; own: string[] }
  supply: Supply
  walls: string[]
  towers: { point: string; colour: TowerColour }[]
  spaces: { space: string; houses: Colours; palaces: Colours; city: string | null }[]
  cities: City[]
  country: { walls: number; towers: TowerColours; water: number; houses: Colours; regions: Record<Region, number> }
  counts: string | null
  wall: string | null
  completes: boolean
  dice: null | { houses: (Colour | 'any' | null)[]; tower: TowerColour | null }
  closings: { line: string; spaces: string[]; joins: string[]; hand: number[] }[]
  choices: { move: string; city: string; spaces: string[]; hand: number[] }[]
}

/* What a move does: the table of events in the document. */
export interface CastleEvent extends Event {
  key:
    | 'deal'
    | 'draw'
    | 'refill'
    | 'wall'
    | 'dice'
    | 'tower'
    | 'house'
    | 'complete'
    | 'join'
    | 'return'
    | 'palace'
    | 'ending'
    | 'choose'
    | 'score'
    | 'discard'
    | 'swap'
    | 'turn'
    | 'over'
}

export type Props = BoardProps<Board, View, CastleEvent>
