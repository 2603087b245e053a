/* page.ts: somebody at the page, without a browser: the core with a host of node. What is on the screen is looked at as values. */
import fs from 'node:fs'
import { webcrypto } from 'node:crypto'
import { after } from 'node:test'
import type { VNode } from '../../../web/src/ui/dom'
import type { Host } from '../../../web/src/app/host'
import { FakeWorker, Rows } from './device'
import { Socket, type Line } from './socket'

type Core = typeof import('./entry')
type Test = (node: VNode) => unknown

globalThis.crypto ??= webcrypto as Crypto
const makeCore: (exports: object) => void = (() => {
  const script = fs.readFileSync(process.env.CORE_SCRIPT!, 'utf8')
  return exports =>
    new Function('module', 'exports', script)(
      {
        set exports(it: object) {
          Object.defineProperties(exports, Object.getOwnPropertyDescriptors(it))
        },
        get exports() {
          return exports
        },
      },
      exports,
    )
})()

/* The browser of somebody: it outlives the page. */
export class Browser {
  readonly cookies = { value: '' }
  readonly rows = new Rows()
  readonly stores = { local: new Map<string, string>(), session: new Map<string, string>() }
  offline = false // nothing but the files of the page can be reached
  refuses = false // it keeps nothing
}

const quiet = { story: 'now', forced: false, ends: false, taught: true, guide: false, level: 1 }

const pages = new Set<Page>()
after(() => pages.forEach(page => page.close())) // also those of a test that failed

export class Page {
  core = {} as Core
  readonly said: string[] = []
  readonly notified: string[] = []
  readonly line: Line = {}
  readonly sent: any[] = []
  readonly heard: any[] = []
  hidden = false
  speed = 1 // so many times as fast as clocks do timers run
  private sockets: Socket[] = []
  private hash = ''
  private waiting = new Set<() => void>()
  private timers = new Set<NodeJS.Timeout>()
  private metas = new Map<string, string>()
  private closed = false
  private tree: unknown = [] // as it was drawn last

  private constructor(
    readonly url: string,
    readonly browser: Browser,
  ) {}

  static async open(server: { url: string }, hash = '#/', settings: object = {}, browser = new Browser()): Promise<Page> {
    const page = new Page(server.url, browser)
    pages.add(page)
    makeCore(page.core)
    const place = 'castellany.settings'
    const kept = JSON.parse(browser.stores.local.get(place) ?? '{}')
    browser.stores.local.set(place, JSON.stringify({ ...quiet, ...kept, ...settings }))
    const html = await (await fetch(server.url + '/')).text()
    for (const [, name, value] of html.matchAll(/<meta name="([^"]+)" content="([^"]*)">/g)) page.metas.set(name, value)
    page.hash = hash
    await page.core.begin(page.host(), () => page.draw())
    await page.until(() => page.core.app.status === 'online' || page.core.app.status === 'local')
    return page
  }

  private draw(): void {
    this.tree = this.core.screen()
    this.core.title('')
    for (const look of [...this.waiting]) look()
  }

  private host(): Host {
    const { browser } = this
    const fetched = (address: string, init?: RequestInit) => {
      const at = new URL(address, this.url + '/')
      if (browser.offline && !/\.[0-9a-f]{10}\.|part\./.test(at.pathname)) return Promise.reject(new TypeError('offline'))
      return fetch(at, { ...init, headers: { ...init?.headers, cookie: browser.cookies.value } })
    }
    return {
      now: () => Date.now(),
      after: (act, ms = 0) => {
        const timer = setTimeout(() => {
          this.timers.delete(timer)
          if (!this.closed) act()
        }, ms / this.speed)
        this.timers.add(timer)
        return timer as unknown as number
      },
      cancel: timer => clearTimeout(timer),
      frame: act => void setImmediate(() => this.closed || act()),
      hidden: () => this.hidden,
      store(where) {
        if (browser.refuses) throw new Error('storage is refused')
        const rows = browser.stores[where]
        return {
          getItem: key => rows.get(key) ?? null,
          setItem: (key, value) => rows.set(key, value),
          removeItem: key => rows.delete(key),
        }
      },
      languages: () => ['en'],
      wants: what => what === 'still',
      hash: () => this.hash,
      go: hash => this.go(hash),
      readdress: hash => void (this.hash = hash),
      base: () => this.url + '/',
      meta: name => this.metas.get(name),
      fetch: fetched,
      socket: address => {
        const socket = new Socket(browser.offline ? 'ws://127.0.0.1:1/ws' : address, this.wire(), browser.cookies)
        this.sockets.push(socket)
        return socket as unknown as WebSocket
      },
      worker: address => {
        const worker = new FakeWorker(
          fetched(address).then(it => it.text()),
          browser.rows,
          fetched,
        )
        return worker as unknown as Worker
      },
      kept: () => browser.offline,
      say: text => void this.said.push(text),
      unsay: () => undefined,
      focusMain: () => undefined,
      findFocus: () => undefined,
      arrive: () => undefined,
      buzz: () => undefined,
      notify: (title, body, _tag, hash) => void this.notified.push(`${title} ${body} ${hash}`),
      dress: () => undefined,
      symbols: () => undefined,
      style: () => Promise.resolve(),
      speak: () => undefined,
    }
  }

  private wire(): Line {
    return {
      sends: message => {
        this.sent.push(message)
        return this.line.sends?.(message)
      },
      hears: message => {
        this.heard.push(message)
        return this.line.hears?.(message)
      },
    }
  }

  go(hash: string): void {
    this.hash = hash
    setImmediate(() => this.closed || this.core.navigate())
  }

  /* The connection breaks; the page comes back by itself. */
  cut(): void {
    for (const socket of this.sockets.splice(0)) socket.close()
  }

  close(): void {
    this.closed = true
    for (const timer of this.timers) clearTimeout(timer)
    this.cut()
  }

  /* The same person loads the page anew. */
  async reload(): Promise<Page> {
    this.close()
    return Page.open({ url: this.url }, this.hash, {}, this.browser)
  }

  get address(): string {
    return this.hash
  }
  get app() {
    return this.core.app
  }
  /* The table on show. */
  get t() {
    return this.core.here()!
  }
  get number(): number {
    return this.core.here()?.told.number ?? -1
  }

  /* Waits until something is so; looks at every drawing. */
  until<T>(test: () => T, ms = 12000): Promise<NonNullable<T>> {
    return new Promise((resolve, reject) => {
      const look = () => {
        let found: T | null = null
        try {
          found = test()
        } catch (error) {
          end()
          reject(error)
        }
        if (!found) return
        end()
        resolve(found as NonNullable<T>)
      }
      const end = () => {
        this.waiting.delete(look)
        clearInterval(every)
        clearTimeout(late)
      }
      const every = setInterval(look, 20)
      const late = setTimeout(() => {
        end()
        reject(new Error(`never: ${test}\n${this.text()}`))
      }, ms)
      this.waiting.add(look)
      look()
    })
  }

  /* ---- what is on the screen ---- */

  all(test: Test): VNode[] {
    const found: VNode[] = []
    const walk = (it: unknown): void => {
      if (Array.isArray(it)) it.forEach(walk)
      else if (it && typeof it === 'object') {
        const node = it as VNode
        if (test(node)) found.push(node)
        node.kids.forEach(walk)
      }
    }
    this.core.redrawNow() // what is to be drawn is drawn now
    walk(this.tree)
    return found
  }

  /* Elements with an attribute, perhaps of this value. */
  having = (name: string, value?: string): VNode[] =>
    this.all(
      ({ attrs }) => attrs[name] !== undefined && attrs[name] !== null && (value === undefined || String(attrs[name]) === value),
    )

  ofClass = (name: string): VNode[] =>
    this.all(({ attrs }) =>
      String(attrs.class ?? '')
        .split(' ')
        .includes(name),
    )

  text(node?: unknown): string {
    const it = node ?? this.core.screen()
    if (typeof it === 'string' || typeof it === 'number') return String(it)
    if (Array.isArray(it)) return it.map(kid => (kid ? this.text(kid) : '')).join(' ')
    return it && typeof it === 'object' ? this.text([...(it as VNode).kids.values()]) : ''
  }

  click(node: VNode | undefined): void {
    if (!node) throw new Error('nothing to click on:\n' + this.text())
    if (node.attrs.disabled) throw new Error('it is disabled: ' + this.text(node))
    if (node.attrs.onclick) (node.attrs.onclick as (e: object) => void)({ preventDefault() {} })
    else if (node.attrs.href) this.go(String(node.attrs.href))
  }

  press = (name: string, value?: string): void => this.click(this.having(name, value).find(it => !it.attrs.disabled))

  /* ---- playing ---- */

  async playNow(game: string): Promise<void> {
    this.go('#/')
    await this.until(() => this.having('data-play', game).some(it => !it.attrs.disabled))
    this.press('data-play', game)
    await this.until(() => this.core.here()?.told.position && this.core.ui(this.t))
  }

  /* What the board says can be chosen, and where. */
  places() {
    const p = this.core.boardProps(this.t)!
    return this.core.ui(this.t)!.board(this.t.hooks).draw(p, this.core.local(this.t.hooks)).places
  }

  /* What can be pressed on the board and beside it. */
  private targets(): (() => void)[] {
    const { t, core } = this
    const p = core.boardProps(t)!
    const places = this.places().filter(place => place.moves.length)
    const beside = this.ofClass('hostpanel').flatMap(panel => {
      const found: VNode[] = []
      const walk = (node: VNode | string): void => {
        if (typeof node === 'string') return
        if ((node.attrs['data-move'] || node.attrs['data-card']) && !node.attrs.disabled) found.push(node)
        node.kids.forEach(walk)
      }
      walk(panel)
      return found
    })
    return [...places.map(place => () => core.press(place, p, t.hooks)), ...beside.map(node => () => this.click(node))]
  }

  /* Waits for this person's turn, or for the end. */
  turn(): Promise<'move' | 'over'> {
    return this.until(() => {
      const t = this.core.here()
      if (!t?.told.position) return null
      if (t.told.state === 'over') return 'over'
      return t.told.position.moves.length && t.choice.is === 'choosing' && this.app.source.ready(t.id) ? 'move' : null
    }, 20000)
  }

  /* Makes some move as a person does: by what can be pressed. Returns when it is made, waits for others, or was somebody else's. */
  async move(pick: number): Promise<void> {
    const before = this.number
    const done = () => this.number !== before || !this.t.told.position?.moves.length
    let chance = pick * 7919 + 1
    const next = (n: number) => Math.floor(((chance = (chance * 48271) % 2147483647) / 2147483647) * n)
    for (let i = 0; i < 80; i++) {
      await this.until(
        () => done() || (this.t.choice.is === 'choosing' && Date.now() >= this.t.fresh && this.app.source.ready(this.t.id)),
      )
      if (done()) return
      const all = this.targets()
      const [chosen] = this.having('data-confirm', 'chosen')
      const [onward] = this.having('data-confirm', 'onward')
      if (chosen && (next(4) || !all.length)) this.click(chosen)
      else if (onward && (!all.length || !next(4))) this.click(onward)
      else all[next(all.length)]()
      await this.until(() => done() || this.t.choice.is === 'choosing' || this.t.choice.arrived)
    }
    throw new Error(`no move was made at ${before}: ${JSON.stringify([this.t.told.position?.moves, this.t.choice])}`)
  }

  /* Plays until the game is over, or for so many moves. */
  async play(moves = Infinity): Promise<boolean> {
    for (let i = 0; i < moves; i++) {
      if ((await this.turn()) === 'over') return true
      await this.move(i * 7)
    }
    return false
  }
}
