/* update.ts: the page without a network, and newer versions of it, which are offered and never forced. */
import { redraw } from './state'

const meta = (name: string): string | undefined => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content

let waits = false // a newer version is there
let registration: ServiceWorkerRegistration | null = null

export const updateWaits = (): boolean => waits

function offer(): void {
  waits = true
  redraw()
}

/* Called with the version that a server says it has. */
export function compareVersion(version: string): void {
  if (version && meta('version') && version !== meta('version')) offer()
  else registration?.update().catch(() => undefined)
}

/* The newer version takes over when its service worker does; without one it comes with the next load. */
export function acceptUpdate(): void {
  const next = registration?.waiting
  if (!next) location.reload()
  else {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
    next.postMessage('take over')
  }
}

/* Keeps the page for times without a network. It may wait: the first thing that a person wants is to play. */
export async function install(): Promise<void> {
  const script = meta('asset:sw')
  if (!script || !('serviceWorker' in navigator)) return
  try {
    registration = await navigator.serviceWorker.register(script, { updateViaCache: 'none' })
  } catch {
    return // a browser without storage, or an address that is not secure
  }
  if (!registration) return // something keeps it away
  const watch = (worker: ServiceWorker | null) => {
    const look = () => {
      if (worker?.state === 'installed' && navigator.serviceWorker.controller) offer()
    }
    worker?.addEventListener('statechange', look)
    look()
  }
  watch(registration.waiting)
  registration.addEventListener('updatefound', () => watch(registration!.installing))
}
