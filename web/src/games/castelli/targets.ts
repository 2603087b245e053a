/* targets.ts: which place of the board a move is about, and which card it uses. Reads the notation, knows no rule. */

import { View } from './types'

const BUILD_CARDS = ['landgrave', 'landgravine', 'master_builder', 'abbot', 'army_of_knights']

export interface Target {
  place: string | null
  card: string | null
  silver: boolean
}

export function target(move: string, view: View): Target {
  const w = move.split(' ')
  const last = w[w.length - 1]
  switch (w[0]) {
    case 'lift':
      return { place: w[1], card: null, silver: false }
    case 'place':
      return { place: view.lifted?.cell ?? null, card: null, silver: false }
    case 'steward':
      return { place: view.placed?.cell ?? null, card: 'steward', silver: false }
    case 'build':
    case 'overbuild':
      return { place: w[1], card: w.find(word => BUILD_CARDS.includes(word)) ?? null, silver: last === 'silver' }
    case 'play':
      return { place: w[1] === 'traitor' ? null : (w[2] ?? null), card: w[1], silver: false }
    case 'sell':
      return { place: null, card: w[1], silver: false }
    case 'guard':
      return { place: view.overbuild?.area ?? null, card: 'guard', silver: false }
    default:
      return { place: null, card: null, silver: false }
  }
}

/* The moves that the board offers, by place: those without a card, or those with the card taken up. */
export function onBoard(moves: string[], view: View, armed: string | null): Map<string, string[]> {
  const map = new Map<string, string[]>()
  for (const move of moves) {
    const { place, card } = target(move, view)
    if (place === null || move.startsWith('sell')) continue
    if (card !== armed && card !== 'steward' && card !== 'guard') continue
    const list = map.get(place)
    if (list) list.push(move)
    else map.set(place, [move])
  }
  return map
}
