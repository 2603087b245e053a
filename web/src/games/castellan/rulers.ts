/* rulers.ts: the numbers of columns and rows along the edges of the castle's view, as the log and the notation use them. */

import { U } from './geometry'

const APART = 26 // pixels that a number needs

export function rulers(board: SVGSVGElement): { show(box: [number, number, number, number]): void; destroy(): void } {
  const edge = document.createElement('div')
  edge.className = 'rulers'
  edge.setAttribute('aria-hidden', 'true')
  board.after(edge)

  /* The numbers between two places of the board, as far apart as they can be read. */
  function numbers(from: number, length: number, pixels: number): { n: number; at: number }[] {
    const scale = pixels / length
    const every = [1, 2, 5, 10, 20].find(step => step * U * scale >= APART) ?? 50
    const out = []
    for (let n = Math.ceil(from / U / every) * every; n * U < from + length; n += every) {
      const at = (n * U - from) * scale
      if (n >= 0 && at > 12 && at < pixels - 12) out.push({ n, at: Math.round(at) })
    }
    return out
  }

  /* The number with its middle at a place of the host. */
  function put(i: number, n: number, x: number, y: number): void {
    const label = (edge.children[i] ?? edge.appendChild(document.createElement('span'))) as HTMLElement
    label.textContent = String(n)
    label.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px) translate(-50%, -50%)`
  }

  return {
    show([x, y, w, hgt]) {
      const wide = board.clientWidth,
        tall = board.clientHeight
      if (!wide || !tall) return
      const place = board.getBoundingClientRect(),
        host = board.parentElement!.getBoundingClientRect()
      const frame = Math.round((place.width - wide) / 2)
      const dx = place.x - host.x + frame,
        dy = place.y - host.y + frame,
        out = frame ? -frame / 2 : 10 // on the frame, else just inside
      let i = 0
      for (const { n, at } of numbers(x, w, wide)) put(i++, n, dx + at, dy + out)
      for (const { n, at } of numbers(y, hgt, tall)) put(i++, n, dx + out, dy + at)
      while (edge.children.length > i) edge.lastChild!.remove()
    },
    destroy: () => edge.remove(),
  }
}
