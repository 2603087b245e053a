/* shortcuts.ts: the keys that do something by themselves, and what a player has made of them. */
import { app } from './state'

/* What a key does, its key, and the words that say so. Games and the board know further keys while they have the focus. */
export const shortcuts = {
  decision: 'd',
  onward: 'e',
  board: 'b',
  choice: 'v',
  main: 'm',
  hand: 'k',
  notation: 'n',
  text: 't',
  log: 'l',
  chat: 'c',
  players: 'p',
  undo: 'z',
  hint: 'h',
  influence: 'i',
  back: '[',
  on: ']',
  help: '?',
} as const
export type Shortcut = keyof typeof shortcuts

/* The key of a shortcut at this player's. */
export const keyFor = (name: Shortcut): string => app.settings.keymap[name] ?? shortcuts[name]

/* How the key is shown: "z", "Alt+Z"; empty if shortcuts are switched off. */
export const shownKey = (name: Shortcut): string =>
  app.settings.keys === 'off' ? '' : app.settings.keys === 'alt' ? 'Alt+' + keyFor(name).toUpperCase() : keyFor(name)

const typedKey = ({ altKey, code, key }: KeyboardEvent): string =>
  altKey && /^Key[A-Z]$/.test(code) ? code.slice(3).toLowerCase() : key // with Alt some systems write other letters

/* The shortcut that a key event means, if it means one. */
export function shortcutOf(event: KeyboardEvent): Shortcut | null {
  const { keys } = app.settings
  if (keys === 'off' || event.ctrlKey || event.metaKey || event.altKey !== (keys === 'alt')) return null
  const key = typedKey(event)
  return (Object.keys(shortcuts) as Shortcut[]).find(name => keyFor(name) === key) ?? null
}
