/* local_source.ts: games on this device. The tables are in a worker, which speaks the same protocol as a server. */
import { fileAddress, host } from '../app/host'
import type { Message, Requests } from './protocol'
import { Refusal } from './source'
import type { Damage } from './journal'
import type { FromTables, ToTables } from './messages'
import { isHere, outside, inside } from './names'
import { build } from './simd'

export type LocalStatus = 'none' | 'loading' | 'elsewhere' | 'online' | 'failed'

interface Waiting {
  resolve(answer: any): void
  reject(error: Refusal): void
}

/* All cores but one, which draws the page; two at most, because each takes 19 MB and more questions seldom come at once. */
const thinkers = (): number => Math.max(1, Math.min(2, (globalThis.navigator?.hardwareConcurrency || 2) - 1))

const restart = 1000

/* The store is this browser's. */
const errorHere = (code: string): string => (code === 'store' ? 'unkept' : code)

export class LocalSource {
  status: LocalStatus = 'none'
  /* Rows that were damaged, to be saved by the person. */
  damaged: Damage[] = []
  unkept = false
  onMessage: (message: Message) => void = () => undefined
  onStatus: () => void = () => undefined
  private worker: Worker | null = null
  private waiting = new Map<number, Waiting>()
  private nextId = 1
  private me = '' // this device's player, …
  private alias = '' // … who is this player on the page

  /* Whether this build has the program for browsers. */
  static exists(): boolean {
    return fileAddress('castellany') !== '' && typeof WebAssembly !== 'undefined'
  }

  /* Loads the program, once. */
  open(): void {
    if (this.worker || !LocalSource.exists()) return
    this.status = 'loading'
    const worker = host.worker(fileAddress('worker'))
    this.worker = worker
    worker.onmessage = (e: MessageEvent<FromTables>) => this.receive(e.data)
    worker.onerror = e => this.fail(e.message)
    this.say({ is: 'open', wasm: fileAddress(build()), worker: fileAddress('worker'), thinkers: thinkers() })
  }

  /* Who the person is for the page, besides on this device. */
  callMe(id: string): void {
    this.alias = id
  }

  async hello(language?: string): Promise<Requests['hello'][1]> {
    const answer = await this.ask('hello', { language })
    this.me = answer.player.id
    return answer
  }

  ask<W extends keyof Requests>(word: W, args: Requests[W][0]): Promise<Requests[W][1]> {
    if (this.status !== 'online') return Promise.reject(new Refusal(this.status === 'elsewhere' ? 'elsewhere' : 'lost', 'not open'))
    const id = this.nextId++
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject })
      this.say({ is: 'text', text: JSON.stringify({ do: word, id, ...inside(args) }) })
    })
  }

  /* The whole record of a table. */
  record(table: string): Promise<string> {
    if (!isHere(table) || this.status !== 'online') return Promise.reject(new Refusal('no_table', table))
    const number = this.nextId++
    return new Promise((resolve, reject) => {
      this.waiting.set(number, { resolve, reject })
      this.say({ is: 'record', number, table: inside({ table }).table })
    })
  }

  /* The person has saved what was damaged. */
  forgetDamaged(): void {
    this.damaged = []
    this.say({ is: 'forget' })
  }

  private say(message: ToTables): void {
    this.worker?.postMessage(message)
  }

  private set(status: LocalStatus): void {
    this.status = status
    this.onStatus()
  }

  private receive(message: FromTables): void {
    switch (message.is) {
      case 'elsewhere':
      case 'online':
        this.set(message.is)
        break
      case 'failed':
        this.fail(message.reason)
        break
      case 'unkept':
        this.unkept = true
        break
      case 'aside':
        this.damaged = message.rows
        this.onStatus()
        break
      case 'record':
        this.answer(message.number, w =>
          message.record === null ? w.reject(new Refusal('no_table', '')) : w.resolve(message.record),
        )
        break
      case 'text':
        this.told(outside(message.text, this.me, this.alias || this.me))
        break
    }
  }

  private told(message: any): void {
    if (message.re === undefined) this.onMessage(message)
    else
      this.answer(message.re, w =>
        message.error ? w.reject(new Refusal(errorHere(message.error), message.message ?? '')) : w.resolve(message),
      )
  }

  private answer(number: number, give: (waiting: Waiting) => void): void {
    const waiting = this.waiting.get(number)
    this.waiting.delete(number)
    if (waiting) give(waiting)
  }

  /* The worker is gone. What it confirmed is kept, so another one goes on from there. */
  private fail(reason: string): void {
    console.warn('games on this device stopped:', reason)
    const again = this.status === 'online'
    this.worker?.terminate()
    this.worker = null
    const waiting = [...this.waiting.values()]
    this.waiting.clear()
    for (const w of waiting) w.reject(new Refusal('lost', reason))
    this.set('failed')
    if (again) host.after(() => this.open(), restart)
  }
}
