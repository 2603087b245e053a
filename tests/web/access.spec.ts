/* access.spec.ts: for everyone: axe on every page, keyboard only, phone, dark, large text, three languages. */
import { axe as look } from './axe'
import { games, some } from './repeat'
import { randomRecord } from './server'
import { catalogue, expect, isChromium, makeTable, test, type Person } from './test'

async function dialog(person: Person, item: RegExp): Promise<void> {
  await person.page.locator('.bar button[aria-haspopup]').click()
  await person.page.locator('.menulist button', { hasText: item }).first().click()
  await person.page.locator('dialog[open] #dialog-title').waitFor()
}

/* In the dark only the colours are others; on a phone they are the same. */
for (const [name, options, what] of some(
  [
    ['light', { colorScheme: 'light' }, 'all'],
    ['dark', { colorScheme: 'dark' }, 'colours'],
    ['phone', { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, colorScheme: 'light' }, 'no colours'],
  ] as const,
  0,
)) {
  test(`axe finds nothing on any page: ${name}`, async ({ come }) => {
    const anna = await come(options)
    const axe = (person: Person, where: string) => look(person, where, what)
    await anna.open()
    await anna.page.locator('section[aria-labelledby=list-mine] .panel').waitFor()
    await axe(anna, 'start')
    await anna.page.locator('.hero button').click()
    await axe(anna, 'create')
    await anna.page.keyboard.press('Escape')
    for (const item of [/Settings/, /Keys/, /Create an account/]) {
      await dialog(anna, item)
      await axe(anna, String(item))
      await anna.page.keyboard.press('Escape')
    }
    await anna.open('#/rules/rulings')
    await expect(anna.page.locator('h2').filter({ hasText: '4.4' })).toHaveCount(3) // a heading for each ruling, in every game
    await axe(anna, 'rulings')
    for (const hash of ['#/learn/castelli', '#/puzzles', '#/cards', '#/learn/castellan/2']) {
      await anna.open(hash)
      await anna.page.locator('.learn h1, .gallery, .lesson').first().waitFor()
      await axe(anna, hash)
    }
    for (const game of ['castelli', 'castle', 'castellan']) {
      await anna.open(`#/rules/${game}`)
      await anna.page.locator('.clause').first().waitFor()
      await axe(anna, 'rules of ' + game)
      await anna.playNow(game)
      await anna.turn()
      await axe(anna, game)
      await anna.page.locator('[data-drawer]').click()
      await anna.page.locator('.drawer details').first().waitFor()
      await axe(anna, game + ', rules beside it')
      await anna.page.locator('[data-drawer-close]').click()
      await anna.page
        .locator('.boardhost .place.can, .hostpanel [data-move], .hostpanel .cardface.can')
        .first()
        .dispatchEvent('click')
      await expect(anna.confirm).toBeEnabled()
      await axe(anna, game + ', chosen')
    }
    await makeTable(anna, 'castle', ['me', 'open'])
    await anna.page.locator('main.lobby').waitFor()
    await axe(anna, 'lobby')
    await makeTable(anna, 'castle', ['me', 'me'])
    await anna.page.locator('main.cover').waitFor()
    await axe(anna, 'cover')
    await anna.open()
    await anna.page.setInputFiles('input[type=file]', {
      name: 'g.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from(randomRecord('castelli', 4, 5)),
    })
    await anna.page.locator('.curve').first().waitFor()
    await axe(anna, 'over')
    await anna.page.locator('.over button', { hasText: 'Replay' }).click()
    await axe(anna, 'replay')
  })
}

test('nothing is wider than a phone, and fingers hit everything', async ({ come }) => {
  const anna = await come({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })
  const check = async (where: string) => {
    expect(await anna.page.evaluate(() => document.documentElement.scrollWidth), where).toBeLessThanOrEqual(360)
    const small = await anna.page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('button, select, a.btn, input:not([type=radio]):not([type=file]), summary')]
        .filter(el => el.offsetParent !== null && !el.closest('.sr'))
        .map(el => ({
          text: el.outerHTML.slice(0, 90),
          box: (el.matches('input[type=checkbox], input[type=range]') ? el.parentElement! : el).getBoundingClientRect(),
        }))
        .filter(({ box }) => box.width < 24 || box.height < 24 || (box.height < 44 && box.width < 44))
        .map(({ text, box }) => `${text} ${box.width}×${box.height}`),
    )
    expect(small, where).toEqual([])
  }
  await anna.open()
  await anna.page.waitForTimeout(300)
  await check('start')
  for (const game of ['castelli', 'castle', 'castellan']) {
    await anna.playNow(game)
    await anna.turn()
    await check(game)
    await anna.move(1)
    for (const tab of ['Chat', 'Players', 'Log']) {
      await anna.page.locator('.tabs button', { hasText: tab }).tap()
      await check(game + ' ' + tab)
    }
  }
  await anna.open('#/rules/castle')
  await anna.page.locator('.clause').first().waitFor()
  await check('rules')
})

/* The places of a board are drawn at their true size, which on a phone is less than 44 px. So a finger has an area of 44 px of its own: what
   may be chosen nearest to it within that area is meant; and the first tap only shows what it would do. */
for (const game of some(games, 2))
  test(`on a phone a finger of 44 px finds every place of ${game}, and the first tap only shows`, async ({ come }) => {
    const anna = await come({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })
    const { page } = anna
    test.skip(!isChromium(page), 'the driver of Firefox has no finger')
    await anna.playNow(game)
    const can = page.locator('.boardhost .place.can')
    for (let i = 0; i < 12; i++) {
      await anna.turn()
      if ((await can.count()) > (game === 'castellan' && i < 6 ? 99 : 2)) break
      await anna.move(i * 5)
    }
    await page.evaluate(() => document.querySelector('.boardhost')!.scrollIntoView({ block: 'center' }))
    const number = await anna.number()
    const middles = await can.evaluateAll(all =>
      all.map(el => {
        const { x, y, width, height } = el.querySelector('.hit, .legal, .legal-line, .closing-line')!.getBoundingClientRect()
        return { id: el.getAttribute('data-place')!, x: x + width / 2, y: y + height / 2 }
      }),
    )
    expect(middles.length).toBeGreaterThan(0)
    const chosen = () =>
      page.evaluate(() => document.querySelector('.boardhost .place[data-chosen=true]')?.getAttribute('data-place') ?? null)
    const clear = async () => {
      await page.keyboard.press('Escape')
      await expect.poll(chosen).toBeNull()
    }
    let far = 0
    /* Where a finger covers two places of Castellan the board comes nearer: then they are far enough apart for the second tap. */
    const nearer = async (id: string): Promise<boolean> => {
      await page.waitForTimeout(100)
      if (game !== 'castellan' || !(await page.locator('.boardhost svg.moved').count())) return false
      expect(await chosen(), 'nothing is chosen by guessing').toBeNull()
      const { x, y, width, height } = (await page.locator(`.boardhost [data-place="${id}"] .hit`).boundingBox())!
      await page.touchscreen.tap(x + width / 2, y + height / 2)
      await expect.poll(chosen, `a second tap on ${id}`).toBe(id)
      await clear()
      await page.locator('.board-tools button').last().tap()
      return true
    }
    for (const { id, x, y } of middles.filter((_, i) => i % Math.ceil(middles.length / 12) === 0)) {
      await page.touchscreen.tap(x, y)
      if (await nearer(id)) continue
      await expect.poll(chosen, `a tap on ${id}`).toBe(id)
      await clear()
      for (const [dx, dy] of [
        [16, 0],
        [-16, 0],
        [0, 16],
        [0, -16],
        [6, 0],
        [0, 6],
      ]) {
        const at = { x: x + dx, y: y + dy }
        const next = Math.min(...middles.filter(m => m.id !== id).map(m => Math.hypot(m.x - at.x, m.y - at.y)))
        if (next < 2.5 * Math.hypot(dx, dy)) continue // another place is about as near
        far++
        await page.touchscreen.tap(at.x, at.y)
        if (await nearer(id)) continue
        await expect.poll(chosen, `a tap beside ${id}`).toBe(id)
        await clear()
      }
    }
    console.log(`      ${middles.length} places, ${far} taps beside them`)
    expect(far).toBeGreaterThan(3)
    expect(await anna.number(), 'nothing was moved by a single tap').toBe(number)
  })

test('at twice the size everything is still there', async ({ come }) => {
  const anna = await come({ viewport: { width: 640, height: 480 } }) // 1280 × 960 at 200 %
  for (const hash of ['#/', '#/rules/castelli']) {
    await anna.open(hash)
    await anna.page.waitForTimeout(300)
    expect(await anna.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(640)
  }
  await anna.playNow('castelli')
  expect(await anna.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(640)
  await expect(anna.page.locator('.boardhost svg')).toBeVisible()
})

test('the dark theme is dark, by the system and by choice', async ({ come }) => {
  const light = () => anna.page.evaluate(() => Number(/\d+/.exec(getComputedStyle(document.body).backgroundColor)![0]))
  const anna = await come({ colorScheme: 'dark', viewport: { width: 1280, height: 800 } }) // on a phone the button is in the menu
  await anna.open()
  expect(await light()).toBeLessThan(60)
  await anna.page.locator('.bar button.wide').click()
  expect(await light()).toBeGreaterThan(200)
  await anna.page.reload()
  await anna.page.locator('main.start').waitFor()
  expect(await light()).toBeGreaterThan(200)
})

test('the dark theme is a night of its own: a moon, a lit sea, lamps in the windows', async ({ come }) => {
  const look = async (colorScheme: 'light' | 'dark') => {
    const anna = await come({ colorScheme })
    await anna.playNow('castle')
    await anna.turn()
    return anna.page.evaluate(() => {
      const fill = (selector: string) => getComputedStyle(document.querySelector(selector)!).fill
      return {
        window: fill('#village rect[fill="var(--window)"]'),
        lamp: fill('#house-red path[fill="var(--lamp)"]'),
        sea: getComputedStyle(document.querySelector('.glitter')!).stroke,
        water: getComputedStyle(document.querySelector('.water')!).fill.match(/\d+/g)!.map(Number),
      }
    })
  }
  const [day, night] = [await look('light'), await look('dark')]
  expect(day).toMatchObject({ window: 'rgb(51, 40, 28)', lamp: 'rgba(0, 0, 0, 0)', sea: 'rgba(0, 0, 0, 0)' })
  expect(night).toMatchObject({ window: 'rgb(255, 209, 102)', lamp: 'rgb(255, 209, 102)', sea: 'rgb(207, 226, 255)' })
  expect(night.water[2], 'the sea is blue, and dark').toBeGreaterThan(2 * night.water[0])
  expect(Math.max(...night.water)).toBeLessThan(100)
})

for (const [language, locale] of some(
  [
    ['en', 'en-GB'],
    ['nl', 'nl-NL'],
    ['de', 'de-DE'],
  ],
  2,
)) {
  test(`all words are there in ${language}`, async ({ come }) => {
    const anna = await come({ locale })
    const words = catalogue(language)
    const keys = new RegExp(
      '(^|[\\s"])(' +
        Object.keys(words)
          .filter(k => k.includes('.'))
          .map(k => k.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
          .join('|') +
        ')($|[\\s"])',
    )
    const check = async (where: string) => {
      const text = await anna.page.evaluate(
        () =>
          document.body.innerText +
          ' ' +
          [...document.querySelectorAll('[aria-label]')]
            .filter(e => !e.closest('[aria-hidden=true]'))
            .map(e => e.getAttribute('aria-label'))
            .join(' '),
      )
      expect(keys.exec(text)?.[2], where).toBeUndefined()
      expect(text, where).not.toMatch(/\b(castelli|castle|castellan)\.[a-z]/)
      expect(text, where).not.toMatch(/\{\w+\}|undefined|NaN|\[object/)
    }
    await anna.open()
    await expect(anna.page.locator('html')).toHaveAttribute('lang', language)
    await expect(anna.page.locator('h1')).toHaveText(words['start.title'])
    await check('start')
    await anna.open('#/rules/rulings')
    await expect(anna.page.locator('.book h1')).toHaveText(words['rules.rulings'])
    await check('rulings')
    for (const game of ['castelli', 'castle', 'castellan']) {
      await anna.open(`#/rules/${game}`)
      await anna.page.locator('.clause').first().waitFor()
      await check('rules')
      await anna.prefer({ boardText: true })
      await anna.playNow(game)
      for (let i = 0; i < 8; i++) {
        if ((await anna.turn()) === 'over') break
        await anna.move(i * 3)
        await check(`${game} ${i}`)
      }
    }
  })
}

test('a game by keyboard alone @device', async ({ come }) => {
  const anna = await come()
  const { page } = anna
  const keys = page.keyboard
  await anna.open()
  await keys.press('Tab')
  await expect(page.locator('.skip')).toBeFocused()
  await keys.press('Enter')
  /* Walks by Tab alone to the button of Castelli. */
  for (let i = 0; i < 40; i++) {
    await keys.press('Tab')
    if ((await page.evaluate(() => document.activeElement?.getAttribute('data-play'))) === 'castelli') break
  }
  await keys.press('Enter')
  await page.locator('.boardhost svg').waitFor()
  await anna.turn()
  await keys.press('?')
  await expect(page.locator('.keylist')).toBeVisible()
  await keys.press('Escape')
  const before = Number(await anna.number())
  await keys.press('b')
  const at = () => page.evaluate(() => document.activeElement?.getAttribute('data-place'))
  const first = await at()
  expect(first).toBeTruthy()
  await keys.press('ArrowRight')
  await keys.press('ArrowDown')
  expect(await at()).not.toBe(first)
  /* Walks until a lit place is reached, then chooses and confirms it. */
  for (let i = 0; i < 30 && !(await page.evaluate(() => document.activeElement?.classList.contains('can'))); i++)
    await keys.press(['ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowDown'][Math.floor(i / 4) % 4])
  await keys.press('Enter')
  await expect(anna.confirm).toBeEnabled()
  await keys.press('Escape')
  await expect(anna.confirm).toBeDisabled()
  await keys.press('Enter')
  await expect(anna.confirm).toBeEnabled()
  await keys.press('Enter')
  await expect.poll(async () => Number(await anna.number())).toBeGreaterThan(before)
  /* And by notation: what the list offers can be typed. */
  await anna.turn()
  await keys.press('t')
  const move = await page.locator('[data-textmove]').first().getAttribute('data-textmove')
  const number = Number(await anna.number())
  await keys.press('n')
  await keys.type(move!)
  await keys.press('Enter')
  await expect(anna.confirm).toBeEnabled()
  await keys.press('Enter')
  await expect.poll(async () => Number(await anna.number())).toBeGreaterThan(number)
  /* What happened was said. */
  expect(await page.locator('#live span').count()).toBeGreaterThan(1)
})

test('the red button keeps the focus, and stays itself, when the link to a clause comes beside it', async ({ come }) => {
  const anna = await come()
  await anna.playNow('castelli')
  await anna.turn()
  await anna.confirm.focus()
  await anna.page.keyboard.press('h')
  await anna.page.locator('.hints').waitFor()
  await anna.page.keyboard.press('h')
  await expect(anna.page.locator('.rulelink')).toBeVisible()
  await expect(anna.confirm).toBeFocused()
  const before = Number(await anna.number())
  await anna.page.keyboard.press('Enter')
  await expect.poll(async () => Number(await anna.number())).toBeGreaterThan(before)
  await expect(anna.page.locator('dialog')).toHaveCount(0)
})
