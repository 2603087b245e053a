/* table_keys.ts: what keys do at a table. */
import { hint } from '../model/advice'
import { confirm, goOnward, select } from '../model/choose'
import { focusFirst } from '../ui/focus'
import { ui } from '../model/look'
import { announce } from '../say/notice'
import { changeSettings } from '../model/player'
import { goTo, leaveReplay, step } from '../model/replay'
import type { Shortcut } from './shortcuts'
import { app, redraw, redrawNow } from './state'
import { endStory } from '../model/story'
import type { Table } from '../model/table_state'
import { decisionText } from '../say/telling'
import { undo } from '../model/undo'
import { words } from '../say/words'

/* Draws at once, so that the next key goes to what is focused now. */
function focusDrawn(...selectors: string[]): void {
  redraw()
  redrawNow()
  focusFirst(...selectors)
}

/* Puts away the hint and the reason, if there are any. */
function closeAnswers(t: Table): boolean {
  const { choice } = t
  if (choice.is === 'sending' || (!choice.why && !choice.hint)) return false
  if (choice.why || choice.hint !== 'thinking') announce(words('answer.closed'))
  choice.why = null
  if (choice.hint !== 'thinking') choice.hint = null
  return true
}

/* The board: where one was, unless something can be chosen there and not at that place. */
const board = ['.boardhost .can[tabindex="0"]', '.boardhost .can', '.boardhost [data-place][tabindex="0"]', '.boardhost svg'] // the last: while it is empty
const panel = [
  '.choice [data-undo-asked] button', // a question of another player comes first
  '.hostpanel [data-move]:not(:disabled)',
  '.hostpanel .cardface.can',
  '.hostpanel button:not(:disabled)',
  '.choice button',
]

const sayDecision = (t: Table): void => announce(decisionText(t) || words('typed.wait'))

/* Goes to the first of these. If the focus is there already, its name is said again; if there is nothing, what is to be decided. */
function arrive(t: Table, ...selectors: string[]): void {
  const before = document.activeElement
  const found = focusFirst(...selectors)
  const now = document.activeElement
  if (!found || now?.matches('.boardhost svg'))
    sayDecision(t) // an empty board: Orca says nothing of it
  else if (now === before) announce(now?.getAttribute('aria-label') ?? now?.textContent ?? '')
}

/* What the shortcuts do at a table. */
const deeds: Partial<Record<Shortcut, (t: Table) => void>> = {
  decision: sayDecision,
  onward: goOnward,
  board: t => arrive(t, ...board),
  choice: t => arrive(t, ...panel),
  main: t => arrive(t, '[data-confirm]'),
  hand: t => arrive(t, '.hostpanel .cards [tabindex="0"]', '.hostpanel .cards button'),
  notation(t) {
    if (!t.told.mine.length || t.told.state !== 'running') return
    if (!app.settings.notation) changeSettings({ notation: true })
    focusDrawn('#notation')
  },
  text: () => changeSettings({ boardText: !app.settings.boardText }).then(() => focusDrawn('#inwords')),
  log(t) {
    t.side.tab = 'log'
    focusDrawn('.log button[tabindex="0"]', '.log ol')
  },
  chat(t) {
    t.side.tab = 'chat'
    t.side.unread = 0
    focusDrawn('#chat-box')
  },
  players(t) {
    t.side.tab = 'players'
    focusDrawn('.players')
  },
  undo,
  hint,
  influence: t => ui(t)?.ask?.(t.hooks),
  back: t => step(t, -1),
  on: t => step(t, 1),
}

/* Keys that are no letters. A key that is held down confirms nothing. */
function tableKey(t: Table, key: string, repeat: boolean, target: Element | null): boolean {
  switch (key) {
    case 'Enter':
      if (repeat || t.choice.move === null || target?.closest('button, a, summary, [data-place]')) return false
      confirm()
      return true
    case 'Escape':
      if (t.choice.move !== null) select(null)
      else if (closeAnswers(t)) redraw()
      else if (t.history.replay) leaveReplay(t)
      else return false
      return true
  }
  if (!t.history.replay || target?.closest('[data-place], [data-rove], input')) return false
  switch (key) {
    case 'ArrowLeft':
      step(t, -1)
      return true
    case 'ArrowRight':
      step(t, 1)
      return true
    case 'Home':
      goTo(t, 0)
      return true
    case 'End':
      goTo(t, t.told.number)
      return true
  }
  return false
}

/* Enter, Space and Escape end a story, unless they press a button; other keys do what they always do. */
const skips = ({ key, target }: KeyboardEvent): boolean =>
  key === 'Escape' || ((key === 'Enter' || key === ' ') && !(target as Element | null)?.closest('button, a, summary'))

/* Esc in a box empties it and puts back what is chosen. In an empty box it leads to the board, or to the page. */
export function escapeBox(t: Table, box: HTMLInputElement): void {
  const chosen = t.choice.move !== null && box.id === 'notation'
  if (chosen) select(null)
  if (box.value && box.matches('input')) {
    box.value = ''
    box.dispatchEvent(new InputEvent('input', { bubbles: true }))
  } else if (!chosen) focusFirst(...board, '#main')
}

/* Whether the key did something. */
export function keyAtTable(t: Table, event: KeyboardEvent, shortcut: Shortcut | null): boolean {
  if (t.story && skips(event)) {
    endStory(t)
    return true
  }
  if (!t.told.position || t.device.covered) return false
  if (!shortcut) return tableKey(t, event.key, event.repeat, event.target as Element | null)
  deeds[shortcut]?.(t)
  return !!deeds[shortcut]
}
