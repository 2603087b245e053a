/* test.ts: what all tests of the page share: a server, people with browsers, and a watch on errors. */
import {
  test as base,
  expect,
  type Browser,
  type BrowserContextOptions,
  type CDPSession,
  type Download,
  type Page,
  type WebSocketRoute,
} from '@playwright/test'
import fs from 'node:fs'
import path from 'node:path'
import { countCpu } from './cpu'
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

/* Painting takes half of a page's time, and few tests look at colours: everything is laid out, can be pointed at and counts as visible, but
   the browser has nothing to paint. */
const hide = () => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(':root { opacity: 0 }')
  document.adoptedStyleSheets = [sheet]
}

type Until = <T>(test: () => T, ms: number) => Promise<T | null>

/* Runs a function in the page. It gets `until`, which waits for a test to be true and looks whenever the page changes: asking from here
   again and again takes more time than the page does. Tries again if another page is loaded meanwhile. */
async function inPage<T, A>(page: Page, act: (until: Until, argument: A) => Promise<T>, argument?: A): Promise<T> {
  const until: Until = (test, ms) =>
    new Promise(resolve => {
      const look = () => {
        const result = test()
        if (result || Date.now() > end) {
          observer.disconnect()
          clearInterval(timer)
          resolve(result || null)
        }
      }
      const end = Date.now() + ms
      const observer = new MutationObserver(look)
      const timer = setInterval(look, 250)
      observer.observe(document, { subtree: true, childList: true, attributes: true })
      look()
    })
  for (let tries = 0; ; tries++)
    try {
      return await page.evaluate(`(${act})(${until}, ${JSON.stringify(argument)})`)
    } catch (error) {
      if (tries > 4 || !/context was destroyed|navigation/.test(String(error))) throw error
      await page.waitForLoadState()
    }
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

  static async come(browser: Browser, server: Host, options: BrowserContextOptions = {}, painted = true): Promise<Person> {
    const context = await browser.newContext({
      ...views.desktop,
      locale: 'en',
      reducedMotion: 'reduce',
      serviceWorkers: 'block', // a test that wants one says so
      ...options,
    })
    const page = await context.newPage()
    const person = new Person(page, server)
    if (!painted) await page.addInitScript(hide)
    await person.prefer({ story: 'now', forced: false, ends: false, taught: true, guide: false }) // who wants more says so
    const known = /WebSocket|ERR_CONNECTION|establish a connection|Failed to load/ // what the test itself brings about
    page.on('pageerror', error => known.test(String(error)) || person.faults.push(String(error)))
    page.on('console', message => {
      if (message.type() === 'error' && !known.test(message.text())) person.faults.push(message.text())
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
  turn(): Promise<'move' | 'over'> {
    return inPage(this.page, async until => {
      const state = await until(() => {
        if (document.querySelector('.over')) return 'over'
        const may = document.querySelector('.boardhost .place.can, .hostpanel [data-move], .hostpanel .cardface.can')
        return may && !document.querySelector('.lostbar') && 'move'
      }, 120000)
      if (!state) throw new Error("it is nobody's turn: " + document.querySelector('main')?.innerText)
      return state
    })
  }

  /* Makes some move by pointing: chooses one of what is lit on the board or beside it, then presses the red button. A card that
   * wants a place as well is only taken up by the first choice; then the next one chooses the place. What somebody else does meanwhile
   * may take the choice back: then it is made again. */
  move(pick: number): Promise<void> {
    return inPage(
      this.page,
      async (until, pick) => {
        const number = () => document.querySelector<HTMLElement>('main.table')?.dataset.number
        const before = number()
        const moved = () => number() !== before || !!document.querySelector('.over')
        for (let i = 0; i < 20; i++) {
          const all = document.querySelectorAll<HTMLElement | SVGElement>(
            '.boardhost .place.can, .hostpanel [data-move]:not([disabled]), .hostpanel .cardface.can',
          )
          const n = pick + i * 3 + (i >> 1) // in the end everything that is lit has its turn, however much that is
          all[n % all.length]?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
          await until(() => moved() || document.querySelector('[data-confirm=chosen][aria-disabled=false]'), 3000)
          if (moved()) return
          const confirm = document.querySelector<HTMLButtonElement>('[data-confirm=chosen][aria-disabled=false]')
          confirm?.click()
          if (confirm && (await until(moved, 5000))) return
        }
        throw new Error(`no move was made at ${before}: ${document.querySelector('main')?.innerText}`)
      },
      pick,
    )
  }

  number(): Promise<string | undefined> {
    return this.page.evaluate(() => document.querySelector<HTMLElement>('main.table')?.dataset.number)
  }
}

export const test = base.extend<{
  cpu: void
  device: boolean
  view: View
  painted: boolean
  server: Server
  come: (options?: BrowserContextOptions) => Promise<Person>
}>({
  cpu: [({}, use, info) => countCpu(use, info), { auto: true }],
  /* Whether the page is on a static host and plays on the device. Tests with @device run both ways; they know only the url. */
  device: [false, { option: true }],
  view: [(process.env.WEB_VIEW as View) || 'desktop', { option: true }],
  /* Whether pages are painted, for pictures. Tests with @alone measure what people wait for, so theirs are painted too. */
  painted: [false, { option: true }],
  server: async ({ device }, use) => {
    const server = device ? await Site.start() : await Server.start()
    await use(server as Server)
    await server.stop()
  },
  come: async ({ browser, server, view, painted }, use, { tags }) => {
    const people: Person[] = []
    await use(async options => {
      const system = options?.forcedColors || options?.colorScheme === 'dark' || options?.reducedMotion === 'reduce'
      test.skip(
        !!system && browser.browserType().name() !== 'chromium',
        'Playwright changes colours and motion of the system in Chromium only',
      )
      const device = options?.viewport ? {} : views[view] // who says how large the screen is says whether it is a phone's
      const person = await Person.come(browser, server, { ...device, ...options }, painted || tags.includes('@alone'))
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
  const shared = path.resolve(__dirname, '../../web/words', language),
    games = path.resolve(__dirname, '../../web/src/games')
  const files = [
    ...fs.readdirSync(shared).map(file => path.join(shared, file)),
    ...fs.readdirSync(games).map(game => path.join(games, game, 'words', language + '.json')),
  ]
  return Object.assign({}, ...files.filter(file => fs.existsSync(file)).map(file => JSON.parse(fs.readFileSync(file, 'utf8'))))
}

export const isChromium = (page: Page): boolean => page.context().browser()?.browserType().name() === 'chromium'

/* What only Chromium tells and lets us do: its accessibility tree, a slow processor, a finger that moves. In Firefox the test ends here. */
export async function devtools(page: Page): Promise<CDPSession> {
  test.skip(!isChromium(page), 'it needs what only Chromium tells')
  return page.context().newCDPSession(page)
}

/* A file that the page itself makes and saves. */
export function saving(page: Page): Promise<Download> {
  test.skip(!isChromium(page), 'the driver of Firefox does not tell of files that a page makes')
  return page.waitForEvent('download')
}
