/* secrets.ts: an account's recovery codes, its sessions, and the tokens of its bots. */
import { host } from '../../app/host'
import { h, type Child } from '../../ui/dom'
import { complain, during } from '../../say/notice'
import { copy } from '../../model/player'
import type { Bot, Session } from '../../net/protocol'
import { app, redraw, type Dialog } from '../../app/state'
import { timeAgo, words } from '../../say/words'
import { closeDialog, dialog } from '../../ui/dialog'

/* ---- codes ---- */

export function codesDialog({ codes }: Extract<Dialog, { is: 'codes' }>): Child {
  return dialog(
    'codes',
    words('codes.title'),
    h('p', null, words('codes.about')),
    h(
      'ol',
      { class: 'codes' },
      codes.map(code => h('li', { key: code }, h('code', null, code))),
    ),
    h(
      'div',
      { class: 'buttons' },
      h('button', { class: 'btn', onclick: () => copy(codes.join('\n')) }, words('codes.copy')),
      h('button', { class: 'btn main', onclick: closeDialog }, words('codes.kept')),
    ),
  )
}

/* ---- sessions ---- */

interface Shown {
  sessions?: Session[]
  bots?: Bot[]
  name: string
  token?: { bot: string; token: string } // shown once
}

const shown = (): Shown => (app.drafts.account ??= { name: '' })

async function loadSessions(): Promise<void> {
  const draft = shown()
  draft.sessions = (await app.source.secret('sessions', {})).sessions
  redraw()
}

/* "Firefox, Linux" is what people know of a browser; the rest of its name helps nobody. */
function browser(agent: string): string {
  const name = /Firefox|Edg|OPR|Chrome|Safari/.exec(agent)?.[0]
  const system = /Android|iPhone|iPad|Windows|Macintosh|Linux/.exec(agent)?.[0]
  const names: Record<string, string> = { Edg: 'Edge', OPR: 'Opera', Macintosh: 'macOS' }
  const known = [name, system].filter(part => part !== undefined).map(part => names[part] ?? part)
  return known.join(', ') || words('sessions.unknown')
}

function sessionLine(session: Session): Child {
  const end = () =>
    during('session-' + session.id, async () => {
      await app.source.secret('end', { session: session.id })
      await loadSessions()
    })
  const state = session.here ? 'sessions.here' : session.connected ? 'sessions.connected' : ''
  return h(
    'li',
    { class: 'row', key: session.id },
    h(
      'div',
      { class: 't' },
      h('b', null, browser(session.agent)),
      h(
        'span',
        { class: 'small muted' },
        [words('sessions.since', { date: timeAgo((host.now() - session.made) / 60000) }), state && words(state)]
          .filter(Boolean)
          .join(' · '),
      ),
    ),
    !session.here &&
      h('button', { class: 'btn', disabled: app.busy.has('session-' + session.id), onclick: end }, words('sessions.end')),
  )
}

export function sessionsDialog(): Child {
  return dialog(
    'sessions',
    words('sessions.title'),
    h('p', { class: 'muted', mounted: () => loadSessions().catch(complain) }, words('sessions.about')),
    h('ul', { class: 'rows' }, shown().sessions?.map(sessionLine)),
  )
}

/* ---- bots ---- */

async function loadBots(): Promise<void> {
  const draft = shown()
  draft.bots = (await app.source.secret('bots', {})).bots
  redraw()
}

function botLine(bot: Bot): Child {
  const renew = () =>
    during('bot-' + bot.id, async () => {
      shown().token = { bot: bot.name, token: (await app.source.secret('token', { bot: bot.id })).token }
      await loadBots()
    })
  return h(
    'li',
    { class: 'row', key: bot.id },
    h(
      'div',
      { class: 't' },
      h('b', null, bot.name),
      h('span', { class: 'small muted' }, words(bot.connected ? 'sessions.connected' : 'bots.away')),
    ),
    h('button', { class: 'btn', disabled: app.busy.has('bot-' + bot.id), onclick: renew }, words('bots.renew')),
  )
}

function tokenBox(token: { bot: string; token: string }): Child {
  return h(
    'div',
    { class: 'field', key: 'token', role: 'status' },
    h('p', null, words('bots.token', { name: token.bot })),
    h('code', { class: 'token' }, token.token),
    h('div', { class: 'buttons' }, h('button', { class: 'btn', onclick: () => copy(token.token) }, words('bots.copy'))),
  )
}

export function botsDialog(): Child {
  const draft = shown()
  const make = (e: Event) => {
    e.preventDefault()
    during('bot', async () => {
      const bot = draft.name.trim()
      draft.token = { bot, token: (await app.source.secret('bot', { name: bot })).token }
      draft.name = ''
      await loadBots()
    })
  }
  return dialog(
    'bots',
    words('bots.title'),
    h('p', { class: 'muted', mounted: () => loadBots().catch(complain) }, words('bots.about')),
    draft.token && tokenBox(draft.token),
    h('ul', { class: 'rows' }, draft.bots?.map(botLine)),
    h(
      'form',
      { onsubmit: make },
      h(
        'div',
        { class: 'field' },
        h('label', { for: 'bot-name' }, words('bots.name')),
        h('input', {
          id: 'bot-name',
          required: true,
          maxlength: 24,
          autocomplete: 'off',
          value: draft.name,
          oninput: (e: Event) => {
            draft.name = (e.target as HTMLInputElement).value
          },
        }),
      ),
      h(
        'div',
        { class: 'buttons' },
        h('button', { class: 'btn main', type: 'submit', disabled: app.busy.has('bot') }, words('bots.make')),
      ),
    ),
  )
}
