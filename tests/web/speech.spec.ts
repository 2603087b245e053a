/* speech.spec.ts: what is said, and where the focus is: faults that were found by playing with a screen reader's eyes. */
import { ears, focused, hears, hush, keptFocus, listen, playByKeys as play, saidOnce } from './ears'
import { expect, makeTable, test, together, type Person } from './test'

const said = async (person: Person) => (await ears(person)).said

test('the focus never falls away: at the start, typing, choosing, taking back, in chat @device', async ({ come }) => {
  const anna = await come()
  const { page } = anna
  const keys = page.keyboard
  await play(anna, 'castelli')
  await keptFocus(anna, 'a table was started')
  await keys.press('n')
  await keys.type('lift ' + (await page.locator('.place.can[data-move^=lift]').first().getAttribute('data-place')))
  await keys.press('Enter')
  await expect(anna.confirm).toHaveAttribute('data-confirm', 'chosen')
  await keys.press('Enter')
  await page.locator('.ways').waitFor()
  await expect(page.locator('#notation')).toBeFocused()
  await expect(page.locator('#notation')).toHaveValue('')
  await expect(page.locator('#notation')).toBeEnabled()
  await keptFocus(anna, 'a typed move')
  await keys.type('nonsense')
  await keys.press('Enter')
  await expect(page.locator('#notation')).toHaveValue('')
  await keys.type('pla')
  await keys.press('Escape')
  await expect(page.locator('#notation')).toHaveValue('')
  await keys.press('Escape')
  await keptFocus(anna, 'Esc in the box')
  await page.locator('.ways button').nth(1).focus()
  await keys.press('Enter')
  await keys.press('z')
  await keptFocus(anna, 'z in the choice')
  await keys.press('Enter')
  await expect(anna.confirm).toHaveAttribute('data-confirm', 'chosen')
  await keys.press('Enter')
  await page.locator('.ways').waitFor({ state: 'detached' })
  await keptFocus(anna, 'the tile was laid')
  await keys.press('c')
  await expect(page.locator('#chat-box')).toBeFocused()
  await keys.press('Escape')
  await keptFocus(anna, 'Esc in the chat')
  const end = page.locator('[data-move=end]')
  await end.focus()
  await keys.press('Enter')
  await keys.press('Enter')
  await expect(end).toHaveCount(0)
  await anna.turn()
  await keptFocus(anna, 'the turn was ended')
  await keys.press('t')
  await page.locator('[data-textmove]').first().focus()
  const number = await anna.number()
  await keys.press('Enter')
  await keys.press('Enter')
  await expect.poll(() => anna.number()).not.toBe(number)
  await keptFocus(anna, 'a move of the board in words')
  const mine = anna.table
  await page.goto(anna.server.url + '/#/')
  await page.locator(`a[href*="${mine}"]`).first().focus()
  await keys.press('Enter')
  await page.locator('.boardhost svg').waitFor()
  await keptFocus(anna, 'a table of My games')
})

test('with "At once" the box is empty after a move; nothing of a table is left at the next @device', async ({ come }) => {
  const anna = await come()
  const { page } = anna
  await anna.prefer({ confirm: 'single' })
  await play(anna, 'castelli')
  await page.keyboard.press('n')
  await page.keyboard.type('lift ' + (await page.locator('.place.can[data-move^=lift]').first().getAttribute('data-place')))
  await page.keyboard.press('Enter')
  await page.locator('.ways').waitFor()
  await expect(page.locator('#notation')).toHaveValue('')
  await page.keyboard.type('half a mo')
  await page.goto(anna.server.url + '/#/')
  await page.locator('main.start').waitFor()
  await page.locator('[data-play=castle]').click()
  await page.locator('.boardhost svg').waitFor()
  await anna.turn()
  expect(await page.locator('#live').innerText(), 'the last table').not.toMatch(/tile/i)
  await page.locator('main').focus()
  await page.keyboard.press('n')
  await expect(page.locator('#notation')).toHaveValue('')
})

test('a look back is spoken, a way back says what it takes back, one does not hear oneself @device', async ({ come }) => {
  const anna = await come()
  await play(anna, 'castelli')
  await anna.move(0)
  await hush(anna)
  await anna.page.keyboard.press('[')
  await hears(anna, /Move \d+ of \d+: .*(lifted the tile|The tile on)/) // a drawn card is one more step
  await hush(anna)
  await anna.page.keyboard.press(']')
  const [, at, last] = /^Move (\d+) of (\d+): ./.exec(await hears(anna, /^Move \d+ of \d+: ./))!
  expect(at).toBe(last)
  await hush(anna)
  await anna.page.evaluate(() => {
    for (const key of '[[]]') document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  })
  await hears(anna, /^Move/)
  await anna.page.waitForTimeout(300)
  expect((await said(anna)).length, 'who goes fast hears where they rest').toBe(1)
  await hush(anna)
  await anna.page.keyboard.press('Escape')
  await hears(anna, /^Back to now\. Lay the tile/)
  await hush(anna)
  await anna.page.keyboard.press('z')
  await hears(anna, /^Taken back: .*tile on [A-H][1-8]/)
  await hush(anna)
  await anna.page.keyboard.press('c')
  await anna.page.keyboard.type('Hello to myself')
  await anna.page.keyboard.press('Enter')
  await expect(anna.page.locator('.chat li').last()).toContainText('Hello to myself')
  expect((await said(anna)).join()).not.toContain('Hello to myself')
})

test('names say things once and say what they mean @device', async ({ come }) => {
  const anna = await come()
  for (const game of ['castelli', 'castle', 'castellan']) {
    await anna.playNow(game)
    await anna.turn()
    for (let i = 0; i < 2; i++) await anna.move(0)
    await anna.turn()
    const twice = await anna.page.evaluate(() =>
      [...document.querySelectorAll('[aria-label][title]')]
        .map(el => [el.getAttribute('aria-label')!, el.getAttribute('title')!])
        .filter(([name, title]) => title.includes(name)),
    )
    expect(twice, 'said twice, as the name and as its description').toEqual([])
    const card = (await anna.page.locator('.players').ariaSnapshot()).replace(/\n\s*/g, ' ')
    const goods = { castelli: /\d+ wood, \d+ grain, \d+ rock/, castle: /\d cards? in hand/, castellan: /\d keeps? placed/ }[game]!
    expect(card).toMatch(/Falconer, computer: \d+ points?, /)
    expect(card).toMatch(goods)
    expect(await anna.page.locator('main').innerText()).not.toMatch(/red sign/)
  }
  const picks = anna.page.locator('.picks')
  for (let i = 0; i < 12 && !(await picks.count()); i++) {
    await anna.turn() // there may be more cards to play before something is built
    if (await anna.page.locator('[data-confirm=onward]').count()) await anna.confirm.dispatchEvent('click')
    else await anna.move(0)
  }
  expect(await picks.ariaSnapshot()).not.toMatch(/×/)
})

test('a hint and a reason are said once @device', async ({ come }) => {
  const anna = await come()
  await play(anna, 'castle')
  await anna.page.keyboard.press('h')
  await hears(anna, /^The computer thinks/)
  await hears(anna, /^Hint: /)
  await anna.page.keyboard.press('n')
  await anna.page.keyboard.type('why nonsense')
  await anna.page.keyboard.press('Enter')
  await anna.page.locator('.choice .ask').first().waitFor()
  await saidOnce(anna)
})

test('a key that leads to where the focus is, or nowhere, still speaks, and so does Esc on a hint @device', async ({ come }) => {
  const anna = await come()
  const { keyboard } = anna.page
  await play(anna, 'castellan')
  await keyboard.press('b')
  const place = await focused(anna)
  await hush(anna)
  await keyboard.press('b')
  const again = await hears(anna, /./)
  if (place.role === 'toolbar') expect(again, 'nothing is built yet').toMatch(/^Play a card: \d in hand\.$/)
  else expect(again).toBe(place.name)
  await keyboard.press('v')
  const { name } = await focused(anna)
  await hush(anna)
  await keyboard.press('k')
  expect(await hears(anna, /^(Tower|Wall): /)).toBe(name)
  await keyboard.press('h')
  await hears(anna, /^Hint: /)
  await hush(anna)
  await keyboard.press('Escape')
  await hears(anna, /^Closed\.$/)
  await expect(anna.page.locator('.hints')).toHaveCount(0)
})

test('what comes in one moment is one paragraph, what is said again is new to screen readers @device', async ({ come }) => {
  const anna = await come()
  const { keyboard } = anna.page
  await play(anna, 'castelli')
  await keyboard.press('n')
  const lines = anna.page.locator('#live p')
  const ask = async (text: string, answer: RegExp) => {
    await hush(anna)
    await keyboard.type(text)
    await keyboard.press('Enter')
    await hears(anna, answer, text)
    await anna.page.waitForTimeout(400) // the next one is another moment
    return (await lines.last().textContent())!
  }
  const last = async () => (await lines.locator('span').last().textContent())!
  const why: string[] = []
  for (const text of ['nonsense', 'why nonsense', 'why nonsense']) {
    await ask(text, /Rule/)
    why.push(await last())
  }
  expect(new Set(why.map(text => text.trimEnd())).size).toBe(1)
  expect(why[0], 'Orca is silent if it is told the same text again').not.toBe(why[1])
  expect(why[1]).not.toBe(why[2])
  const cell = await anna.page.locator('.place.can[data-move^=lift]').first().getAttribute('data-place')
  await ask('lift ' + cell, /Enter confirms/)
  await ask('', /^Lay the tile/)
  const texts = await lines.allTextContents()
  expect(texts.filter(text => /You lifted .* Lay the tile/.test(text)).length, 'what happened, then the decision').toBe(1)
  expect(await ask('z', /^Lift a tile/)).toMatch(/Taken back: .* Lift a tile/)
})

test('the board is no application, which Orca would leave in silence', async ({ come }) => {
  const anna = await come()
  for (const game of ['castelli', 'castle', 'castellan']) {
    await anna.playNow(game)
    await expect(anna.page.getByRole('toolbar')).toHaveAccessibleName(/^Board of|^The castle/)
    await expect(anna.page.getByRole('application')).toHaveCount(0)
  }
})

test('a dialog that closes does not bring back what was said before', async ({ come }) => {
  const anna = await come()
  await play(anna, 'castle')
  await anna.page.keyboard.press('d')
  await expect(anna.page.locator('#live')).toContainText('Build a wall')
  await anna.page.keyboard.press('?')
  await anna.page.locator('dialog').waitFor()
  await expect(anna.page.locator('#live')).toBeEmpty()
  await anna.page.keyboard.press('Escape')
  await anna.page.locator('dialog').waitFor({ state: 'detached' })
  await keptFocus(anna, 'the dialog was closed')
})

test('whoever is asked whether they are sure hears what for, on the button that does nothing', async ({ come }) => {
  const anna = await come()
  await play(anna, 'castle')
  await anna.page.locator('.bar button[aria-haspopup]').click()
  await anna.page.locator('.menulist button', { hasText: 'Resign' }).focus()
  await anna.page.keyboard.press('Enter')
  await anna.page.locator('dialog.sure').waitFor()
  const button = anna.page.locator('dialog.sure :focus')
  await expect(button).not.toHaveClass(/main/)
  await expect(button).toHaveAccessibleDescription(/\w+ .*\./)
  await anna.page.keyboard.press('Enter')
  await anna.page.locator('dialog.sure').waitFor({ state: 'detached' })
  await expect(anna.page.locator('.over')).toHaveCount(0)
  await keptFocus(anna, 'the dialog was closed')
})

test('a second Enter on a guild card confirms @device', async ({ come }) => {
  const anna = await come()
  await anna.playNow('castle')
  const card = anna.page.locator('.cardface.can').first()
  for (let i = 0; i < 120 && !(await card.count()); i++) {
    if ((await anna.turn()) === 'over') break
    if (await card.count()) break
    const closing = anna.page.locator('.closing-place').first()
    if (await closing.count()) {
      await closing.dispatchEvent('click')
      await anna.page.locator('[data-confirm=chosen]').click()
      await anna.page.waitForTimeout(100)
    } else await anna.move(i * 7)
  }
  const number = await anna.number()
  await card.focus()
  await anna.page.keyboard.press('Enter')
  await expect(anna.page.locator('.cardface.on')).toHaveCount(1)
  await anna.page.keyboard.press('Enter')
  await expect.poll(() => anna.number()).not.toBe(number)
})

test('rules for passwords are told before, a graph has words, a low clock is announced', async ({ come }) => {
  const anna = await come()
  await listen(anna)
  await anna.open()
  await anna.page.locator('.bar button[aria-haspopup]').click()
  await anna.page.locator('.menulist button', { hasText: 'Create an account' }).click()
  await anna.page.locator('#account-password').waitFor()
  await expect(anna.page.locator('#account-password')).toHaveAccessibleDescription(/at least 8/)
  await expect(anna.page.locator('#account-password')).toHaveAttribute('autocomplete', 'new-password')
  await anna.page.keyboard.press('Escape')
  const bram = await come()
  anna.retell = message => {
    if (message.position?.clocks) message.position.clocks = message.position.clocks.map(() => 31500)
  }
  await together(anna, bram, 'castle', ['me', 'open'], { clock: 'game-900' })
  await anna.page.locator('.boardhost svg').waitFor()
  if (!(await anna.page.locator('.place.can').count())) {
    for (let i = 0; (await bram.page.locator('.place.can').count()) && i < 9; i++) await bram.move(0)
    await anna.turn()
  }
  await hears(anna, /30 seconds left/)
})

test('a game of people who resign is told in a few sentences @device', async ({ come }) => {
  const anna = await come()
  await listen(anna)
  await makeTable(anna, 'castellan', ['me', '1'])
  await anna.turn()
  await hush(anna)
  await anna.page.locator('.bar button[aria-haspopup]').click()
  await anna.page.locator('.menulist button', { hasText: 'Resign' }).click()
  await anna.page.locator('dialog .btn.main').click()
  await hears(anna, /wins\..*, resigned/)
  const all = await said(anna)
  expect(all.length, all.join('\n')).toBeLessThan(9)
  await expect(anna.page.locator('#over-title')).toBeFocused()
  expect((await focused(anna)).role).toBe('heading')
  await expect(anna.page.locator('.graph figcaption')).toContainText(/\d/)
})

test('turns of others are told in a sentence, in full or not at all; coming back to a table tells nothing anew', async ({
  come,
}) => {
  const anna = await come()
  await anna.prefer({ level: 1 })
  await play(anna, 'castle')
  const turn = async (speech: string) => {
    await anna.prefer({ speech })
    await anna.page.reload()
    await anna.turn()
    const seats = () => anna.heard.flatMap(m => (m.is === 'moved' ? m.lines : [])).filter(line => line.seat === 2).length
    const before = seats()
    await hush(anna)
    for (let i = 0; i < 12 && seats() === before; i++) {
      await anna.turn()
      await anna.move(i)
    }
    await anna.turn()
    await anna.page.waitForTimeout(100)
    return (await said(anna)).filter(text => /Page/.test(text) && !/^You /.test(text))
  }
  const [sentence] = await turn('turn')
  expect(sentence).toMatch(/Page.*s turn: .*\. You \d+, .*Page.* \d+\./)
  const all = await turn('all')
  expect(all.join(' ')).toMatch(/Page.* (built a wall|placed|rolled|scored|discarded|drew)/)
  expect(all.join(' ')).not.toMatch(/.s turn:/)
  expect(await turn('mine')).toEqual([])
  await hush(anna)
  await anna.cut()
  await anna.page.locator('.lostbar').waitFor()
  await anna.page.locator('.lostbar').waitFor({ state: 'detached' })
  await anna.turn()
  const news = await said(anna)
  expect(news.length, news.join('\n')).toBeLessThan(5)
})

test('every part of a table has a key; what is chosen says so, and is no toggle button @device', async ({ come }) => {
  const anna = await come()
  await play(anna, 'castelli')
  const { page } = anna
  for (const [key, part] of [
    ['b', '.boardhost'],
    ['m', '[data-confirm]'],
    ['p', '.players'],
    ['n', '#notation'],
  ]) {
    await page.keyboard.press(key)
    expect(await page.evaluate(it => !!document.activeElement!.closest(it), part), `${key} leads to ${part}`).toBe(true)
  }
  await page.keyboard.press('Escape')
  const log = page.locator('.log [tabindex="0"]')
  await anna.move(0)
  expect(await log.count(), 'the log is one tab stop').toBe(1)
  await page.keyboard.press('l')
  await expect(log).toBeFocused()
  await page.keyboard.press('v')
  expect(await page.evaluate(() => !!document.activeElement!.closest('.hostpanel'))).toBe(true)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await focused(anna)).name).toMatch(/, chosen$/)
  await expect(page.locator('[aria-pressed]')).toHaveCount(0)
  await page.keyboard.press('c')
  await expect(page.locator('#chat-box')).toBeFocused()
})

test('who begins is told the first decision, though the table was open before', async ({ come }) => {
  const anna = await come(),
    bram = await come()
  for (const person of [anna, bram]) await listen(person)
  await together(anna, bram, 'castle')
  const first = await Promise.race([anna, bram].map(person => person.turn().then(() => person)))
  await hears(first, /^The game begins\.$/)
  await hears(first, /^Build a wall: \d+ lines are free\./)
})

test('every way to a table leaves the focus on the page', async ({ come }) => {
  const anna = await come(),
    bram = await come()
  for (const person of [anna, bram]) await listen(person)
  const press = async (person: Person, selector: string) => {
    await person.page.bringToFront() // keys press no buttons of a window behind another
    await person.page.locator(selector).first().focus()
    await person.page.keyboard.press('Enter')
  }
  for (const game of ['castelli', 'castle', 'castellan']) {
    await anna.open()
    await expect(anna.page.locator(`[data-play=${game}]`)).toBeEnabled()
    await press(anna, `[data-play=${game}]`)
    await anna.page.locator('.boardhost svg').waitFor()
    await anna.turn()
    await keptFocus(anna, `${game} was started`)
  }
  await press(anna, '.bar button[aria-haspopup]')
  await anna.page.locator('.menulist button', { hasText: 'Resign' }).focus()
  await anna.page.keyboard.press('Enter')
  await press(anna, 'dialog .btn.main')
  await expect(anna.page.locator('#over-title')).toBeFocused()
  const first = anna.table
  await press(anna, '.over .btn.main')
  await expect.poll(() => anna.table).not.toBe(first)
  await anna.turn()
  await keptFocus(anna, 'one more game')
  await anna.open()
  await press(anna, '.hero button')
  await anna.page.selectOption('#create-game', 'castle')
  await anna.page.locator('.chairs select').nth(1).selectOption('open')
  await press(anna, '[data-create]')
  await anna.page.locator('main.lobby').waitFor()
  await keptFocus(anna, 'a table was made')
  const link = await anna.page.locator('#invite-link').inputValue()
  await bram.open()
  await bram.page.goto(link)
  await press(bram, '[data-join="2"]')
  await anna.page.locator('[data-start]:enabled').waitFor()
  await keptFocus(bram, 'a chair was taken')
  await press(anna, '[data-start]')
  for (const person of [anna, bram]) {
    await person.page.locator('.boardhost svg').waitFor()
    await keptFocus(person, 'the game began')
  }
})
