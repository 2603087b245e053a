/* covers.ts: the pictures of the games on the start page, light and dark: the sample of each, as its game draws it. See tools/web-covers. */
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from './test'

const root = path.resolve(__dirname, '../../web/src/games')
const games = fs.readdirSync(root).filter(name => fs.existsSync(path.join(root, name, 'game.json')))
const size = { width: 360, height: 202 } // small, because each visitor gets them

test.use({ painted: true })

for (const game of games)
  test(`the cover of ${game}`, async ({ come }) => {
    const { cover, pictures } = JSON.parse(fs.readFileSync(path.join(root, game, 'game.json'), 'utf8'))
    const section = Object.keys(pictures).find(number => pictures[number] === cover)
    expect(section, 'a picture of the rules shows the same').toBeTruthy()
    for (const colorScheme of ['light', 'dark'] as const) {
      const anna = await come({ viewport: { width: 1280, height: 900 }, colorScheme, deviceScaleFactor: 1 })
      await anna.open(`#/rules/${game}`)
      const figure = anna.page.locator('figure:not(:has(.gallery)) .pic', { has: anna.page.locator('svg') })
      const numbers = Object.keys(pictures).filter(number => pictures[number] !== 'cards')
      const picture = figure.nth(numbers.indexOf(section!))
      await picture.locator('svg use').first().waitFor()
      await picture.evaluate((el: HTMLElement, { width, height }) => {
        document.querySelectorAll('main, header').forEach(it => ((it as HTMLElement).style.transform = 'none'))
        Object.assign(el.style, {
          position: 'fixed',
          left: '0',
          top: '0',
          zIndex: '99',
          width: `${width}px`,
          height: `${height}px`,
        })
        Object.assign(el.style, { aspectRatio: 'auto', border: '0', borderRadius: '0', margin: '0' })
      }, size)
      const png = await anna.page.screenshot({ clip: { x: 0, y: 0, ...size } })
      const webp = await anna.page.evaluate(async data => {
        const image = new Image()
        image.src = 'data:image/png;base64,' + data
        await image.decode()
        const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height })
        canvas.getContext('2d')!.drawImage(image, 0, 0)
        return canvas.toDataURL('image/webp', 0.3).split(',')[1]
      }, png.toString('base64'))
      fs.writeFileSync(path.join(root, game, `cover-${colorScheme}.webp`), Buffer.from(webp, 'base64'))
    }
    await expect.poll(() => fs.existsSync(path.join(root, game, 'cover-dark.webp'))).toBe(true)
  })
