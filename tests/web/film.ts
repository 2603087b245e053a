/* film.ts: twelve stills of a computer's turn in one picture. See tools/film-strip. */
import path from 'node:path'
import { test } from './test'

const folder = process.env.FILM ?? 'docs/pictures'
const stills = 12

for (const game of ['castelli', 'castle', 'castellan'])
  test(`film strip of ${game}`, async ({ come }) => {
    const anna = await come({ viewport: { width: 1280, height: 800 }, reducedMotion: 'no-preference' })
    const { page } = anna
    await anna.prefer({ story: 'now', forced: true, ends: true, level: 3, opponents: 2 })
    await anna.playNow(game)
    for (let i = 0; i < 16 && (await anna.turn()) === 'move'; i++) await anna.move(i * 5)
    for (let i = 0; i < 9 && !(await page.locator('[data-again]').count()); i++) {
      await anna.turn()
      await anna.move(i)
    }
    await anna.turn()
    for (let i = 0; i < 3; i++)
      if ((await page.locator('[data-speed]').getAttribute('data-speed')) !== 'slow') await page.locator('[data-speed]').click()
    await page.locator('[data-again]').click()
    await page.locator('main.table[data-told]').waitFor()
    const shots: string[] = []
    const clip = { x: 0, y: 52, width: 916, height: 748 } // players and board
    while (await page.locator('main.table[data-told]').count()) {
      shots.push((await page.screenshot({ clip })).toString('base64'))
      await page.waitForTimeout(120)
    }
    const chosen = Array.from({ length: stills }, (_, i) => shots[Math.floor((i * shots.length) / stills)])
    const strip = await page.context().newPage()
    await strip.setViewportSize({ width: 4 * 418 + 40, height: 3 * 341 + 32 })
    const pictures = chosen.map(shot => `<img width="418" height="341" src="data:image/png;base64,${shot}">`)
    await strip.setContent(
      `<body style="margin:8px;display:grid;grid-template-columns:repeat(4,418px);gap:8px;background:#2c2217">${pictures.join('')}</body>`,
    )
    await strip.screenshot({ path: path.join(folder, `story-${game}.png`) })
  })
