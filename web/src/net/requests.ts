/* requests.ts: what each request takes, as the server declares it: made by tools/protocol.py, which says in `make check` if it is stale. */
export interface Asked {
  hello: { language?: string }
  name: { name: string }
  settings: { settings: object }
  list: { what: 'open' | 'live' | 'finished' | 'mine'; before?: string }
  unfollow: { what?: 'open' | 'live' | 'finished' | 'mine' }
  unfinished: { before?: string }
  create: {
    game: string
    seats: number
    options: string[]
    who: { kind: 'me' | 'open' | 'computer'; level?: number; name?: string }[]
    public: boolean
    clock: { kind: 'none' | 'move' | 'game'; seconds?: number }
    undo: 'free' | 'consent' | 'none'
    reaction?: number
    start?: boolean
    pledge?: string
    rated?: boolean
    hints?: boolean
  }
  start: { table: string }
  pledge: { table: string; pledge: string }
  reveal: { table: string; value: string }
  rematch: { table: string; pledge?: string }
  join: { table: string; seat?: number; invite?: string; pledge?: string }
  leave: { table: string; seat?: number; end?: boolean }
  resign: { table: string; seat: number }
  remove: { table: string; seat: number }
  chair: { table: string; seat: number; kind: 'open' | 'computer'; level?: number }
  alias: { table: string; seat: number; name: string }
  swap: { table: string; seat: number; other: number }
  move: { table: string; number: number; seat: number; move: string }
  undo: { table: string; number: number; to: number }
  answer: { table: string; to: number; yes: boolean }
  react: { table: string; seat: number; off: boolean }
  reply: { table: string; seat: number; reply: string }
  preview: { table: string; number: number; seat: number; move: string }
  why: { table: string; number: number; seat: number; move: string }
  positions: { table: string; from: number; count: number; seat: number }
  hint: { table: string; number: number; seat: number }
  analyse: { table: string; seat: number }
  watch: { table: string; number?: number; invite?: string }
  unwatch: { table: string }
  chat: { table: string; text: string }
  import: { record: string; who?: { kind: 'me' | 'open' | 'computer'; level?: number; name?: string }[] }
  mute: { player: string; on: boolean }
  block: { player: string; on: boolean }
  report: { table: string; line?: number; text: string }
  profile: { player: string }
  meetings: { player: string }
  results: { player: string; game: string }
  ranking: { game: string; seats: number }
  find: { name: string }
  search: { player?: string; game?: string; before?: string }
  call: { table: string; seat: number }
  replace: { table: string; seat: number }
  sit: { table: string; seat: number }
  stand_in: { table: string; seat: number; invite: string }
  push: { address: string; key: string; secret: string; language: string }
  holiday: { days: number }
  unpush: { address: string }
  line: { table: string; seat: number; number: number }
}
