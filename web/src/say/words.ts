/* words.ts: the catalogue of the chosen language. Keys are flat; web/words/ holds one folder per language. */
import { fileAddress, host } from '../app/host'
import type { Words } from '../board/game_ui'
import type { Source } from '../net/source'

export const languages = ['en', 'nl', 'de'] as const
export type Language = (typeof languages)[number]
/* As their speakers call them. */
export const languageNames: Record<Language, string> = { en: 'English', nl: 'Nederlands', de: 'Deutsch' }

/* Somebody in a sentence. Whether it is the reader is a flag: others may be called "You" or "1". */
export interface Person {
  name: string
  you?: boolean
}
/* What stands for a `{…}`: a text, a number, a person, or a list of texts or persons. */
export type Arg = string | number | Person | readonly (string | Person)[]
export type Args = Record<string, Arg>

let catalogue: Record<string, string> = {}
let language: Language = 'en'

/* A key without a text is shown as the key; the tests fail on it. */
export const words: Words = (key, args) => {
  const text = catalogue[key]
  if (text === undefined) return key
  return args ? fill(text, args, language) : text
}

export const hasWords = (key: string): boolean => key in catalogue

/*
 * Fills in a text:
 *   {n}                  the argument; a number as the language writes it, a list with "and"
 *   {n+}                 a number with its sign: +3.4, −1, ±0
 *   {n%}                 a share of 1 as a percentage
 *   {n:point|points}     a form for each plural category of the language, in the order of `categories`; `#` is the number.
 *                        `{n:0=none|one|#}` has a form of its own for 0
 *   {name?have|has}      the first form if the argument is the reader, else the second; `#` is the name. Of a list every
 *                        member takes its form
 * Forms may hold further `{…}`. What has no argument, or one of another kind, stays as it is: tests fail on it.
 */
export function fill(text: string, args: Args, language: string): string {
  let out = '',
    from = 0
  for (let open = text.indexOf('{'); open >= 0; open = text.indexOf('{', from)) {
    const end = closing(text, open)
    out += text.slice(from, open) + place(text.slice(open + 1, end), args, language)
    from = end + 1
  }
  return out + text.slice(from)
}

/* Where the brace that opens at `open` is closed. */
function closing(text: string, open: number): number {
  let depth = 0
  for (let i = open; i < text.length; i++) {
    if (text[i] === '{') depth++
    else if (text[i] === '}' && --depth === 0) return i
  }
  return text.length
}

/* The parts of a text between marks, except for marks inside further braces. */
function split(text: string, mark: string): string[] {
  const parts = ['']
  let depth = 0
  for (const c of text) {
    if (c === mark && !depth) parts.push('')
    else {
      depth += c === '{' ? 1 : c === '}' ? -1 : 0
      parts[parts.length - 1] += c
    }
  }
  return parts
}

function place(inside: string, args: Args, language: string): string {
  const name = /^\w+/.exec(inside)?.[0] ?? ''
  const value = args[name]
  const kind = inside[name.length]
  const forms = () => split(inside.slice(name.length + 1), '|')
  const form = (text: string, value: string) =>
    split(text, '#')
      .map(part => fill(part, args, language))
      .join(value)
  if (kind === undefined && value !== undefined) return show(value, language)
  if (kind === '?' && typeof value === 'object') {
    const [you, other] = forms()
    const one = (who: string | Person) => form(isYou(who) ? you : other, show(who, language))
    return 'name' in value ? one(value) : list(value.map(one), language)
  }
  if (typeof value !== 'number') return `{${inside}}`
  if (kind === ':') return form(pluralForm(forms(), value, language), number(value, language))
  return kind === '+' ? signed(value, language) : percent(value, language)
}

const isYou = (value: Arg) => typeof value === 'object' && 'you' in value && value.you === true

function show(value: Arg, language: string): string {
  if (typeof value === 'number') return number(value, language)
  if (typeof value === 'string') return value
  if ('name' in value) return isolate(value.name)
  return list(
    value.map(it => show(it, language)),
    language,
  )
}

/* The plural categories in the order in which a text gives its forms. English, Dutch and German have `one` and `other`. */
const categories = ['zero', 'one', 'two', 'few', 'many', 'other']

function pluralForm(forms: string[], n: number, language: string): string {
  if (forms[0].startsWith('0=')) {
    const zero = forms.shift()!.slice(2)
    if (n === 0) return zero
  }
  const rules = plurals(language)
  const known = rules.resolvedOptions().pluralCategories as string[]
  const at = categories.filter(it => known.includes(it)).indexOf(rules.select(n))
  return forms[Math.min(at, forms.length - 1)]
}

/* Makes a formatter once for each language. */
function once<T>(make: (language: string) => T): (language: string) => T {
  const made = new Map<string, T>()
  return language => {
    if (!made.has(language)) made.set(language, make(language))
    return made.get(language)!
  }
}

const digits = { maximumFractionDigits: 1 }
const plurals = once(l => new Intl.PluralRules(l, digits))
const numbers = once(l => new Intl.NumberFormat(l, { ...digits, useGrouping: false }))
const percents = once(l => new Intl.NumberFormat(l, { style: 'percent' }))
const lists = once(l => new Intl.ListFormat(l, { type: 'conjunction' }))
const choices = once(l => new Intl.ListFormat(l, { type: 'disjunction' }))
const times = once(l => new Intl.RelativeTimeFormat(l, { numeric: 'auto' }))
const withMinus = (text: string) => text.replace('-', '−')

/* Without a language these speak that of the page. */
export const number = (n: number, l: string = language) => withMinus(numbers(l).format(Math.abs(n) < 0.05 ? 0 : n))
export const percent = (share: number, l: string = language) => withMinus(percents(l).format(share))
export const list = (parts: readonly string[], l: string = language) => lists(l).format(parts)
export const either = (parts: readonly string[], l: string = language) => choices(l).format(parts)

export function signed(n: number, l: string = language): string {
  const text = number(n, l)
  return text === '0' ? '±0' : n > 0 ? '+' + text : text
}

/* How long ago something was, from a minute on. */
export function timeAgo(minutes: number): string {
  const [n, unit] =
    minutes < 60
      ? [minutes, 'minute' as const]
      : minutes < 1440
        ? [minutes / 60, 'hour' as const]
        : [minutes / 1440, 'day' as const]
  return times(language).format(-Math.round(n), unit)
}

const clockTimes = once(l => new Intl.DateTimeFormat(l, { hour: 'numeric', minute: '2-digit' }))
const daysAndTimes = once(l => new Intl.DateTimeFormat(l, { weekday: 'short', hour: 'numeric', minute: '2-digit' }))

const days = once(l => new Intl.DateTimeFormat(l, { weekday: 'short', day: 'numeric', month: 'short' }))
export const day = (at: number): string => days(language).format(at)

/* A point in time: the time of the day, with the day unless it is within twelve hours. */
export const clockTime = (at: number): string =>
  (Math.abs(at - host.now()) < 12 * 3600000 ? clockTimes : daysAndTimes)(language).format(at)

/*
 * A name with letters that run from right to left would carry the words around it along. Such a name stands between U+2068 and
 * U+2069, and marks that change the direction are taken out of every name.
 */
export function isolate(name: string): string {
  const plain = name.replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
  return /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u.test(plain)
    ? `\u2068${plain}\u2069`
    : plain
}

const parts = new Set<string>() // of the catalogue that only some pages need, as far as they are here

export async function loadWords(source: Source, to: Language): Promise<void> {
  const names = ['words.' + to, ...[...parts].map(part => `words.${to}.${part}`)]
  const texts = await Promise.all(names.map(name => source.asset(name)))
  catalogue = Object.assign({}, ...texts.map(text => JSON.parse(text)))
  language = to
  host.speak(to)
}

/* Fetches a part of the catalogue that only some pages need, if the build has it. */
export async function addWords(source: Source, part: string): Promise<void> {
  if (parts.has(part) || !fileAddress(`words.${language}.${part}`)) return
  const to = language
  const text = await source.asset(`words.${to}.${part}`)
  if (to !== language) return addWords(source, part) // the language has changed meanwhile
  parts.add(part)
  Object.assign(catalogue, JSON.parse(text))
}

/* The first of the browser's languages that we speak. */
export function preferredLanguage(): Language {
  for (const wanted of host.languages()) {
    const found = languages.find(l => wanted.toLowerCase().split('-')[0] === l)
    if (found) return found
  }
  return 'en'
}
