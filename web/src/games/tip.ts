/* tip.ts: what a place is, in icons and words, for whoever rests the mouse on it. Others hear its label. */

import { h, icon, render } from '../dom'

const REST = 550 // milliseconds

export function tips(svg: SVGSVGElement): { destroy(): void } {
  let shown: HTMLElement | null = null
  let timer = 0
  let on: Element | null = null

  function hide(): void {
    clearTimeout(timer)
    shown?.remove()
    shown = on = null
  }
  function show(place: Element, x: number, y: number): void {
    const words = place.getAttribute('aria-label') ?? place.getAttribute('data-tip')
    if (!words || !place.isConnected) return
    shown = document.createElement('div')
    shown.className = 'board-tip'
    shown.setAttribute('aria-hidden', 'true')
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
    if (place && place === on && shown) return
    hide()
    on = place
    if (place) timer = window.setTimeout(() => show(place, event.clientX, event.clientY), REST)
  }
  svg.addEventListener('pointermove', move)
  svg.addEventListener('pointerleave', hide)
  svg.addEventListener('pointerdown', hide)
  svg.addEventListener('keydown', hide)
  return { destroy: hide }
}
