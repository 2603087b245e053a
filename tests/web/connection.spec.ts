/* connection.spec.ts: the line breaks, the server falls over, and no move is lost. */
import { expect, test } from './test'

test('a move that the server never heard is sent again after the line is back', async ({ come }) => {
  const anna = await come()
  await anna.playNow('castelli')
  await anna.turn()
  const before = Number(await anna.number())
  anna.deaf = message => message.do === 'move'
  await anna.page.locator('.boardhost .place.can').first().dispatchEvent('click')
  await expect(anna.confirm).toBeEnabled()
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
  await expect(anna.confirm).toBeEnabled()
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

test('what was chosen before a move was taken back elsewhere is not sent for ever', async ({ come }) => {
  const anna = await come()
  await anna.playNow('castelli')
  await anna.turn()
  await anna.move(0)
  await anna.turn()
  const before = Number(await anna.number())
  let sent = 0
  anna.deaf = message => message.do === 'move'
  anna.alter = message => {
    if (message.do === 'move') sent++
  }
  await anna.page.locator('.boardhost .place.can, .hostpanel [data-move]').first().dispatchEvent('click')
  await expect(anna.confirm).toBeEnabled()
  await anna.confirm.click()
  const second = await anna.page.context().newPage()
  await second.goto(anna.page.url())
  await second.locator('.boardhost svg').first().waitFor()
  await second.keyboard.press('z')
  await expect.poll(async () => Number(await anna.number())).toBeLessThan(before)
  anna.deaf = null
  await anna.cut()
  await expect(anna.page.locator('.lostbar')).toHaveCount(0, { timeout: 30000 })
  await anna.turn()
  await expect(anna.page.locator('.actions .say')).toHaveText(/\S/)
  expect(sent).toBe(0)
})

test('after a loss of the line the whole table is told, with the talk meanwhile', async ({ come }) => {
  const anna = await come()
  await anna.playNow('castelli')
  await anna.turn()
  const tables = () => anna.heard.filter(m => m.is === 'table').length
  const before = tables()
  await anna.cut()
  await expect.poll(tables, { timeout: 30000 }).toBeGreaterThan(before)
  expect(anna.heard.filter(m => m.is === 'table').at(-1).chat).toEqual([])
})

test('a closed page finds its game again, waiting, on the start page', async ({ come }) => {
  const anna = await come()
  await anna.playNow('castelli')
  await anna.turn()
  const table = anna.table
  await anna.page.goto('about:blank')
  await anna.open()
  const row = anna.page.locator('section[aria-labelledby=list-turn] .row').first()
  await expect(row.locator('.tag')).toBeVisible()
  await row.locator('a.btn').click()
  await anna.turn()
  expect(anna.table).toBe(table)
})
