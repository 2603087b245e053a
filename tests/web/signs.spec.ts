/* signs.spec.ts: what the table shows besides the board: what is gained, who leads, what is left, where the points come from. */
import fs from 'node:fs'
import { some } from './repeat'
import { randomRecord } from './server'
import { devtools, expect, saving, test, type Person } from './test'

/* Loads a record and waits until its end is on show. */
async function load(person: Person, game: string, seats: number, seed: number, ...options: string[]): Promise<void> {
  await person.open()
  await person.page.setInputFiles('input[type=file]', {
    name: 'game.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from(randomRecord(game, seats, seed, ...options)),
  })
  await person.page.locator('.boardhost svg').waitFor()
}

/* Plays until something is true of the newest position. A game that ended without it is followed by another one. */
async function until(person: Person, game: string, is: (position: any) => boolean): Promise<any> {
  for (let i = 0; i < 400; i++) {
    if ((await person.turn()) === 'over') {
      await person.playNow(game)
      continue
    }
    const last = person.heard.filter(m => m.position).at(-1)
    if (is(last.position) && (await person.number()) === String(last.number)) return last.position
    await person.move(i * 3)
  }
  throw new Error('it never came')
}

test('Castelli: a pill says what is gained, with shield, number and good @device', async ({ come }) => {
  const anna = await come()
  await anna.prefer({ level: 1 })
  await anna.playNow('castelli')
  for (let i = 0; i < 12; i++) {
    await until(anna, 'castelli', it => it.moves.some((move: string) => move.startsWith('place ')))
    await expect(anna.confirm).toHaveAttribute('data-confirm', 'chosen')
    await anna.page.waitForTimeout(150)
    if (await anna.page.locator('.marks .gain').count()) break
    await anna.move(i)
  }
  const pills = await anna.page
    .locator('.marks .gain')
    .evaluateAll(all =>
      all.map(
        el => el.textContent + ' ' + [...el.querySelectorAll('use')].map(use => use.getAttribute('href')!.slice(1)).join(' '),
      ),
    )
  expect(pills.length).toBeGreaterThan(0)
  for (const pill of pills) expect(pill).toMatch(/^\+\d shield-[1-4] (wood|grain|rock|card|silver|vp)$/)
})

test('Castelli: a harvested area keeps the tint and hatching of who won it @device', async ({ come }) => {
  const anna = await come()
  await load(anna, 'castelli', 4, 5)
  const { view } = anna.heard.filter(m => m.position).at(-1).position
  const won = view.areas.filter((it: any) => it.harvested && it.leaders.length === 1)
  expect(won.length).toBeGreaterThan(5)
  const tints = (seat: number) => anna.page.locator(`.boardhost .won.p${seat}`)
  for (const seat of [1, 2, 3, 4]) await expect(tints(seat)).toHaveCount(won.filter((it: any) => it.leaders[0] === seat).length)
  const [tint, hatch] = await tints(won[0].leaders[0])
    .first()
    .evaluate(el => [...el.children].map(child => getComputedStyle(child).fill))
  expect(tint).toMatch(/^rgb/)
  expect(hatch).toMatch(/hatch-/)
})

test('Castelli: i shows the influence on all areas and the mine, and a long press does @device', async ({ come }) => {
  for (const touch of [false, true]) {
    const anna = await come(touch ? { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } } : {})
    await anna.prefer({ level: 1 })
    await anna.playNow('castelli')
    const { view } = await until(anna, 'castelli', it => it.view.areas.some((area: any) => area.area.startsWith(it.view.mine.cell)))
    const totals = anna.page.locator('.marks .totals')
    await expect(totals).toHaveCount(0)
    const ask = async () => {
      if (!touch) return anna.page.keyboard.press('i')
      const box = (await anna.page.locator('.boardhost svg').boundingBox())!
      const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
      const cdp = await devtools(anna.page)
      await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] })
      await anna.page.waitForTimeout(900)
      await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    }
    const number = await anna.number()
    await ask()
    const open = view.areas.filter((it: any) => !it.harvested && it.influence.slice(0, 2).some((n: number) => n > 0))
    await expect(totals).toHaveCount(open.length)
    const shown = (await totals.allTextContents()).sort()
    expect(shown).toEqual(
      open
        .map((it: any) =>
          it.influence
            .slice(0, 2)
            .filter((n: number) => n)
            .join(''),
        )
        .sort(),
    )
    await ask()
    await expect(totals).toHaveCount(0)
    expect(await anna.number(), 'it chooses nothing').toBe(number)
  }
})

test('Castelli: the points that the end would bring stand beside the points @device', async ({ come }) => {
  const anna = await come()
  await anna.prefer({ level: 1 })
  await anna.playNow('castelli')
  /* Where a tile is to be laid, a way is chosen already, and the panels show what it would bring. */
  const { view } = await until(
    anna,
    'castelli',
    it =>
      it.moves.some((move: string) => move.startsWith('lift ')) &&
      it.view.players.some((player: any) => player.projected > player.points),
  )
  for (const player of view.players) {
    const panel = anna.page.locator(`[data-panel="${player.seat}"]`)
    await expect(panel.locator('.score')).toHaveText(String(player.points))
    if (player.projected === player.points) await expect(panel.locator('.projected')).toHaveCount(0)
    else {
      await expect(panel.locator('.projected')).toContainText(String(player.projected))
      await expect(panel).toContainText(new RegExp(`, ${player.projected} points? if the game ended now`))
    }
  }
})

test('a resting mouse is told in icons and words what is there, on the frame too @device', async ({ come }) => {
  const anna = await come()
  await anna.playNow('castelli')
  const tip = anna.page.locator('.board-tip')
  for (const [place, words] of [
    ['.frame-icons [data-tip]', /^frame: 1 /],
    ['.boardhost .octagon', /^[A-H]\d, /],
  ] as const) {
    await anna.page.locator(place).first().hover({ force: true })
    await expect(tip).toHaveText(words)
    expect(await tip.locator('svg use').count()).toBeGreaterThan(0)
    const { x, y } = (await tip.boundingBox())!
    await anna.page.mouse.move(x + 8, y + 8) // it can be pointed at, as a magnifier needs it
    await anna.page.waitForTimeout(500)
    await expect(tip).toHaveCount(1)
    await anna.page.keyboard.press('Escape')
    await expect(tip).toHaveCount(0)
    await anna.page.mouse.move(0, 0)
  }
})

for (const scheme of some(['light', 'dark'] as const, 0))
  test(`what is chosen has no player's colour: ${scheme}`, async ({ come }) => {
    const anna = await come({ colorScheme: scheme })
    await anna.open()
    const far = await anna.page.evaluate(() => {
      const style = getComputedStyle(document.documentElement)
      const parts = (name: string) =>
        (/#(..)(..)(..)/.exec(style.getPropertyValue(name)) ?? []).slice(1).map(hex => parseInt(hex, 16))
      const chosen = parts('--select-edge')
      return [1, 2, 3, 4].map(seat => Math.hypot(...parts(`--p${seat}`).map((n, i) => n - chosen[i])))
    })
    for (const distance of far) expect(distance).toBeGreaterThan(90)
  })

test('who is to move stands beside the name @device', async ({ come }) => {
  const anna = await come()
  await anna.playNow('castle')
  await anna.turn()
  await expect(anna.page.locator('.player.active .name')).toHaveText(/Youto move/)
  const [name, turn] = await Promise.all(
    ['.player.active .n', '.player.active .turn'].map(it => anna.page.locator(it).boundingBox()),
  )
  expect(turn!.x).toBeGreaterThan(name!.x + name!.width)
  expect(Math.abs(turn!.y + turn!.height / 2 - name!.y - name!.height / 2)).toBeLessThan(6)
})

for (const viewport of some(
  [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
    { width: 844, height: 390 },
  ],
  1,
))
  test(`a short message covers nothing that can be chosen: ${viewport.width} px`, async ({ come }) => {
    const anna = await come({ viewport, hasTouch: viewport.width < 1000, isMobile: viewport.width < 1000 })
    await anna.playNow('castle')
    await anna.turn()
    const before = await anna.page.locator('.boardhost').boundingBox()
    await anna.page.keyboard.press('z') // nothing to take back
    const notice = anna.page.locator('.notice')
    await expect(notice).toBeVisible()
    const covered = await notice.evaluate(el => {
      const box = el.getBoundingClientRect()
      return [...document.querySelectorAll('button, .place.can, a')]
        .filter(it => !el.contains(it))
        .map(it => ({ it, at: it.getBoundingClientRect() }))
        .filter(({ at }) => at.width && at.left < box.right && at.right > box.left && at.top < box.bottom && at.bottom > box.top)
        .filter(({ it }) => !it.closest('.boardhost, .right, .left') || !el.closest('.actions') || viewportCovers(it))
        .map(({ it }) => it.outerHTML.slice(0, 80))
      /* On a phone the bar lies over the page below it, which scrolls; what is in the bar itself must stay free. */
      function viewportCovers(it: Element): boolean {
        return getComputedStyle(el.closest('.actions')!).position !== 'fixed' && !!it
      }
    })
    expect(covered).toEqual([])
    expect(await anna.page.locator('.boardhost').boundingBox()).toEqual(before)
  })

test('Castle: of two equal cards in hand each can be discarded, and the one that was pressed is lit', async ({ come }) => {
  const anna = await come()
  const { page } = anna
  anna.retell = message => {
    const { view } = message.position ?? {}
    if (view?.phase === 'score' && view.hand?.length > 1) view.hand[1] = view.hand[0]
  }
  await anna.prefer({ level: 1 })
  await anna.playNow('castle')
  const { view } = await until(anna, 'castle', it => it.view.phase === 'score' && it.view.hand.length > 1)
  const { card } = view.hand[0]
  const slots = page.locator(`.hostpanel .cardslot:has([data-card=${card}])`)
  await expect(slots).toHaveCount(2)
  const heights = await slots.locator('.cardface').evaluateAll(all => all.map(el => Math.round(el.getBoundingClientRect().height)))
  expect(heights[1]).toBe(heights[0])
  const away = page.locator(`.hostpanel [data-move="discard ${card}"]`)
  await expect(away).toHaveCount(2)
  await away.nth(1).click()
  await expect(away.nth(1)).toHaveClass(/ on/)
  await expect(away.nth(0)).not.toHaveClass(/ on/)
})

test('Castle: the countryside is counted, the discard pile can be looked at, the piles are shown', async ({ come }) => {
  const anna = await come()
  await anna.prefer({ level: 1 })
  await anna.playNow('castle')
  const { view } = await until(anna, 'castle', it => it.view.discard.cards > 0 && it.view.country.walls > 0)
  const { page } = anna
  await page.locator('.country summary').click()
  const counts = (await page.locator('.country .supply > span').allTextContents()).map(text => Number(/\d+$/.exec(text)![0]))
  const { walls, towers, water, houses, regions } = view.country
  expect(counts).toEqual([walls, ...Object.values(towers), water, ...Object.values(houses), ...Object.values(regions)])
  await expect(page.locator('.discards summary')).toHaveText(new RegExp(`^Discard pile: ${view.discard.cards} cards?$`))
  await page.locator('.discards summary').click()
  const shown = (await page.locator('.discards .supply > span:not(.muted)').allTextContents()).map(text =>
    Number(/\d+$/.exec(text)![0]),
  )
  expect(shown.reduce((sum, n) => sum + n, 0)).toBe(view.discard.open.length + view.discard.own.length)
  await expect(page.locator('.stockpanel')).toContainText(`${view.draw} cards in the draw pile`)
})

test('Castellan: the supply and the played cards are shown', async ({ come }) => {
  const anna = await come()
  await anna.prefer({ level: 1 })
  await anna.playNow('castellan')
  const { view } = await until(anna, 'castellan', it => it.view.players.every((player: any) => player.played.length > 1))
  const left = await anna.page.locator('.stockpanel .goods > span .sr').allTextContents()
  expect(left.map(text => Number(/\d+/.exec(text)![0]))).toEqual([view.supply.tower, view.supply.short, view.supply.long])
  await anna.page.locator('.played summary').click()
  for (const [i, player] of view.players.entries())
    await expect(anna.page.locator('.played li').nth(i).locator('.cardchip')).toHaveCount(player.played.length)
})

for (const [game, seats, options] of [
  ['castelli', 4, ['battle', 'dilemma']],
  ['castelli', 2, []],
  ['castle', 4, []],
  ['castellan', 3, []],
  ['castelli-tournament', 4, ['league']],
] as const)
  test(`${game} for ${seats}: the sources of the points add up exactly`, async ({ come }) => {
    const anna = await come()
    for (const seed of [3, 8]) {
      await load(anna, game, seats, seed, ...options)
      const rows = anna.page.locator('.sheettable tbody tr:not([hidden])')
      await expect(anna.page.locator('.sheettable tfoot')).toBeVisible()
      const numbers = (list: string[]) => list.map(text => Number(text.replace('−', '-')))
      const sums = Array(seats).fill(0)
      for (const row of await rows.all())
        numbers(await row.locator('td').allTextContents()).forEach((n, i) => {
          sums[i] += n
        })
      expect(numbers(await anna.page.locator('.sheettable tfoot td').allTextContents())).toEqual(sums)
    }
  })

/* From now on the next move ends a game of Castle, with points from three kinds of cards. */
const end = (person: Person) => {
  person.retell = message => {
    const { position } = message
    if (message.is !== 'moved' || !position) return
    Object.assign(position, { moves: [], winners: [2], turn: [] })
    Object.assign(position.view, { phase: 'over', winners: [2] })
    const [one, other] = position.view.players
    one.sheet = [
      { card: 'city_size_1', points: 6 },
      { card: 'cities', points: 4 },
    ]
    other.sheet = [
      { card: 'city_size_1', points: 12 },
      { card: 'country_walls', points: 5 },
    ]
    one.points = 11
    other.points = 18
    position.points = [11, 18]
  }
}

for (const reducedMotion of ['reduce', 'no-preference'] as const)
  test(`the final scoring counts one source after the other, and adds up exactly: motion ${reducedMotion}`, async ({ come }) => {
    const anna = await come({ reducedMotion })
    await anna.prefer({ story: 'slow', level: 1 })
    await anna.playNow('castle')
    await anna.turn()
    end(anna)
    await anna.page.evaluate(() => {
      const seen: string[] = ((window as any).counted = [])
      new MutationObserver(() => {
        if (!document.querySelector('.counting')) return
        const rows = [...document.querySelectorAll('.sheettable tbody tr:not(.later)')]
        const sums = [...document.querySelectorAll('.sheettable tfoot td')].map(td => td.textContent)
        const line = `${rows.length}: ${sums.join(' ')}`
        if (seen.at(-1) !== line) seen.push(line)
      }).observe(document.body, { childList: true, subtree: true, characterData: true, attributes: true })
    })
    await anna.move(0)
    await expect(anna.page.locator('.over .counting')).toBeVisible()
    await expect(anna.page.locator('.over .counting')).toHaveCount(0, { timeout: 30000 })
    const counted: string[] = await anna.page.evaluate(() => (window as any).counted)
    expect(counted).toEqual(['0: 0 0', '1: 1 1', '2: 7 13', '3: 7 18', '4: 11 18'])
    await expect(anna.page.locator('.sheettable tfoot td')).toHaveText(['11', '18'])
    await expect(anna.page.locator('svg.victory')).toBeVisible()
  })

test('the final scoring can be skipped, and at once means at once', async ({ come }) => {
  const anna = await come(),
    bram = await come()
  await anna.prefer({ story: 'slow', level: 1 })
  for (const person of [anna, bram]) {
    await person.playNow('castle')
    await person.turn()
    end(person)
    await person.move(0)
  }
  await anna.page.locator('[data-count]').click()
  for (const person of [anna, bram]) {
    await expect(person.page.locator('.over .counting')).toHaveCount(0)
    await expect(person.page.locator('.sheettable tfoot td')).toHaveText(['11', '18'])
  }
})

test('Castle: a game that ends in the middle of a scoring announces it no more', async ({ come }) => {
  const anna = await come()
  await anna.prefer({ level: 1 })
  await anna.playNow('castle')
  await anna.turn()
  anna.retell = message => {
    if (message.is === 'seating') message.state = 'over' // it comes after the table
    if (!message.position) return
    message.position.view.phase = 'score'
    message.position.view.counts = null
    if (message.is === 'table') Object.assign(message.position, { moves: [], winners: [2], turn: [] })
  }
  await anna.move(0)
  await expect(anna.page.locator('.story-line.loud')).toBeVisible()
  await anna.cut()
  await expect(anna.page.locator('.over')).toBeVisible()
  await expect(anna.page.locator('.story-line')).toBeVisible()
  await expect(anna.page.locator('.story-line.loud')).toHaveCount(0)
})

test('who resigns with as many points has not lost by a tie; on a phone the scene is as wide as its panel', async ({ come }) => {
  const anna = await come({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const { page } = anna
  await anna.playNow('castelli')
  await anna.turn()
  await page.locator('.bar button[aria-haspopup]').click()
  await page.locator('.menulist button', { hasText: 'Resign' }).click()
  await page.locator('dialog .btn.main').click()
  await expect(page.locator('.over .scene')).toBeVisible()
  await expect(page.locator('[data-tie]')).toHaveCount(0)
  const [panel, scene] = await Promise.all(['.over', '.over .scene'].map(it => page.locator(it).boundingBox()))
  expect(Math.abs(scene!.x - panel!.x)).toBeLessThan(3)
  expect(Math.abs(scene!.width - panel!.width)).toBeLessThan(6)
})

test('the country of the winner stands in the winner’s colours, and is saved as a picture @device', async ({ come }) => {
  const anna = await come()
  await load(anna, 'castelli', 4, 5)
  const [winner] = anna.heard.filter(m => m.position).at(-1).position.winners
  const scene = anna.page.locator('svg.victory')
  await expect(scene).toHaveClass(`victory p${winner}`)
  expect(await scene.locator(`use[href="#castle-${winner}"]`).count()).toBeGreaterThan(1)
  const download = saving(anna.page)
  await anna.page.locator('[data-picture]').click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^castelli-[\w-]+\.png$/)
  const png = fs.readFileSync((await file.path())!)
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1280, 720])
  /* It is no empty sheet: it has the winner's colour in the pennants, as the page has. */
  const colours = await anna.page.evaluate(
    async ([data, seat]) => {
      const image = new Image()
      image.src = 'data:image/png;base64,' + data
      await image.decode()
      const canvas = document.createElement('canvas')
      canvas.width = 1280
      canvas.height = 720
      const brush = canvas.getContext('2d')!
      brush.drawImage(image, 0, 0)
      const at = [...brush.getImageData(44, 40, 1, 1).data].slice(0, 3)
      const hex = getComputedStyle(document.documentElement).getPropertyValue(`--p${seat}`).trim()
      return { at, wanted: [1, 3, 5].map(i => parseInt(hex.slice(i, i + 2), 16)) }
    },
    [png.toString('base64'), winner] as const,
  )
  expect(colours.at).toEqual(colours.wanted)
  if (process.env.SCREENSHOTS) fs.writeFileSync(process.env.SCREENSHOTS + '/victory.png', png)
})
