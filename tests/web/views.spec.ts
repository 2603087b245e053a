/* views.spec.ts: what the server sends is what the types say: those of the page and those of the documents. Every game, every number of
   seats, every option, every viewer. */
import type { Page } from '@playwright/test'
import fs from 'node:fs'
import path from 'node:path'
import { randomRecord } from './server'
import { expect, test } from './test'
import { Types, document } from './types'

const web = path.resolve(__dirname, '../../web/src')
const protocol = path.join(web, 'net', 'protocol.ts')
const gameUi = path.join(web, 'board', 'game_ui.ts')

interface Source {
  types: string // the page's
  document: string
  board: string
  view: string
  event: string
}
const source = (folder: string, prefix = ''): Source => ({
  types: path.join(web, `games/${folder}/types.ts`),
  document: document(`views/${folder}.md`),
  board: prefix + 'Board',
  view: prefix + 'View',
  event: folder[0].toUpperCase() + folder.slice(1) + 'Event',
})
const sources: Record<string, Source> = {
  castelli: source('castelli'),
  'castelli-tournament': source('castelli', 'Tournament'),
  castle: source('castle'),
  castellan: source('castellan'),
}

/* Declared, and in none of the games here: what servers will send later, what only other tables show, and what happens once in thousands
   of random games. */
const unseen = [
  ...['Line.late', 'Line.public', 'Position.clauses', 'Position.public'],
  ...['Clock.kind: "game"', 'Clock.kind: "move"', 'Clock.seconds', 'Seating.level', 'TableMessage.reason', 'TableMessage.result'],
  ...[
    'Seating.alias',
    'Seating.call_ends',
    'Seating.rests',
    'Seating.stand_in',
    'TableMessage.kept',
    'TableMessage.replies',
    'TableMessage.replied',
  ],
  ...['open', 'running', 'suspended'].map(state => `TableMessage.state: "${state}"`),
  ...['consent', 'free'].map(undo => `TableMessage.undo: "${undo}"`),
  'CastelliEvent.key: "round"',
  'View.phase: "stay"', // a double courtyard that is divided: rare
  ...['CastellanEvent.key: "discard"', 'View.ending: "board"', 'View.ending: "house"'],
]

/* Asks the server as a client of its own, and hands back the answers and messages as they came. */
async function ask(page: Page, requests: object[], until: string): Promise<any[]> {
  const text = await page.evaluate(
    ([requests, until]) =>
      new Promise<string>(resolve => {
        const heard: string[] = []
        const socket = new WebSocket(location.origin.replace('http', 'ws') + '/ws')
        const send = (i: number) => {
          if (i < requests.length) socket.send(JSON.stringify({ ...requests[i], id: i + 1 }))
        }
        socket.onopen = () => send(0)
        socket.onmessage = ({ data }): void => {
          const message = JSON.parse(data)
          if (message.error === 'rate') return void setTimeout(() => send(message.re - 1), 300)
          heard.push(data)
          if (message.re !== undefined) send(message.re)
          if (until ? message.is === until : message.re === requests.length) {
            socket.close()
            resolve(`[${heard.join()}]`)
          }
        }
      }),
    [requests, until] as const,
  )
  return JSON.parse(text)
}

const bunch = 2 // an answer ends after about 64 KB

/* A finished game, all of it, by turns as each seat and as a spectator sees it. */
async function look(page: Page, record: string, seats: number) {
  const [, answer] = await ask(page, [{ do: 'hello' }, { do: 'import', record }], '')
  expect(answer.error).toBeUndefined()
  const watch = { do: 'watch', table: answer.table, invite: answer.invite }
  const table = (await ask(page, [{ do: 'hello' }, watch], 'table')).at(-1)
  const requests: object[] = [{ do: 'hello' }, watch]
  for (let from = 0, seat = 0; from <= table.number; from += bunch, seat = (seat + 1) % (seats + 1))
    requests.push({ do: 'positions', table: answer.table, from, count: bunch, seat })
  const past = (await ask(page, requests, '')).flatMap(message => message.positions ?? [])
  expect(past.length).toBeGreaterThanOrEqual(table.number)
  return { table, past }
}

/* Stored games that reach rare places, and random ones: for every number of seats without options, with each and with all. */
function records({ name, min_seats, max_seats, options }: any): string[] {
  const folder = path.resolve(__dirname, `../${name}/golden`)
  const files = fs.existsSync(folder) ? fs.readdirSync(folder).filter(file => /^(?!tournament).*\.txt$/.test(file)) : []
  const flags: string[] = options.filter((it: any) => !it.value).map((it: any) => it.name)
  const choices = [[], ...flags.map(flag => [flag]), ...(flags.length > 1 ? [flags] : [])]
  const seats = Array.from({ length: max_seats - min_seats + 1 }, (_, i) => min_seats + i)
  return [
    ...files.map(file => fs.readFileSync(path.join(folder, file), 'utf8')),
    ...seats.flatMap(n => choices.map((chosen, i) => randomRecord(name, n, 10 * n + i, ...chosen))),
  ]
}

for (const [name, at] of Object.entries(sources)) {
  const types = new Types([protocol, gameUi, at.types, at.document])

  test(`${name}: boards, views, events and positions are as the types of the page and of the document say`, async ({
    page,
    server,
  }) => {
    await page.goto(server.url)
    const [{ games }] = await ask(page, [{ do: 'hello' }], '')
    expect(games.map((it: any) => it.name).sort()).toEqual(Object.keys(sources).sort())
    const faults = new Set<string>()
    const check = (value: unknown, file: string, type: string) => {
      for (const fault of types.faults(value, file, type))
        faults.add(`${path.relative(web, file)}: ${fault.replace(/\[\d+\]/g, '[]')}`)
    }
    for (const record of records(games.find((it: any) => it.name === name))) {
      const { table, past } = await look(page, record, Number(/^seats (\d)$/m.exec(record)![1]))
      check(table, protocol, 'TableMessage')
      for (const file of [at.types, at.document]) check(table.board, file, at.board)
      for (const { position, line } of past) {
        check(position, protocol, 'Position')
        for (const file of [at.types, at.document]) check(position.view, file, at.view)
        if (line) check(line, gameUi, 'Line')
        for (const event of line?.events ?? []) check(event, at.types, at.event)
      }
    }
    expect([...faults]).toEqual([])
    if (name !== 'castelli-tournament') expect(types.unseen().filter(it => !unseen.includes(it))).toEqual([])
  })

  test(`${name}: the document lists the events that the page knows`, () => {
    const text = fs.readFileSync(at.document, 'utf8')
    const rows = text.slice(text.indexOf('\n## Events')).matchAll(/^\| (`[a-z_]+`(?:, `[a-z_]+`)*) \|/gm)
    const keys = [...rows].flatMap(row => row[1].split(', ').map(it => it.slice(1, -1)))
    expect(keys.sort()).toEqual(types.words(at.types, at.event, 'key').sort())
  })
}
