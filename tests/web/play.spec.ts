/* play.spec.ts: choosing, taking back, hints, why not, hot seat, watching, leaving and coming back. */
import { languages, some } from './repeat'
import { catalogue, expect, makeTable, test, together } from './test'

test('within one click of the start page a game is on @device', async ({ come }) => {
  const anna = await come()
  await anna.open()
  await anna.page.locator('[data-play=castle]').click()
  await anna.turn()
})

test('the first tap shows, the second makes the move, z takes it back @device @views', async ({ come }) => {
  const anna = await come()
  await makeTable(anna, 'castelli', ['me', '1'])
  await anna.turn()
  const before = Number(await anna.number())
  const place = anna.page.locator('.boardhost .place.can').first()
  await place.dispatchEvent('click')
  await expect(anna.confirm).toBeEnabled()
  expect(Number(await anna.number())).toBe(before)
  await anna.page.keyboard.press('Escape')
  await expect(anna.confirm).toBeDisabled()
  await place.dispatchEvent('click')
  await expect(anna.confirm).toBeEnabled()
  await anna.page.locator('.boardhost .place.can[data-chosen=true]').first().dispatchEvent('click')
  await expect.poll(async () => Number(await anna.number())).toBeGreaterThan(before)
  await anna.page.keyboard.press('z')
  await expect.poll(async () => Number(await anna.number())).toBe(before)
})

test('settings: one tap makes the move; only the button makes it @device', async ({ come }) => {
  const quick = await come()
  await quick.prefer({ confirm: 'single' })
  await quick.playNow('castelli')
  await quick.turn()
  const before = Number(await quick.number())
  await quick.page.locator('.boardhost .place.can').first().dispatchEvent('click')
  await expect.poll(async () => Number(await quick.number())).toBeGreaterThan(before)

  const slow = await come()
  await slow.prefer({ confirm: 'button' })
  await slow.playNow('castelli')
  await slow.turn()
  const number = await slow.number()
  await slow.page.locator('.boardhost .place.can').first().dispatchEvent('click')
  await slow.page.locator('.boardhost .place.can[data-chosen=true]').first().dispatchEvent('click')
  await slow.page.waitForTimeout(300)
  expect(await slow.number()).toBe(number)
  await expect(slow.confirm).toBeEnabled()
  await slow.confirm.click()
  await expect.poll(() => slow.number()).not.toBe(number)
})

test('a hint names moves with their points, and shows the best @device', async ({ come }) => {
  const anna = await come()
  await anna.playNow('castellan')
  await anna.turn()
  await anna.page.keyboard.press('h')
  const best = anna.page.locator('.hints .way').first()
  await expect(best).toBeVisible({ timeout: 20000 })
  await expect(best.locator('.worth')).toHaveText(/[+−±][\d.]+ points? · \d+% chance to win/)
  await expect(anna.confirm, 'it is only shown').toHaveAttribute('data-confirm', '')
  await anna.page.keyboard.press('h')
  await expect(anna.confirm, 'and taken up when asked for once more').toHaveAttribute('data-confirm', 'chosen')
  // in what it is better than the second, or that there is hardly a difference
  await expect(anna.page.locator('.panel.ask .reasons li, .panel.ask p').first()).toBeVisible()
  expect(await anna.page.locator('.panel.ask').innerText()).not.toMatch(/term\.|hint\./)
})

test('a hint explains its number, and says what is left to choose', async ({ come }) => {
  const anna = await come()
  const { page } = anna
  const texts = catalogue('en')
  await anna.playNow('castle')
  await anna.turn()
  const hint = page.locator('.panel.ask', { has: page.locator('.hints') })
  let other = ''
  const says = async (
    verdict: string | undefined,
    reasons: object[],
    balance: string | undefined,
    ...wanted: (() => RegExp | string)[]
  ) => {
    anna.retell = message => {
      if (!message.moves || !message.other) return
      other = message.other.replace('wall ', '').replace('-', '–')
      Object.assign(message, { verdict, reasons, balance })
    }
    await page.keyboard.press('h')
    await expect(hint).toContainText(texts['hint.number'])
    await expect(page.locator('.boardhost .proposed').first(), 'it is drawn').toBeVisible()
    for (const text of wanted) await expect(hint).toContainText(text())
    await page.keyboard.press('Escape')
    await expect(hint).toHaveCount(0)
  }
  const points = [{ term: 'points', points: 2 }]
  await says('close', points, undefined, () => new RegExp(`About equally good: .*${other}\\. The small difference`))
  const lost = () => texts['hint.lost'],
    later = () => texts['hint.later']
  await says('lost', [], 'later', lost, later)
  const why = () => new RegExp(`Why rather than .*${other}:`),
    more = () => texts['term.castle.points.more']
  await says(undefined, points, undefined, why, more)
})

test('a hint that comes late leaves alone what was chosen meanwhile @device', async ({ come }) => {
  const anna = await come()
  await anna.playNow('castelli')
  await anna.turn()
  await anna.page.keyboard.press('h')
  const place = anna.page.locator('.boardhost .place.can').last()
  await place.dispatchEvent('click')
  await expect(anna.confirm).toBeEnabled()
  const said = await anna.page.locator('.actions .say').innerText()
  await expect(anna.page.locator('.hints .way').first()).toBeVisible({ timeout: 20000 })
  await expect(anna.page.locator('.actions .say')).toHaveText(said)
})

test('a move that was made is not chosen again, though it could be made again @device', async ({ come }) => {
  const anna = await come()
  await anna.playNow('castellan')
  const tower = anna.page.locator('.hostpanel [data-move="draw tower"]')
  for (let i = 0; i < 200; i++) {
    if ((await anna.turn()) === 'over') {
      await anna.playNow('castellan')
      continue
    }
    if (!(await tower.count())) {
      await anna.move(i)
      continue
    }
    const before = await anna.number()
    await tower.click()
    await expect(anna.confirm).toBeEnabled()
    await anna.confirm.click()
    await expect.poll(() => anna.number()).not.toBe(before)
    await anna.turn()
    if (await tower.count()) break // two cards to draw
  }
  await expect(tower).toHaveCount(1)
  await expect(tower).not.toHaveClass(/\bon\b/)
  await expect(anna.confirm).toBeDisabled()
})

test('where one tap moves, a place that stands for several moves only shows one @device', async ({ come }) => {
  const anna = await come()
  await anna.prefer({ confirm: 'single' })
  await anna.playNow('castelli')
  await anna.turn()
  const before = await anna.number()
  const place = await anna.page.locator('.boardhost .place.can').first().getAttribute('data-place')
  await anna.page.locator(`[data-place="${place}"]`).dispatchEvent('click')
  await anna.page.locator('.ways').waitFor()
  const lifted = await anna.number()
  expect(lifted).not.toBe(before)
  await anna.page.locator(`.boardhost [data-place="${place}"]`).dispatchEvent('click')
  await expect(anna.confirm).toBeEnabled()
  expect(await anna.number()).toBe(lifted)
})

test('Castellan: the focus stays on the board from piece to piece, and the board does not stick to the mouse @device', async ({
  come,
}) => {
  const anna = await come()
  await anna.playNow('castellan')
  const legal = anna.page.locator('.boardhost .place.can')
  for (let i = 0; i < 30 && !(await legal.count()); i++) {
    await anna.turn()
    if (!(await legal.count())) await anna.move(0)
  }
  await legal.first().focus()
  const before = await anna.number()
  await anna.page.keyboard.press('Enter')
  await expect(anna.confirm).toBeEnabled()
  await anna.page.keyboard.press('Enter')
  await expect.poll(() => anna.number()).not.toBe(before)
  if (await legal.count()) await expect(anna.page.locator('.boardhost :focus')).toHaveCount(1) // a place, or the piece that was laid
  const box = (await anna.page.locator('.boardhost > svg').boundingBox())!
  const view = () => anna.page.locator('.boardhost > svg').getAttribute('viewBox')
  const still = await view()
  await anna.page.mouse.move(box.x + box.width - 3, box.y + box.height / 2)
  await anna.page.mouse.down()
  await anna.page.mouse.move(box.x + box.width + 60, box.y + box.height / 2)
  await anna.page.mouse.up()
  await anna.page.mouse.move(box.x + box.width / 2, box.y + box.height / 3, { steps: 4 })
  expect(await view()).toBe(still)
})

test('Enter held down chooses, and confirms nothing @device', async ({ come }) => {
  const anna = await come()
  await anna.playNow('castelli')
  await anna.turn()
  const before = await anna.number()
  await anna.page.locator('.boardhost .place.can').first().focus()
  for (let i = 0; i < 4; i++) await anna.page.keyboard.down('Enter')
  await anna.page.keyboard.up('Enter')
  await expect(anna.confirm).toBeEnabled()
  expect(await anna.number()).toBe(before)
})

test('why not: the rule is named and can be opened @device @views', async ({ come }) => {
  const anna = await come()
  await anna.playNow('castelli')
  await anna.turn()
  await anna.page.keyboard.press('n')
  await anna.page.locator('#notation').fill('build A1N')
  await anna.page.keyboard.press('Enter')
  await anna.page.locator('.ask button', { hasText: 'Rule' }).click()
  await expect(anna.page.locator('.clausebox .clause')).toBeVisible()
})

for (const language of some(languages, 2))
  test(`why not is answered in the language of the page: ${language}${language === 'de' ? ' @device' : ''}`, async ({ come }) => {
    const anna = await come({ locale: language })
    const words = catalogue(language)
    for (const [game, move, said] of [
      ['castelli', 'build A1N', words['castelli.why.build.rock']],
      ['castellan', 'build', words['castellan.why.build.card']],
      ['castle', 'wall a1-a9', words['castle.why.line'].replace('{text}', 'a1-a9').replace(/\{other\}.*/, '')],
    ]) {
      await anna.playNow(game)
      await anna.turn()
      if (!(await anna.page.locator('#notation').count())) await anna.page.keyboard.press('n')
      await anna.page.locator('#notation').fill(move)
      await anna.page.keyboard.press('Enter')
      await expect(anna.page.locator('.ask h2')).toContainText(move)
      await expect(anna.page.locator('.ask p').first()).toContainText(said)
      await expect(anna.page.locator('#live span').last()).toContainText(said)
    }
  })

test('the clause of a chosen move comes with the position, or is asked for', async ({ come }) => {
  const anna = await come()
  let asked = 0
  anna.alter = message => {
    if (message.do === 'why') asked++
  }
  await anna.playNow('castelli')
  await anna.turn()
  const place = anna.page.locator('.boardhost .place.can').first()
  await place.dispatchEvent('click')
  await expect(anna.page.locator('.rulelink')).toHaveText('2.2')
  anna.retell = message => {
    if (message.position) message.position.clauses = message.position.moves.map(() => '9.9')
  }
  await anna.page.reload()
  await anna.turn()
  asked = 0
  await place.dispatchEvent('click')
  await expect(anna.page.locator('.rulelink')).toHaveText('9.9')
  expect(asked).toBe(0)
})

test('hot seat: the table is covered while the device changes hands @device @views', async ({ come }) => {
  const anna = await come()
  await makeTable(anna, 'castle', ['me', 'me'])
  const seen = new Set<string>()
  let title = ''
  for (let i = 0; i < 12; i++) {
    await anna.page.locator('main.cover, main.table').first().waitFor()
    if (await anna.page.locator('main.cover').count()) {
      expect(await anna.page.locator('.cardface, .boardhost').count(), 'nothing of the table while covered').toBe(0)
      title = await anna.page.locator('main.cover h1').innerText()
      seen.add(title)
      await anna.page.locator('main.cover button').click()
    }
    await anna.turn()
    const name = title.replace('Hand over to ', '')
    const told = await anna.page.locator('.log li, #live p').allInnerTexts()
    expect(told.filter(text => / was dealt: | drew: /.test(text) && !text.includes(name))).toEqual([])
    await anna.move(i)
  }
  expect(seen.size).toBe(2)
})

test('a spectator sees the table, may talk, and has nothing to choose', async ({ come }) => {
  const anna = await come(),
    zoe = await come()
  await makeTable(anna, 'castle', ['me', '1'], { public: true })
  await anna.turn()
  await zoe.open()
  await zoe.page.locator('section[aria-labelledby=list-live] a.btn').first().click()
  await zoe.page.locator('.boardhost svg').waitFor()
  await expect(zoe.page.locator('.watching')).toBeVisible()
  await expect(zoe.confirm).toHaveCount(0)
  await expect(zoe.page.locator('.boardhost .place.can')).toHaveCount(0)
  await anna.page.keyboard.press('c')
  await anna.page.locator('#chat-box').fill('Hello there')
  await anna.page.keyboard.press('Enter')
  await expect(zoe.page.locator('.chat li').last()).toContainText('Hello there')
})

test('taking back what others have seen needs their consent @views', async ({ come }) => {
  const anna = await come(),
    bram = await come()
  await together(anna, bram, 'castelli')
  const first = await Promise.race([anna, bram].map(person => person.turn().then(() => person)))
  const other = first === anna ? bram : anna
  const before = Number(await first.number())
  await first.move(3)
  await expect.poll(async () => Number(await other.number())).toBeGreaterThan(before)
  await first.page.keyboard.press('z')
  await expect(other.page.locator('.ask .main')).toBeVisible()
  await other.page.locator('.ask .main').click()
  await expect.poll(async () => Number(await first.number())).toBe(before)
  await expect.poll(async () => Number(await other.number())).toBe(before)
})

test('who leaves is played by a computer and can take the seat back', async ({ come }) => {
  const anna = await come(),
    bram = await come()
  await together(anna, bram, 'castellan')
  const table = anna.table
  await anna.page.locator('.bar button[aria-haspopup]').click()
  await anna.page.locator('.menulist button', { hasText: 'Leave' }).click()
  await anna.page.locator('.dialog .main').click()
  await anna.page.locator('main.start').waitFor()
  await expect(bram.page.locator('.player.p1 .meta')).toContainText('played by the computer')
  await anna.open(`#/table/${table}`)
  await anna.page.locator('.player .back').click()
  await expect(anna.page.locator('.player .back')).toHaveCount(0)
  await expect(bram.page.locator('.player.p1 .meta')).toContainText('connected')
})

test('more of a list than is shown at first', async ({ come }) => {
  const anna = await come()
  for (let i = 0; i < 20; i++) {
    await anna.playNow('castellan')
    await anna.turn()
  }
  await anna.open()
  const rows = anna.page.locator('section[aria-labelledby=list-mine] .row')
  await expect(anna.page.locator('section[aria-labelledby=list-turn] .row')).toHaveCount(6)
  await expect(rows).toHaveCount(12)
  await anna.page.locator('[data-more=mine]').click()
  await expect(rows).toHaveCount(14)
  await expect(anna.page.locator('[data-more=mine]')).toHaveCount(0)
})

test('dialogs give the focus back, and forget a password that was not sent', async ({ come }) => {
  const anna = await come()
  await anna.open()
  const menu = anna.page.locator('.bar button[aria-haspopup]')
  for (const leave of ['button[aria-label=Close]', '.buttons .btn:not(.main, .bare)', 'Escape']) {
    await menu.focus()
    await anna.page.keyboard.press('Enter')
    await anna.page.locator('.menulist button', { hasText: 'Log in' }).click()
    await expect(anna.page.locator('#account-name')).toHaveValue('')
    await expect(anna.page.locator('#account-password')).toHaveValue('')
    await anna.page.fill('#account-name', 'Anna')
    await anna.page.fill('#account-password', 'a long enough password')
    if (leave === 'Escape') await anna.page.keyboard.press(leave)
    else await anna.page.locator('.dialog ' + leave).click()
    await expect(anna.page.locator('dialog')).toHaveCount(0)
    await expect(menu).toBeFocused()
  }
})

test('too short a password is said in the form', async ({ come }) => {
  const anna = await come()
  await anna.open()
  await anna.page.locator('.bar button[aria-haspopup]').click()
  await anna.page.locator('.menulist button', { hasText: 'Create an account' }).click()
  await anna.page.fill('#account-name', 'Anna')
  await anna.page.fill('#account-password', 'abc')
  await anna.page.locator('.account .main').click()
  await expect(anna.page.locator('.formerror')).toHaveText(catalogue('en')['account.limit'])
})

test('a table for fewer forgets that somebody begins who is not there; what the server refuses is said in the dialog', async ({
  come,
}) => {
  const anna = await come()
  await anna.open()
  await anna.page.locator('.hero button').click()
  await anna.page.selectOption('#create-game', 'castle')
  await anna.page.locator('.create .seg label', { hasText: '4' }).click()
  await anna.page.selectOption('#option-first', '3')
  await anna.page.locator('.create .seg label', { hasText: '2' }).click()
  await expect(anna.page.locator('#option-first')).toHaveValue('random')
  anna.alter = message => {
    if (message.do === 'create') message.options = ['first=9']
  }
  await anna.page.locator('[data-create]').click()
  await expect(anna.page.locator('.dialog .notice.bad')).toBeVisible()
  anna.alter = null
  await anna.page.locator('[data-create]').click()
  await anna.page.locator('main.lobby').waitFor()
})

test('an account keeps games, and can be left and deleted', async ({ come }) => {
  const anna = await come()
  await anna.playNow('castelli')
  const menu = (text: string) => async () => {
    await anna.page.locator('.bar button[aria-haspopup]').click()
    await anna.page.locator('.menulist button', { hasText: text }).first().click()
  }
  await menu('Create an account')()
  await anna.page.fill('#account-name', 'Anna of Hill')
  await anna.page.fill('#account-password', 'a long enough password')
  await anna.page.locator('.account .main').click()
  await expect(anna.page.locator('.notice')).toContainText('account has been created')
  await anna.open()
  await expect(anna.page.locator('.yourturn .row, section[aria-labelledby=list-mine] .row')).toHaveCount(1)
  await menu('Log out')()
  await expect(anna.page.locator('.yourturn .row, section[aria-labelledby=list-mine] .row')).toHaveCount(0)
  await menu('Log in')()
  await anna.page.fill('#account-name', 'Anna of Hill')
  await anna.page.fill('#account-password', 'wrong wrong wrong')
  await anna.page.locator('.account .main').click()
  await expect(anna.page.locator('.formerror')).toBeVisible()
  await anna.page.fill('#account-password', 'a long enough password')
  await anna.page.locator('.account .main').click()
  await expect(anna.page.locator('.yourturn .row, section[aria-labelledby=list-mine] .row')).toHaveCount(1)
  await menu('Delete my account')()
  await anna.page.fill('#account-password', 'a long enough password')
  await anna.page.locator('.account .main').click()
  await expect(anna.page.locator('.notice')).toContainText('deleted')
})
