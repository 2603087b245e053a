/* index.ts: Castelli as the shell sees it. */

import { decision, deeds, holds, inWords, outcome, phrases, scan } from './aloud'
import type { Child } from '../../ui/dom'
import { BoardHooks, BoardProps, GameUI, Words } from '../../board/game_ui'
import { shownOf, stillProps } from '../../board/board'
import { local } from '../../board/local'
import { cardPictures } from '../../board/panel'
import { armed, content, stock, turn } from './choice'
import { Scene, draw } from './draw'
import { who } from './labels'
import { notes } from './notes'
import { cardName, moveLabel, placesOf, say } from './say'
import { asksNow, story, untold } from './story'
import { target } from './targets'
import { Board, CastelliEvent, Props, Sheet, View } from './types'

function sceneOf(p: Props, taken: string | null, influence = false): Scene {
  return {
    p,
    board: p.board,
    view: p.view,
    shown: shownOf(p),
    moves: p.moves,
    armed: taken,
    prefix: '',
    coming: p.preview?.events ?? [],
    last: p.recent.flatMap(line => line.events),
    influence,
  }
}

export function factsOf(p: BoardProps, view: View, seat: number) {
  const player = view.players.find(it => it.seat === seat)
  if (!player) return []
  const fact = (icon: string, good: string, n: number) => ({
    icon,
    label: p.words(`castelli.good.${good}`, { n }),
    value: String(n),
  })
  const facts = [
    fact('wood', 'wood', player.wood),
    fact('grain', 'grain', player.grain),
    fact('rock', 'rock', player.rock),
    fact('silver', 'silver', player.silver),
    fact('card', 'card', player.cards),
    fact(`castle-${seat}`, 'castle', player.castles),
  ]
  if (player.tile)
    facts.push({
      icon: 'back-tile',
      label: p.words(player.start_tile ? 'castelli.tile.start' : 'castelli.tile.hand'),
      value: player.tile.slice(4),
    })
  return facts
}

/* Who has what, and what is left. */
export const summaryOf = (p: BoardProps, view: View): string[] => [
  ...view.players.map(player =>
    [
      who(p, player.seat).name,
      p.words('castelli.text.points', { n: player.points }),
      ...factsOf(p, view, player.seat).map(fact => `${fact.value} ${fact.label}`),
    ].join(', '),
  ),
  stock(p, view)
    .map(it => `${it.label}: ${it.value}`)
    .join(', '),
]

const SOURCES: (keyof Sheet)[] = ['castles', 'kings', 'cards', 'resources', 'silver', 'start_tile', 'settlements', 'standing']

const SIGNS: Partial<Record<keyof Sheet, string>> = {
  castles: 'castle',
  kings: 'char-king3',
  cards: 'card',
  resources: 'wood',
  silver: 'silver',
  start_tile: 'back-tile',
  settlements: 'village',
  standing: 'castle',
}

function sheetOf(p: Props, view: View): { label: string; values: number[]; icon?: string }[] {
  const sheet = view.sheet
  if (!sheet) return []
  return SOURCES.map(source => ({
    label: p.words(`castelli.sheet.${source}`),
    values: sheet.map(row => row[source]),
    icon: SIGNS[source],
  })).filter(({ values }, i) => i < 5 || values.some(value => value !== 0))
}

export const cards = (board: Pick<Board, 'cards'>, words: Words): Child =>
  cardPictures(
    board.cards.map(({ name, copies }) => ({
      symbol: `char-${name}`,
      title: words(`castelli.card.${name}`),
      rule: words(`castelli.rule.${name}`),
      copies,
    })),
  )

/* The only move, if that is to end the turn or to pass. */
export const byItself = ({ moves }: BoardProps) =>
  moves.length === 1 && (moves[0] === 'end' || moves[0] === 'pass') ? { move: moves[0], ends: moves[0] === 'end' } : null
/* A lifted tile lies as it was drawn until it is turned. */
export const offer = ({ moves }: BoardProps) => moves.find(move => move.startsWith('place ')) ?? null
/* A tap on a lifted tile turns it. */
export const turns = (move: string) => /^(place|steward) /.test(move)
export const onward = ({ moves }: BoardProps) => moves.find(move => move === 'end' || move === 'pass') ?? null

/* Shows who has how much influence where, or hides it. */
export function askInfluence(hooks: BoardHooks): void {
  const mine = local(hooks)
  mine.set('influence', mine.get('influence') === null ? 'shown' : null)
}

export const castelli: GameUI<Board, View, CastelliEvent> = {
  name: 'castelli',
  board: hooks => ({
    draw: (p, mine) => draw(sceneOf(p, armed(p, p.view, mine), mine.get('influence') !== null)),
    turn,
    hold: () => askInfluence(hooks),
  }),
  choice: (p, hooks) => content({ p, board: p.board, view: p.view, hooks, mine: local(hooks) }),
  facts: (p, seat) => factsOf(p, p.view, seat),
  stock: p => stock(p, p.view),
  projected: (p, seat) => p.view.players.find(it => it.seat === seat)?.projected ?? null,
  ask: askInfluence,
  say,
  active: view => view.active,
  story: (line, p) => story(line, p.board, p.view),
  untold,
  isQuestion: asksNow,
  places: placesOf,
  moveLabel: (move, p) => moveLabel(move, p, p.board, p.view),
  target: (move, view) => target(move, view).place,
  notes,
  byItself,
  offer,
  onward,
  turns,
  thing: (what, p) => cardName(p, what),
  text: p => inWords(sceneOf(p, null), summaryOf(p, p.view)),
  decision: p => decision(p, p.view),
  deeds,
  outcome: (move, p) => outcome(move, p, p.board, p.view),
  phrases: (move, p) => phrases(move, p, p.board, p.view),
  holds: p => holds(p, p.view),
  scan: (what, p) => scan(what, sceneOf(p, null)),
  sheet: p => sheetOf(p, p.view),
  cards,
  picture: (board, view) => draw(sceneOf(stillProps(board, view), null)),
}
