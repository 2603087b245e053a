/* chat.ts: talk at a table. */
import { h, icon, type Child } from '../ui/dom'
import { personName } from '../model/look'
import { complain } from '../say/notice'
import { app, redraw, redrawNow } from '../app/state'
import type { Chat } from '../net/protocol'
import type { Table } from '../model/table_state'
import { words } from '../say/words'

function send(t: Table): void {
  const text = (app.drafts.chat ?? '').trim()
  if (!text) return
  app.drafts.chat = '' // the next line can be typed while this one is under way
  redraw()
  app.source.ask('chat', { table: t.id, text }).catch(error => {
    app.drafts.chat = [text, app.drafts.chat].filter(Boolean).join(' ')
    complain(error)
    redraw()
  })
}

/* Another player's name leads to what can be done about them. */
function speaker(t: Table, c: Chat): Child {
  const name = personName(c)
  if (!c.player || c.player === app.player?.id) return h('b', null, name)
  const open = () => {
    app.dialog = { is: 'person', player: c.player, name, table: t.id, line: c.line }
    redraw()
  }
  return h('button', { class: 'speaker', title: words('person.title', { name }), onclick: open }, name)
}

/* Opens the box of a chat in which nobody has said anything, or puts it away. */
function toggle(t: Table, open: boolean): void {
  t.side.tab = open ? 'chat' : 'log'
  t.side.unread = 0
  redraw()
  redrawNow()
  if (open) document.querySelector<HTMLElement>('#chat-box')?.focus()
}

/* At a table an empty chat is a line that opens it. While people wait for the game it is open. */
export function chat(t: Table, waiting = false): Child {
  const silent = !t.told.chat.length
  const open = waiting || !silent || t.side.tab === 'chat'
  const title = words('chat.title')
  const opener = () =>
    h('button', { class: 'opener', 'aria-expanded': String(open), 'data-chat': true, onclick: () => toggle(t, !open) }, title)
  return h(
    'section',
    { class: silent ? 'panel chat silent' : 'panel chat', key: 'chat', 'aria-labelledby': 'chat-title' },
    h('h2', { id: 'chat-title' }, silent && !waiting ? opener() : title),
    open && talk(t),
  )
}

function talk(t: Table): Child {
  return [
    h(
      'ol',
      {
        tabindex: t.told.chat.length && !t.told.chat.some(c => c.player && c.player !== app.player?.id) ? '0' : null, // else its names are
        'data-rove': true,
        'aria-labelledby': 'chat-title',
        drawn: (el: any) => {
          if (el.count !== t.told.chat.length) {
            el.count = t.told.chat.length
            el.scrollTop = el.scrollHeight
          }
        },
      },
      !t.told.chat.length && h('li', { class: 'muted' }, words('chat.none')),
      t.told.chat
        .filter(c => !app.muted.has(c.player) && !app.blocked.has(c.player))
        .map((c, i) =>
          h(
            'li',
            { key: i, class: 'p' + c.seat },
            c.seat > 0 ? icon('shield-' + c.seat) : icon('icon-eye'),
            h('span', null, speaker(t, c), ' ', c.text),
          ),
        ),
    ),
    h(
      'form',
      {
        onsubmit: (e: Event) => {
          e.preventDefault()
          send(t)
        },
      },
      h('input', {
        id: 'chat-box',
        type: 'text',
        maxlength: 300,
        autocomplete: 'off',
        'aria-label': words('chat.say'),
        placeholder: words('chat.say'),
        value: app.drafts.chat ?? '',
        oninput: (e: Event) => {
          app.drafts.chat = (e.target as HTMLInputElement).value
        },
      }),
      h('button', { class: 'btn', type: 'submit', tabindex: '-1' }, words('chat.send')), // Enter sends as well
    ),
  ]
}
