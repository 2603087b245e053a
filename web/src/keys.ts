/* keys.ts: keys that work anywhere on the page. Boards handle arrows, Enter and Space themselves. */
import { hint } from './advice'
import { confirm, select } from './choose'
import { changeSettings } from './player'
import { goTo, leaveReplay, step } from './replay'
import { app, here, redraw, redrawNow } from './state'
import { endStory } from './story'
import { ui } from './look'
import type { Table } from './table_state'
import { undo } from './undo'

const isTyping = (el: Element | null): boolean =>
  !!el &&
  (el.matches('input:not([type=radio]):not([type=checkbox]):not([type=range]), textarea, select') ||
    (el as HTMLElement).isContentEditable)

const focus = (selector: string) => document.querySelector<HTMLElement | SVGElement>(selector)?.focus()

/* Puts away the hint and the reason, if there are any. */
function closeAnswers(t: Table): boolean {
  const { choice } = t
  if (choice.is === 'sending' || (!choice.why && !choice.hint)) return false
  choice.why = null
  if (choice.hint !== 'thinking') choice.hint = null
  return true
}

/* A key that is held down confirms nothing. */
function tableKey(t: Table, key: string, repeat: boolean, target: Element | null): boolean {
  switch (key) {
    case 'z':
      undo()
      return true
    case 'h':
      hint()
      return true
    case 'n':
      t.side.notation = true
      redraw()
      redrawNow() // draw now, so that the next key goes into the box
      focus('#notation')
      return true
    case 'c':
      t.side.tab = 'chat'
      t.side.unread = 0
      redraw()
      setTimeout(() => focus('#chat-box'), 30)
      return true
    case 'l':
      t.side.tab = 'log'
      redraw()
      setTimeout(() => focus('.log ol'), 30)
      return true
    case 'i':
      ui(t)?.ask?.(t.hooks)
      return !!ui(t)?.ask
    case 'b':
      focus('.boardhost [data-place][tabindex="0"]')
      return true
    case 't':
      changeSettings({ boardText: !app.settings.boardText }).then(() => setTimeout(() => focus('#inwords'), 30))
      return true
    case '[':
      step(t, -1)
      return true
    case ']':
      step(t, 1)
      return true
    case 'Enter':
      if (repeat || t.choice.move === null || target?.closest('button, a, summary, [data-place]')) return false
      confirm()
      return true
    case 'Escape':
      if (t.choice.move !== null) select(null)
      else if (closeAnswers(t)) redraw()
      else if (t.history.replay) leaveReplay(t)
      else return false
      return true
  }
  if (!t.history.replay || target?.closest('[data-place], input')) return false
  switch (key) {
    case 'ArrowLeft':
      step(t, -1)
      return true
    case 'ArrowRight':
      step(t, 1)
      return true
    case 'Home':
      goTo(t, 0)
      return true
    case 'End':
      goTo(t, t.told.number)
      return true
  }
  return false
}

/* Enter, Space and Escape end a story, unless they press a button; other keys do what they always do. */
const skips = ({ key, target }: KeyboardEvent): boolean =>
  key === 'Escape' || ((key === 'Enter' || key === ' ') && !(target as Element | null)?.closest('button, a, summary'))

export function listenToKeys(): void {
  addEventListener('keydown', event => {
    const target = event.target as Element | null
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || app.dialog) return
    if (isTyping(target)) {
      if (event.key === 'Escape') (target as HTMLElement).blur()
      return
    }
    const t = here()
    let done = false
    if (event.key === '?') {
      app.dialog = { is: 'keys' }
      redraw()
      done = true
    } else if (t?.story && skips(event)) {
      endStory(t)
      done = true
    } else if (t?.told.position && !t.device.covered) done = tableKey(t, event.key, event.repeat, target)
    if (done) event.preventDefault()
  })
}
