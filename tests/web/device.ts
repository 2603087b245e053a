/* device.ts: measures games on the device, for budget.spec.ts and figures.ts. */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { program } from './server'
import { expect, makeTable, type Person } from './test'

/* Bytes of a file as the server sends it to a browser. */
function sent(url: string): Promise<{ bytes: number; text: string }> {
  return new Promise((resolve, reject) => {
    const asked = http.get(url, { headers: { 'accept-encoding': 'gzip' } }, answer => {
      const parts: Buffer[] = []
      answer.on('data', part => parts.push(part))
      answer.on('end', () => {
        if (answer.statusCode !== 200) reject(new Error(`${url}: ${answer.statusCode}`))
        const all = Buffer.concat(parts)
        resolve({ bytes: all.length, text: all.toString('latin1') })
      })
    })
    asked.on('error', reject)
  })
}

/* What a browser loads to play without a network, in bytes; and all that is kept for that: rules, lessons, other languages. */
export async function offlineBytes(url: string): Promise<{ toPlay: number; all: number }> {
  const page = await (await fetch(url + '/')).text()
  const worker = await (await fetch(url + '/sw.js')).text()
  const kept = [...new Set([...worker.matchAll(/"((?:\.\/)|[\w.-]+\.\w+)"/g)].map(found => found[1]))].filter(
    name => name === './' || page.includes(`"${name}"`) || /^icon|^manifest|^part\./.test(name),
  )
  const needed = /^(\.\/$|app\.|part\.|worker\.|castellany\.\w+\.wasm|words\.en\.[0-9a-f]{10}\.json|icon\.|manifest)/
  let toPlay = (await sent(url + '/sw.js')).bytes,
    all = toPlay
  for (const name of kept.filter(name => !/^plain\./.test(name))) {
    const { bytes } = await sent(`${url}/${name === './' ? '' : name}`)
    all += bytes
    if (needed.test(name) && (!name.startsWith('part.') || page.includes(`"${name}"`))) toPlay += bytes // other parts come later
  }
  return { toPlay, all }
}

/* Milliseconds from the click that begins a game on the device to the player's first decision, on a page that is loaded. */
export async function clickToDecision(person: Person, game: string): Promise<number> {
  await person.open()
  const button = person.page.locator(`[data-play=${game}]`)
  await button.waitFor()
  return person.page.evaluate(
    game =>
      new Promise<number>(resolve => {
        const begin = performance.now()
        const look = () => {
          if (document.querySelector('.boardhost .place.can, .hostpanel [data-move], .hostpanel .cardface.can'))
            resolve(performance.now() - begin)
          else requestAnimationFrame(look)
        }
        document.querySelector<HTMLElement>(`[data-play=${game}]`)!.click()
        look()
      }),
    game,
  )
}

/* The longest task of the page's own thread, in milliseconds, while level 6 thinks about a move; 0 if none was longer than 50. */
export async function longestTask(person: Person, game: string): Promise<number> {
  await makeTable(person, game, ['me', '6'])
  await person.turn()
  await person.move(0) // what is loaded late is loaded
  await person.turn()
  await person.page.evaluate(() => {
    const all = ((window as any).tasks = [] as number[])
    new PerformanceObserver(list => all.push(...list.getEntries().map(entry => entry.duration))).observe({
      entryTypes: ['longtask'],
    })
  })
  await person.move(1)
  await person.page.evaluate(() => {
    ;(window as any).tasks.length = 0 // the page has drawn the player's own move
  })
  await person.turn()
  return Math.max(0, ...(await person.page.evaluate(() => (window as any).tasks as number[])))
}

/* Simulations that level 6 makes in a second: natively, and in this page with a build of the program. The best of some rounds of each,
   one after the other, so that other work on the machine decides little. */
export async function simulations(person: Person, rounds: number): Promise<Record<string, number>> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'castellany-figures-'))
  const asked = path.join(folder, 'questions'),
    script = path.join(folder, 'engine.js'),
    root = path.resolve(__dirname, '../..')
  const engine = path.join(root, 'web/src/net/engine.ts')
  execFileSync('esbuild', [
    engine,
    '--bundle',
    '--format=iife',
    '--global-name=castellany',
    `--outfile=${script}`,
    '--log-level=warning',
  ])
  await person.open()
  await person.page.addScriptTag({ path: script })
  const best: Record<string, number> = { native: 0, castellany: 0, plain: 0 }
  for (let round = 0; round < rounds; round++) {
    const said = execFileSync(path.join(path.dirname(program), 'tests/wasm/wasm_questions'), ['8', '1000', asked], {
      encoding: 'utf8',
    })
    best.native = Math.max(best.native, Number(/simulations_per_s: (\d+)/.exec(said)![1]))
    const questions = fs.readFileSync(asked).toString('base64')
    for (const build of ['castellany', 'plain']) {
      const here = await person.page.evaluate(
        async ({ build, questions }) => {
          const bytes = Uint8Array.from(atob(questions), c => c.charCodeAt(0))
          const name = document.querySelector<HTMLMetaElement>(`meta[name="asset:${build}"]`)!.content
          const engines = ((window as any).engines ??= {})
          if (!engines[build]) {
            const module = await WebAssembly.compile(await (await fetch(name)).arrayBuffer())
            engines[build] = new (window as any).castellany.Engine(module)
            engines[build].openBots()
          }
          const engine = engines[build]
          const size = 32 + 6 * 4 + 8 + 32 + 8192, // of struct thinking_question
            each = size + engine.answerSize
          let seconds = 0,
            made = 0
          for (let at = 0; at < bytes.length; at += each) {
            const question = bytes.slice(at, at + size)
            if (!new DataView(question.buffer).getInt32(32 + 3 * 4, true)) continue // the judge's
            const begin = performance.now()
            const answer = new DataView((engine.answer(question) as Uint8Array).buffer)
            seconds += (performance.now() - begin) / 1000
            const opinion = Math.floor(engine.answerSize / 1024) // bytes of a struct bot_opinion, which ends with its simulations; an answer ends with 1,024 of them
            for (let i = 0; i < answer.getInt32(8, true); i++)
              made += answer.getInt32(engine.answerSize - 1024 * opinion + (i + 1) * opinion - 4, true)
          }
          return made / seconds
        },
        { build, questions },
      )
      expect(here, 'simulations a second').toBeGreaterThan(1000)
      best[build] = Math.max(best[build], here)
    }
  }
  fs.rmSync(folder, { recursive: true })
  return best
}
