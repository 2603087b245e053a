/* game_ui.ts: the one interface between the shell of the page and the drawing of a game. */

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
export interface Line {
  number: number
  public?: number // moves made before it that every viewer learns of
  seat: number
  move: string
  events: Event[]
}
export interface Named {
  place: string
  said: string
} // a place, and the words of a sentence that name it
export interface Preview {
  view: any
  points: number[]
  events: Event[]
  moves: string[]
}
export type Words = (key: string, args?: Record<string, string | number>) => string
export interface BoardProps {
  board: any
  view: any // docs/views
  seat: number // the viewer's; 0 a spectator
  moves: string[] // legal moves of that seat, in notation
  selected: string | null // chosen, not confirmed yet
  preview: Preview | null // what `selected` would do
  last: Line[] // the lines of the last update: animation
  recent: Line[] // the lines of the last turn: last-move corners
  highlight: string[] // places to mark (log line hovered)
  points: number[]
  turn: number[]
  names: string[] // of the players, by seat from 1 (index 0 unused)
  words: Words
  motion: boolean // false: no animation
}
export interface BoardHooks {
  select(move: string | null, draft?: boolean): void // first tap or key; the shell previews, or confirms at once by setting (never a draft: it may grow)
  confirm(): void // second tap on the same place
  whyNot(move: string): void // a place that is not legal: the move it would have been
  preview(move: string): Promise<Preview | null> // for showing several outcomes at once (the four orientations)
}
export interface GameUI {
  name: string // "castelli" …
  mount(host: HTMLElement, hooks: BoardHooks): { update(p: BoardProps): void; destroy(): void } // the board
  choice(host: HTMLElement, p: BoardProps, hooks: BoardHooks): void // beside the board: hand, orientations, pieces, buttons (end, pass …)
  facts(p: BoardProps, seat: number): Fact[] // goods in a player's panel
  stock?(p: BoardProps): Fact[] // what is left for all
  say(line: Line, p: BoardProps): string // a log line in words
  places(line: Line, p: BoardProps): Named[] // the places it is about
  moveLabel(move: string, p: BoardProps): string // a move in words
  thing(what: string, p: BoardProps): string // a word of the box (a card, a colour) in words
  clauseOf(move: string): string | null // the rule it belongs to
  text(p: BoardProps): string[] // the board in words, for screen readers
  sheet(p: BoardProps): { label: string; values: number[]; icon?: string }[] // score by source, when over
  cards(host: Element, board: any, words: Words): void // every card of the box as it looks in hand, for the rules
  picture(host: Element, board: any, view: any): void // a small still board for the start page and the rules
}
// web/src/games/index.ts exports: export const gameUIs: Record<string, GameUI>
