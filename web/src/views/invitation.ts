/* invitation.ts: what a friend sees who opens a link: who invites, to which game, and one button. */
import { needWords } from '../app/parts'
import { h, type Child } from '../ui/dom'
import { gameName, seatName } from '../model/look'
import { during } from '../say/notice'
import { asksName, defaultName, joinTable, takeName } from '../model/join'
import { app, redraw } from '../app/state'
import type { Table } from '../model/table_state'
import { words } from '../say/words'

/* A rated game is for accounts: a guest is told how to get one. */
function forAccounts(by: Child): Child {
  if (!needWords()) return by
  const open = (tab: 'register' | 'login') => () => {
    app.dialog = { is: 'account', tab }
    redraw()
  }
  return h(
    'div',
    { class: 'invitation', key: 'invitation' },
    by,
    h('p', { 'data-rated-guest': true }, words('invite.rated')),
    h(
      'div',
      { class: 'buttons' },
      h('button', { class: 'btn main', onclick: open('register') }, words('account.register')),
      h('button', { class: 'btn', onclick: open('login') }, words('account.login')),
    ),
  )
}

/* Where a guest types their name. */
export const nameInput = (draft: { name: string }): Child =>
  h('input', {
    id: 'my-name',
    type: 'text',
    maxlength: '24',
    autocomplete: 'nickname',
    value: draft.name,
    oninput: (e: Event) => {
      draft.name = (e.target as HTMLInputElement).value
    },
    onfocus: (e: Event) => (e.target as HTMLInputElement).select(),
  })

export function invitation(t: Table): Child {
  const free = t.told.chairs.some(c => !c.player)
  if (t.told.mine.length || t.told.creator || !free || !app.player) return null
  const host = t.told.host || t.told.chairs.find(c => c.player && c.player.kind !== 'computer')?.seat
  const game = gameName(t.told.game)
  const by = h('p', { class: 'who' }, host ? words('invite.by', { name: seatName(t, host), game }) : words('invite.to', { game }))
  if (t.told.rated && app.player.kind === 'guest') return forAccounts(by)
  const draft = (app.drafts.invited ??= { name: defaultName() })
  const join = (e: Event) => {
    e.preventDefault()
    during('join', async () => {
      if (asksName()) await takeName(draft.name)
      await joinTable(t.id, undefined, t.invite)
      delete app.drafts.invited
    })
  }
  return h(
    'form',
    { class: 'invitation', key: 'invitation', onsubmit: join },
    by,
    asksName() && h('div', { class: 'field' }, h('label', { for: 'my-name' }, words('invite.name')), nameInput(draft)),
    h('button', { class: 'btn main big', 'data-accept': true, disabled: app.busy.has('join') }, words('invite.join')),
  )
}
