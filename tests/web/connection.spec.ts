/* connection.spec.ts: the line breaks, the server falls over, and no move is lost. */
import { expect, test } from './test'

test('a move that the server never heard is sent again after the line is back', async ({ come }) => {
  const anna = await come()
  await anna.playNow('castelli')
  await anna.turn()
  const before = Number(await anna.number())
  anna.deaf = message => message.do === 'move'
  await anna.page.locator('.boardhost .place.can').first().dispatchEvent('click')
  await anna.confirm.click()
  await anna.page.waitForTimeout(300)
  expect(Number(await anna.number())).toBe(before)
  anna.deaf = null
  await anna.cut()
  await expect.poll(async () => Number(await anna.number()), { timeout: 30000 }).toBeGreaterThan(before)
  await expect(anna.page.locator('.lostbar')).toHaveCount(0)
})

test('a move whose answer got lost is made once', async ({ come }) => {
  const anna = await come()
  await anna.playNow('castellan')
  await anna.turn()
  const before = Number(await anna.number())
  const moves = () =>
    anna.heard.flatMap(m => (m.is === 'moved' ? m.lines : m.is === 'table' ? m.log : [])).filter(l => l.number === before)
  await anna.page.locator('.hostpanel [data-move], .hostpanel .cardface.can, .boardhost .place.can').first().dispatchEvent('click')
  await anna.confirm.click()
  await anna.cut()
  await expect.poll(async () => Number(await anna.number()), { timeout: 30000 }).toBeGreaterThan(before)
  expect(new Set(moves().map(l => l.move)).size).toBe(1)
  await anna.turn()
})

test('the server is killed and started again in the middle of a game', async ({ come, server }) => {
  const anna = await come()
  await anna.playNow('castle')
  for (let i = 0; i < 4; i++) {
    await anna.turn()
    await anna.move(i)
  }
  const before = Number(await anna.number())
  await server.down()
  await expect(anna.page.locator('.lostbar')).toBeVisible()
  const log = await anna.page.locator('.log li').count()
  expect(log).toBeGreaterThan(0)
  await server.up()
  await expect(anna.page.locator('.lostbar')).toHaveCount(0, { timeout: 30000 })
  expect(Number(await anna.number())).toBeGreaterThanOrEqual(before)
  await anna.turn()
  await anna.move(3)
  expect(Number(await anna.number())).toBeGreaterThan(before)
})

test('a closed page finds its game again, waiting, on the start page', async ({ come }) => {
  const anna = await come()
  await anna.playNow('castelli')
  await anna.turn()
  const table = anna.table
  await anna.page.goto('about:blank')
  await anna.open()
  const row = anna.page.locator('section[aria-labelledby=list-mine] .row').first()
  await expect(row.locator('.tag')).toBeVisible()
  await row.locator('a.btn').click()
  await anna.turn()
  expect(anna.table).toBe(table)
})
