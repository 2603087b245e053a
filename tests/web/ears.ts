/* ears.ts: a player who hears and presses keys: reads the focus, the accessibility tree and the live regions, and nothing else. */
import { expect, type CDPSession, type Page } from '@playwright/test'
import { devtools, type Person } from './test'

export interface Ears {
  said: string[] // by the live regions, from the first page on
  lost: string[] // what had been focused when the focus fell on BODY
  opened: { number: string; said: number }[] // when a decision could be made: its position, and how much had been said by then
  beside: string[] // what other live regions of the page hold; a screen reader says these, too
}

/* Begins to listen; call it before the first page is opened. */
export async function listen(person: Person): Promise<void> {
  await person.page.addInitScript(() => {
    const ears = ((window as any).ears = {
      said: [] as string[],
      lost: [] as string[],
      opened: [] as { number: string; said: number }[],
      beside: [] as string[],
    })
    const taken = new WeakSet<Element>()
    let last = ''
    addEventListener('focusin', e => {
      const el = e.target as Element
      last = (el.id || el.getAttribute('aria-label') || el.textContent || el.tagName).slice(0, 60)
    })
    let frames = 0
    const look = () => {
      frames = last && document.activeElement === document.body && !document.hidden ? frames + 1 : 0
      if (frames === 2) ears.lost.push(last) // one frame may pass while the page is drawn
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
    addEventListener('DOMContentLoaded', () => {
      for (const id of ['live', 'alert'])
        new MutationObserver(records => {
          for (const node of records.flatMap(({ addedNodes }) => [...addedNodes]))
            for (const part of node instanceof Element ? [node, ...node.children] : [])
              if (part.matches('span') && !taken.has(part)) {
                taken.add(part)
                ears.said.push(part.textContent!.trimEnd()) // a text that is told again ends with a space
              }
        }).observe(document.getElementById(id)!, { childList: true, subtree: true })
      const can = '.boardhost .place.can, .hostpanel [data-move], .hostpanel .cardface.can'
      let number: string | undefined
      new MutationObserver(() => {
        for (const region of document.querySelectorAll(
          '#app [role=status], #app [role=alert], #app [role=log], #app [aria-live]',
        )) {
          const text = region.textContent!.trim()
          if (text && !ears.beside.includes(text)) ears.beside.push(text)
        }
        const main = document.querySelector<HTMLElement>('main.table')
        if (!main || main.dataset.number === number || !document.querySelector(can)) return
        number = main.dataset.number
        ears.opened.push({ number: number!, said: ears.said.length })
      }).observe(document.getElementById('app')!, {
        childList: true,
        subtree: true,
        attributes: true,
        attributeFilter: ['data-number', 'class'],
      })
    })
  })
}

export const ears = (person: Person): Promise<Ears> => person.page.evaluate(() => (window as any).ears)

/* Forgets what was said so far, so that the next question is about what comes. */
export const hush = (person: Person): Promise<void> =>
  person.page.evaluate(() => {
    const { ears } = window as any
    ears.said.length = ears.opened.length = 0
  })

/* Waits until something is said that fits, and returns it. */
export async function hears(person: Person, what: RegExp, where = ''): Promise<string> {
  await expect
    .poll(async () => (await ears(person)).said.find(text => what.test(text)) ?? (await ears(person)).said.slice(-5).join('\n'), {
      message: `${where} hears ${what}`,
      timeout: 15000,
    })
    .toMatch(what)
  return (await ears(person)).said.filter(text => what.test(text)).at(-1) ?? ''
}

export interface Focus {
  role: string
  name: string
  disabled: boolean
}

/* What has the focus: as a screen reader gets it. */
export async function focused(person: Person): Promise<Focus> {
  const { page } = person
  const client = (sessions.get(page) ?? sessions.set(page, await devtools(page)).get(page))!
  const { result } = await client.send('Runtime.evaluate', { expression: 'document.activeElement' })
  const { nodes } = await client.send('Accessibility.getPartialAXTree', { objectId: result.objectId, fetchRelatives: false })
  const has = (name: string) => nodes[0].properties?.find(it => it.name === name)?.value.value
  return {
    role: String(nodes[0].role?.value ?? ''),
    name: String(nodes[0].name?.value ?? ''),
    disabled: has('disabled') === true,
  }
}

const sessions = new WeakMap<Page, CDPSession>()

/* A text of the catalogue as a pattern: whatever is filled in fits. */
export function pattern(text: string): RegExp {
  let out = '',
    depth = 0
  for (const c of text) {
    if (c === '{' && !depth++) out += '[^]*'
    if (!depth) out += c.replace(/[.*+?^${}()|[\]\\]/, '\\$&')
    if (c === '}') depth--
  }
  return new RegExp('^' + out + '$')
}

/* The focus has not been lost up to now. */
export async function keptFocus(person: Person, where: string): Promise<void> {
  await person.page.waitForTimeout(150)
  expect((await ears(person)).lost, where).toEqual([])
}

/* Nothing was said twice: by the page's voice and by a part of the page that speaks for itself. */
export async function saidOnce(person: Person): Promise<void> {
  const { said, beside } = await ears(person)
  expect(
    beside.filter(text => said.some(it => text.includes(it.trim()))),
    'said twice',
  ).toEqual([])
}

/* Starts a game by keys alone. */
export async function playByKeys(person: Person, game: string): Promise<void> {
  await listen(person)
  await person.open()
  await expect(person.page.locator(`[data-play=${game}]`)).toBeEnabled()
  await person.page.locator(`[data-play=${game}]`).focus()
  await person.page.keyboard.press('Enter')
  await person.page.locator('.boardhost svg').first().waitFor()
  await person.turn()
}
