/* waiting.ts: everything that waits for the player, at whichever table: moves, questions, rematches. */
import { host } from '../app/host'
import { needWords } from '../app/parts'
import { h, type Child } from '../ui/dom'
import { complain } from '../say/notice'
import { loadUnfinished } from '../model/player'
import type { Row } from '../net/protocol'
import { app, redraw } from '../app/state'
import { day, words } from '../say/words'
import { line, waitingRows } from './lists'

/* Rematches of the player's games at which the player does not sit yet. */
const rematches = (): Row[] => app.unfinished.filter(row => row.state === 'open' && !row.chairs.some(c => c.mine))

const list = (id: string, rows: Row[], verb: string): Child =>
  rows.length > 0 &&
  h(
    'section',
    { key: id, class: 'yourturn', 'aria-labelledby': 'waits-' + id },
    h('h2', { id: 'waits-' + id }, words('waits.' + id)),
    h(
      'ul',
      { class: 'panel rows', 'data-waits': id },
      rows.map(row => line(row, verb)),
    ),
  )

function openSettings(): void {
  app.dialog = { is: 'settings' }
  redraw()
}

export function waitingPage(): Child {
  const here = needWords() && app.lists.mine
  const all = waitingRows()
  const again = rematches()
  const onHoliday = app.holiday > host.now()
  return h(
    'main',
    {
      class: 'start waitingpage',
      id: 'main',
      key: 'waiting',
      tabindex: '-1',
      mounted: () => void loadUnfinished().catch(complain),
    },
    h('h1', null, words('waits.title')),
    !here
      ? h('p', { class: 'muted' }, words('list.loading'))
      : [
          onHoliday && h('p', { class: 'panel', key: 'holiday' }, words('waits.holiday', { time: day(app.holiday) })),
          list(
            'moves',
            all.filter(row => row.waiting),
            words('list.open'),
          ),
          list(
            'questions',
            all.filter(row => !row.waiting),
            words('list.open'),
          ),
          list('rematches', again, words('list.join')),
          !all.length && !again.length && h('p', { class: 'muted', key: 'none' }, words('waits.none')),
          h(
            'p',
            { key: 'how' },
            words('waits.how') + ' ',
            h('button', { class: 'btn bare', onclick: openSettings }, words('settings.title')),
          ),
        ],
    h('p', null, h('a', { class: 'btn', href: '#/' }, words('table.toStart'))),
  )
}
