/* dom.ts: HTML and SVG as plain values. A redraw changes only what differs from the page. */

export type Child = VNode | string | number | false | null | undefined | Child[]
export type Enter = 'fall' | 'rise' | 'flip' | 'grow' | 'fade'

/*
 * What `h` makes of these is not in the HTML standard:
 * `on…` are handlers. `mounted(el)` runs once after the element is in the page, `drawn(el)` after every redraw, `gone(el)` before the
 * element goes. With `foreign: true` other code manages the children. False, null and undefined leave an attribute out.
 */
export interface Attrs {
  key?: string | number
  mounted?: (el: any) => void
  drawn?: (el: any) => void
  gone?: (el: any) => void
  foreign?: boolean
  [name: string]: unknown
}

export interface VNode {
  tag: string
  attrs: Attrs
  kids: Kids
  enter?: Enter // how a keyed node comes when it was not there before; such a node also leaves visibly
  turn?: number // quarter turns; a change is animated
}

/*
 * Children by slot: the key of a child, or its place among the arguments. A child that is left out (`may && h(…)`) still holds its
 * place, so its neighbours stay the elements they were.
 */
type Kids = ReadonlyMap<string, VNode | string>

/* What a redraw changed, for animation. */
export interface Changes {
  entered: { el: Element; how: Enter }[]
  turned: { el: Element; by: number }[]
  left: { el: Element; host: Element }[]
}

const childless: Kids = new Map()

/* h('button', { class: 'btn', onclick: f }, 'Text'). Everything inside an `svg` is SVG. The same object passed again is not compared. */
export function h(tag: string, attrs?: Attrs | null, ...children: Child[]): VNode {
  return { tag, attrs: attrs ?? {}, kids: kidsOf(children) }
}

/* Nodes with the same key in two pictures are the same thing, even at different places. */
export function keyed(key: string | number, node: VNode, enter?: Enter, turn?: number): VNode {
  return { ...node, attrs: { ...node.attrs, key }, enter, turn }
}

/* A symbol of the sprite, among words. */
export function icon(name: string, cls = 'i', box?: string): VNode {
  return h('svg', { class: cls, viewBox: box, 'aria-hidden': 'true', focusable: 'false' }, h('use', { href: '#' + name }))
}

/* Makes the children of `host` look like `children`. */
export function render(host: Element, ...children: Child[]): Changes {
  const patch: Patch = { entered: [], turned: [], left: [], hooks: [] }
  let old = rendered.get(host)
  if (!old) {
    host.textContent = ''
    old = new Map()
  }
  rendered.set(host, patchKids(host, old, kidsOf(children), patch))
  for (const hook of patch.hooks) attempt(hook)
  return patch
}

/* An error in one hook keeps nothing else from being done. The page hears of it as of every other error (main.ts). */
function attempt(hook: () => void): void {
  try {
    hook()
  } catch (error) {
    setTimeout(() => {
      throw error
    })
  }
}

interface Live {
  node: VNode | string
  el: ChildNode
  kids: Map<string, Live>
}
interface Patch extends Changes {
  hooks: (() => void)[]
}
const rendered = new WeakMap<Element, Map<string, Live>>()

function kidsOf(children: Child[]): Kids {
  if (!children.length) return childless
  const kids = new Map<string, VNode | string>()
  collect(children, '', kids)
  return kids
}

function collect(children: Child[], at: string, kids: Map<string, VNode | string>): void {
  for (let i = 0; i < children.length; i++) {
    const child = children[i]
    if (child === false || child === null || child === undefined || child === '') continue
    if (Array.isArray(child)) {
      collect(child, `${at}~${i}`, kids)
      continue
    }
    const node = typeof child === 'number' ? String(child) : child
    const key = typeof node === 'string' ? undefined : node.attrs.key
    let slot = key === undefined ? `${at}~${i}` : String(key)
    while (kids.has(slot)) slot += '+' // two children with one key
    kids.set(slot, node)
  }
}

function create(node: VNode | string, inSvg: boolean, patch: Patch): Live {
  if (typeof node === 'string') return { node, el: document.createTextNode(node), kids: new Map() }
  const svg = inSvg || node.tag === 'svg'
  const el = svg ? document.createElementNS('http://www.w3.org/2000/svg', node.tag) : document.createElement(node.tag)
  const kids = new Map<string, Live>()
  for (const [slot, kid] of node.kids) {
    const live = create(kid, svg, patch)
    kids.set(slot, live)
    el.appendChild(live.el)
  }
  for (const name in node.attrs) setAttr(el, name, node.attrs[name]) // after the children: a select has its options now
  if (node.enter) patch.entered.push({ el, how: node.enter })
  const { mounted, drawn } = node.attrs
  if (mounted) patch.hooks.push(() => mounted(el))
  if (drawn) patch.hooks.push(() => drawn(el))
  return { node, el, kids }
}

const ours = new Set(['key', 'mounted', 'drawn', 'gone', 'foreign'])
/* These are properties of the element, not attributes, and the user can change them. */
const properties = new Set(['value', 'checked', 'disabled', 'selected', 'hidden', 'open', 'indeterminate', 'inert'])

function setAttr(el: any, name: string, value: any): void {
  if (ours.has(name)) return
  if (name.startsWith('on')) el[name] = value ?? null
  else if (properties.has(name)) {
    const plain = value ?? (name === 'value' ? '' : false)
    if (el[name] !== plain) el[name] = plain
  } else if (value === undefined || value === null || value === false) el.removeAttribute(name)
  else el.setAttribute(name, value === true ? '' : String(value))
}

function update(live: Live, node: VNode | string, patch: Patch): void {
  const old = live.node
  if (old === node) return
  live.node = node
  if (typeof node === 'string' || typeof old === 'string') {
    ;(live.el as Text).data = node as string
    return
  }
  const el = live.el as Element
  for (const name in old.attrs) if (!(name in node.attrs)) setAttr(el, name, undefined)
  if (!node.attrs.foreign) live.kids = patchKids(el, live.kids, node.kids, patch)
  for (const name in node.attrs)
    if (node.attrs[name] !== old.attrs[name] || properties.has(name)) setAttr(el, name, node.attrs[name])
  if (node.turn !== undefined && old.turn !== undefined && node.turn !== old.turn)
    patch.turned.push({ el, by: ((node.turn - old.turn + 5) % 4) - 1 }) // −1, 0, 1 or 2 quarters
  const { drawn } = node.attrs
  if (drawn) patch.hooks.push(() => drawn(el))
}

const alike = (a: VNode | string, b: VNode | string): boolean =>
  typeof a === 'string' || typeof b === 'string' ? typeof a === typeof b : a.tag === b.tag

function patchKids(host: Element, old: Map<string, Live>, nodes: Kids, patch: Patch): Map<string, Live> {
  if (!old.size && !nodes.size) return old
  const svg = host instanceof SVGElement
  const kids = new Map<string, Live>()
  for (const [slot, node] of nodes) {
    const live = old.get(slot)
    if (live && alike(live.node, node)) {
      update(live, node, patch)
      kids.set(slot, live)
    } else kids.set(slot, create(node, svg, patch))
  }
  for (const [slot, live] of old) {
    if (kids.get(slot) === live) continue
    dismiss(live)
    live.el.remove()
    if (typeof live.node !== 'string' && live.node.enter) patch.left.push({ el: live.el as Element, host })
  }
  let before: ChildNode | null = host.firstChild
  for (const { el } of kids.values()) {
    if (el === before) before = before.nextSibling
    else host.insertBefore(el, before)
  }
  return kids
}

function dismiss(live: Live): void {
  const node = live.node
  if (typeof node !== 'string') attempt(() => node.attrs.gone?.(live.el))
  for (const kid of live.kids.values()) dismiss(kid)
}
