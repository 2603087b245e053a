/* once.ts: keeps pictures, and makes one again only if what it shows has changed. */

import { type VNode } from '../ui/dom'

const pictures = new WeakMap<object, Map<string, { state: string; node: VNode }>>()

/* The picture of `id` on a board, as it is in this state. The same node comes back as long as the state is the same, and a node that
   comes back is not even compared. */
export function once(board: object, id: string, state: unknown, make: () => VNode): VNode {
  let known = pictures.get(board)
  if (!known) pictures.set(board, (known = new Map()))
  const now = JSON.stringify(state)
  const before = known.get(id)
  if (before?.state === now) return before.node
  const node = make()
  known.set(id, { state: now, node })
  return node
}
