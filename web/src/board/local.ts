/* local.ts: what a player has taken up but not chosen yet (a card, a kind of piece), shared by a board and the panel beside it. */

import { BoardHooks, Preview } from './game_ui'

export interface Local {
  get(name: string): string | null
  set(name: string, value: string | null): void // redraws the board and the panel
  watch(who: object, redraw: () => void): void // a new `redraw` replaces the one before of the same `who`
  forget(who: object): void
  /* The outcome of a move in this view, once it is known. Asks once and redraws when the answer is there. */
  outcome(view: object, move: string): Preview | 'asked' | 'refused'
}

const locals = new WeakMap<BoardHooks, Local>()

export function local(hooks: BoardHooks): Local {
  let found = locals.get(hooks)
  if (!found) locals.set(hooks, (found = make(hooks)))
  return found
}

function make(hooks: BoardHooks): Local {
  const values = new Map<string, string | null>()
  const watchers = new Map<object, () => void>()
  const outcomes = new WeakMap<object, Map<string, Preview | 'asked' | 'refused'>>()
  const redraw = () => {
    hooks.changed?.()
    for (const watcher of [...watchers.values()]) watcher()
  }
  return {
    get: name => values.get(name) ?? null,
    set(name, value) {
      if ((values.get(name) ?? null) === value) return
      values.set(name, value)
      redraw()
    },
    watch(who, fn) {
      watchers.set(who, fn)
    },
    forget(who) {
      watchers.delete(who)
    },
    outcome(view, move) {
      let known = outcomes.get(view)
      if (!known) outcomes.set(view, (known = new Map()))
      const before = known.get(move)
      if (before) return before
      const answers = known.set(move, 'asked')
      hooks.preview(move).then(answer => {
        answers.set(move, answer ?? 'refused')
        redraw()
      })
      return 'asked'
    },
  }
}
