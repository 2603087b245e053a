/* better_bar.ts: over the row of the replay: the better line of a mistake, to step through. */
import { before, showStep } from '../model/better'
import { h, icon, type Child } from '../ui/dom'
import type { GameUI } from '../board/game_ui'
import { needWords } from '../app/parts'
import type { Table } from '../model/table_state'
import { words } from '../say/words'

export function betterBar(t: Table, game: GameUI): Child {
  const { line, replay } = t.history
  if (!line || line.from !== replay?.at || !needWords()) return null
  const { steps, shown } = line
  if (!steps.length) return h('p', { class: 'better muted', key: 'better', role: 'status' }, words('line.thinking'))
  const p = before(t, line, shown)
  const { move, events, view } = steps[shown - 1]
  const what = p ? game.moveLabel(move, p) : move
  const brings = (p && game.outcome?.(move, { ...p, selected: move, preview: { view, events, points: p.points, moves: [] } })) ?? []
  const label = words(brings.length ? 'chosen.brings' : 'chosen.only', { what, brings: brings.join(', ') })
  const button = (key: string, sign: string, to: number) =>
    h(
      'button',
      {
        class: 'btn step',
        title: words(key),
        'aria-label': words(key),
        'data-line': to > shown ? 'on' : 'back',
        disabled: to < 1 || to > steps.length,
        onclick: () => showStep(t, to),
      },
      icon(sign),
    )
  return h(
    'div',
    { class: 'better', key: 'better', role: 'group', 'aria-label': words('line.title') },
    button('line.back', 'icon-back', shown - 1),
    h(
      'span',
      { 'data-line-step': shown },
      h('b', null, words('line.step', { number: shown, count: steps.length, move: label })),
      shown === steps.length && h('span', { class: 'muted' }, ' ', words('line.then.' + line.then)),
    ),
    button('line.on', 'icon-on', shown + 1),
  )
}
