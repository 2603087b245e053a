/* switches.ts: playing with one or two switches. A switch is a key: one goes to the next choice and another takes it, or the page
   walks by itself and any of them takes. Where there are many choices, groups of them come first. */
import { host } from '../app/host'
import { isUsable } from './focus'
import { announce } from '../say/notice'
import { app, here } from '../app/state'
import { words } from '../say/words'

type Target = HTMLElement | SVGElement
interface Stop {
  name: string
  targets: Target[] // several: a group
}

const few = 7 // choices that are walked one by one
let group: Target[] | null = null // the group that was taken
let from = '' // the decision that it was taken for
let at = -1
let timer = 0

const all = (selector: string, root: ParentNode = document): Target[] =>
  [...root.querySelectorAll<Target>(selector)].filter(el => isUsable(el) && el.getAttribute('aria-disabled') !== 'true')

/* What a switch can press: not what wants writing, nor what opens a window of the system. */
const pressable = 'button, a[href], summary, select, input:is([type=checkbox], [type=radio])'
const written = 'input:not([type=radio], [type=checkbox], [type=file], [type=range]), textarea'

/* What can be chosen now: in a dialog its buttons; at a table the choices of the decision, then what the bar offers; else the page. */
function targets(): Target[] {
  const open = document.querySelector('dialog[open]')
  if (open) return all(pressable, open)
  const t = here()
  const chosen = t?.choice.is === 'choosing' && t.choice.move !== null && !t.choice.offered
  const bar = [...all('[data-confirm]'), ...all('.actions button:not([data-confirm])'), ...all('.bar button[aria-haspopup]')]
  if (chosen) return bar
  const choices = all('.boardhost .place.can, .hostpanel button[data-move], .hostpanel .cardface.can')
  if (choices.length) return [...choices, ...bar]
  return [...all(pressable, document.getElementById('main') ?? document), ...bar].filter((el, i, list) => list.indexOf(el) === i)
}

const nameOf = (el: Target): string =>
  el.getAttribute('aria-label') ||
  (el as HTMLInputElement).labels?.[0]?.textContent ||
  el.textContent?.trim() ||
  el.getAttribute('title') ||
  ''

/* What is to be decided now, as a name that changes with it. */
const decision = (): string => `${location.hash} ${here()?.told.number} ${app.dialog?.is}`

/* The stops of the walk: single choices, or groups of about equal size. */
function stops(): Stop[] {
  const now = targets()
  group = group?.filter(el => now.includes(el)) ?? null
  if (!group?.length || from !== decision()) group = null // the page went on meanwhile
  const list = group ?? now
  const one = (el: Target): Stop => ({ name: nameOf(el), targets: [el] })
  const back: Stop[] = group ? [{ name: words('scan.back'), targets: [] }] : []
  if (list.length <= few) return [...list.map(one), ...back]
  const size = Math.max(few, Math.ceil(Math.sqrt(list.length)))
  const groups: Stop[] = []
  const zone = (el: Target) => el.closest('.boardhost, .hostpanel, .actions, .bar, dialog')
  for (let i = 0, next = 0; i < list.length; i = next) {
    while (next < list.length && next < i + size && zone(list[next]) === zone(list[i])) next++
    const part = list.slice(i, next)
    const args = { n: part.length, first: nameOf(part[0]), last: nameOf(part[part.length - 1]) }
    groups.push(part.length > 1 ? { name: words('scan.group', args), targets: part } : one(part[0]))
  }
  return [...groups, ...back]
}

function mark(targets: Target[]): void {
  for (const el of document.querySelectorAll('.scanned')) el.classList.remove('scanned')
  for (const el of targets) el.classList.add('scanned')
  if (targets.length === 1) targets[0].focus()
  else targets[0]?.scrollIntoView({ block: 'nearest' })
}

function walk(): void {
  const list = stops()
  if (!list.length) return
  at = (at + 1) % list.length
  mark(list[at].targets)
  announce(list[at].name)
}

function take(): void {
  const stop = stops()[at]
  if (!stop) {
    walk()
    return
  }
  if (stop.targets[0] instanceof HTMLSelectElement && stop.targets.length === 1) {
    nextOption(stop.targets[0])
    return
  }
  at = -1
  if (stop.targets.length === 1) {
    group = null
    mark([])
    press(stop.targets[0])
  } else {
    group = stop.targets.length ? stop.targets : null
    from = decision()
    walk()
  }
}

/* Goes to the next entry of a list, and stays there: it may be taken again. */
function nextOption(list: HTMLSelectElement): void {
  do list.selectedIndex = (list.selectedIndex + 1) % list.length
  while (list.options[list.selectedIndex].disabled)
  const { text } = list.options[list.selectedIndex]
  list.dispatchEvent(new Event('change', { bubbles: true }))
  announce(text)
}

/* Presses it as a key would. */
function press(el: Target): void {
  if (el.matches('[data-place]')) el.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
  else (el as HTMLElement).click()
}

/* Walks on by itself, as fast as the player wishes. */
export function keepWalking(): void {
  clearTimeout(timer)
  if (app.settings.scan !== 'auto') return
  timer = window.setTimeout(() => {
    if (!host.hidden()) walk()
    keepWalking()
  }, app.settings.pause * 1000)
}

export function listenToSwitches(): void {
  addEventListener(
    'keydown',
    event => {
      const { scan } = app.settings
      const target = event.target as Element | null
      const typing = target?.matches(written) && (target as HTMLInputElement).value !== '' // an empty box holds nobody
      if (scan === 'off' || !event.isTrusted || typing || (event.key !== ' ' && event.key !== 'Enter')) return
      event.preventDefault()
      event.stopPropagation()
      if (event.repeat) return
      if (scan === 'step' && event.key === ' ') walk()
      else take()
      keepWalking()
    },
    true,
  )
  addEventListener(
    'keyup',
    event => {
      if (app.settings.scan !== 'off' && event.key === ' ') event.preventDefault() // a button would be pressed by it
    },
    true,
  )
  keepWalking()
}
