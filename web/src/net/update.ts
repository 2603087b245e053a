/* update.ts: the page without a network, and newer versions of it, which are offered and never forced. */

import { host } from '../app/host'

let waits = false // a newer version is there
let registration: ServiceWorkerRegistration | null = null
let onOffer: () => void = () => undefined

export const updateWaits = (): boolean => waits

/* Offers it once, however often it is found. */
function offer(): void {
  if (waits) return
  waits = true
  onOffer()
}

/* Called with the version that a server says it has. */
export function compareVersion(version: string): void {
  if (version && host.meta('version') && version !== host.meta('version')) offer()
  registration?.update().catch(() => undefined)
}

/* A file of this page is not at its host any more. If the page that the host has now begins with another script, it is a newer one. */
export async function lookForNewer(): Promise<void> {
  const script = host.meta('asset:app')
  const answer = await host.fetch('./', { cache: 'no-store' }).catch(() => null)
  if (script && answer?.ok && !(await answer.text()).includes(`"${script}"`)) offer()
}

/* The service worker of the newer version, as soon as it has all its files. */
async function next(of: ServiceWorkerRegistration): Promise<ServiceWorker | null> {
  if (!of.waiting && !of.installing) await of.update().catch(() => undefined)
  const coming = of.installing
  if (coming) await new Promise(resolve => coming.addEventListener('statechange', resolve, { once: true }))
  return of.waiting
}

/* The newer version takes over when its service worker does; without one it comes with the next load. */
export async function acceptUpdate(): Promise<void> {
  const worker = registration && (await next(registration))
  if (!worker) location.reload()
  else {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
    worker.postMessage('take over')
  }
}

/* Keeps the page for times without a network. It may wait: the first thing that a person wants is to play. */
export async function install(offered: () => void): Promise<void> {
  const script = host.meta('asset:sw')
  onOffer = offered
  if (waits) offered()
  if (!script || !('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  let controlled = serviceWorker.controller !== null
  serviceWorker.addEventListener('controllerchange', () => {
    if (controlled) offer() // another tab has taken the newer version; this one goes on with what it has
    controlled = true
  })
  try {
    registration = await serviceWorker.register(script, { updateViaCache: 'none' })
  } catch {
    return // a browser without storage, or an address that is not secure
  }
  if (!registration) return // something keeps it away
  const watch = (worker: ServiceWorker | null) => {
    const look = () => {
      if (worker?.state === 'installed' && serviceWorker.controller) offer()
    }
    worker?.addEventListener('statechange', look)
    look()
  }
  watch(registration.waiting)
  registration.addEventListener('updatefound', () => watch(registration!.installing))
}
