/* people.spec.ts: what players can do about each other: remove, mute, block, report; no hints in rated games. */
import { expect, makeTable, test, together, type Person } from './test'

/* On a phone the chat is behind a tab. */
async function openChat(person: Person): Promise<void> {
  if (!(await person.page.locator('#chat-box').isVisible())) await person.page.keyboard.press('c')
}

async function say(person: Person, text: string): Promise<void> {
  await openChat(person)
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
  await openChat(anna)
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
