/* push.ts: messages of the server to this browser while the page is closed (Web Push); off until the player asks. A subscription belongs to
   a browser, so the wish for it is kept there too. */
import { gameName, shelf } from '../model/look'
import { app } from '../app/state'
import { keep, recall } from '../app/storage'
import { words } from '../say/words'
import { bytes, pushCache, pushRequest } from './subscription'

const place = 'castellany.push'

export const canPush = (): boolean => !!app.push && 'serviceWorker' in navigator && 'PushManager' in window
export const wantsPush = (): boolean => recall(place) !== null

/* The service worker has no catalogue: it gets the few texts that it needs, in the language of the page. */
async function keepWords(): Promise<void> {
  const texts = {
    language: app.settings.language,
    turn: words('table.yourTurn'),
    called: words('push.called'),
    games: Object.fromEntries(shelf().map(game => [game, gameName(game)])),
  }
  await (await caches.open(pushCache)).put('words', new Response(JSON.stringify(texts)))
}

/* Asks the browser for an address, unless it has one, and tells it to the server. */
async function subscribe(): Promise<void> {
  await keepWords()
  const { pushManager } = await navigator.serviceWorker.ready
  const subscription =
    (await pushManager.getSubscription()) ??
    (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(app.push!) }))
  await app.source.ask('push', pushRequest(subscription, app.settings.language))
}

/* False if the browser refuses. */
export async function startPush(): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  await subscribe()
  keep(place, '1')
  return true
}

/* Browsers renew their addresses, and another player may sit at this one: the server is told at every start. */
export function renewPush(): void {
  if (wantsPush() && canPush() && Notification.permission === 'granted') subscribe().catch(() => undefined)
}

export async function endPush(): Promise<void> {
  keep(place, null)
  const worker = await navigator.serviceWorker.ready
  const subscription = await worker.pushManager.getSubscription()
  if (!subscription) return
  await app.source.ask('unpush', { address: subscription.endpoint })
  await subscription.unsubscribe()
}
