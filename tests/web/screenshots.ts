/* screenshots.ts: every page and board in light, dark and phone size, to be looked at by people. See tools/screenshots. */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { program, Server } from './server'
import { Person, test } from './test'

const folder = process.env.SCREENSHOTS ?? 'screenshots'
const looks = {
  light: { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  dark: { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' },
  phone: { viewport: { width: 360, height: 740 }, colorScheme: 'light', deviceScaleFactor: 2, hasTouch: true, isMobile: true },
} as const

/* A game between good bots looks better than one of random moves. */
function record(game: string, seats: number): string {
  const place = fs.mkdtempSync(path.join(os.tmpdir(), 'castellany-shots-'))
  execFileSync(program, ['arena', game, '--bots', 'greedy,greedy', '--seats', String(seats), '--games', '1', '--seed', '4', '--records', place])
  return fs.readFileSync(path.join(place, `${game}-1-1.txt`), 'utf8')
}

async function load(person: Person, text: string): Promise<void> {
  await person.open()
  await person.page.setInputFiles('input[type=file]', { name: 'game.txt', mimeType: 'text/plain', buffer: Buffer.from(text) })
  await person.page.locator('.boardhost svg').waitFor()
}

for (const [look, options] of Object.entries(looks))
  test(look, async ({ browser }) => {
    test.setTimeout(1200000)
    const server = await Server.start()
    const person = await Person.come(browser, server, options)
    const { page } = person
    const shoot = async (name: string, whole = false) => {
      await page.waitForTimeout(500)
      await page.screenshot({ path: path.join(folder, `${name}-${look}.png`), fullPage: whole || look === 'phone' })
    }
    const hint = async () => {
      await person.turn()
      await page.keyboard.press('h')
      await page.locator('.hints').waitFor({ timeout: 30000 })
    }
    for (const [game, moves] of [['castelli', 9], ['castle', 8], ['castellan', 9]] as const) {
      await person.prefer({ opponents: 2, level: 1 })
      await person.playNow(game)
      for (let i = 0; i < moves && await person.turn() === 'move'; i++) {
        await hint()
        await page.locator('[data-confirm]:enabled').click()
        await page.waitForTimeout(250)
      }
      await person.turn()
      await shoot(`table-${game}`)
      await hint()
      await shoot(`hint-${game}`)
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
    }
    for (const game of ['castelli', 'castle', 'castellan', 'castelli-tournament']) {
      await load(person, record(game, 4))
      await page.locator('.curve').first().waitFor({ timeout: 30000 })
      await page.waitForTimeout(1500)
      await shoot(`over-${game}`)
      await page.locator('.over button', { hasText: 'Replay' }).click()
      const slider = page.locator('#replay-slider')
      await slider.fill(String(Math.round(Number(await slider.getAttribute('max')) * .7)))
      await shoot(`replay-${game}`)
    }
    await person.open()
    await page.locator('section[aria-labelledby=list-mine] .row').first().waitFor()
    await page.waitForTimeout(1500)
    await shoot('start', true)
    await page.locator('.hero button').click()
    await shoot('create')
    await page.locator('[data-create]').click()
    await page.locator('.lobby').waitFor()
    await shoot('lobby', true)
    for (const [name, item] of [['settings', 'Settings'], ['keys', 'Keys'], ['account', 'Make an account']]) {
      await page.locator('.bar button[aria-haspopup]').click()
      if (name === 'settings') await shoot('menu')
      await page.locator('.menulist button', { hasText: item }).first().click()
      await shoot(name)
      await page.keyboard.press('Escape')
    }
    for (const game of ['castelli', 'castle', 'castellan']) {
      await person.open(`#/rules/${game}`)
      await page.locator('.clause').first().waitFor()
      await shoot(`rules-${game}`)
    }
    await page.context().close()
    await server.stop()
  })
