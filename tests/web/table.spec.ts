/* table.spec.ts: life at a table: clocks, who is there, invitations, chat, sound, pauses for reactions, the end and a rematch. */
import { catalogue, expect, makeTable, test, together, type Person } from './test'

const seconds = async (person: Person, seat: number): Promise<number> => {
  const [minutes, rest] = (await person.page.locator(`.player.p${seat} .clock`).innerText()).split(':').map(Number)
  return minutes * 60 + rest
}

/* The dialog offers minutes and days; on its way to the server the clock gets seconds. */
const shorten = (person: Person, kind: string, to: number) => {
  person.alter = message => {
    if (message.do !== 'create') return
    expect(message.clock.kind).toBe(kind)
    message.clock.seconds = to
  }
}

for (const [kind, choice] of [
  ['move', 'move-60'],
  ['game', 'game-900'],
])
  test(`a clock for the ${kind} runs, runs out, and the seat can be taken back from the computer`, async ({ come }) => {
    const anna = await come(),
      bram = await come()
    shorten(anna, kind, 9)
    await together(anna, bram, 'castelli', ['me', 'open'], { clock: choice })
    const first = await Promise.race([anna, bram].map(person => person.turn().then(() => person)))
    const seat = first === anna ? 1 : 2,
      other = first === anna ? bram : anna
    const before = await seconds(first, seat)
    expect(before).toBeLessThanOrEqual(9)
    await expect.poll(() => seconds(first, seat)).toBeLessThan(before)
    expect(await seconds(first, 3 - seat), 'the other clock stands').toBe(9)
    await expect(other.page.locator(`.player.p${seat} .meta`)).toContainText('played by the computer')
    await first.page.locator('.player .back').click()
    await expect(first.page.locator('.player .back')).toHaveCount(0)
    await expect(other.page.locator(`.player.p${seat} .meta`)).toContainText('connected')
    if (kind === 'game') await expect.poll(() => seconds(first, seat), 'a minute to go on with').toBeGreaterThan(9)
  })

test('sound is off at first, and can be turned on', async ({ come }) => {
  const anna = await come()
  await anna.page.addInitScript(() => {
    const w = window as any
    w.notes = 0
    const node = () => ({
      connect: (to: any) => to,
      start: () => {
        w.notes++
      },
      stop: () => undefined,
      frequency: {},
      gain: { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} },
    })
    w.AudioContext = class {
      state = 'suspended'
      resume() {
        this.state = 'running'
        w.resumed = true
      }
      currentTime = 0
      destination = {}
      createOscillator = node
      createGain = node
    }
  })
  const notes = () => anna.page.evaluate(() => (window as any).notes as number)
  await anna.playNow('castelli')
  for (let i = 0; i < 4; i++) {
    await anna.turn()
    await anna.move(0)
  }
  await anna.turn() // nothing else happens now
  expect(await notes()).toBe(0)
  await anna.page.locator('.bar button[aria-haspopup]').click()
  await anna.page.locator('.menulist button', { hasText: 'Settings' }).click()
  await anna.page.locator('.settings .tick', { hasText: 'Sound' }).click()
  await expect.poll(notes, 'it is heard at once what was turned on').toBe(2)
  expect(await anna.page.evaluate(() => (window as any).resumed), 'browsers let no page begin with sound').toBe(true)
  await anna.page.keyboard.press('Escape')
  await anna.turn()
  await anna.move(0)
  await anna.turn()
  await expect.poll(notes).toBeGreaterThan(2)
  await anna.page.reload()
  await anna.turn()
  const before = await notes()
  await anna.move(0)
  await anna.turn()
  await expect.poll(notes, 'it stays on').toBeGreaterThan(before)
})

test('who is there, who went, and who came back', async ({ come }) => {
  const anna = await come(),
    bram = await come()
  await together(anna, bram, 'castle')
  const meta = anna.page.locator('.player.p2 .meta')
  await expect(meta).toHaveText('connected')
  const address = bram.page.url()
  await bram.page.goto('about:blank')
  await expect(meta).toHaveText('not here')
  await bram.page.goto(address)
  await expect(meta).toHaveText('connected')
})

test('a table that is not in the lists is open to those who have the link, and to nobody else', async ({ come }) => {
  const anna = await come(),
    bram = await come()
  await makeTable(anna, 'castellan', ['me', 'open'])
  const link = await anna.page.locator('#invite-link').inputValue()
  await bram.open()
  await bram.page.locator('section[aria-labelledby=list-open] .panel').waitFor()
  await expect(bram.page.locator('section[aria-labelledby=list-open] .row')).toHaveCount(0)
  await bram.page.goto(link.replace(/\?.*/, ''))
  await expect(bram.page.locator('main.message h1')).toHaveText('This table cannot be opened.')
  await expect(bram.page.locator('[data-join]')).toHaveCount(0)
  /* The key helps also when it comes before the answer to the address without it. */
  await bram.page.goto(bram.server.url)
  bram.delay = message => (message.error ? 500 : 0)
  await bram.page.goto(link.replace(/\?.*/, ''))
  await bram.page.goto(link)
  await bram.page.locator('[data-join="2"]').click()
  await expect(anna.page.locator('[data-start]')).toBeEnabled()
})

test('chat: not too much at once, and nothing of what was written is lost', async ({ come }) => {
  const anna = await come(),
    zoe = await come()
  await makeTable(anna, 'castle', ['me', '1'], { public: true })
  await anna.turn()
  await zoe.open(`#/table/${anna.table}`)
  await zoe.page.locator('.watching').waitFor()
  await zoe.page.keyboard.press('c')
  const box = zoe.page.locator('#chat-box')
  await box.fill('x'.repeat(400))
  expect((await box.inputValue()).length, 'as long as the server takes').toBe(300)
  await zoe.page.keyboard.press('Enter')
  await expect(anna.page.locator('.chat li').last()).toContainText('x'.repeat(300))
  const refused = zoe.page.locator('.notice.bad')
  let line = ''
  for (let i = 1; i <= 40 && !(await refused.count()); i++) {
    line = `line ${i}.`
    await box.fill(line)
    await zoe.page.keyboard.press('Enter')
    await expect.poll(async () => (await box.inputValue()) === '' || (await refused.count()) > 0).toBe(true)
    if (i < 5) await expect(box, 'as fast as people write').toHaveValue('')
  }
  await expect(refused).toBeVisible()
  await expect(box).toHaveValue(line)
  await expect(anna.page.locator('.chat li', { hasText: 'line 4.' })).toHaveCount(1)
  await expect(anna.page.locator('.chat li', { hasText: line })).toHaveCount(0)
  await expect(anna.page.locator('.chat li', { hasText: '<' })).toHaveCount(0)
  await anna.page.keyboard.press('c')
  await anna.page.locator('#chat-box').fill('<b>bold</b> & "quoted"')
  await anna.page.keyboard.press('Enter')
  await expect(zoe.page.locator('.chat li').last()).toContainText('<b>bold</b> & "quoted"')
})

test('a spectator sees no hand, follows the moves, and can look back', async ({ come }) => {
  const anna = await come(),
    zoe = await come()
  await makeTable(anna, 'castle', ['me', '1'], { public: true })
  await anna.turn()
  await zoe.open(`#/table/${anna.table}`)
  await zoe.page.locator('.boardhost svg').waitFor()
  await expect(anna.page.locator('[data-card]')).not.toHaveCount(0)
  await expect(zoe.page.locator('[data-card]')).toHaveCount(0)
  for (const message of zoe.heard) if (message.position) expect(message.position.seat).toBe(0)
  await anna.move(2)
  const number = await anna.number()
  await expect.poll(async () => Number(await zoe.number())).toBeGreaterThanOrEqual(Number(number))
  await zoe.page.locator('.actions button', { hasText: 'Look back' }).click()
  await expect(zoe.page.locator('#replay-slider')).toBeVisible()
  await zoe.page.keyboard.press('[')
  await zoe.page.keyboard.press('Escape')
  await expect(zoe.page.locator('#replay-slider')).toHaveCount(0)
})

test('others have time to react, and may say that they will not in this turn', async ({ come }) => {
  const anna = await come(),
    bram = await come()
  anna.alter = message => {
    if (message.do === 'create') message.reaction = 1200
  }
  await together(anna, bram, 'castelli', ['me', 'open'], { options: ['Battle'] })
  const people = [anna, bram]
  for (const person of people)
    await person.page.evaluate(() => {
      new MutationObserver(() => {
        const pause = document.querySelector('.ask.pausing')
        if (pause) (window as any).seen = pause.textContent
        if (pause && document.querySelector('.boardhost .place.can, .hostpanel button[data-move]'))
          (window as any).both = pause.textContent
      }).observe(document.body, { childList: true, subtree: true })
    })
  const pauses = (person: Person) => person.heard.filter(m => m.is === 'pause').length
  const active = (): number => anna.heard.filter(m => m.position).at(-1)!.position.view.active
  /* Everybody moves who may, until something is so. */
  const playUntil = async (done: () => boolean) => {
    for (let i = 0; i < 400 && !done(); i++) {
      for (const person of people) {
        const may = await person.page.locator('.boardhost .place.can, .hostpanel [data-move]').count()
        if (may && !done()) await person.move(0).catch(() => undefined) // a reaction's time may be over meanwhile
      }
      await anna.page.waitForTimeout(20)
    }
    expect(done()).toBe(true)
  }
  await playUntil(() => pauses(bram) > 0 && active() === 1)
  const told = bram.heard.find(m => m.is === 'pause')
  expect(told.ms).toBeGreaterThan(0)
  await playUntil(() => active() === 2)
  await playUntil(() => active() === 1)
  const tick = bram.page.locator('label.tick', { hasText: 'I will not react' }).locator('input')
  await tick.check()
  const before = pauses(bram)
  await playUntil(() => active() === 2)
  expect(pauses(bram), 'no pause in the turn in which nobody wants one').toBe(before)
  const since = pauses(anna)
  await playUntil(() => pauses(anna) > since)
  for (const person of people)
    expect(await person.page.evaluate(() => (window as any).seen), 'the page says that others may react').toMatch(/may react/)
  await playUntil(() => active() === 1)
  await expect(tick).not.toBeChecked()
  for (const person of people)
    expect(await person.page.evaluate(() => (window as any).both), 'who has moved cannot move again').toBeUndefined()
})

test('a table that everybody left is over for who comes late', async ({ come }) => {
  const anna = await come(),
    bram = await come()
  await makeTable(anna, 'castle', ['me', 'open'])
  const link = await anna.page.locator('#invite-link').inputValue()
  await anna.page.locator('.row .btn.bare').first().click()
  await anna.page.locator('.dialog .main').click()
  await expect(anna.page.locator('main.message h1')).toHaveText(catalogue('en')['table.left'])
  await bram.open()
  await bram.page.goto(link)
  await expect(bram.page.locator('main.message h1')).toHaveText(catalogue('en')['table.left'])
})

test('a rematch begins when everybody has said yes', async ({ come }) => {
  const anna = await come(),
    bram = await come()
  await together(anna, bram, 'castellan')
  await bram.page.locator('.bar button[aria-haspopup]').click()
  await bram.page.locator('.menulist button', { hasText: 'Resign' }).click()
  await bram.page.locator('.dialog .main').click()
  const old = anna.table
  for (const person of [anna, bram]) await expect(person.page.locator('.over')).toBeVisible({ timeout: 120000 })
  for (const [person, button] of [
    [anna, 'Play again'],
    [bram, catalogue('en')['over.toRematch']],
  ] as const) {
    await person.page.locator('.over button', { hasText: button }).click()
    await expect(person.page).not.toHaveURL(new RegExp(old))
    if (person === anna) await anna.page.locator('main.lobby').waitFor() // until Bram has said yes, too
  }
  expect(bram.table).toBe(anna.table)
  for (const person of [anna, bram]) await person.page.locator('.boardhost svg').first().waitFor()
})

test('after the end the largest mistakes are shown: in a list, the graph and the log, each a link to its position @device', async ({
  come,
}) => {
  const anna = await come()
  await makeTable(anna, 'castellan', ['me', '1'])
  for (let i = 0; i < 25 && (await anna.turn()) === 'move'; i++) await anna.move(i * 7) // without a thought
  await anna.page.locator('.bar button[aria-haspopup]').click()
  await anna.page.locator('.menulist button', { hasText: 'Resign' }).click()
  await anna.page.locator('.dialog .main').click()
  await anna.page.locator('[data-analyse]').click({ timeout: 120000 })
  const found = anna.page.locator('[data-mistake]')
  await expect(anna.page.locator('.analysis h3')).toHaveText(/mistakes? to learn from/, { timeout: 120000 })
  const count = await found.count()
  expect(count).toBeGreaterThan(0)
  await expect(anna.page.locator('.graph .mistake')).toHaveCount(count)
  await expect(anna.page.locator('.log .mistakemark')).toHaveCount(count)
  const below = () => {
    const bottoms = [...document.querySelectorAll('main, .left > *, .right > *')].map(el => el.getBoundingClientRect().bottom)
    return document.documentElement.scrollHeight - Math.max(innerHeight, ...bottoms.map(bottom => bottom + scrollY))
  }
  expect(await anna.page.evaluate(below), 'no blank strip below the page').toBeLessThanOrEqual(24)
  await expect(found.first()).toContainText('Better: ')
  await expect(found.first().locator('.worth')).toHaveText(/\d+% lower chance to win/)
  const number = await found.first().getAttribute('data-mistake')
  await found.first().click()
  await expect(anna.page.locator('#replay-slider')).toHaveValue(number!)
  await expect(anna.page).toHaveURL(new RegExp(`/${number}(\\?|$)`))
})
