/* choice.ts: what stands beside a board of Castelli: the ways a tile can lie, building, the hand. */

import { h, icon, type Child, type VNode } from '../../ui/dom'
import { BoardHooks, BoardProps, Event, Fact, Preview } from '../../board/game_ui'
import { Local } from '../../board/local'
import { cardButton, heading, moveButton, waiting } from '../../board/panel'
import { count, signed } from '../../board/speech'
import { who } from './labels'
import { cardName, moveLabel } from './say'
import { target } from './targets'
import { coatsOf, tileNode } from './tile'
import { Board, Tile, View } from './types'

export interface Desk {
  p: BoardProps
  board: Board
  view: View
  hooks: BoardHooks
  mine: Local
}

/* The card taken up, as long as something can be done with it. */
export function armed(p: BoardProps, view: View, mine: Local): string | null {
  const card = mine.get('card')
  return card !== null && p.moves.some(move => target(move, view).card === card && !move.startsWith('sell')) ? card : null
}

/* The next way the tile can lie. */
export function turn(p: BoardProps, hooks: BoardHooks): boolean {
  const ways = p.moves.filter(move => move.startsWith('place ') || move.startsWith('steward '))
  if (ways.length) hooks.select(ways[(ways.indexOf(p.selected ?? '') + 1) % ways.length], true)
  return ways.length > 0
}

export function content(desk: Desk): Child[] {
  const { p, view } = desk
  if (view.phase === 'over')
    return [
      heading(
        p.words('castelli.over'),
        view.winners.length ? p.words('castelli.winner', { names: view.winners.map(seat => who(p, seat)) }) : null,
      ),
    ]
  return [task(desk), hand(desk)]
}

function task(desk: Desk): Child[] {
  const { p, board, view, hooks, mine } = desk
  const has = (word: string) => p.moves.some(move => move === word || move.startsWith(word + ' '))
  if (!p.moves.length)
    return waiting(
      p,
      p.turn.filter(seat => (board.seats as number[]).includes(seat)), // at a tournament others play at the other table
      p.words(`castelli.phase.${view.phase}`),
    )
  const button = (move: string, cls?: string) => moveButton(move, p, hooks, moveLabel(move, p, board, view), cls)
  const card = armed(p, view, mine)
  if (card !== null)
    return [
      heading(cardName(p, card), p.words(`castelli.use.${card}`)),
      withCard(desk, card),
      h(
        'button',
        {
          class: 'btn',
          type: 'button',
          onclick: () => {
            mine.set('card', null)
            hooks.select(null)
          },
        },
        p.words('castelli.lay.down'),
      ),
    ]
  if (has('lift')) return heading(p.words('castelli.lift'), p.words('castelli.lift.hint'))
  if (has('place')) return placing(desk)
  if (has('steward'))
    return [
      heading(
        p.words('castelli.steward'),
        p.words('castelli.steward.hint', { name: who(p, view.active), place: view.placed?.cell ?? '' }),
        ' first',
      ),
      ways(
        desk,
        p.moves.filter(move => move.startsWith('steward')),
        view.placed?.tile,
        button('pass', 'btn way'),
      ),
    ]
  if (has('guard'))
    return [
      heading(p.words('castelli.guard'), p.words('castelli.guard.hint', { name: who(p, view.active) })),
      h('div', { class: 'row-of-buttons' }, button('guard'), button('pass')),
    ]
  if (view.phase === 'sale')
    return [heading(p.words('castelli.sale'), p.words('castelli.sale.hint')), h('div', { class: 'row-of-buttons' }, button('pass'))]
  return building(desk)
}

function placing(desk: Desk): Child[] {
  const { p, board, view } = desk
  const lifted = board.tiles.find(tile => tile.name === view.lifted?.tile)
  const me = view.players.find(player => player.seat === p.seat)
  const fromHand = p.moves.filter(move => move.startsWith('place hand'))
  return [
    heading(
      p.words('castelli.place', { place: view.lifted?.cell ?? '' }),
      lifted ? p.words('castelli.place.hint', { n: lifted.value }) : null,
      ' first brief',
    ),
    ways(
      desk,
      p.moves.filter(move => move.startsWith('place') && !move.startsWith('place hand')),
      view.lifted?.tile,
    ),
    fromHand.length > 0 && [h('h3', {}, p.words('castelli.place.hand')), ways(desk, fromHand, me?.tile)],
  ]
}

/* One button for each way a tile can lie, with what it would bring and to whom; and another one beside them. */
function ways({ p, board, view, hooks, mine }: Desk, moves: string[], name: string | null | undefined, other?: VNode): VNode {
  const tile = board.tiles.find(it => it.name === name)
  return h(
    'div',
    { class: 'ways', role: 'group', 'data-rove': true, 'aria-label': p.words('castelli.ways') },
    moves.map(move => {
      const turn = Number(move.split(' ').pop())
      const outcome = mine.outcome(view, move)
      return moveButton(
        move,
        p,
        hooks,
        [
          tile && picture(tile, turn, board),
          h('ul', { class: outcome === 'asked' ? 'waiting' : '' }, gainsOf(p, outcome)),
          h('span', { class: 'sr' }, moveLabel(move, p, board, view)),
        ],
        'way',
      )
    }),
    other,
  )
}

const picture = (tile: Tile, turn: number, board: Board) =>
  h(
    'svg',
    { class: 't board', viewBox: '-38 -38 76 78', 'aria-hidden': 'true' },
    tileNode(coatsOf(tile, turn), tile.value, 36, tile.silver, board.seats),
  )

/* What a way brings, as far as it is known. The button works without it. */
function gainsOf(p: BoardProps, outcome: Preview | 'asked' | 'refused'): Child {
  if (outcome === 'asked') return h('li', {}, '…')
  return outcome !== 'refused' && gains(p, outcome.events)
}

/* What events bring, a line for each player and good. */
function gains(p: BoardProps, events: Event[]): VNode[] {
  const sums = new Map<string, { seat: number; what: string; n: number }>()
  for (const event of events) {
    const what =
      event.key === 'gain'
        ? event.what!
        : event.key === 'draws'
          ? 'card'
          : event.key === 'silver' && event.what !== 'build'
            ? 'silver'
            : event.key === 'score'
              ? 'vp'
              : null
    if (!what || !event.seat || event.seat < 1 || !event.amount) continue
    const key = `${event.seat} ${what}`
    const sum = sums.get(key)
    if (sum) sum.n += event.amount
    else sums.set(key, { seat: event.seat, what, n: event.amount })
  }
  if (!sums.size) return [h('li', { class: 'none' }, p.words('castelli.nothing'))]
  return [...sums.values()]
    .sort((a, b) => a.seat - b.seat)
    .map(({ seat, what, n }) =>
      h(
        'li',
        {},
        icon(`shield-${seat}`),
        h('span', { class: 'sr' }, who(p, seat).name + ' '),
        signed(n),
        icon(what),
        h('span', { class: 'sr' }, p.words(`castelli.good.${what}`, { n })),
      ),
    )
}

function building(desk: Desk): Child[] {
  const { p, board, view, hooks } = desk
  const plain = p.moves.filter(move => /^(build|overbuild) /.test(move) && target(move, view).card === null)
  const chosen = p.selected !== null ? target(p.selected, view) : null
  const same = chosen?.place ? plain.filter(move => target(move, view).place === chosen.place) : []
  return [
    heading(p.words('castelli.build'), p.words(plain.length ? 'castelli.build.hint' : 'castelli.build.none')),
    plain.length > 0 &&
      h(
        'div',
        { class: 'sites', 'data-rove': true },
        plain.map(move => siteButton(move, desk)),
      ),
    same.length > 1 && h('p', { class: 'hint' }, p.words('castelli.build.other')),
    p.moves.includes('end') && h('div', { class: 'row-of-buttons' }, moveButton('end', p, hooks, moveLabel('end', p, board, view))),
  ]
}

function siteButton(move: string, { p, board, view, hooks }: Desk): VNode {
  const { place } = target(move, view)
  const points = view.castle_points[place!.slice(0, -1)] ?? 0
  const over = move.startsWith('overbuild') ? Number(move.split(' ')[2]) : null
  return moveButton(
    move,
    p,
    hooks,
    [
      icon(over ? `castle-${over}` : 'site'),
      h('span', {}, place!.slice(0, -1)),
      move.endsWith('silver') && icon('silver'),
      h('b', {}, signed(points)),
      h('span', { class: 'sr' }, moveLabel(move, p, board, view)),
    ],
    'btn sitebutton',
  )
}

/* The moves with the card taken up. */
function withCard(desk: Desk, card: string): Child[] {
  const { p, board, view, hooks } = desk
  const moves = p.moves.filter(move => target(move, view).card === card && !move.startsWith('sell'))
  return [
    h(
      'div',
      { class: 'sites', 'data-rove': true },
      moves.map(move =>
        /^(build|overbuild) /.test(move)
          ? siteButton(move, desk)
          : moveButton(move, p, hooks, moveLabel(move, p, board, view), 'btn small'),
      ),
    ),
  ]
}

function hand(desk: Desk): Child[] {
  const { p, board, view, hooks, mine } = desk
  const me = view.players.find(player => player.seat === p.seat)
  if (!me?.hand?.length) return []
  const taken = armed(p, view, mine)
  return [
    h('h2', { class: 'hand-title' }, p.words('castelli.hand')),
    h(
      'div',
      { class: 'cards', role: 'group', 'data-rove': true, 'aria-label': p.words('castelli.hand') },
      me.hand.map((card, i) => {
        const uses = p.moves.filter(move => target(move, view).card === card && !move.startsWith('sell'))
        const sale = p.moves.find(move => move === `sell ${card}`)
        const simple = uses.length === 1 && target(uses[0], view).place === null ? uses[0] : null
        const on = taken === card || (simple !== null && p.selected === simple)
        const press = () => {
          if (!uses.length) hooks.whyNot(wouldPlay(card, desk))
          else if (simple !== null) {
            if (p.selected === simple) hooks.confirm()
            else hooks.select(simple)
          } else {
            hooks.select(null)
            mine.set('card', on ? null : card)
            if (!on) hooks.say?.(p.words('castelli.taken', { card: cardName(p, card), use: p.words(`castelli.use.${card}`) }))
          }
        }
        const title = cardName(p, card),
          rule = p.words(`castelli.rule.${card}`)
        return cardButton(
          p,
          {
            card,
            symbol: `char-${card}`,
            title,
            rule,
            state: on ? 'on' : uses.length ? 'can' : 'off',
            label: `${title}: ${rule}`,
            move: simple ?? undefined,
            press,
          },
          `${card} ${i}`,
          sale &&
            moveButton(
              sale,
              p,
              hooks,
              [icon('silver'), p.words('castelli.sell'), h('span', { class: 'sr' }, moveLabel(sale, p, board, view))],
              'btn small',
            ),
        )
      }),
    ),
  ]
}

/* A move with a card that cannot be played now, so that the reason can be asked for. */
function wouldPlay(card: string, { p, board }: Desk): string {
  const on = (landscape: string) =>
    board.octagons.flatMap(octagon => octagon.areas).find(area => area.landscape === landscape)?.name ?? ''
  const other = board.seats.find(seat => seat !== p.seat) ?? 1
  switch (card) {
    case 'steward':
      return 'steward 0'
    case 'guard':
      return 'guard'
    case 'landgrave':
      return `build ${on('grain')} ${card}`
    case 'landgravine':
      return `build ${on('wood')} ${card}`
    case 'master_builder':
      return `build ${on('rock')} ${card}`
    case 'abbot':
    case 'army_of_knights':
      return `overbuild ${on('rock')} ${other} ${card}`
    case 'traitor':
      return `play ${card} ${other}`
    case 'peasant':
    case 'duke':
    case 'incendiary':
      return `play ${card} ${board.octagons[0].cell}`
    default:
      return `play ${card}`
  }
}

export const stock = (p: BoardProps, view: View): Fact[] => [
  { icon: 'back-castelli', label: p.words('castelli.deck'), value: String(view.deck) },
  { icon: 'back-tile', label: p.words('castelli.tiles.left'), value: String(view.unseen.length) },
  { icon: 'mine', label: count(p.words, 'castelli.silver.left', view.mine.silver), value: String(view.mine.silver) },
  { icon: 'village', label: p.words('castelli.villages.left'), value: String(view.spare.villages) },
  { icon: 'city', label: p.words('castelli.cities.left'), value: String(view.spare.cities) },
]
