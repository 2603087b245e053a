/* screenshots.ts: every page and board in light, dark and phone size, to be looked at by people. See tools/screenshots. */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { BrowserContextOptions, Page } from '@playwright/test'
import { program, Server } from './server'
import { Person, test } from './test'

const folder = process.env.SCREENSHOTS ?? 'screenshots'
const phone = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true }
const looks = {
  light: { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  dark: { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' },
  phone: { ...phone, colorScheme: 'light' },
  german: { ...phone, colorScheme: 'dark', locale: 'de' }, // the longest words on the smallest screen
  zoomed: { viewport: { width: 720, height: 450 }, deviceScaleFactor: 2, colorScheme: 'light' }, // 200 % of a small laptop's
} as const

/* Games in their middle, with a choice of mine open: name, game, seats, options, from which move on. */
const running: [string, string, number, string[], number][] = [
  ['castelli-2', 'castelli', 2, [], 40],
  ['castelli-3', 'castelli', 3, [], 90],
  ['castelli-4-modules', 'castelli', 4, ['dilemma', 'battle'], 130],
  ['castle-3', 'castle', 3, [], 120],
  ['castellan-2', 'castellan', 2, [], 70],
  ['castellan-4', 'castellan', 4, [], 190],
  ['tournament', 'castelli-tournament', 4, [], 60],
]

/* Games at their end: name, game, seats, options. */
const ended: [string, string, number, string[]][] = [
  ['castelli-2', 'castelli', 2, []],
  ['castelli-4-modules', 'castelli', 4, ['dilemma', 'battle']],
  ['castle-4', 'castle', 4, []],
  ['castellan-4', 'castellan', 4, []],
  ['tournament', 'castelli-tournament', 4, []],
]

/* A game between good bots looks better than one of random moves. */
function record(game: string, seats: number, options: string[]): string {
  const place = fs.mkdtempSync(path.join(os.tmpdir(), 'castellany-shots-'))
  execFileSync(program, [
    'arena',
    game,
    '--bots',
    'greedy,greedy',
    '--seats',
    String(seats),
    '--games',
    '1',
    '--seed',
    '4',
    ...options.flatMap(option => ['--option', option]),
    '--records',
    place,
  ])
  return fs.readFileSync(path.join(place, `${game}-1-1.txt`), 'utf8')
}

/* Makes a table against computers over a connection of its own and plays it by what closes most, until a good choice is open after `from`. */
function playOn(page: Page, game: string, seats: number, options: string[], from: number): Promise<string> {
  return page.evaluate(
    async ([game, seats, options, from]) => {
      const line = new WebSocket(location.origin.replace('http', 'ws') + '/ws')
      const waiting = new Map<number, (answer: any) => void>()
      let id = 0,
        now: any = null
      line.onmessage = event => {
        const said = JSON.parse(event.data)
        if ('re' in said) waiting.get(said.re)?.(said)
        else if (said.position) now = said
      }
      const ask = (what: string, more: object = {}): Promise<any> =>
        new Promise(done => {
          waiting.set(++id, done)
          line.send(JSON.stringify({ do: what, id, ...more }))
        })
      const sleep = (ms: number) => new Promise(done => setTimeout(done, ms))
      await new Promise(done => {
        line.onopen = done
      })
      await ask('hello')
      const { table } = await ask('create', {
        game,
        seats,
        options,
        who: [{ kind: 'me' }, ...Array(seats - 1).fill({ kind: 'computer', level: 2 })],
        public: false,
        clock: { kind: 'none' },
        undo: 'free',
        start: true,
      })
      await ask('watch', { table })
      for (; ; await sleep(60)) {
        // no faster than the server's limits
        const position = now?.position
        if (!position?.moves.length) {
          if (position?.winners.length) break
          continue
        }
        const { view, moves } = position
        if (
          now.number >= from &&
          (view.closings?.length || view.closes?.length || moves.some((move: string) => /^(place|lift) /.test(move)))
        )
          break
        const fit = moves.filter((move: string) => !/^(pass|discard|sell|end)/.test(move))
        const closing = view.closings?.length ? 'wall ' + view.closings[0].line : view.closes?.[0]?.move
        const number = now.number
        await ask('move', { table, number, seat: 1, move: closing ?? fit[(number * 7) % Math.max(1, fit.length)] ?? moves[0] })
        for (let i = 0; i < 100 && now.number === number; i++) await sleep(5)
      }
      line.close()
      return table
    },
    [game, seats, options, from] as const,
  )
}

for (const [look, options] of Object.entries(looks))
  test(look, async ({ browser }) => {
    test.setTimeout(1200000)
    const server = await Server.start()
    const person = await Person.come(browser, server, options)
    const { page } = person
    const narrow = 'isMobile' in options
    /* On a phone the window is made as tall as the page, so that what is fixed to its edge stays there. */
    const shoot = async (name: string, whole = false) => {
      await page.waitForTimeout(400)
      if (narrow) {
        const height = await page.evaluate(() =>
          document.querySelector('dialog[open]') ? 0 : document.documentElement.scrollHeight,
        )
        await page.setViewportSize({ width: 360, height: Math.max(740, height) })
        await page.waitForTimeout(200)
      }
      await page.screenshot({ path: path.join(folder, `${name}-${look}.png`), fullPage: whole && !narrow })
      if (narrow) await page.setViewportSize(options.viewport)
    }
    const choose = () =>
      page.evaluate(() => {
        const marked = document.querySelector('.boardhost .closing-place')?.closest('.place')
        const lit = [...document.querySelectorAll('.boardhost .place.can, .hostpanel [data-move]')]
        ;(marked ?? lit[Math.floor(lit.length / 2)])?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
      })
    await person.open()
    await page.waitForTimeout(1500)
    await shoot('start-new', true)
    for (const [name, game, seats, extra, from] of running) {
      await person.open()
      const table = await playOn(page, game, seats, extra, from)
      await person.open(`#/table/${table}`)
      await page.locator('.boardhost svg').first().waitFor()
      await shoot(`table-${name}`)
      await choose()
      await shoot(`chosen-${name}`)
      if (game === 'castelli' && (await person.confirm.isEnabled())) {
        // now the tile is in hand
        await person.confirm.click()
        await page
          .locator('.ways .way')
          .first()
          .waitFor({ timeout: 5000 })
          .catch(() => undefined)
        await page
          .locator('.ways .way')
          .nth(2)
          .click()
          .catch(() => undefined)
        await shoot(`tile-${name}`)
      }
    }
    await page.keyboard.press('Escape')
    await page.keyboard.press('h')
    await page
      .locator('.hints')
      .waitFor({ timeout: 30000 })
      .catch(() => undefined)
    await shoot('hint')
    for (const [name, game, seats, extra] of ended) {
      await person.open()
      await page.setInputFiles('input[type=file]', {
        name: 'game.txt',
        mimeType: 'text/plain',
        buffer: Buffer.from(record(game, seats, extra)),
      })
      await page.locator('.boardhost svg').waitFor()
      await page.locator('.curve').first().waitFor({ timeout: 30000 })
      await page.waitForTimeout(1500)
      await shoot(`over-${name}`)
      await page.locator('.over .buttons button:has([href="#icon-turn"])').click()
      const slider = page.locator('#replay-slider')
      await slider.fill(String(Math.round(Number(await slider.getAttribute('max')) * 0.7)))
      await shoot(`replay-${name}`)
    }
    await person.open()
    await page.locator('.row').first().waitFor()
    await page.waitForTimeout(1500)
    await shoot('start', true)
    await page.locator('.hero button').click()
    await shoot('create')
    await page.locator('[data-create]').click()
    await page.locator('.lobby').waitFor()
    await shoot('lobby', true)
    for (const [i, name] of ['settings', 'keys'].entries()) {
      await page.locator('.bar button[aria-haspopup]').click()
      if (!i) await shoot('menu')
      await page
        .locator(
          '.menulist button:has-text("' +
            { settings: look === 'german' ? 'Einstellungen' : 'Settings', keys: look === 'german' ? 'Tasten' : 'Keys' }[name] +
            '")',
        )
        .first()
        .click()
      await shoot(name)
      await page.keyboard.press('Escape')
    }
    for (const game of ['castelli', 'castle', 'castellan']) {
      await person.open(`#/rules/${game}`)
      await page.locator('.clause').first().waitFor()
      await page.waitForTimeout(800)
      await shoot(`rules-${game}`, true)
    }
    await person.open('#/table/nowhere')
    await shoot('missing')
    await person.open()
    await server.down()
    await page.locator('.lostbar').waitFor()
    await shoot('lost')
    await page.context().close()
    await server.stop()
  })

/* What people see who need it larger, stronger or by one key: name, options of the browser, settings. */
const needs: [string, BrowserContextOptions, object][] = [
  ['contrast', { viewport: { width: 1280, height: 800 } }, { contrast: 'more' }],
  ['contrast-dark', { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' }, { contrast: 'more' }],
  ['forced', { viewport: { width: 1280, height: 800 }, forcedColors: 'active', colorScheme: 'dark' }, {}],
  ['switch', { viewport: { width: 1280, height: 800 } }, { scan: 'step', targets: true }],
  ['320', { viewport: { width: 320, height: 568 }, deviceScaleFactor: 2 }, {}],
  ['400', { viewport: { width: 320, height: 256 }, deviceScaleFactor: 2 }, {}],
]
test('needs', async ({ come }) => {
  for (const [name, options, settings] of needs) {
    const person = await come(options)
    const { page } = person
    const shoot = (what: string) => page.screenshot({ path: path.join(folder, `need-${what}-${name}.png`) })
    await person.prefer({ level: 2, ...settings })
    for (const game of ['castelli', 'castle', 'castellan']) {
      await person.playNow(game)
      for (let i = 0; i < 7; i++) {
        await person.turn()
        await person.move(i * 5).catch(() => undefined)
      }
      await person.turn()
      if (name === 'switch') for (let i = 0; i < 3; i++) await page.keyboard.press(i === 1 ? 'Enter' : ' ')
      else {
        await page.keyboard.press('b')
        await page.keyboard.press('ArrowRight')
        await shoot(`${game}-focus`)
        await page.keyboard.press('PageDown')
        await page.keyboard.press('Enter')
        await page.waitForTimeout(300)
      }
      await shoot(game)
    }
  }
})
