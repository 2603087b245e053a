/* film.ts: for the documents: a picture of each game, and twelve stills of a computer's turn in one picture. See tools/film-strip. */
import path from 'node:path'
import type { BrowserContextOptions } from '@playwright/test'
import { expect, test, type Person } from './test'

const folder = process.env.FILM ?? 'docs/pictures'
const stills = 12
const [across, width, gap] = [3, 600, 8]
const clip = { x: 0, y: 53, width: 928, height: 684 } // players and board, without the buttons
const height = Math.round((width * clip.height) / clip.width)

/* What a round should have, to be worth a film: events of its lines. */
const wanted: Record<string, string[]> = {
  castelli: ['place', 'castle'],
  castle: ['wall', 'dice', 'tower', 'house', 'complete'],
  castellan: ['play', 'place', 'close', 'keep'],
}

/* How many of the wanted events the computers' moves since the player's last one have. */
function worth(person: Person, game: string): number {
  const lines = person.heard.flatMap(m => (m.is === 'moved' ? m.lines : []))
  const seat = person.heard.find(m => m.is === 'table').mine[0]
  const since = lines.slice(lines.map(line => line.seat).lastIndexOf(seat) + 1)
  const keys = since.flatMap((line: any) => line.events.map((event: any) => event.key))
  return wanted[game].filter(key => keys.includes(key)).length
}

/* Makes the move that the hint names, so that the person in the picture plays as well as the computers. */
async function playWell(person: Person): Promise<void> {
  const { page } = person
  const number = await person.number()
  await page.keyboard.press('h')
  await page.locator('.hints').waitFor({ timeout: 60000 })
  if ((await person.confirm.getAttribute('data-confirm')) !== 'chosen') await page.keyboard.press('h')
  else await page.locator('.hints .way').first().click()
  await expect(person.confirm).toHaveAttribute('data-confirm', 'chosen')
  await person.confirm.click()
  await expect.poll(async () => (await person.number()) !== number || (await page.locator('.over').count()) > 0).toBe(true)
}

/* Somebody who has played against three computers until something is so. */
async function playUntil(
  come: (options?: BrowserContextOptions) => Promise<Person>,
  game: string,
  options: BrowserContextOptions,
  is: (person: Person, moves: number) => Promise<boolean> | boolean,
): Promise<Person> {
  const anna = await come({ reducedMotion: 'no-preference', ...options })
  await anna.prefer({ story: 'now', forced: true, ends: true, level: 3, opponents: game === 'castelli' ? 3 : 2 })
  await anna.playNow(game)
  for (let i = 0; (await anna.turn()) === 'move'; i++) {
    if (await is(anna, i)) break
    await playWell(anna)
  }
  return anna
}

const newest = (person: Person) => person.heard.filter(m => m.position).at(-1).position

/* Whether much has happened, and there is something to see in the choice. */
const telling: Record<string, (person: Person, moves: number) => boolean> = {
  castelli: (person, moves) =>
    moves > 24 && newest(person).view.tiles.length > 20 && newest(person).moves.some((move: string) => move.startsWith('place ')),
  castle: (person, moves) => moves > 20 && newest(person).view.cities.length > 1 && newest(person).view.closings.length > 1,
  castellan: (person, moves) => moves > 40 && newest(person).view.courtyards.length > 9 && newest(person).view.closes.length > 0,
}

for (const [game, colorScheme] of [
  ['castelli', 'light'],
  ['castle', 'dark'],
  ['castellan', 'light'],
] as const)
  test(`picture of ${game}`, async ({ come }) => {
    const anna = await playUntil(come, game, { viewport: { width: 1440, height: 900 }, colorScheme }, telling[game])
    const { page } = anna
    if (game === 'castle') await page.locator('.closing-place').first().dispatchEvent('click', { bubbles: true })
    else if (game === 'castellan') {
      const [{ move }] = newest(anna).view.closes
      await page.locator(`.pick[data-kind=${move.split(' ')[0]}]`).click()
      await page.locator(`[data-place="${move}"]`).dispatchEvent('click')
    } else await page.locator('.ways .way').nth(1).click()
    await page.mouse.move(720, 20)
    await page.waitForTimeout(900)
    await page.screenshot({ path: path.join(folder, `${game}.png`) })
  })

interface Shot {
  moment: string // the sentence that is told
  image: string
}

/* As many shots as there are stills: every moment once, and the longest ones more often. */
function choose(shots: Shot[]): Shot[] {
  const moments: Shot[][] = []
  for (const shot of shots)
    if (moments.at(-1)?.[0].moment === shot.moment) moments.at(-1)!.push(shot)
    else moments.push([shot])
  if (moments.length >= stills)
    return Array.from({ length: stills }, (_, i) => moments[Math.floor((i * moments.length) / stills)]).map(
      it => it[it.length >> 1],
    )
  const parts = moments.map(() => 1)
  for (let left = stills - moments.length; left > 0; left--) {
    const shares = moments.map((it, i) => it.length / (parts[i] + 1))
    parts[shares.indexOf(Math.max(...shares))]++
  }
  return moments.flatMap((it, i) => Array.from({ length: parts[i] }, (_, n) => it[Math.floor(((n + 0.5) * it.length) / parts[i])]))
}

for (const game of ['castelli', 'castle', 'castellan'])
  test(`film strip of ${game}`, async ({ come }) => {
    const anna = await playUntil(
      come,
      game,
      { viewport: { width: 1280, height: 800 } },
      async (person, moves) =>
        moves > 12 && (await person.page.locator('[data-again]').count()) > 0 && worth(person, game) === wanted[game].length,
    )
    const { page } = anna
    for (let i = 0; i < 3; i++)
      if ((await page.locator('[data-speed]').getAttribute('data-speed')) !== 'slow') await page.locator('[data-speed]').click()
    await page.locator('[data-again]').click()
    await page.locator('main.table[data-told]').waitFor()
    const shots: Shot[] = []
    while (await page.locator('main.table[data-told]').count()) {
      const moment = await page.evaluate(() => document.querySelector('.story-line.telling p')?.textContent ?? '')
      shots.push({ moment, image: (await page.screenshot({ clip })).toString('base64') })
      await page.waitForTimeout(40)
    }
    const strip = await page.context().newPage()
    await strip.setViewportSize({
      width: across * (width + gap) + gap,
      height: (stills / across) * (height + gap) + gap,
    })
    const pictures = choose(shots.filter(shot => shot.moment)).map(
      shot => `<img width="${width}" height="${height}" src="data:image/png;base64,${shot.image}">`,
    )
    await strip.setContent(
      `<body style="margin:${gap}px;display:grid;grid-template-columns:repeat(${across},${width}px);gap:${gap}px;background:#2c2217">${pictures.join('')}</body>`,
    )
    await strip.screenshot({ path: path.join(folder, `story-${game}.png`) })
  })
