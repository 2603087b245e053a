/* variation.spec.ts: the graph of a finished game can be clicked, and a game goes on from any of its positions. */
import fs from 'node:fs'
import { games, some } from './repeat'
import { randomRecord } from './server'
import { expect, playOn, saving, test, type Person } from './test'

async function load(person: Person, record: string): Promise<void> {
  await person.open()
  await person.page.setInputFiles('input[type=file]', { name: 'game.txt', mimeType: 'text/plain', buffer: Buffer.from(record) })
  await person.page.locator('main.table').waitFor()
}

const moves = (record: string) => record.split('\n').filter(line => /^[*1-4] /.test(line))

for (const game of some(games, 0))
  test(`a game of ${game} goes on from the middle, against a computer and with all hands @device`, async ({ come }) => {
    const anna = await come()
    const { page } = anna
    const record = randomRecord(game, 2, 5)
    await load(anna, record)
    await expect(page.locator('.curve')).toHaveCount(2, { timeout: 30000 })
    const graph = (await page.locator('.graph svg').boundingBox())!
    await page.locator('.graph svg').click({ position: { x: graph.width / 2, y: graph.height / 2 } })
    const slider = page.locator('#replay-slider')
    const middle = Number(await slider.inputValue())
    expect(Math.abs(middle - moves(record).length / 2)).toBeLessThan(moves(record).length / 10)
    const old = anna.table
    for (const how of ['hands', 'computer']) {
      await page.locator(`[data-play-on=${how}]`).click()
      await expect.poll(() => anna.table).not.toBe(old)
      await page.locator('main.table, main.cover').waitFor()
      if (await page.locator('main.cover').count()) await page.locator('main.cover button').click()
      await anna.turn()
      const told = anna.heard.filter(m => m.is === 'table' && m.table === anna.table).at(-1)
      expect(told.state).toBe('running')
      expect(told.mine.length).toBe(how === 'hands' ? 2 : 1)
      const made = told.log.slice(0, middle).map((line: any) => `${line.seat || '*'} ${line.move}`)
      if (how === 'hands')
        moves(record)
          .slice(0, middle)
          .forEach((line, k) => expect(line.startsWith(made[k].replace(/\?$/, '')), `${line} and ${made[k]}`).toBe(true))
      await page.evaluate(() => history.back())
      await expect(slider).toHaveValue(String(middle))
    }
    expect((await slider.boundingBox())!.width, 'room to slide beside all buttons').toBeGreaterThan(120)
    await slider.fill(String(moves(record).length))
    await expect(page.locator('[data-play-on]')).toHaveCount(0) // it is over there
  })

test('a variation has a name, a link and a record, and is found again beside its game @device', async ({ come, device }) => {
  const anna = await come({ permissions: ['clipboard-read', 'clipboard-write'] })
  const { page } = anna
  await load(anna, randomRecord('castellan', 2, 5))
  const game = page.url().replace(/\/\d+$/, '')
  await page.locator('.over button', { hasText: 'Replay' }).click()
  await page.locator('#replay-slider').fill('40')
  await page.locator('[data-play-on=computer]').click()
  await page.locator('#variation-name').fill('The other gate')
  await page.locator('#variation-name').press('Enter')
  await page.locator('[data-variation-link]').click()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toContain('name=The%20other%20gate')
  const [saved] = await Promise.all([saving(page), page.locator('.variation [download], .variation [data-record]').click()])
  expect(saved.suggestedFilename()).toMatch(/^castellan-.*\.txt$/)
  await page.locator('[data-variation-back]').click()
  await expect(page.locator('#replay-slider')).toHaveValue('40')
  await page.reload()
  await expect(page.locator('.variations')).toContainText('The other gate')
  await page.locator('.variations a').click()
  await expect(page.locator('#variation-name')).toHaveValue('The other gate')
  expect(page.url()).not.toBe(game)
  if (device) return // nobody else sees what is on this device
  const bert = await come()
  await bert.page.goto(link)
  await expect(bert.page.locator('#variation-name')).toHaveValue('The other gate')
})

test('whoever looks at a finished game may have every seat analysed @device', async ({ come }) => {
  const anna = await come()
  const { page } = anna
  await load(anna, randomRecord('castellan', 2, 9)) // a game of others: nobody here sat at it
  await expect(page.locator('[data-analyse]')).toHaveCount(2)
  await page.locator('[data-analyse="2"]').click()
  await expect(page.locator('.analysis h3')).toHaveText(/mistakes? to learn from/, { timeout: 600000 })
  const mistake = page.locator('[data-mistake]').first()
  const number = await mistake.getAttribute('data-mistake')
  await mistake.click()
  await expect(page.locator('#replay-slider')).toHaveValue(number!)
  await expect(page.locator('[data-analyse="1"]')).toBeVisible()
  const pieces = page.locator('.boardhost .stones').locator('.wall, .tower')
  const stood = await pieces.count()
  const step = page.locator('[data-line-step]'),
    on = page.locator('[data-line=on]')
  await expect(step).toHaveAttribute('data-line-step', '1', { timeout: 60000 })
  for (let i = 2; await on.isEnabled(); i++) {
    await on.click()
    await expect(step).toHaveAttribute('data-line-step', String(i))
  }
  await expect(step).toContainText(/Then (chance decides|the others move|the game is over)/)
  const ghosts = page.locator('.boardhost .stones .proposed')
  expect(await ghosts.count()).toBeGreaterThan(0) // a turn of Castellan builds something
  expect((await pieces.count()) - (await ghosts.count())).toBe(stood)
  await page.locator('[data-line=back]').click()
  await page.locator('#replay-slider').fill('3') // another position leaves the line
  await expect(step).toHaveCount(0)
  await expect(ghosts).toHaveCount(0)
})

for (const game of some(games, 1))
  test(`a record that was downloaded in the middle of a game of ${game} is loaded, and what it hides is made up`, async ({
    come,
  }) => {
    const anna = await come()
    const { page } = anna
    await anna.playNow(game)
    await playOn(anna, 12)
    await anna.turn()
    const number = Number(await anna.number())
    await page.locator('.bar button[aria-haspopup]').click()
    const [saved] = await Promise.all([saving(page), page.locator('[download], [data-record]').first().click()])
    const record = fs.readFileSync((await saved.path())!, 'utf8')
    expect(record).toContain('# The game goes on')
    const old = anna.table
    await load(anna, record)
    await expect.poll(() => anna.table).not.toBe(old)
    await expect(page.locator('.notice')).toContainText('made up')
    expect(Number(await anna.number())).toBeGreaterThanOrEqual(number)
  })

test('a record that breaks off is played on from its end @device', async ({ come }) => {
  const anna = await come()
  const { page } = anna
  const whole = randomRecord('castle', 2, 5).split('\n')
  const first = whole.findIndex(line => /^[*1-4] /.test(line))
  await load(anna, whole.slice(0, first + 40).join('\n') + '\n')
  await page.locator('.actions button', { hasText: 'Look back' }).click()
  await page.locator('[data-play-on=computer]').click()
  await expect.poll(async () => anna.heard.filter(m => m.is === 'table').at(-1)?.state).toBe('running')
  await anna.turn()
})
