/* dom.ts: trees of plain values drawn into the page, and redrawn by their difference. */

export type Child = VNode | string | number | false | null | undefined | Child[]
type Attrs = Record<string, any>

export interface VNode {
  tag: string
  attrs: Attrs
  kids: (VNode | string)[]
  key: string | number | undefined
  el?: Node
}

/*
 * h('button', { class: 'btn', onclick: f }, 'Text'). Attributes: `key` tells siblings apart, `on…` are handlers, `mounted(el)` runs once
 * after the element exists, `drawn(el)` after every redraw, `foreign: true` leaves the children to somebody else; false and null leave an
 * attribute out. A node that is passed in again as the same object is not looked at.
 */
export function h(tag: string, attrs?: Attrs | null, ...children: Child[]): VNode {
  const kids: (VNode | string)[] = []
  flatten(children, kids)
  return { tag, attrs: attrs ?? {}, kids, key: attrs?.key }
}

function flatten(from: Child[], to: (VNode | string)[]): void {
  for (const c of from) {
    if (Array.isArray(c)) flatten(c, to)
    else if (typeof c === 'number') to.push(String(c))
    else if (c) to.push(c)
  }
}

/* A symbol of the sprite. */
export function icon(name: string, cls = 'i', box?: string): VNode {
  return h('svg', { class: cls, viewBox: box, 'aria-hidden': 'true', focusable: 'false' }, h('use', { href: '#' + name }))
}

/* Puts the focus on the page's main part once it has been drawn. */
export function focusMain(): void {
  requestAnimationFrame(() => document.getElementById('main')?.focus({ preventScroll: true }))
}

const svgTags = new Set(['svg', 'use', 'g', 'path', 'rect', 'circle', 'line', 'polyline', 'text', 'title', 'defs', 'clipPath'])
/* These live in the element, not in its attributes. */
const properties = new Set(['value', 'checked', 'disabled', 'selected', 'hidden', 'open', 'indeterminate', 'inert'])
const afterwards: (() => void)[] = []

function create(v: VNode | string, inSvg: boolean): Node {
  if (typeof v === 'string') return document.createTextNode(v)
  const svg = v.tag === 'svg' || (inSvg && svgTags.has(v.tag))
  const el = svg ? document.createElementNS('http://www.w3.org/2000/svg', v.tag) : document.createElement(v.tag)
  v.el = el
  for (const kid of v.kids) el.appendChild(create(kid, svg))
  for (const name in v.attrs) setAttr(el, name, v.attrs[name])
  if (v.attrs.mounted) afterwards.push(() => v.attrs.mounted(el))
  if (v.attrs.drawn) afterwards.push(() => v.attrs.drawn(el))
  return el
}

function setAttr(el: any, name: string, value: any): void {
  if (name === 'key' || name === 'mounted' || name === 'drawn' || name === 'foreign' || name === 'gone') return
  if (name.startsWith('on')) el[name] = value ?? null
  else if (properties.has(name)) {
    const plain = value ?? (name === 'value' ? '' : false)
    if (el[name] !== plain) el[name] = plain
  } else if (value === undefined || value === null || value === false) el.removeAttribute(name)
  else el.setAttribute(name, value === true ? '' : String(value))
}

function same(a: VNode | string, b: VNode | string): boolean {
  if (typeof a === 'string' || typeof b === 'string') return typeof a === typeof b
  return a.tag === b.tag && a.key === b.key
}

function forget(v: VNode | string): void {
  if (typeof v === 'string') return
  if (v.attrs.gone) v.attrs.gone(v.el)
  for (const kid of v.kids) forget(kid)
}

function patch(node: Node, old: VNode | string, now: VNode | string): void {
  if (old === now) return
  if (typeof old === 'string' || typeof now === 'string') {
    if (old !== now) (node as Text).data = now as string
    return
  }
  const el = node as Element
  now.el = el
  for (const name in old.attrs) if (!(name in now.attrs)) setAttr(el, name, undefined)
  if (!now.attrs.foreign) patchKids(el, old.kids, now.kids)
  for (const name in now.attrs) {
    const value = now.attrs[name]
    if (value !== old.attrs[name] || properties.has(name)) setAttr(el, name, value)
  }
  if (now.attrs.drawn) afterwards.push(() => now.attrs.drawn(el))
}

function patchKids(parent: Element, old: (VNode | string)[], now: (VNode | string)[]): void {
  const nodes: Node[] = Array.from(parent.childNodes)
  const byKey = new Map<string | number, number>()
  old.forEach((v, i) => {
    if (typeof v !== 'string' && v.key !== undefined) byKey.set(v.key, i)
  })
  const used = new Array<boolean>(old.length).fill(false)
  let scan = 0
  let place: Node | null = nodes[0] ?? null
  for (const v of now) {
    let at = -1
    if (typeof v !== 'string' && v.key !== undefined) {
      const k = byKey.get(v.key)
      if (k !== undefined && same(old[k], v)) at = k
    } else {
      while (scan < old.length && (used[scan] || (typeof old[scan] !== 'string' && (old[scan] as VNode).key !== undefined))) scan++
      if (scan < old.length) {
        if (same(old[scan], v)) at = scan
        scan++
      }
    }
    if (at >= 0 && !used[at]) {
      used[at] = true
      const node = nodes[at]
      patch(node, old[at], v)
      if (node !== place) parent.insertBefore(node, place)
      else place = node.nextSibling
    } else parent.insertBefore(create(v, parent instanceof SVGElement), place)
  }
  old.forEach((v, i) => {
    if (!used[i]) {
      forget(v)
      nodes[i].parentNode?.removeChild(nodes[i])
    }
  })
}

const drawn = new WeakMap<Element, (VNode | string)[]>()

/* Makes the children of `host` look like `children`. */
export function draw(host: Element, ...children: Child[]): void {
  const now: (VNode | string)[] = []
  flatten(children, now)
  const old = drawn.get(host)
  if (old) patchKids(host, old, now)
  else {
    host.textContent = ''
    for (const v of now) host.appendChild(create(v, host instanceof SVGElement))
  }
  drawn.set(host, now)
  while (afterwards.length) afterwards.shift()!()
}
