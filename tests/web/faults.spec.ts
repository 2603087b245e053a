/* faults.spec.ts: what people found wrong at the page, a test each. */
import { some } from './repeat'
import { randomRecord } from './server'
import { catalogue, expect, makeTable, playOn, test, together, type Person } from './test'

const load = (person: Person, record: string) =>
  person.page.setInputFiles('input[type=file]', { name: 'game.txt', mimeType: 'text/plain', buffer: Buffer.from(record) })

/* Empty space under the last thing on the page, in pixels. */
const blankBelow = (person: Person) =>
  person.page.evaluate(() => {
    const bottoms = [...document.querySelectorAll('main, .left > *')].map(el => el.getBoundingClientRect().bottom)
    return document.documentElement.scrollHeight - Math.max(innerHeight, ...bottoms.map(bottom => bottom + scrollY))
  })

for (const viewport of [
  { width: 1280, height: 620 },
  { width: 390, height: 844 },
])
  test(`texts for screen readers do not stretch the page: ${viewport.width} px`, async ({ come }) => {
    const anna = await come({ viewport })
    await anna.open()
    await load(anna, randomRecord('castellan', 4, 7))
    await anna.page.locator('.sheettable').waitFor()
    await anna.page.locator('.over button', { hasText: 'Replay' }).click()
    await anna.page.keyboard.press('End')
    await anna.page.keyboard.press('[')
    await expect(anna.page.locator('.court-list li').first()).toBeAttached()
    expect(await blankBelow(anna)).toBeLessThanOrEqual(24)
  })

test('a dead connection is noticed within seconds, and nobody is said to be connected then', async ({ come }) => {
  const anna = await come()
  await anna.playNow('castelli')
  await anna.turn()
  await expect(anna.page.locator('.player.p1 .meta')).toHaveText('connected')
  anna.deaf = () => true
  await anna.page.locator('.boardhost .place.can').first().dispatchEvent('click') // a preview that nobody answers
  await expect(anna.page.locator('.lostbar')).toBeVisible({ timeout: 15000 })
  await expect(anna.page.locator('.player.p1 .meta')).not.toHaveText('connected')
  anna.deaf = null
  await expect(anna.page.locator('.lostbar')).toHaveCount(0)
  await expect(anna.page.locator('.player.p1 .meta')).toHaveText('connected')
  anna.deaf = () => true // nothing is asked for by anybody: 6 s of silence, then 5 s for an answer, both counted from the last message
  await expect(anna.page.locator('.lostbar')).toBeVisible({ timeout: 25000 })
})

test('a page that comes back to sight asks at once whether the server is there', async ({ come }) => {
  const anna = await come()
  await anna.playNow('castelli')
  await anna.turn()
  const show = (hidden: boolean) =>
    anna.page.evaluate(value => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => value })
      document.dispatchEvent(new Event('visibilitychange'))
    }, hidden)
  await show(true)
  let asked = 0
  anna.deaf = message => {
    asked += Number(message.do === 'hello')
    return true
  }
  await anna.page.waitForTimeout(300)
  expect(asked).toBe(0)
  await show(false)
  await expect.poll(() => asked, { timeout: 2000 }).toBe(1)
  await expect(anna.page.locator('.lostbar'), 'and nobody answers').toBeVisible({ timeout: 30000 })
})

test('a selection that is dragged out of a dialog does not close it; a click beside it does', async ({ come }) => {
  const anna = await come({ viewport: { width: 1280, height: 860 } }) // on a phone a dialog leaves no room beside it
  await anna.open()
  await anna.page.locator('.hero button').click()
  const title = (await anna.page.locator('#dialog-title').boundingBox())!
  await anna.page.mouse.move(title.x + 20, title.y + 10)
  await anna.page.mouse.down()
  await anna.page.mouse.move(20, 300)
  await anna.page.mouse.up()
  await expect(anna.page.locator('dialog')).toBeVisible()
  await anna.page.mouse.click(20, 300)
  await expect(anna.page.locator('dialog')).toHaveCount(0)
})

test('a page whose words did not come at first fetches them again', async ({ come }) => {
  const anna = await come()
  let refused = 0
  await anna.page.route(/words\.en\./, route => (refused++ ? route.continue() : route.abort()))
  await anna.open()
  await expect(anna.page.locator('[data-play]').first()).toBeVisible()
  expect(refused).toBeGreaterThan(1)
})

test('an address with a lone % is an unknown page, not an error', async ({ come }) => {
  const anna = await come()
  await anna.open('#/%')
  await expect(anna.page.locator('main.message h1')).toHaveText(catalogue('en')['page.unknown'])
})

test('the page asks nothing of browsers that Safari 15 and Firefox 100 do not know', async ({ come }) => {
  const anna = await come()
  await anna.open()
  const files = await anna.page.evaluate(() =>
    [...document.querySelectorAll('script[src], link[rel=stylesheet]')].map(
      el => el.getAttribute('src') ?? el.getAttribute('href')!,
    ),
  )
  for (const file of files) {
    const text = await (await anna.page.request.get(new URL(file, anna.server.url).href)).text()
    expect(text.match(/\(\?<[!=]|:has\(/g), file).toBeNull()
  }
  await expect(anna.page.locator('.against input:checked + span').first()).toHaveCSS('box-shadow', /inset/)
})

test('rules that could not be fetched are fetched when the connection is back', async ({ come }) => {
  const anna = await come()
  await anna.open()
  const file = await anna.page.locator('meta[name="asset:rules.en.castelli"]').getAttribute('content')
  await anna.page.route(
    url => url.pathname.endsWith(file!),
    route => route.abort(),
  )
  await anna.page.evaluate(() => (location.hash = '#/rules/castelli'))
  await expect(anna.page.locator('main.rules')).toContainText(catalogue('en')['rules.missing'])
  await anna.page.unrouteAll()
  await anna.cut()
  await expect(anna.page.locator('#clause-2\\.1')).toBeVisible()
})

test('an outcome that the server refuses is not waited for', async ({ come }) => {
  const anna = await come()
  anna.alter = message => {
    if (message.do === 'preview') message.move = 'nothing'
  }
  await anna.playNow('castelli')
  await anna.turn()
  await anna.move(0)
  await expect(anna.page.locator('.ways .way').first()).toBeVisible()
  await expect(anna.page.locator('.ways .waiting')).toHaveCount(0)
  await expect(anna.page.locator('.ways')).not.toContainText('…')
})

test('a reason that comes late is not shown in the next position', async ({ come }) => {
  const anna = await come()
  await anna.playNow('castelli')
  await anna.turn()
  anna.delay = message => (message.about ? 2500 : 0)
  await anna.page.locator('.boardhost [data-place]:not(.can)').first().dispatchEvent('click')
  await anna.move(0)
  await anna.page.waitForTimeout(3000)
  await expect(anna.page.locator('.ask h2')).toHaveCount(0)
})

test('a page that is hidden before its next frame still draws', async ({ come }) => {
  const anna = await come()
  await anna.open()
  await anna.page.locator('.bar button[aria-haspopup]').waitFor()
  await anna.page.evaluate(() => {
    const frame = requestAnimationFrame
    window.requestAnimationFrame = () => 0
    document.querySelector<HTMLElement>('.bar button[aria-haspopup]')!.click()
    window.requestAnimationFrame = frame
    Object.defineProperty(document, 'hidden', { value: true, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect(anna.page.locator('dialog.menu')).toBeVisible()
})

test('a hint goes when the move is made', async ({ come }) => {
  const anna = await come()
  await anna.playNow('castelli')
  await anna.turn()
  await anna.page.keyboard.press('h')
  await expect(anna.page.locator('.hints')).toBeVisible()
  await anna.page.keyboard.press('h')
  anna.deaf = message => message.do === 'move'
  await anna.confirm.click()
  await expect(anna.page.locator('.hints')).toHaveCount(0, { timeout: 3000 })
})

test('what a choice would change is shown in the panels of the players as well', async ({ come }) => {
  const anna = await come()
  await anna.playNow('castelli')
  const would = anna.page.locator('.player .would')
  for (let i = 0; i < 60 && !(await would.count()); i++) {
    await anna.turn()
    const ways = anna.page.locator('.hostpanel .way')
    for (let way = 0; way < (await ways.count()) && !(await would.count()); way++) {
      await ways.nth(way).click()
      await anna.page.waitForTimeout(150)
    }
    if (!(await would.count())) await anna.move(i)
  }
  expect(await would.count()).toBeGreaterThan(0)
  await anna.page.keyboard.press('Escape')
  await expect(would).toHaveCount(0)
})

test('the bar counts turns, as people do', async ({ come }) => {
  const anna = await come()
  await anna.playNow('castelli')
  for (let i = 0; i < 8; i++) {
    await anna.turn()
    await anna.move(i)
  }
  await anna.turn()
  const log: any[] = []
  for (const message of anna.heard) {
    if (message.is === 'table') log.splice(0, log.length, ...message.log)
    if (message.is === 'moved') log.push(...message.lines)
  }
  const seats = log.map(line => line.seat).filter(seat => seat > 0)
  const turns = seats.filter((seat, i) => seat !== seats[i - 1]).length
  await expect(anna.page.locator('.bar .where')).toHaveText(new RegExp(`· ${turns} turns?$`))
})

test('play is one triangle, the steps have a bar', async ({ come }) => {
  const anna = await come()
  await anna.open()
  const parts = (id: string) =>
    anna.page.evaluate(name => document.querySelector(`#${name} path`)!.getAttribute('d')!.split('M').length - 1, id)
  expect(await parts('icon-play')).toBe(1)
  for (const id of ['icon-on', 'icon-back']) expect(await parts(id)).toBe(2)
})

test('the menu has groups, and what ends the game stands apart', async ({ come }) => {
  const anna = await come()
  await anna.playNow('castle')
  await anna.turn()
  await anna.page.locator('.bar button[aria-haspopup]').click()
  await expect(anna.page.locator('.menugroup')).toHaveCount(5)
  await expect(anna.page.locator('[data-group=end] .btn')).toHaveText([
    catalogue('en')['menu.leave'],
    catalogue('en')['menu.resign'],
  ])
  const box = (await anna.page.locator('dialog.menu').boundingBox())!
  for (const el of await anna.page.locator('.menulist .btn').all()) {
    const { x, width } = (await el.boundingBox())!
    expect(x + width).toBeLessThanOrEqual(box.x + box.width)
  }
  expect(box.height).toBeLessThan(700)
  for (const name of ['table', 'page', 'help', 'account'])
    expect(await anna.page.locator(`[data-group=${name}] .btn`).count()).toBeLessThanOrEqual(4)
})

test('more choices begin with the opponents of the start page', async ({ come }) => {
  const anna = await come()
  await anna.open()
  await anna.page.locator('.against .seg').first().locator('label').nth(2).click()
  await anna.page.locator('.against .seg').nth(1).locator('label').last().click()
  await anna.page.locator('.game').nth(1).locator('.go .btn').last().click()
  await expect(anna.page.locator('#create-game')).toHaveValue('castle')
  const chairs = anna.page.locator('.chairs select')
  await expect(chairs).toHaveCount(4)
  expect(await chairs.evaluateAll(all => all.map(el => (el as HTMLSelectElement).value))).toEqual(['me', '6', '6', '6'])
})

for (const [language, viewport] of some(
  [
    ['en', { width: 1280, height: 800 }],
    ['de', { width: 1280, height: 800 }],
    ['de', { width: 390, height: 844 }],
  ] as const,
  2,
))
  test(`the sentence over the buttons is never cut: ${language}, ${viewport.width} px`, async ({ come }) => {
    const anna = await come({ viewport })
    await anna.prefer({ language })
    await makeTable(anna, 'castelli', ['me', '1', '1', '1'])
    for (let i = 0; i < 10; i++) {
      await anna.turn()
      const cut = await anna.page.locator('.actions .say').evaluate(el => el.scrollHeight - el.clientHeight)
      expect(cut).toBeLessThanOrEqual(1)
      const pick = anna.page.locator('.hostpanel [data-move], .boardhost .place.can').first()
      await pick.dispatchEvent('click')
      await anna.page.waitForTimeout(60)
      expect(await anna.page.locator('.actions .say').evaluate(el => el.scrollHeight - el.clientHeight)).toBeLessThanOrEqual(1)
      await anna.move(i)
    }
  })

test('switching the guide off leaves the board as large as it was', async ({ come }) => {
  const anna = await come({ viewport: { width: 1280, height: 860 } })
  await anna.prefer({ guide: true })
  await anna.playNow('castelli')
  await anna.turn()
  const width = () => anna.page.locator('.boardhost svg').evaluate(svg => Math.round(svg.getBoundingClientRect().width))
  await anna.page.getByRole('button', { name: catalogue('en')['guide.off'] }).click()
  await expect(anna.page.locator('main.guided')).toHaveCount(0)
  await anna.page.locator('.logpanel, .log').first().click()
  await expect(anna.page.locator('main.table')).toHaveClass(/flat/)
  expect(await width()).toBeGreaterThan(800)
})

test('what is typed while a line of chat is under way stays, and no line is sent twice', async ({ come }) => {
  const anna = await come()
  const ben = await come()
  await together(anna, ben, 'castle')
  const box = anna.page.locator('#chat-box')
  if (!(await box.isVisible())) await anna.page.locator('[data-chat]').click()
  anna.delay = message => (message.re !== undefined ? 1500 : 0) // answers come late
  await box.fill('hello')
  await box.press('Enter')
  await box.pressSequentially('and more')
  await expect(ben.page.locator('.chat li', { hasText: 'hello' })).toHaveCount(1)
  await expect(anna.page.locator('.chat li', { hasText: 'hello' })).toHaveCount(1)
  await expect(box).toHaveValue('and more')
  anna.delay = null
  await box.press('Enter')
  await expect(ben.page.locator('.chat li', { hasText: 'and more' })).toHaveCount(1)
  await expect(ben.page.locator('.chat li', { hasText: 'hello' })).toHaveCount(1)
  await expect(box).toHaveValue('')
})

test('where the browser refuses storage, people play and join all the same', async ({ come }) => {
  const anna = await come()
  const ben = await come()
  await makeTable(anna, 'castle', ['me', 'open'])
  await ben.page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('denied', 'SecurityError')
        },
      })
  })
  ben.faults.length = 0
  await ben.page.goto(await anna.page.locator('#invite-link').inputValue())
  await ben.page.locator('[data-join="2"]').click()
  await anna.page.locator('[data-start]:enabled').click()
  await ben.page.locator('.boardhost svg').first().waitFor()
  await ben.page.goto(ben.server.url + '/#/')
  await ben.page.locator('[data-play=castle]').waitFor()
  ben.faults.splice(0, ben.faults.length, ...ben.faults.filter(fault => !/denied/.test(fault))) // the test's own script asks for storage, too
})

test('looking back and returning keeps the way that was chosen', async ({ come }) => {
  const anna = await come()
  await anna.playNow('castle')
  await playOn(anna, 2)
  await anna.turn()
  await anna.page.locator('.boardhost .place.can').first().dispatchEvent('click')
  await expect(anna.page.locator('[data-confirm=chosen][aria-disabled=false]')).toBeVisible()
  const before = await anna.number()
  await anna.page.keyboard.press('[')
  await expect(anna.page.locator('.replaybar')).toBeVisible()
  await anna.page.locator('.replaybar .main').click()
  await expect(anna.page.locator('[data-confirm=chosen][aria-disabled=false]')).toBeVisible()
  await anna.confirm.click()
  await expect.poll(() => anna.number()).not.toBe(before)
})

test('a picture of the rules that failed once comes with the next visit of the page', async ({ come }) => {
  const anna = await come()
  let refused = 0
  await anna.page.route(/sample\.castle\./, route => (refused++ ? route.continue() : route.abort()))
  await anna.open('#/rules/castle')
  await expect.poll(() => refused).toBe(1)
  await anna.open('#/')
  await anna.open('#/rules/castle')
  await anna.page.locator('.pic svg').first().waitFor()
})

test('a program without SIMD checks luck where the browser has none', async ({ come }) => {
  const anna = await come()
  const asked: string[] = []
  anna.page.on('request', request => asked.push(request.url()))
  await anna.page.addInitScript(() => (WebAssembly.validate = () => false))
  await anna.playNow('castle')
  await anna.page.locator('.bar button[aria-haspopup]').click()
  await anna.page.locator('[data-group=end] button').last().click()
  await anna.page.locator('dialog .btn.main').click()
  await anna.page.locator('[data-check-luck]').click()
  await expect(anna.page.locator('[data-luck=right]')).toBeVisible()
  expect(asked.filter(url => url.endsWith('.wasm')).map(url => url.split('/').pop()!.split('.')[0])).toEqual(['plain'])
})

test('an error in one thing on the page keeps no other from being drawn, and the player hears of it', async ({ come }) => {
  const anna = await come()
  await anna.playNow('castle')
  await anna.turn()
  await anna.page.evaluate(() => {
    document.querySelector<any>('.boardhost').board.update = () => {
      throw new Error('a fault of this test')
    }
  })
  const before = await anna.number()
  await anna.page.evaluate(() =>
    document.querySelector<any>('.place.can').dispatchEvent(new MouseEvent('click', { bubbles: true })),
  )
  await expect(anna.page.locator('.notice')).toContainText(catalogue('en')['error.unknown'])
  await anna.confirm.click()
  await expect.poll(() => anna.number()).not.toBe(before)
  anna.faults.splice(0, anna.faults.length, ...anna.faults.filter(fault => !/a fault of this test/.test(fault)))
})
