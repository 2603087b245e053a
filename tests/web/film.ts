/* film.ts: twelve stills of a computer's turn in one picture. See tools/film-strip. */
import path from 'node:path'
import { test, type Person } from './test'

const folder = process.env.FILM ?? 'docs/pictures'
const stills = 12
const [across, width, gap] = [3, 560, 8]
const clip = { x: 0, y: 53, width: 916, height: 747 } // players and board
const height = Math.round((width * clip.height) / clip.width)

/* What a round should have, to be worth a film: events of its lines. */
const wanted: Record<string, string[]> = {
  castelli: ['lift', 'place', 'gain', 'castle'],
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
    const anna = await come({ viewport: { width: 1280, height: 800 }, reducedMotion: 'no-preference' })
    const { page } = anna
    await anna.prefer({ story: 'now', forced: true, ends: true, level: 3, opponents: 2 })
    await anna.playNow(game)
    for (let i = 0; i < 90 && (await anna.turn()) === 'move'; i++) {
      if (i > 12 && (await page.locator('[data-again]').count()) && worth(anna, game) === wanted[game].length) break
      await anna.move(i * 5)
    }
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
