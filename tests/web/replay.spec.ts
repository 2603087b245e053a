/* replay.spec.ts: a record is loaded, looked at move by move, linked to and downloaded again. */
import fs from 'node:fs'
import { games, some } from './repeat'
import { randomRecord } from './server'
import { expect, test } from './test'

for (const game of some([...games, 'castelli-tournament'], 3)) {
  test(`a record of ${game}: slider, keys, links, sheet, graph, download @device`, async ({ come, device, browserName }) => {
    const anna = await come()
    const record = randomRecord(game, 4, 3)
    await anna.open()
    await anna.page.setInputFiles('input[type=file]', { name: 'game.txt', mimeType: 'text/plain', buffer: Buffer.from(record) })
    await anna.page.locator('.sheettable').waitFor()
    const final = /^= (.*)$/m.exec(record)![1].split(' ')
    const places = ['1st', '2nd', '3rd', '4th'] // a knock-out shows them in place of a sum
    if (game === 'castelli-tournament')
      expect((await anna.page.locator('.sheettable tfoot td').allTextContents()).sort()).toEqual(places)
    else await expect(anna.page.locator('.sheettable tfoot td')).toHaveText(final)
    await expect(anna.page.locator('.curve')).toHaveCount(4, { timeout: 30000 })
    await expect(anna.page.locator('.boardhost > svg')).toBeVisible()

    await anna.page.locator('.over button', { hasText: 'Replay' }).click()
    const slider = anna.page.locator('#replay-slider')
    await expect(slider).toHaveValue('0')
    await anna.page.locator('main').focus()
    for (let i = 0; i < 5; i++) await anna.page.keyboard.press('ArrowRight')
    await expect(slider).toHaveValue('5')
    await anna.page.keyboard.press('End')
    await expect(slider).toHaveValue(String(await anna.number()))
    await anna.page.keyboard.press('ArrowLeft')
    await slider.fill('20')
    await expect(anna.page).toHaveURL(/\/20(\?|$)/)
    const points = await anna.page.locator('.player .score').allInnerTexts()

    /* The link alone leads somebody else there. */
    const zoe = device ? anna : await come() // nobody else sees what is on this device
    if (device) await anna.page.reload()
    else await zoe.page.goto(anna.page.url())
    await expect(zoe.page.locator('#replay-slider')).toHaveValue('20')
    await expect(zoe.page.locator('.player .score')).toHaveText(points)

    const download = anna.page.waitForEvent('download')
    await anna.page.locator('.over a[download], .over [data-record]').click()
    const file = await download
    const text = // the driver of Firefox tells of a download and keeps no file
      browserName === 'firefox'
        ? await anna.page.evaluate(async address => (await fetch(address)).text(), file.url())
        : fs.readFileSync(await file.path(), 'utf8')
    const moves = (t: string) => t.split('\n').filter(l => /^[*1-4=] /.test(l))
    expect(moves(text)).toEqual(moves(record))
  })
}

test('who comes by a link to the middle gets the whole graph', async ({ come }) => {
  const anna = await come()
  const record = randomRecord('castelli', 2, 3)
  await anna.open()
  await expect.poll(() => anna.heard.length).toBeGreaterThan(0) // without the server the record would be read by the page alone
  await anna.page.setInputFiles('input[type=file]', { name: 'game.txt', mimeType: 'text/plain', buffer: Buffer.from(record) })
  await anna.page.locator('.sheettable').waitFor()
  const [, hash] = anna.page.url().split('#')
  const zoe = await come()
  await zoe.page.goto(`${anna.server.url}/#${hash.replace(/(\?|$)/, '/30$1')}`)
  await expect(zoe.page.locator('#replay-slider')).toHaveValue('30')
  const moves = record.split('\n').filter(line => /^[*1-4] /.test(line)).length
  const steps = async () => ((await zoe.page.locator('.curve').first().getAttribute('d')) ?? '').split('V').length - 1
  await expect.poll(steps, { timeout: 30000 }).toBe(moves)

  /* And keeps it when the line breaks. */
  const tables = () => zoe.heard.filter(m => m.is === 'table').length
  const told = tables()
  await zoe.cut()
  await expect.poll(tables, { timeout: 30000 }).toBeGreaterThan(told)
  await expect.poll(steps, { timeout: 30000 }).toBe(moves)
  await expect(zoe.page.locator('#replay-slider')).toHaveValue('30')

  /* Stopped and started in a hurry, it plays no faster. */
  const button = zoe.page.locator('.replaybar .step').nth(2)
  for (let i = 0; i < 5; i++) await button.click()
  const at = async () => Number(await zoe.page.locator('#replay-slider').inputValue())
  const from = await at()
  await zoe.page.waitForTimeout(3000)
  expect((await at()) - from).toBeLessThanOrEqual(6)
})

test('a link to a move counts the moves that everybody sees', async ({ come }) => {
  const anna = await come(),
    zoe = await come()
  /* As if Anna alone had learnt of every other move. */
  anna.retell = message => {
    for (const at of [message.position, ...(message.log ?? []), ...(message.lines ?? [])])
      if (at) at.public = Math.floor(at.number / 2)
  }
  const record = randomRecord('castelli', 2, 3)
  await anna.open()
  await anna.page.setInputFiles('input[type=file]', { name: 'game.txt', mimeType: 'text/plain', buffer: Buffer.from(record) })
  await anna.page.locator('.over button', { hasText: 'Replay' }).click()
  await anna.page.locator('#replay-slider').fill('20')
  await expect(anna.page).toHaveURL(/\/10(\?|$)/)
  await zoe.page.goto(anna.page.url())
  await expect(zoe.page.locator('#replay-slider')).toHaveValue('10')
  await anna.page.goto('about:blank')
  await anna.page.goto(zoe.page.url())
  await expect(anna.page.locator('#replay-slider')).toHaveValue('20')
})

test('a bad record is refused with a reason and nothing changes @device', async ({ come }) => {
  const anna = await come()
  await anna.open()
  await anna.page.setInputFiles('input[type=file]', {
    name: 'game.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('castellany 1\ngame castle\nrules 1\nseats 2\n1 wall z9-z9\n'),
  })
  await expect(anna.page.locator('.notice.bad')).toBeVisible()
  await expect(anna.page.locator('main.start')).toBeVisible()
})
