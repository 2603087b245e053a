/* questions.spec.ts: what is asked in somebody else's turn, and where things are on small screens. */
import { games, some } from './repeat'
import { expect, makeTable, test, together, type Person } from './test'

/* From now on every position after a move of somebody else asks whether a Steward turns the tile. */
const ask = (person: Person) => {
  person.retell = message => {
    const { position } = message
    if (message.is !== 'moved' || !message.lines.some((line: any) => line.seat && line.seat !== position.seat)) return
    position.view.phase = 'steward'
    position.view.asked = position.seat
    position.view.active = 3 - position.seat
    position.moves = ['steward 1', 'pass']
  }
}

test('a question is not headed “Your turn”, counts down, and takes no answer for a moment @views', async ({ come }) => {
  const anna = await come(),
    bram = await come()
  await together(anna, bram, 'castelli')
  const first = await Promise.race([anna, bram].map(person => person.turn().then(() => person)))
  const asked = first === anna ? bram : anna
  ask(asked)
  const sent: string[] = []
  asked.alter = message => {
    if (message.do === 'move') sent.push(message.move)
  }
  await asked.page.evaluate(() => {
    new MutationObserver(() => {
      const pass = document.querySelector<HTMLElement>('.hostpanel [data-move=pass]')
      if (!pass || (window as any).pressed) return
      ;(window as any).pressed = true
      pass.click()
      document.querySelector<HTMLElement>('[data-confirm]')!.click()
    }).observe(document.body, { childList: true, subtree: true })
  })
  await first.move(2)
  const pass = asked.page.locator('.hostpanel [data-move=pass]')
  await expect(pass).toBeVisible()
  await expect(asked.page.locator('.actions .say')).toContainText('turn it with your Steward')
  await expect(asked.page.locator('.countdown')).toContainText(/Your answer: [1-3] s left/)
  expect(await asked.page.evaluate(() => (window as any).pressed)).toBe(true)
  expect(sent, 'a finger that was on its way does nothing').toEqual([])
  await asked.page.waitForTimeout(450)
  await pass.click()
  await asked.confirm.click()
  expect(sent).toContain('pass')
})

test('where only computers sit besides, a question has no time', async ({ come }) => {
  const anna = await come()
  await anna.prefer({ level: 1 })
  await anna.playNow('castelli')
  ask(anna)
  for (let i = 0; i < 6 && !(await anna.page.locator('.hostpanel [data-move=pass]').count()); i++) {
    await anna.turn()
    if (!(await anna.page.locator('.hostpanel [data-move=pass]').count())) await anna.move(i)
  }
  await expect(anna.page.locator('.hostpanel [data-move=pass]')).toBeVisible()
  await expect(anna.page.locator('.countdown')).toHaveCount(0)
})

test('who makes a table says how long people have to react', async ({ come }) => {
  const anna = await come()
  let reaction = -1
  anna.alter = message => {
    if (message.do === 'create') reaction = message.reaction
  }
  await anna.open()
  await anna.page.locator('.hero button').click()
  await anna.page.selectOption('#create-reaction', '10000')
  await anna.page.locator('[data-create]').click()
  await expect.poll(() => reaction).toBe(10000)
})

for (const game of some(games, 1)) {
  test(`${game} on a phone: the hand is a strip that the buttons do not cover`, async ({ come }) => {
    const anna = await come({ viewport: { width: 390, height: 844 }, hasTouch: true })
    await makeTable(anna, game, ['me', '1'])
    await anna.page.locator('.boardhost svg').first().waitFor()
    await anna.turn()
    for (let i = 0; i < 30 && !(await anna.page.locator('.choosing .cards').count()); i++) {
      await anna.move(i)
      await anna.turn()
    }
    await anna.page.evaluate(() => scrollTo(0, 0))
    const cards = (await anna.page.locator('.choosing .cards').boundingBox())!
    const actions = (await anna.page.locator('.actions').boundingBox())!
    const board = (await anna.page.locator('.boardhost').boundingBox())!
    expect(cards.y, 'under the board').toBeGreaterThanOrEqual(board.y + board.height)
    if (game === 'castellan') expect(board.height, 'which has most of the breadth').toBeGreaterThan(340)
    const card = (await anna.page.locator('.choosing .cardface').first().boundingBox())!
    expect(card.y + card.height, 'over the buttons').toBeLessThanOrEqual(actions.y)
    const tops = await anna.page
      .locator('.choosing .cardslot')
      .evaluateAll(all => all.map(el => Math.round(el.getBoundingClientRect().top)))
    expect(new Set(tops).size, 'one strip').toBe(1)
    expect(await anna.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
  })

  test(`${game} on a phone held sideways: the board fits and the buttons are there`, async ({ come }) => {
    const anna = await come({ viewport: { width: 844, height: 390 }, hasTouch: true })
    await makeTable(anna, game, ['me', '1', '1'])
    await anna.page.locator('.boardhost svg').first().waitFor()
    await anna.turn()
    const actions = (await anna.page.locator('.actions').boundingBox())!
    const board = (await anna.page.locator('.boardhost svg').boundingBox())!
    expect(actions.y + actions.height).toBeLessThan(390.1)
    expect(board.y + board.height).toBeLessThan(390.1)
    expect(board.x + board.width, 'side by side').toBeLessThanOrEqual(actions.x)
    for (const button of await anna.page.locator('.actions .btn').all())
      expect((await button.boundingBox())!.height).toBeGreaterThanOrEqual(44)
    expect(await anna.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
    for (let i = 0; i < 30 && !(await anna.page.locator('.choosing .cards').count()); i++) {
      await anna.move(i)
      await anna.turn()
    }
    await anna.page.evaluate(() => scrollTo(0, 0))
    const card = (await anna.page.locator('.choosing .cardface').first().boundingBox())!
    expect(card.y + card.height, 'the hand is over the buttons').toBeLessThanOrEqual(actions.y)
  })
}

for (const [name, viewport] of some(
  [
    ['upright', { width: 390, height: 844 }],
    ['sideways', { width: 844, height: 390 }],
  ] as const,
  0,
))
  test(`the guide of a first game hides nothing that is to be chosen: a phone ${name}`, async ({ come }) => {
    const anna = await come({ viewport, hasTouch: true, isMobile: true })
    const { page } = anna
    /* Puts the note away; true if there is none. */
    const read = () => {
      const button = document.querySelector<HTMLElement>('[data-read]')
      button?.click()
      return !button
    }
    await anna.prefer({ guide: true, level: 1 })
    for (const [game, wanted] of [
      ['castelli', '.ways'],
      ['castle', '.cards'],
      ['castellan', '.cards'],
    ] as const) {
      await anna.playNow(game)
      await page.locator('.guide').waitFor()
      for (let i = 0; i < 6 && !(await page.locator(`.choosing ${wanted}`).count()); i++) {
        await anna.turn()
        await anna.move(i)
      }
      if (game === 'castle') {
        await anna.turn() // the note of somebody else's turn goes by itself
        await expect.poll(() => page.evaluate(read)).toBe(true) // the choice is on the board
      }
      await page.evaluate(() => scrollTo(0, 0))
      const [part, bar] = await Promise.all([`.choosing ${wanted}`, '.actions'].map(it => page.locator(it).first().boundingBox()))
      expect(part!.y + 90, `${game}: ${wanted} over the buttons`).toBeLessThanOrEqual(bar!.y)
      const players = (await page.locator('.players').boundingBox())!
      expect(players.y + players.height, 'the players come first').toBeLessThanOrEqual(part!.y)
    }
  })

for (const [name, viewport] of Object.entries({ upright: { width: 390, height: 844 }, sideways: { width: 844, height: 390 } }))
  test(`what was asked for comes into sight below a note of the guide: a phone ${name}`, async ({ come }) => {
    const anna = await come({ viewport, hasTouch: true, isMobile: true })
    const { page } = anna
    await anna.prefer({ guide: true, level: 1, language: 'de' })
    await anna.playNow('castle')
    await anna.turn()
    await page.locator('.guide [data-read]').waitFor()
    const inSight = async (selector: string) => {
      await page.locator(selector).waitFor()
      const [part, bar] = await Promise.all([selector, '.actions'].map(it => page.locator(it).boundingBox()))
      expect(part!.y, selector).toBeGreaterThanOrEqual(0)
      expect(part!.y + 60, selector).toBeLessThanOrEqual(bar!.y)
    }
    await page.evaluate(() => scrollTo(0, 0))
    await page.keyboard.press('h')
    await inSight('.hints')
    await page.keyboard.press('Escape')
    await page.evaluate(() => scrollTo(0, 0))
    await page.keyboard.press('n')
    await page.keyboard.type('why nonsense')
    await page.evaluate(() => scrollTo(0, 0))
    await page.keyboard.press('Enter')
    await inSight('.choice .ask h2')
  })

for (const viewport of [
  { width: 320, height: 640 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
])
  test(`all that a choice brings fits into the main button of a phone: ${viewport.width} px`, async ({ come }) => {
    const anna = await come({ viewport, hasTouch: true, isMobile: true })
    await anna.prefer({ level: 1, language: 'de' })
    anna.retell = message => {
      if (!message.events || !message.view) return
      const seat = anna.heard.filter(m => m.is === 'table').at(-1).mine[0]
      message.points[seat - 1] += 12
      const me = message.view.players.find((player: any) => player.seat === seat)
      me.wood += 2
      me.grain += 2
    }
    await anna.playNow('castelli')
    await anna.turn()
    await anna.move(0)
    const button = anna.page.locator('[data-confirm=chosen]')
    await expect.poll(() => button.locator('.gain').count()).toBeGreaterThanOrEqual(3)
    const outside = await button.evaluate(el => {
      const box = el.getBoundingClientRect()
      const parts = [...el.children].map(part => part.getBoundingClientRect()).filter(part => part.width > 0)
      return parts.filter(part => part.left < box.left || part.right > box.right || part.top < box.top || part.bottom > box.bottom)
        .length
    })
    expect(outside).toBe(0)
    expect(await anna.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
  })

test('the tab of the players shows them @device', async ({ come }) => {
  const anna = await come({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  await anna.playNow('castellan')
  await anna.turn()
  await anna.page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await anna.page.locator('.tabs button', { hasText: 'Players' }).click()
  const seen = () => anna.page.locator('.players').evaluate(el => el.getBoundingClientRect().top)
  await expect.poll(seen).toBeGreaterThanOrEqual(0)
  await expect(anna.page.locator('.player .goods').first()).toBeVisible()
})

test('Castle on a phone: the colours of a piece and the whole hand are in sight while a piece is chosen', async ({ come }) => {
  const anna = await come({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  await anna.playNow('castle')
  const pieces = anna.page.locator('.piecebutton')
  for (let i = 0; i < 60; i++) {
    if ((await anna.turn()) === 'over') return
    const tops = await pieces.evaluateAll(all => new Set(all.map(el => el.getBoundingClientRect().top)).size)
    if (tops === 1) break // dice that show any colour need a row for each place
    await anna.move(i)
  }
  const actions = (await anna.page.locator('.actions').boundingBox())!
  for (const part of [...(await pieces.all()), anna.page.locator('.cardface').first()]) {
    const box = (await part.boundingBox())!
    expect(box.y + box.height).toBeLessThanOrEqual(actions.y)
  }
})

test('on a phone the page returns to the board when the board is next', async ({ come }) => {
  const anna = await come({ viewport: { width: 390, height: 844 }, hasTouch: true })
  await anna.playNow('castelli')
  await anna.turn()
  await anna.page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await anna.move(0)
  await anna.turn()
  const seen = () =>
    anna.page.locator('.boardhost').evaluate(el => {
      const { top, bottom, height } = el.getBoundingClientRect()
      return (Math.min(bottom, innerHeight) - Math.max(top, 0)) / height
    })
  await expect.poll(seen, 'at least half of the board').toBeGreaterThan(0.5)
})

test('on a phone the last event stands above the board, unread chat is counted, and a question is on top', async ({ come }) => {
  const anna = await come({ viewport: { width: 390, height: 844 }, hasTouch: true }),
    bram = await come()
  await together(anna, bram, 'castle')
  const first = await Promise.race([anna, bram].map(person => person.turn().then(() => person)))
  if (first === anna) for (let i = 0; (await anna.page.locator('.place.can').count()) && i < 12; i++) await anna.move(0)
  await bram.turn()
  await bram.move(3)
  const told = anna.page.locator('.story-line p')
  await expect(told).toContainText('built a wall')
  const [line, board] = await Promise.all([told.boundingBox(), anna.page.locator('.boardhost').boundingBox()])
  expect(line!.y + line!.height).toBeLessThanOrEqual(board!.y + 1)
  await expect(anna.page.locator('#notation'), 'what is typed is behind a toggle').toHaveCount(0)
  await bram.page.keyboard.press('c')
  await bram.page.keyboard.type('Good evening')
  await bram.page.keyboard.press('Enter')
  const tab = anna.page.locator('.tabs button', { hasText: 'Chat' })
  await expect(tab.locator('.count')).toHaveText('1')
  await tab.click()
  await expect(tab.locator('.count')).toHaveCount(0)
  await bram.page.keyboard.press('Escape')
  await anna.page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await bram.page.keyboard.press('z')
  const asked = anna.page.locator('.ask', { hasText: 'take this back' })
  await expect(asked).toBeVisible()
  const seen = () =>
    asked.evaluate(el => {
      const { top, bottom } = el.getBoundingClientRect()
      const bar = document.querySelector('.actions')!.getBoundingClientRect()
      return top >= 0 && bottom <= Math.min(innerHeight, bar.top + 1)
    })
  await expect.poll(seen, 'without scrolling').toBe(true)
})
