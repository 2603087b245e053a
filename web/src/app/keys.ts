/* keys.ts: keys that work anywhere on the page. Boards handle arrows, Enter and Space themselves; what keys do at a table is in table_keys.ts. */
import { focusFirst } from '../ui/focus'
import { atTable } from './parts'
import { listenToRoves } from '../ui/rove'
import { shortcutOf } from './shortcuts'
import { app, here, redraw } from './state'

const isTyping = (el: Element | null): boolean =>
  !!el &&
  (el.matches('input:not([type=radio]):not([type=checkbox]):not([type=range]), textarea, select') ||
    (el as HTMLElement).isContentEditable)

/* Esc in a box empties it; in an empty box it leads to the page. */
function escape(box: HTMLInputElement): void {
  if (!box.value || !box.matches('input')) {
    focusFirst('#main')
    return
  }
  box.value = ''
  box.dispatchEvent(new InputEvent('input', { bubbles: true }))
}

export function listenToKeys(): void {
  listenToRoves()
  addEventListener('keydown', event => {
    const target = event.target as Element | null
    if (event.defaultPrevented || app.dialog) return
    const t = here(),
      table = t && atTable()
    if (isTyping(target) && !event.altKey) {
      if (event.key !== 'Escape') return
      if (table) table.escapeBox(t, target as HTMLInputElement)
      else escape(target as HTMLInputElement)
      return
    }
    const shortcut = shortcutOf(event)
    if (shortcut === 'help') {
      app.dialog = { is: 'keys' }
      redraw()
    } else if (event.ctrlKey || event.metaKey || (event.altKey && !shortcut) || !t || !table?.keyAtTable(t, event, shortcut)) return
    event.preventDefault()
  })
}
