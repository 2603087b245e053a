/* account.spec.ts: an account's password, recovery codes, sessions and bots; and what the server's owner tells. */
import { execFileSync } from 'node:child_process'
import { program } from './server'
import { expect, test, type Person } from './test'

async function menu(person: Person, item: string): Promise<void> {
  await person.page.locator('.bar button[aria-haspopup]').click()
  await person.page.locator('.menulist button', { hasText: item }).click()
}

async function fill(person: Person, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await person.page.locator('#account-' + name).fill(value)
  await person.page.locator('.dialog .main').click()
}

const name = () => 'P' + Math.random().toString(36).slice(2, 10)

/* Registers; returns the codes. */
async function register(person: Person, called: string): Promise<string[]> {
  await menu(person, 'Create an account')
  await fill(person, { name: called, password: 'correct horse' })
  const codes = person.page.locator('.dialog .codes code')
  await expect(codes).toHaveCount(8)
  const texts = await codes.allTextContents()
  await person.page.locator('.dialog', { hasText: 'Your recovery codes' }).locator('.main').click()
  return texts
}

test('a recovery code brings a new password, and other devices are logged out', async ({ come }) => {
  const anna = await come(),
    phone = await come(),
    called = name()
  await anna.open()
  await phone.open()
  const codes = await register(anna, called)
  await menu(phone, 'Log in')
  await phone.page.locator('.dialog button', { hasText: 'Use a recovery code' }).click()
  await fill(phone, { name: called, code: 'AAAA-AAAA-AAAA-AAAA', fresh: 'other horse' })
  await expect(phone.page.locator('#account-error')).toContainText('wrong')
  await fill(phone, { code: codes[3].toLowerCase() })
  await expect(phone.page.locator('.notice')).toContainText('new password')
  await phone.page.locator('.bar button[aria-haspopup]').click()
  await expect(phone.page.locator('[data-group=account] h3')).toContainText(called)
  await phone.page.keyboard.press('Escape')
  await anna.page.locator('.bar button[aria-haspopup]').click()
  await expect(anna.page.locator('[data-group=account] h3')).not.toContainText(called)
})

test('a link with a code opens the form, and does not stay in the address', async ({ come }) => {
  const anna = await come(),
    phone = await come(),
    called = name()
  await anna.open()
  const codes = await register(anna, called)
  await phone.open(`#/recover/${encodeURIComponent(called)}/${codes[0]}`)
  await fill(phone, { fresh: 'other horse' })
  await expect(phone.page.locator('.notice')).toContainText('new password')
  expect(phone.page.url()).not.toContain(codes[0])
})

test('a password is changed, sessions are seen and ended', async ({ come }) => {
  const anna = await come(),
    phone = await come(),
    called = name()
  await anna.open()
  await phone.open()
  await register(anna, called)
  await menu(anna, 'Change my password')
  await fill(anna, { password: 'wrong horse', fresh: 'other horse' })
  await expect(anna.page.locator('#account-error')).toContainText('wrong')
  await fill(anna, { password: 'correct horse' })
  await expect(anna.page.locator('.notice')).toContainText('changed')
  await menu(phone, 'Log in')
  await fill(phone, { name: called, password: 'other horse' })
  await expect(phone.page.locator('.notice')).toContainText('logged in')
  await menu(anna, 'Where I am logged in')
  const rows = anna.page.locator('.dialog .row')
  await expect(rows).toHaveCount(2)
  await expect(rows.filter({ hasText: 'this browser' })).toHaveCount(1)
  await rows.locator('button', { hasText: 'Log out' }).click()
  await expect(rows).toHaveCount(1)
  await phone.page.locator('.bar button[aria-haspopup]').click()
  await expect(phone.page.locator('[data-group=account] h3')).not.toContainText(called)
})

test('a bot is made and gets a new token', async ({ come }) => {
  const anna = await come(),
    called = name()
  await anna.open()
  await register(anna, called)
  await menu(anna, 'My bots')
  await anna.page.locator('#bot-name').fill(called + 'bot')
  await anna.page.locator('.dialog button', { hasText: 'Make a bot' }).click()
  const token = anna.page.locator('.dialog .token')
  await expect(token).toHaveText(/^[0-9a-f]{32}$/)
  const first = await token.textContent()
  await anna.page.locator('.dialog button', { hasText: 'New token' }).click()
  await expect(token).not.toHaveText(first!)
  await anna.page.keyboard.press('Escape')
  await menu(anna, 'My bots')
  await expect(token).toHaveCount(0) // shown once
})

test('what the owner tells is shown until it is put away', async ({ come, server }) => {
  const owner = (...words: string[]) => execFileSync(program, ['admin', '--data', server.data, ...words])
  const anna = await come({ locale: 'de' })
  await anna.open()
  owner('notice', 'Sonntag um 18 Uhr ist Turnier.')
  const line = anna.page.locator('.houseline')
  await expect(line).toHaveText(/Sonntag um 18 Uhr ist Turnier\./)
  await anna.page.reload()
  await expect(line).toHaveCount(1)
  await line.locator('button').click()
  await expect(line).toHaveCount(0)
  await anna.page.reload()
  await expect(anna.page.locator('#main')).toBeVisible()
  await expect(line).toHaveCount(0)
  owner('notice', 'Etwas anderes.')
  await expect(line).toHaveText(/Etwas anderes/)
  owner('notice', '')
  await expect(line).toHaveCount(0)
})
