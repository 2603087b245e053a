/* keys_dialog.ts: the dialog that lists the keys; each shortcut can get another key. */
import { needWords } from '../../app/parts'
import { h, type Child } from '../../ui/dom'
import { announce } from '../../say/notice'
import { changeSettings } from '../../model/player'
import { keyFor, shortcuts, type Shortcut } from '../../app/shortcuts'
import { address } from '../../app/route'
import { app, redraw } from '../../app/state'
import { words } from '../../say/words'
import { dialog, options } from '../../ui/dialog'

/* Keys that belong to what has the focus. They cannot be changed and do nothing elsewhere. */
const fixed = [
  ['←↑→↓', 'keys.walk'],
  ['PgUp PgDn', 'keys.next'],
  ['Enter', 'keys.enter'],
  ['Shift+Enter', 'keys.atonce'],
  ['Esc', 'keys.esc'],
  ['r', 'keys.turn'],
  ['+ − 0', 'keys.zoom'],
]

let changing: Shortcut | null = null // waits for its new key

/* Takes the next key. A key that another shortcut has is exchanged with it. */
function take(event: KeyboardEvent): void {
  if (!changing || event.key === 'Tab') return
  event.preventDefault()
  event.stopPropagation()
  const name = changing
  if (event.key !== 'Escape' && !/^\S$/.test(event.key)) return // Shift and its like: the key itself comes next
  changing = null
  if (event.key !== 'Escape') {
    const other = (Object.keys(shortcuts) as Shortcut[]).find(it => keyFor(it) === event.key)
    const keymap = { ...app.settings.keymap, [name]: event.key }
    if (other && other !== name) keymap[other] = keyFor(name)
    changeSettings({ keymap })
    announce(words('keys.changed', { key: event.key, what: words('keys.' + name) }))
  }
  redraw()
}

function row(name: Shortcut): Child {
  const what = words('keys.' + name)
  return [
    h(
      'dt',
      { key: name },
      h(
        'button',
        {
          class: 'key',
          'data-key': name,
          'aria-label': words(changing === name ? 'keys.press' : 'keys.change', { key: keyFor(name), what }),
          onclick: () => {
            changing = name
            announce(words('keys.press', { key: keyFor(name), what }))
            redraw()
          },
          onblur: () => {
            if (changing === name) changing = null
            redraw()
          },
          onkeydown: take,
        },
        changing === name ? '…' : keyFor(name),
      ),
    ),
    h('dd', { key: name + '.' }, what),
  ]
}

export function keysDialog(): Child {
  if (!needWords()) return dialog('keys', words('keys.title'))
  const { keys, keymap } = app.settings
  const modes = (['on', 'alt', 'off'] as const).map(value => ({ value, text: words('shortcuts.' + value) }))
  return dialog(
    'keys',
    words('keys.title'),
    h('p', null, h('a', { href: address({ page: 'access' }) }, words('access.read'))),
    options('keys', words('settings.keys'), keys, modes, value => changeSettings({ keys: value })),
    h('p', { class: 'muted small' }, words('shortcuts.about.' + keys)),
    h(
      'dl',
      { class: 'keylist' },
      fixed.map(([key, text]) => [h('dt', { key }, h('kbd', null, key)), h('dd', { key: text }, words(text))]),
      (Object.keys(shortcuts) as Shortcut[]).map(row),
    ),
    Object.keys(keymap).length > 0 &&
      h('button', { class: 'btn', onclick: () => changeSettings({ keymap: {} }) }, words('keys.reset')),
  )
}
