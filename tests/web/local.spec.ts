/* local.spec.ts: games on this device: without a network, after a reload, beside those of a server. */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { merge, page } from '../../web/src/net/names'
import { games, some } from './repeat'
import { program, randomRecord } from './server'
import { devtools, expect, installed, installing, makeTable, Person, playOn, saving, test } from './test'

/* A table on the device while there is a server. */
async function makeHere(person: Person, game: string): Promise<void> {
  await person.open()
  await person.page.locator(`.game:has([data-play=${game}]) .go button[aria-label^=More]`).click()
  await person.page.locator('.create .tick', { hasText: 'On this device' }).click()
  await person.page.locator('[data-create]').click()
  await person.page.locator('.boardhost svg').first().waitFor()
}

for (const game of some(games, 1))
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
    const killer = await devtools(anna.page)
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
    const [file] = await Promise.all([saving(again), again.locator('.over [data-record]').click()])
    expect(execFileSync(program, ['check', (await file.path())!], { encoding: 'utf8' })).toContain(game)
    await again.goto(address.replace(/#.*/, '#/'))
    await expect(again.locator('.rows .row', { hasText: 'on this device' }).first()).toBeVisible()
    await again.goto(address.replace(/#.*/, `#/rules/${game}`))
    await expect(again.locator('main h1').first()).toBeVisible()
  })

/* Rows that the browser has kept, by the beginnings of their keys. */
const kept = (person: Person, begin: string): Promise<number> =>
  person.page.evaluate(
    begin =>
      new Promise<number>(resolve => {
        indexedDB.open('castellany').onsuccess = e => {
          const store = (e.target as IDBOpenDBRequest).result.transaction('rows').objectStore('rows')
          store.count(IDBKeyRange.bound(begin, begin + '\uffff')).onsuccess = count => resolve((count.target as IDBRequest).result)
        }
      }),
    begin,
  )

test('in flight mode everything else works, too: lessons, puzzles, records, replay, analysis, rules in three languages', async ({
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
  await expect(page.locator('.rows .row')).toHaveCount(0) // tables of lessons and puzzles are gone with them …
  expect(await kept(anna, 'tables/')).toBe(2)
  await page.reload()
  await expect(page.locator('[data-play=castle]:enabled')).toBeVisible()
  await expect.poll(() => kept(anna, '')).toBeLessThan(4) // … and take no room: the player is left
  const record = randomRecord('castle', 2, 5)
  await page.setInputFiles('input[type=file]', { name: 'g.txt', mimeType: 'text/plain', buffer: Buffer.from(record) })
  await page.locator('.over').waitFor()
  await expect(page.locator('[data-tie]')).toContainText('more cards in hand') // both have 1 point
  await page.locator('.over button', { hasText: 'Replay' }).click()
  await page.locator('#replay-slider').fill('20')
  await expect(page.locator('.replaybar')).toContainText('20')
  await expect(page.locator('.curve')).toHaveCount(2)
  await anna.playNow('castellan')
  await playOn(anna, 3)
  await page.locator('.bar button[aria-haspopup]').click()
  await page.locator('.menulist button', { hasText: 'Resign' }).click()
  await page.locator('.dialog .main').click()
  await page.locator('[data-analyse]').first().click()
  await expect(page.locator('.analysis h3')).toBeVisible({ timeout: 120000 })
  for (const [hash, seen] of [
    ['#/examples/castle/1', '#lesson-title'],
    ['#/cards/castle', '.gallery'],
    ['#/access', 'main h1'],
  ]) {
    await anna.open(hash)
    await expect(page.locator(seen).first()).toBeVisible()
  }
  for (const [language, word] of [
    ['en', 'turn'],
    ['nl', 'beurt'],
    ['de', 'Zug'],
  ]) {
    await page.evaluate(l => localStorage.setItem('castellany.settings', JSON.stringify({ language: l })), language)
    for (const game of ['castelli', 'castle', 'castellan']) {
      await anna.open(`#/rules/${game}`)
      await page.reload()
      await expect(page.locator('main.rules .clause').first()).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await expect(page.locator('main.rules')).toContainText(word)
    }
  }
})

test('in flight mode two people share the device, and every level plays', async ({ come, server }) => {
  const anna = await come(installing)
  await installed(anna)
  await server.down()
  const { page } = anna
  await page.context().setOffline(true)
  await page.reload()
  await expect(page.locator('.herebar')).toContainText('go on with games on this device')
  await makeTable(anna, 'castellan', ['me', 'me'])
  await page.locator('main.cover, main.table').first().waitFor()
  if (await page.locator('main.cover').count()) await page.locator('main.cover button').click()
  await playOn(anna, 1)
  for (let level = 1; level <= 6; level++) {
    await makeTable(anna, 'castle', ['me', String(level)])
    await playOn(anna, 2) // it has moved in between
    expect(anna.table).toMatch(/^here-/)
  }
  await anna.open()
  await expect(page.locator('.rows .row', { hasText: 'on this device' })).toHaveCount(7)
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
  await expect(anna.page.locator('.herebar')).toContainText('go on with games on this device')
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
  await expect(note).toContainText('3 entries of your games')
  const [file] = await Promise.all([saving(anna.page), note.locator('button').click()])
  const saved = JSON.parse(fs.readFileSync((await file.path())!, 'utf8'))
  expect(saved).toHaveLength(3)
  expect(saved.some((it: { key: string; row: string }) => it.key.endsWith(lost) && it.row === '{"in":"entr')).toBe(true)
  await expect(note).toHaveCount(0)
  await anna.page.locator('.rows .row a').first().click()
  await playOn(anna, 2)
})

/* Changes rows that the browser has kept. */
const change = (person: Person, begin: string, from: string, to: string, which: 'last' | 'all' = 'all'): Promise<number> =>
  person.page.evaluate(
    ({ begin, from, to, which }) =>
      new Promise<number>(resolve => {
        indexedDB.open('castellany').onsuccess = e => {
          const store = (e.target as IDBOpenDBRequest).result.transaction('rows', 'readwrite').objectStore('rows')
          const found: [string, string][] = []
          store.openCursor(IDBKeyRange.bound(begin, begin + '\uffff')).onsuccess = ({ target }) => {
            const cursor = (target as IDBRequest<IDBCursorWithValue | null>).result
            if (cursor) {
              const text = cursor.value.replace(new RegExp(from), to)
              if (text !== cursor.value) found.push([cursor.key as string, text])
              cursor.continue()
            } else for (const [key, text] of which === 'all' ? found : found.slice(-1)) store.put(text, key)
          }
          store.transaction.oncomplete = () => resolve(found.length)
        }
      }),
    { begin, from, to, which },
  )

test('a kept move that is not legal is set aside, a lost chair has somebody again, and the game goes on', async ({ come }) => {
  const anna = await come()
  await makeHere(anna, 'castle')
  await playOn(anna, 3)
  await anna.turn()
  const whole = Number(await anna.number())
  await anna.page.goto('about:blank') // a page that plays would write over it
  await anna.page.goto(anna.server.url + '/#/rules/castle')
  expect(await change(anna, 'entries/', '"actor":"1","move":"[^"]*"', '"actor":"1","move":"fly away"', 'last')).toBeGreaterThan(2)
  expect(await change(anna, 'chairs/', '^{', '')).toBe(2)
  await anna.page.goto('about:blank')
  await anna.open()
  await expect(anna.page.locator('[data-note=damaged]')).toContainText('2 entries of your games') // the chairs; moves are read at the table
  await anna.page.locator('.rows .row a').first().click()
  await anna.turn()
  expect(Number(await anna.number())).toBeLessThan(whole + 1)
  await expect(anna.page.locator('.updatebar [data-note=damaged]')).toContainText(/([3-9]|\d\d) entries of your games/)
  await playOn(anna, 2)
  await anna.page.reload()
  await playOn(anna, 1)
})

test('a game under rules that this version does not know cannot go on, but its record can be saved', async ({ come }) => {
  const anna = await come()
  await makeHere(anna, 'castle')
  await playOn(anna, 2)
  await anna.turn()
  const table = anna.page.url()
  await anna.page.goto(anna.server.url + '/#/rules/castle')
  await anna.page.reload()
  expect(await change(anna, 'tables/', '"rules":\\d+', '"rules":99')).toBe(1)
  await anna.page.goto(table)
  await anna.page.reload()
  await expect(anna.page.locator('main.message')).toContainText('its record is kept')
  const [file] = await Promise.all([saving(anna.page), anna.page.locator('[data-record]').click()])
  const record = fs.readFileSync((await file.path())!, 'utf8')
  expect(record).toContain('rules 99')
  expect(record).not.toMatch(/^=/m) // it has no result yet
  expect(record.split('\n').filter(line => /^1 /.test(line)).length).toBeGreaterThan(1)
})

test('lists of the server and of the device: what is older than a whole page of one waits for it', () => {
  const rows = (from: number, count: number, begin = '') =>
    Array.from({ length: count }, (_, i) => ({ table: begin + String(from - i).padStart(13, '0') }))
  const online = rows(1000, page),
    here = [{ table: 'here-0000000000990a' }, ...rows(10, 3, 'here-')]
  expect(merge([online, here])).toEqual([...online.slice(0, 10), here[0], ...online.slice(10)])
  expect(merge([rows(5, 2), rows(9, 2, 'here-')]).map(row => row.table.slice(-2))).toEqual(['09', '08', '05', '04'])
  expect(merge([online, rows(2000, page, 'here-')])).toHaveLength(page) // all of the server's are older
})

test('a game on the device is marked at its table, and is never rated', async ({ come }) => {
  const anna = await come()
  await makeHere(anna, 'castle')
  await anna.turn()
  await expect(anna.page.locator('.bar .where')).toContainText('on this device')
  expect(anna.heard.filter(m => m.is === 'table').map(m => m.rated)).not.toContain(true)
  expect(await kept(anna, 'tables/')).toBe(1)
  expect(await kept(anna, 'ratings/')).toBe(0)
})

test('a game goes from the device to the server, and a finished one back', async ({ come }) => {
  const anna = await come()
  await makeHere(anna, 'castellan')
  await playOn(anna, 2)
  await anna.turn()
  const number = await anna.number()
  await anna.page.locator('.bar [aria-haspopup=dialog]').click()
  await anna.page.getByRole('button', { name: 'Play this game online', exact: true }).click()
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
  await anna.page.locator('.over button', { hasText: 'Replay' }).click() // it can be looked at here
  await expect(anna.page.locator('#replay-slider')).toBeVisible()
})

test('a game of the device goes online with a free chair, and a friend plays on', async ({ come }) => {
  const anna = await come(),
    bram = await come({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  await anna.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await makeHere(anna, 'castellan')
  await playOn(anna, 2)
  await anna.turn()
  const number = await anna.number()
  await anna.page.locator('.bar [aria-haspopup=dialog]').click()
  await anna.page.getByRole('button', { name: 'Play this game online with a friend' }).click()
  await expect.poll(() => anna.table).toMatch(/^[0-9a-z]{13}$/)
  await anna.turn()
  expect(await anna.number()).toBe(number)
  const free = anna.page.locator('.player', { hasText: 'Free' })
  await expect(free.locator('[data-friend]')).toBeVisible()
  await expect(anna.page.locator('.notice')).toContainText('copied')
  await bram.page.goto(await anna.page.evaluate(() => navigator.clipboard.readText()))
  await bram.page.locator('[data-join]').click()
  await expect(anna.page.locator('.notice')).toContainText('sits down and plays on')
  await expect(free).toHaveCount(0)
  await expect(bram.page.locator('[data-join]')).toHaveCount(0)
  for (let i = 0; i < 200 && !(await bram.page.locator('.hostpanel [data-move], .boardhost .place.can').count()); i++) {
    if ((await anna.page.locator('.hostpanel [data-move], .boardhost .place.can').count()) > 0) await anna.move(i * 7)
    else await anna.page.waitForTimeout(100)
  }
  await bram.turn()
  await bram.move(0)
})

test('a game whose hands are open can be taken along before its end, one with hidden hands cannot', async ({ come }) => {
  const anna = await come()
  const take = anna.page.getByRole('button', { name: 'Take a copy with me' })
  await anna.playNow('castle')
  await anna.turn()
  await anna.page.locator('.bar [aria-haspopup=dialog]').click()
  await expect(anna.page.locator('.menulist').first()).toBeVisible()
  await expect(take).toHaveCount(0)
  await anna.open()
  const whole = randomRecord('castle', 2, 5).split('\n')
  const first = whole.findIndex(line => /^[*1-4] /.test(line))
  const part = Buffer.from(whole.slice(0, first + 40).join('\n') + '\n')
  await anna.page.setInputFiles('input[type=file]', { name: 'g.txt', mimeType: 'text/plain', buffer: part })
  await expect.poll(() => anna.table).toMatch(/^[0-9a-z]{13}$/)
  await anna.page.locator('.boardhost svg').first().waitFor()
  await anna.page.locator('.bar [aria-haspopup=dialog]').click()
  await take.click()
  await expect.poll(() => anna.table).toMatch(/^here-/)
  await anna.page.locator('.actions button', { hasText: 'Look back' }).click()
  await anna.page.locator('[data-play-on=computer]').click() // for analysis: it goes on here
  await expect.poll(() => anna.heard.filter(m => m.is === 'table').at(-1)?.state).toBe('running')
  await anna.turn()
  expect(anna.table).toMatch(/^here-/)
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
  await anna.open('#/table/0123456789abc') // a link of some server
  await expect(anna.page.locator('main.message')).toContainText('There is no such table')
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
