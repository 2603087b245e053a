/* tip.ts: what a place is, in icons and words, for whoever rests the mouse on it. Others hear its label. Any key puts the tip away; the mouse may
   be moved onto it, and a click on it is meant for what lies under it. */

import { h, icon, render } from '../ui/dom'

const REST = 550 // milliseconds
const WAY = 350 // to get from the place to its tip

export function tips(svg: SVGSVGElement): { destroy(): void } {
  let shown: HTMLElement | null = null
  let timer = 0
  let leaving = 0
  let on: Element | null = null

  function hide(): void {
    clearTimeout(timer)
    stay()
    removeEventListener('keydown', hide, true)
    shown?.remove()
    shown = on = null
  }
  const stay = () => {
    clearTimeout(leaving)
    leaving = 0
  }
  const leave = () => {
    if (shown) leaving ||= window.setTimeout(hide, WAY)
    else hide()
  }
  function through({ clientX, clientY }: MouseEvent): void {
    hide()
    document.elementFromPoint(clientX, clientY)?.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX, clientY }))
  }
  function show(place: Element, x: number, y: number): void {
    const words = place.getAttribute('aria-label') ?? place.getAttribute('data-tip')
    if (!words || !place.isConnected) return
    shown = document.createElement('div')
    shown.className = 'board-tip'
    shown.setAttribute('aria-hidden', 'true')
    shown.onpointerenter = stay
    shown.onpointerleave = leave
    shown.onclick = through
    addEventListener('keydown', hide, true)
    const icons = place.getAttribute('data-icons')?.split(' ').filter(Boolean) ?? []
    render(
      shown,
      icons.map((name, i) => h('span', { key: i }, icon(name))),
      words,
    )
    document.body.appendChild(shown)
    const { width, height } = shown.getBoundingClientRect()
    shown.style.left = `${Math.max(8, Math.min(x - width / 2, innerWidth - width - 8))}px`
    shown.style.top = `${y + 24 + height > innerHeight ? y - height - 16 : y + 24}px`
  }
  const move = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse') return
    const place = event.buttons ? null : (event.target as Element).closest('[data-place], [data-tip]')
    if (place && place === on && shown) return stay()
    if (event.buttons) hide()
    else leave()
    if (!place || shown) return
    on = place
    timer = window.setTimeout(() => show(place, event.clientX, event.clientY), REST)
  }
  svg.addEventListener('pointermove', move)
  svg.addEventListener('pointerleave', leave)
  svg.addEventListener('pointerdown', hide)
  return { destroy: hide }
}
