/* words.ts: the catalogue of the chosen language. Keys are flat; web/words/ holds one folder per language. */
import type { Words } from './game_ui'
import type { Source } from './source'

export const languages = ['en', 'nl', 'de'] as const
export type Language = (typeof languages)[number]
/* As their speakers call them. */
export const languageNames: Record<Language, string> = { en: 'English', nl: 'Nederlands', de: 'Deutsch' }

let catalogue: Record<string, string> = {}

/*
 * `{name}` in a text stands for an argument. `{count:point|points}` stands for the first word when the argument is 1, and
 * `{name:have|has}` when it is "you"; else for the second, in which `#` is the argument. A key that nobody wrote shows as
 * itself: tests fail on it.
 */
export const words: Words = (key, args) => {
  const text = catalogue[key]
  if (text === undefined) return key
  return args ? fill(text, args, catalogue['name.you']) : text
}

export const hasWords = (key: string): boolean => key in catalogue

export function fill(text: string, args: Record<string, string | number>, you: string): string {
  return text.replace(/\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g, (_, name, one, many) => {
    const value = args[name] ?? ''
    if (one === undefined) return String(value)
    return Number(value) === 1 || value === you ? one : many.replace('#', () => String(value))
  })
}

export async function loadWords(source: Source, language: Language): Promise<void> {
  catalogue = JSON.parse(await source.asset('words.' + language))
  document.documentElement.lang = language
}

/* The first of the browser's languages that we speak. */
export function preferredLanguage(): Language {
  for (const wanted of navigator.languages ?? []) {
    const found = languages.find(l => wanted.toLowerCase().split('-')[0] === l)
    if (found) return found
  }
  return 'en'
}
