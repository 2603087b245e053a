/* playing_on.spec.ts: people arrive by a link, ask to take back, leave, come back and resign; each is told in their language. */
import { expect, makeTable, test, type Person } from './test'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/* Presses an item of the menu, and yes. */
async function fromMenu(person: Person, item: string): Promise<void> {
  await person.page.locator('.bar button[aria-haspopup]').click()
  await person.page.locator('.menulist button', { hasText: item }).click()
  await person.page.locator('dialog .btn.main').click()
}

const told = (person: Person, what: RegExp) => expect(person.page.locator('.notice').first()).toContainText(what)

test('from the link to the end: invited, refused, away and back, resigned', async ({ come }) => {
  const anna = await come(),
    bram = await come({ locale: 'nl', ...phone }),
    clara = await come({ locale: 'de' })
  await makeTable(anna, 'castle', ['me', 'open', 'open'])
  await expect(anna.page).toHaveTitle(/Waiting for 2 players/)
  const link = await anna.page.locator('#invite-link').inputValue()
  await bram.page.goto(link)
  await expect(bram.page.locator('.invitation .who')).toContainText(/nodigt je uit voor een spel Castle/)
  await expect(bram.page.locator('#my-name')).toHaveValue(/^[\p{L}-]+$/u) // a bird, no number
  await bram.page.locator('#my-name').fill('Bram')
  await bram.page.locator('[data-accept]').click()
  await expect(anna.page.locator('main.lobby .rows')).toContainText('Bram')
  await clara.page.goto(link)
  await expect(clara.page.locator('.invitation .who')).toContainText(/lädt dich zu einer Partie/)
  await clara.page.locator('[data-accept]').click()
  await expect(anna.page).toHaveTitle(/Everyone is here/)
  await expect(anna.page.locator('main.lobby')).toContainText('their seat is kept for 10 minutes')
  await anna.page.locator('[data-start]:enabled').click()
  const people = [anna, bram, clara]
  for (const person of people) await person.page.locator('.boardhost svg').first().waitFor()

  // Whoever begins asks to take the turn back: one refuses, and the question can be withdrawn.
  const turnOf = async () => {
    for (;;) for (const person of people) if (await person.page.locator('.place.can, .hostpanel [data-move]').count()) return person
  }
  const mover = await turnOf()
  for (let i = 0; i < 12 && (await turnOf()) === mover; i++) await mover.move(0)
  await (await turnOf()).move(0) // until somebody else has moved, nobody need be asked
  const others = people.filter(person => person !== mover)
  const ask = () => mover.page.locator('.actions .btn').first().click()
  await ask()
  await expect(others[0].page.locator('.panel.ask li').first()).toBeVisible()
  await others[0].page.locator('.panel.ask .buttons .btn').nth(1).click()
  await told(mover, /does not agree|gaat niet akkoord|stimmt nicht zu/)
  await ask()
  await mover.page.locator('[data-withdraw]').click()
  await told(others[1], /not want to take it back any more|wil het niet meer|möchte es nicht mehr/)

  await fromMenu(bram, 'verlaten')
  await told(anna, /Bram has left. A computer plays/)
  await bram.page.locator('main.start').waitFor()
  await bram.page.goto(link)
  await bram.page.locator('.player .back').first().click()
  await told(anna, /Bram is back/)
  await fromMenu(clara, 'Aufgeben')
  await told(anna, /has resigned/)
  await expect(anna.page.locator('.over')).toHaveCount(0) // a computer plays on
  await fromMenu(bram, 'Opgeven')
  await expect(anna.page.locator('#over-title')).toContainText('You win!')
  await expect(anna.page.locator('.over')).toContainText('Bram has resigned.')
  await expect(clara.page.locator('#over-title')).toContainText(/gewinnt/)
})

test('people at one device have names; one click joins an open table', async ({ come }) => {
  const anna = await come(),
    bram = await come()
  await anna.open()
  await anna.page.locator('.hero button').first().click()
  await anna.page.selectOption('#create-game', 'castellan')
  await anna.page.locator('.chairs select').nth(1).selectOption('me')
  await anna.page.locator('[data-name="1"]').fill('Ada')
  await anna.page.locator('[data-name="2"]').fill('Ben')
  await anna.page.locator('[data-create]').click()
  await expect(anna.page.locator('main.cover h1, .player .n').first()).toContainText(/Ada|Ben/)
  await makeTable(anna, 'castle', ['me', 'open'], { public: true })
  const table = anna.table
  await bram.page.addInitScript(() => location.protocol.startsWith('http') && localStorage.setItem('castellany.named', '1'))
  await bram.open()
  await bram.page.locator(`[data-sit="${table}"]`).click()
  await expect(anna.page.locator('[data-start]')).toBeEnabled()
  await expect(bram.page.locator('main.lobby')).toBeVisible()
})
