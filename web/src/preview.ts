/* preview.ts: what a move would do, asked for once in a position. */
import type { Preview } from './game_ui'
import { app, redraw, type TableState } from './state'

let previews = new Map<string, Promise<Preview | null>>()

export function forgetPreviews(): void {
  previews = new Map()
}

export function preview(move: string): Promise<Preview | null> {
  const t = app.table
  if (!t?.position) return Promise.resolve(null)
  const { number, seat } = t.position
  let p = previews.get(move)
  if (!p) {
    p = app.source.ask('preview', { table: t.id, number, seat, move }).catch(() => null)
    previews.set(move, p)
  }
  return p
}

/* Shows what the selected move would do as soon as that is known. */
export function loadPreview(t: TableState): void {
  const move = t.selected!
  preview(move).then(p => {
    if (app.table !== t || t.selected !== move) return
    t.preview = p
    redraw()
  })
}
