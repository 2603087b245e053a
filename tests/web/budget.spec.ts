/* budget.spec.ts: how much is sent for the first page, how soon a board is there, how long a move takes to draw. */
import { devtools, expect, test } from './test'

test('everything needed to play is under 150 KB @alone', async ({ come, server }) => {
  const anna = await come()
  let bytes = 0
  const client = await devtools(anna.page)
  await client.send('Network.enable')
  client.on('Network.loadingFinished', e => {
    bytes += e.encodedDataLength
  })
  await anna.playNow('castelli')
  await anna.turn()
  expect(bytes).toBeGreaterThan(20000)
  expect(bytes).toBeLessThan(150 * 1024)
  console.log(`      ${Math.round(bytes / 1024)} KB for page, script, style, words and pictures`)
  const page = await fetch(server.url + '/')
  expect(page.headers.get('content-security-policy')).not.toMatch(/unsafe-inline|'unsafe-eval'/)
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
