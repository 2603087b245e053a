/* replay_bar.ts: the row under the board while looking back: slider, steps, a link to this move. */
import { noticeBox } from '../ui/dialog'
import { h, icon, type Child } from '../ui/dom'
import { keyOf, publicNumber, ui } from '../model/look'
import { later } from '../app/parts'
import { copy } from '../model/player'
import { goTo, leaveReplay, playOn, step } from '../model/replay'
import { fullAddress, tableAddress } from '../app/route'
import { app } from '../app/state'
import type { Table } from '../model/table_state'
import { words } from '../say/words'
import { playOnButtons } from './playon'

export function replayBar(t: Table): Child {
  const replay = t.history.replay!
  const last = t.told.number
  const game = ui(t)
  const button = (key: string, sign: string, act: () => void, disabled: boolean) =>
    h(
      'button',
      {
        class: sign === 'icon-first' || sign === 'icon-last' ? 'btn step end' : 'btn step',
        title: words(key),
        disabled,
        onclick: act,
      },
      icon(sign),
    )
  return h(
    'section',
    { class: 'actions replaybar', key: 'replay', 'data-rove': true, 'aria-label': words('action.replay') },
    !app.dialog && noticeBox('inbar'),
    game && t.history.line && later()?.betterBar(t, game),
    button('replay.first', 'icon-first', () => goTo(t, 0), replay.at === 0),
    button('replay.back', 'icon-back', () => step(t, -1), replay.at === 0),
    button(replay.playing ? 'replay.stop' : 'replay.play', replay.playing ? 'icon-pause' : 'icon-play', () => playOn(t), false),
    button('replay.on', 'icon-on', () => step(t, 1), replay.at === last),
    button('replay.last', 'icon-last', () => goTo(t, last), replay.at === last),
    h(
      'label',
      { class: 'slide' },
      h('span', { class: 'small muted' }, words('replay.at', { at: replay.at, last })),
      h('input', {
        type: 'range',
        min: 0,
        max: last,
        step: 1,
        value: String(replay.at),
        'aria-label': words('replay.slider'),
        id: 'replay-slider',
        oninput: (e: Event) => {
          replay.playing = false
          goTo(t, Number((e.target as HTMLInputElement).value))
        },
      }),
    ),
    h(
      'button',
      {
        class: 'btn',
        title: words('replay.link'),
        onclick: () => copy(fullAddress(tableAddress(t.id, { at: publicNumber(t, replay.at), invite: keyOf(t) }))),
      },
      icon('icon-link'),
    ),
    playOnButtons(t),
    h(
      'button',
      { class: 'btn main', onclick: () => leaveReplay(t) },
      t.told.state === 'over' ? words('replay.close') : words('replay.now'),
    ),
  )
}
