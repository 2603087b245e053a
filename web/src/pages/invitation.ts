/* invitation.ts: what a friend sees who opens a link: who invites, to which game, and one button. */
import { h, type Child } from '../dom'
import { gameName, seatName } from '../look'
import { during } from '../notice'
import { asksName, defaultName, joinTable, takeName } from '../people/join'
import { app } from '../state'
import type { Table } from '../table_state'
import { words } from '../words'

export function invitation(t: Table): Child {
  const free = t.told.chairs.some(c => !c.player)
  if (t.told.mine.length || t.told.creator || !free || !app.player) return null
  const host = t.told.host || t.told.chairs.find(c => c.player && c.player.kind !== 'computer')?.seat
  const game = gameName(t.told.game)
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
    h('p', { class: 'who' }, host ? words('invite.by', { name: seatName(t, host), game }) : words('invite.to', { game })),
    asksName() &&
      h(
        'div',
        { class: 'field' },
        h('label', { for: 'my-name' }, words('invite.name')),
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
        }),
      ),
    h('button', { class: 'btn main big', 'data-accept': true, disabled: app.busy.has('join') }, words('invite.join')),
  )
}
