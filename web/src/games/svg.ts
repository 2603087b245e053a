/* svg.ts: pictures as plain values, and the difference of two of them brought to the page. */

type Handler = (event: any) => void
export type Attrs = Record<string, string | number | boolean | null | undefined | Handler>
export type Kid = Node | string | number | null | undefined | false | Kid[]

export interface Node {
  tag: string
  attrs: Attrs
  kids: (Node | string)[]
  key?: string // the same thing in two pictures, wherever it stands
  enter?: Enter // how it comes when it was not there before; what comes before the eyes also goes so
  turn?: number // quarter turns; a change is turned before the eyes
  html?: boolean
}
export type Enter = 'fall' | 'grow' | 'fade'

export interface Changes {
  entered: { el: Element; how: Enter }[]
  turned: { el: Element; by: number }[]
  left: { el: Element; host: Element }[]
}

interface Live {
  node: Node | string
  el: ChildNode
  kids: Live[]
}
const lives = new WeakMap<Element, Live[]>()
const SVG = 'http://www.w3.org/2000/svg'

function flat(kids: Kid[], out: (Node | string)[] = []): (Node | string)[] {
  for (const kid of kids) {
    if (Array.isArray(kid)) flat(kid, out)
    else if (typeof kid === 'number') out.push(String(kid))
    else if (kid) out.push(kid)
  }
  return out
}

export function s(tag: string, attrs: Attrs = {}, ...kids: Kid[]): Node {
  return { tag, attrs, kids: flat(kids) }
}
export function h(tag: string, attrs: Attrs = {}, ...kids: Kid[]): Node {
  return { tag, attrs, kids: flat(kids), html: true }
}
export function keyed(key: string, node: Node, enter?: Enter, turn?: number): Node {
  return { ...node, key, enter, turn }
}

export const g = (cls: string, ...kids: Kid[]) => s('g', { class: cls }, ...kids)
export const at = (x: number, y: number, ...kids: Kid[]) => s('g', { transform: `translate(${round(x)} ${round(y)})` }, ...kids)
export const path = (d: string, cls: string, more: Attrs = {}) => s('path', { d, class: cls, ...more })
export const circle = (cx: number, cy: number, r: number, cls: string) =>
  s('circle', { cx: round(cx), cy: round(cy), r, class: cls })
export const rect = (x: number, y: number, width: number, height: number, cls: string, rx?: number) =>
  s('rect', { x: round(x), y: round(y), width: round(width), height: round(height), class: cls, rx })
export const text = (x: number, y: number, size: number, cls: string, what: string | number) =>
  s('text', { x: round(x), y: round(y), 'font-size': size, class: cls }, String(what))
/* A symbol of the sprite with its middle at (x, y). */
export const symbol = (id: string, x: number, y: number, width: number, height = width, more: Attrs = {}) =>
  s('use', { href: `#${id}`, x: round(x - width / 2), y: round(y - height / 2), width, height, ...more })
export const round = (n: number) => Math.round(n * 100) / 100

/* An icon among words. */
export const icon = (id: string, cls = 'i') => s('svg', { class: cls, 'aria-hidden': 'true' }, s('use', { href: `#${id}` }))

/* Four corners round a box: the last move. */
export function corners(x: number, y: number, w: number, hgt: number, arm = 13): Node {
  const r = x + w,
    b = y + hgt
  return path(
    `M${x} ${y + arm}V${y}H${x + arm}M${r - arm} ${y}H${r}V${y + arm}M${r} ${b - arm}V${b}H${r - arm}` +
      `M${x + arm} ${b}H${x}V${b - arm}`,
    'last-move',
  )
}

/* Make the page under `host` look like `nodes`; what came, turned and went is told to whoever animates. */
export function render(host: Element, nodes: Node[]): Changes {
  const changes: Changes = { entered: [], turned: [], left: [] }
  lives.set(host, patchKids(host, lives.get(host) ?? [], nodes, changes))
  return changes
}

function create(node: Node | string, changes: Changes): Live {
  if (typeof node === 'string') return { node, el: document.createTextNode(node), kids: [] }
  const el = node.html ? document.createElement(node.tag) : document.createElementNS(SVG, node.tag)
  for (const name in node.attrs) setAttr(el, name, node.attrs[name])
  const kids = node.kids.map(kid => create(kid, changes))
  for (const kid of kids) el.appendChild(kid.el)
  if (node.enter) changes.entered.push({ el, how: node.enter })
  return { node, el, kids }
}

function setAttr(el: Element, name: string, value: Attrs[string]): void {
  if (name.startsWith('on')) (el as any)[name] = value ?? null
  else if (value === null || value === undefined || value === false) el.removeAttribute(name)
  else if (name === 'checked' || name === 'value') (el as any)[name] = value
  else el.setAttribute(name, value === true ? '' : String(value))
}

const sameKind = (a: Node | string, b: Node | string) =>
  typeof a === 'string' ? typeof b === 'string' : typeof b !== 'string' && a.tag === b.tag && a.key === b.key

function patch(live: Live, node: Node | string, changes: Changes): void {
  const old = live.node
  if (old === node) return
  live.node = node
  if (typeof node === 'string' || typeof old === 'string') {
    live.el.textContent = node as string
    return
  }
  const el = live.el as Element
  for (const name in node.attrs) if (node.attrs[name] !== old.attrs[name]) setAttr(el, name, node.attrs[name])
  for (const name in old.attrs) if (!(name in node.attrs)) setAttr(el, name, null)
  live.kids = patchKids(el, live.kids, node.kids, changes)
  if (node.turn !== undefined && old.turn !== undefined && node.turn !== old.turn)
    changes.turned.push({ el, by: ((node.turn - old.turn + 5) % 4) - 1 }) // −1, 0, 1 or 2 quarters
}

function patchKids(host: Element, old: Live[], nodes: (Node | string)[], changes: Changes): Live[] {
  const byKey = new Map<string, Live>()
  const plain: Live[] = []
  for (const live of old) {
    const key = typeof live.node === 'string' ? undefined : live.node.key
    if (key !== undefined) byKey.set(key, live)
    else plain.push(live)
  }
  let next = 0
  const result = nodes.map(node => {
    const key = typeof node === 'string' ? undefined : node.key
    const found = key !== undefined ? byKey.get(key) : plain[next]
    if (found && sameKind(found.node, node)) {
      if (key !== undefined) byKey.delete(key)
      else next++
      patch(found, node, changes)
      return found
    }
    if (key === undefined && found) {
      found.el.remove()
      next++
    }
    return create(node, changes)
  })
  for (const live of byKey.values()) {
    live.el.remove()
    if ((live.node as Node).enter) changes.left.push({ el: live.el as Element, host })
  }
  for (; next < plain.length; next++) plain[next].el.remove()
  let before: ChildNode | null = host.firstChild
  for (const live of result) {
    if (live.el === before) before = before.nextSibling
    else host.insertBefore(live.el, before)
  }
  return result
}
