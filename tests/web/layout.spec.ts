/* layout.spec.ts: where things are at a table: seen together, and staying where they are. */
import { games, some } from './repeat'
import { randomRecord } from './server'
import { expect, makeTable, test, together, type Person } from './test'

const laptop = { viewport: { width: 1280, height: 800 } }

/* Whether all of an element can be seen: in the window, and not scrolled out of whatever scrolls around it. */
const seen = (el: Element): boolean => {
  const box = el.getBoundingClientRect()
  if (!box.width || box.top < 0 || box.bottom > innerHeight || box.left < 0 || box.right > innerWidth) return false
  for (let it = el.parentElement; it; it = it.parentElement) {
    const around = it.getBoundingClientRect()
    if (getComputedStyle(it).overflowY !== 'visible' && (box.top < around.top - 1 || box.bottom > around.bottom + 1)) return false
  }
  return true
}

async function play(person: Person, moves: number, look: (i: number) => Promise<void>): Promise<void> {
  for (let i = 0; i < moves; i++) {
    if ((await person.turn()) === 'over') return
    await look(i)
    await person.move(i * 3)
  }
}

for (const game of some(games, 0))
  for (const seats of some([2, 4], 0))
    test(`${game} for ${seats} at 1280 × 800: board, choice and hand are seen together, and the board stays where it is`, async ({
      come,
    }) => {
      const anna = await come(laptop)
      await makeTable(anna, game, ['me', ...Array(seats - 1).fill('1')])
      await anna.turn()
      const board = anna.page.locator('.boardhost')
      const first = await board.boundingBox()
      let choices = 0,
        hands = 0
      await play(anna, 16, async i => {
        expect(await board.boundingBox(), `before move ${i}`).toEqual(first)
        expect(await anna.page.evaluate(() => [scrollY, document.documentElement.scrollHeight])).toEqual([0, 800])
        expect(await anna.page.locator('.boardhost svg.board').evaluate(seen)).toBe(true)
        for (const part of await anna.page.locator('.ways .way, .piecebutton, .pick, .row-of-buttons .btn').all()) {
          choices++
          expect(await part.evaluate(seen), `${await part.innerText()} before move ${i}`).toBe(true)
        }
        const cards = anna.page.locator('.cardface')
        for (let n = 0; n < Math.min(await cards.count(), 3); n++) {
          hands++
          expect(await cards.nth(n).evaluate(seen), `card ${n} before move ${i}`).toBe(true)
        }
        expect(await anna.page.locator('[data-confirm]').evaluate(seen)).toBe(true)
      })
      expect(choices + hands).toBeGreaterThan(0)
      expect(await board.boundingBox()).toEqual(first)
    })

for (const language of ['en', 'de'])
  test(`Castelli for 2 at 1280 × 800: ways that bring five things are seen whole, beside a hand: ${language}`, async ({ come }) => {
    const anna = await come(laptop)
    await anna.prefer({ language, level: 1, opponents: 1 })
    const gains = ['1 wood', '1 grain', '1 rock', '2 wood', '2 grain'].map(it => it.split(' '))
    anna.retell = message => {
      if (message.view && message.events)
        message.events = gains.map(([seat, what]) => ({ key: 'gain', seat: Number(seat), what, amount: 2 }))
      const me = message.position?.view.players?.find((player: any) => player.seat === message.position.seat)
      if (me?.hand) me.hand = ['guard', 'peasant', 'duke']
    }
    await anna.playNow('castelli')
    await anna.turn()
    await anna.move(0)
    const ways = anna.page.locator('.ways .way')
    await expect(ways.first().locator('li')).toHaveCount(gains.length)
    for (const part of await anna.page.locator('.ways .way, .ways .way ul, .ways .way li').all())
      expect(await part.evaluate(seen)).toBe(true)
    for (const way of await ways.all()) expect(await way.evaluate(el => el.scrollWidth - el.clientWidth)).toBeLessThanOrEqual(0)
    await expect(anna.page.locator('.cardface')).toHaveCount(3)
  })

for (const game of some(games, 0))
  test(`${game} on a phone: the board stays where it is when points come`, async ({ come }) => {
    const anna = await come({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    await anna.prefer({ level: 1, opponents: 1 })
    await anna.playNow(game)
    await anna.turn()
    const top = () => anna.page.evaluate(() => document.querySelector('.boardhost')!.getBoundingClientRect().top + scrollY)
    const first = await top()
    await play(anna, 12, async i => expect(await top(), `before move ${i}`).toBe(first))
  })

test('Castelli at 1280 × 800: an answer with the Steward is seen whole', async ({ come }) => {
  const anna = await come(laptop)
  await anna.open('#/learn/castelli/7')
  await anna.page.locator('[data-move^=steward]').first().waitFor()
  for (const part of await anna.page.locator('.choosing [data-move]').all())
    expect(await part.evaluate(seen), await part.innerText()).toBe(true)
})

test('the board of Castelli stays where it is when a hint, a reason and a message come', async ({ come }) => {
  const anna = await come(laptop)
  await anna.playNow('castelli')
  await anna.turn()
  const board = anna.page.locator('.boardhost')
  const first = await board.boundingBox()
  await anna.page.keyboard.press('h')
  await expect(anna.page.locator('.hints')).toBeVisible()
  expect(await board.boundingBox()).toEqual(first)
  await anna.page.keyboard.press('Escape')
  await anna.page.keyboard.press('z')
  expect(await board.boundingBox()).toEqual(first)
  await anna.page.keyboard.press('t')
  await expect(anna.page.locator('.movelist')).toBeVisible()
  expect(await board.boundingBox()).toEqual(first)
})

for (const language of ['en', 'de'])
  for (const game of games)
    test(`${game} at 1280 × 800: a first note is seen beside the whole hand: ${language}`, async ({ come }) => {
      const anna = await come(laptop)
      await anna.prefer({ guide: true, language, opponents: 1 })
      await anna.playNow(game)
      await anna.turn()
      await expect(anna.page.locator('.guide [data-read]')).toBeVisible()
      for (const part of await anna.page.locator('.guide, .guide .goal, .guide [data-read], .cardface').all())
        expect(await part.evaluate(seen), await part.innerText()).toBe(true)
      expect(await anna.page.locator('.cardface').count()).toBe({ castelli: 0, castle: 6, castellan: 4 }[game])
    })

test('at 1280 × 800 every game can be started without scrolling, also by who is new here', async ({ come }) => {
  const anna = await come(laptop)
  await anna.open()
  await anna.page.locator('.welcome').waitFor()
  const buttons = anna.page.locator('[data-play]')
  await expect(buttons).toHaveCount(3)
  for (const button of await buttons.all()) expect(await button.evaluate(seen), await button.innerText()).toBe(true)
  const heights = await buttons.evaluateAll(all => all.map(el => el.getBoundingClientRect().height))
  expect(new Set(heights).size, heights.join()).toBe(1)
})

test('Castelli for 2 at 1280 × 800: the end stands right below the board', async ({ come }) => {
  const anna = await come(laptop)
  await anna.open()
  await anna.page.setInputFiles('input[type=file]', {
    name: 'game.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from(randomRecord('castelli', 2, 3)),
  })
  await anna.page.locator('.over').waitFor()
  const [actions, over] = await Promise.all(['.actions', '.over'].map(it => anna.page.locator(it).boundingBox()))
  expect(over!.y - actions!.y - actions!.height).toBeLessThanOrEqual(24)
})

test('the notation box and an empty chat are behind toggles; opening them moves nothing', async ({ come }) => {
  const anna = await come(laptop),
    bram = await come(laptop)
  await together(anna, bram, 'castle')
  const { page } = anna
  const board = page.locator('.boardhost')
  const first = await board.boundingBox()
  await expect(page.locator('#notation')).toHaveCount(0)
  await expect(page.locator('#chat-box')).toHaveCount(0)
  const opener = page.locator('[data-chat]')
  await expect(opener).toHaveAttribute('aria-expanded', 'false')
  await page.bringToFront() // in Firefox only the window in front has the focus
  await opener.click()
  await expect(page.locator('#chat-box')).toBeFocused()
  await opener.click()
  await expect(page.locator('#chat-box')).toHaveCount(0)
  await page.locator('.notation summary').click()
  await expect(page.locator('#notation')).toBeVisible()
  await bram.page.keyboard.press('c')
  await bram.page.keyboard.type('Good evening')
  await bram.page.keyboard.press('Enter')
  await expect(page.locator('.chat li').last()).toContainText('Good evening')
  await expect(page.locator('#chat-box'), 'who is spoken to can answer').toBeVisible()
  await expect(opener).toHaveCount(0)
  expect(await board.boundingBox()).toEqual(first)
})

test('at 200 % the wheel scrolls the page past the castle, and with Ctrl it zooms', async ({ come }) => {
  const anna = await come({ viewport: { width: 640, height: 400 } })
  await anna.playNow('castellan')
  await anna.turn()
  const svg = anna.page.locator('.boardhost svg.board')
  await svg.scrollIntoViewIfNeeded()
  await svg.hover({ force: true, position: { x: 300, y: 60 } })
  const box = await svg.getAttribute('viewBox')
  const before = await anna.page.evaluate(() => scrollY)
  await anna.page.mouse.wheel(0, 240)
  await expect.poll(() => anna.page.evaluate(() => scrollY)).toBeGreaterThan(before + 100)
  expect(await svg.getAttribute('viewBox')).toBe(box)
  await anna.page.keyboard.down('Control')
  await anna.page.mouse.wheel(0, -240)
  await anna.page.keyboard.up('Control')
  await expect.poll(() => svg.getAttribute('viewBox')).not.toBe(box)
})

test('where the page has nothing to scroll the wheel zooms the castle', async ({ come }) => {
  const anna = await come(laptop)
  await anna.playNow('castellan')
  await anna.turn()
  const svg = anna.page.locator('.boardhost svg.board')
  await svg.hover({ force: true })
  const box = await svg.getAttribute('viewBox')
  await anna.page.mouse.wheel(0, -240)
  await expect.poll(() => svg.getAttribute('viewBox')).not.toBe(box)
})

for (const viewport of [laptop.viewport, { width: 390, height: 844 }, { width: 844, height: 390 }])
  test(`Castellan: the tools for zooming stand beside the board: ${viewport.width} px`, async ({ come }) => {
    const anna = await come({ viewport, hasTouch: viewport.width < 1000, isMobile: viewport.width < 1000 })
    await anna.playNow('castellan')
    await anna.turn()
    const [board, tools] = await Promise.all(
      ['svg.board', '.board-tools'].map(it => anna.page.locator('.boardhost ' + it).boundingBox()),
    )
    expect(tools!.x >= board!.x + board!.width || tools!.y >= board!.y + board!.height).toBe(true)
    for (const button of await anna.page.locator('.board-tools button').all()) {
      const box = (await button.boundingBox())!
      expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44)
    }
  })
