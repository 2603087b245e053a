/* names.spec.ts: who is called what, in the reader's language, whatever the players call themselves. */
import { some } from './repeat'
import { catalogue, expect, makeTable, test, together, type Person } from './test'

/* Gives a guest a name by the menu of a page in English. */
async function call(person: Person, name: string): Promise<void> {
  await person.open()
  await person.page.locator('.bar button[aria-haspopup]').click()
  await person.page.locator('.menulist button', { hasText: 'Change my name' }).click()
  await person.page.locator('#account-name').fill(name)
  await person.page.locator('.dialog .main').click()
  await expect(person.page.locator('.notice')).toContainText('Name changed')
}

test('guests without a name and computers are named in the language of the reader', async ({ come }) => {
  const anna = await come({ locale: 'nl' }),
    bram = await come({ locale: 'de' })
  await together(anna, bram, 'castle')
  const bird = new RegExp(`^(${catalogue('nl')['name.guests'].split(', ').join('|')})$`)
  await expect(anna.page.locator('.player.p1 .n')).toHaveText('Jij')
  await expect(anna.page.locator('.player.p2 .n')).toHaveText(bird)
  await bram.page.keyboard.press('c') // a phone shows one thing at a time under its board
  await bram.page.locator('#chat-box').fill('Moin')
  await bram.page.keyboard.press('Enter')
  await expect(anna.page.locator('.chat li .speaker')).toHaveText(bird)
  await makeTable(bram, 'castle', ['me', '5'])
  await expect(bram.page.locator('.player.p2 .n')).toHaveText('Kanzler')
})

for (const [name, shown] of some(
  [
    ['Du', 'Du (Fisch)'],
    ['1', '1'],
    ['Jij', 'Jij'],
  ],
  0,
))
  test(`an opponent called "${name}" is not taken for the reader`, async ({ come }) => {
    const anna = await come({ locale: 'de' }),
      bram = await come()
    await call(bram, name)
    await together(anna, bram, 'castle')
    const told = anna.page.locator('.log li')
    await expect(told.filter({ hasText: `${shown} hat eine Karte bekommen.` }).first()).toBeVisible()
    await expect(told.filter({ hasText: 'Du hast eine Karte bekommen: ' }).first()).toBeVisible()
    await expect(told.filter({ hasText: `${shown} hast` })).toHaveCount(0)
  })

test('a name that runs from right to left does not turn the sentence around', async ({ come }) => {
  const anna = await come(),
    bram = await come()
  await call(bram, 'שרה 7')
  await together(anna, bram, 'castle')
  const line = anna.page.locator('.log li', { hasText: 'was dealt a card.' }).first()
  await expect(line).toHaveText('\u2068שרה 7\u2069 was dealt a card.')
  const [name, rest] = await line.locator('button').evaluate(button => {
    const range = document.createRange()
    return [...button.childNodes]
      .filter(node => node.textContent)
      .map(node => (range.selectNodeContents(node), range.getBoundingClientRect().left))
  })
  expect(name).toBeLessThan(rest)
})
