/* clicks.spec.ts: how many clicks a turn takes, over a whole game of each kind. */
import { expect, test, type Person } from './test'

interface Turn {
  clicks: number
  verbs: string[] // the first words of the moves that were made
  free: boolean // something was declined, or a die showed any colour
  closes: boolean // it completed a city, so that its last piece had to be confirmed
}

/* What the page asks for next: nothing yet, a press of the main button, a choice, or nothing any more. */
const asks = (): 'button' | 'choice' | 'over' | null => {
  if (document.querySelector('.over')) return 'over'
  const main = document.querySelector('[data-confirm]')
  if (main?.getAttribute('aria-disabled') === 'false') return 'button'
  return document.querySelector('.boardhost .place.can, .hostpanel [data-move]:not([disabled]), .hostpanel .cardface.can')
    ? 'choice'
    : null
}

/* One click by somebody who takes what is offered and has no favourites. */
async function click(person: Person, what: 'button' | 'choice', pick: number): Promise<void> {
  await person.page.evaluate(
    ({ what, pick }) => {
      const find = (selector: string) => [...document.querySelectorAll(selector)]
      const ways = [
        '.hostpanel .piecebutton',
        '.boardhost .place.can',
        '.hostpanel [data-move]:not([disabled])',
        '.hostpanel .cardface.can',
      ]
      const all = what === 'button' ? find('[data-confirm]') : (ways.map(find).find(it => it.length) ?? [])
      all[pick % all.length]?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    },
    { what, pick: what === 'button' ? 0 : pick },
  )
}

async function play(person: Person): Promise<Turn[]> {
  const turns: Turn[] = []
  const { page } = person
  const lines = () => person.heard.flatMap(m => (m.is === 'moved' ? m.lines : []))
  let told = 0,
    clicks = 0,
    free = false,
    closes = false,
    verbs: string[] = []
  const since = () => {
    const seat = person.heard.find(m => m.is === 'table')!.mine[0]
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
    const handle = await page.waitForFunction(asks, null, { timeout: 60000, polling: 15 })
    const what = (await handle.jsonValue())!
    since()
    if (what === 'over') break
    free ||= await page.evaluate(() => !!document.querySelector('[data-confirm=onward], .dice [href="#die-any"]'))
    await click(person, what, i * 7)
    clicks++
    await page.evaluate(() => new Promise(done => requestAnimationFrame(() => setTimeout(done))))
    await page.waitForTimeout(25)
  }
  return turns
}

const median = (all: number[]) => [...all].sort((a, b) => a - b)[all.length >> 1]
const report = (name: string, turns: Turn[]) => {
  const all = turns.map(turn => turn.clicks)
  const sum = all.reduce((total, n) => total + n, 0)
  console.log(
    `      ${name}: ${turns.length} turns, ${(sum / turns.length).toFixed(1)} clicks on average, median ${median(all)}, most ${Math.max(...all)}`,
  )
}
/* On a busy machine a click may fall before the page has drawn what it is for, and one more is needed: one turn of a game may have that. */
const above = (turns: Turn[], most: number) => turns.filter(turn => turn.clicks > most).length
const only = (turns: Turn[], ...verbs: string[]) => turns.filter(turn => turn.verbs.every(verb => verbs.includes(verb)))

for (const game of ['castelli', 'castle', 'castellan'])
  test(`clicks of a turn of ${game}`, async ({ come }) => {
    const anna = await come()
    // WEB_BEFORE=1 counts without what the page does by itself, as it was at first: every piece and every end of a turn by hand.
    const before = process.env.WEB_BEFORE === '1'
    await anna.prefer({ level: 1, opponents: 1, forced: !before, ends: !before })
    await anna.playNow(game)
    const turns = await play(anna)
    report(game, turns)
    if (before) return
    if (game === 'castelli') {
      const plain = only(turns, 'lift', 'place', 'end').filter(turn => !turn.free)
      report('nothing could be built', plain)
      expect(above(plain, 3)).toBeLessThanOrEqual(1)
    } else if (game === 'castle') {
      const walls = only(turns, 'wall', 'tower', 'house')
      report('a wall', walls)
      expect(above(walls, 6)).toBe(0)
      expect(
        above(
          walls.filter(turn => !turn.free && !turn.closes),
          5,
        ),
      ).toBeLessThanOrEqual(1)
    }
  })

test('the main button carries the next verb and what it brings; a tap on the lifted tile turns it; the turn ends by itself @views', async ({
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
