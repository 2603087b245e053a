/* budget.spec.ts: how much is sent for the first page and for a game, how long its tasks are, how soon a board is there, how long a move takes to draw. */
import { devtools, expect, test } from './test'

test('the first page is under 85 KB, and the package of a game under 60 KB @alone', async ({ come, server }) => {
  const anna = await come()
  let bytes = 0
  const client = await devtools(anna.page)
  await client.send('Network.enable')
  client.on('Network.loadingFinished', e => {
    bytes += e.encodedDataLength
  })
  const since = async (act: () => Promise<unknown>) => {
    bytes = 0
    await act()
    await anna.page.waitForLoadState('networkidle')
    return bytes
  }
  const first = await since(() => anna.open())
  expect(first).toBeGreaterThan(20000)
  expect(first).toBeLessThan(85 * 1024)
  const play = (game: string) => since(() => anna.playNow(game).then(() => anna.turn()))
  const table = await play('castle') // with the page of a table
  for (const game of ['castelli', 'castellan']) expect(await play(game)).toBeLessThan(60 * 1024)
  console.log(`      ${Math.round(first / 1024)} KB for the first page, ${Math.round(table / 1024)} KB more for the first game`)
  const page = await fetch(server.url + '/')
  expect(page.headers.get('content-security-policy')).not.toMatch(/unsafe-inline|'unsafe-eval'/)
})

test('at a fourth of the speed no task of the start page takes a quarter of a second @alone', async ({ come }) => {
  const anna = await come()
  const client = await devtools(anna.page)
  await client.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await anna.page.addInitScript(() => {
    const tasks: number[] = ((window as any).tasks = [])
    new PerformanceObserver(list => tasks.push(...list.getEntries().map(entry => entry.duration))).observe({
      type: 'longtask',
      buffered: true,
    })
  })
  await anna.open()
  await anna.page.waitForLoadState('networkidle')
  const tasks: number[] = await anna.page.evaluate(() => (window as any).tasks)
  console.log(`      tasks over 50 ms: ${tasks.map(Math.round).join(', ') || 'none'}`)
  expect(tasks.filter(ms => ms > 250)).toEqual([])
})

test('the first board is there within a second @alone', async ({ come }) => {
  const anna = await come()
  await anna.playNow('castelli')
  await anna.turn()
  const table = anna.table
  const times: number[] = []
  for (let i = 0; i < 3; i++) {
    await anna.page.goto('about:blank')
    const start = Date.now()
    await anna.page.goto(`${anna.server.url}/#/table/${table}`, { waitUntil: 'commit' })
    await anna.page.locator('.boardhost .place').first().waitFor()
    times.push(Date.now() - start)
  }
  console.log(`      first board after ${times.join(', ')} ms`)
  expect(Math.min(...times)).toBeLessThan(1000)
})

for (const game of ['castelli', 'castle', 'castellan'])
  test(`a move of ${game} is drawn within a frame @alone`, async ({ come }) => {
    const anna = await come()
    await anna.playNow(game)
    for (let i = 0; i < 15 && (await anna.turn()) === 'move'; i++) await anna.move(i * 5)
    const times: number[] = await anna.page.evaluate(() => performance.getEntriesByName('drawn').map(e => e.duration))
    const moves = times.slice(4).sort((a, b) => a - b)
    console.log(
      `      ${moves.length} drawings, median ${moves[moves.length >> 1].toFixed(1)} ms, longest ${moves[moves.length - 1].toFixed(1)} ms`,
    )
    expect(moves[moves.length >> 1]).toBeLessThan(16)
  })
