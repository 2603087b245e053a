/* figures.ts: prints figures of games on the device, each with its goal: WEB_CONFIG=figures.config.ts tests/web/run . build/castellany */
import { clickToDecision, longestTask, offlineBytes, simulations } from './device'
import { Server } from './server'
import { Site } from './site'
import { devtools, expect, makeTable, Person, playOn, test } from './test'

const figure = (name: string, value: string, goal: string, met = true) =>
  console.log(`${name}: ${value} (goal: ${goal}${met ? '' : ', MISSED'})`)
const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(0)} KB`

test('sizes', async () => {
  const server = await Server.start()
  const { toPlay, all } = await offlineBytes(server.url)
  await server.stop()
  figure('compressed download to play offline', kilobytes(toPlay), 'at most 350 KB', toPlay <= 350 * 1024)
  figure('the same with rules, lessons and puzzles in three languages', kilobytes(all), 'none')
})

test('from click to first decision', async ({ come }) => {
  const anna = await come()
  await anna.playNow('castle') // warm
  for (const game of ['castelli', 'castle', 'castellan']) {
    const times: number[] = []
    for (let i = 0; i < 5; i++) times.push(await clickToDecision(anna, game))
    times.sort((a, b) => a - b)
    figure(
      `click to first own decision, ${game}`,
      `median ${times[2].toFixed(0)} ms, ${times.map(t => t.toFixed(0)).join(' ')}`,
      'at most 1000 ms',
      times[2] <= 1000,
    )
  }
})

test('the longest task while level 6 thinks', async ({ come }) => {
  for (const game of ['castelli', 'castle', 'castellan']) {
    const anna = await come()
    const longest = await longestTask(anna, game)
    figure(
      `longest task of the page while level 6 thinks, ${game}`,
      longest ? `${longest.toFixed(0)} ms` : 'none over 50 ms',
      'none over 50 ms',
      longest <= 50,
    )
  }
})

test('simulations', async ({ come }) => {
  const anna = await come({ bypassCSP: true })
  const best = await simulations(anna, 5)
  const share = (build: string) =>
    `${best[build].toFixed(0)} a second, ${((100 * best[build]) / best.native).toFixed(0)} % of ${best.native}`
  figure('simulations of master with SIMD', share('castellany'), 'at least 50 %', best.castellany >= best.native / 2)
  figure('simulations of master without SIMD', share('plain'), 'at least 50 %', best.plain >= best.native / 2)
})

/* Each instance of the program says how much memory it has. */
test('memory', async ({ browser }) => {
  const tell = `{ const Real = WebAssembly.Instance, id = Math.random(), channel = new BroadcastChannel('memory')
    WebAssembly.Instance = function (module, imports) {
      const made = new Real(module, imports)
      setInterval(() => channel.postMessage({ id, bytes: made.exports.memory.buffer.byteLength }), 100)
      return made } }\n`
  const site = await Site.start('/figures', (name, data) =>
    name.startsWith('worker.') ? Buffer.concat([Buffer.from(tell), data]) : data,
  )
  const anna = await Person.come(browser, site)
  await anna.page.addInitScript(() => {
    const all = ((window as any).memory = new Map<number, number>())
    new BroadcastChannel('memory').onmessage = e => all.set(e.data.id, e.data.bytes)
  })
  await makeTable(anna, 'castelli', ['me', '6', '6', '6'])
  await playOn(anna, 3)
  await anna.turn()
  const sizes: number[] = await anna.page.evaluate(() => [...(window as any).memory.values()])
  expect(sizes.length).toBeGreaterThan(1)
  const sum = sizes.reduce((a, b) => a + b, 0)
  const each = sizes.map(bytes => (bytes / 1048576).toFixed(1)).join(' + ')
  figure(
    'memory of the program, tables and those who think',
    `${each} = ${(sum / 1048576).toFixed(1)} MB`,
    'at most 64 MB',
    sum <= 64 * 1048576,
  )
  const client = await devtools(anna.page)
  await client.send('Performance.enable')
  const heap = (await client.send('Performance.getMetrics')).metrics.find(it => it.name === 'JSHeapUsedSize')!.value
  figure('memory of the page’s own script', `${(heap / 1048576).toFixed(1)} MB`, 'none')
  await anna.page.context().close()
  await site.stop()
})
