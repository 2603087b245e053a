/* lobby.ts: a table that has not begun: who sits, who is invited, and the start. */
import { needWords } from '../app/parts'
import { h, icon, type Child } from '../ui/dom'
import { bookOf } from '../games/index'
import { emblem, levelName, seatName } from '../model/look'
import { complain, during } from '../say/notice'
import type { Seating } from '../net/protocol'
import { asksName, defaultName, joinTable, takeName } from '../model/join'
import { qrPicture } from '../ui/qr_picture'
import { copy } from '../model/player'
import { fullAddress, tableAddress } from '../app/route'
import { app, redraw } from '../app/state'
import type { Table } from '../model/table_state'
import { words } from '../say/words'
import { clockText, gameTitle } from './lists'
import { picture } from './samples'
import { chat } from './chat'
import { invitation, nameInput } from './invitation'
import { luckMissed, luckShown } from './luck_page'
import { expectedAt } from './rematch'

const rating = ({ player }: Seating) => player?.rating && words('seat.rating', { rating: player.rating })
const kind = (chair: Seating) => (chair.player?.kind === 'computer' ? words('seat.computer') : rating(chair))

/* Whether the table closes if its creator stands up, because no other person sits there. */
const isLast = (t: Table) => t.told.creator && t.told.chairs.filter(c => c.player && c.player.kind !== 'computer').length === 1

function ask(leave: () => void): void {
  app.dialog = { is: 'sure', text: words('lobby.leaveSure'), yes: words('lobby.leave'), then: leave }
  redraw()
}

/* The creator gives a chair without a person to a computer, or frees it. */
function chairPicker(t: Table, { seat, player }: Seating): Child {
  const now = player ? String(player.level) : 'open'
  const choice = (value: string, text: string) => h('option', { value, selected: value === now }, text)
  const pick = (e: Event) => {
    const { value } = e.target as HTMLSelectElement
    during('join', async () => {
      await app.source.ask('chair', {
        table: t.id,
        seat,
        ...(value === 'open' ? { kind: 'open' as const } : { kind: 'computer' as const, level: Number(value) }),
      })
    })
  }
  return h(
    'select',
    { 'aria-label': words('lobby.who', { emblem: emblem(seat) }), 'data-chair': seat, onchange: pick },
    choice('open', words('create.open')),
    Array.from({ length: app.levels }, (_, l) =>
      choice(String(l + 1), words('create.computer', { level: levelName(l + 1), number: l + 1, levels: app.levels })),
    ),
  )
}

/* Sharing by the system, and by a code for phones that are near. */
function shares(link: string, title: string): Child {
  return [
    'share' in (globalThis.navigator ?? {}) &&
      h(
        'button',
        { class: 'btn', key: 'share', onclick: () => navigator.share({ title, url: link }).catch(() => undefined) },
        words('lobby.share'),
      ),
    h('details', { class: 'qr', key: 'qr' }, h('summary', null, words('lobby.qr')), qrPicture(link, words('lobby.qr'))),
  ]
}

/* A guest who sat down with one click is asked once what the others should call them. */
function nameForm(): Child {
  const draft = (app.drafts.named ??= { name: defaultName() })
  const take = (e: Event) => {
    e.preventDefault()
    during('name', () => takeName(draft.name))
  }
  return h(
    'form',
    { class: 'together nameform', key: 'name', onsubmit: take },
    h('label', { for: 'my-name', class: 'small' }, words('invite.name')),
    nameInput(draft),
    h('button', { class: 'btn', 'data-take-name': true, disabled: app.busy.has('name') }, words('lobby.takeName')),
  )
}

/* Computers take the free chairs, and the game begins. */
const startWithComputers = (t: Table) =>
  during('start', async () => {
    for (const { seat, player } of t.told.chairs)
      if (!player) await app.source.ask('chair', { table: t.id, seat, kind: 'computer', level: app.settings.level })
    await app.source.ask('start', { table: t.id })
  })

/* The creator changes who sits where, and so who has which colour. */
const swapUp = (t: Table, seat: number): Child =>
  h(
    'button',
    {
      class: 'btn bare',
      'data-swap': seat,
      title: words('lobby.swap', { emblem: emblem(seat - 1) }),
      'aria-label': words('lobby.swap', { emblem: emblem(seat - 1) }),
      onclick: () =>
        during('join', async () => {
          await app.source.ask('swap', { table: t.id, seat, other: seat - 1 })
        }),
    },
    '↑',
  )

/* The name of a person who shares this device. */
function aliasField(t: Table, { seat, alias }: Seating): Child {
  const take = (e: Event) =>
    during('join', async () => {
      await app.source.ask('alias', { table: t.id, seat, name: (e.target as HTMLInputElement).value.trim() })
    })
  return h('input', {
    type: 'text',
    maxlength: '24',
    'data-alias': seat,
    'aria-label': words('create.name', { emblem: emblem(seat) }),
    placeholder: words('create.namePlaceholder'),
    value: alias ?? '',
    onchange: take,
  })
}

function chairLine(t: Table, chair: Seating, more: boolean): Child {
  const { seat } = chair
  const expected = more && expectedAt(t.id, seat)
  const free = expected ? words('lobby.expects', { name: expected }) : words('lobby.free')
  const mine = t.told.mine.includes(seat)
  const join = () => during('join', () => joinTable(t.id, seat, t.invite))
  const leave = () =>
    during('join', async () => {
      await app.source.ask('leave', { table: t.id, seat })
    })
  const remove = () =>
    during('join', async () => {
      await app.source.ask('remove', { table: t.id, seat })
    })
  return h(
    'li',
    { class: `row p${seat}`, key: seat },
    icon(chair.player ? 'shield-' + seat : 'shield-0', 'g'),
    h(
      'div',
      { class: 't' },
      h('b', null, chair.player ? seatName(t, seat) : free),
      h(
        'span',
        { class: 'small muted' },
        [emblem(seat), kind(chair), chair.player && !chair.connected && words('seat.away')].filter(Boolean).join(' · '),
      ),
      mine && t.told.mine.length > 1 && aliasField(t, chair),
    ),
    !chair.player &&
      !(t.told.rated && (t.told.mine.length || app.player?.kind === 'guest')) && // for accounts, one chair each
      h(
        'button',
        { class: 'btn', onclick: join, 'data-join': seat },
        t.told.mine.length ? words('lobby.joinToo') : words('lobby.join'),
      ),
    t.told.creator && !t.told.rated && (!chair.player || chair.player.kind === 'computer') && chairPicker(t, chair),
    !chair.player &&
      t.told.mine.length === 1 &&
      h(
        'button',
        {
          class: 'btn bare',
          'data-move-here': seat,
          onclick: () =>
            during('join', async () => {
              await app.source.ask('swap', { table: t.id, seat: t.told.mine[0], other: seat })
            }),
        },
        words('lobby.moveHere'),
      ),
    t.told.creator &&
      !mine &&
      chair.player &&
      chair.player.kind !== 'computer' &&
      h('button', { class: 'btn bare', 'data-remove': seat, onclick: remove }, words('lobby.remove')),
    t.told.creator && seat > 1 && more && swapUp(t, seat),
    mine && h('button', { class: 'btn bare', onclick: isLast(t) ? () => ask(leave) : leave }, words('lobby.leave')),
  )
}

const keptText = (ms: number): string =>
  ms < 86400000 ? words('lobby.kept', { minutes: Math.round(ms / 60000) }) : words('lobby.keptSlow')

export function lobby(t: Table): Child {
  const free = t.told.chairs.filter(c => !c.player).length
  const link = fullAddress(tableAddress(t.id, { invite: t.told.invite ?? t.invite }))
  const sits = t.told.mine.length > 0
  const more = needWords()
  return h(
    'main',
    { class: 'lobby', id: 'main', key: 'lobby-' + t.id, tabindex: '-1' },
    h(
      'div',
      { class: 'panel' },
      picture(bookOf(t.told.game), 'pic'),
      h('h1', null, gameTitle(t.told.game, t.told.options)),
      invitation(t),
      h(
        'p',
        { class: 'muted' },
        [
          clockText(t.told.clock),
          words('undo.is.' + t.told.undo),
          words(t.told.public ? 'lobby.public' : 'lobby.private'),
          t.told.rated && words('lobby.rated'),
          t.told.hints && words('lobby.hints'),
        ]
          .filter(Boolean)
          .join(' · '),
      ),
      h(
        'ul',
        { class: 'rows' },
        t.told.chairs.map(chair => chairLine(t, chair, more)),
      ),
      sits && more && asksName() && nameForm(),
      t.told.kept !== undefined && h('p', { class: 'small muted', key: 'kept' }, keptText(t.told.kept)),
      sits &&
        free > 0 &&
        h(
          'div',
          { class: 'invite' },
          h('label', { for: 'invite-link' }, words('lobby.inviteLabel')),
          h(
            'div',
            { class: 'together' },
            h('input', {
              id: 'invite-link',
              type: 'text',
              readonly: true,
              value: link,
              onfocus: (e: Event) => (e.target as HTMLInputElement).select(),
            }),
            h('button', { class: 'btn', onclick: () => copy(link) }, icon('icon-link'), words('lobby.copy')),
          ),
          shares(link, gameTitle(t.told.game, t.told.options)),
        ),
      luckMissed(t),
      t.told.creator
        ? h(
            'button',
            {
              class: 'btn main big',
              disabled: free > 0,
              'data-start': true,
              onclick: () =>
                during('start', async () => {
                  await app.source.ask('start', { table: t.id }).catch(complain)
                }),
            },
            free > 0 ? words('lobby.waiting', { count: free }) : words('lobby.start'),
          )
        : h('p', { class: 'muted', role: 'status' }, free > 0 ? words('lobby.waiting', { count: free }) : words('lobby.waitStart')),
      t.told.creator &&
        free > 0 &&
        !t.told.rated &&
        more &&
        h(
          'button',
          { class: 'btn', key: 'fill', 'data-fill': true, disabled: app.busy.has('start'), onclick: () => startWithComputers(t) },
          words('lobby.fill', { count: free }),
        ),
      luckShown(t),
    ),
    chat(t, true),
  )
}
