/* sw.ts: the service worker. It keeps one version of the page whole, so that it works without a network. */

import { build } from './simd'
import { pushCache, pushRequest } from './subscription'

/* The build puts the version and the names of all files there. */
declare const PAGE_VERSION: string
declare const PAGE_FILES: string[]

interface Waiting extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface Pushed extends Waiting {
  data: { json(): { what: 'turn' | 'called'; table: string; game: string } } | null
}
interface Renewed extends Waiting {
  oldSubscription: PushSubscription | null
  newSubscription: PushSubscription | null
}
interface Clicked extends Waiting {
  notification: Notification
}
interface Window {
  focus(): Promise<unknown>
  navigate(url: string): Promise<unknown>
}
interface Fetching extends Waiting {
  request: Request
  respondWith(answer: Promise<Response>): void
}
const worker = self as unknown as {
  addEventListener(kind: 'install' | 'activate', act: (e: Waiting) => void): void
  addEventListener(kind: 'fetch', act: (e: Fetching) => void): void
  addEventListener(kind: 'push', act: (e: Pushed) => void): void
  addEventListener(kind: 'pushsubscriptionchange', act: (e: Renewed) => void): void
  addEventListener(kind: 'notificationclick', act: (e: Clicked) => void): void
  addEventListener(kind: 'message', act: (e: MessageEvent) => void): void
  skipWaiting(): Promise<void>
  clients: {
    claim(): Promise<void>
    matchAll(wish: { type: 'window'; includeUncontrolled: boolean }): Promise<Window[]>
    openWindow(url: string): Promise<unknown>
  }
  registration: {
    scope: string
    pushManager: PushManager
    showNotification(title: string, options: NotificationOptions): Promise<void>
  }
}

const prefix = 'castellany-'
const cacheName = prefix + PAGE_VERSION
/* Of the two builds of the program, the one that this browser takes. */
const wanted = PAGE_FILES.filter(name => !name.endsWith('.wasm') || name.startsWith(build() + '.'))
const files = new Set(wanted.map(name => new URL(name, worker.registration.scope).href))
const page = new URL('./', worker.registration.scope).href
/* Names with a hash. A window that shows the version before asks for its files, which have others. */
const isFile = (address: string): boolean =>
  files.has(address) || (address.startsWith(page) && /^[\w.-]+\.([0-9a-f]{10}|[0-9A-Z]{8})\.\w+$/.test(address.slice(page.length)))

/* Files whose names have a hash may come from the browser's own cache; the page itself must be of this version. */
worker.addEventListener('install', e => {
  const fetched = [...files].map(name => new Request(name, { cache: name === page ? 'reload' : 'default' }))
  e.waitUntil(caches.open(cacheName).then(cache => cache.addAll(fetched)))
})

/* The version before stays until the next one comes: other windows may still show it. */
worker.addEventListener('activate', e => {
  const forget = async () => {
    const others = (await caches.keys()).filter(name => name.startsWith(prefix) && name !== cacheName)
    for (const name of others.slice(0, -1)) await caches.delete(name)
    await worker.clients.claim()
  }
  e.waitUntil(forget())
})

/* The person wants the newer version. */
worker.addEventListener('message', e => {
  if (e.data === 'take over') worker.skipWaiting()
})

/* Everything else, such as records of a server, goes to the network as if there were no service worker. */
worker.addEventListener('fetch', e => {
  const address = e.request.url.replace(/[?#].*$/, '')
  const isPage = e.request.mode === 'navigate' && (address === page || address === page + 'index.html')
  if (e.request.method !== 'GET' || (!isPage && !isFile(address))) return
  const kept = async () => (await caches.open(cacheName)).match(isPage ? page : address)
  const answer = async () => (await kept()) ?? (isPage ? undefined : await caches.match(address)) ?? fetch(e.request)
  e.respondWith(answer())
})

async function keptWords(): Promise<{ language?: string; turn?: string; called?: string; games?: Record<string, string> }> {
  const kept = await (await caches.open(pushCache)).match('words')
  return kept ? kept.json() : {}
}

/* Asks the server one thing, as the player whom the browser's cookie names. */
function ask(word: string, args: object): Promise<void> {
  return new Promise((done, failed) => {
    const socket = new WebSocket(new URL('ws', page).href.replace(/^http/, 'ws'))
    socket.onopen = () => socket.send(JSON.stringify({ do: word, id: 1, ...args }))
    socket.onmessage = e => {
      const answer = JSON.parse(e.data)
      if (answer.re !== 1) return
      socket.close()
      if (answer.error) failed(new Error(answer.error))
      else done()
    }
    socket.onerror = () => failed(new Error('lost'))
  })
}

/* The browser has a new address for messages. If the server cannot be told now, the next start of the page does it. */
worker.addEventListener('pushsubscriptionchange', e => {
  const renew = async () => {
    const options = e.oldSubscription?.options
    const fresh = e.newSubscription ?? (options && (await worker.registration.pushManager.subscribe(options)))
    if (!fresh) return
    await ask('push', pushRequest(fresh, (await keptWords()).language ?? 'en'))
    if (e.oldSubscription) await ask('unpush', { address: e.oldSubscription.endpoint })
  }
  e.waitUntil(renew())
})

/* A table waits for somebody who is away. The page has left the texts in a cache of their own (people/push.ts). */
worker.addEventListener('push', e => {
  const show = async () => {
    const told = e.data?.json()
    if (!told) return
    const texts = await keptWords()
    await worker.registration.showNotification(texts[told.what] ?? 'castellany', {
      body: texts.games?.[told.game] ?? '',
      tag: 'castellany-' + told.table,
      data: told.table,
    })
  }
  e.waitUntil(show())
})

/* A window that is open goes to the table, else a new one does. */
worker.addEventListener('notificationclick', e => {
  const url = page + '#/table/' + encodeURIComponent(String(e.notification.data))
  e.notification.close()
  const open = async () => {
    const [window] = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
    if (!window) return worker.clients.openWindow(url)
    await window.navigate(url).catch(() => undefined)
    return window.focus()
  }
  e.waitUntil(open())
})
