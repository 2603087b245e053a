/* switches.spec.ts: one or two switches choose, play whole games and set up a table. */
import { ears, hush, listen } from './ears'
import { games, some } from './repeat'
import { expect, test } from './test'

for (const game of some(games, 1))
  test(`two switches play ${game}, and one switch too @device`, async ({ come }) => {
    const anna = await come()
    const { page } = anna
    await listen(anna)
    await anna.prefer({ scan: 'step', forced: true, ends: true })
    await anna.playNow(game)
    await anna.turn()
    const start = Number(await anna.number())
    await hush(anna)
    for (let i = 0; i < 60 && Number(await anna.number()) < start + 6; i++) {
      await anna.turn()
      await page.keyboard.press(' ')
      await expect(page.locator('.scanned').first()).toBeAttached()
      await page.keyboard.press('Enter')
      await page.waitForTimeout(60)
    }
    expect(Number(await anna.number()), 'moves were made by two keys').toBeGreaterThanOrEqual(start + 6)
    expect((await ears(anna)).said.length).toBeGreaterThan(6)
    await anna.prefer({ scan: 'auto', pause: 1 })
    await page.reload()
    await anna.turn()
    const number = Number(await anna.number())
    await page.locator('.scanned').first().waitFor({ state: 'attached' }) // by itself
    for (let i = 0; i < 30 && Number(await anna.number()) === number; i++) {
      await page.keyboard.press('Enter')
      await page.locator('.scanned').first().waitFor({ state: 'attached' })
    }
    expect(Number(await anna.number())).toBeGreaterThan(number)
  })

/* WEB_ALL=1. */
for (const [game, switches] of games.flatMap(game => (['one switch', 'two switches'] as const).map(it => [game, it] as const)))
  test(`a whole game of ${game} by ${switches} @long`, async ({ come }) => {
    const alone = switches === 'one switch'
    const anna = await come()
    const { page } = anna
    await page.addInitScript(() => {
      const wait = window.setTimeout // the test is the clock of the walk, so that it need not wait for it
      const walk = (f: () => void, ms?: number, ...more: unknown[]) =>
        ms === 1000 ? (((window as any).walkOn = f), 0) : wait(f, ms, ...more)
      window.setTimeout = walk as typeof setTimeout
    })
    await anna.prefer({ scan: alone ? 'auto' : 'step', pause: 1, forced: true, ends: true, level: 1, opponents: 1 })
    await anna.playNow(game)
    let presses = 0
    for (let steps = 0; steps < 6000; steps++) {
      const at = await page.evaluate(() => {
        if (document.querySelector('.over')) return 'over'
        ;(window as any).walkOn?.()
        const on = document.querySelector('.scanned') // a group begins with it
        const wanted = '.boardhost .place.can, .hostpanel [data-move], .cardface.can, [data-confirm]' // not undo, not the menu
        return on?.matches(wanted) ? 'choice' : 'wait'
      })
      if (at === 'over') break
      if (at === 'choice')
        await page.keyboard.press(presses++ % 2 || !alone ? 'Enter' : ' ') // one switch: whichever it is
      else if (alone) await page.waitForTimeout(10)
      else {
        await page.keyboard.press(' ')
        presses++
      }
    }
    await expect(page.locator('.over')).toBeVisible()
    const first = { castelli: /^lift/, castle: /^wall/, castellan: /^build$/ }[game]!
    const turns = anna.heard
      .flatMap(m => (m.is === 'moved' ? m.lines : []))
      .filter(line => line.seat === 1 && first.test(line.move))
    console.log(`      ${turns.length} turns, ${(presses / turns.length).toFixed(1)} presses a turn`)
    expect(turns.length).toBeGreaterThan(4)
  })

test('switches set up a table: lists go to their next entry, boxes for text hold nobody', async ({ come }) => {
  const anna = await come()
  const { page } = anna
  await listen(anna)
  await anna.prefer({ scan: 'step' })
  await anna.open()
  await page.locator('.hero button').click()
  const list = page.locator('#create-game')
  await list.waitFor()
  const before = await list.inputValue()
  const to = async (wanted: string) => {
    let key = ' '
    for (let i = 0; i < 60; i++) {
      await page.keyboard.press(key)
      const [marked, has] = await page.evaluate(it => {
        const all = [...document.querySelectorAll('.scanned')]
        return [all.length, all.some(el => el.matches(it))]
      }, wanted)
      if (marked === 1 && has) return
      key = has || !marked ? 'Enter' : ' ' // into a group, and back from one
    }
    throw new Error(`the walk does not come to ${wanted}`)
  }
  await to('#create-game')
  await hush(anna)
  await page.keyboard.press('Enter')
  await expect(list).not.toHaveValue(before)
  const chosen = await list.evaluate((el: HTMLSelectElement) => el.selectedOptions[0].text)
  expect((await ears(anna)).said).toContain(chosen)
  await page.keyboard.press('Enter') // it may be taken again
  await expect(list).not.toHaveValue(before)
  await to('[data-create]')
  await page.keyboard.press('Enter')
  await page.locator('main.lobby, main.table').waitFor()
  /* An empty box that has the focus lets the keys pass; one in which something is written does not. */
  const box = page.locator('#chat-box')
  await box.focus()
  await page.keyboard.press(' ')
  await expect(page.locator('.scanned').first()).toBeAttached()
  await box.fill('a')
  await box.focus()
  await page.keyboard.press(' ')
  await expect(box).toHaveValue('a ')
})
