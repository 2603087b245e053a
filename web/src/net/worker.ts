/* worker.ts: the script of all workers: one has the tables of this device, the others think. */
import { Engine } from './engine'
import { Journal } from './journal'
import type { FromChecker, FromTables, FromThinker, ToChecker, ToTables, ToThinker } from './messages'
import { Thinkers } from './thinkers'

const scope = self as unknown as {
  onmessage: (e: MessageEvent) => void
  postMessage(message: FromTables | FromThinker | FromChecker): void
}
const say = (message: FromTables) => scope.postMessage(message)

/* A static host may send the file with any type, so it is not compiled while it streams. */
async function compile(address: string): Promise<WebAssembly.Module> {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`)
  return WebAssembly.compile(await answer.arrayBuffer())
}

/* Two pages with the same tables would write over each other. The second one waits until the first is gone. */
function alone(): Promise<void> {
  const { locks } = navigator
  if (!locks) return Promise.resolve()
  return new Promise(resolve => {
    const hold = () => {
      resolve()
      return new Promise<void>(() => undefined) // until the worker ends
    }
    locks.request('castellany-tables', { ifAvailable: true }, lock => {
      if (lock) return hold()
      say({ is: 'elsewhere' })
      return locks.request('castellany-tables', hold) as Promise<unknown> as Promise<void>
    })
  })
}

const me = 1 // the page's connection
let engine: Engine | null = null
let journal: Journal | null = null
let timer = 0

/* To be called after everything that may have set a new time. */
function goOn(): void {
  if (!engine) return
  clearTimeout(timer)
  const next = engine.wake() - Date.now()
  if (next < 0x7fffffff) timer = setTimeout(goOn, Math.max(0, next))
}

async function keep(lines: string): Promise<void> {
  const kept = journal ? await journal.keep(lines) : await Promise.resolve(true)
  engine!.kept(kept)
  goOn()
}

/* What is set aside is shown to the person. */
async function remove(keys: string, damaged: boolean): Promise<void> {
  await journal?.remove(keys, damaged)
  if (damaged) tellDamaged()
}

async function tellDamaged(): Promise<void> {
  const rows = (await journal?.setAside()) ?? []
  if (rows.length) say({ is: 'aside', rows })
}

async function openJournal(): Promise<void> {
  try {
    journal = await Journal.open()
  } catch (error) {
    console.warn('no storage for games on this device:', error)
    say({ is: 'unkept' })
  }
}

async function open(message: Extract<ToTables, { is: 'open' }>): Promise<void> {
  const module = await compile(message.wasm)
  const thinkers = new Thinkers(message.worker, module, message.thinkers)
  await alone()
  await openJournal()
  engine = new Engine(module, {
    send: (_client, text) => say({ is: 'text', text }),
    drop: () => undefined,
    requeue: client =>
      setTimeout(() => {
        engine!.goOn(client)
        goOn()
      }),
    keep,
    remove,
    think: (question, isMove, bytes) =>
      thinkers.ask(isMove, bytes, answer => {
        engine!.thought(question, answer)
        goOn()
      }),
    log: line => console.info(line),
  })
  engine.open()
  await journal?.load(row => engine!.row(row))
  engine.begin()
  engine.connect(me)
  setInterval(() => {
    engine!.tick()
    goOn()
  }, 1000)
  say({ is: 'online' })
  await tellDamaged()
  goOn()
}

/* An error here is an error of the worker. */
async function check({ wasm, record }: ToChecker): Promise<void> {
  const alone = new Engine(await compile(wasm))
  alone.openBots() // it knows the games, too
  scope.postMessage({ verified: alone.verify(record) })
}

/* The instance of a worker that thinks. */
let bots: Engine | null = null

scope.onmessage = ({ data }: MessageEvent<ToTables | ToThinker | ToChecker>) => {
  switch (data.is) {
    case 'open':
      open(data).catch(error => say({ is: 'failed', reason: String(error) }))
      break
    case 'text':
      engine?.message(me, data.text)
      goOn()
      break
    case 'record':
      say({ is: 'record', number: data.number, record: engine?.record(data.table) ?? null })
      break
    case 'forget':
      journal?.forgetAside()
      break
    case 'bots':
      bots = new Engine(data.module)
      bots.openBots()
      break
    case 'verify':
      check(data).catch(error =>
        setTimeout(() => {
          throw error // outside the promise, so that the page hears of it
        }),
      )
      break
    case 'question':
      scope.postMessage({ bytes: bots!.answer(data.bytes) })
      break
  }
}
