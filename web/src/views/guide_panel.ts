/* guide_panel.ts: beside the board of a first game: the goal, the standing, and the note of the moment. */
import { h, icon, type Child } from '../ui/dom'
import { mayMove } from '../model/table_state'
import { askForTip, isGuided, noteAt, putAway, tipAt } from '../model/guide'
import { shownPoints, ui } from '../model/look'
import { announce } from '../say/notice'
import { changeSettings } from '../model/player'
import { needWords } from '../app/parts'
import type { Table } from '../model/table_state'
import { words } from '../say/words'
import { reasonList } from './reasons'

/* Whether the guide has something to say now: then it gets more of the width. */
export const hasNote = (t: Table): boolean => isGuided(t) && needWords() && noteAt(t) !== null

export function guidePanel(t: Table): Child {
  if (!isGuided(t) || !needWords()) return null
  const game = t.told.game
  const note = noteAt(t)
  const text = note && words(`guide.${game}.${note.id}`, note.args)
  return h(
    'section',
    {
      class: text || (mayMove(t) && tipAt(t)) ? 'panel guide' : 'panel guide quiet',
      key: 'guide',
      'aria-label': words('guide.title'),
    },
    h('p', { class: 'small goal' }, h('b', null, words('guide.goal')), ' ', words('guide.goal.' + game)),
    h('p', { class: 'small standing' }, standing(t)),
    text &&
      h(
        'div',
        { class: 'note', key: note.id, 'data-note': note.id, mounted: () => announce(text) },
        h('p', null, icon('icon-hint'), ' ', text),
        h('button', { class: 'btn', 'data-read': true, onclick: () => putAway(t) }, words('guide.read')),
      ),
    tip(t),
    h(
      'div',
      { class: 'foot', key: 'foot' },
      mayMove(t) &&
        !tipAt(t) &&
        h('button', { class: 'line', key: 'ask', 'data-tip': true, onclick: () => askForTip(t) }, words('guide.tip')),
      h(
        'button',
        { class: 'line', key: 'off', 'data-guide-off': true, onclick: () => changeSettings({ guide: false }) },
        words('guide.off'),
      ),
    ),
  )
}

/* What matters now, in the terms of the evaluation, for who asks. */
function tip(t: Table): Child {
  const known = mayMove(t) && tipAt(t)
  if (!known) return null
  if (!known.reasons) return h('p', { class: 'small muted', key: 'tip', role: 'status' }, words('hint.thinking'))
  const reasons = known.reasons.filter(reason => reason.points > 0)
  return h(
    'div',
    { class: 'tip', key: 'tip', role: 'status' },
    h('p', { class: 'small' }, h('b', null, words(reasons.length ? 'guide.tip.best' : 'guide.tip.even'))),
    reasons.length > 0 && reasonList(t.told.game, reasons),
  )
}

/* How far ahead or behind the reader is. */
function standing(t: Table): string {
  const game = ui(t),
    { position } = t.told
  if (!game || !position) return ''
  const points = shownPoints(game, position)
  const own = points[position.seat - 1]
  const other = Math.max(...points.filter((_, i) => i !== position.seat - 1))
  if (own === other) return words('guide.even', { points: own })
  return own > other ? words('guide.ahead', { points: own - other }) : words('guide.behind', { points: other - own })
}
