/* people.spec.ts: what players can do about each other: remove, mute, block, report; no hints in rated games. */
import { expect, makeTable, test, together, type Person } from './test'

async function say(person: Person, text: string): Promise<void> {
  if (!(await person.page.locator('#chat-box').isVisible())) await person.page.keyboard.press('c')
  await person.page.locator('#chat-box').fill(text)
  await person.page.locator('#chat-box').press('Enter')
}

test('the creator removes somebody before the start', async ({ come }) => {
  const anna = await come(),
    bram = await come()
  await makeTable(anna, 'castle', ['me', 'open'])
  await bram.open()
  await bram.page.goto(await anna.page.locator('#invite-link').inputValue())
  await bram.page.locator('[data-join="2"]').click()
  await expect(anna.page.locator('[data-start]')).toBeEnabled()
  await anna.page.locator('[data-remove="2"]').click()
  await expect(anna.page.locator('[data-start]')).toBeDisabled()
  await expect(bram.page.locator('[data-join="2"]')).toBeVisible()
  await bram.page.locator('[data-join="2"]').click()
  await expect(bram.page.locator('.notice.bad')).toBeVisible()
})

test('words of somebody who is muted are not shown, until they are again; a line can be reported', async ({ come }) => {
  const anna = await come(),
    bram = await come()
  await together(anna, bram, 'castle')
  await say(bram, 'a rude word')
  const line = anna.page.locator('.chat li', { hasText: 'a rude word' })
  await line.locator('.speaker').click()
  await anna.page.locator('#report-text').fill('This is rude.')
  await anna.page.locator('form.report button').click()
  await expect(anna.page.locator('dialog')).toHaveCount(0)
  await line.locator('.speaker').click()
  await anna.page.locator('[data-person="mute"]').click()
  await expect(line).toHaveCount(0)
  await anna.page.keyboard.press('Escape')
  await say(bram, 'another')
  await say(anna, 'my own')
  await expect(bram.page.locator('.chat li', { hasText: 'my own' })).toBeVisible()
  await expect(anna.page.locator('.chat li', { hasText: 'my own' })).toBeVisible()
  await expect(anna.page.locator('.chat li', { hasText: 'another' })).toHaveCount(0)
  await anna.page.reload()
  await expect(anna.page.locator('.boardhost svg').first()).toBeVisible()
  await expect(anna.page.locator('.chat li', { hasText: 'a rude word' })).toHaveCount(0)
})

test('the table can be reported from the menu', async ({ come }) => {
  const anna = await come()
  await anna.playNow('castellan')
  await anna.turn()
  await anna.page.locator('.bar button[aria-haspopup], .bar .menu, header button').last().click()
  await anna.page.getByRole('button', { name: 'Report this table' }).click()
  await expect(anna.page.locator('form.report button')).toBeDisabled()
  await anna.page.locator('#report-text').fill('Something is wrong here.')
  await anna.page.locator('form.report button').click()
  await expect(anna.page.locator('dialog')).toHaveCount(0)
  await expect(anna.page.locator('.notice')).toContainText('has your report')
})

test('five people: a waiting room in three languages, on two phones', async ({ come }) => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  const anna = await come(),
    bram = await come({ locale: 'nl', ...phone }),
    clara = await come({ locale: 'de' }),
    dirk = await come({ locale: 'nl', ...phone }),
    eva = await come()
  await makeTable(anna, 'castle', ['me', 'open', 'open', 'open'])
  const { page } = anna
  await page.locator('.qr summary').click()
  await expect(page.locator('.qr svg')).toBeVisible()
  await expect(page.locator('main.lobby .rows')).not.toContainText(/Guest|\d{4}/)
  const link = await page.locator('#invite-link').inputValue()
  for (const [person, seat] of [
    [bram, 2],
    [clara, 3],
  ] as const) {
    await person.open()
    await person.page.goto(link)
    await person.page.locator(`[data-join="${seat}"]`).click()
    await expect(page.locator(`[data-remove="${seat}"]`)).toBeVisible()
  }
  await page.locator('[data-chair="4"]').selectOption('2') // a computer, to start early …
  await expect(page.locator('[data-start]')).toBeEnabled()
  await page.locator('[data-chair="4"]').selectOption('open') // … or not
  await expect(page.locator('[data-start]')).toBeDisabled()
  await clara.page.locator('[data-move-here="4"]').click()
  await dirk.open()
  await dirk.page.goto(link)
  await dirk.page.locator('[data-join="3"]').click()
  await expect(clara.page.locator('main.lobby')).not.toContainText(/Gast \d/)
  await page.locator('[data-start]:enabled').click()
  for (const person of [anna, bram, clara, dirk]) await person.page.locator('.boardhost svg').first().waitFor()
  const begun = anna.heard.filter(m => m.is === 'table').at(-1)
  expect(begun.luck.numbers.every((n: string | null) => n?.length === 64)).toBe(true)
  await eva.open()
  await eva.page.goto(link) // too late to sit, not to watch
  await eva.page.locator('.boardhost svg').first().waitFor()
})

test('a rated game is chosen and shown; profiles and rankings', async ({ come }) => {
  const anna = await come(),
    bram = await come({ locale: 'de' })
  for (const [person, name] of [
    [anna, 'Anna'],
    [bram, 'Bram'],
  ] as const) {
    await person.open()
    await person.page.evaluate(
      n =>
        fetch('api/register', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ name: n, password: 'correct horse' }),
        }),
      name,
    )
    await person.page.reload()
    await person.page.locator('main').first().waitFor()
  }
  await anna.page.locator('.hero button').first().click()
  await anna.page.selectOption('#create-game', 'castellan')
  await anna.page.locator('.create .tick', { hasText: 'Rated game' }).click()
  await anna.page.locator('.create .tick', { hasText: 'Show in the lists' }).click()
  await anna.page.locator('[data-create]').click()
  await expect(anna.page.locator('main.lobby')).toContainText('rated')
  await bram.page.goto(await anna.page.locator('#invite-link').inputValue())
  await expect(bram.page.locator('main.lobby')).toContainText('gewertet')
  await bram.page.locator('[data-join="2"]').click()
  await anna.page.locator('[data-start]:enabled').click()
  for (const person of [anna, bram]) await person.page.locator('.boardhost svg').first().waitFor()
  expect(anna.heard.filter(m => m.is === 'table').at(-1).rated).toBe(true)
  const me = anna.heard.find(m => m.player?.name === 'Anna').player.id
  for (const made = [0, 0]; Math.min(...made) < 3;)
    for (const [i, person] of [anna, bram].entries())
      if (await person.page.locator('.place.can, .hostpanel [data-move], .hostpanel .cardface.can').count()) {
        await person.move(made[i]++)
      }
  await bram.page.locator('.bar button[aria-haspopup]').click()
  await bram.page.locator('.menulist button', { hasText: 'Aufgeben' }).click()
  await bram.page.locator('dialog .btn.main').click()
  await expect(anna.page.locator('#over-title')).toContainText('You win!')
  await expect.poll(() => anna.heard.filter(m => m.is === 'seating').at(-1).chairs[0].player.rating).toBeGreaterThan(1500)
  await bram.open('#/player/' + me)
  await expect(bram.page.locator('.ratinggraph path.curve')).toHaveCount(1)
  await bram.open()
  await bram.page.locator('#find-name').fill('anna') // however it is spelled
  await bram.page.locator('[data-find]').click()
  await expect(bram.page.locator('.found .row')).toHaveCount(1)
  await bram.page.locator('#find-name').fill('Nobody')
  await bram.page.locator('[data-find]').click()
  await expect(bram.page.locator('p.found')).toBeVisible()
  await bram.open('#/player/' + me)
  await expect(bram.page.locator('main.profile h1')).toContainText('Anna')
  await bram.open('#/ranking')
  await expect(bram.page.locator('main.ranking')).toContainText('Noch niemand')
})
