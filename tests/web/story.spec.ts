/* story.spec.ts: what others did is told one thing after the other, and never in the way. */
import type { BrowserContextOptions } from '@playwright/test'
import { games, some } from './repeat'
import { expect, makeTable, test, together, type Person } from './test'

type Come = (options?: BrowserContextOptions) => Promise<Person>

/* Somebody who wants to see everything. */
async function curious(come: Come, settings: object = {}, motion: 'reduce' | 'no-preference' = 'no-preference'): Promise<Person> {
  const person = await come({ reducedMotion: motion })
  await person.prefer({ story: 'normal', level: 1, opponents: 1, ...settings })
  return person
}

const telling = (person: Person) => person.page.locator('main.table[data-told]')
const over = (person: Person) => expect(telling(person)).toHaveCount(0)

/* Plays until a computer's turn is told. */
async function untilTold(person: Person, pick = 0): Promise<void> {
  for (let i = 0; i < 40; i++) {
    if (await telling(person).count()) return
    await person.turn()
    if (await telling(person).count()) return
    await person.move(pick + i)
    await person.page.waitForTimeout(80) // computers answer at once
  }
  throw new Error('nothing was told')
}

/* Everything that flies from now on. */
const countFlights = (person: Person) =>
  person.page.evaluate(() => {
    ;(window as any).flew = 0
    new MutationObserver(list => {
      for (const change of list)
        for (const node of change.addedNodes) if ((node as Element).classList?.contains('flying-token')) (window as any).flew++
    }).observe(document.body, { childList: true })
  })
const flew = (person: Person): Promise<number> => person.page.evaluate(() => (window as any).flew)

for (const game of some(games, 2))
  test(`${game}: a computer's turn is told in several sentences, each with its places marked, to the newest position @device @views`, async ({
    come,
  }) => {
    const anna = await curious(come, { story: 'fast' })
    await anna.playNow(game)
    await anna.page.evaluate(() => {
      const said = ((window as any).said = [] as {
        text: string
        marks: number
        told: string
      }[])
      const look = () => {
        const told = document.querySelector<HTMLElement>('main.table')?.dataset.told
        const text = document.querySelector('.story-line.telling p')?.textContent ?? ''
        const marks = document.querySelectorAll('.boardhost .marked, .boardhost .marked-shape').length
        const last = said[said.length - 1]
        if (told && text && last?.text !== text) said.push({ text, told, marks })
        else if (last?.text === text) last.marks = Math.max(last.marks, marks) // the board may be drawn a frame later
        requestAnimationFrame(look)
      }
      look()
    })
    await untilTold(anna)
    await over(anna)
    const said: { text: string; marks: number; told: string }[] = await anna.page.evaluate(() => (window as any).said)
    expect(said.length).toBeGreaterThan(2)
    expect(said.filter(it => it.marks > 0).length, 'places are marked').toBeGreaterThan(1)
    expect(said.map(it => Number(it.told))).toEqual(said.map(it => Number(it.told)).sort((a, b) => a - b))
  })

test('Castelli: what is gained arrives at its counter, which counts up when it does @device', async ({ come }) => {
  const anna = await curious(come)
  await anna.playNow('castelli')
  await countFlights(anna)
  await anna.page.evaluate(() => {
    const counted = ((window as any).counted = [] as string[])
    let known = new Map<string, number>()
    new MutationObserver(() => {
      if (!document.querySelector('main.table[data-told]')) known = new Map()
      else
        for (const el of document.querySelectorAll<HTMLElement>('[data-panel="2"] [data-good]')) {
          const good = el.dataset.good!,
            n = Number((el.querySelector('span[aria-hidden]') ?? el).textContent),
            before = known.get(good)
          // while the machine is busy, a step may be over before it is drawn
          if (before !== undefined && n > before && el.classList.contains('came')) counted.push(`${good} +${n - before}`)
          known.set(good, n)
        }
    }).observe(document.body, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    })
  })
  for (let i = 0; i < 4; i++) {
    await untilTold(anna, i * 3)
    await over(anna)
    await anna.turn()
    await anna.move(i)
  }
  expect(await flew(anna)).toBeGreaterThan(3)
  const counted: string[] = await anna.page.evaluate(() => (window as any).counted)
  expect(counted.length).toBeGreaterThan(1)
  for (const text of counted) expect(text).toMatch(/^(wood|grain|rock|silver|card|vp) \+\d$/)
})

test('a tap on the board, a key and the button end the story; a move of one’s own does too @device @views', async ({ come }) => {
  const anna = await curious(come, { story: 'slow' })
  await anna.playNow('castelli')
  const ends: (() => Promise<void>)[] = [
    () => anna.page.locator('.boardhost svg').click({ position: { x: 8, y: 8 } }),
    () => anna.page.keyboard.press('Escape'),
    () => anna.page.keyboard.press('Enter'),
    () => anna.page.locator('[data-skip]').click(),
    async () => {
      await anna.page.keyboard.press('n')
      await anna.page.locator('#notation').fill((await legal(anna))[0])
      await anna.page.keyboard.press('Enter')
      await expect(anna.confirm).toBeEnabled()
    },
  ]
  for (const end of ends) {
    await untilTold(anna)
    await expect.poll(async () => (await legal(anna)).length).toBeGreaterThan(0) // it may be told while the next choice is there
    await end()
    await over(anna)
    await anna.turn()
    await anna.page.keyboard.press('Escape')
    await anna.move(3)
  }
})

const legal = async (person: Person): Promise<string[]> => person.heard.filter(m => m.position).at(-1).position.moves

test('the tap that ends a story may choose, but never confirms @device', async ({ come }) => {
  const anna = await curious(come, { story: 'slow' })
  await anna.playNow('castelli')
  await untilTold(anna)
  await expect(anna.page.locator('.actions .say')).toHaveText(/^Lift a tile: /)
  const [move] = await legal(anna)
  const place = anna.page.locator(`[data-place="${move.split(' ')[1]}"]`)
  await place.dispatchEvent('click')
  await over(anna)
  await expect(place).toHaveAttribute('data-chosen', 'true')
  expect(anna.heard.filter(m => m.position).at(-1).position.moves).toContain(move)
})

test('at once means at once, and the button at the table goes through the speeds @device', async ({ come }) => {
  const anna = await curious(come, { story: 'now' })
  await anna.playNow('castelli')
  await countFlights(anna)
  await anna.page.evaluate(() => {
    new MutationObserver(() => {
      if (document.querySelector('main.table[data-told]')) (window as any).wasTold = true
    }).observe(document.body, { subtree: true, attributes: true })
  })
  for (let i = 0; i < 8 && (await anna.turn()) === 'move'; i++) await anna.move(i)
  expect(await anna.page.evaluate(() => (window as any).wasTold)).toBeUndefined()
  expect(await flew(anna)).toBe(0)
  const button = anna.page.locator('[data-speed]')
  for (const speed of ['slow', 'normal', 'fast', 'now']) {
    await button.click()
    await expect(button).toHaveAttribute('data-speed', speed)
  }
})

test('who wants no motion gets marked stills at the same pace @device', async ({ come }) => {
  const still = await curious(come, {}, 'reduce')
  await still.playNow('castelli')
  await countFlights(still)
  await still.page.evaluate(() => {
    const look = () => {
      const running = document.getAnimations().filter(it => it.playState === 'running').length
      if (document.querySelector('main.table[data-told]') && running) (window as any).moved = true
      requestAnimationFrame(look)
    }
    look()
  })
  await untilTold(still)
  const start = Date.now()
  await expect(still.page.locator('.boardhost .marked, .boardhost .marked-shape').first()).toBeVisible()
  await over(still)
  expect(Date.now() - start, 'told, not jumped over').toBeGreaterThan(1200)
  expect(await flew(still)).toBe(0)
  expect(await still.page.evaluate(() => (window as any).moved)).toBeUndefined()
})

test('nothing flies when stepping back, sliding, taking back or coming back', async ({ come }) => {
  const anna = await curious(come, { story: 'fast' })
  await anna.playNow('castelli')
  for (let i = 0; i < 3; i++) {
    await untilTold(anna, i)
    await over(anna)
  }
  await anna.turn()
  await anna.page.waitForFunction(() => !document.querySelector('.flying-token'))
  await countFlights(anna)
  for (const key of ['[', '[', '[', ']', '[', 'Home', 'End', 'Escape']) {
    await anna.page.keyboard.press(key)
    await anna.page.waitForTimeout(60)
  }
  await anna.page.keyboard.press('[')
  await anna.page.locator('#replay-slider').fill('2')
  await anna.page.keyboard.press('Escape')
  await anna.page.locator('.actions .btn', { hasText: 'Undo' }).click()
  await expect(anna.page.locator('.notice')).toBeVisible()
  await anna.cut()
  await anna.page.locator('.lostbar').waitFor()
  await anna.page.locator('.lostbar').waitFor({ state: 'detached' })
  await anna.turn()
  expect(await flew(anna)).toBe(0)
  await over(anna)
})

test('the last round can be told again, also after a reload and at once @device', async ({ come }) => {
  const anna = await curious(come, { story: 'fast' })
  await anna.playNow('castle')
  await untilTold(anna)
  await over(anna)
  await anna.page.reload()
  await anna.turn()
  const log = anna.page.locator('.log li'),
    lines = await log.count()
  await anna.page.locator('[data-again]').click()
  await telling(anna).waitFor()
  expect(await log.count(), 'the log follows').toBeLessThan(lines)
  await over(anna)
  await expect(log).toHaveCount(lines)
  for (const speed of ['now']) {
    await anna.page.locator('[data-speed]').click()
    await expect(anna.page.locator('[data-speed]')).toHaveAttribute('data-speed', speed)
  }
  await anna.page.locator('[data-again]').click()
  await telling(anna).waitFor()
  await anna.page.keyboard.press('Escape')
  await over(anna)
})

test('everything since one’s own last turn stays marked @device', async ({ come }) => {
  const anna = await come()
  await anna.prefer({ level: 1, opponents: 3 })
  await anna.playNow('castelli', 3)
  const laid = () => {
    const lines = anna.heard.flatMap(m => (m.is === 'moved' ? m.lines : []))
    const seat = anna.heard.find(m => m.is === 'table').mine[0]
    const since = lines.slice(lines.map(line => line.seat).lastIndexOf(seat) + 1)
    const events = since.flatMap(line => line.events).filter((event: any) => event.key === 'place')
    return new Set(events.map((event: any) => event.place)).size
  }
  for (let i = 0; i < 12 && laid() < 3; i++) {
    await anna.turn()
    await anna.move(i)
    await anna.turn()
  }
  expect(laid()).toBe(3)
  await expect.poll(() => anna.page.locator('.boardhost .last-move').count()).toBeGreaterThanOrEqual(3)
})

test('Castle: a scoring says what counts, who made it and whose choice it is, and lights the city @device @views', async ({
  come,
}) => {
  const anna = await come()
  await anna.prefer({ level: 3, opponents: 2 })
  await anna.playNow('castle', 2)
  const scores = () => anna.heard.filter(m => m.position).at(-1)?.position.view.phase === 'score'
  for (let i = 0; i < 200 && !scores(); i++) {
    if ((await anna.turn()) === 'over') break
    if (scores()) break
    await anna.move(i * 3)
  }
  expect(scores()).toBe(true)
  const said = anna.page.locator('.story-line.loud p')
  await expect(said).toContainText(/Scoring: the city .* counts, completed by .*To choose: You/)
  for (const words of ['', 'Wertung: Die Stadt bcd34 aus 12 Feldern zählt, fertiggestellt von Pferdeknecht. Am Zug: Pferdeknecht'])
    expect(
      await said.evaluate((p, text) => ((p.textContent = text || p.textContent), p.scrollHeight - p.clientHeight), words),
    ).toBe(0)
  expect(await anna.page.locator('.story-line').evaluate(el => el.clientHeight)).toBe(44)
  await expect(anna.page.locator('.boardhost .city-counts')).toBeVisible()
})

test('a question ends the story at once', async ({ come }) => {
  const anna = await curious(come, { story: 'slow' })
  await anna.playNow('castelli')
  await untilTold(anna)
  /* Where a computer ends its turn, the player is asked whether a Steward turns the tile. No message follows that could take it back. */
  anna.retell = message => {
    if (message.is !== 'moved') return
    const { seat, view } = message.position
    if (!message.lines.some((line: any) => line.seat !== seat && line.move === 'end')) return
    view.phase = 'steward'
    view.asked = seat
    message.position.moves = ['steward 1', 'pass']
  }
  await anna.page.keyboard.press('Escape')
  await anna.turn()
  for (let i = 0; i < 12 && !anna.heard.some(m => m.position?.view.phase === 'steward' && m.position.moves.includes('pass')); i++)
    await anna.move(i)
  await expect(anna.page.locator('.hostpanel [data-move=pass]')).toBeVisible()
  await over(anna)
})

test('a spectator is told everybody’s moves, and two people those of each other', async ({ come }) => {
  const anna = await curious(come, { story: 'fast' }),
    bram = await curious(come, { story: 'fast' })
  await together(anna, bram, 'castle')
  const first = (await anna.page.locator('.boardhost .place.can').count()) ? anna : bram
  const second = first === anna ? bram : anna
  await first.turn()
  await first.move(5)
  await telling(second).waitFor()
  expect(await telling(first).count()).toBe(0)
  await over(second)
})

test('frames of a story take little script @alone', async ({ come, browser }) => {
  const anna = await curious(come, { opponents: 3 })
  await makeTable(anna, 'castelli', ['me', '3', '3', '3'])
  await anna.page.locator('.boardhost svg').first().waitFor()
  await untilTold(anna)
  await anna.page.evaluate(() => performance.clearMeasures('drawn'))
  await browser.startTracing(anna.page, {
    categories: ['devtools.timeline', 'toplevel'],
  })
  await anna.page.waitForTimeout(5000)
  const drawn: number[] = await anna.page.evaluate(() => performance.getEntriesByName('drawn').map(e => e.duration))
  const trace = JSON.parse((await browser.stopTracing()).toString())
  await anna.page.keyboard.press('Escape')
  /* Script between two frames: everything that runs code, nested calls once. */
  const events = trace.traceEvents.filter(
    (e: any) => e.ph === 'X' && (e.name === 'FunctionCall' || e.name === 'FireAnimationFrame' || e.name === 'TimerFire'),
  )
  expect(events.filter((e: any) => e.tdur === undefined).length, 'events without the time of their thread').toBe(0)
  const main = new Map<string, any[]>()
  for (const e of events) {
    const id = `${e.pid} ${e.tid}`
    main.set(id, [...(main.get(id) ?? []), e])
  }
  const all = [...main.values()].sort((a, b) => b.length - a.length)[0].sort((a: any, b: any) => a.ts - b.ts)
  const frames = new Map<number, number>()
  let end = 0
  for (const e of all) {
    if (e.ts < end) continue
    end = e.ts + e.dur
    const frame = Math.floor(e.ts / 16667)
    frames.set(frame, (frames.get(frame) ?? 0) + (e.tdur ?? e.dur) / 1000) // time of this thread: other work on the machine does not count
  }
  const times = [...frames.values()].sort((a, b) => a - b)
  console.log(
    `      ${times.length} frames with script, median ${times[times.length >> 1].toFixed(1)} ms, longest ${times[times.length - 1].toFixed(1)} ms; ${drawn.length} drawings, longest ${Math.max(...drawn).toFixed(1)} ms (headless, software rendering)`,
  )
  expect(drawn.length, 'a story was told').toBeGreaterThan(4)
  expect(times[times.length >> 1]).toBeLessThanOrEqual(8)
  expect(times[times.length - 1]).toBeLessThanOrEqual(32)
})
