/* replies.ts: how the player's seats answer reactions while the player is away. Nobody else learns of it. */
import { needWords } from '../parts'
import { pickOne } from '../dialogs/dialog'
import { h, type Child } from '../dom'
import { seatName } from '../look'
import { complain } from '../notice'
import { app, redraw } from '../state'
import type { Table } from '../table_state'
import { words } from '../words'

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
