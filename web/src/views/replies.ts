/* replies.ts: how the player's seats answer reactions while the player is away. Nobody else learns of it. */
import { needWords } from '../app/parts'
import { pickOne } from '../ui/dialog'
import { h, type Child } from '../ui/dom'
import { seatName } from '../model/look'
import { complain } from '../say/notice'
import { app, redraw } from '../app/state'
import type { Table } from '../model/table_state'
import { words } from '../say/words'

export function replies(t: Table): Child {
  const { replies, replied, mine } = t.told
  if (!replies || !replied || !needWords()) return null
  const choices = replies.map(value => ({ value, text: words('reply.is.' + value) }))
  const take = (i: number) => (reply: string) =>
    void app.source.ask('reply', { table: t.id, seat: mine[i], reply }).then(() => {
      t.told.replied = t.told.replied?.map((said, j) => (j === i ? reply : said))
      redraw()
    }, complain)
  return h(
    'div',
    { class: 'replies small', key: 'replies' },
    mine.map((seat, i) =>
      pickOne(
        'reply-' + seat,
        mine.length > 1 ? words('reply.of', { name: seatName(t, seat) }) : words('reply.title'),
        replied[i],
        choices,
        take(i),
      ),
    ),
    h('p', { class: 'muted small' }, words('reply.about')),
  )
}
