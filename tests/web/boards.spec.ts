/* boards.spec.ts: the boards by themselves, without a server: real positions in, pictures, words and choices out. */
import { expect, test } from '@playwright/test'
import path from 'node:path'
import { randomRecord } from './server'
import { catalogue } from './test'
import { web, open, Game, put, picture } from './boards'

const games: [string, number, string[]][] = [
  ['castelli', 4, ['battle', 'dilemma']],
  ['castelli', 2, []],
  ['castelli-tournament', 4, ['league']],
  ['castle', 3, []],
  ['castellan', 2, []],
  ['castellan', 4, []],
]

for (const [name, seats, options] of games) {
  test(`${name} for ${seats}: a picture made from the one before is the same as a new one, and every word is there`, async ({
    page,
  }) => {
    const game = new Game(randomRecord(name, seats, 17, ...options))
    const catalogues = ['en', 'nl', 'de'].map(catalogue)
    await open(page, 'en', name)
    for (let i = 0; i <= 12; i++) {
      const ply = Math.round((i * game.moves.length) / 12)
      const position = game.at(ply, 1)
      await put(page, position, 1, game.line(ply, position))
      const said: string[] = await page.evaluate(
        all => {
          const w = window as any
          return all.flatMap(words => {
            w.catalogue = words
            return [
              ...w.say(),
              ...w.text(),
              ...w.labels(),
              ...w.sheet().map((row: any) => row.label),
              ...[1, 2, 3, 4].flatMap(seat => w.facts(seat).map((fact: any) => fact.label)),
            ]
          })
        },
        [...catalogues, catalogues[0]],
      )
      expect(said.filter(words => /undefined|null|NaN|\{/.test(words))).toEqual([])
    }
    const last = game.at(game.moves.length, 1)
    await put(page, last, 1, [])
    const grown = await picture(page)
    await page.evaluate(it => (window as any).mount(it), name)
    await put(page, last, 1, [])
    expect(await picture(page)).toEqual(grown)
    expect(await page.evaluate(it => (window as any).picture(it), last)).toBeGreaterThan(100)
  })

  test(`${name} for ${seats}: every legal move can be chosen by pointing, and nothing else`, async ({ page }) => {
    const game = new Game(randomRecord(name, seats, 23, ...options))
    await open(page, 'en', name)
    const plies = game.moves
      .map((_, ply) => ply)
      .filter(ply => game.actor(ply))
      .filter((_, i, all) => i % Math.ceil(all.length / 16) === 0)
    for (const ply of plies) {
      const seat = game.actor(ply)
      const position = game.at(ply, seat)
      await page.evaluate(it => (window as any).mount(it), name)
      await put(page, position, seat, [])
      const chosen: string[] = await page.evaluate(() => {
        const told: string[] = (window as any).told
        told.length = 0
        const click = (el: Element | undefined) => el?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
        const all = (selector: string) => [...document.querySelectorAll(selector)]
        const sweep = () => {
          for (const el of all('#board .place.can'))
            click(document.querySelector(`#board [data-place="${CSS.escape(el.getAttribute('data-place')!)}"]`)!)
          for (const move of all('#choice [data-move]:not(.cardface)').map(el => el.getAttribute('data-move')!))
            click(document.querySelector(`#choice [data-move="${CSS.escape(move)}"]:not(.cardface)`)!)
        }
        sweep()
        for (const kind of all('#choice .pick:not([disabled])').map(el => el.getAttribute('data-kind'))) {
          click(document.querySelector(`#choice [data-kind="${kind}"]`)!)
          sweep()
        }
        const cards = all('#choice .cardface').length
        for (let i = 0; i < cards; i++) {
          if (all('#choice .cardface')[i].matches('.off, .still')) continue
          click(all('#choice .cardface')[i])
          sweep()
          if (!all('#choice .cardface')[i].matches('.on')) click(all('#choice .cardface')[i])
          for (let j = i + 1; j < cards; j++) {
            // a second card, and not that one
            if (!all('#choice .cardface.guild').length) break
            click(all('#choice .cardface')[j])
            click(all('#choice .cardface')[j])
          }
          if (all('#choice .cardface')[i].matches('.on')) click(all('#choice .cardface')[i])
        }
        return [...new Set(told.filter(it => it.startsWith('select ') && it !== 'select null').map(it => it.slice(7)))]
      })
      expect(
        chosen.filter(move => !position.moves.includes(move)),
        `move ${ply}`,
      ).toEqual([])
      expect(
        position.moves.filter(move => !chosen.includes(move)),
        `move ${ply}`,
      ).toEqual([])
    }
  })
}

const token: Record<string, RegExp> = {
  castelli: /\b[A-H][1-8]\b/g,
  castle: /\b[a-z]+\d+(-[a-z]+\d+)?\b/g,
  castellan: /\b\d+,\d+\b/g,
}

for (const [name, seats] of [
  ['castelli', 4],
  ['castle', 4],
  ['castellan', 4],
  ['castelli-tournament', 4],
] as const)
  test(`${name}: every place that the log names is marked on the board, to the end of the game`, async ({ page }) => {
    const game = new Game(randomRecord(name, seats, 5, ...(name === 'castelli' ? ['battle'] : [])))
    await open(page, 'en', name)
    await put(page, game.at(game.moves.length, 1), 1, [])
    let named = 0
    for (let ply = 1; ply <= game.moves.length; ply += name === 'castelli-tournament' ? 13 : 5) {
      const [line] = game.line(ply, game.at(ply, 1))
      const { about, text } = await page.evaluate(it => (window as any).mark(it), line)
      /* What looks like a place is said to be one … */
      let rest: string = text
      for (const { said } of about) rest = rest.split(said).join(' ')
      expect(rest.match(token[name.split('-')[0]]), `${line.seat} ${line.move}: ${text}`).toBeNull()
      /* … and all of them show, those of a tournament as long as their round lies on the table. */
      if (name !== 'castelli-tournament')
        expect(
          await page.locator('#board .place.marked, #board .marked-shape').count(),
          `${line.seat} ${line.move}: ${text}`,
        ).toBeGreaterThanOrEqual(about.length)
      named += about.length
    }
    expect(named).toBeGreaterThan(10)
  })

for (const [language, mine, theirs] of [
  ['en', 'You were dealt:', 'Bram was dealt a card.'],
  ['nl', 'Jij kreeg:', 'Bram kreeg een kaart.'],
  ['de', 'Du hast eine Karte bekommen:', 'Bram hat eine Karte bekommen.'],
])
  test(`the log says "you" to whom it is about, with the verb that belongs to it: ${language}`, async ({ page }) => {
    const game = new Game(randomRecord('castle', 2, 5))
    await open(page, language, 'castle')
    const said: string[] = []
    for (let ply = 1; ply <= game.moves.findIndex(move => /^\d/.test(move)); ply++) {
      const position = game.at(ply, 1)
      await put(page, position, 1, game.line(ply, position))
      said.push(...(await page.evaluate(() => (window as any).say())))
    }
    expect(said.filter(text => text.startsWith(mine)).length).toBeGreaterThan(0)
    expect(said.filter(text => text === theirs).length).toBeGreaterThan(0)
  })

for (const motion of [true, false])
  test(`what is taken back ${motion ? 'fades' : 'is gone at once, for who wants no motion'}`, async ({ page }) => {
    const game = new Game(randomRecord('castle', 2, 5))
    await open(page, 'en', 'castle')
    const ply = game.moves.findIndex(move => /^\d wall/.test(move))
    await put(page, game.at(ply, 1), 1, [])
    const before = await picture(page)
    await page.evaluate(it => ((window as any).motion = it), motion)
    await put(page, game.at(ply + 1, 1), 1, [])
    const ghosts = await page.evaluate(
      ([position, seat]) => {
        ;(window as any).put(position, seat, [])
        return document.querySelectorAll('#board .ghost').length
      },
      [game.at(ply, 1), 1] as const,
    )
    expect(ghosts).toBe(motion ? 1 : 0)
    await expect(page.locator('#board .ghost')).toHaveCount(0)
    expect(await picture(page)).toEqual(before)
  })

for (const [name, seats, options] of games)
  test(`${name} for ${seats}: a place that stays says what is there now, as on a new board`, async ({ page }) => {
    const game = new Game(randomRecord(name, seats, 7, ...options))
    await open(page, 'en', name)
    const own = game.moves.map((_, ply) => ply).filter(ply => game.actor(ply) === 1)
    const positions = own.filter((_, i) => i % Math.ceil(own.length / 24) === 0).map(ply => game.at(ply, 1))
    const stale = await page.evaluate(
      ([all, name]) => {
        const { put, mount } = window as any
        const names = () => [...document.querySelectorAll('#board [data-place]')].map(el => el.getAttribute('aria-label')!)
        const { board } = all[0] // the page has one board for the whole game
        const grown = all.map(position => (put({ ...position, board }, 1, []), names()))
        return all.flatMap((position, i) => {
          mount(name)
          put(position, 1, [])
          const fresh = names()
          return grown[i].filter(it => !fresh.includes(it))
        })
      },
      [positions, name] as const,
    )
    expect(stale).toEqual([])
  })

test('what a choice would bring in an area that this board has not is not drawn', async ({ page }) => {
  const game = new Game(randomRecord('castelli', 2, 5))
  await open(page, 'en', 'castelli')
  const position = game.at(0, game.actor(0))
  const events = [{ key: 'gain', seat: 1, amount: 1, what: 'wood', place: 'D9N' }]
  const outcome = { view: position.view, points: position.points, events }
  await put(page, position, game.actor(0), [], { [position.moves[0]]: outcome })
  await page.locator(`#board [data-move="${position.moves[0]}"]`).dispatchEvent('click')
  expect((await picture(page)).filter(line => line.includes('NaN'))).toEqual([])
})

test('Castellan: pieces that were passed on are told to the player who builds them', async ({ page }) => {
  const words = catalogue('en')
  const prefix = (key: string) => words[key].slice(0, words[key].indexOf('{'))
  const games = [1, 2, 3, 4, 5].map(seed => new Game(randomRecord('castellan', 2, seed)))
  const game = games.find(it => it.moves.some(move => move.endsWith(' pass')))!
  const passed = game.moves.findIndex(move => move.endsWith(' pass'))
  const next = game.moves.findIndex((move, ply) => ply > passed && / play /.test(move))
  await open(page, 'en', 'castellan')
  await put(page, game.at(next, game.actor(next)), game.actor(next), [])
  await expect(page.locator('#choice .hint', { hasText: prefix('castellan.play.passed') })).toBeVisible()
  await put(page, game.at(next + 1, game.actor(next)), game.actor(next), [])
  await expect(page.locator('#choice .hint', { hasText: prefix('castellan.play.passed') })).toHaveCount(0)
})

test('Castelli: the log says where somebody gained', async ({ page }) => {
  const game = new Game(randomRecord('castelli', 3, 4))
  await open(page, 'en', 'castelli')
  let found = 0
  for (let ply = 1; ply < 90 && found < 3; ply++) {
    const position = game.at(ply, 1)
    const gain = position.events.find(event => event.key === 'gain' && /[NESW]$/.test(event.place))
    if (!gain) continue
    found++
    await put(page, position, 0, game.line(ply, position))
    const [said] = await page.evaluate(() => (window as any).say())
    expect(said).toContain(`(${gain.place.slice(0, -1)} `)
  }
  expect(found).toBeGreaterThan(0)
})

test('Castelli: two castles on one area are named by their own sides, and marked', async ({ page }) => {
  await open(page, 'en', 'castelli')
  const names = new Map<string, Set<string>>() // the names that the castles of an area were given
  for (let seed = 1; seed < 40 && ![...names.values()].some(all => all.size > 1); seed++) {
    const game = new Game(randomRecord('castelli', 4, seed))
    names.clear()
    for (let ply = 1; ply < game.moves.length; ply++) {
      if (!/^\d build /.test(game.moves[ply - 1])) continue
      const position = game.at(ply, 1)
      const built = position.events.find(event => event.key === 'castle')!
      await put(page, position, 0, game.line(ply, position))
      const [said] = await page.evaluate(() => (window as any).say())
      const [, name] = /built a castle on (\w\d \w+):/.exec(said)!
      expect(name.startsWith(built.place.slice(0, -1))).toBe(true)
      const known = names.get(built.place) ?? new Set()
      expect([...known], 'no two of an area have the same name').not.toContain(name)
      names.set(built.place, known.add(name))
      const marked = await page.evaluate(line => (window as any).mark(line), game.line(ply, position)[0])
      expect(marked.about).toContainEqual({ place: built.place, said: name })
    }
  }
  expect([...names.values()].some(all => all.size > 1)).toBe(true)
})

test('Castelli: the log says when the time to react ran out', async ({ page }) => {
  const game = new Game(randomRecord('castelli', 3, 4))
  await open(page, 'en', 'castelli')
  await put(page, game.at(20, 1), 1, [{ number: 19, seat: 1, move: 'pass', late: true, events: [] }])
  expect(await page.evaluate(() => (window as any).say())).toEqual(['Your time to react ran out.'])
})

test('a tournament is drawn again only where it changed', async ({ page }) => {
  const game = new Game(randomRecord('castelli-tournament', 4, 17))
  await open(page, 'en', 'castelli-tournament')
  const position = game.at(40, 1)
  const kept = await page.evaluate(it => (window as any).kept(it, JSON.parse(JSON.stringify(it.view))), position)
  expect(kept).toBeGreaterThan(40)
})

test('while cards are drawn or dice are rolled nobody is said to think', async ({ page }) => {
  for (const [name, chance] of [
    ['castelli', /^\* tile/],
    ['castle', /^\* dice/],
    ['castellan', /^\* card/],
  ] as const) {
    const game = new Game(randomRecord(name, 2, 5))
    await open(page, 'en', name)
    const ply = game.moves.findIndex(move => chance.test(move))
    await put(page, game.at(ply, 1), 0, [])
    await page.evaluate(() => (window as any).turnOf([]))
    await expect(page.locator('#choice h2').first()).not.toContainText(/Anna|Bram/)
    await page.evaluate(() => (window as any).turnOf([2]))
    await expect(page.locator('#choice h2').first()).toHaveText('To move: Bram')
  }
})

test('arrows walk to the nearest place, Enter chooses, Enter again confirms, and what cannot be is asked about @device', async ({
  page,
}) => {
  const game = new Game(randomRecord('castelli', 4, 3))
  await open(page, 'en', 'castelli')
  await put(page, game.at(0, 1), 1, [])
  await page.locator('[data-place=D3]').focus()
  const place = () => page.evaluate(() => document.activeElement?.getAttribute('data-place'))
  for (const [key, to] of [
    ['ArrowRight', 'E3'],
    ['ArrowDown', 'E4'],
    ['ArrowLeft', 'D4'],
    ['ArrowUp', 'D3'],
  ]) {
    await page.keyboard.press(key)
    expect(await place()).toBe(to)
  }
  expect(await page.locator('#board [tabindex="0"]').count()).toBe(1)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  expect(await page.evaluate(() => (window as any).told)).toEqual([
    'select lift D3',
    'confirm lift D3',
    expect.stringMatching(/^why build E3/),
  ])
})

test('each way a tile can lie shows what it brings, and the chosen one shows it on the board @device', async ({ page }) => {
  const game = new Game(randomRecord('castelli', 4, 3))
  const ply = game.moves.findIndex((move, i) => i > 90 && /^\d place/.test(move))
  const seat = game.actor(ply)
  const position = game.at(ply, seat)
  const outcomes: Record<string, any> = {}
  for (const move of position.moves.filter(it => it.startsWith('place'))) {
    const after = game.at(ply, seat, `${seat} ${move}`)
    outcomes[move] = { view: after.view, points: after.points, events: after.events, moves: after.moves }
  }
  await open(page, 'en', 'castelli')
  await put(page, position, seat, [], outcomes)
  await expect(page.locator('#choice .way')).toHaveCount(4)
  for (const [i, move] of Object.keys(outcomes).entries()) {
    const gains = outcomes[move].events.filter((event: any) => ['gain', 'draws'].includes(event.key) && event.seat && event.amount)
    await expect(page.locator('#choice .way').nth(i).locator('li')).not.toHaveText(['…'])
    await page.locator('#choice .way').nth(i).click()
    await expect(page.locator('#board .marks .gain')).toHaveCount(gains.length)
    await expect(page.locator('#board .selected-ring')).toHaveCount(1)
  }
  await page.locator(`[data-place=${position.view.lifted.cell}]`).focus()
  await page.keyboard.press('r')
  await expect(page.locator('#choice .way').first()).toHaveClass(/\bon\b/)
})

test('what the frame would bring covers no icon of the frame', async ({ page }) => {
  const game = new Game(randomRecord('castelli', 2, 3))
  const ply = game.moves.findIndex(move => /^\d place/.test(move))
  const seat = game.actor(ply)
  const position = game.at(ply, seat)
  const { view, points, moves } = position
  const frame = position.board.meadows.flatMap((it: any) =>
    it.frame.map(({ icon }: any) => ({ key: 'gain', seat, amount: 1, what: icon, place: it.cell })),
  )
  await open(page, 'en', 'castelli')
  for (const event of frame.filter((it: any) => ['wood', 'grain', 'rock'].includes(it.what))) {
    const outcomes = Object.fromEntries(moves.map((move: string) => [move, { view, points, events: [event], moves }]))
    await put(page, position, seat, [], outcomes)
    await page.locator('#choice .way').first().click()
    const covered = await page.evaluate(() => {
      const pill = document.querySelector('#board .marks .gain')!.getBoundingClientRect()
      return [...document.querySelectorAll('#board .frame-icons [data-tip]')].filter(el => {
        const { left, right, top, bottom } = el.getBoundingClientRect()
        const [x, y] = [(left + right) / 2, (top + bottom) / 2]
        return x > pill.left && x < pill.right && y > pill.top && y < pill.bottom
      }).length
    })
    expect(covered, event.place).toBe(0)
  }
})

test('the castle can be moved and zoomed by keys and buttons, and shown whole again @device', async ({ page }) => {
  const game = new Game(randomRecord('castellan', 2, 5))
  const ply = game.moves.findIndex((move, i) => i > 40 && /^1 (tower|short|long)/.test(move))
  await open(page, 'en', 'castellan')
  await put(page, game.at(ply, 1), 1, [])
  const box = async () => (await page.locator('#board svg').first().getAttribute('viewBox'))!.split(' ').map(Number)
  const whole = await box()
  await page.locator('#board [data-place]').first().focus()
  await page.keyboard.press('+')
  expect((await box())[2]).toBeLessThan(whole[2])
  await page.keyboard.press('Shift+ArrowRight')
  const moved = await box()
  expect(moved[0]).toBeGreaterThan(whole[0])
  await page.getByRole('button', { name: 'Zoom out' }).click()
  expect((await box())[2]).toBeGreaterThan(moved[2])
  await page.getByRole('button', { name: 'Show the whole castle' }).click()
  expect(await box()).toEqual(whole)
})

test('Castellan: the castle and the places for its pieces fill nine tenths of their room, as long as they are large', async ({
  page,
}) => {
  const game = new Game(randomRecord('castellan', 4, 7))
  await open(page, 'en', 'castellan')
  const shares: number[] = []
  for (const [ply, move] of game.moves.entries()) {
    if (ply < 60 || ply % 25 || move[0] === '*') continue
    await page.evaluate(() => (window as any).mount('castellan')) // a view of its own
    await put(page, game.at(ply, Number(move[0])), Number(move[0]), [])
    const share = await page.evaluate(() => {
      const room = document.querySelector('#board svg')!.getBoundingClientRect()
      const boxes = [...document.querySelectorAll('#board .stones rect, #board .ghosts .hit')].map(el => el.getBoundingClientRect())
      const span = (least: number[], most: number[]) => Math.max(...most) - Math.min(...least)
      const wide = span(boxes.map(b => b.left), boxes.map(b => b.right)) / room.width // prettier-ignore
      const tall = span(boxes.map(b => b.top), boxes.map(b => b.bottom)) / room.height // prettier-ignore
      return Math.max(wide, tall)
    })
    expect(share, move).toBeLessThanOrEqual(1)
    shares.push(share)
  }
  expect(shares.length).toBeGreaterThan(5)
  expect(Math.max(...shares)).toBeGreaterThan(0.86)
  for (const share of shares.slice(-4)) expect(share).toBeGreaterThan(0.6)
})

test('Castellan: values keep their size on the screen, and the edges have numbers', async ({ page }) => {
  const game = new Game(randomRecord('castellan', 2, 5))
  const ply = game.moves.findIndex((move, i) => i > 90 && /^1 (tower|short|long)/.test(move))
  await open(page, 'en', 'castellan')
  await page.addStyleTag({ path: path.join(web, 'src/board/board.css') })
  await put(page, game.at(ply, 1), 1, [])
  await page.locator('#board [data-place]').first().focus()
  const size = () =>
    page
      .locator('#board .keep .badge')
      .first()
      .evaluate(el => el.getBoundingClientRect().width)
  const [before, wall] = [
    await size(),
    await page
      .locator('#board .wall')
      .first()
      .evaluate(el => el.getBoundingClientRect().width),
  ]
  await page.keyboard.press('+')
  expect(
    await page
      .locator('#board .wall')
      .first()
      .evaluate(el => el.getBoundingClientRect().width),
  ).toBeGreaterThan(wall * 1.1)
  expect(Math.abs((await size()) - before)).toBeLessThan(1)
  const numbers = (await page.locator('#board .rulers span').allTextContents()).map(Number)
  const [, x, y] = /(\d+),(\d+)/.exec(game.moves[ply])!.map(Number)
  expect(numbers.length).toBeGreaterThan(6)
  await page.keyboard.press('0')
  const whole = (await page.locator('#board .rulers span').allTextContents()).map(Number)
  expect(Math.min(...whole)).toBeLessThanOrEqual(Math.min(x, y))
  expect(Math.max(...whole)).toBeGreaterThanOrEqual(Math.max(x, y) - 1)
})

test('Castle: rows and points have names at the edges, and the lines near the pointer are brighter', async ({ page }) => {
  const game = new Game(randomRecord('castle', 3, 4))
  const ply = game.moves.findIndex((move, i) => i > 20 && /^1 wall/.test(move))
  const position = game.at(ply, 1)
  await open(page, 'en', 'castle')
  await page.addStyleTag({ path: path.join(web, 'src/board/board.css') })
  await put(page, position, 1, [])
  const labels = await page.locator('#board .ground .label').allTextContents()
  for (const { name } of position.board.points) expect(labels).toContain(name[0])
  const rows = Math.max(...position.board.points.map((point: any) => point.row))
  for (const { name, row } of position.board.points) if (row === 0 || row === rows) expect(labels).toContain(name.slice(1))
  const width = (near: boolean) =>
    page
      .locator(`#board .place.can${near ? '.near' : ':not(.near)'} .legal-line`)
      .first()
      .evaluate(el => parseFloat(getComputedStyle(el).strokeWidth))
  const box = (await page.locator('#board .place.can .legal-line').first().boundingBox())!
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2 + 30)
  await page.locator('#board .place.near').first().waitFor({ state: 'attached' })
  expect(await page.locator('#board .place.can:not(.near)').count()).toBeGreaterThan(20)
  await expect.poll(() => width(true)).toBeGreaterThan(1.4 * (await width(false))) // where nothing can hover all lines are wider
  await page.mouse.move(0, 0)
  await page.locator('#board .place.near').first().waitFor({ state: 'detached' })
})
