/* rove.ts: lists of buttons that are one tab stop: arrows, Home and End walk in them. Their element has `data-rove`. */

const inside = 'button:not(:disabled), a[href]'
const steps: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1, Home: -Infinity, End: Infinity }

const itemsOf = (list: Element) => [...list.querySelectorAll<HTMLElement>(inside)]

/* Leaves one tab stop in each list: where the focus is, at the button that starts a game, where the focus was, at what is chosen, or at the
   first. */
export function settleRoves(): void {
  for (const list of document.querySelectorAll('[data-rove]')) {
    const items = itemsOf(list)
    const stop =
      items.find(it => it === document.activeElement) ??
      items.find(it => it.matches('[data-play]')) ??
      items.find(it => it.getAttribute('tabindex') === '0') ??
      items.find(it => it.matches('.on, .now *, [data-confirm]')) ??
      items[0]
    for (const it of items) {
      const wanted = it === stop ? '0' : '-1'
      if (it.getAttribute('tabindex') !== wanted) it.setAttribute('tabindex', wanted)
    }
  }
}

export function listenToRoves(): void {
  addEventListener('keydown', event => {
    const by = steps[event.key]
    const list = (event.target as Element | null)?.closest?.('[data-rove]')
    if (!list || by === undefined || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey)
      return
    const items = itemsOf(list)
    if (!items.includes(event.target as HTMLElement)) return
    const next = items[Math.max(0, Math.min(items.length - 1, items.indexOf(event.target as HTMLElement) + by))]
    if (!next || event.target === next) return
    event.preventDefault()
    next.focus()
  })
  addEventListener('focusin', event => {
    const list = (event.target as Element).closest('[data-rove]')
    if (!list || !(event.target as Element).matches(inside)) return
    for (const it of itemsOf(list)) it.setAttribute('tabindex', it === event.target ? '0' : '-1')
  })
}
