/* playon.ts: while looking at an earlier position: play on from here, against a computer or with all hands. */
import { h, icon, type Child } from '../ui/dom'
import { during } from '../say/notice'
import { app } from '../app/state'
import type { Table } from '../model/table_state'
import { mayPlayOn, playFrom } from '../model/variation'
import { words } from '../say/words'

export function playOnButtons(t: Table): Child {
  if (!mayPlayOn(t)) return null
  const button = (key: string, sign: string, level: number | null) =>
    h(
      'button',
      {
        class: 'btn',
        key,
        'data-play-on': level === null ? 'hands' : 'computer',
        title: words(key),
        'aria-label': words(key),
        disabled: app.busy.has('playOn'),
        onclick: () => during('playOn', () => playFrom(t, level)),
      },
      icon(sign),
      h('span', { class: 'wide' }, words(key)),
    )
  return [button('replay.playOn', 'icon-play', app.settings.level), button('replay.bothHands', 'icon-person', null)]
}
