/* local.spec.ts: games on this device: without a network, after a reload, beside those of a server. */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { program, randomRecord } from './server'
import { expect, installed, installing, Person, playOn, test } from './test'

/* A table on the device while there is a server. */
async function makeHere(person: Person, game: string): Promise<void> {
  await person.open()
  await person.page.locator(`.game:has([data-play=${game}]) .go button[aria-label^=More]`).click()
  await person.page.locator('.create .tick', { hasText: 'On this device' }).click()
  await person.page.locator('[data-create]').click()
  await person.page.locator('.boardhost svg').first().waitFor()
}

for (const game of ['castelli', 'castle', 'castellan'])
  test(`${game}: a whole game without a network, with a reload and a killed page on the way`, async ({ come, server }) => {
    let anna = await come(installing)
    await installed(anna)
    const context = anna.page.context()
    await server.down()
    await context.setOffline(true)
    await anna.page.reload()
    await anna.page.locator('.seg label', { hasText: 'Easy' }).click()
    await anna.page.locator(`[data-play=${game}]`).click()
    await anna.page.locator('.boardhost svg').first().waitFor()
    expect(anna.table).toMatch(/^here-/)
    await playOn(anna, 3)
    await anna.turn()
    const before = await anna.number()
    await anna.page.reload()
    await anna.turn()
    expect(await anna.number()).toBe(before)
    await playOn(anna, 3)
    const address = anna.page.url(),
      number = Number(await anna.number()) // the page shows only what is kept
    const killer = await context.newCDPSession(anna.page)
    const crash = anna.page.waitForEvent('crash')
    killer.send('Page.crash').catch(() => undefined) // the process with the page and its workers is gone at once
    await crash
    const again = await context.newPage()
    anna = anna.at(again)
    await again.goto(address)
    await anna.turn()
    expect(Number(await anna.number())).toBeGreaterThanOrEqual(number) // the computer may have moved since
    expect(await playOn(anna, 500)).toBe(true)
    await expect(again.locator('.over h2')).toBeVisible()
    const [file] = await Promise.all([again.waitForEvent('download'), again.locator('.over [data-record]').click()])
    expect(execFileSync(program, ['check', (await file.path())!], { encoding: 'utf8' })).toContain(game)
    await again.goto(address.replace(/#.*/, '#/'))
    await expect(again.locator('.rows .row', { hasText: 'on this device' }).first()).toBeVisible()
    await again.goto(address.replace(/#.*/, `#/rules/${game}`))
    await expect(again.locator('main h1').first()).toBeVisible()
  })

test('in flight mode everything else works, too: a lesson, a puzzle, a record, its replay, rules in another language', async ({
  come,
  server,
}) => {
  const anna = await come(installing)
  await installed(anna)
  await server.down()
  const { page } = anna
  await page.context().setOffline(true)
  await anna.open('#/learn/castle')
  await page.reload()
  await page.locator('[data-begin]').click()
  await page.locator('#lesson-title').waitFor()
  await anna.turn()
  await anna.move(0)
  await page.locator('[data-answer]').waitFor()
  await anna.open('#/puzzles')
  await page.locator('.puzzles a').first().click()
  await page.locator('#lesson-title').waitFor()
  await anna.turn()
  await anna.open()
  await expect(page.locator('.rows .row')).toHaveCount(0) // tables of lessons and puzzles are gone with them
  const record = randomRecord('castle', 2, 5)
  await page.setInputFiles('input[type=file]', { name: 'g.txt', mimeType: 'text/plain', buffer: Buffer.from(record) })
  await page.locator('.over').waitFor()
  await expect(page.locator('[data-tie]')).toContainText('more cards in hand') // both have 1 point
  await page.locator('.over button', { hasText: 'Replay' }).click()
  await page.locator('#replay-slider').fill('20')
  await expect(page.locator('.replaybar')).toContainText('20')
  await expect(page.locator('.curve')).toHaveCount(2)
  await anna.open('#/rules/castle')
  await page.evaluate(() => localStorage.setItem('castellany.settings', JSON.stringify({ language: 'de' })))
  await page.reload()
  await expect(page.locator('main.rules')).toContainText('Zug')
})

test('games of the device and of the server stand in one list; the device goes on when the server is away', async ({
  come,
  server,
}) => {
  const anna = await come()
  await anna.playNow('castle')
  await anna.turn()
  await makeHere(anna, 'castellan')
  const here = anna.page.url()
  await anna.open()
  await expect(anna.page.locator('.rows .row', { hasText: 'on this device' })).toHaveCount(1)
  await expect(anna.page.locator('.rows .row')).toHaveCount(2)
  await anna.page.goto(here)
  await anna.turn()
  await server.down()
  await expect(anna.page.locator('.herebar')).toContainText('Games on this device go on')
  expect(await playOn(anna, 2)).toBe(false)
  await server.up()
  await expect(anna.page.locator('.herebar')).toHaveCount(0)
  await anna.turn()
})

test('a second tab waits for the games of the device', async ({ come }) => {
  const anna = await come()
  await makeHere(anna, 'castle')
  await anna.turn()
  const second = await anna.page.context().newPage()
  await second.goto(anna.server.url + '/')
  await expect(second.locator('[data-note=elsewhere]')).toBeVisible()
  await anna.page.close()
  await expect(second.locator('[data-note=elsewhere]')).toHaveCount(0)
  await expect(second.locator('.rows .row', { hasText: 'on this device' })).toHaveCount(1)
})

test('what is damaged is set aside and can be saved; the game goes on from the last whole move', async ({ come }) => {
  const anna = await come()
  await makeHere(anna, 'castle')
  await playOn(anna, 4)
  await anna.turn()
  const whole = Number(await anna.number())
  const lost = await anna.page.evaluate(
    () =>
      new Promise<string>(resolve => {
        indexedDB.open('castellany').onsuccess = e => {
          const base = (e.target as IDBOpenDBRequest).result
          const store = base.transaction('rows', 'readwrite').objectStore('rows')
          store.getAllKeys().onsuccess = k => {
            const keys = ((k.target as IDBRequest).result as string[]).filter(key => key.startsWith('entries/'))
            const key = keys[keys.length - 3]
            store.put('{"in":"entr', key)
            store.transaction.oncomplete = () => resolve(key)
          }
        }
      }),
  )
  await anna.page.reload()
  await anna.turn()
  expect(Number(await anna.number())).toBeLessThanOrEqual(whole) // the computer may have moved again
  await anna.open()
  const note = anna.page.locator('[data-note=damaged]')
  await expect(note).toContainText('3 damaged lines')
  const [file] = await Promise.all([anna.page.waitForEvent('download'), note.locator('button').click()])
  const saved = JSON.parse(fs.readFileSync((await file.path())!, 'utf8'))
  expect(saved).toHaveLength(3)
  expect(saved.some((it: { key: string; row: string }) => it.key.endsWith(lost) && it.row === '{"in":"entr')).toBe(true)
  await expect(note).toHaveCount(0)
  await anna.page.locator('.rows .row a').first().click()
  await playOn(anna, 2)
})

test('a game goes from the device to the server, and a finished one back', async ({ come }) => {
  const anna = await come()
  await makeHere(anna, 'castellan')
  await playOn(anna, 2)
  await anna.turn()
  const number = await anna.number()
  await anna.page.locator('.bar [aria-haspopup=dialog]').click()
  await anna.page.getByRole('button', { name: 'Play this game online' }).click()
  await expect.poll(() => anna.table).toMatch(/^[0-9a-z]{13}$/)
  await anna.turn()
  expect(await anna.number()).toBe(number)

  await anna.open()
  const record = randomRecord('castle', 2, 5)
  await anna.page.setInputFiles('input[type=file]', { name: 'g.txt', mimeType: 'text/plain', buffer: Buffer.from(record) })
  await anna.page.locator('.over').waitFor()
  expect(anna.table).toMatch(/^[0-9a-z]{13}$/)
  await anna.page.locator('.bar [aria-haspopup=dialog]').click()
  await anna.page.getByRole('button', { name: 'Take a copy with me' }).click()
  await expect.poll(() => anna.table).toMatch(/^here-/)
  await anna.page.locator('.over').waitFor()
})

test('an old page says that the server has a newer version, and reloads when asked to', async ({ come }) => {
  const anna = await come()
  anna.retell = message => {
    if (message.version) message.version = '99.0.0'
  }
  await anna.playNow('castle')
  await anna.turn()
  await expect(anna.page.locator('.updatebar')).toContainText('newer version')
  await playOn(anna, 1) // nothing is forced
  anna.retell = null
  await anna.page.locator('[data-update]').click()
  await anna.turn()
  await expect(anna.page.locator('.updatebar')).toHaveCount(0)
})

test('a page on a static host asks nobody else for anything, and could not @device', async ({ come, device }) => {
  test.skip(!device)
  const anna = await come()
  const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(
    await (await fetch(anna.server.url + '/')).text(),
  )![1]
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("'wasm-unsafe-eval'")
  expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'|https?:|\*/)
  const strangers: string[] = []
  anna.page.on('request', request => {
    if (!request.url().startsWith(anna.server.url) && !request.url().startsWith('blob:')) strangers.push(request.url())
  })
  await anna.playNow('castelli')
  await playOn(anna, 3)
  expect(anna.table).toMatch(/^here-/)
  expect(strangers).toEqual([])
  for (const [hash, seen] of [
    ['#/rules/castle', '.clause'],
    ['#/learn/castle/1', '#lesson-title'],
    ['#/puzzles', '.puzzles a'],
    ['#/cards', '.gallery'],
  ]) {
    await anna.open(hash)
    await anna.page.locator(seen).first().waitFor()
  }
  expect(strangers).toEqual([])
  const refused = await anna.page.evaluate(
    () =>
      new Promise<string>(resolve => {
        document.addEventListener('securitypolicyviolation', e => resolve(e.violatedDirective))
        fetch('http://127.0.0.2:9/').catch(() => undefined)
      }),
  )
  expect(refused).toBe('connect-src')
  anna.faults.length = 0 // the browser has said so in its console, too
  await anna.open()
  await expect(anna.page.locator('.hero button, #list-open, .lostbar')).toHaveCount(0)
})
