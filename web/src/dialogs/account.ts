/* account.ts: a guest's name, and the accounts that keep games and settings across devices. */
import { h, type Child } from '../dom'
import { errorText, notice } from '../notice'
import { Refusal } from '../source'
import { app, redraw, type Dialog } from '../state'
import { words } from '../words'
import { closeDialog, dialog } from './dialog'

type Tab = Extract<Dialog, { is: 'account' }>['tab']

interface Form {
  name: string
  password: string
  error: string
}

const form = (): Form => (app.drafts.account ??= { name: '', password: '', error: '' })

async function submit(tab: Tab): Promise<void> {
  const f = form()
  f.error = ''
  app.busy.add('account')
  redraw()
  try {
    if (tab === 'name') app.player = (await app.source.ask('name', { name: f.name.trim() })).player
    else if (tab === 'delete') await app.source.account('delete', { password: f.password })
    else await app.source.account(tab, { name: f.name.trim(), password: f.password })
    delete app.drafts.account
    closeDialog()
    notice(words('account.done.' + tab))
  } catch (error) {
    f.error = error instanceof Refusal && error.code === 'limit' ? words('account.limit') : errorText(error)
  }
  app.busy.delete('account')
  redraw()
}

export function accountDialog({ tab }: Extract<Dialog, { is: 'account' }>): Child {
  const f = form()
  const field = (name: 'name' | 'password', type: string, complete: string) =>
    h(
      'div',
      { class: 'field' },
      h('label', { for: 'account-' + name }, words('account.' + name)),
      h('input', {
        id: 'account-' + name,
        type,
        autocomplete: complete,
        required: true,
        maxlength: name === 'name' ? 24 : 200,
        value: f[name],
        'aria-describedby': f.error ? 'account-error' : undefined,
        oninput: (e: Event) => {
          f[name] = (e.target as HTMLInputElement).value
        },
      }),
    )
  return dialog(
    'account',
    words('account.' + (tab === 'name' ? 'rename' : tab)),
    h('p', { class: 'muted' }, words('account.about.' + tab)),
    h(
      'form',
      {
        onsubmit: (e: Event) => {
          e.preventDefault()
          submit(tab)
        },
      },
      tab !== 'delete' && field('name', 'text', tab === 'login' ? 'username' : 'nickname'),
      tab !== 'name' && field('password', 'password', tab === 'register' ? 'new-password' : 'current-password'),
      f.error && h('p', { class: 'formerror', id: 'account-error', role: 'alert' }, f.error),
      h(
        'div',
        { class: 'buttons' },
        h(
          'button',
          { class: 'btn main', type: 'submit', disabled: app.busy.has('account') },
          words('account.' + (tab === 'name' ? 'rename' : tab)),
        ),
        h('button', { class: 'btn', type: 'button', onclick: closeDialog }, words('sure.no')),
      ),
    ),
  )
}
