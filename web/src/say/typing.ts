/* typing.ts: which legal moves a typed text can mean: in notation, or in words of the player's language. */
import type { BoardProps, GameUI } from '../board/game_ui'

/* Words without case, accents and marks; "c3–d3" and "c3-d3" are alike. */
const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[–—]/g, '-')
    .split(/[^\p{L}\d,-]+/u)
    .map(word => word.replace(/^[,-]+|[,-]+$/g, ''))
    .filter(Boolean)

/* Whether all typed words stand in a phrase in their order, each whole or as the beginning of a longer word. */
function fits(typed: string[], phrase: string[]): boolean {
  let at = 0
  for (const word of typed) {
    while (at < phrase.length && !(phrase[at] === word || (word.length > 2 && phrase[at].startsWith(word)))) at++
    if (at++ >= phrase.length) return false
  }
  return true
}

/* Every legal move that the text could be a part of. */
export function fitting(text: string, moves: string[], game: GameUI, p: BoardProps): string[] {
  const typed = wordsOf(text)
  if (!typed.length) return []
  return moves.filter(move =>
    [move, game.moveLabel(move, p), ...(game.phrases?.(move, p) ?? [])].some(phrase => fits(typed, wordsOf(phrase))),
  )
}

/* The moves that are meant: the one that is written like this, else all that fit. */
export function meant(text: string, moves: string[], game: GameUI, p: BoardProps): string[] {
  const same = moves.find(move => move === text) ?? moves.find(move => wordsOf(move).join(' ') === wordsOf(text).join(' '))
  return same ? [same] : fitting(text, moves, game, p)
}
