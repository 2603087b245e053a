/* actions.ts: the row under the board: take back, hint, what happens now, and the one red button. */
import { hint } from '../advice'
import { confirm, mayMove } from '../choose'
import { openClause } from '../clause'
import { h, icon, type Child } from '../dom'
import type { BoardProps, GameUI } from '../game_ui'
import { person } from '../look'
import { goTo } from '../replay'
import type { Table } from '../table_state'
import { undo, undoTarget } from '../undo'
import { signed, words } from '../words'

/* What the player should know now, in a sentence. */
function status(t: Table, game: GameUI, p: BoardProps): string {
  if (t.told.state === 'suspended') return words('status.suspended')
  if (t.told.state === 'over') return words('status.over', { names: t.told.position!.winners.map(seat => person(t, seat)) })
  if (t.choice.is === 'sending') return words(t.choice.arrived ? 'status.wait' : 'status.sending')
  if (t.choice.move !== null) return game.moveLabel(t.choice.move, p)
  if (p.moves.length) return words('status.choose')
  const waiting = p.turn.filter(seat => seat > 0)
  if (!waiting.length) return words('status.wait')
  return words('status.waitFor', { names: waiting.map(seat => person(t, seat)) })
}

/* What the choice brings at once, beside its name so that a long name never hides it. */
function gain(t: Table, p: BoardProps): Child {
  const points =
    t.choice.move !== null && t.choice.preview && p.seat
      ? (t.choice.preview.points[p.seat - 1] ?? 0) - (p.points[p.seat - 1] ?? 0)
      : 0
  return (
    points !== 0 &&
    h(
      'b',
      { class: points > 0 ? 'gain' : 'gain less' },
      h('span', { 'aria-hidden': 'true' }, signed(points)),
      h('span', { class: 'sr' }, words('status.gain', { points })),
    )
  )
}

export function actions(t: Table, game: GameUI, p: BoardProps): Child {
  const plays = t.told.mine.length > 0 && t.told.state === 'running'
  const may = mayMove(t)
  const back = undoTarget(t)
  const said = status(t, game, p)
  const clause = t.choice.is === 'choosing' && t.choice.clause
  const chosen = t.choice.is === 'choosing' && t.choice.move !== null
  return h(
    'div',
    { class: 'actions', key: 'actions' },
    plays &&
      h(
        'button',
        {
          class: 'btn',
          title: words('action.undoKey'),
          'aria-label': words('action.undo'),
          disabled: !back && t.choice.move === null,
          onclick: undo,
        },
        icon('icon-undo'),
        h('span', { class: 'wide' }, back?.asks && t.choice.move === null ? words('action.askUndo') : words('action.undo')),
      ),
    plays &&
      h(
        'button',
        { class: 'btn', title: words('action.hintKey'), 'aria-label': words('action.hint'), disabled: !may, onclick: hint },
        icon('icon-hint'),
        h('span', { class: 'wide' }, words('action.hint')),
      ),
    !plays &&
      h(
        'button',
        {
          class: 'btn',
          disabled: t.told.number === 0,
          onclick: () => goTo(t, t.told.state === 'over' ? 0 : t.told.number),
        },
        icon('icon-turn'),
        words('action.replay'),
      ),
    h('p', { class: 'say' }, said),
    gain(t, p),
    clause &&
      h(
        'button',
        {
          class: 'btn bare rulelink',
          'aria-label': words('rules.clause', { clause }),
          title: words('rules.clause', { clause }),
          onclick: () => openClause(t.told.game, clause),
        },
        icon('icon-rules'),
        h('span', { class: 'wide' }, clause),
      ),
    plays &&
      h(
        'button',
        { class: 'btn main', 'aria-disabled': String(!chosen), 'data-confirm': true, onclick: confirm },
        icon('icon-confirm'),
        chosen ? words('action.confirm') : may ? words('action.choose') : words('action.wait'),
      ),
  )
}
