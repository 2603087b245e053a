/* clicks.spec.ts: how many clicks a turn takes, over a whole game of each kind. */
import { games, some } from './repeat'
import type { ElementHandle, Page } from '@playwright/test'
import { devtools, expect, test, type Person } from './test'

interface Turn {
  clicks: number
  verbs: string[] // the first words of the moves that were made
  free: boolean // something was declined, or a die showed any colour
  closes: boolean // it completed a city, so that its last piece had to be confirmed
}

type Asks = 'button' | 'choice' | 'over'

/* What the page asks for next: a press of the main button, a choice, or nothing any more. Waits until nothing has changed for a moment:
   people do not click what goes by itself. */
const settle = (person: Person): Promise<{ what: Asks; declines: boolean }> =>
  person.page.evaluate(async () => {
    const choices = '.boardhost .place.can, .hostpanel [data-move]:not([disabled]), .hostpanel .cardface.can'
    const asks = () => {
      if (document.querySelector('.over')) return 'over'
      const main = document.querySelector('[data-confirm]')
      const builds = main?.matches('[data-confirm=onward]') && document.querySelector('.place.can[data-move^="build "]')
      if (main?.getAttribute('aria-disabled') === 'false' && !builds) return 'button'
      return document.querySelector(choices) ? 'choice' : null
    }
    const end = Date.now() + 60000
    for (let looks = '', since = 0; Date.now() < end;) {
      await new Promise(done => requestAnimationFrame(() => setTimeout(done, 10)))
      const what = asks()
      const now = document.querySelector('main')!.dataset.number + ' ' + document.querySelector('.actions')?.innerHTML
      if (now !== looks || !what) {
        looks = now
        since = Date.now()
      } else if (Date.now() - since > 120)
        return { what, declines: !!document.querySelector('[data-confirm=onward], .dice [href="#die-any"]') }
    }
    throw new Error('nothing can be clicked: ' + document.querySelector('main')!.innerText)
  })

/* What somebody clicks who takes what is offered, builds when they can, and has no favourites. */
const choose = ({ page }: Person, what: 'button' | 'choice', pick: number): Promise<ElementHandle<Element> | null> =>
  page
    .evaluateHandle(
      ({ what, pick }) => {
        const find = (selector: string) => [...document.querySelectorAll(selector)]
        const ways = [
          '.hostpanel .piecebutton',
          '.boardhost .place.can',
          '.hostpanel [data-move]:not([disabled])',
          '.hostpanel .cardface.can',
        ]
        const all = what === 'button' ? find('[data-confirm]') : (ways.map(find).find(it => it.length) ?? [])
        return all[pick % all.length] ?? null
      },
      { what, pick: what === 'button' ? 0 : pick },
    )
    .then(handle => handle.asElement())

type Point = { x: number; y: number }
type Click = (person: Person, target: ElementHandle<Element>) => Promise<void>

const click: Click = (_, target) => target.evaluate(it => void it.dispatchEvent(new MouseEvent('click', { bubbles: true })))

/* A finger on the middle of it, where it lies on the screen. What is out of sight is swiped to before: the page is, or a castle that is
   shown near. */
function finger(): { tap: Click; swiped: string[] } {
  const swiped: string[] = [] // the classes of what was out of sight, once for each swipe
  const find = (target: ElementHandle<Element>) =>
    target.evaluate(it => {
      const middle = ({ x, y, width, height }: DOMRect) => ({ x: x + width / 2, y: y + height / 2, width, height })
      const board = it.closest('.boardhost') // which takes the place that is nearest to the finger
      const at = middle(it.getBoundingClientRect())
      const top = document.elementFromPoint(at.x, at.y)
      const free = !!top && (it.contains(top) || !!board?.contains(top))
      return {
        at,
        free,
        kind: it.getAttribute('class') ?? '',
        board: board && middle(board.querySelector('svg')!.getBoundingClientRect()),
      }
    })
  const tap: Click = async ({ page }, target) => {
    let found = await find(target)
    if (!found.free) {
      swiped.push(found.kind)
      await target.evaluate(it => (it.closest('.boardhost') ?? it).scrollIntoView({ block: 'center', inline: 'center' }))
      found = await find(target)
    }
    for (let tries = 0; !found.free && found.board && tries < 4; tries++) {
      swiped.push(found.kind)
      await drag(page, found.at, found.board)
      found = await find(target)
    }
    expect(found.free, 'nothing lies over what is to be tapped').toBe(true)
    await page.touchscreen.tap(found.at.x, found.at.y)
  }
  return { tap, swiped }
}

/* A finger across the board that moves what is shown from one point towards the middle of the board, as far as there is room. */
async function drag(page: Page, from: Point, board: Point & { width: number; height: number }): Promise<void> {
  const device = await devtools(page)
  const half = (n: number, room: number) => Math.max(-0.4 * room, Math.min(0.4 * room, n / 2))
  const x = half(board.x - from.x, board.width)
  const y = half(board.y - from.y, board.height)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: Point[]) =>
    device.send('Input.dispatchTouchEvent', { type, touchPoints })
  await touch('touchStart', { x: board.x - x, y: board.y - y })
  await touch('touchMove', { x: board.x, y: board.y })
  await touch('touchMove', { x: board.x + x, y: board.y + y })
  await touch('touchEnd')
  await device.detach()
}

async function play(person: Person, click: Click): Promise<Turn[]> {
  const turns: Turn[] = []
  const lines = () => person.heard.flatMap(m => (m.is === 'moved' ? m.lines : []))
  let told = lines().length,
    clicks = 0,
    free = false,
    closes = false,
    verbs: string[] = []
  const since = () => {
    const seat = person.heard.filter(m => m.is === 'table').at(-1).mine[0]
    for (const line of lines().slice(told)) {
      closes ||= line.events.some((event: any) => event.key === 'complete')
      if (line.seat === seat) verbs.push(line.move.split(' ')[0])
      else if (line.seat && verbs.length) {
        turns.push({ clicks, verbs, free, closes })
        clicks = 0
        free = closes = false
        verbs = []
      }
      told++
    }
  }
  for (let i = 0; i < 3000; i++) {
    const { what, declines } = await settle(person)
    since()
    if (what === 'over') break
    free ||= declines
    const target = await choose(person, what, i * 7)
    if (!target) continue // it went by itself meanwhile
    await click(person, target)
    clicks++
  }
  return turns
}

const median = (all: number[]) => [...all].sort((a, b) => a - b)[all.length >> 1]
const report = (name: string, turns: Turn[], what = 'clicks') => {
  const all = turns.map(turn => turn.clicks)
  const sum = all.reduce((total, n) => total + n, 0)
  console.log(
    `      ${name}: ${turns.length} turns, ${(sum / turns.length).toFixed(1)} ${what} on average, median ${median(all)}, most ${Math.max(...all)}`,
  )
}
const above = (turns: Turn[], most: number) => turns.filter(turn => turn.clicks > most).length
const only = (turns: Turn[], ...verbs: string[]) => turns.filter(turn => turn.verbs.every(verb => verbs.includes(verb)))

for (const game of some(games, 1))
  test(`clicks of a turn of ${game}`, async ({ come }) => {
    const anna = await come()
    // WEB_BEFORE=1 counts without what the page does by itself, as it was at first: every piece and every end of a turn by hand.
    const before = process.env.WEB_BEFORE === '1'
    await anna.prefer({ level: 1, opponents: 1, forced: !before, ends: !before })
    const turns: Turn[] = []
    const plain = () => only(turns, 'lift', 'place', 'end').filter(turn => !turn.free)
    do {
      await anna.playNow(game)
      turns.push(...(await play(anna, click)))
    } while (game === 'castelli' && !before && plain().length < 4)
    report(game, turns)
    const walls = only(turns, 'wall', 'tower', 'house')
    if (game === 'castelli') report('nothing was built', only(turns, 'lift', 'place', 'end'))
    if (game === 'castle') report('a wall', walls)
    if (before) return
    if (game === 'castelli') {
      report('nothing could be built', plain())
      expect(above(plain(), 3)).toBe(0)
    } else if (game === 'castle') {
      expect(above(walls, 6)).toBe(0)
      expect(
        above(
          walls.filter(turn => !turn.free && !turn.closes),
          5,
        ),
      ).toBe(0)
    }
  })

for (const game of some(games, 1))
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 844, height: 390 },
  ])
    test(`taps of a turn of ${game} on a phone of ${viewport.width} px`, async ({ come }) => {
      const anna = await come({ viewport, hasTouch: true, isMobile: true })
      await anna.prefer({ level: 1, opponents: 1, forced: true, ends: true })
      await anna.playNow(game)
      const { tap, swiped } = finger()
      const turns = await play(anna, tap)
      report(game, turns, 'taps')
      const walls = only(turns, 'wall', 'tower', 'house')
      if (game === 'castle') report('a wall', walls, 'taps')
      console.log(`      ${(swiped.length / turns.length).toFixed(2)} swipes a turn`)
      if (viewport.width < 500) expect(swiped, 'the colours of a piece are in sight').not.toContain('piecebutton')
      const simple = walls.filter(turn => !turn.free && !turn.closes)
      if (game === 'castle') expect(above(simple, 5)).toBe(0)
      if (game === 'castelli')
        expect(
          above(
            only(turns, 'lift', 'place', 'end').filter(turn => !turn.free),
            3,
          ),
        ).toBe(0)
    })

test('the main button carries the next verb and what it brings; a tap on the lifted tile turns it; the turn ends by itself @device @views', async ({
  come,
}) => {
  const anna = await come()
  const { page } = anna
  await anna.prefer({ level: 1, forced: true, ends: true, taught: false })
  await anna.playNow('castelli')
  await anna.turn()
  const verb = page.locator('[data-confirm] .verb')
  await expect(verb).toHaveText('Lift the tile')
  const lift = page.locator('.place.can[data-move^=lift]').first()
  await lift.dispatchEvent('click')
  await expect(page.locator('.actions .teach'), 'the first time the page says that a second tap confirms').toBeVisible()
  await lift.dispatchEvent('click')
  await expect(verb).toHaveText('Lay the tile')
  await expect(page.locator('.actions .teach')).toHaveCount(0)
  const way = () => page.locator('.ways .way.on').getAttribute('data-move')
  const before = await way()
  await page.locator('.boardhost [data-move^=place]').first().dispatchEvent('click')
  await expect.poll(way, 'turned').not.toBe(before)
  let brings = 0
  for (let i = 0, ended = 0; i < 40 && !(brings && ended); i++) {
    if ((await anna.turn()) === 'over') break
    const { moves } = anna.heard.filter(m => m.position).at(-1).position
    if (moves.some((move: string) => move.startsWith('place'))) {
      for (let k = 0; k < 4 && !brings; k++) {
        await page.keyboard.press('r') // the next way to lay it
        await page.waitForTimeout(60)
        brings += await page.locator('[data-confirm] .gain').count()
      }
      const number = await anna.number()
      await anna.confirm.click()
      await expect.poll(() => anna.number()).not.toBe(number) // it goes on without a click: the turn ends, or there is something to build
      const mine = anna.heard.flatMap(m => (m.is === 'moved' ? m.lines : [])).filter(line => line.move === 'end')
      ended += mine.length
    } else if (await page.locator('[data-confirm=onward]').count())
      await anna.confirm.dispatchEvent('click') // it may have gone on by itself meanwhile
    else await anna.move(i)
  }
  expect(brings, 'what the choice brings').toBeGreaterThan(0)
  await anna.playNow('castellan')
  for (let i = 0; i < 30 && !(await page.locator('.pick').count()); i++) {
    await anna.turn()
    if (await page.locator('[data-confirm=onward]').count()) {
      await expect(verb).toHaveText('Start building')
      await anna.confirm.click()
      await expect(page.locator('[data-confirm=onward]')).toHaveCount(0) // there may be nothing that fits
    } else await anna.move(0)
  }
  for (const [kind, text] of [
    ['long', 'Build the wall'],
    ['tower', 'Build the tower'],
  ])
    if (await page.locator(`.pick[data-kind=${kind}]:enabled`).count()) {
      await page.locator(`.pick[data-kind=${kind}]`).click()
      await expect(verb).toHaveText(text)
    }
})
