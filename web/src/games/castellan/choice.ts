/* choice.ts: what stands beside the castle: cards, pieces to build, keeps, decks, and everybody's courtyards. */

import { h, icon, type Child, type VNode } from '../../ui/dom'
import { BoardHooks } from '../../board/game_ui'
import { Local } from '../../board/local'
import { cardButton, heading, moveButton, waiting } from '../../board/panel'
import { count, player } from '../../board/speech'
import { kindOf } from './draw'
import { PIECES, cardName, cardOf, piecesText } from './labels'
import { moveLabel } from './say'
import { Board, Piece, Props, View } from './types'

interface Desk {
  p: Props
  board: Board
  view: View
  hooks: BoardHooks
  mine: Local
}

export function content(p: Props, hooks: BoardHooks, mine: Local): Child[] {
  const desk: Desk = { p, board: p.board, view: p.view, hooks, mine }
  return [task(desk), hand(desk), courtyards(desk), played(desk)]
}

function task(desk: Desk): Child[] {
  const { p, view, hooks } = desk
  const button = (move: string, extra?: Child) => moveButton(move, p, hooks, [extra, moveLabel(move, p)], 'btn')
  const row = (moves: string[]) =>
    h(
      'div',
      { class: 'row-of-buttons' },
      moves.map(move => button(move)),
    )
  if (view.phase === 'over')
    return heading(p.words('castellan.over'), p.words('castellan.winner', { names: view.winners.map(seat => player(p, seat)) }))
  const last = view.last_round && h('p', { class: 'hint strong' }, p.words('castellan.last'))
  if (!p.moves.length) return [waiting(p, p.turn, p.words(`castellan.phase.${view.phase}`)), last]
  switch (view.phase) {
    case 'play': {
      const waiting = piecesText(p, view.pieces)
      return [
        heading(p.words('castellan.play'), p.words(p.moves.includes('build') ? 'castellan.play.more' : 'castellan.play.hint')),
        last,
        waiting &&
          h(
            'p',
            { class: 'hint' },
            p.words(view.cards_played === 0 ? 'castellan.play.passed' : 'castellan.play.taken', { pieces: waiting }),
          ),
        p.moves.includes('build') && row(['build']),
      ]
    }
    case 'build':
      return [
        heading(
          p.words('castellan.build'),
          count(
            p.words,
            'castellan.build.hint',
            PIECES.reduce((sum, kind) => sum + view.pieces[kind], 0),
          ),
        ),
        last,
        picks(desk),
        closing(desk),
        p.moves.includes('pass') && [h('p', { class: 'hint' }, p.words('castellan.pass.hint')), row(['pass'])],
      ]
    case 'keep':
      return [
        heading(p.words('castellan.keep'), p.words('castellan.keep.hint')),
        h(
          'div',
          { class: 'row-of-buttons column' },
          p.moves.map(move => button(move, icon(move === 'single' ? `keep-${p.seat}` : `keep-double-${p.seat}`))),
        ),
      ]
    case 'stay':
      return [heading(p.words('castellan.stay'), p.words('castellan.stay.hint')), row(p.moves)]
    case 'draw':
      return [heading(p.words('castellan.draw'), count(p.words, 'castellan.draw.hint', view.to_choose)), decks(desk)]
    default:
      return [heading(p.words('castellan.play')), row(p.moves)]
  }
}

/* Takes up a kind of piece and says how many places it has. */
export function takeUp(kind: Piece, p: Props, hooks: BoardHooks, mine: Local): void {
  hooks.select(null)
  mine.set('kind', kind)
  hooks.say?.(p.words(`castellan.taken.${kind}`, { n: p.moves.filter(move => move.startsWith(kind + ' ')).length }))
}

/* The kinds of pieces still to build; one of them is in hand. */
function picks({ p, view, hooks, mine }: Desk): VNode {
  const kind = kindOf(p, mine)
  return h(
    'div',
    { class: 'picks', role: 'group', 'data-rove': true, 'aria-label': p.words('castellan.pieces') },
    PIECES.map(it => {
      const can = p.moves.some(move => move.startsWith(it + ' '))
      return h(
        'button',
        {
          class: 'pick' + (kind === it && can ? ' on' : ''),
          type: 'button',
          'data-kind': it,
          disabled: !can,
          onclick: () => takeUp(it, p, hooks, mine),
        },
        pieceIcon(it),
        h('b', { 'aria-hidden': 'true' }, `×${view.pieces[it]}`),
        h(
          'span',
          { class: 'sr' },
          count(p.words, `castellan.pieces.${it}`, view.pieces[it]),
          kind === it && can && p.words('chosen.mark'),
        ),
      )
    }),
  )
}

const pieceIcon = (kind: Piece) =>
  kind === 'tower'
    ? icon('tower', 'piece')
    : h(
        'svg',
        { class: `piece ${kind}`, viewBox: kind === 'long' ? '0 0 96 48' : '0 0 48 48', 'aria-hidden': 'true' },
        h('use', { href: `#wall-${kind}`, width: kind === 'long' ? 96 : 48, height: 48 }),
      )

function closing({ p, view }: Desk): Child {
  const found = view.closes.find(it => it.move === p.selected)
  if (!found) return null
  return h(
    'div',
    { class: 'closing-note' },
    icon(`keep-${p.seat}`),
    h(
      'div',
      {},
      h('b', {}, count(p.words, 'castellan.closing', found.courtyards.length)),
      h(
        'span',
        {},
        count(p.words, 'castellan.closing.worth', found.points, {
          courts: found.courtyards.map(court => count(p.words, 'castellan.towers', court.towers)),
        }),
      ),
    ),
  )
}

function decks({ p, view, hooks }: Desk): VNode {
  const me = view.players.find(it => it.seat === p.seat)
  return h(
    'div',
    { class: `decks p${p.seat}`, role: 'group', 'data-rove': true, 'aria-label': p.words('castellan.draw') },
    (['tower', 'wall'] as const)
      .filter(deck => p.moves.includes(`draw ${deck}`))
      .map(deck =>
        moveButton(
          `draw ${deck}`,
          p,
          hooks,
          [
            h(
              'svg',
              { class: 'back', viewBox: '0 0 60 84', 'aria-hidden': 'true' },
              h('use', { href: `#back-${deck}`, width: 60, height: 84 }),
            ),
            h('span', {}, moveLabel(`draw ${deck}`, p)),
            h('span', { class: 'deck-left' }, String(me?.decks[deck] ?? '')),
          ],
          'deck',
        ),
      ),
  )
}

function hand({ p, board, view, hooks }: Desk): Child[] {
  const me = view.players.find(it => it.seat === p.seat)
  if (!me?.cards.length) return []
  return [
    h('h2', { class: 'hand-title' }, p.words('castellan.hand')),
    h(
      'div',
      { class: 'cards', role: 'group', 'data-rove': true, 'aria-label': p.words('castellan.hand') },
      me.cards.map((id, i) => {
        const move = `play ${id}`,
          can = p.moves.includes(move),
          on = p.selected === move
        const { deck } = cardOf(board, id)
        const name = cardName(p, id)
        return cardButton(
          p,
          {
            card: id,
            art: art(board, id),
            title: '',
            rule: name,
            band: p.words(`castellan.deck.${deck}`),
            bandClass: `plan ${deck}`,
            state: on ? 'on' : can ? 'can' : 'off',
            label: `${p.words(`castellan.deck.${deck}`)}: ${name}`,
            move,
            press: () => {
              if (!can) hooks.whyNot(move)
              else if (on) hooks.confirm()
              else hooks.select(move)
            },
          },
          `${id} ${i}`,
        )
      }),
    ),
  ]
}

export function art(board: Board, id: string): VNode {
  const card = cardOf(board, id)
  const symbols = PIECES.flatMap(kind => Array.from({ length: card[kind] }, () => pieceIcon(kind)))
  return h('span', { class: 'pieces-art' }, symbols, card.draw > 0 && h('span', { class: 'more' }, icon('card'), `+${card.draw}`))
}

/* The cards that everybody has played, the newest last. */
function played({ p, board, view }: Desk): Child[] {
  if (!view.players.some(it => it.played.length)) return []
  return [
    h(
      'details',
      { class: 'counts played', key: 'played' },
      h('summary', {}, p.words('castellan.played')),
      h(
        'ul',
        {},
        view.players
          .filter(it => it.played.length)
          .map(it =>
            h(
              'li',
              { key: String(it.seat) },
              icon(`shield-${it.seat}`, 'crest'),
              h('span', { class: 'sr' }, player(p, it.seat).name),
              it.played.map(id =>
                h(
                  'span',
                  { class: 'cardchip paper', title: cardName(p, id) },
                  art(board, id),
                  h('span', { class: 'sr' }, cardName(p, id)),
                ),
              ),
            ),
          ),
      ),
    ),
  ]
}

function courtyards({ p, view }: Desk): Child[] {
  if (!view.courtyards.length) return []
  return [
    h('h2', {}, p.words('castellan.courtyards')),
    h(
      'ul',
      { class: 'court-list' },
      view.players.map(it => {
        const own = view.courtyards.filter(court => court.owner === it.seat).sort((a, b) => b.value - a.value)
        return h(
          'li',
          { key: String(it.seat) },
          icon(`shield-${it.seat}`, 'crest'),
          h('b', { class: 'sum' }, String(it.points)),
          h('span', { class: 'sr' }, player(p, it.seat).name),
          own.map(court =>
            h(
              'span',
              { class: 'court-item' },
              icon(court.double ? `keep-double-${it.seat}` : `keep-${it.seat}`),
              String(court.value),
            ),
          ),
        )
      }),
    ),
  ]
}
