/* test.ts: what all tests of the page share: a server, people with browsers, and a watch on errors. */
import { test as base, expect, type Browser, type BrowserContextOptions, type Page, type WebSocketRoute } from '@playwright/test'
import fs from 'node:fs'
import path from 'node:path'
import { Server } from './server'
import { Site } from './site'

export { expect } from '@playwright/test'

/* Where the page is: at a server, or on a static host. */
export type Host = { readonly url: string }
export type View = 'desktop' | 'phone' | 'landscape'
/* What people have who say nothing about it: what the project says, or WEB_VIEW. */
const views: Record<View, BrowserContextOptions> = {
  desktop: { viewport: { width: 1280, height: 860 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  landscape: { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true },
}

/* Somebody with a browser of their own. Keeps all that the server said to it, and can cut its connection. */
export class Person {
  readonly heard: any[] = []
  readonly faults: string[] = []
  private line: WebSocketRoute | null = null
  /* Set to swallow what the page sends. */
  deaf: ((message: any) => boolean) | null = null
  /* Set to change it: a clock of seconds instead of minutes. */
  alter: ((message: any) => void) | null = null
  /* Set to change what the server says, before the page hears it. */
  retell: ((message: any) => void) | null = null
  /* Set to let it come late, by so many milliseconds. */
  delay: ((message: any) => number) | null = null

  private constructor(
    readonly page: Page,
    readonly server: Host,
  ) {}

  static async come(browser: Browser, server: Host, options: BrowserContextOptions = {}): Promise<Person> {
    const context = await browser.newContext({
      ...views.desktop,
      locale: 'en',
      reducedMotion: 'reduce',
      serviceWorkers: 'block', // a test that wants one says so
      ...options,
    })
    const page = await context.newPage()
    const person = new Person(page, server)
    await person.prefer({ story: 'now', forced: false, ends: false, taught: true, guide: false }) // who wants more says so
    page.on('pageerror', error => person.faults.push(String(error)))
    page.on('console', message => {
      const text = message.text()
      if (message.type() === 'error' && !/WebSocket|ERR_CONNECTION|Failed to load resource/.test(text)) person.faults.push(text)
    })
    await person.hearDevice()
    await page.routeWebSocket(/\/ws$/, route => {
      person.line = route
      const far = route.connectToServer()
      route.onMessage(text => {
        const message = JSON.parse(String(text))
        if (person.deaf?.(message)) return
        person.alter?.(message)
        far.send(JSON.stringify(message))
      })
      far.onMessage(text => {
        const message = JSON.parse(String(text))
        person.retell?.(message)
        person.heard.push(message)
        const late = person.delay?.(message) ?? 0
        if (late) setTimeout(() => route.send(JSON.stringify(message)), late)
        else route.send(JSON.stringify(message))
      })
    })
    return person
  }

  /* What the tables of the device say is heard as well, with the names that the page gives to them. */
  private async hearDevice(): Promise<void> {
    await this.page.exposeFunction('hearDevice', (text: string) => {
      const named = (key: string, value: unknown) => (key === 'table' && typeof value === 'string' ? 'here-' + value : value)
      this.heard.push(JSON.parse(text, named))
    })
    await this.page.addInitScript(() => {
      window.Worker = class extends Worker {
        constructor(script: string | URL) {
          super(script)
          this.addEventListener('message', ({ data }) => data.is === 'text' && (window as any).hearDevice(data.text))
        }
      }
    })
  }

  /* The same person at another page of the same browser. */
  at(page: Page): Person {
    return new Person(page, this.server)
  }

  async cut(): Promise<void> {
    await this.line?.close({ code: 1012 })
  }

  async open(hash = '#/'): Promise<void> {
    await this.page.goto(this.server.url + '/' + hash)
    await this.page.locator('main').first().waitFor()
  }

  /* Settings as they stand after a visit to the dialog. */
  async prefer(settings: object): Promise<void> {
    await this.page.addInitScript(s => {
      if (!location.protocol.startsWith('http')) return // a page that is not ours yet has no store
      const key = 'castellany.settings'
      localStorage.setItem(key, JSON.stringify({ ...JSON.parse(localStorage.getItem(key) ?? '{}'), ...s }))
    }, settings)
  }

  get table(): string {
    return /#\/table\/([^/?]+)/.exec(this.page.url())?.[1] ?? ''
  }
  get confirm() {
    return this.page.locator('[data-confirm]')
  }

  async playNow(game: string, opponents = 1): Promise<void> {
    await this.open()
    await this.page.locator(`[data-play=${game}]`).click()
    await this.page.locator('.boardhost svg').first().waitFor()
  }

  /* Whether it is this person's turn, or the game is over; waits until one of them is so. */
  async turn(): Promise<'move' | 'over'> {
    const page = this.page
    const handle = await page.waitForFunction(
      () => {
        if (document.querySelector('.over')) return 'over'
        const may = document.querySelector('.boardhost .place.can, .hostpanel [data-move], .hostpanel .cardface.can')
        return may && !document.querySelector('.lostbar') ? 'move' : null
      },
      null,
      { timeout: 120000, polling: 20 },
    )
    return (await handle.jsonValue()) as 'move' | 'over'
  }

  /* Makes some move by pointing: chooses one of what is lit on the board or beside it, then presses the red button. A card that
   * wants a place as well is only taken up by the first choice; then the next one chooses the place. What somebody else does meanwhile
   * may take the choice back: then it is made again. */
  async move(pick: number): Promise<void> {
    const before = await this.number()
    const becomes = (timeout: number) =>
      this.page
        .waitForFunction(
          n => {
            const main = document.querySelector<HTMLElement>('main.table')
            if (!main || main.dataset.number !== n || document.querySelector('.over')) return 'moved'
            return document.querySelector('[data-confirm=chosen][aria-disabled=false]') ? 'chosen' : null
          },
          before,
          { polling: 20, timeout },
        )
        .then(
          handle => handle.jsonValue(),
          () => null,
        )
    for (let i = 0; i < 20; i++) {
      await this.page.evaluate(
        n => {
          const all = [
            ...document.querySelectorAll<HTMLElement | SVGElement>(
              '.boardhost .place.can, .hostpanel [data-move]:not([disabled]), .hostpanel .cardface.can',
            ),
          ]
          all[n % all.length]?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
        },
        pick + i * 3 + (i >> 1), // in the end everything that is lit has its turn, however much that is
      )
      const ready = await becomes(3000)
      if (ready === 'moved') return
      if (ready !== 'chosen') continue
      await this.page.evaluate(() => document.querySelector<HTMLButtonElement>('[data-confirm]')?.click())
      const moved = await this.page
        .waitForFunction(
          n => {
            const main = document.querySelector<HTMLElement>('main.table')
            return !main || main.dataset.number !== n || document.querySelector('.over')
          },
          before,
          { polling: 20, timeout: 5000 },
        )
        .then(
          () => true,
          () => false,
        )
      if (moved) return
    }
    throw new Error(`no move was made at ${before}: ${await this.page.locator('main').first().innerText()}`)
  }

  number(): Promise<string | undefined> {
    return this.page.evaluate(() => document.querySelector<HTMLElement>('main.table')?.dataset.number)
  }
}

export const test = base.extend<{
  device: boolean
  view: View
  server: Server
  come: (options?: BrowserContextOptions) => Promise<Person>
}>({
  /* Whether the page is on a static host and plays on the device. Tests with @device run both ways; they know only the url. */
  device: [false, { option: true }],
  view: [(process.env.WEB_VIEW as View) || 'desktop', { option: true }],
  server: async ({ device }, use) => {
    const server = device ? await Site.start() : await Server.start()
    await use(server as Server)
    await server.stop()
  },
  come: async ({ browser, server, view }, use) => {
    const people: Person[] = []
    await use(async options => {
      const person = await Person.come(browser, server, { ...views[view], ...options })
      people.push(person)
      return person
    })
    for (const person of people) {
      expect(person.faults, 'errors in the page').toEqual([])
      await person.page.context().close()
    }
  },
})

export interface Wish {
  public?: boolean
  clock?: string
  undo?: string
  options?: string[]
}

/* Makes a table by the dialog of the start page: chairs are 'me', 'open' or a level; options are ticked by their words. */
export async function makeTable(person: Person, game: string, chairs: string[], wish: Wish = {}): Promise<void> {
  const { page } = person
  await person.open()
  await page.locator('.hero button, .game .go button[aria-label^=More]').first().click()
  await page.selectOption('#create-game', game)
  if (game !== 'castelli-tournament') await page.locator('.create .seg label', { hasText: String(chairs.length) }).click()
  for (const [i, chair] of chairs.entries()) await page.locator('.chairs select').nth(i).selectOption(chair)
  for (const option of wish.options ?? []) await page.locator('.create .tick', { hasText: option }).click()
  if (wish.clock) await page.selectOption('#create-clock', wish.clock)
  if (wish.undo) await page.selectOption('#create-undo', wish.undo)
  if (wish.public) await page.locator('.create .tick', { hasText: 'Show in the lists' }).click()
  await page.locator('[data-create]').click()
  await page.locator('main.table, main.cover, main.lobby').waitFor()
}

/* Two people at one table: the second comes by the link and takes the open chair. */
export async function together(host: Person, guest: Person, game: string, chairs = ['me', 'open'], wish: Wish = {}): Promise<void> {
  await makeTable(host, game, chairs, wish)
  await guest.open()
  await guest.page.goto(await host.page.locator('#invite-link').inputValue())
  await guest.page.locator(`[data-join="${chairs.indexOf('open') + 1}"]`).click()
  await host.page.locator('[data-start]:enabled').click()
  for (const person of [host, guest]) await person.page.locator('.boardhost svg').first().waitFor()
}

/* Options of somebody whose browser may install the page. */
export const installing: BrowserContextOptions = { serviceWorkers: 'allow' }

/* Waits until the page can do without its host. */
export async function installed(person: Person): Promise<void> {
  await person.open()
  await person.page.evaluate(() => navigator.serviceWorker.ready)
  await expect.poll(() => person.page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
}

/* Makes so many moves, whichever; true if the game ended before. */
export async function playOn(person: Person, moves: number): Promise<boolean> {
  for (let i = 0; i < moves; i++) {
    if ((await person.turn()) === 'over') return true
    await person.move(i * 7)
  }
  return false
}

/* All words of a language. */
export function catalogue(language: string): Record<string, string> {
  const folder = path.resolve(__dirname, '../../web/words', language)
  return Object.assign({}, ...fs.readdirSync(folder).map(file => JSON.parse(fs.readFileSync(path.join(folder, file), 'utf8'))))
}
