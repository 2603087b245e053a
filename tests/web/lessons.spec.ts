/* lessons.spec.ts: lessons are played to their end on the real board: by pointing, on a phone, by keyboard alone, in all languages. */
import fs from 'node:fs'
import path from 'node:path'
import { games, languages, some } from './repeat'
import { catalogue, expect, isChromium, test, type Person } from './test'

interface Step {
  id: string
  right: string[]
  aside: string[]
  others: { kind: string; moves: string[] }[]
}
const read = (kind: string, game: string) =>
  JSON.parse(fs.readFileSync(path.resolve(__dirname, `../../web/src/games/${game}/${kind}.json`), 'utf8'))
const matches = (pattern: string, move: string) =>
  pattern.endsWith('*') ? move.startsWith(pattern.slice(0, -1)) : move === pattern

/* The newest position that the page was told, and its legal moves. */
const newest = (person: Person) =>
  person.heard.filter(m => m.position !== undefined && (m.is === 'table' || m.is === 'undone' || m.is === 'moved')).at(-1)?.position
const moves = (person: Person): string[] => newest(person)?.moves ?? []

/* Waits until a lesson stands on the table; `step`: this step of it, whose right move can be made, and no longer the one before. */
async function opened(person: Person, step?: Step): Promise<void> {
  await person.page.locator('.lesson #lesson-title').waitFor()
  await expect.poll(() => moves(person).length).toBeGreaterThan(1)
  if (step) await expect.poll(() => moves(person).some(move => step.right.some(pattern => matches(pattern, move)))).toBe(true)
  await expect.poll(() => person.number()).toBe(String(newest(person)!.number)) // it is drawn, too
  await person.turn()
}

/* Makes a move by pointing at it; where a choice has several parts, by typing it. */
async function choose(person: Person, move: string): Promise<void> {
  const { page } = person
  const before = await person.number()
  const beside = page.locator(`.hostpanel [data-move="${move}"]`)
  const at = (await beside.count()) ? beside : page.locator(`.boardhost [data-move="${move}"]:not([data-move^=place])`)
  const chosen = page.locator('[data-confirm=chosen][aria-disabled=false]')
  if (await at.count())
    await at
      .first()
      .click({ timeout: 2000 })
      .catch(() => at.first().dispatchEvent('click')) // another place lies over its middle
  else {
    const box = page.locator('.notation')
    if ((await box.getAttribute('open')) === null) await box.locator('summary').click()
    await page.locator('#notation').fill(move)
    await page.locator('#notation').press('Enter')
  }
  const moved = () => person.number().then(number => number !== before)
  await expect.poll(async () => (await moved()) || (await chosen.count()) > 0).toBe(true)
  if (!(await moved())) await person.confirm.dispatchEvent('click')
}

const desk = { viewport: { width: 1280, height: 800 } }
const small = { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true }

const settings = games.flatMap(game => languages.flatMap(language => [false, true].map(phone => ({ game, language, phone }))))

for (const { game, language, phone } of some(settings, 0))
  test(`the lesson of ${game} in ${language} on a ${phone ? 'phone' : 'desk'}${phone || game !== 'castle' ? '' : ' @device'}`, async ({
    come,
  }) => {
    const anna = await come(phone ? small : {})
    await anna.prefer({ language })
    const { page } = anna
    const words = catalogue(language)
    const steps: Step[] = read('lessons', game)
    await anna.open(`#/learn/${game}`)
    await page.locator('[data-begin]').click()
    for (const [i, step] of steps.entries()) {
      await expect(page).toHaveURL(new RegExp(`#/learn/${game}/${i + 1}$`))
      await opened(anna, step)
      const say = (part: string) => words[`lesson.${game}.${step.id}.${part}`]
      await expect(page.locator('.lesson')).toContainText(say('before'))
      // Another choice is made, answered, and taken back.
      const legal = moves(anna)
      const other = legal.find(move => ![...step.right, ...step.aside].some(pattern => matches(pattern, move)))!
      const kind = step.others.find(it => it.moves.some(pattern => matches(pattern, other)))!.kind
      await choose(anna, other)
      await expect(page.locator('[data-answer=other]')).toContainText(say(kind))
      anna.heard.length = 0
      await page.locator('[data-back]').click()
      await expect(page.locator('[data-answer]')).toHaveCount(0)
      await opened(anna)
      await choose(
        anna,
        legal.find(move => step.right.some(pattern => matches(pattern, move)))!,
      )
      await expect(page.locator('[data-answer=right]')).toContainText(say('after'))
      anna.heard.length = 0
      await page.locator('[data-next]').click()
    }
    await expect(page.locator('.steps .done')).toHaveCount(steps.length)
    await page.reload()
    await expect(page.locator('.steps .done')).toHaveCount(steps.length)
  })

/* A keyboard may belong to a phone as well. */
for (const { game, language, phone } of some(settings, 15))
  test(`the lesson of ${game} in ${language} on a ${phone ? 'phone' : 'desk'} by keyboard alone, hints and taking back included`, async ({
    come,
  }) => {
    const anna = await come(phone ? small : {})
    await anna.prefer({ language })
    const { page } = anna
    test.skip(!isChromium(page), "Tab leads out of the page, to Firefox's own buttons")
    const reach = async (what: string) => {
      for (let i = 0; i < 300; i++) {
        if (await page.evaluate(w => !!document.activeElement?.matches(w), what)) return
        await page.keyboard.press('Tab')
      }
      throw new Error(`Tab does not reach ${what}`)
    }
    await anna.open(`#/learn/${game}`)
    await reach('[data-begin]')
    await page.keyboard.press('Enter')
    const steps: Step[] = read('lessons', game)
    for (const [i, step] of steps.entries()) {
      await opened(anna, step)
      const type = async (move: string) => {
        const before = await anna.number()
        await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur()) // as after Escape in a field
        await expect(async () => {
          await page.keyboard.press('n') // again, if the next step came meanwhile and took the focus to its title
          await expect(page.locator('#notation')).toBeFocused({ timeout: 1000 })
        }).toPass()
        await page.keyboard.press('Control+a')
        await page.keyboard.type(move)
        await page.keyboard.press('Enter')
        const moved = () => anna.number().then(number => number !== before) // a move that can be taken back at once needs no second Enter
        await expect.poll(async () => (await moved()) || (await page.locator('[data-confirm=chosen]').count()) > 0).toBe(true)
        if (!(await moved())) await page.keyboard.press('Enter')
      }
      if (i === 0) {
        await page.keyboard.press('h')
        await page.locator('.hints').waitFor()
        if (game !== 'castellan') await expect(page.locator('.boardhost .proposed').first()).toBeVisible() // the hint is drawn, too
        await page.keyboard.press('Escape')
        await type(moves(anna).find(move => ![...step.right, ...step.aside].some(pattern => matches(pattern, move)))!)
        await page.locator('[data-answer=other]').waitFor()
        anna.heard.length = 0
        await reach('[data-back]')
        await page.keyboard.press('Enter')
        await expect(page.locator('[data-answer]')).toHaveCount(0)
        await opened(anna)
      }
      await type(moves(anna).find(move => step.right.some(pattern => matches(pattern, move)))!)
      await page.locator('[data-answer=right]').waitFor()
      anna.heard.length = 0
      await reach('[data-next]')
      await page.keyboard.press('Enter')
    }
    await expect(page.locator('.steps .done')).toHaveCount(steps.length)
  })

test('a step is a link, and its table is gone when it is left @device', async ({ come }) => {
  const anna = await come()
  const { page } = anna
  await anna.open('#/learn/castelli/3')
  await opened(anna)
  await expect(page.locator('.lesson')).toContainText('Step 3 of 8')
  await page.reload()
  await opened(anna)
  await page.goto(anna.server.url + '/#/')
  await expect(page.locator('#list-mine + .panel')).toContainText('No game yet')
  await page.goto(anna.server.url + '/#/learn/castelli/99')
  await expect(page.locator('main h1')).toContainText('does not exist')
})

test('the start page offers lessons, to newcomers first of all @device', async ({ come }) => {
  const anna = await come()
  const { page } = anna
  await anna.open()
  for (const game of games) await expect(page.locator(`[data-learn=${game}]`)).toBeVisible()
  await page.locator('[data-welcome]').click()
  await opened(anna)
  await choose(anna, 'build B2N')
  await page.locator('[data-answer=right]').waitFor()
  await page.goto(anna.server.url + '/#/')
  await page.locator('#list-mine').waitFor()
  await expect(page.locator('[data-welcome]')).toHaveCount(0)
})

test('lists that come late move nothing away from under a finger', async ({ come }) => {
  const anna = await come({ viewport: { width: 390, height: 844 } })
  const { page } = anna
  const play = page.locator('[data-play]').first()
  anna.delay = message => ('tables' in message ? 1000 : 0)
  await page.goto(anna.server.url)
  await expect(play).toBeEnabled()
  const before = await play.boundingBox()
  await expect(page.locator('#list-mine + .panel')).toContainText('No game yet')
  expect(await play.boundingBox()).toEqual(before)
  anna.delay = null
  await anna.playNow('castle')
  anna.delay = message => ('tables' in message ? 1000 : 0)
  await page.goto(anna.server.url + '/#/')
  await page.reload()
  await expect(play).toBeEnabled()
  await expect(page.locator('[data-welcome]')).toHaveCount(0) // somebody who has had a table is no newcomer
})

test('puzzles are solved, and stay solved @device', async ({ come }) => {
  const anna = await come()
  const { page } = anna
  const [puzzle] = read('puzzles', 'castelli')
  await anna.open('#/puzzles')
  await expect(page.locator('[data-today]')).toBeVisible()
  await page.locator('.puzzles a').first().click()
  await opened(anna)
  const legal = moves(anna)
  await choose(
    anna,
    legal.find(move => move !== puzzle.best && !puzzle.also.includes(move))!,
  )
  await page.locator('[data-answer=other]').waitFor()
  anna.heard.length = 0
  await page.locator('[data-back]').click()
  await expect(page.locator('[data-answer]')).toHaveCount(0)
  await opened(anna)
  await choose(anna, puzzle.best)
  await page.locator('[data-answer=right]').waitFor()
  await expect(page.locator('.lesson')).toContainText(catalogue('en')[`term.castelli.${puzzle.term}`])
  await anna.open('#/puzzles/castelli')
  await expect(page.locator('.puzzles .done')).toHaveCount(1)
})

test('the guide speaks once of each thing, and can be switched off @device', async ({ come }) => {
  const anna = await come({ viewport: { width: 1280, height: 900 } }) // in a lower window a note hides what is below it
  await anna.prefer({ guide: true })
  const { page } = anna
  await anna.playNow('castelli')
  await anna.turn()
  const guide = page.locator('.guide')
  await expect(guide.locator('.goal')).toContainText('villages and cities')
  await expect(guide.locator('.standing')).toContainText('level')
  await expect(guide.locator('[data-note=lift]')).toBeVisible()
  await guide.locator('[data-read]').click()
  await expect(guide.locator('[data-note]')).toHaveCount(0)
  await page.reload()
  await anna.turn()
  await expect(guide.locator('.goal')).toBeVisible()
  await expect(guide.locator('[data-note=lift]')).toHaveCount(0)
  await anna.move(0)
  await expect(guide.locator('[data-note=tile]')).toBeVisible() // the tile is in hand now
  await guide.locator('[data-tip]').click() // what matters, without a move
  await expect(guide.locator('.tip')).toContainText(/The best move here|about equally good/)
  await guide.locator('[data-guide-off]').click()
  await expect(guide).toHaveCount(0)
})

for (const game of some(games, 1))
  test(`the guide has notes for a whole game of ${game}`, async ({ come }) => {
    const anna = await come()
    await anna.prefer({ guide: true })
    const { page } = anna
    await anna.playNow(game)
    const seen = new Set<string>()
    for (let i = 0; (await anna.turn()) === 'move' && i < 400 && seen.size < 5; i++) {
      const note = page.locator('.guide [data-note]')
      if (await note.count()) {
        seen.add((await note.getAttribute('data-note')) ?? '')
        await expect(note).not.toContainText('guide.') // a key without words
      }
      await anna.move(i * 7)
    }
    expect([...seen].length).toBeGreaterThanOrEqual(4) // moves by chance seldom lead to a castle
  })

for (const phone of [false, true])
  test(`the rules stand beside the board ${phone ? 'of a phone' : 'of a desk'} and know other words${phone ? '' : ' @device'}`, async ({
    come,
  }) => {
    const anna = await come(phone ? small : desk)
    const { page } = anna
    await anna.playNow('castle')
    await anna.turn()
    await page.locator('[data-drawer]').click()
    await expect(page.locator('.drawer .short li')).toHaveCount(7)
    await page.locator('.drawer summary', { hasText: 'Completing a city' }).click()
    await expect(page.locator('.drawer details[open] figure .pic svg')).toBeVisible()
    await page.locator('#drawer-search').fill('swap')
    await expect(page.locator('.drawer [data-clause="4.3"]')).toBeVisible()
    const drawer = (await page.locator('.drawer').boundingBox())!
    const board = (await page.locator('.boardhost svg').first().boundingBox())!
    if (phone) expect(drawer.y).toBeGreaterThan(board.y + board.height / 2)
    else expect(drawer.x + drawer.width).toBeLessThanOrEqual(board.x + 16)
    await page.locator('#drawer-search').press('Escape')
    await expect(page.locator('.drawer')).toHaveCount(0)
    await anna.move(3) // the game goes on
  })

test('the rules are found by the words that people use, in every language', async ({ come }) => {
  const anna = await come()
  const { page } = anna
  const wanted: Record<string, [string, string, string][]> = {
    en: [
      ['castle', 'swap', '4.3'],
      ['castle', 'merge', '3.2'],
      ['castle', 'fine', '2.8'],
      ['castelli', 'tie', '3.5'],
      ['castelli', 'money', '5.3'],
      ['castellan', 'diagonal', '3.3'],
      ['castellan', 'tie', '5.3'],
      ['castellan', 'leftover', '2.5'],
      ['castellan', 'split', '4.3'],
      ['castelli', 'setup', '1.5'],
      ['castelli', 'buy', '4.2'],
      ['castelli', 'flip', '2.2'],
      ['castle', 'winner', '5.4'],
    ],
    nl: [
      ['castle', 'ruilen', '4.3'],
      ['castelli', 'geld', '5.3'],
      ['castelli', 'gelijkspel', '3.5'],
      ['castellan', 'diagonaal', '3.3'],
      ['castellan', 'gelijkspel', '5.3'],
      ['castellan', 'splitsen', '4.3'],
      ['castelli', 'kopen', '4.2'],
      ['castelli', 'scoren', '3.1'],
      ['castle', 'samenvoegen', '3.2'],
      ['castle', 'weggooien', '4.1'],
    ],
    de: [
      ['castle', 'tauschen', '4.3'],
      ['castelli', 'geld', '5.3'],
      ['castelli', 'gleichstand', '3.5'],
      ['castellan', 'diagonal', '3.3'],
      ['castellan', 'unentschieden', '5.3'],
      ['castellan', 'aufteilen', '4.3'],
      ['castelli', 'wertung', '3.1'],
      ['castelli', 'angreifen', '9.2'],
      ['castle', 'zusammenlegen', '3.2'],
      ['castle', 'mischen', '4.2'],
    ],
  }
  for (const language of languages) {
    await anna.prefer({ language })
    await anna.open('#/rules/castle')
    await page.reload()
    for (const [game, word, clause] of wanted[language]) {
      await anna.open(`#/rules/${game}`)
      await page.locator('#rules-search').fill(word)
      await expect(page.locator(`[id="clause-${clause}"]`), `${language} ${game} ${word}`).toBeVisible()
      const found = await page.locator('.book .clause').count()
      expect(found, `${language} ${game} ${word}: not half of the book`).toBeLessThan(40)
    }
  }
})

for (const game of some(games, 1))
  test(`one page has ${game} in short, its cards and advice`, async ({ come }) => {
    const anna = await come()
    const { page } = anna
    await anna.open(`#/rules/${game}`)
    await page.evaluate(() => (window.print = () => void (document.body.dataset.printed = document.documentElement.className)))
    await page.locator('[data-sheet]').click()
    await expect(page.locator('body')).toHaveAttribute('data-printed', /\bsheet\b/)
    await expect(page.locator('html.sheet')).toHaveCount(0) // only while it prints
    if (!isChromium(page)) return // only there a printed page can be looked at
    await page.emulateMedia({ media: 'print' })
    await page.evaluate(() => document.documentElement.classList.add('sheet'))
    for (const shown of ['section.short', '.advice', '.gallery']) await expect(page.locator(shown)).toBeVisible()
    for (const hidden of ['.clause', '.example', '.contents']) await expect(page.locator(hidden).first()).toBeHidden()
  })

test('the puzzle of today follows from the date, and the games take turns @device', async ({ come }) => {
  const anna = await come()
  const { page } = anna
  const shown: string[] = []
  for (const day of ['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04']) {
    await page.clock.setFixedTime(new Date(day + 'T12:00:00'))
    await anna.open('#/')
    await anna.open('#/puzzles/castle')
    await page.locator('[data-today]').waitFor()
    shown.push((await page.locator('[data-today]').getAttribute('href'))!)
  }
  const games = shown.map(href => href.split('/')[2])
  expect(new Set(games.slice(0, 3)).size).toBe(3)
  expect(games[3]).toBe(games[0])
  expect(shown[3]).not.toBe(shown[0])
})

test('the examples of the rulebooks stand at their clauses, and are played on the board @device', async ({ come }) => {
  const anna = await come()
  const { page } = anna
  await anna.prefer({ forced: true, ends: true }) // an example leaves its decision to the player all the same
  for (const [game, count] of [
    ['castelli', 4],
    ['castle', 3],
    ['castellan', 5],
  ] as const) {
    const examples: (Step & { clause: string })[] = read('examples', game)
    await anna.open(`#/rules/${game}`)
    await expect(page.locator('.example .pic svg')).toHaveCount(count)
    for (const example of some(examples, examples.length - 1)) {
      anna.heard.length = 0
      await page.locator(`[data-example=${example.id}]`).click()
      await page.locator('.lesson #lesson-title').waitFor()
      await expect.poll(() => moves(anna).length).toBeGreaterThan(0)
      await choose(anna, example.right[0])
      await expect(page.locator('[data-answer=right]')).toContainText(catalogue('en')[`example.${game}.${example.id}.after`])
      await page.locator('.lesson a', { hasText: 'Rules' }).click()
      await expect(page.locator(`[id="clause-${example.clause}"]`)).toBeInViewport()
    }
  }
})

test('the rules have advice, manners and a page of every card @device', async ({ come }) => {
  const anna = await come()
  const { page } = anna
  await anna.open('#/rules/castellan')
  await expect(page.locator('.advice')).toContainText('chivalry')
  await page.goto(anna.server.url + '/#/cards')
  await expect(page.locator('.gallery')).toHaveCount(3)
  for (const game of games)
    await expect.poll(() => page.locator(`.gallery`).nth(games.indexOf(game)).locator('*').count()).toBeGreaterThan(20)
})
