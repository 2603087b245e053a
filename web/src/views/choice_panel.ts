/* choice_panel.ts: beside the board: what the game offers to choose, and what was asked about it: hint, why not, pause, undo. */
import { host } from '../app/host'
import { select, setReaction } from '../model/choose'
import { openClause } from '../model/clause'
import { outcomeText } from '../say/chosen'
import { h, icon, type Child } from '../ui/dom'
import type { BoardProps, GameUI, Preview } from '../board/game_ui'
import { person } from '../model/look'
import type { Hint } from '../net/protocol'
import { here, redraw } from '../app/state'
import type { Choosing, Table } from '../model/table_state'
import { later } from '../app/parts'
import { answerUndo } from '../model/undo'
import { words } from '../say/words'
import { ahead, goods } from './players'
import { reasonList, termText } from './reasons'

export function choice(t: Table, game: GameUI, p: BoardProps): Child {
  return h(
    'section',
    { class: host.now() < t.fresh ? 'choice settling' : 'choice', key: 'choice', 'aria-label': words('choice.title') },
    undoAsked(t, game, p),
    pause(t, game, p),
    countdown(t),
    t.choice.is === 'choosing' && [why(t, t.choice), hints(t.choice, game, p)],
    p.seat > 0 && goods(game.facts(ahead(p), p.seat), 'mine-goods', game.facts(p, p.seat)),
    (t.told.state !== 'over' || t.history.replay) && offered(game.choice(p, t.hooks)),
    noReaction(t, p),
    mayReply(t) && later()?.replies(t),
  )
}

/* Whether reactions can be answered beforehand: the game has them, and other people play. */
const mayReply = (t: Table): boolean =>
  !!t.told.replies &&
  t.told.state === 'running' &&
  t.told.chairs.some(c => !t.told.mine.includes(c.seat) && c.player && c.player.kind !== 'computer' && !c.resigned)

/* What the game offers to choose. Its groups (task, hand …) stand below each other, or side by side where there is more breadth than height. */
function offered(groups: Child[]): Child {
  const filled = groups.filter(group => group && (!Array.isArray(group) || group.length))
  return (
    filled.length > 0 &&
    h(
      'div',
      { class: 'panel hostpanel', key: 'host' },
      h(
        'div',
        { class: 'choosing' },
        filled.map(group => h('div', { class: 'group' }, group)),
      ),
    )
  )
}

/* Brings what the player is asked or has asked for into sight: on a phone it may be far below. */
const reveal = (el: HTMLElement): void => el.scrollIntoView({ block: 'nearest' })

function undoAsked(t: Table, game: GameUI, p: BoardProps): Child {
  const asked = t.undoAsked
  if (!asked) return null
  const mayAnswer = t.told.mine.some(seat => seat !== asked.seat && !asked.answers[seat - 1])
  return h(
    'div',
    { class: 'panel ask', key: 'undo', 'data-undo-asked': true, mounted: reveal },
    h('h2', null, words('undo.asks', { name: person(t, asked.seat) })),
    h(
      'ul',
      null,
      asked.lines.slice(-6).map(line => h('li', null, game.say(line, p))),
    ),
    mayAnswer
      ? h(
          'div',
          { class: 'buttons' },
          h('button', { class: 'btn main', onclick: () => answerUndo(true) }, words('undo.yes')),
          h('button', { class: 'btn', onclick: () => answerUndo(false) }, words('undo.no')),
        )
      : [
          h('p', { class: 'muted' }, words('undo.waiting')),
          t.told.mine.includes(asked.seat) &&
            h('button', { class: 'btn', 'data-withdraw': true, onclick: () => answerUndo(false) }, words('undo.withdraw')),
        ],
  )
}

/* The notice that others may react. It is the same whether or not anybody can, so that it tells nothing. */
function pause(t: Table, game: GameUI, p: BoardProps): Child {
  if (!t.reactions.pause) return null
  const seconds = Math.max(0, Math.ceil((t.reactions.pause.until - host.now()) / 1000))
  const said = t.reactions.pause.lines
    .map(line => game.say(line, p))
    .filter(Boolean)
    .join(' ')
  return h(
    'div',
    { class: 'panel ask pausing', key: 'pause' },
    said && h('p', null, said),
    h('p', { class: 'muted' }, icon('icon-clock'), ' ', words('pause.text', { seconds })),
  )
}

/* The time that is left for an answer, from the start. */
function countdown(t: Table): Child {
  const { until } = t.reactions
  if (until === null || !t.told.position?.moves.length) return null
  const seconds = Math.max(0, Math.ceil((until - host.now()) / 1000))
  return h('p', { class: 'countdown', key: 'countdown' }, icon('icon-clock'), ' ', words('pause.yours', { seconds }))
}

/* The switch "no reactions". It is offered in turns of others, once there has been a pause at this table. */
function noReaction(t: Table, p: BoardProps): Child {
  const offered =
    t.reactions.seen && t.told.state === 'running' && t.told.mine.length > 0 && !t.told.mine.some(seat => p.turn.includes(seat))
  return (
    offered &&
    h(
      'label',
      { class: 'tick small', key: 'react' },
      h('input', {
        type: 'checkbox',
        checked: t.reactions.off,
        onchange: (e: Event) => setReaction((e.target as HTMLInputElement).checked),
      }),
      words('pause.none'),
    )
  )
}

function why(t: Table, choice: Choosing): Child {
  if (!choice.why) return null
  const { clause, text, title, allowed } = choice.why
  return h(
    'div',
    { class: 'panel ask', key: 'why', 'data-rove': true, mounted: reveal },
    h('h2', null, allowed ? title : words('why.title', { move: title })),
    h('p', null, text),
    h(
      'div',
      { class: 'buttons' },
      clause &&
        h(
          'button',
          { class: 'btn', onclick: () => openClause(t.told.game, clause, text) },
          icon('icon-rules'),
          words('why.rule', { clause }),
        ),
      h(
        'button',
        {
          class: 'btn bare',
          onclick: () => {
            choice.why = null
            redraw()
          },
        },
        words('dialog.close'),
      ),
    ),
  )
}

function hints(choice: Choosing, game: GameUI, p: BoardProps): Child {
  if (!choice.hint) return null
  if (choice.hint === 'thinking')
    return h('div', { class: 'panel ask', key: 'hint' }, h('p', null, icon('icon-hint'), ' ', words('hint.thinking')))
  return h(
    'div',
    { class: 'panel ask', key: 'hint', 'data-rove': true },
    h('h2', null, icon('icon-hint'), ' ', words('hint.title')),
    h(
      'ol',
      { class: 'hints', mounted: reveal }, // not what is below it: it explains, and the board draws the move
      choice.hint.moves.slice(0, 3).map(m =>
        h(
          'li',
          { key: m.move },
          h(
            'button',
            {
              class: choice.move === m.move ? 'way on' : 'way',
              onclick: () => select(m.move),
            },
            h('span', null, game.moveLabel(m.move, p), choice.move === m.move && h('span', { class: 'sr' }, words('chosen.mark'))),
            h(
              'span',
              { class: m.points < 0 ? 'worth less' : 'worth' },
              words('hint.points', { points: m.points }),
              ' · ',
              words('hint.win', { share: m.win }),
            ),
          ),
        ),
      ),
    ),
    atOnce(choice.hint.moves[0].move, choice.hinted, game, p),
    h('p', { class: 'muted' }, words('hint.number')),
    hintReasons(choice.hint, game, p),
    h(
      'button',
      {
        class: 'btn bare',
        onclick: () => {
          choice.hint = null
          redraw()
        },
      },
      words('dialog.close'),
    ),
  )
}

/* What the move brings at once, if it brings anything. */
function atOnce(move: string, preview: Preview | null, game: GameUI, p: BoardProps): Child {
  const text = preview && outcomeText(here()!, move, preview)
  return text && text !== words('chosen.only', { what: game.moveLabel(move, p) }) && h('p', { key: 'at once' }, text)
}

/* Why the first choice and not the second; where the difference is smaller than what chance explains, that. */
function hintReasons({ moves, other, verdict, reasons, balance }: Hint, game: GameUI, p: BoardProps): Child {
  if (moves.length < 2) return null
  const list = reasonList(game.name, reasons, balance)
  switch (verdict) {
    case 'close':
      return h('p', null, words('hint.close', { other: game.moveLabel(other, p) }))
    case 'order':
      return h('p', null, termText('hint.order'))
    case 'won':
    case 'lost':
      return [h('p', null, termText('hint.' + verdict)), list]
    default:
      return [h('p', null, words('hint.why', { other: game.moveLabel(other, p) })), list]
  }
}
