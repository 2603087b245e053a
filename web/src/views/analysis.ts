/* analysis.ts: after the end: the largest mistakes of one's own, with the better moves. */
import { h, icon, type Child } from '../ui/dom'
import type { BoardProps, GameUI } from '../board/game_ui'
import { person } from '../model/look'
import type { Judgement } from '../net/protocol'
import { showMistake } from '../model/better'
import { reasonList } from './reasons'
import type { Table } from '../model/table_state'
import { words } from '../say/words'

/* A move is named in the position in which it was made. */
function then(t: Table, p: BoardProps, number: number): BoardProps {
  const position = t.history.past.get(number)?.position
  return position ? { ...p, view: position.view, seat: position.seat } : p
}

function cost(m: Judgement): string {
  const points = m.cost > 0.05 ? words('hint.points', { points: -m.cost }) + ' · ' : ''
  return points + words('analysis.lost', { share: Math.max(0.01, m.lost) })
}

export function analysis(t: Table, game: GameUI, p: BoardProps): Child {
  if (!t.history.mistakes) return null
  if (t.history.mistakes === 'thinking')
    return h('p', { class: 'muted', role: 'status', key: 'analysis' }, icon('icon-hint'), ' ', words('analysis.thinking'))
  return h(
    'section',
    { class: 'analysis', key: 'analysis', 'aria-labelledby': 'analysis-title' },
    t.history.judged !== t.told.position?.seat &&
      h('p', { class: 'small muted' }, words('analysis.of', { name: person(t, t.history.judged!) })),
    h('h3', { id: 'analysis-title' }, words('analysis.found', { count: t.history.mistakes.length })),
    h(
      'ol',
      { class: 'hints' },
      t.history.mistakes.map(m => {
        const at = then(t, p, m.number)
        return h(
          'li',
          { key: m.number },
          h(
            'button',
            {
              class: t.history.replay?.at === m.number ? 'way on' : 'way',
              'data-mistake': m.number,
              onclick: () => showMistake(t, m),
            },
            h(
              'span',
              null,
              words('analysis.move', { number: m.number + 1, move: game.moveLabel(m.move, at) }),
              h('br'),
              words('analysis.better', { move: game.moveLabel(m.best, at) }),
            ),
            h('span', { class: 'worth less' }, cost(m)),
          ),
          !!m.reasons?.length && reasonList(game.name, m.reasons, m.balance),
        )
      }),
    ),
    h('p', { class: 'muted' }, words('hint.number'), ' ', words('analysis.noise')),
  )
}
