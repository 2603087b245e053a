/* svg.ts: the shapes that boards are drawn with. */

import { h, type Attrs, type Child, type VNode } from '../ui/dom'

export const round = (n: number) => Math.round(n * 100) / 100
export const g = (cls: string, ...kids: Child[]) => h('g', { class: cls }, ...kids)
export const at = (x: number, y: number, ...kids: Child[]) => h('g', { transform: `translate(${round(x)} ${round(y)})` }, ...kids)
export const path = (d: string, cls: string, more: Attrs = {}) => h('path', { d, class: cls, ...more })
export const circle = (cx: number, cy: number, r: number, cls: string) =>
  h('circle', { cx: round(cx), cy: round(cy), r, class: cls })
export const rect = (x: number, y: number, width: number, height: number, cls: string, rx?: number) =>
  h('rect', { x: round(x), y: round(y), width: round(width), height: round(height), class: cls, rx })
export const text = (x: number, y: number, size: number, cls: string, what: string | number) =>
  h('text', { x: round(x), y: round(y), 'font-size': size, class: cls }, String(what))
/* A symbol of the sprite with its middle at (x, y). */
export const symbol = (id: string, x: number, y: number, width: number, height = width, more: Attrs = {}) =>
  h('use', { href: `#${id}`, x: round(x - width / 2), y: round(y - height / 2), width, height, ...more })

/* Four corners round a box: the last move. */
export function corners(x: number, y: number, w: number, hgt: number, arm = 13): VNode {
  const r = x + w,
    b = y + hgt
  return path(
    `M${x} ${y + arm}V${y}H${x + arm}M${r - arm} ${y}H${r}V${y + arm}M${r} ${b - arm}V${b}H${r - arm}` +
      `M${x + arm} ${b}H${x}V${b - arm}`,
    'last-move',
  )
}
