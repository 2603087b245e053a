/* messages.ts: what the page and its workers say to each other. */
import type { Damage } from './journal'

/* The worker with the tables. */
export type ToTables =
  | { is: 'open'; wasm: string; worker: string; thinkers: number }
  | { is: 'text'; text: string } // a request of docs/PROTOCOL.md
  | { is: 'record'; number: number; table: string }
  | { is: 'forget' } // what was set aside

export type FromTables =
  | { is: 'elsewhere' } // another page has the tables; this one waits for them
  | { is: 'online' }
  | { is: 'failed'; reason: string }
  | { is: 'text'; text: string }
  | { is: 'record'; number: number; record: string | null }
  | { is: 'aside'; rows: Damage[] }
  | { is: 'unkept' } // there is no storage: games last as long as the page

/* A worker that checks the luck of one record. */
export type ToChecker = { is: 'verify'; wasm: string; record: string }
export type FromChecker = { verified: string }

/* A worker that thinks. */
export type ToThinker = { is: 'bots'; module: WebAssembly.Module } | { is: 'question'; bytes: Uint8Array }
export type FromThinker = { bytes: Uint8Array }
