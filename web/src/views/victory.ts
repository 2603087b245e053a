/* victory.ts: the country of whoever won, in their colours, on the page and as a picture to keep. */
import { h, type Child, type VNode } from '../ui/dom'
import { complain } from '../say/notice'
import { words } from '../say/words'

export interface Victory {
  seats: number[] // the winners
  title: string
  scores: { seat: number; text: string }[] // of all, as they are shown
}

const wide = 640,
  tall = 360,
  ground = 282 // where the page cuts it: what is below says what the page says beside it

/* A symbol with its foot at (x, y). */
const stands = (id: string, x: number, y: number, size: number): VNode =>
  h('use', { href: '#' + id, x: x - size / 2, y: y - size, width: size, height: size })

/* Rays of light from behind the castle. */
function rays(x: number, y: number): string {
  const ray = (i: number) => {
    const at = (angle: number) => `${Math.round(x + 520 * Math.cos(angle))} ${Math.round(y + 520 * Math.sin(angle))}`
    const angle = (i * Math.PI) / 9
    return `M${x} ${y}L${at(angle)} ${at(angle + Math.PI / 18)}Z`
  }
  return Array.from({ length: 18 }, (_, i) => ray(i)).join('')
}

/* A string of pennants, in two colours by turns. */
function pennants(odd: boolean): string {
  let d = ''
  for (let i = odd ? 1 : 0; i < 21; i += 2) {
    const x = 10 + i * 31,
      y = 12 + 22 * Math.sin((Math.PI * (i + 0.5)) / 21)
    d += `M${x} ${Math.round(y)}h24l-12 26Z`
  }
  return d
}

/* All colours come as var(…), so that the picture can be kept with the values they have now. */
export function victoryScene({ seats, title, scores }: Victory): VNode {
  const of = (i: number) => seats[i % seats.length]
  const text = (x: number, y: number, size: number, what: string, weight = 700) =>
    h(
      'text',
      {
        x,
        y,
        'font-size': size,
        'font-weight': weight,
        'text-anchor': 'middle',
        fill: 'var(--ink)',
        'font-family': 'var(--font-display)',
      },
      what,
    )
  const step = 540 / scores.length
  return h(
    'svg',
    { class: `victory p${seats[0]}`, viewBox: `0 0 ${wide} ${ground}`, role: 'img', 'aria-label': words('over.scene', { title }) },
    h('rect', { width: wide, height: tall, fill: 'var(--p-tint)' }),
    h('path', { d: rays(320, 170), fill: 'var(--p)', opacity: 0.16 }),
    h('circle', { cx: 320, cy: 128, r: 74, fill: 'var(--close-glow)', opacity: 0.75 }),
    h('path', { d: 'M0 12Q320 56 640 12', fill: 'none', stroke: 'var(--outline)', 'stroke-width': 1.5 }),
    h('path', { d: pennants(false), fill: 'var(--p)', stroke: 'var(--outline)', 'stroke-width': 1.2 }),
    h('path', { d: pennants(true), fill: 'var(--plate)', stroke: 'var(--outline)', 'stroke-width': 1.2 }),
    h('path', { d: 'M0 232Q120 168 250 196T470 178T640 206V360H0Z', fill: 'var(--region-west)' }),
    ['rock', 'rock'].map((id, i) => stands(id, i ? 566 : 70, i ? 196 : 208, 54)),
    stands(`castle-${of(1)}`, 140, 214, 74),
    stands(`keep-${of(2)}`, 500, 206, 78),
    stands(`keep-${of(1)}`, 218, 214, 60),
    h('path', { d: 'M0 268Q160 222 330 232T640 246V360H0Z', fill: 'var(--wood)' }),
    [34, 62, 590, 616].map((x, i) => stands('wood', x, i < 2 ? 262 : 254, 42)),
    stands('city', 422, 248, 80),
    stands(`castle-${of(0)}`, 320, 254, 150),
    stands('village', 96, 274, 56),
    stands(`castle-${of(1)}`, 556, 262, 62),
    h('path', { d: 'M0 290Q200 262 380 272T640 280V360H0Z', fill: 'var(--meadow)' }),
    stands('house-red', 226, 281, 36),
    stands('house-blue', 262, 281, 36),
    stands('house-yellow', 470, 282, 36),
    stands('tower-white', 508, 282, 48),
    h('rect', { x: 30, y: 284, width: 580, height: 66, rx: 12, fill: 'var(--parchment)', stroke: 'var(--p)', 'stroke-width': 3 }),
    text(320, 312, title.length > 34 ? 19 : 25, title),
    scores.map(({ seat, text: score }, i) => {
      const x = 50 + step * (i + 0.5)
      return [
        h('use', { href: `#shield-${seat}`, x: x - 34, y: 320, width: 24, height: 24 }),
        text(x + 10, 339, 19, score, seats.includes(seat) ? 700 : 500),
      ]
    }),
  )
}

/* The scene with everything that it refers to, by itself. */
function standalone(scene: SVGSVGElement): string {
  const copy = scene.cloneNode(true) as SVGSVGElement
  const parts = new Map<string, string>()
  const collect = (text: string) => {
    for (const [, id] of text.matchAll(/(?:href="#|url\(#)([\w-]+)/g)) {
      const part = parts.has(id) ? null : document.getElementById(id)
      if (!part) continue
      parts.set(id, '')
      parts.set(id, part.outerHTML)
      collect(part.outerHTML)
    }
  }
  collect(copy.innerHTML)
  const defs = [...parts.values()].join('')
  const style = getComputedStyle(scene)
  const names = new Set([...(defs + copy.innerHTML).matchAll(/var\((--[\w-]+)/g)].map(match => match[1]))
  const values = [...names].map(name => `${name}:${style.getPropertyValue(name).replace(/"/g, "'")}`).join(';')
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${wide} ${tall}" width="${2 * wide}" height="${2 * tall}">` +
    `<style>svg{${values}}</style><defs>${defs}</defs>${copy.innerHTML}</svg>`
  )
}

/* Saves the scene on the page as a PNG. */
export async function savePicture(name: string): Promise<void> {
  const scene = document.querySelector<SVGSVGElement>('svg.victory')
  if (!scene) return
  try {
    const image = new Image()
    await new Promise((done, fail) => {
      image.onload = done
      image.onerror = fail
      image.src = 'data:image/svg+xml;charset=utf-8,' + encodeURIComponent(standalone(scene))
    })
    const canvas = document.createElement('canvas')
    canvas.width = 2 * wide
    canvas.height = 2 * tall
    canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height)
    const link = document.createElement('a')
    link.href = canvas.toDataURL('image/png')
    link.download = name + '.png'
    link.click()
  } catch (error) {
    complain(error)
  }
}

/* What the page shows of it. */
export const victory = (it: Victory): Child => h('div', { class: 'scene', key: 'scene' }, victoryScene(it))
