/* browser.ts: a browser as the host of the page. */
import type { Host } from './host'

const moment = 300 // milliseconds: what is said when the page is drawn belongs to it
let told = '' // as it was put into the page last
const at: Record<string, number> = {} // when a region was last added to

/* Texts of one moment stand in one paragraph: browsers report two new paragraphs in any order. A text that is told again ends with one
   more space: Orca takes an equal one for the same message. */
function say(text: string, urgent: boolean): void {
  const region = document.getElementById(urgent ? 'alert' : 'live')
  if (!region) return
  const now = performance.now()
  const line =
    (now - (at[region.id] ?? -moment) < moment && region.lastElementChild) || region.appendChild(document.createElement('p'))
  const part = document.createElement('span')
  at[region.id] = now
  part.textContent = told = text === told ? text + '\u00a0' : text
  line.append(line.firstChild ? ' ' : '', part)
  while (region.childNodes.length > 12) region.firstChild!.remove()
}

function notify(title: string, body: string, tag: string, hash: string): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return
  try {
    const note = new Notification(title, { body, tag })
    note.onclick = () => {
      window.focus()
      location.hash = hash
      note.close()
    }
  } catch {
    /* Android lets only service workers do it */
  }
}

const queries = {
  dark: '(prefers-color-scheme: dark)',
  still: '(prefers-reduced-motion: reduce)',
  contrast: '(prefers-contrast: more)',
}

/* Calls when the person changes the system. */
export function watchSystem(changed: () => void): void {
  for (const query of Object.values(queries)) matchMedia(query).addEventListener('change', changed)
}

export const browser: Host = {
  now: () => Date.now(),
  after: (act, ms) => window.setTimeout(act, ms),
  cancel: timer => clearTimeout(timer),
  frame(act) {
    if (document.hidden) setTimeout(act)
    else requestAnimationFrame(act)
  },
  hidden: () => document.hidden,
  store: where => (where === 'local' ? localStorage : sessionStorage),
  languages: () => navigator.languages ?? [],
  wants: what => matchMedia(queries[what]).matches,
  hash: () => location.hash,
  go(hash) {
    location.hash = hash
  },
  readdress: hash => history.replaceState(null, '', hash),
  base: () => location.origin + location.pathname,
  meta: name => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content,
  fetch: (address, init) => fetch(address, init),
  socket: address => new WebSocket(address),
  worker: address => new Worker(address),
  kept: () => !!navigator.serviceWorker?.controller,
  say,
  unsay() {
    for (const id of ['live', 'alert']) document.getElementById(id)?.replaceChildren()
  },
  focusMain() {
    requestAnimationFrame(() => document.getElementById('main')?.focus({ preventScroll: true }))
  },
  findFocus() {
    if (document.activeElement === document.body) browser.focusMain()
  },
  arrive(atClause) {
    requestAnimationFrame(() => {
      if (atClause) return
      scrollTo(0, 0)
      browser.focusMain()
    })
  },
  buzz: () => void navigator.vibrate?.([60, 40, 60]),
  notify,
  style(address) {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: address })
    const sheets = document.querySelectorAll('link[rel=stylesheet]')
    return new Promise((done, failed) => {
      link.onload = () => done()
      link.onerror = failed
      sheets[sheets.length - 1].before(link)
    })
  },
  symbols(sprite) {
    document.body.append(document.importNode(new DOMParser().parseFromString(sprite, 'image/svg+xml').documentElement, true))
  },
  speak(language) {
    document.documentElement.lang = language
  },
  dress({ dark, text, still, large, contrast }) {
    const root = document.documentElement
    root.dataset.theme = dark ? 'dark' : 'light'
    root.style.fontSize = text === 100 ? '' : text + '%'
    root.classList.toggle('still', still)
    root.classList.toggle('large', large)
    root.classList.toggle('contrast', contrast)
  },
}
