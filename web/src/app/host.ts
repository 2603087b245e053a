/* host.ts: what surrounds the core of the page: time, frames, storage, the address, files, connections, and who looks and listens. A browser
   is one such host (browser.ts), a test in node another (tests/web/core). */

export type Where = 'local' | 'session'

export interface Host {
  now(): number // milliseconds since 1970
  after(act: () => void, ms?: number): number
  cancel(timer?: number): void
  frame(act: () => void): void // before the next frame, or soon if nobody looks
  hidden(): boolean // nobody looks
  store(where: Where): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> // throws where storage is refused
  languages(): readonly string[] // that the person reads, the best first
  wants(query: 'dark' | 'still' | 'contrast'): boolean // what the system was told
  hash(): string // of the page's address
  go(hash: string): void // to another page; comes back as a change of the address
  readdress(hash: string): void // the same page under another address
  base(): string // the address of the page without the hash
  meta(name: string): string | undefined // what the build has written into the page
  fetch(address: string, init?: RequestInit): Promise<Response>
  socket(address: string): WebSocket
  worker(address: string): Worker
  kept(): boolean // a service worker has the whole page
  say(text: string, urgent: boolean): void // to those who listen
  unsay(): void // forgets what was said
  focusMain(): void
  findFocus(): void // the same, if nothing has the focus
  arrive(atClause: boolean): void // at another page: at its top, unless a clause is looked for
  buzz(): void
  notify(title: string, body: string, tag: string, hash: string): void // to somebody who is elsewhere; leads to a page
  dress(looks: Looks): void
  symbols(sprite: string): void // more symbols for the page
  style(address: string): Promise<void> // more styles, before the last ones
  speak(language: string): void // the language of the page is this
}

/* How the page looks as a whole. */
export interface Looks {
  dark: boolean
  text: number // per cent
  still: boolean
  large: boolean
  contrast: boolean
}

export const host = {} as Host

/* To be called before anything else. */
export function setHost(given: Host): void {
  Object.assign(host, given)
}

/* The absolute address of a file that came with the page; empty if this build has none. */
export function fileAddress(name: string): string {
  const file = host.meta('asset:' + name)
  return file ? new URL(file, host.base()).href : ''
}
