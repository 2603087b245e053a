/* states.spec.ts: axe in every state of a table, in forced colours, with more contrast and at 400 %; nothing covers the focus; keys as a
   player sets them. */
import { axe } from './axe'
import { ears, focused, hears, hush, listen } from './ears'
import { games, some } from './repeat'
import { expect, test } from './test'

const steward = 7 // the step of the lesson in which a reaction is asked for

const needs = [
  ['in forced colours', { forcedColors: 'active' }, {}],
  ['with more contrast and larger buttons', {}, { contrast: 'more', targets: true }],
  ['at 400 %', { viewport: { width: 320, height: 256 } }, {}],
] as const
for (const [name, options, settings] of some(needs, 0))
  for (const game of some(games, 1))
    test(`axe finds nothing in any state of a table ${name}: ${game}`, async ({ come }) => {
      const anna = await come(options)
      const { page } = anna
      await anna.prefer({ ...settings, notation: true, boardText: true, level: 1 })
      await anna.open(`#/learn/castelli/${steward}`)
      await page.locator('[data-move^=steward]').first().waitFor()
      await axe(anna, 'reaction')
      await anna.playNow(game)
      await anna.turn()
      await page.locator('.boardhost .place.can, .hostpanel [data-move], .hostpanel .cardface.can').first().focus()
      await page.keyboard.press('Enter')
      await expect(anna.confirm).toHaveAttribute('data-confirm', 'chosen')
      await axe(anna, 'choosing')
      const board = (await page.locator('.boardhost svg').first().boundingBox())!
      expect(board.width, 'the board is as wide as the window, or as the room for it').toBeGreaterThan(280)
      await page.keyboard.press('Escape')
      await page.keyboard.press('h')
      await page.locator('.hints').waitFor()
      await axe(anna, 'hint')
      await page.keyboard.press('?')
      await page.locator('dialog[open] .keylist').waitFor()
      await axe(anna, 'dialog')
      await page.keyboard.press('Escape')
      await page.locator('.bar button[aria-haspopup]').click()
      await page.locator('.menulist button', { hasText: 'Settings' }).click()
      await page.locator('#settings-access').waitFor()
      await axe(anna, 'settings')
      await page.keyboard.press('Escape')
      await anna.move(0) // a game without moves has no graph
      await page.locator('.bar button[aria-haspopup]').click()
      await page.locator('.menulist button', { hasText: 'Resign' }).click()
      await axe(anna, 'question')
      await page.locator('dialog .btn.main').click()
      await page.locator('.over .curve').first().waitFor({ state: 'attached' }) // a line without points is flat
      await axe(anna, 'end')
      await page.locator('.over button', { hasText: 'Replay' }).click()
      await page.locator('.replaybar').waitFor()
      await axe(anna, 'replay')
      if (name === 'at 400 %') expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    })

for (const game of some(games, 0))
  test(`at 320 px nothing of ${game} covers the focus`, async ({ come }) => {
    for (const height of [568, 256]) {
      const anna = await come({ viewport: { width: 320, height } }) // a small phone; a desk at 400 %
      const { page } = anna
      await anna.prefer({ notation: true })
      await anna.playNow(game)
      await anna.turn()
      await page.keyboard.press('h')
      await page.locator('.hints').waitFor()
      await page.locator('main').focus()
      const covered: string[] = []
      const look = () =>
        page.evaluate(() => {
          const el = document.activeElement as HTMLElement
          if (el === document.body || el.matches('.skip')) return 'end'
          const { left, right, top, bottom } = (el.querySelector('.focus-ring') ?? el).getBoundingClientRect()
          const seen = { x: [Math.max(left, 0), Math.min(right, innerWidth)], y: [Math.max(top, 0), Math.min(bottom, innerHeight)] }
          const at = ([from, to]: number[], share: number) => from + (to - from) * share
          const inside = (x: number, y: number) => {
            const hit = document.elementFromPoint(x, y)
            return !!hit && (el.contains(hit) || hit.contains(el) || (!!el.closest('svg.board') && !!hit.closest('svg.board')))
          }
          const shares = [0.1, 0.5, 0.9]
          const any = shares.some(i => shares.some(j => inside(at(seen.x, i), at(seen.y, j))))
          return any ? null : el.outerHTML.slice(0, 120)
        })
      let stops = 0
      for (; stops < 30; stops++) {
        await page.keyboard.press('Tab')
        const hidden = await look()
        if (hidden === 'end') break
        if (hidden) covered.push(hidden)
      }
      expect(stops).toBeGreaterThan(4)
      await page.keyboard.press('b')
      for (let i = 0; i < 24; i++) {
        await page.keyboard.press(['ArrowDown', 'ArrowRight', 'ArrowUp', 'ArrowLeft'][Math.floor(i / 6)])
        const hidden = await look()
        if (hidden) covered.push(hidden)
      }
      expect(covered, `at a height of ${height} px`).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    }
  })

test('shortcuts can be off, with Alt, or other keys @device', async ({ come }) => {
  const anna = await come()
  const { page } = anna
  await listen(anna)
  await anna.playNow('castle')
  await anna.turn()
  await page.keyboard.press('?')
  await page.locator('[data-key=hint]').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('x')
  await expect(page.locator('[data-key=hint]')).toHaveText('x')
  await page.keyboard.press('Escape')
  await hush(anna)
  await page.keyboard.press('h')
  await page.keyboard.press('x')
  await hears(anna, /^Hint: .*; expected lead (plus|minus) \d/)
  expect((await ears(anna)).said.filter(text => text.startsWith('Hint')).length).toBe(1)
  await expect(anna.confirm, 'a hint chooses nothing').toHaveAttribute('data-confirm', '')
  for (const keys of ['alt', 'off']) {
    await anna.prefer({ keys })
    await page.reload()
    await anna.turn()
    await page.keyboard.press('b')
    expect((await focused(anna)).role).toBe('main')
    await page.keyboard.press('Alt+b')
    expect((await focused(anna)).role).toBe(keys === 'alt' ? 'button' : 'main')
  }
})

for (const game of some(games, 2))
  test(`forced colours and more contrast show what is chosen, focused and lit: ${game}`, async ({ come }) => {
    for (const [options, settings] of [
      [{ forcedColors: 'active' }, {}],
      [{}, { contrast: 'more' }],
    ] as const) {
      const anna = await come(options)
      const { page } = anna
      await anna.prefer({ ...settings, level: 1 })
      await anna.playNow(game)
      await anna.turn()
      const board = page.locator('.boardhost .place.can')
      if (game === 'castellan')
        for (let i = 0; i < 30 && (await board.count()) < 2; i++) {
          await anna.move(0)
          await anna.turn()
        }
      const stroke = (selector: string) =>
        page
          .locator(selector)
          .first()
          .evaluate(el => parseFloat(getComputedStyle(el).strokeWidth))
      const lit = '.boardhost .place.can :is(.legal, .legal-line, .closing-line)'
      expect(await stroke(lit), 'lit').toBeGreaterThanOrEqual(3)
      await board.first().focus()
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('ArrowLeft')
      expect(await stroke('.boardhost .place:focus .focus-ring'), 'focused').toBeGreaterThanOrEqual(3)
      await page.keyboard.press('b')
      await page.keyboard.press('Enter')
      await expect(anna.confirm).toHaveAttribute('data-confirm', 'chosen')
      expect(await stroke('.boardhost :is(.selected-ring, .line-selected)'), 'chosen').toBeGreaterThanOrEqual(5)
      await page.keyboard.press('Escape')
      if (game !== 'castelli') continue
      await anna.move(0)
      const way = page.locator('.ways .way').nth(1)
      await way.click()
      await expect(way).toHaveClass(/\bon\b/)
      const outline = await way.evaluate(el => {
        const { outlineStyle, outlineWidth } = getComputedStyle(el)
        return `${outlineWidth} ${outlineStyle}`
      })
      expect(outline, 'a way that is chosen').toBe('4px solid')
    }
  })

test('a phone may be held either way', async ({ come }) => {
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 844, height: 390 },
  ])
    for (const game of games) {
      const anna = await come({ viewport, hasTouch: true, isMobile: true })
      await anna.playNow(game)
      await anna.turn()
      const where = `${game}, ${viewport.width} × ${viewport.height}`
      await expect(anna.page.locator('.boardhost svg').first(), where).toBeInViewport({ ratio: 0.5 })
      await expect(anna.confirm, where).toBeInViewport({ ratio: 1 })
      expect(await anna.page.evaluate(() => document.documentElement.scrollWidth), where).toBeLessThanOrEqual(viewport.width)
    }
})

test('movement that does not end can be switched off, here and in the system', async ({ come }) => {
  const endless = async (reducedMotion: 'reduce' | 'no-preference', motion: string) => {
    const anna = await come({ reducedMotion })
    await anna.prefer({ motion })
    await anna.playNow('castle')
    await anna.turn()
    return anna.page.evaluate(
      () => document.getAnimations().filter(it => it.effect?.getComputedTiming().iterations === Infinity).length,
    )
  }
  expect(await endless('no-preference', 'system')).toBeGreaterThan(0)
  expect(await endless('no-preference', 'off')).toBe(0)
  expect(await endless('reduce', 'system')).toBe(0)
})

test('every page has a title that says where one is', async ({ come }) => {
  const anna = await come()
  /* The whole title: until a page is drawn, the window has that of the page before or of a page that is being fetched. */
  const titles = {
    '#/': 'castellany',
    '#/rules/castle': 'Castle: the rules – castellany',
    '#/learn/castelli': 'Learn Castelli – castellany',
    '#/puzzles': 'Puzzles – castellany',
    '#/cards': 'Every card – castellany',
    '#/access': 'How to play without eyes, without a mouse, with one switch – castellany',
    '#/luck': 'Luck that you can check – castellany',
    '#/ranking': 'Ranking – castellany',
  }
  expect(new Set(Object.values(titles)).size).toBe(Object.keys(titles).length)
  for (const [hash, title] of Object.entries(titles)) {
    await anna.open(hash)
    await expect(anna.page).toHaveTitle(title)
  }
  await anna.playNow('castle')
  await expect(anna.page).toHaveTitle(/Castle .* – castellany$/)
})

test('larger buttons have 56 px; messages stay; the time to react is the usual choice', async ({ come }) => {
  const anna = await come()
  const { page } = anna
  await anna.prefer({ targets: true, messages: 'stay', reaction: 0 })
  for (const game of games) {
    await anna.playNow(game)
    await anna.turn()
    const small = await page.locator('main .btn:visible, .bar .btn:visible').evaluateAll(all =>
      all
        .filter(el => {
          const { width, height } = el.getBoundingClientRect()
          return height < 56 || width < 44
        })
        .map(el => el.outerHTML.slice(0, 100)),
    )
    expect(small, game).toEqual([])
  }
  await page.clock.install()
  await page.keyboard.press('z') // nothing to take back
  await page.locator('.notice').waitFor()
  await page.clock.fastForward(60000)
  await expect(page.locator('.notice')).toBeVisible()
  await page.locator('.notice button').click()
  await expect(page.locator('.notice')).toHaveCount(0)
  await anna.open()
  await page.locator('.hero button').click()
  await expect(page.locator('#create-reaction')).toHaveValue('0')
})

test('the box answers questions @device', async ({ come }) => {
  const anna = await come()
  const { page } = anna
  await listen(anna)
  const ask = async (text: string, answer: RegExp) => {
    await hush(anna)
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
    await hears(anna, answer, text)
    await expect(page.locator('#notation')).toBeFocused()
    await expect(page.locator('#notation')).toHaveValue('')
  }
  for (const game of ['castelli', 'castle', 'castellan']) {
    await anna.playNow(game)
    await anna.turn()
    await page.keyboard.press('n')
    await ask('s', /You \d+, Falconer \d+\./)
    await ask('p', /^You have .*card/)
    await ask('last', /^(Nothing yet\.|.* (lifted|laid|built|played|placed|drew|was dealt).*\.)$/s)
    await ask('moves', /^(One move|\d+ moves): /)
    await ask('help', /^Type a move/)
    await ask('d', /\.$/)
    await ask('scan nowhere', /^Nothing here is called “nowhere”/)
  }
  await anna.playNow('castelli')
  await anna.turn()
  await page.keyboard.press('n')
  await ask('scan row 3', /Falconer|face down/)
  await ask('scan wood', /wood/i)
  const cell = (await page.locator('.place.can[data-move^=lift]').first().getAttribute('data-place'))!
  await ask(`scan ${cell}`, new RegExp(`^${cell}, face down`))
  await ask(`? lift ${cell}`, new RegExp(`Lift the tile on ${cell}`))
  await ask('why build A1N', /\. Rule \d+\.\d+\.$/)
  await ask(cell, /Enter confirms\.$/) // a part of a move
  await page.keyboard.press('Enter')
  await page.locator('.ways').waitFor()
  await ask('place fox north', /north Fox\b.*Enter confirms\.$/)
  await page.keyboard.press('Escape')
  await hears(anna, /^Put back\.$/)
  await ask('place fish east', /east Fish\b.*Enter confirms\.$/)
  await anna.playNow('castle')
  await anna.turn()
  await page.keyboard.press('n')
  await ask('scan region west', /spaces/)
  await ask('scan c3', /point c3/i)
  await ask('scan c3-c4', /between cd\d+, .*, and .*, region|between bc\d+, .*, and .*, region/)
  await anna.playNow('castellan')
  await anna.turn()
  await page.keyboard.press('n')
  await ask('scan 40,40', /nothing at 40,40/i)
  await ask('scan row 32', /./)
})

test('the board in words begins with the board, and has rows and a table @device', async ({ come }) => {
  const anna = await come()
  await anna.prefer({ boardText: true })
  for (const game of ['castelli', 'castle', 'castellan']) {
    await anna.playNow(game)
    for (let i = 0; i < 9; i++) {
      if ((await anna.turn()) === 'over') break
      await anna.move(i)
    }
    await anna.turn()
    const text = await anna.page.locator('.inwords').ariaSnapshot()
    expect(text.indexOf('At a glance')).toBeGreaterThan(0)
    expect(text.indexOf('At a glance')).toBeLessThan(text.indexOf('Row '))
    expect(text.indexOf('Row ')).toBeLessThan(text.indexOf('Your moves') < 0 ? Infinity : text.indexOf('Your moves'))
    if (game !== 'castellan') expect(text).toMatch(/columnheader[^]*rowheader/)
    await anna.page.keyboard.press('b')
    const { role, name } = await focused(anna)
    expect(role, `b leads to the board of ${game}: ${name}`).toBe('button')
  }
  await anna.playNow('castellan')
  await anna.turn()
  await anna.page.keyboard.press('b')
  const onBoard = await anna.page.evaluate(() => !!document.activeElement!.closest('.boardhost'))
  expect(onBoard, 'also while nothing is built, or nothing can be').toBe(true)
})

test('text can be spaced out without being cut, and names contain what is written', async ({ come }) => {
  const anna = await come()
  await anna.prefer({ notation: true })
  const spaced =
    '* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important } p { margin-bottom: 2em !important }'
  const check = async (where: string) => {
    await anna.page.evaluate(css => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(css)
      document.adoptedStyleSheets = [sheet]
    }, spaced)
    const faults = await anna.page.evaluate(() => {
      const cut: string[] = []
      const visible = (el: Element) => el.getClientRects().length > 0 && !el.closest('.sr, [aria-hidden=true], svg')
      for (const el of document.querySelectorAll<HTMLElement>('body *')) {
        if (!visible(el) || ![...el.childNodes].some(it => it.nodeType === 3 && it.textContent!.trim())) continue
        const { overflowX, overflowY, clipPath } = getComputedStyle(el)
        if (clipPath === 'inset(50%)') continue // on a phone some titles are for screen readers alone
        if (/hidden|clip/.test(overflowX) && el.scrollWidth > el.clientWidth + 1) cut.push('cut: ' + el.outerHTML.slice(0, 100))
        else if (/hidden|clip/.test(overflowY) && el.scrollHeight > el.clientHeight + 2)
          cut.push('cut: ' + el.outerHTML.slice(0, 100))
      }
      const plain = (text: string) =>
        text
          .toLowerCase()
          .replace(/[^\p{L}\p{N}]+/gu, ' ')
          .trim()
      for (const el of document.querySelectorAll<HTMLElement>('button[aria-label], a[aria-label]')) {
        const copy = el.cloneNode(true) as HTMLElement
        for (const it of copy.querySelectorAll('.sr, [aria-hidden=true], svg')) it.remove()
        const written = plain([...copy.childNodes].map(it => it.textContent).join(' '))
        const name = plain(el.getAttribute('aria-label')!).split(' ')
        if (visible(el) && !written.split(' ').every(word => !word || name.includes(word)))
          cut.push(`named “${el.getAttribute('aria-label')}”, written “${written}”`)
      }
      return cut
    })
    expect(faults, where).toEqual([])
  }
  await anna.open()
  await anna.page.locator('section[aria-labelledby=list-mine] .panel').waitFor()
  await check('start')
  for (const game of ['castelli', 'castle', 'castellan']) {
    await anna.playNow(game)
    await anna.turn()
    await anna.move(0)
    await anna.turn()
    await check(game)
  }
})
