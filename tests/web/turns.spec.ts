/* turns.spec.ts: a player who is elsewhere learns that it is their turn. */
import { expect, test, together, type Person } from './test'

/* Lets the page think that nobody looks at it. */
const hide = (person: Person) =>
  person.page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })
    document.dispatchEvent(new Event('visibilitychange'))
  })

/* Counts notifications, buzzes and tunes. */
const listen = (person: Person) =>
  person.page.addInitScript(() => {
    const w = window as any
    w.told = []
    const node = () => ({
      connect: (to: any) => to,
      start: () => w.told.push('tune'),
      stop() {},
      frequency: {},
      gain: { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} },
    })
    w.AudioContext = class {
      state = 'running'
      currentTime = 0
      destination = {}
      createOscillator = node
      createGain = node
    }
    w.Notification = class {
      static permission = 'default'
      static async requestPermission() {
        w.told.push('asked')
        w.Notification.permission = w.refuse ? 'denied' : 'granted'
        return w.Notification.permission
      }
      onclick: (() => void) | null = null
      constructor(title: string, { body }: { body: string }) {
        w.told.push(`note: ${title} ${body}`)
        w.lastNote = this
      }
      close() {}
    }
    Object.defineProperty(navigator, 'vibrate', { configurable: true, value: (p: number[]) => w.told.push('buzz ' + p.length) })
  })
const told = (person: Person): Promise<string[]> => person.page.evaluate(() => (window as any).told)
const icon = (person: Person) => person.page.locator('link[rel=icon]').getAttribute('href')

/* Two people at a table; who is to move, and who waits. */
async function pair(anna: Person, bram: Person): Promise<{ mover: Person; other: Person }> {
  await together(anna, bram, 'castelli', ['me', 'open'])
  const mover = await Promise.race([anna, bram].map(person => person.turn().then(() => person)))
  return { mover, other: mover === anna ? bram : anna }
}

/* Everybody who may moves, until something is so. */
async function until(people: Person[], is: () => Promise<boolean>): Promise<void> {
  for (let i = 0; i < 60 && !(await is()); i++) {
    for (const person of people)
      if (await person.page.locator('.boardhost .place.can, .hostpanel [data-move]').count()) {
        await person.move(i)
        if (await is()) return
      }
    await people[0].page.waitForTimeout(60)
  }
  expect(await is()).toBe(true)
}

test('on every page the title and the icon say that a table waits, and a sound does', async ({ come }) => {
  const anna = await come(),
    bram = await come()
  for (const person of [anna, bram]) {
    await listen(person)
    await person.prefer({ sound: true })
  }
  const { mover, other } = await pair(anna, bram)
  const table = other.table
  await expect(mover.page).toHaveTitle(/^● Castelli/)
  expect(await icon(mover)).toMatch(/(^|\/)turn\./)
  await other.page.evaluate(() => {
    location.hash = '#/rules/castle'
  })
  await other.page.locator('.clause').first().waitFor()
  await expect(other.page).toHaveTitle(/^Castle: the rules/)
  expect(await icon(other)).toMatch(/(^|\/)icon\./)
  const before = (await told(other)).length
  await until([mover], async () => /^●/.test(await other.page.title()))
  await expect(other.page).toHaveTitle(/^● Castle: the rules/)
  expect(await icon(other)).toMatch(/(^|\/)turn\./)
  expect((await told(other)).slice(before)).toContain('tune')
  await other.page.evaluate(() => {
    location.hash = '#/'
  })
  const first = other.page.locator('main section').first()
  await expect(first.locator('h2')).toHaveText('Your turn')
  await first.locator('a.btn').click()
  await other.turn()
  expect(other.table).toBe(table)
  await expect(other.page).toHaveTitle(/^● Castelli/)
})

test('notifications are off at first, are asked for by a setting, and lead to the table', async ({ come }) => {
  const anna = await come(),
    bram = await come()
  for (const person of [anna, bram]) await listen(person)
  const { mover, other } = await pair(anna, bram)
  await hide(other)
  await until([mover], async () => (await other.page.locator('[data-confirm]').count()) > 0 && /^●/.test(await other.page.title()))
  expect(
    (await told(other)).filter(it => /^note:|asked/.test(it)),
    'nobody chose it',
  ).toEqual([])
  expect(await told(other)).toContain('buzz 3')
  await other.page.locator('.bar button[aria-haspopup]').click()
  await other.page.locator('.menulist button', { hasText: 'Settings' }).click()
  await other.page.locator('.settings .tick', { hasText: 'Notify me' }).click()
  await expect.poll(() => told(other)).toContain('asked')
  await expect(other.page.locator('.settings .tick', { hasText: 'Notify me' }).locator('input')).toBeChecked()
  await other.page.locator('.settings .tick', { hasText: 'Vibrate' }).click()
  await other.page.keyboard.press('Escape')
  const buzzes = (await told(other)).filter(it => it.startsWith('buzz')).length
  const table = other.table
  await until([other, mover], async () => (await told(other)).some(it => it.startsWith('note:')))
  expect(await told(other)).toContain('note: It is your turn. Castelli')
  expect((await told(other)).filter(it => it.startsWith('buzz')).length, 'it was turned off').toBe(buzzes)
  await other.page.evaluate(() => {
    location.hash = '#/rules/castelli'
    ;(window as any).lastNote.onclick()
  })
  await expect.poll(() => other.table).toBe(table)
})

test('who refuses notifications is told, and the setting stays off', async ({ come }) => {
  const anna = await come()
  await listen(anna)
  await anna.open()
  await anna.page.evaluate(() => {
    ;(window as any).refuse = true
  })
  await anna.page.locator('.bar button[aria-haspopup]').click()
  await anna.page.locator('.menulist button', { hasText: 'Settings' }).click()
  await anna.page.locator('.settings .tick', { hasText: 'Notify me' }).click()
  await expect(anna.page.locator('.notice')).toContainText('does not allow')
  await expect(anna.page.locator('.settings .tick', { hasText: 'Notify me' }).locator('input')).not.toBeChecked()
})

test('what waits for the player is first on the start page, with the time that is left', async ({ come }) => {
  const anna = await come()
  let hours = 30
  anna.retell = message => {
    for (const row of [...(message.tables ?? []), ...(message.rows ?? [])]) {
      row.clock = { kind: 'move', seconds: 86400 * 2 }
      row.ends = Date.now() + hours * 3600000
    }
  }
  await anna.playNow('castle')
  await anna.turn()
  await anna.open()
  const row = anna.page.locator('.yourturn .row')
  await expect(row).toHaveCount(1)
  await expect(row.locator('.tag')).toHaveText(/^(30|29) hours left$/)
  const [turn, games] = await Promise.all(['.yourturn', '.games'].map(it => anna.page.locator(it).boundingBox()))
  expect(turn!.y).toBeLessThan(games!.y)
  await expect(anna.page.locator('section[aria-labelledby=list-mine] .row'), 'nothing is there twice').toHaveCount(0)
  hours = 0
  await anna.page.reload()
  await expect(row.locator('.tag')).toHaveText('less than a minute left')
})

test('away from the start page only one’s own tables are followed', async ({ come }) => {
  const anna = await come()
  const left: string[] = []
  anna.alter = message => {
    if (message.do === 'unfollow') left.push(message.what)
  }
  await anna.playNow('castle')
  await expect.poll(() => [...left].sort()).toEqual(['finished', 'live', 'open'])
})
