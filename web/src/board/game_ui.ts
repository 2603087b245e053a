/* game_ui.ts: the one interface between the shell of the page and the drawing of a game. */

import type { Child } from '../ui/dom'
import type { Drawing, Picture } from './board'
import type { Args } from '../say/words'

/* A thing, and how many there are of it. */
export interface Fact {
  icon: string
  label: string
  value: string
}

export interface Event {
  key: string
  seat?: number
  amount?: number
  what?: string
  place?: string
}
export interface Line<E extends Event = Event> {
  number: number
  public?: number // moves made before it that every viewer learns of
  seat: number
  move: string
  late?: boolean // made by the server: the time to react was over
  events: E[]
}
export interface Named {
  place: string
  said: string
} // a place, and the words of a sentence that name it
/* What a move would do. */
export interface Preview<View = unknown, E extends Event = Event> {
  view: View
  points: number[]
  events: E[]
  moves: string[]
}
/* Tokens that fly from a place of the board, or from the panel of a seat (0: the stock), to a counter. */
export interface Flight {
  symbol: string
  from: { x: number; y: number } | number
  seat: number
  good: string // the icon of a fact, or 'vp' for the points
  count: number
}
/* One step of a story: what it highlights, shows and lets fly, and how many milliseconds it takes at normal speed. */
export interface Step {
  events: Event[] // what it tells
  marks: string[] // places of the board
  show: string[] // symbols over the board: dice, cards
  tumble: boolean // they are dice
  flights: Flight[]
  announce: boolean // it opens a round of scoring
  ms: number
}
/* A board in words: what matters, then everything part by part, and as a table if it has the shape of one. */
export interface BoardText {
  summary: string[]
  rows: { title: string; lines: string[] }[]
  table?: { caption: string; head: string[]; rows: string[][] } // the first cell of a row is its header
}
/* What a player did in a turn, for one sentence after the name ("closed a courtyard of 5"); `also`: what it brought the viewer, as sentences. */
export interface Deeds {
  did: string[]
  also: string[]
}
/* A note for somebody's first game: the moment at which it is shown, the numbers that its words name, and the places that it speaks of. */
export interface Note<P = BoardProps> {
  id: string
  when(p: P): boolean
  args?(p: P): Args
  marks?(p: P): string[]
}
export type Words = (key: string, args?: Args) => string
/* A position for a drawing. The types Board, View and E (events) of a game are in its types.ts. */
export interface BoardProps<Board = unknown, View = unknown, E extends Event = Event> {
  board: Board
  view: View
  seat: number // the viewer's; 0 a spectator
  moves: string[] // legal moves of that seat, in notation
  selected: string | null // chosen, not confirmed yet
  preview: Preview<View, E> | null // what `selected` would do
  proposed?: View // a position that is proposed: while nothing is chosen, what it has more is drawn as ghosts
  last: Line<E>[] // the lines of the last update: animation
  recent: Line<E>[] // the lines of the last turn: last-move corners
  highlight: string[] // places to mark (log line hovered)
  points: number[]
  turn: number[]
  names: string[] // of the players, by seat from 1 (index 0 unused)
  you?: number // the seat that is called "you", if one is
  words: Words
  motion: boolean // false: no animation
  pace?: number // how much longer than usual tokens fly
  step?: Step | null // the step that is told now; its flights start when it begins
  telling?: boolean // a story is being told; a tap ends it
  jump?: boolean // this position does not follow from the one before: nothing moves
}
export interface BoardHooks {
  say?(text: string): void // to those who listen
  changed?(): void // the player has taken something up, or an outcome is known: what stands beside the board is drawn again
  skip?(): boolean // ends the story; says whether the tap may also choose
  select(move: string | null, draft?: boolean): void // first tap or key; the shell previews, or confirms at once by setting (never a draft: it may grow)
  confirm(): void // second tap on the same place
  whyNot(move: string): void // a place that is not legal: the move it would have been
  preview(move: string): Promise<Preview | null> // for showing several outcomes at once (the four orientations)
}
/* What the page says of a game before one is played: game.json in the folder of the game. */
export interface About {
  minutes: number // of a usual game
  sample: number // how far into a game the position of web/samples is, from 0 to 1
  marks: string[] // a symbol for each seat, from 1: of a table in a list
  cover: string // what of the sample the start page shows: a selector, or "" for the middle of the board
  variants?: string[] // games that are played with this one's book
  pictures: Record<string, string> // what stands beside a section of the rules: "cards", "whole", or as in `cover`
}
export interface GameUI<
  Board = unknown,
  View = unknown,
  E extends Event = Event,
  P extends BoardProps = BoardProps<Board, View, E>,
> {
  name: string // "castelli" …
  apart?: boolean // players sit at different tables, so a move of others need not end a player's choice
  board(hooks: BoardHooks): Drawing<P>
  choice(p: P, hooks: BoardHooks): Child[] // beside the board, in groups: hand, orientations, pieces, buttons (end, pass …)
  facts(p: P, seat: number): Fact[] // goods in a player's panel
  stock?(p: P): Fact[] // what is left for all
  projected?(p: P, seat: number): number | null // the points of a seat if the game ended as it stands
  ask?(hooks: BoardHooks): void // shows on the board what is shown only on request, or hides it
  say(line: Line<E>, p: P): string // a log line in words
  story(line: Line<E>, p: P): Step[] // a log line as steps of a story; `p` is the position after it
  untold?(now: View, before: View, told: E[], coming: E[]): View // `now` without what `coming` will tell: that is as in `before`
  scoring?(p: P): { text: string; marks: string[] } | null // while a round of scoring goes on: who made it, and what lights up
  active?(view: View, seat: number): number // whose turn it is at the table of `seat`
  isQuestion?(view: View, seat: number): boolean // whether `seat` has a decision, with a time limit, in another player's turn
  places(line: Line<E>, p: P): Named[] // the places it is about
  moveLabel(move: string, p: P): string // a move in words
  target?(move: string, view: View, seat: number): string | null // the place of the board that a move of a seat is about
  notes?: Note<P>[] // for a first game; when several moments come together, the first one counts
  byItself?(p: P): { move: string; ends: boolean } | null // the only possible move, if there is one; `ends`: it ends the turn
  offer?(p: P): string | null // the move that is chosen at first; the player changes or confirms it
  onward?(p: P): string | null // what the main button does while nothing is chosen: end the turn, start building
  taken?(p: P, hooks: BoardHooks): string | null // the first word of the moves that the player has something in hand for
  isLight?(move: string, p: P): boolean // whether one tap is enough: the move can be taken back at once and ends no turn
  turns?(move: string): boolean // whether one more tap at its place turns what lies there, so that a button confirms it
  thing(what: string, p: P): string // a word of the box (a card, a colour) in words
  text(p: P): BoardText // for people who listen
  decision?(p: P): string // what is to be chosen now, in a sentence
  deeds?(lines: Line<E>[], p: P): Deeds // a whole turn of another player
  outcome?(move: string, p: P): string[] // what the chosen move, of which `p` has the preview, would bring, besides points
  phrases?(move: string, p: P): string[] // how a move may be typed, besides its notation and its label
  holds?(p: P): string[] // what the viewer has in hand
  scan?(what: string, p: P): string[] | null // what lies at a place, in a row or region; null: nothing has this name
  sheet(p: P): { label: string; values: number[]; icon?: string }[] // score by source, when over
  points?(view: View, points: number[]): number[] // what to show by seat where the sum does not say who is ahead
  ranks?(p: P): { label: string; values: string[] } | null // the sheet's last row in place of the total, when over
  cards(board: Board, words: Words): Child // every card of the box as it looks in hand, for the rules
  picture(board: Board, view: View): Picture // a small still board for the start page and the rules
}
/* games/index.ts names the packages of all games. */
