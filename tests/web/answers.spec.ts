/* answers.spec.ts: every key and every question is answered aloud: places that cannot be chosen, why and why not, what the guide promises. */
import fs from 'node:fs'
import path from 'node:path'
import { Game, open, put } from './boards'
import { ears, focused, hears, hush, keptFocus, listen, pattern, playByKeys as play } from './ears'
import { games, languages, some } from './repeat'
import { randomRecord } from './server'
import { catalogue, expect, test, together } from './test'

for (const game of some(games, 1))
  test(`a place of ${game} that cannot be chosen answers Enter @device`, async ({ come }) => {
    const anna = await come()
    const { page } = anna
    await play(anna, game)
    for (let i = 0; i < (game === 'castellan' ? 8 : 3); i++) {
      await anna.turn()
      await anna.move(0)
    }
    await anna.turn()
    await page.keyboard.press('b')
    let asked = 0
    const names = new Set<string>()
    for (let i = 0; i < 40 && asked < 4; i++) {
      const { name, disabled } = await focused(anna)
      if (disabled && !names.has(name)) {
        names.add(name)
        await hush(anna)
        await page.keyboard.press('Enter')
        await hears(anna, game === 'castellan' ? /^Nothing can be chosen here\.$/ : /\. Rule \d+(\.\d+)?\.$/, name)
        asked++
      }
      await page.keyboard.press(['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp'][Math.floor(i / 5) % 4])
    }
    if (game !== 'castle') expect(asked).toBeGreaterThan(0) // in Castle one walks over what can be chosen
    await keptFocus(anna, 'asking')
  })

test('why and why not: with the rule, and about what is wrong, not about the time @device', async ({ come }) => {
  const anna = await come()
  const { page } = anna
  await play(anna, 'castelli')
  await hush(anna)
  await page.locator('[data-place=C1]').focus() // it has no rock
  await page.keyboard.press('Enter')
  await hears(anna, /^A castle goes on rock\. Rule 4\.3\.$/)
  await page.keyboard.press('n')
  const ask = async (text: string, answer: RegExp) => {
    await hush(anna)
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
    await hears(anna, answer, text)
  }
  await ask('why build C1E', /^A castle goes on rock\. Rule 4\.3\.$/)
  await ask('why build H1N', /\. Rule 1\.1\.$/) // no octagon there
  const cell = await page.locator('.place.can[data-move^=lift]').first().getAttribute('data-place')
  await ask('why lift ' + cell, /^This is allowed\. Rule 2\.2\.$/)
  await expect(page.locator('.choice .ask h2')).not.toContainText('Why not')
})

test('r takes the next kind of piece, or the next colour, and says so @device', async ({ come }) => {
  const anna = await come()
  const { page } = anna
  await play(anna, 'castellan')
  const kinds = () => page.locator('.pick:enabled').count()
  for (let i = 0; i < 30 && (await kinds()) < 2; i++) {
    await anna.turn()
    await anna.move(i)
    await anna.turn()
  }
  expect(await kinds()).toBeGreaterThan(1)
  await page.keyboard.press('b')
  const heard = new Set<string>()
  for (let i = 0; i < 2; i++) {
    await hush(anna)
    await page.keyboard.press('r')
    heard.add(await hears(anna, /^(Towers|Short walls|Long walls): (one place|\d+ places)\.$/))
  }
  expect(heard.size).toBe(2)
  await play(anna, 'castle')
  await page.keyboard.press('b')
  await hush(anna)
  await page.keyboard.press('r') // a wall is a wall
  await hears(anna, /^Nothing can be turned or changed here\.$/)
  const ways = () => page.locator('.hostpanel [data-move^=tower]').count() // colours of the second tower
  for (let i = 0; i < 60 && (await ways()) < 3; i++) {
    await anna.move(i)
    await anna.turn()
  }
  await page.keyboard.press('b')
  await hush(anna)
  await page.keyboard.press('Enter')
  const one = await hears(anna, /Enter confirms\.$/)
  await hush(anna)
  await page.keyboard.press('r')
  expect(await hears(anna, /Enter confirms\.$/)).not.toBe(one)
})

test('Esc says that it puts back what the game offers, too', async ({ come }) => {
  const anna = await come()
  await play(anna, 'castelli')
  await anna.move(0)
  await hears(anna, /^Lay the tile .* Enter confirms\.$/) // nobody chose it
  await anna.page.keyboard.press('n')
  await hush(anna)
  await anna.page.keyboard.press('Escape')
  await hears(anna, /^Put back\.$/)
})

test('a question about a way back says what is to be taken back, and v leads to the answer', async ({ come }) => {
  const anna = await come(),
    bram = await come()
  for (const person of [anna, bram]) await listen(person)
  await together(anna, bram, 'castle', ['me', 'open'], { undo: 'consent' })
  const first = await Promise.race([anna, bram].map(person => person.turn().then(() => person)))
  const other = first === anna ? bram : anna
  const turn = () => first.page.locator('.boardhost .place.can, .hostpanel [data-move]').count()
  for (let i = 0; i < 9 && (await turn()); i++) await first.move(0) // to the end of the turn
  await other.turn()
  const points = (await ears(other)).said.filter(text => /^.*turn: .* \d+, .* \d+\.$/.test(text))
  expect(points.length, 'points that have not changed are told once').toBeLessThanOrEqual(1)
  await other.move(0) // now the others have learned something
  await first.page.keyboard.press('z')
  const asked = await hears(other, /would like to take this back: ./)
  expect(asked).toMatch(/: .*(wall|tower|house).*\.$/)
  await other.page.locator('[data-undo-asked]').waitFor() // it is said a frame before it is drawn
  await other.page.keyboard.press('v')
  expect((await focused(other)).name).toBe('Agree')
  await other.page.keyboard.press('Enter')
  await hears(first, /^Taken back: ./)
  await keptFocus(other, 'the answer')
})

/* What the guide for players promises, in every language: each question of its table is answered, and each move in words is understood. */
for (const language of some(languages, 1))
  test(`the box answers all that the guide lists, in ${language}`, async ({ come }) => {
    const anna = await come({ locale: language })
    const { page } = anna
    const words = catalogue(language)
    await listen(anna)
    const guide = fs.readFileSync(
      path.resolve(__dirname, '../../docs', language === 'en' ? 'ACCESS.md' : `ACCESS.${language}.md`),
      'utf8',
    )
    const codes = (line: string) => [...line.matchAll(/`([^`]+)`/g)].map(([, code]) => code)
    const questions = guide
      .split('\n')
      .filter(line => /^\| `/.test(line))
      .flatMap(line => codes(line.split(' | ')[0]))
    expect(questions.length).toBeGreaterThan(12)
    const refusals = ['typed.scan.none', 'typed.fit.none', 'why.written'].map(key => pattern(words[key]))
    const ask = async (text: string) => {
      await hush(anna)
      await page.keyboard.type(text.replace(/\b(MOVE|ZET|ZUG)\b/, 'a1-b1'))
      await page.keyboard.press('Enter')
      const answer = await hears(anna, /../, text)
      expect(
        refusals.filter(it => it.test(answer)),
        `${text}: ${answer}`,
      ).toEqual([])
      await expect(page.locator('#notation')).toBeFocused()
      return answer
    }
    const ofCastelli = (text: string) => /E4|3$|fox|vos|fuchs/i.test(text)
    for (const game of ['castelli', 'castle']) {
      await anna.playNow(game)
      await anna.turn()
      await page.locator('main').focus()
      await page.keyboard.press('n')
      if (game === 'castelli') {
        const cell = (await page.locator('.place.can[data-move^=lift]').first().getAttribute('data-place'))!
        await ask(cell)
        await page.keyboard.press('Enter')
        await page.locator('.ways').waitFor()
      }
      for (const question of questions.filter(it => ofCastelli(it) === (game === 'castelli'))) await ask(question)
      if (game === 'castelli') {
        const [phrase] = guide.split('\n').flatMap(line => (/^- .*`(place fox|leg vos|lege Fuchs)/.test(line) ? codes(line) : []))
        expect(await ask(phrase)).toContain(words['chosen.confirm.enter'])
      }
    }
  })

test('castles of one player on one area are said once', async ({ page }) => {
  await open(page, 'en', 'castelli')
  let found = 0
  for (let seed = 1; seed < 60 && !found; seed++) {
    const game = new Game(randomRecord('castelli', 2, seed))
    const position = game.at(game.moves.length, 1)
    const owners: Record<string, number[]> = {}
    for (const { area, seat } of position.view.castles) (owners[area] ??= []).push(seat)
    if (!Object.values(owners).some(seats => new Set(seats).size < seats.length)) continue
    await put(page, position, 1, [])
    const labels = await page.locator('[data-place]').evaluateAll(all => all.map(el => el.getAttribute('aria-label')!))
    expect(labels.filter(it => /\b(You|you|yours|Bram) and \1\b/.test(it))).toEqual([])
    found += labels.filter(it => /\d castles of (yours|Bram)/.test(it)).length
  }
  expect(found).toBeGreaterThan(0)
})
