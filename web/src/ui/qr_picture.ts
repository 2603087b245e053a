/* qr_picture.ts: a QR code as a picture. */
import { h, type Child } from './dom'
import { qrCode } from './qr'

const edge = 4 // the quiet zone around it

let last = { text: '', path: '', size: 0 }

/* Always dark on white: readers need that in a dark theme, too. */
export function qrPicture(text: string, label: string): Child {
  if (last.text !== text) {
    const rows = qrCode(text) ?? []
    const path = rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + edge} ${y + edge}h1v1h-1z` : ''))).join('')
    last = { text, path, size: rows.length + 2 * edge }
  }
  if (!last.path) return null
  return h(
    'svg',
    { class: 'code', viewBox: `0 0 ${last.size} ${last.size}`, role: 'img', 'aria-label': label },
    h('path', { d: `M0 0h${last.size}v${last.size}h-${last.size}z`, fill: '#fff' }),
    h('path', { d: last.path, fill: '#000' }),
  )
}
