/* stock.ts: what of Castle is public and no piece on the board shows: the supply, the countryside counted, the discard pile. */

import { h, icon, type Child, type VNode } from '../../ui/dom'
import { Fact } from '../../board/game_ui'
import { count } from '../../board/speech'
import { cardName } from './labels'
import { Props } from './types'

const sum = (all: Record<string, number>) => Object.values(all).reduce((total, n) => total + n, 0)

/* A symbol and how many there are; `few` is when it begins to matter. */
const item = (id: string, n: number, label: string, few = -1): VNode =>
  h(
    'span',
    { class: n <= few ? 'few' : n ? '' : 'none', title: label },
    icon(id),
    h('span', { class: 'sr' }, label + ': '),
    String(n),
  )

export function supply({ words, board, view }: Props): VNode {
  const { walls, towers, houses, palaces } = view.supply
  return h(
    'div',
    { class: 'stock supply', role: 'group', 'aria-label': words('castle.supply') },
    item('wall', walls, words('castle.walls'), 3),
    board.towers.map(colour => item(`tower-${colour}`, towers[colour], words(`castle.tower.${colour}`), 0)),
    board.colours.map(colour => item(`house-${colour}`, houses[colour], words(`castle.house.${colour}`), 0)),
    item('palace-yellow', sum(palaces), words('castle.palaces'), 2),
  )
}

/* What belongs to no city: the guild cards of the countryside pay for it. */
export function country({ words, board, view }: Props): Child {
  const { walls, towers, water, houses, regions } = view.country
  return h(
    'details',
    { class: 'counts country', key: 'country' },
    h('summary', {}, words('castle.country')),
    h(
      'div',
      { class: 'stock supply' },
      item('wall', walls, count(words, 'castle.country.walls', walls)),
      board.towers.map(colour => item(`tower-${colour}`, towers[colour], count(words, `castle.country.${colour}`, towers[colour]))),
      item('guild-country_water_towers', water, count(words, 'castle.country.water', water)),
      board.colours.map(colour => item(`house-${colour}`, houses[colour], count(words, `castle.houses.${colour}`, houses[colour]))),
      board.regions.map(region =>
        item(
          `guild-country_region_${region}`,
          regions[region],
          count(words, 'castle.country.region', regions[region], { region: words(`castle.region.${region}`) }),
        ),
      ),
    ),
  )
}

/* The cards that everybody saw, and those that the viewer put there. */
export function discard(p: Props): Child {
  const { cards, open, own } = p.view.discard
  if (!cards) return null
  const pile = (key: string, list: string[]) => {
    const kinds = [...new Set(list)]
    return (
      kinds.length > 0 &&
      h(
        'div',
        { class: 'stock supply', role: 'group', 'aria-label': p.words(key) },
        h('span', { class: 'small muted' }, p.words(key)),
        kinds.map(card => item(`guild-${card}`, list.filter(it => it === card).length, cardName(p, card))),
      )
    )
  }
  return h(
    'details',
    { class: 'counts discards', key: 'discards' },
    h('summary', {}, count(p.words, 'castle.discard.pile', cards)),
    pile('castle.discard.open', open),
    pile('castle.discard.own', own),
  )
}

/* The piles, for the panel of what is left. */
export const stock = ({ words, view }: Props): Fact[] => [
  { icon: 'back-castle', label: words('castle.draw.left'), value: String(view.draw) },
  { icon: 'card', label: count(words, 'castle.discard.pile', view.discard.cards), value: String(view.discard.cards) },
  { icon: 'wall', label: words('castle.walls'), value: String(view.supply.walls) },
]
