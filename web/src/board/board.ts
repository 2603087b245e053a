/* board.ts: a board on the page, the same for every game: drawing, pointing, walking by keys, and movement. */

import { h, keyed, render, type Child, type VNode } from '../ui/dom'
import { BoardHooks, BoardProps, Step } from './game_ui'
import { Local, local } from './local'
import { fly, play } from './motion'
import { tips } from './tip'

export interface Place {
  id: string
  x: number
  y: number
  to?: { x: number; y: number } // a line from (x, y) to here
  reach?: number // how far it extends round its middle, in units of the board
  moves: string[] // what may be chosen here, the usual one first
  why: string | null // the move it would be if it were legal
  icons?: string[] // symbols of what is there, for its tip
  turns?: boolean // a click turns what lies there; it is confirmed by the button or by Enter
}

/* The position that a board shows: that after the chosen move, a proposed one, or the present one. */
export const shownOf = <View>(p: { view: View; preview: { view: View } | null; proposed?: View }): View =>
  p.preview?.view ?? p.proposed ?? p.view

/* A piece that is only proposed, if `isNew` says that the present position has it not. */
export function ghost(p: BoardProps, isNew: boolean, node: VNode): VNode {
  if (!isNew || p.preview || !p.proposed) return node
  return { ...node, attrs: { ...node.attrs, class: `${node.attrs.class ?? ''} proposed`.trim() } }
}

export interface Picture {
  box: [number, number, number, number]
  tight?: [number, number, number, number] // the same on a narrow screen
  content?: [number, number, number, number] // what a camera must not lose sight of
  framed?: boolean // the picture extends beyond its box; the page shows as much of it as fits
  label: string
  nodes: VNode[]
  places: Place[]
}

export interface Drawing<P extends BoardProps = BoardProps> {
  draw(p: P, mine: Local): Picture
  /* Pan and zoom, for boards that have them. */
  attach?(svg: SVGSVGElement, mine: Local): Camera
  /* Buttons beside the board. */
  tools?(p: P, mine: Local): VNode[]
  /* What R does: turn the tile, take the next kind of piece. */
  turn?(p: P, hooks: BoardHooks, mine: Local): boolean
  /* Places that brighten when the pointer is within this many units. */
  glow?: number
  /* What a long press does. */
  hold?(): void
  /* The move that a tap on empty ground would have been. */
  ground?(x: number, y: number, p: P, mine: Local): string | null
}

export interface Camera {
  box(picture: Picture): string
  key(event: KeyboardEvent): boolean
  reveal(x: number, y: number): void
  approach(x: number, y: number): boolean // comes nearer to a point; false if it is near enough
  destroy(): void
}

/* A place in a picture: what can be walked to, read out and pressed. */
export function placeNode(place: Place, p: BoardProps, label: string, ring: VNode, ...kids: Child[]): VNode {
  const chosen = p.selected !== null && place.moves.includes(p.selected)
  return keyed(
    place.id,
    h(
      'g',
      {
        class: 'place' + (place.moves.length ? ' can' : '') + (p.highlight.includes(place.id) ? ' marked' : ''),
        'data-place': place.id,
        'data-move': place.moves[0],
        'data-icons': place.icons?.join(' ') || undefined,
        tabindex: '-1',
        role: 'button',
        'aria-label': chosen ? label + p.words('chosen.mark') : label, // a toggle button would be read as "not pressed" everywhere
        'aria-disabled': place.moves.length ? undefined : 'true',
        'data-chosen': chosen ? 'true' : undefined,
      },
      ...kids,
      { ...ring, attrs: { ...ring.attrs, class: 'focus-ring' } },
    ),
  )
}

/* The first press selects, the second confirms. For a move that is not legal the page explains why. */
export function press(place: Place, p: BoardProps, hooks: BoardHooks): void {
  if (place.moves.length && p.selected !== null && place.moves.includes(p.selected)) hooks.confirm()
  else if (place.moves.length)
    hooks.select(place.moves[0], place.moves.length > 1) // of several one is only shown
  else if (place.why !== null && p.seat) hooks.whyNot(place.why)
  else hooks.say?.(p.words('place.nothing')) // so that a listener hears that the key was taken
}

const distance = (place: Place, x: number, y: number): number => {
  let { x: px, y: py } = place
  if (place.to) {
    const dx = place.to.x - px,
      dy = place.to.y - py
    const t = Math.max(0, Math.min(1, ((x - px) * dx + (y - py) * dy) / (dx * dx + dy * dy || 1)))
    px += t * dx
    py += t * dy
  }
  return Math.max(0, Math.hypot(x - px, y - py) - (place.reach ?? 0))
}

const middle = (place: Place) => (place.to ? { x: (place.x + place.to.x) / 2, y: (place.y + place.to.y) / 2 } : place)

/* The nearest place in a direction: straight ahead counts once, sideways twice. */
export function step(places: Place[], from: Place, dx: number, dy: number): Place | null {
  const o = middle(from)
  let best: Place | null = null,
    least = Infinity
  for (const place of places) {
    if (place.id === from.id) continue
    const m = middle(place)
    const ahead = (m.x - o.x) * dx + (m.y - o.y) * dy
    const aside = Math.abs((m.x - o.x) * dy) + Math.abs((m.y - o.y) * dx)
    if (ahead > 1 && aside <= ahead * 1.5 && ahead + 2 * aside < least) {
      least = ahead + 2 * aside
      best = place
    }
  }
  return best
}

const FINGER = 22 // pixels from the middle of a fingertip to its edge
const LONG = 500 // milliseconds that a finger rests

/* Calls `hold` when a finger rests on the board. Says whether the tap that ends such a rest is to be ignored. */
function longPress(svg: SVGSVGElement, hold: () => void): () => boolean {
  let timer = 0,
    at = { x: 0, y: 0 },
    held = false
  const stop = () => clearTimeout(timer)
  svg.addEventListener('pointerdown', event => {
    stop()
    held = false
    if (event.pointerType === 'mouse') return
    at = { x: event.clientX, y: event.clientY }
    timer = window.setTimeout(() => {
      held = true
      hold()
    }, LONG)
  })
  svg.addEventListener('pointermove', event => {
    if (Math.hypot(event.clientX - at.x, event.clientY - at.y) > 8) stop()
  })
  for (const end of ['pointerup', 'pointercancel', 'pointerleave']) svg.addEventListener(end, stop)
  svg.addEventListener('contextmenu', event => {
    if (held) event.preventDefault()
  })
  return () => held
}

const ARROWS: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }

export function mountBoard<P extends BoardProps>(host: HTMLElement, hooks: BoardHooks, drawing: Drawing<P>) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  svg.setAttribute('class', 'board')
  svg.setAttribute('tabindex', '-1') // a browser would stop at it, because it listens for the focus
  svg.setAttribute('role', 'toolbar') // a screen reader passes arrows on. In an application they would pass too, but Orca says nothing when one leaves it
  host.classList.add('board-host')
  host.appendChild(svg)
  const tools = drawing.tools && host.appendChild(document.createElement('div'))
  if (tools) {
    tools.className = 'board-tools'
    host.classList.add('with-tools')
  }
  const mine = local(hooks)
  const camera = drawing.attach?.(svg, mine)
  const tip = tips(svg)
  let props: P | null = null
  let picture: Picture | null = null
  let current: string | null = null // the place that holds the tab stop
  let drawn = false
  let lost: Place | null = null // the place that had the focus and disappeared, as places do while a move is sent

  const element = (id: string) => svg.querySelector<SVGGElement>(`[data-place="${CSS.escape(id)}"]`)
  const placeOf = (id: string | null) => picture?.places.find(place => place.id === id) ?? null

  function stop(id: string | null, focus: boolean): void {
    if (current !== null) element(current)?.setAttribute('tabindex', '-1')
    current = id
    const el = id === null ? null : element(id)
    el?.setAttribute('tabindex', '0')
    if (!focus) return
    const place = placeOf(id)
    if (place) camera?.reveal(place.x, place.y)
    el?.focus({ preventScroll: false })
  }

  const boxOf = (pic: Picture) => (pic.tight && host.clientWidth > 0 && host.clientWidth < 480 ? pic.tight : pic.box)

  function draw(still = false): void {
    const p = props!
    const before = placeOf(current)
    const focused = svg.contains(document.activeElement)
    picture = drawing.draw(p, mine)
    svg.setAttribute('aria-label', picture.label)
    svg.classList.toggle('framed', !!picture.framed)
    svg.setAttribute('viewBox', camera ? camera.box(picture) : boxOf(picture).join(' '))
    const changes = render(svg, picture.nodes)
    if (tools) render(tools, drawing.tools!(p, mine))
    if (p.motion && drawn && !still) play(changes)
    drawn = true
    if (!placeOf(current)) {
      if (focused) lost = before
      const near = before && focused ? nearest(before.x, before.y, picture.places) : null
      const first = picture.places.find(place => place.moves.length) ?? picture.places[0]
      stop((near ?? first)?.id ?? null, focused)
    } else if (element(current!)?.getAttribute('tabindex') !== '0') stop(current, false)
    comeBack(picture.places.filter(place => place.moves.length))
  }

  /* Puts the focus back to where it was as soon as there is something to choose. */
  function comeBack(legal: Place[]): void {
    if (!lost || !legal.length) return
    const next = nearest(lost.x, lost.y, legal)
    const waits = document.activeElement === document.body || svg.contains(document.activeElement)
    lost = null
    if (next && waits) stop(next.id, true)
  }

  function nearest(x: number, y: number, places: Place[], within = Infinity): Place | null {
    let best: Place | null = null,
      least = within
    for (const place of places) {
      const far = distance(place, x, y)
      if (far < least) {
        least = far
        best = place
      }
    }
    return best
  }

  /* Goes to the next place that may be chosen, row by row from the north. */
  function nextLegal(by: number): boolean {
    const legal = (picture?.places ?? []).filter(place => place.moves.length || place.id === current)
    legal.sort((a, b) => middle(a).y - middle(b).y || middle(a).x - middle(b).x)
    const next = legal[(legal.findIndex(place => place.id === current) + by + legal.length) % legal.length]
    if (next?.id === current) hooks.say?.(props!.words('place.nothing'))
    if (next) stop(next.id, true)
    return !!next
  }

  function flights({ flights }: Step): void {
    const matrix = svg.getScreenCTM()
    if (matrix) fly(flights, props?.pace ?? 1, point => new DOMPoint(point.x, point.y).matrixTransform(matrix))
  }

  if (drawing.glow) followPointer(drawing.glow)
  const held = drawing.hold && longPress(svg, drawing.hold)
  svg.addEventListener('click', event => {
    if (!props || !picture || held?.()) return
    const told = !!props.telling
    if (told && !hooks.skip?.()) return
    const hit = (event.target as Element).closest('[data-place]')
    let place = placeOf(hit?.getAttribute('data-place') ?? null)
    const matrix = svg.getScreenCTM()
    if (!matrix) return
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse())
    const chosen = props.selected !== null && !!place?.moves.includes(props.selected)
    if (camera && !chosen && (event as PointerEvent).pointerType === 'touch') {
      // where a finger covers several places it comes nearer instead of guessing
      const under = picture.places.filter(q => q.moves.length && distance(q, point.x, point.y) < FINGER / matrix.a)
      if (under.length > 1 && camera.approach(point.x, point.y)) return
    }
    if (!place?.moves.length) {
      const fingers = (event as PointerEvent).pointerType === 'mouse' ? 6 : FINGER // pixels it may miss by
      const close = nearest(
        point.x,
        point.y,
        picture.places.filter(q => q.moves.length),
        fingers / matrix.a,
      )
      place = close ?? place
    }
    if (told && !place?.moves.length) return
    if (!place) {
      const would = props.selected === null && props.moves.length ? drawing.ground?.(point.x, point.y, props, mine) : null
      if (would) hooks.whyNot(would)
      else hooks.select(null)
      return
    }
    stop(place.id, false)
    if (!(place.turns && place.moves.length && drawing.turn?.(props, hooks, mine))) choose(place)
  })

  /* What may be chosen near the pointer is brighter than the rest. */
  function followPointer(within: number): void {
    let at: { x: number; y: number } | null = null
    let waits = false
    const mark = () => {
      waits = false
      const matrix = svg.getScreenCTM()
      if (!picture || !matrix) return
      const point = at && new DOMPoint(at.x, at.y).matrixTransform(matrix.inverse())
      for (const place of picture.places)
        if (place.moves.length) element(place.id)?.classList.toggle('near', !!point && distance(place, point.x, point.y) < within)
    }
    const soon = () => {
      if (!waits) requestAnimationFrame(mark)
      waits = true
    }
    svg.addEventListener('pointermove', event => {
      if (event.pointerType !== 'mouse') return
      at = { x: event.clientX, y: event.clientY }
      soon()
    })
    svg.addEventListener('pointerleave', () => {
      at = null
      soon()
    })
  }

  /* A place that cannot be chosen fades for a moment while the page asks for the reason. */
  function choose(place: Place): void {
    press(place, props!, hooks)
    const el = place.moves.length || place.why === null || !props!.seat ? null : element(place.id)
    el?.classList.add('dimmed')
    setTimeout(() => el?.classList.remove('dimmed'), 900)
  }

  svg.addEventListener('keydown', event => {
    if (!props || !picture || event.ctrlKey || event.altKey || event.metaKey) return
    const place = placeOf(current)
    const arrow = event.shiftKey ? undefined : ARROWS[event.key]
    if (arrow && place) {
      const next = step(picture.places, place, arrow[0], arrow[1])
      if (next) stop(next.id, true)
    } else if ((event.key === 'Enter' || event.key === ' ') && place) {
      if (props.telling) hooks.skip?.()
      else if (!event.repeat) choose(place) // a key that is held down would also confirm
    } else if ((event.key === 'PageDown' || event.key === 'PageUp') && nextLegal(event.key === 'PageDown' ? 1 : -1)) {
      /* done */
    } else if (event.key === 'r' && drawing.turn) {
      if (!drawing.turn(props, hooks, mine)) hooks.say?.(props.words('place.oneWay')) // so that a listener hears that the key was taken
    } else if (!camera?.key(event)) return
    event.preventDefault()
    event.stopPropagation()
  })
  svg.addEventListener('focusin', event => {
    const id = (event.target as Element).getAttribute('data-place')
    if (id !== null && id !== current) stop(id, false)
  })

  mine.watch(svg, () => {
    if (props) draw()
  })
  const sized = new ResizeObserver(() => {
    if (picture && !camera) svg.setAttribute('viewBox', boxOf(picture).join(' '))
  })
  sized.observe(host)
  return {
    update(p: P): void {
      const before = props
      props = p
      const jumped = before !== null && before.view !== p.view && !!p.jump
      draw(jumped)
      if (before && p.motion && !jumped && p.step && p.step !== before.step) flights(p.step)
    },
    destroy(): void {
      mine.forget(svg)
      sized.disconnect()
      tip.destroy()
      camera?.destroy()
      tools?.remove()
      svg.remove()
      host.classList.remove('board-host', 'with-tools')
    },
  }
}

/* A position for a still picture: it has no viewer and no legal moves. */
export const stillProps = <Board, View>(board: Board, view: View): BoardProps<Board, View, never> => ({
  board,
  view,
  seat: 0,
  moves: [],
  selected: null,
  preview: null,
  last: [],
  recent: [],
  highlight: [],
  points: [],
  turn: [],
  names: [],
  words: key => key,
  motion: false,
})

/* A still picture of a board: nothing to press, nothing to read out. */
export const still = ({ box, nodes }: Picture): VNode =>
  h('svg', { class: 'board still', viewBox: box.join(' '), 'aria-hidden': 'true', focusable: 'false' }, nodes)
