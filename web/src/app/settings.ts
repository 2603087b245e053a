/* settings.ts: what a player prefers; kept in the browser at once and with the player on the server. */
import { host } from './host'
import { keep, recallJson } from './storage'
import { languages, preferredLanguage, type Language } from '../say/words'

export interface Settings {
  language: Language
  theme: 'system' | 'light' | 'dark'
  confirm: 'double' | 'single' | 'button' // second tap, at once, or only the red button
  sound: boolean
  notify: boolean // a notification when it is the player's turn and nobody looks
  buzz: boolean // phones buzz then
  motion: 'system' | 'on' | 'off'
  story: 'slow' | 'normal' | 'fast' | 'now' // how fast it is told what others did
  forced: boolean // the only possible move is made by itself
  ends: boolean // the turn ends by itself when nothing else is possible
  taught: boolean // whether the player has ever confirmed a move by a second tap
  text: number // per cent
  cover: boolean // hot seat: hide the table while the device changes hands
  boardText: boolean // show the board in words
  notation: boolean // the box for those who type is open
  speech: 'turn' | 'all' | 'mine' // what screen readers are told of the turns of others: a sentence, everything, nothing
  keys: 'on' | 'alt' | 'off' // single-key shortcuts: as they are, with Alt, or none
  keymap: Record<string, string> // shortcuts that the player has changed
  targets: boolean // larger buttons
  contrast: 'system' | 'more' // stronger lines and colours
  messages: 'short' | 'stay' // how long short messages stay
  reaction: number // milliseconds for reactions at tables that the player makes; 0: no limit
  scan: 'off' | 'step' | 'auto' // switches: one key walks and another takes, or the page walks and one key takes
  pause: number // seconds between the steps of an automatic walk
  guide: boolean // notes in the first games against computers
  level: number // last chosen on the start page
  opponents: number
}

const choices: { [K in Exclude<keyof Settings, 'keymap'>]: readonly Settings[K][] } = {
  language: languages,
  theme: ['system', 'light', 'dark'],
  confirm: ['double', 'single', 'button'],
  sound: [true, false],
  notify: [true, false],
  buzz: [true, false],
  motion: ['system', 'on', 'off'],
  story: ['slow', 'normal', 'fast', 'now'],
  forced: [true, false],
  ends: [true, false],
  taught: [true, false],
  text: [100, 115, 130, 150],
  cover: [true, false],
  boardText: [true, false],
  notation: [true, false],
  speech: ['turn', 'all', 'mine'],
  keys: ['on', 'alt', 'off'],
  targets: [true, false],
  contrast: ['system', 'more'],
  messages: ['short', 'stay'],
  reaction: [3000, 5000, 10000, 20000, 0],
  scan: ['off', 'step', 'auto'],
  pause: [1, 1.5, 2, 3, 5],
  guide: [true, false],
  level: [1, 2, 3, 4, 5, 6],
  opponents: [1, 2, 3],
}
const place = 'castellany.settings'

export function standardSettings(): Settings {
  return {
    language: preferredLanguage(),
    theme: 'system',
    confirm: 'double',
    sound: false,
    notify: false,
    buzz: true,
    motion: 'system',
    story: 'normal',
    forced: true,
    ends: true,
    taught: false,
    text: 100,
    cover: true,
    boardText: false,
    notation: false,
    speech: 'turn',
    keys: 'on',
    keymap: {},
    targets: false,
    contrast: 'system',
    messages: 'short',
    reaction: 3000,
    scan: 'off',
    pause: 2,
    guide: true,
    level: 3,
    opponents: 1,
  }
}

/* Takes only known keys with allowed values, because stored settings may contain anything. */
export function readSettings(from: unknown, onto: Settings): Settings {
  const out: any = { ...onto }
  if (typeof from === 'object' && from)
    for (const [name, allowed] of Object.entries(choices))
      if ((allowed as readonly unknown[]).includes((from as any)[name])) out[name] = (from as any)[name]
  const keymap = typeof from === 'object' && from && (from as any).keymap
  if (typeof keymap === 'object' && keymap)
    out.keymap = Object.fromEntries(Object.entries(keymap).filter(([, key]) => typeof key === 'string' && /^\S$/.test(key)))
  return out
}

export function storedSettings(): Settings {
  return readSettings(recallJson(place), standardSettings())
}

export function storeSettings(s: Settings): void {
  keep(place, JSON.stringify(s))
}

/* Makes the page look as wished. */
export function applySettings(s: Settings): void {
  host.dress({
    dark: isDark(s),
    text: s.text,
    still: !wantsMotion(s),
    large: s.targets,
    contrast: s.contrast === 'more' || host.wants('contrast'),
  })
}

export const wantsMotion = (s: Settings): boolean => s.motion === 'on' || (s.motion === 'system' && !host.wants('still'))

const paces = { slow: 1.8, normal: 1, fast: 0.45, now: 0 }

/* How much longer or shorter than normal a story takes; 0 when nothing is told. */
export const pace = (s: Settings): number => paces[s.story]

export function isDark(s: Settings): boolean {
  return s.theme === 'dark' || (s.theme === 'system' && host.wants('dark'))
}
