/* actions.ts: the row under the board: take back, hint, what happens now, and the one red button. */
import { host } from '../app/host'
import { hint } from '../model/advice'
import { confirm, make } from '../model/choose'
import { mayMove } from '../model/table_state'
import { openClause } from '../model/clause'
import { noticeBox } from '../ui/dialog'
import { h, icon, type Child } from '../ui/dom'
import type { BoardProps, GameUI } from '../board/game_ui'
import { bookOf } from '../games/index'
import { person } from '../model/look'
import { goTo } from '../model/replay'
import { shownKey, type Shortcut } from '../app/shortcuts'
import { app } from '../app/state'
import type { Table } from '../model/table_state'
import { decisionText } from '../say/telling'
import { undo, undoTarget, undoText } from '../model/undo'
import { signed, words } from '../say/words'
import { ahead } from './players'

/* What the player should know now, in a sentence. */
function status(t: Table, game: GameUI, p: BoardProps): string {
  if (t.told.state === 'suspended') return words('status.suspended')
  if (t.told.state === 'over') return words('status.over', { names: t.told.position!.winners.map(seat => person(t, seat)) })
  if (t.choice.is === 'sending') return words(t.choice.arrived ? 'status.wait' : 'status.sending')
  if (t.choice.move !== null) return game.moveLabel(t.choice.move, p)
  if (p.moves.length) return decisionText(t)
  const waiting = p.turn.filter(seat => seat > 0)
  if (!waiting.length) return words('status.wait')
  return words('status.waitFor', { names: waiting.map(seat => person(t, seat)) })
}

/* What the choice brings its player at once: points, and things that there will be more of. */
function brings(t: Table, game: GameUI, p: BoardProps): Child[] {
  if (t.choice.move === null || !t.choice.preview || !p.seat) return []
  const points = (t.choice.preview.points[p.seat - 1] ?? 0) - (p.points[p.seat - 1] ?? 0)
  const now = game.facts(p, p.seat)
  const more = game
    .facts(ahead(p), p.seat)
    .map((fact, i) => ({ ...fact, n: Number(fact.value) - Number(now[i]?.icon === fact.icon ? now[i].value : NaN) }))
    .filter(fact => fact.n > 0)
  const pills = more.map(fact =>
    h('b', { class: 'gain', key: fact.icon }, signed(fact.n), icon(fact.icon), h('span', { class: 'sr' }, fact.label)),
  )
  if (points)
    pills.unshift(
      h(
        'b',
        { class: points > 0 ? 'gain' : 'gain less', key: 'gain' },
        signed(points),
        h('span', { class: 'sr' }, words('status.gain', { points })),
      ),
    )
  return pills
}

/* Which key does the same; the name of the button says what it does. */
function keyTitle(name: Shortcut): string | null {
  const key = shownKey(name)
  return key ? words('action.key', { key }) : null
}

/* The verb of a move. */
const verb = (t: Table, move: string): string => words('verb.' + bookOf(t.told.game) + '.' + move.split(' ')[0])

/* What most of the moves do: the next thing to be done. */
function commonest(moves: string[]): string {
  const counts = new Map<string, number>()
  for (const move of moves) counts.set(move.split(' ')[0], (counts.get(move.split(' ')[0]) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])[0][0]
}

/* The red button: it always says what it does, or what is to be chosen for it. */
function mainButton(t: Table, game: GameUI, p: BoardProps, may: boolean): Child {
  const chosen = t.choice.is === 'choosing' ? t.choice.move : null
  const onward = may && chosen === null ? game.onward?.(p) : null
  const move = chosen ?? onward
  const pills = brings(t, game, p)
  const text = move ? verb(t, move) : may ? verb(t, game.taken?.(p, t.hooks) ?? commonest(p.moves)) : words('action.wait')
  return h(
    'button',
    {
      class: pills.length ? 'btn main brings' : 'btn main',
      'aria-disabled': String(!move || host.now() < t.fresh),
      'data-confirm': chosen !== null ? 'chosen' : onward ? 'onward' : '',
      onclick: () => (chosen !== null ? confirm() : onward && make(t, onward)),
    },
    icon('icon-confirm'),
    h('span', { class: 'verb' }, text),
    pills,
  )
}

/* Against other people there are hints only where the table says so. */
const mayHint = (t: Table): boolean =>
  t.told.hints || !t.told.chairs.some(c => c.player && c.player.kind !== 'computer' && !c.resigned && !t.told.mine.includes(c.seat))

export function actions(t: Table, game: GameUI, p: BoardProps): Child {
  const plays = t.told.mine.length > 0 && t.told.state === 'running'
  const may = mayMove(t)
  const back = undoTarget(t)
  const said = status(t, game, p)
  const clause = t.choice.is === 'choosing' && t.choice.clause
  const tapped = t.choice.is === 'choosing' && t.choice.move !== null && !game.turns?.(t.choice.move)
  const untaught = tapped && app.settings.confirm === 'double' && !app.settings.taught
  return h(
    'section',
    { class: 'actions', key: 'actions', 'data-rove': true, 'aria-label': words('action.title') },
    plays &&
      h(
        'button',
        {
          class: 'btn',
          title: (back && t.choice.move === null && undoText(t)) || keyTitle('undo'),
          'aria-keyshortcuts': shownKey('undo') || null,
          'aria-label': back?.asks && t.choice.move === null ? words('action.askUndo') : words('action.undo'),
          disabled: !back && t.choice.move === null,
          onclick: undo,
        },
        icon('icon-undo'),
        h('span', { class: 'wide' }, back?.asks && t.choice.move === null ? words('action.askUndo') : words('action.undo')),
      ),
    plays &&
      h(
        'button',
        {
          class: 'btn',
          title: t.told.rated ? words('action.rated') : mayHint(t) ? keyTitle('hint') : words('action.noHints'),
          'aria-keyshortcuts': shownKey('hint') || null,
          'aria-label': words('action.hint'),
          disabled: !may || t.told.rated || !mayHint(t),
          onclick: hint,
        },
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
    app.notice && !app.dialog
      ? noticeBox('inbar')
      : h('p', { class: 'say' }, said, untaught && h('small', { class: 'teach' }, words('action.tapAgain'))),
    clause &&
      h(
        'button',
        {
          class: 'btn bare rulelink',
          title: words('rules.clause', { clause }),
          onclick: () => openClause(t.told.game, clause),
        },
        icon('icon-rules'),
        h('span', { class: 'wide', 'aria-hidden': 'true' }, clause),
      ),
    plays && mainButton(t, game, p, may),
  )
}
