/* variation.spec.ts: the graph of a finished game can be clicked, and a game goes on from any of its positions. */
import { randomRecord } from './server'
import { expect, test, type Person } from './test'

async function load(person: Person, record: string): Promise<void> {
  await person.open()
  await person.page.setInputFiles('input[type=file]', { name: 'game.txt', mimeType: 'text/plain', buffer: Buffer.from(record) })
  await person.page.locator('main.table').waitFor()
}

const moves = (record: string) => record.split('\n').filter(line => /^[*1-4] /.test(line))

for (const game of ['castelli', 'castle', 'castellan'])
  test(`a game of ${game} goes on from the middle, against a computer and with all hands`, async ({ come }) => {
    const anna = await come()
    const { page } = anna
    const record = randomRecord(game, 2, 5)
    await load(anna, record)
    await expect(page.locator('.curve')).toHaveCount(2, { timeout: 30000 })
    const graph = (await page.locator('.graph svg').boundingBox())!
    await page.mouse.click(graph.x + graph.width / 2, graph.y + graph.height / 2)
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
      const before = moves(record)
        .slice(0, middle)
        .map(line => line.replace(/^\S+ /, ''))
      if (how === 'hands') expect(told.log.slice(0, middle).map((line: any) => line.move)).toEqual(before)
      await page.goBack()
      await expect(slider).toHaveValue(String(middle))
    }
    await slider.fill(String(moves(record).length))
    await expect(page.locator('[data-play-on]')).toHaveCount(0) // it is over there
  })

test('a record that breaks off is played on from its end', async ({ come }) => {
  const anna = await come()
  const { page } = anna
  const whole = randomRecord('castle', 2, 5).split('\n')
  const first = whole.findIndex(line => /^[*1-4] /.test(line))
  await load(anna, whole.slice(0, first + 40).join('\n') + '\n')
  await page.locator('.actions button', { hasText: 'Replay' }).click()
  await page.locator('[data-play-on=computer]').click()
  await expect.poll(async () => anna.heard.filter(m => m.is === 'table').at(-1)?.state).toBe('running')
  await anna.turn()
})
