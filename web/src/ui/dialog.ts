/* dialog.ts: the frame of all dialogs: the browser's own, so that focus and Esc behave. */
import { h, type Child } from './dom'
import { dismiss, forgetSaid } from '../say/notice'
import { app, redraw } from '../app/state'
import { words } from '../say/words'

export function closeDialog(): void {
  app.dialog = null
  delete app.drafts.account // the next person at this device must not find a password in the form
  redraw()
}

/* The short message. Under a dialog nothing is seen or heard, so there it stands in the dialog. At a table it stands in the bar of actions,
   where it covers nothing that could be chosen. */
export function noticeBox(place = ''): Child {
  const n = app.notice
  return (
    n &&
    h(
      'div',
      { class: `notice ${place}` + (n.bad ? ' bad' : ''), key: 'notice', role: app.dialog ? 'alert' : null },
      h('span', null, n.text),
      h(
        'button',
        {
          class: 'btn bare',
          'aria-label': words('notice.close'),
          onclick: dismiss,
        },
        '×',
      ),
    )
  )
}

/* Where the pointer went down. A selection that is dragged out of the dialog ends on the backdrop and must not close the dialog. */
let pressed: EventTarget | null = null

export function dialog(key: string, title: string, ...content: Child[]): Child {
  return h(
    'dialog',
    {
      key: 'dialog-' + key,
      class: 'dialog ' + key,
      'aria-labelledby': 'dialog-title',
      mounted(el: HTMLDialogElement) {
        forgetSaid() // screen readers read what stands there once more when the dialog closes
        el.showModal()
      },
      gone: (el: HTMLDialogElement) => {
        el.onclose = null
        el.close() // gives the focus back to where it was
      },
      onclose: () => {
        if (app.dialog) closeDialog()
      },
      onpointerdown: (e: PointerEvent) => {
        pressed = e.target
      },
      onclick: (e: MouseEvent) => {
        if (e.target === e.currentTarget && pressed === e.target) (e.target as HTMLDialogElement).close()
      },
    },
    h(
      'div',
      { class: 'inner' },
      h(
        'header',
        null,
        h('h2', { id: 'dialog-title' }, title),
        h('button', { class: 'btn bare', 'aria-label': words('dialog.close'), onclick: closeDialog }, '×'),
      ),
      content,
      noticeBox(),
    ),
  )
}

/* A labelled set of which one is chosen. */
export function options<T extends string | number>(
  name: string,
  label: string,
  current: T,
  choices: { value: T; text: string }[],
  pick: (v: T) => void,
  look = 'field',
): Child {
  return h(
    'fieldset',
    { class: look },
    h('legend', null, label),
    h(
      'div',
      { class: 'seg' },
      choices.map(c =>
        h(
          'label',
          { key: c.value },
          h('input', { type: 'radio', name, value: String(c.value), checked: c.value === current, onchange: () => pick(c.value) }),
          h('span', null, c.text),
        ),
      ),
    ),
  )
}

export function tick(label: string, checked: boolean, set: (v: boolean) => void, about = ''): Child {
  return h(
    'label',
    { class: 'tick' },
    h('input', { type: 'checkbox', checked, onchange: (e: Event) => set((e.target as HTMLInputElement).checked) }),
    h('span', null, label, about && h('small', { class: 'muted' }, about)),
  )
}

export function pickOne<T extends string>(
  id: string,
  label: string,
  current: T,
  choices: { value: T; text: string }[],
  pick: (v: T) => void,
): Child {
  return h(
    'div',
    { class: 'field' },
    h('label', { for: id }, label),
    h(
      'select',
      { id, onchange: (e: Event) => pick((e.target as HTMLSelectElement).value as T) },
      choices.map(c => h('option', { value: c.value, selected: c.value === current, key: c.value }, c.text)),
    ),
  )
}
