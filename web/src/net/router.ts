/* router.ts: the source of the page: a server, this device, or both. A request goes to where its table is. */
import { host } from '../app/host'
import type { ListName, Message, Requests, Row } from './protocol'
import { asset, Refusal, SocketSource, type Source, type Status } from './source'
import { keep, recall } from '../app/storage'
import { LocalSource } from './local_source'
import { bare, isHere, merge } from './names'

const known = 'castellany.here' // kept by the browser: there are games on this device

/* False on a static host: then this device is all there is. */
export const hasServer = (): boolean => host.meta('server') !== 'none'

/* A page that was installed waits so long for its server, in milliseconds; then games on this device go on. The server may still come. */
const impatience = 800

type Hello = Requests['hello'][1]

export class RoutedSource implements Source {
  onMessage: (message: Message) => void = () => undefined
  onStatus: (status: Status, retryAt: number) => void = () => undefined
  readonly local = new LocalSource()
  private online = hasServer() ? new SocketSource() : null
  private serverStatus: Status = 'connecting'
  private retryAt = 0
  private away = !hasServer()
  private greeting: Hello | null = null // the server's last one

  connect(): void {
    const { online, local } = this
    local.onMessage = message => this.onMessage(message)
    local.onStatus = () => this.tell()
    if (online) {
      online.onMessage = message => this.onMessage(message)
      online.onStatus = (status, retryAt) => this.serverIs(status, retryAt)
      online.connect()
      if (host.kept()) host.after(() => this.waitNoLonger(), impatience)
    }
    if (!online || recall(known) || host.hash().startsWith('#/table/here-')) local.open()
  }

  /* The network may have changed, or somebody looks again. */
  doubt(): void {
    this.online?.ping()
  }

  retry(): void {
    this.online?.retry()
    if (this.local.status === 'failed') this.local.open()
  }

  ready(table?: string): boolean {
    if (table !== undefined && (isHere(table) || !this.online)) {
      this.local.open()
      return this.local.status === 'online'
    }
    return this.serverStatus === 'online' || (table === undefined && this.local.status === 'online')
  }

  ask<W extends keyof Requests>(word: W, args: Requests[W][0]): Promise<Requests[W][1]> {
    return this.route(word, args as any) as Promise<Requests[W][1]>
  }

  account: Source['account'] = (word, args) => this.server().account(word, args)

  secret: Source['secret'] = (word, args) => this.server().secret(word, args)

  asset: Source['asset'] = asset

  recordAddress(table: string, invite?: string): string {
    return isHere(table) ? '' : this.server().recordAddress(table, invite)
  }

  async record(table: string, invite?: string): Promise<string> {
    return isHere(table) ? this.local.record(table) : this.server().record(table, invite)
  }

  private server(): SocketSource {
    if (!this.online) throw new Refusal('lost', 'there is no server')
    return this.online
  }

  private route(word: keyof Requests, args: any): Promise<unknown> {
    const { local } = this
    const serves = this.serverStatus === 'online'
    if (typeof args.table === 'string') return isHere(args.table) ? local.ask(word, args) : this.askServer(word, args)
    switch (word) {
      case 'hello':
        return this.hello(args)
      case 'list':
        return this.list(args)
      case 'name':
      case 'settings':
      case 'unfollow': {
        const here = local.status === 'online' ? local.ask(word, args) : Promise.resolve()
        return serves ? this.askServer(word, args) : here
      }
      case 'create':
      case 'import':
        if (!args.here && serves) return this.askServer(word, args)
        return this.begin(word, args)
      default:
        return this.askServer(word, args)
    }
  }

  private askServer(word: keyof Requests, { here: _, ...args }: any): Promise<unknown> {
    return this.online
      ? this.online.ask(word, args)
      : Promise.reject(new Refusal(args.table ? 'no_table' : 'lost', 'there is no server'))
  }

  /* A new table on this device. It asks the browser to keep games even when space runs short. */
  private async begin(word: 'create' | 'import', args: any): Promise<unknown> {
    await this.openLocal()
    const answer = await this.local.ask(word, args)
    keep(known, '1')
    return answer
  }

  private async hello(args: Requests['hello'][0]): Promise<Hello> {
    if (this.serverStatus === 'online') {
      this.greeting = (await this.online!.ask('hello', args)) as Hello
      this.local.callMe(this.greeting.player.id)
    }
    if (this.local.status !== 'online') return this.greeting ?? Promise.reject(new Refusal('lost', 'not connected'))
    const here = await this.local.hello(args.language)
    const name = this.greeting?.player.name
    if (name && name !== here.player.name) this.local.ask('name', { name }).catch(() => undefined)
    return this.greeting ?? here
  }

  /* One's own games of both, latest first. Ids of both begin with the time, so `before` means the same to both. */
  private async list(args: { what: ListName; before?: string }): Promise<{ tables: Row[] }> {
    const asked: Promise<{ tables: Row[] }>[] = []
    if (this.serverStatus === 'online')
      asked.push(this.online!.ask('list', args.before ? { ...args, before: bare(args.before) } : args))
    if (this.local.status === 'online') asked.push(this.local.ask('list', args))
    return { tables: merge((await Promise.all(asked)).map(answer => answer.tables)) }
  }

  /* Waits until the tables of this device are there. */
  openLocal(): Promise<void> {
    this.local.open()
    return new Promise((resolve, reject) => {
      const before = this.local.onStatus
      const look = () => {
        const { status } = this.local
        if (status === 'loading') return false
        if (status === 'online') resolve()
        else reject(new Refusal(status === 'elsewhere' ? 'elsewhere' : 'lost', status))
        return true
      }
      if (look()) return
      this.local.onStatus = () => {
        before()
        if (look()) this.local.onStatus = before
      }
    })
  }

  private serverIs(status: Status, retryAt: number): void {
    this.serverStatus = status
    this.retryAt = retryAt
    if (status === 'lost') this.local.open()
    if (status !== 'connecting') this.away = status === 'lost'
    this.tell()
  }

  private waitNoLonger(): void {
    if (this.serverStatus !== 'connecting') return
    this.away = true
    this.local.open()
    this.tell()
  }

  /* The server's state; `local` where only this device plays. */
  private tell(): void {
    this.onStatus(this.away && this.local.status === 'online' ? 'local' : this.serverStatus, this.retryAt)
  }
}
