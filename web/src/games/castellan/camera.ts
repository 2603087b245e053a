/* camera.ts: free pan and zoom of the castle: wheel, drag, pinch, keys and buttons. */

import { Camera, Picture } from '../../board/board'
import { Local } from '../../board/local'
import { rulers } from './rulers'

type Box = [number, number, number, number]
const NEAREST = 240,
  FARTHEST = 6000 // the least and greatest width, in units of the board
const SLIP = 5 // pixels a finger may slip and still mean a tap
const FILL = 0.9 // how much of its place the castle takes when all of it is shown
const SMALL = 0.75 // it is shown larger when it would take less than this share of what it could
const LARGEST = 1.2 // pixels for a unit, when all of it is shown
const FAR = 3 // units in a pixel at which only numbers can be read
const NEAR = 0.8 // pixels for a unit at which a finger finds its place

export function camera(svg: SVGSVGElement, mine: Local): Camera {
  let needed: Box = [0, 0, 720, 720]
  let fitted: Box | null = null // what is shown while nobody has moved the view
  let free: Box | null = null // what the player has made of it
  let came = false // nearer, by a tap on several places
  const fingers = new Map<number, { x: number; y: number }>()
  let dragged = false

  svg.classList.add('pannable')
  const marks = rulers(svg)
  const inside = (a: Box, b: Box) => a[0] >= b[0] && a[1] >= b[1] && a[0] + a[2] <= b[0] + b[2] && a[1] + a[3] <= b[1] + b[3]
  const now = (): Box => free ?? fitted ?? needed
  const text = () =>
    now()
      .map(n => Math.round(n * 10) / 10)
      .join(' ')
  function show(): void {
    svg.setAttribute('viewBox', text())
    svg.classList.toggle('moved', free !== null)
    steady()
  }

  /* What keeps its size on the screen, and the numbers at the edge. */
  function steady(): void {
    const units = now()[2] / (svg.clientWidth || Infinity)
    if (units) svg.style.setProperty('--steady', String(Math.round(units * 1000) / 1000))
    svg.classList.toggle('far', units > FAR)
    marks.show(now())
  }

  /* The whole castle in the middle of the place that there is. */
  function whole(): Box {
    const wide = svg.clientWidth,
      tall = svg.clientHeight
    if (!wide || !tall) return needed
    const [x, y, w, h] = needed
    const scale = Math.min(LARGEST, (FILL * wide) / w, (FILL * tall) / h)
    return [x + w / 2 - wide / scale / 2, y + h / 2 - tall / scale / 2, wide / scale, tall / scale]
  }
  /* The view stays as it is as long as the castle is in it and not small. */
  function frame(): void {
    const best = whole()
    const small = fitted && best[2] < SMALL * fitted[2]
    const reshaped = fitted && Math.abs(fitted[2] / fitted[3] - best[2] / best[3]) > 0.01
    if (!fitted || small || reshaped || !inside(needed, fitted)) fitted = best
  }

  /* Units of the board in a pixel, and the point under one. */
  const scale = () => {
    const m = svg.getScreenCTM()
    return m ? 1 / m.a : 1
  }
  function under(x: number, y: number): { x: number; y: number } {
    const m = svg.getScreenCTM()
    return m ? new DOMPoint(x, y).matrixTransform(m.inverse()) : { x: 0, y: 0 }
  }
  function pan(dx: number, dy: number): void {
    const [x, y, w, h] = now()
    free = [x + dx, y + dy, w, h]
    show()
  }
  function zoom(by: number, fixed?: { x: number; y: number }): void {
    const [x, y, w, h] = now()
    const k = Math.max(NEAREST, Math.min(FARTHEST, w * by)) / w
    const c = fixed ?? { x: x + w / 2, y: y + h / 2 }
    free = [c.x - (c.x - x) * k, c.y - (c.y - y) * k, w * k, h * k]
    show()
  }
  function fit(): void {
    free = null
    came = false
    fitted = whole()
    show()
  }

  /* Where the page itself can be scrolled the wheel scrolls it, unless Ctrl says that the board is meant. */
  const wheel = (event: WheelEvent) => {
    if (!event.ctrlKey && document.documentElement.scrollHeight > innerHeight + 1) return
    event.preventDefault()
    if (event.ctrlKey || Math.abs(event.deltaY) >= Math.abs(event.deltaX))
      zoom(Math.exp(Math.max(-60, Math.min(60, event.deltaY)) * 0.004), under(event.clientX, event.clientY))
    else pan(event.deltaX * scale(), 0)
  }
  const down = (event: PointerEvent) => {
    if (event.pointerType === 'mouse' && event.button > 1) return
    if (event.isPrimary) fingers.clear() // a finger that was lifted outside the board was not reported
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY })
    if (fingers.size === 1) dragged = false
  }
  const move = (event: PointerEvent) => {
    if (!event.buttons) fingers.delete(event.pointerId)
    const old = fingers.get(event.pointerId)
    if (!old) return
    const dx = event.clientX - old.x,
      dy = event.clientY - old.y
    if (fingers.size === 1) {
      if (!dragged && Math.hypot(dx, dy) < SLIP) return
      if (event.pointerType !== 'mouse' && free === null) return // the page scrolls until the view is moved
      if (!dragged) svg.setPointerCapture(event.pointerId)
      dragged = true
      pan(-dx * scale(), -dy * scale())
    } else if (fingers.size === 2) {
      dragged = true
      const other = [...fingers].find(([id]) => id !== event.pointerId)![1]
      const before = Math.hypot(old.x - other.x, old.y - other.y),
        after = Math.hypot(event.clientX - other.x, event.clientY - other.y)
      if (before > 0 && after > 0) zoom(before / after, under((event.clientX + other.x) / 2, (event.clientY + other.y) / 2))
    }
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY })
  }
  const up = (event: PointerEvent) => {
    fingers.delete(event.pointerId)
  }
  const click = (event: MouseEvent) => {
    // the end of a drag is not a tap
    if (!dragged) return
    dragged = false
    event.stopImmediatePropagation()
  }
  svg.addEventListener('wheel', wheel, { passive: false })
  svg.addEventListener('pointerdown', down)
  svg.addEventListener('pointermove', move)
  svg.addEventListener('pointerup', up)
  svg.addEventListener('pointercancel', up)
  svg.addEventListener('click', click, { capture: true })
  const sized = new ResizeObserver(() => {
    frame()
    show()
  })
  sized.observe(svg)
  const self = {}
  mine.watch(self, () => {
    const order = mine.get('camera')
    if (order === null) return
    mine.set('camera', null)
    if (order === 'in') zoom(0.8)
    else if (order === 'out') zoom(1.25)
    else fit()
  })

  return {
    box(picture: Picture): string {
      needed = picture.content ?? picture.box
      if (came && !picture.places.some(place => place.moves.length)) {
        came = false
        free = null
        svg.classList.remove('moved')
      }
      frame()
      steady()
      return text()
    },
    key(event: KeyboardEvent): boolean {
      const far = now()[2] / 8
      if (event.key === '+' || event.key === '=') zoom(0.8)
      else if (event.key === '-') zoom(1.25)
      else if (event.key === '0') fit()
      else if (event.shiftKey && event.key === 'ArrowLeft') pan(-far, 0)
      else if (event.shiftKey && event.key === 'ArrowRight') pan(far, 0)
      else if (event.shiftKey && event.key === 'ArrowUp') pan(0, -far)
      else if (event.shiftKey && event.key === 'ArrowDown') pan(0, far)
      else return false
      return true
    },
    reveal(x: number, y: number): void {
      const [bx, by, w, h] = now(),
        edge = 60
      const dx = x < bx + edge ? x - bx - edge : x > bx + w - edge ? x - bx - w + edge : 0
      const dy = y < by + edge ? y - by - edge : y > by + h - edge ? y - by - h + edge : 0
      if (free !== null && (dx || dy)) pan(dx, dy)
    },
    approach(x: number, y: number): boolean {
      const [, , w, h] = now(),
        by = 1 / scale() / NEAR
      if (by > 0.99) return false
      free = [x - (w * by) / 2, y - (h * by) / 2, w * by, h * by]
      came = true
      show()
      return true
    },
    destroy(): void {
      mine.forget(self)
      sized.disconnect()
      marks.destroy()
    },
  }
}
