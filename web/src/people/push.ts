/* push.ts: messages of the server to this browser while the page is closed (Web Push); off until the player asks. */
import { gameName, shelf } from '../look'
import { app } from '../state'
import { words } from '../words'

export const pushWords = 'push-castellany' // the cache in which the service worker finds its words

export const canPush = (): boolean => !!app.push && 'serviceWorker' in navigator && 'PushManager' in window

const bytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), c => c.charCodeAt(0))

/* The service worker has no catalogue: it gets the few texts that it needs, in the language of the page. */
async function keepWords(): Promise<void> {
  const texts = {
    turn: words('table.yourTurn'),
    called: words('push.called'),
    games: Object.fromEntries(shelf().map(game => [game, gameName(game)])),
  }
  await (await caches.open(pushWords)).put('words', new Response(JSON.stringify(texts)))
}

/* Asks the browser for an address and tells it to the server. False if the browser refuses. */
export async function startPush(): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  await keepWords()
  const worker = await navigator.serviceWorker.ready
  const subscription = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(app.push!) })
  const { endpoint, keys } = subscription.toJSON()
  await app.source.ask('push', {
    address: endpoint!,
    key: keys!.p256dh,
    secret: keys!.auth,
    language: app.settings.language,
  })
  return true
}

export async function endPush(): Promise<void> {
  const worker = await navigator.serviceWorker.ready
  const subscription = await worker.pushManager.getSubscription()
  if (!subscription) return
  await app.source.ask('unpush', { address: subscription.endpoint })
  await subscription.unsubscribe()
}
