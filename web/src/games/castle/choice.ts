/* choice.ts: what stands beside a board of Castle: the task, the dice, the hand with what each card would score, the supply. */

import { h, icon, type Child, type VNode } from '../../ui/dom'
import { BoardHooks } from '../../board/game_ui'
import { local } from '../../board/local'
import { cardButton, heading, moveButton, waiting } from '../../board/panel'
import { count, list, player, signed } from '../../board/speech'
import { cardName, colourName, lineName } from './labels'
import { moveLabel } from './say'
import { country, discard, supply } from './stock'
import { best, target } from './targets'
import { Board, Props, View } from './types'

interface Desk {
  p: Props
  board: Board
  view: View
  hooks: BoardHooks
}

export function content(p: Props, hooks: BoardHooks): Child[] {
  const desk: Desk = { p, board: p.board, view: p.view, hooks }
  return [task(desk), dice(desk), hand(desk), [supply(p), country(p), discard(p)]]
}

/* The next colour at the chosen place. */
export function turn(p: Props, hooks: BoardHooks): boolean {
  const chosen = p.selected === null ? null : target(p.selected)
  const ways = p.moves.filter(move => chosen && target(move)?.place === chosen.place)
  if (ways.length > 1) hooks.select(ways[(ways.indexOf(p.selected!) + 1) % ways.length], true)
  return ways.length > 1
}

function task(desk: Desk): Child[] {
  const { p, view, hooks } = desk
  const buttons = (moves: string[]) =>
    h(
      'div',
      { class: 'row-of-buttons' },
      moves.map(move => moveButton(move, p, hooks, moveLabel(move, p))),
    )
  if (view.phase === 'over')
    return heading(p.words('castle.over'), p.words('castle.winner', { names: view.winners.map(seat => player(p, seat)) }))
  const ending = view.ending && h('p', { class: 'hint strong' }, p.words(`castle.say.ending.${view.ending}`))
  if (!p.moves.length) return [waiting(p, p.turn, p.words(`castle.phase.${view.phase}`)), ending]
  switch (view.phase) {
    case 'wall': {
      const line = p.selected === null ? null : target(p.selected)?.place
      const closing = view.closings.find(it => it.line === line)
      const hint = closing
        ? p.words('castle.wall.closes', { line: lineName(closing.line), n: closing.spaces.length, points: best(closing.hand) })
        : view.closings.length
          ? p.words('castle.wall.hint.closings', { n: view.closings.length, lines: view.closings.map(it => lineName(it.line)) })
          : p.words('castle.wall.hint')
      return [heading(p.words('castle.wall'), hint), ending]
    }
    case 'tower':
      return [heading(p.words('castle.tower'), p.words('castle.tower.hint'), ' first brief'), ending, pieceButtons(desk, 'tower')]
    case 'house':
      return [heading(p.words('castle.house'), p.words('castle.house.hint'), ' first brief'), ending, pieceButtons(desk, 'house')]
    case 'join':
    case 'city':
      return [
        heading(p.words(`castle.choose.${view.phase}`), p.words(`castle.choose.${view.phase}.hint`), ' first brief'),
        ending,
        h(
          'div',
          { class: 'sites', 'data-rove': true },
          view.choices
            .filter(it => p.moves.includes(it.move))
            .map(it =>
              moveButton(
                it.move,
                p,
                hooks,
                [
                  h('span', {}, moveLabel(it.move, p)),
                  h('small', {}, count(p.words, 'castle.spaces', it.spaces.length)),
                  it.hand.length > 0 && h('b', {}, signed(best(it.hand))),
                ],
                'btn sitebutton wide',
              ),
            ),
        ),
      ]
    case 'score':
      return [heading(p.words('castle.score'), scoreHint(desk)), ending]
    case 'swap':
      return [heading(p.words('castle.swap'), p.words('castle.swap.hint')), buttons(p.moves.filter(move => move === 'done'))]
    default:
      return [heading(p.words('castle.wall')), buttons(p.moves)]
  }
}

/* A button for each colour that may go to a place; the places are those that light up on the board. */
function pieceButtons({ p, hooks }: Desk, kind: 'tower' | 'house'): VNode {
  const places = [...new Set(p.moves.map(move => target(move)?.place).filter((place): place is string => !!place))]
  return h(
    'div',
    { class: 'piece-choice', 'data-rove': true },
    places.map(place =>
      h(
        'div',
        { class: 'sites', role: 'group', 'aria-label': place },
        h('span', { class: 'where' }, place),
        p.moves
          .filter(move => target(move)?.place === place)
          .map(move =>
            moveButton(
              move,
              p,
              hooks,
              [icon(`${kind}-${target(move)!.what}`), h('span', { class: 'sr' }, moveLabel(move, p))],
              'piecebutton',
            ),
          ),
      ),
    ),
  )
}

function dice({ p, view }: Desk): Child {
  if (!view.dice) return null
  const faces = [...view.dice.houses, view.dice.tower]
  return h(
    'div',
    {
      class: 'dice',
      role: 'img',
      'aria-label': p.words('castle.dice', { faces: list(faces.filter(face => face).map(face => colourName(p, face!))) }),
    },
    faces.map(face => face && icon(`die-${face}`, 'die')),
  )
}

const picked = (p: Props): string[] => (p.selected?.startsWith('score ') ? p.selected.split(' ').slice(1) : [])

function scoreHint({ p, view }: Desk): string {
  const chosen = picked(p)
  if (!chosen.length) return p.words('castle.score.hint')
  const sum = chosen.reduce((total, card) => total + (view.hand.find(it => it.card === card)?.points ?? 0), 0)
  return count(p.words, chosen.length === 1 ? 'castle.score.one' : 'castle.score.two', sum)
}

/* Adds a card to the choice. Two cards may be chosen; a third one replaces the first. */
function add(card: string, { p, view, hooks }: Desk): void {
  const now = picked(p)
  if (now.length === 2) now.shift()
  now.push(card)
  const order = view.hand.map(it => it.card)
  now.sort((a, b) => order.indexOf(a) - order.indexOf(b))
  hooks.select(`score ${now.join(' ')}`, true)
}

function hand(desk: Desk): Child[] {
  const { p, board, view, hooks } = desk
  if (!view.hand.length) return []
  const chosen = picked(p)
  const swapping = view.phase === 'swap' && p.moves.length > 0
  const scoring = view.phase === 'score' && p.moves.length > 0
  const ahead =
    p.selected === null
      ? null
      : (view.closings.find(it => `wall ${it.line}` === p.selected)?.hand ??
        view.choices.find(it => it.move === p.selected)?.hand ??
        null)
  const mine = local(hooks)
  const seen: Record<string, number> = {}
  return [
    h('h2', { class: 'hand-title' }, p.words('castle.hand')),
    h(
      'div',
      { class: 'cards', role: 'group', 'data-rove': true, 'aria-label': p.words('castle.hand') },
      view.hand.map(({ card, points }, i) => {
        const copy = (seen[card] = (seen[card] ?? 0) + 1)
        const copies = view.hand.filter(it => it.card === card).length
        const pressed = copy === Math.min(Number(mine.get(`copy of ${card}`) ?? 1), copies) // of equal cards only this one is lit
        const on = scoring ? chosen.filter(it => it === card).length >= copy : p.selected === `swap ${card}` && pressed
        const select = (move: string) => {
          mine.set(`copy of ${card}`, String(copy))
          hooks.select(move)
        }
        const scope = board.cards.find(it => it.name === card)?.scope ?? 'board'
        const now = ahead ? ahead[i] : points
        const title = cardName(p, card)
        const press = () => {
          if (scoring && on) hooks.confirm()
          else if (scoring) add(card, desk)
          else if (swapping) {
            if (on) hooks.confirm()
            else select(`swap ${card}`)
          } else hooks.whyNot(`score ${card}`)
        }
        const away = p.moves.find(move => move === `discard ${card}`)
        return cardButton(
          p,
          {
            card,
            symbol: `guild-${card}`,
            title: '',
            rule: title,
            band: p.words(`castle.scope.${scope}`),
            bandClass: `guild ${scope}`,
            badge: now === null ? undefined : signed(now),
            state: on ? 'on' : scoring || swapping ? 'can' : 'still',
            press,
            move: scoring ? `score ${card}` : swapping ? `swap ${card}` : undefined,
            label: [
              `${p.words(`castle.scope.${scope}`)}: ${title}`,
              ...(now === null ? [] : [count(p.words, 'castle.would', now)]),
            ].join(', '),
          },
          `${card} ${copy}`,
          away &&
            moveButton(
              away,
              pressed ? p : { ...p, selected: null },
              { ...hooks, select },
              [p.words('castle.discard'), h('span', { class: 'sr' }, title)],
              'btn small',
            ),
        )
      }),
    ),
  ]
}
