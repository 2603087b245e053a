/* house.ts: what the server's owner tells everybody, in a line at the top of every page. */
import { h, icon, type Child } from '../ui/dom'
import { announce } from '../say/notice'
import type { Notice } from '../net/protocol'
import { app, redraw } from '../app/state'
import { keep, recall } from '../app/storage'
import { words } from '../say/words'

const kept = 'castellany.notice' // the message that was put away

let stopSeen = false // the line about the stop was put away

export function hearHouse({ notice, draining }: Notice): void {
  const { house } = app
  if (notice && notice !== house.notice) announce(notice)
  if (draining && !house.draining) announce(words('house.draining'))
  if (!draining) stopSeen = false
  app.house = { notice, draining }
  redraw()
}

function line(key: string, text: string, close: () => void): Child {
  return h(
    'div',
    { class: 'houseline', key },
    icon('castle'),
    h('span', null, text),
    h(
      'button',
      {
        class: 'btn bare',
        'aria-label': words('notice.close'),
        onclick: () => {
          close()
          redraw()
        },
      },
      '×',
    ),
  )
}

export function house(): Child {
  const { notice, draining } = app.house
  return [
    draining &&
      !stopSeen &&
      line('draining', words('house.draining'), () => {
        stopSeen = true
      }),
    notice && notice !== recall(kept) && line('notice-of-day', notice, () => keep(kept, notice)),
  ]
}
