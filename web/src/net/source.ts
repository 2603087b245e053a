/* source.ts: where games come from. Whatever keeps to `Source` can take the server's place. */
import { fileAddress, host } from '../app/host'
import type { Message, Requests, Secrets } from './protocol'
import { lookForNewer } from './update'

/* `local`: there is no server, or none can be reached, but games on this device go on. */
export type Status = 'connecting' | 'online' | 'lost' | 'local'

export interface Source {
  /* Asks for something. Rejects with a Refusal; with code `lost` when no answer will come any more. */
  ask<W extends keyof Requests>(word: W, args: Requests[W][0]): Promise<Requests[W][1]>
  /* Accounts: register, login, logout, delete, recover. Afterwards the source says hello anew, as somebody else. */
  account(word: 'register' | 'login' | 'logout' | 'delete' | 'recover', args: object): Promise<{ codes?: string[] }>
  /* What an account asks about itself; it stays the same person. */
  secret<W extends keyof Secrets>(word: W, args: Secrets[W][0]): Promise<Secrets[W][1]>
  /* A file that came with the page: words, rules, samples. */
  asset(name: string): Promise<string>
  /* Where the record of a table can be downloaded; empty for a table on this device. */
  recordAddress(table: string, invite?: string): string
  record(table: string, invite?: string): Promise<string>
  /* Whether requests about a table, or any at all, can be answered now. */
  ready(table?: string): boolean
  connect(): void
  onMessage: (message: Message) => void
  /* After `online` everything that was watched has to be watched again. */
  onStatus: (status: Status, retryAt: number) => void
  /* Tries again at once. */
  retry(): void
}

export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message)
  }
}

interface Waiting {
  sent: number
  resolve(answer: any): void
  reject(error: Refusal): void
}

/* A file that came with the page. */
export async function asset(name: string): Promise<string> {
  const file = fileAddress(name)
  if (!file) throw new Refusal('unknown', name)
  return text(file, lookForNewer)
}

async function text(address: string, missing?: () => void): Promise<string> {
  const lost = () => {
    throw new Refusal('lost', 'not connected')
  }
  const answer = await host.fetch(address).catch(lost)
  if (answer.ok) return answer.text().catch(lost) // a connection may also be lost in the middle of a file
  if (answer.status === 404) missing?.()
  throw new Refusal('unknown', address)
}

const firstDelay = 400,
  longestDelay = 15000
/* Every request is answered soon, but for these: a bot thinks about them. */
const slow = new Set<keyof Requests>(['hint', 'analyse', 'line'])
/* These have limits of their own, of many seconds: the player is told. */
const told = new Set<keyof Requests>(['chat', 'import', 'report'])
const firstWait = 700, // after a request that the server did not read
  longestWait = 6000
const CONNECTING = 0,
  OPEN = 1 // of a WebSocket
const patience = 5000 // for an answer, and for a connection
const quiet = 6000, // milliseconds without a message after which the page checks the connection
  quietHidden = 25000 // while nobody looks

export class SocketSource implements Source {
  onMessage: (message: Message) => void = () => undefined
  onStatus: (status: Status, retryAt: number) => void = () => undefined
  private socket: WebSocket | null = null
  private waiting = new Map<number, Waiting>()
  private nextId = 1
  private delay = firstDelay
  private timer = 0
  private heard = 0
  private tried = 0

  constructor(private address = new URL('ws', host.base()).href.replace(/^http/, 'ws')) {
    this.watch()
  }

  private watch(): void {
    this.check()
    host.after(() => this.watch(), 1000)
  }

  connect(): void {
    host.cancel(this.timer)
    this.onStatus('connecting', 0)
    this.tried = host.now()
    const socket = host.socket(this.address)
    this.socket = socket
    socket.onopen = () => {
      this.delay = firstDelay
      this.heard = host.now()
      this.onStatus('online', 0)
    }
    socket.onmessage = e => {
      if (this.socket === socket) this.receive(JSON.parse(e.data))
    }
    socket.onclose = () => {
      if (this.socket === socket) this.lost()
    }
  }

  retry(): void {
    if (this.socket && this.socket.readyState <= OPEN) return
    this.delay = firstDelay
    this.connect()
  }

  /* A server that was asked for much lately has not read the request: it is sent again. */
  async ask<W extends keyof Requests>(word: W, args: Requests[W][0]): Promise<Requests[W][1]> {
    for (let wait = firstWait; ; wait *= 2)
      try {
        return await this.send(word, args)
      } catch (error) {
        const again = error instanceof Refusal && error.code === 'rate' && !told.has(word) && wait <= longestWait
        if (!again) throw error
        await new Promise<void>(done => host.after(done, wait))
      }
  }

  private send<W extends keyof Requests>(word: W, args: Requests[W][0]): Promise<Requests[W][1]> {
    const socket = this.socket
    if (!socket || socket.readyState !== OPEN) return Promise.reject(new Refusal('lost', 'not connected'))
    const id = this.nextId++
    const sent = slow.has(word) ? Infinity : host.now()
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { sent, resolve, reject })
      socket.send(JSON.stringify({ do: word, id, ...args }))
    })
  }

  async secret(word: string, args: object): Promise<any> {
    const answer = await host
      .fetch('api/' + word, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(args),
      })
      .catch(() => {
        throw new Refusal('lost', 'not connected')
      })
    const body = await answer.json().catch(() => ({}))
    if (!answer.ok) throw new Refusal(body.error ?? 'unknown', body.message ?? '')
    return body
  }

  async account(word: string, args: object): Promise<{ codes?: string[] }> {
    const body = await this.secret(word, args)
    this.drop()
    this.connect()
    return body
  }

  asset = asset

  ready(): boolean {
    return this.socket?.readyState === OPEN
  }

  record(table: string, invite?: string): Promise<string> {
    return text(this.recordAddress(table, invite))
  }

  recordAddress(table: string, invite?: string): string {
    return `games/${table}.txt` + (invite ? '?invite=' + encodeURIComponent(invite) : '')
  }

  private receive(message: any): void {
    this.heard = host.now()
    if (message.re === undefined) {
      this.onMessage(message)
      return
    }
    const waiting = this.waiting.get(message.re)
    this.waiting.delete(message.re)
    if (message.error) waiting?.reject(new Refusal(message.error, message.message ?? ''))
    else waiting?.resolve(message)
  }

  /* Closes the present connection and rejects all requests that wait for an answer. */
  private drop(): void {
    const socket = this.socket
    this.socket = null
    socket?.close()
    const waiting = [...this.waiting.values()]
    this.waiting.clear()
    for (const w of waiting) w.reject(new Refusal('lost', 'connection lost'))
  }

  private lost(): void {
    this.drop()
    const wait = this.delay * (0.75 + Math.random() / 2)
    this.delay = Math.min(this.delay * 2, longestDelay)
    this.timer = host.after(() => this.connect(), wait)
    this.onStatus('lost', host.now() + wait)
  }

  /* Asks whether the server is still there. */
  ping(): void {
    this.ask('hello', {}).catch(() => undefined)
  }

  /* A request that stays without an answer means a dead connection, however alive the socket thinks it is. */
  private check(): void {
    const now = host.now()
    /* A network that swallows everything, as on a train, never says that there is no connection. */
    if (this.socket?.readyState === CONNECTING && now - this.tried > patience) this.lost()
    if (this.socket?.readyState !== OPEN) return
    const oldest = Math.min(...[...this.waiting.values()].map(it => it.sent))
    if (now - Math.max(oldest, this.heard) > patience && oldest < Infinity) this.lost()
    else if (now - this.heard > (host.hidden() ? quietHidden : quiet) && oldest === Infinity) this.ping()
  }
}
