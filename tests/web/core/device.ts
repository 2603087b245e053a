/* device.ts: what a browser has besides a page: a store for the tables of the device, and workers, which here run beside the page. */
import { webcrypto } from 'node:crypto'

type Act = () => void

/* As much of IndexedDB as journal.ts asks for. Everything succeeds, later. */
export class Rows {
  private stores = new Map<string, Map<string, unknown>>()

  readonly factory = {
    open: () => {
      const fresh = !this.stores.size
      const base = {
        createObjectStore: (name: string) => this.stores.set(name, new Map()),
        transaction: () => this.transaction(),
      }
      return request(base, fresh)
    },
  }

  private transaction() {
    const it = {
      oncomplete: null as Act | null,
      objectStore: (name: string) => {
        const rows = this.stores.get(name)!
        const sorted = (range?: [string, string]) =>
          [...rows.keys()].sort().filter(key => !range || (key >= range[0] && key <= range[1]))
        return {
          put: (value: unknown, key: string) => request(rows.set(key, value)),
          delete: (keys: string | [string, string]) => {
            for (const key of typeof keys === 'string' ? [keys] : sorted(keys)) rows.delete(key)
          },
          getAllKeys: (range?: [string, string]) => request(sorted(range)),
          getAll: (range?: [string, string]) => request(sorted(range).map(key => rows.get(key))),
          clear: () => rows.clear(),
        }
      },
    }
    setTimeout(() => it.oncomplete?.())
    return it
  }
}

function request<T>(result: T, fresh = false) {
  const it = { result, onsuccess: null as Act | null, onupgradeneeded: null as Act | null }
  setImmediate(() => {
    if (fresh) it.onupgradeneeded?.()
    it.onsuccess?.()
  })
  return it
}

/* A script that believes to be a worker. */
export class FakeWorker {
  onmessage: ((e: { data: any }) => void) | null = null
  onerror: ((e: { message: string }) => void) | null = null
  private scope: { onmessage?: (e: { data: any }) => void; postMessage(data: any): void }
  private gone = false

  constructor(script: Promise<string>, rows: Rows, fetch: (address: string) => Promise<Response>) {
    this.scope = { postMessage: data => void setImmediate(() => this.gone || this.onmessage?.({ data })) }
    const given = {
      self: this.scope,
      navigator: {},
      indexedDB: rows.factory,
      IDBKeyRange: { bound: (from: string, to: string) => [from, to] },
      fetch,
      crypto: webcrypto,
      Worker: class extends FakeWorker {
        constructor() {
          super(script, rows, fetch)
        }
      },
      console: { ...console, info: () => undefined },
    }
    this.ready = script.then(text => {
      new Function(...Object.keys(given), text)(...Object.values(given))
    })
  }

  private ready: Promise<void>

  postMessage(data: any): void {
    this.ready.then(() => setImmediate(() => this.gone || this.scope.onmessage?.({ data })))
  }

  terminate(): void {
    this.gone = true
  }
}
