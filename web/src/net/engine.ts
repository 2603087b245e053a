/* engine.ts: an instance of castellany.wasm, and the functions that it asks for and offers (src/wasm/page.h). */

/* What an instance asks for besides time and random numbers. */
export interface Page {
  send(client: number, text: string): void
  drop(client: number): void
  /* Answers with `goOn`, soon. */
  requeue(client: number): void
  /* Keeps rows and answers with `kept`, in the order of the calls. */
  keep(lines: string): void
  /* Removes rows whose keys begin like one of these lines, and sets them aside if they are damaged. */
  remove(keys: string, damaged: boolean): void
  /* Lets another instance answer a question; answers with `thought`. */
  think(question: number, isMove: boolean, bytes: Uint8Array): void
  log(line: string): void
}

type Offered = Record<string, (...args: (number | bigint)[]) => any>

const noPage: Page = {
  send: () => undefined,
  drop: () => undefined,
  requeue: () => undefined,
  keep: () => undefined,
  remove: () => undefined,
  think: () => undefined,
  log: line => console.info(line),
}

const encoder = new TextEncoder(),
  decoder = new TextDecoder()

export class Engine {
  private offers: Offered
  private memory: WebAssembly.Memory
  private last = 0

  constructor(module: WebAssembly.Module, page: Page = noPage) {
    const imports = {
      page: {
        now: () => (this.last = Math.max(this.last, Date.now())),
        clock: () => performance.now(),
        random: (at: number, size: number) => crypto.getRandomValues(new Uint8Array(this.memory.buffer, at, size)) && undefined,
        send: (client: number, at: number, size: number) => page.send(client, this.text(at, size)),
        drop: (client: number) => page.drop(client),
        requeue: (client: number) => page.requeue(client),
        keep: (at: number, size: number) => page.keep(this.text(at, size)),
        remove: (at: number, size: number, damaged: number) => page.remove(this.text(at, size), damaged !== 0),
        think: (question: number, isMove: number, at: number, size: number) =>
          page.think(question, isMove !== 0, this.bytes(at, size)),
        log: (at: number, size: number) => page.log(this.text(at, size)),
      },
    }
    const instance = new WebAssembly.Instance(module, imports)
    this.offers = instance.exports as unknown as Offered
    this.memory = instance.exports.memory as WebAssembly.Memory
    this.offers._initialize()
  }

  /* Bytes of memory that the instance has. */
  get size(): number {
    return this.memory.buffer.byteLength
  }

  /* ---- tables (src/wasm/local.c) ---- */

  open(): void {
    this.offers.local_open()
  }
  /* Takes a row over that was kept; false if it is damaged. */
  row(row: string): boolean {
    return this.offers.local_row(...this.put(encoder.encode(row))) !== 0
  }
  begin(): void {
    this.offers.local_begin()
  }
  kept(kept: boolean): void {
    this.offers.local_kept(kept ? 1 : 0)
  }
  connect(client: number): void {
    this.offers.local_connect(client)
  }
  closed(client: number): void {
    this.offers.local_closed(client)
  }
  message(client: number, text: string): void {
    this.offers.local_message(client, ...this.put(encoder.encode(text)))
  }
  goOn(client: number): void {
    this.offers.local_go_on(client)
  }
  thought(question: number, bytes: Uint8Array): void {
    this.offers.local_thought(question, ...this.put(bytes))
  }
  /* Wakes tables whose time has come. Returns when to call it again. */
  wake(): number {
    return this.offers.local_wake()
  }
  tick(): void {
    this.offers.local_tick()
  }
  /* The whole record of a table; null if there is none. */
  record(table: string): string | null {
    return this.textAt(this.offers.local_record(this.put(encoder.encode(table + '\0'))[0]))
  }

  /* ---- without tables (src/wasm/alone.c) ---- */

  openBots(): void {
    this.offers.think_open()
  }
  get answerSize(): number {
    return this.offers.think_answer_size()
  }
  /* Answers a question of another instance; without bytes if it does not know the game. */
  answer(question: Uint8Array): Uint8Array {
    const at = this.offers.think_answer(...this.put(question))
    return at ? this.bytes(at, this.answerSize) : new Uint8Array()
  }
  trace(record: string): string {
    return this.textAt(this.offers.trace_text(...this.put(encoder.encode(record)))) ?? ''
  }

  /* Whether the luck of a record is right; see verify_text. */
  verify(record: string): string {
    return this.textAt(this.offers.verify_text(...this.put(encoder.encode(record)))) ?? ''
  }

  private put(bytes: Uint8Array): [number, number] {
    const at: number = this.offers.local_memory(bytes.length)
    new Uint8Array(this.memory.buffer).set(bytes, at)
    return [at, bytes.length]
  }
  private bytes(at: number, size: number): Uint8Array {
    return new Uint8Array(this.memory.buffer, at, size).slice()
  }
  private text(at: number, size: number): string {
    return decoder.decode(new Uint8Array(this.memory.buffer, at, size))
  }
  private textAt(at: number): string | null {
    if (!at) return null
    const all = new Uint8Array(this.memory.buffer)
    return this.text(at, all.indexOf(0, at) - at)
  }
}
