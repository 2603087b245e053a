/* panel.ts: what stands beside a board: headings, buttons for moves, cards. */

import { h, icon, type Child, type VNode } from '../ui/dom'
import { BoardHooks, BoardProps } from './game_ui'
import { player } from './speech'

/* A button that stands for a move: once selects, twice confirms. */
export function moveButton(move: string, p: BoardProps, hooks: BoardHooks, label: Child, cls = 'btn'): VNode {
  const chosen = p.selected === move
  return h(
    'button',
    {
      key: move,
      class: cls + (chosen ? ' on' : ''),
      type: 'button',
      'data-move': move,
      onclick: () => (chosen ? hooks.confirm() : hooks.select(move)),
    },
    label,
    chosen && h('span', { class: 'sr' }, p.words('chosen.mark')),
  )
}

export interface CardFace {
  card: string
  title: string
  rule: string
  symbol?: string // of the sprite, or
  art?: Child // a picture of its own
  band?: string // what kind of card, written along the top
  bandClass?: string
  badge?: string // in the corner: what it would score
  state: 'can' | 'on' | 'off' | 'still' // still: to be looked at now
  label: string
  move?: string // what pressing it would choose
  press(): void
}

const faceOf = (face: Pick<CardFace, 'title' | 'rule' | 'symbol' | 'art' | 'band' | 'badge'>): Child[] => [
  face.band && h('span', { class: 'cardband' }, face.band),
  face.title && h('b', {}, face.title),
  face.art ?? (face.symbol && icon(face.symbol)),
  h('small', {}, face.rule),
  face.badge && h('span', { class: 'cardnow' }, face.badge),
]

export type CardPicture = Pick<CardFace, 'title' | 'rule' | 'symbol' | 'art' | 'band' | 'bandClass'> & { copies?: number }

/* Cards to look at, as they are in hand. */
export function cardPictures(faces: CardPicture[]): Child {
  const one = (face: CardPicture) =>
    h(
      'li',
      { class: 'cardslot' },
      h(
        'div',
        { class: `cardface paper still ${face.bandClass ?? ''}` },
        faceOf({ ...face, badge: face.copies && face.copies > 1 ? `×${face.copies}` : undefined }),
      ),
    )
  return h('ul', { class: 'choosing cards' }, faces.map(one))
}

export function cardButton(p: BoardProps, face: CardFace, key: string, ...more: Child[]): VNode {
  return h(
    'div',
    { key, class: 'cardslot' },
    h(
      'button',
      {
        class: `cardface paper ${face.state}${face.bandClass ? ' ' + face.bandClass : ''}`,
        type: 'button',
        'data-card': face.card,
        'data-move': face.state === 'off' ? undefined : face.move,
        'aria-label': face.state === 'on' ? face.label + p.words('chosen.mark') : face.label,
        'aria-disabled': face.state === 'off' ? 'true' : undefined,
        onclick: face.press,
      },
      faceOf(face),
    ),
    more,
  )
}

/* Says who is to move while the viewer has nothing to choose. While cards are drawn or dice rolled, that is nobody. */
export function waiting(p: BoardProps, turn: number[], phase: string): Child[] {
  const names = turn.filter(seat => seat > 0 && p.names[seat]).map(seat => player(p, seat))
  return names.length ? heading(p.words('choice.toMove', { names }), phase) : heading(phase)
}

/* `first`: on a phone it stands over what is to be chosen, before the hand; `brief`: without the hint there. */
export const heading = (title: string, hint?: string | null, place: '' | ' first' | ' first brief' = ''): Child[] => [
  h('h2', { class: place.trim() || null }, title),
  hint ? h('p', { class: 'hint' + place }, hint) : null,
]
