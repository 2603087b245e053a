/* account.ts: a guest's name, and the accounts that keep games and settings across devices. */
import { h, type Child } from '../../ui/dom'
import { errorText, notice } from '../../say/notice'
import { Refusal } from '../../net/source'
import { app, redraw, type Dialog } from '../../app/state'
import { words } from '../../say/words'
import { closeDialog, dialog } from '../../ui/dialog'

type Tab = Extract<Dialog, { is: 'account' }>['tab']

type Field = 'name' | 'code' | 'password' | 'fresh'
type Form = Record<Field | 'error', string>

/* What each form asks for. */
const fields: Record<Tab, Field[]> = {
  name: ['name'],
  register: ['name', 'password'],
  login: ['name', 'password'],
  recover: ['name', 'code', 'fresh'],
  password: ['password', 'fresh'],
  renew: ['password'],
  delete: ['password'],
}

const form = (): Form => (app.drafts.account ??= { name: '', code: '', password: '', fresh: '', error: '' })

/* Sends the form. Returns codes to be shown, if there are new ones. */
async function send(tab: Tab, f: Form): Promise<string[] | undefined> {
  const { source } = app
  const name = f.name.trim()
  switch (tab) {
    case 'name':
      app.player = (await source.ask('name', { name })).player
      return
    case 'password':
      await source.secret('password', { password: f.password, new: f.fresh })
      return
    case 'renew':
      return (await source.secret('codes', { password: f.password })).codes
    case 'recover':
      return (await source.account(tab, { name, code: f.code, password: f.fresh })).codes
    case 'delete':
      return (await source.account(tab, { password: f.password })).codes
    default:
      return (await source.account(tab, { name, password: f.password })).codes
  }
}

async function submit(tab: Tab): Promise<void> {
  const f = form()
  f.error = ''
  app.busy.add('account')
  redraw()
  try {
    const codes = await send(tab, f)
    closeDialog()
    if (codes) app.dialog = { is: 'codes', codes }
    if (tab !== 'renew') notice(words('account.done.' + tab))
  } catch (error) {
    f.error =
      error instanceof Refusal && error.code === 'limit' ? words(tab === 'name' ? 'error.name' : 'account.limit') : errorText(error)
  }
  app.busy.delete('account')
  redraw()
}

function field(tab: Tab, name: Field): Child {
  const f = form()
  const secret = name === 'password' || name === 'fresh'
  const isNew = name === 'fresh' || (name === 'password' && tab === 'register')
  return h(
    'div',
    { class: 'field', key: name },
    h('label', { for: 'account-' + name }, words('account.' + name)),
    h('input', {
      id: 'account-' + name,
      type: secret ? 'password' : 'text',
      autocomplete: secret
        ? isNew
          ? 'new-password'
          : 'current-password'
        : name === 'code'
          ? 'one-time-code'
          : tab === 'name' || tab === 'register'
            ? 'nickname'
            : 'username',
      required: true,
      maxlength: name === 'name' ? 24 : name === 'code' ? 24 : 200,
      value: f[name],
      'aria-describedby':
        [isNew || (name === 'name' && tab !== 'login') ? 'account-rules' : '', f.error ? 'account-error' : '']
          .filter(Boolean)
          .join(' ') || undefined,
      oninput: (e: Event) => {
        f[name] = (e.target as HTMLInputElement).value
      },
    }),
  )
}

export function accountDialog({ tab }: Extract<Dialog, { is: 'account' }>): Child {
  const f = form()
  const title = words('account.' + (tab === 'name' ? 'rename' : tab === 'password' ? 'change' : tab))
  return dialog(
    'account',
    title,
    h('p', { class: 'muted' }, words('account.about.' + tab)),
    h(
      'form',
      {
        onsubmit: (e: Event) => {
          e.preventDefault()
          submit(tab)
        },
      },
      fields[tab].map(name => field(tab, name)),
      (tab === 'register' || tab === 'name' || fields[tab].includes('fresh')) &&
        h('p', { class: 'muted small', id: 'account-rules' }, words('account.limit')),
      f.error && h('p', { class: 'formerror', id: 'account-error', role: 'alert' }, f.error),
      h(
        'div',
        { class: 'buttons' },
        h('button', { class: 'btn main', type: 'submit', disabled: app.busy.has('account') }, title),
        h('button', { class: 'btn', type: 'button', onclick: closeDialog }, words('sure.no')),
        tab === 'login' &&
          h(
            'button',
            {
              class: 'btn bare',
              type: 'button',
              onclick: () => {
                f.error = ''
                app.dialog = { is: 'account', tab: 'recover' }
                redraw()
              },
            },
            words('account.recover'),
          ),
      ),
    ),
  )
}
