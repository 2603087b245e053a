/* subscription.ts: what the page and its service worker both know of a subscription to messages. */
import type { Requests } from './protocol'

export const pushCache = 'push-castellany' // where the page leaves the words that the service worker needs

export const bytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), c => c.charCodeAt(0))

/* What the server is told of a subscription. */
export function pushRequest(subscription: PushSubscription, language: string): Requests['push'][0] {
  const { endpoint, keys } = subscription.toJSON()
  return { address: endpoint!, key: keys!.p256dh, secret: keys!.auth, language }
}
