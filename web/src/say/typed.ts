/* typed.ts: the box for those who type: moves, in notation or in words, and questions. The answers are spoken and stand under the box. */
import { hint } from '../model/advice'
import { outcomeText } from './chosen'
import { confirm, select } from '../model/choose'
import { mayMove } from '../model/table_state'
import type { BoardProps, GameUI } from '../board/game_ui'
import { bookOf } from '../games/index'
import { newestProps, ui } from '../model/look'
import { announce } from './notice'
import { preview } from '../model/preview'
import { app, redraw } from '../app/state'
import { lastRound } from '../model/story'
import type { Table } from '../model/table_state'
import { decisionText, inFull, scoresText } from './telling'
import { fitting, meant } from './typing'
import { undo } from '../model/undo'
import { whyNot } from '../model/why'
import { list, words } from './words'

type Question = (t: Table, game: GameUI, p: BoardProps, about: string) => string | Promise<string> | void

const shown = 12 // moves that are read out at once

/* The questions and how they begin, in any language; words of the present language come from the catalogue. */
const questions: Record<string, { begin: string[]; ask: Question }> = {
  scores: { begin: ['s', 'scores'], ask: (t, game) => scoresText(t, game) },
  hold: { begin: ['p', 'hold'], ask: (_, game, p) => holdText(game, p) },
  last: { begin: ['last'], ask: t => inFull(t, lastRound(t)) || words('typed.none') },
  scan: { begin: ['scan'], ask: (_, game, p, about) => scanText(game, p, about) },
  moves: { begin: ['moves'], ask: (_, game, p, about) => movesText(game, p, about) },
  what: { begin: ['?'], ask: (t, game, p, about) => whatText(t, game, p, about) },
  why: {
    begin: ['why'],
    ask(t, game, p, about) {
      const [move] = meant(about, p.moves, game, p)
      whyNot(move ?? about, !move)
    },
  },
  hint: { begin: ['h', 'hint'], ask: () => void hint() },
  undo: { begin: ['z', 'undo'], ask: () => undo() },
  decision: { begin: ['d'], ask: t => decisionText(t) || words('typed.wait') },
  help: { begin: ['help'], ask: t => words('typed.help', { example: words('typed.example.' + bookOf(t.told.game)) }) },
}

/* What the player has: goods, then cards or pieces. */
export function holdText(game: GameUI, p: BoardProps): string {
  if (!p.seat) return words('table.watching')
  const goods = game.facts(p, p.seat).map(fact => factText(fact.label, fact.value))
  return words('typed.holds', { things: [...goods, ...(game.holds?.(p) ?? [])].join(', ') })
}

/* "2 wood"; a label that says its number itself says it once. */
export const factText = (label: string, value: string): string =>
  label.split(/\s/).includes(value) ? label : words('fact', { label, value })

function scanText(game: GameUI, p: BoardProps, about: string): string {
  const found = about ? game.scan?.(about, p) : null
  return found?.length
    ? found.join(' ')
    : words('typed.scan.none', { what: about, example: words('typed.scan.' + bookOf(game.name)) })
}

function movesText(game: GameUI, p: BoardProps, about: string): string {
  const moves = about ? fitting(about, p.moves, game, p) : p.moves
  if (!moves.length) return words(p.moves.length ? 'typed.fit.none' : 'typed.wait', { text: about })
  const named = moves.slice(0, shown).map(move => game.moveLabel(move, p))
  const more = moves.length - named.length
  return words(more ? 'typed.moves.more' : 'typed.moves', { count: moves.length, moves: named.join('; '), more })
}

async function whatText(t: Table, game: GameUI, p: BoardProps, about: string): Promise<string> {
  const [move, other] = meant(about, p.moves, game, p)
  if (!move || other) {
    if (!move) whyNot(about, true)
    return move ? movesText(game, p, about) : ''
  }
  return outcomeText(t, move, await preview(move))
}

/* The words of a question, if the text is one. */
function asQuestion(text: string): { name: string; about: string } | null {
  const [first, ...rest] = text.replace(/^\?(?=\S)/, '? ').split(' ')
  const word = first.toLowerCase()
  for (const [name, { begin }] of Object.entries(questions))
    if (
      begin.includes(word) ||
      words('typed.begin.' + name)
        .split(' ')
        .includes(word)
    )
      return { name, about: rest.join(' ') }
  return null
}

/* Says an answer and leaves it under the box. */
function answer(t: Table, text: string): void {
  if (!text) return
  t.side.answer = text
  announce(text)
  redraw()
}

/* What was typed and sent. An empty line confirms what is chosen, or asks what is to be decided. */
export async function type(t: Table, typed: string): Promise<void> {
  const text = typed.trim().replace(/\s+/g, ' ')
  const game = ui(t),
    p = newestProps(t)
  if (!game || !p) return
  t.side.answer = ''
  if (!text) {
    if (t.choice.is === 'choosing' && t.choice.move !== null) confirm()
    else answer(t, decisionText(t) || words('typed.wait'))
    return
  }
  const moves = mayMove(t) ? p.moves : []
  const question = moves.includes(text) ? null : asQuestion(text)
  if (question) {
    const said = await questions[question.name].ask(t, game, p, question.about)
    if (said && app.table === t) answer(t, said)
    return
  }
  const found = meant(text, moves, game, p)
  if (found.length > 1) answer(t, words('typed.several', { moves: list(found.slice(0, 6).map(move => game.moveLabel(move, p))) }))
  else if (found.length && t.choice.is === 'choosing' && t.choice.move === found[0] && !t.choice.offered) confirm()
  else select(found[0] ?? text)
}
