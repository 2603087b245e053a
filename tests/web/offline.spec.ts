/* offline.spec.ts: what a browser cannot promise or do for games on the device is said, or made up for. */
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { program } from './server'
import { devtools, expect, installed, installing, Person, playOn, test } from './test'

test('a browser that does not promise to keep games is quoted @device', async ({ come, device }) => {
  test.skip(!device)
  const anna = await come()
  await anna.page.addInitScript(() => {
    navigator.storage.persist = () => Promise.resolve(false)
  })
  await anna.playNow('castle')
  await anna.turn()
  await anna.open()
  await expect(anna.page.locator('[data-note=unpromised]')).toContainText('may delete')
})

test('without storage games last as long as the page, and the page says so @device', async ({ come, device }) => {
  test.skip(!device)
  const anna = await come()
  await anna.page.route(/worker\.[0-9a-f]+\.js$/, async route => {
    const answer = await route.fetch()
    const refuses = 'IDBFactory.prototype.open = () => { throw new DOMException("no storage here") };'
    await route.fulfill({ response: answer, body: refuses + (await answer.text()) })
  })
  await anna.playNow('castle')
  await playOn(anna, 2)
  await anna.open()
  await expect(anna.page.locator('[data-note=unkept]')).toContainText('store nothing')
})

test('a browser without SIMD plays with the plain build @device', async ({ come, device }) => {
  test.skip(!device)
  const anna = await come()
  await anna.page.addInitScript(() => {
    WebAssembly.validate = () => false
  })
  const asked: string[] = []
  anna.page.on('request', request => asked.push(request.url()))
  await anna.playNow('castle')
  await playOn(anna, 2)
  expect(asked.filter(url => /\/plain\.[0-9a-f]+\.wasm$/.test(url))).toHaveLength(1)
  expect(asked.filter(url => /\/castellany\.[0-9a-f]+\.wasm$/.test(url))).toHaveLength(0)
})

test('a move that the browser cannot keep is not made, and the page says so; later it can be @device', async ({ come, device }) => {
  test.skip(!device)
  const anna = await come()
  const fills = `{ let full = false
    new BroadcastChannel('full').onmessage = e => (full = e.data)
    const put = IDBObjectStore.prototype.put
    IDBObjectStore.prototype.put = function (...args) {
      if (full) throw new DOMException('no space', 'QuotaExceededError')
      return put.apply(this, args)
    } }\n`
  await anna.page.route(/worker\.[0-9a-f]+\.js$/, async route => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: fills + (await answer.text()) })
  })
  const fill = (full: boolean) => anna.page.evaluate(full => new BroadcastChannel('full').postMessage(full), full)
  await anna.playNow('castellan')
  await playOn(anna, 1)
  await anna.turn()
  const number = await anna.number()
  await fill(true)
  await anna.page.locator('.boardhost .place.can, .hostpanel [data-move]').first().dispatchEvent('click')
  await anna.page.evaluate(() => document.querySelector<HTMLButtonElement>('[data-confirm]')?.click())
  await expect(anna.page.locator('.notice')).toContainText('could not keep this')
  expect(await anna.number()).toBe(number)
  await fill(false)
  await playOn(anna, 2)
  await anna.turn()
  const later = Number(await anna.number())
  await anna.page.reload()
  await anna.turn()
  expect(Number(await anna.number())).toBeGreaterThanOrEqual(later)
})

test('a program that cannot be loaded is said, and tried again when asked to @device', async ({ come, device }) => {
  test.skip(!device)
  const anna = await come()
  await anna.page.route(/\.wasm$/, route => route.fulfill({ status: 503 }))
  await anna.open()
  await expect(anna.page.locator('.lostbar')).toContainText('could not be opened')
  await expect(anna.page.locator('[data-play=castle]')).toBeDisabled()
  await anna.page.unroute(/\.wasm$/)
  await anna.page.locator('[data-retry]').click()
  await expect(anna.page.locator('.lostbar')).toHaveCount(0)
  await anna.page.locator('[data-play=castle]').click()
  await anna.turn()
})

/* A network that swallows everything. Counts how often the page tried to connect before something could be played. */
const swallow = (person: Person): Promise<unknown> =>
  person.page.addInitScript(() => {
    let tries = 0
    const Silent = class {
      readyState = 0
      constructor() {
        tries++
      }
      close() {}
    }
    window.WebSocket = Object.assign(Silent, { CONNECTING: 0, OPEN: 1, CLOSING: 2, CLOSED: 3 }) as any
    const look = () => {
      const can = '[data-play=castle]:enabled, .boardhost .place.can, .hostpanel [data-move], .hostpanel .cardface.can'
      if (document.querySelector(can)) (window as any).tries ??= tries
      else requestAnimationFrame(look)
    }
    look()
  })

test('on a network that swallows everything the page plays on the device', async ({ come }) => {
  const anna = await come()
  await swallow(anna)
  await anna.open()
  await expect(anna.page.locator('.herebar')).toContainText('go on with games on this device')
  /* Nothing that needs other people, and nothing that claims to know of them. */
  await expect(anna.page.locator('.hero button, .search')).toHaveCount(0)
  await expect(anna.page.locator('.lists section')).toHaveCount(1)
  await anna.page.locator('[data-play=castle]').click()
  await anna.turn()
  expect(anna.table).toMatch(/^here-/)
  /* On a phone the board matters more than the bar. */
  for (const [width, height, most] of [
    [390, 844, 60],
    [844, 390, 52],
  ]) {
    await anna.page.setViewportSize({ width, height })
    expect((await anna.page.locator('.herebar').boundingBox())!.height).toBeLessThan(most)
  }
})

test('a page that was installed does not wait for such a network: neither the start page nor a game on the device', async ({
  come,
}) => {
  const anna = await come(installing)
  await installed(anna)
  await swallow(anna)
  const triesBefore = () => anna.page.evaluate(() => (window as any).tries)
  await anna.page.reload()
  await anna.page.locator('[data-play=castle]:enabled').click()
  await expect.poll(triesBefore).toBe(1) // the second one comes after five seconds
  await anna.turn()
  await anna.page.reload()
  await anna.turn()
  await expect.poll(triesBefore).toBe(1)
})

test('whoever asks for much on the device is not told to wait @device', async ({ come, device }) => {
  test.skip(!device)
  const anna = await come()
  await anna.page.addInitScript(() => {
    window.Worker = class extends Worker {
      constructor(script: string | URL) {
        super(script)
        ;(window as any).tables ??= this
      }
    }
  })
  await anna.open()
  await anna.page.locator('[data-play=castle]:enabled').waitFor()
  await anna.page.evaluate(() => {
    for (let i = 1; i <= 300; i++)
      (window as any).tables.postMessage({ is: 'text', text: JSON.stringify({ do: 'hello', id: 1000000 + i }) })
  })
  await anna.page.locator('[data-play=castle]').click()
  await anna.turn()
  await expect.poll(() => anna.heard.filter(message => message.re > 1000000).length).toBe(300)
  expect(anna.heard.filter(message => message.error)).toEqual([])
  /* It began with this browser's number, not without it after five seconds. */
  const told = anna.heard.filter(message => message.is === 'table' && message.state === 'running')
  expect(told[0].luck.numbers[0]).toMatch(/^[0-9a-f]{64}$/)
})

/* The folder in a folder of python3 -m http.server, which knows no special headers. */
async function plainServer(): Promise<{ url: string; stop(): void }> {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'castellany-host-'))
  fs.mkdirSync(path.join(root, 'our games'))
  fs.symlinkSync(path.join(path.dirname(program), 'site'), path.join(root, 'our games', 'castles'))
  const child = spawn('python3', ['-u', '-m', 'http.server', '--bind', '127.0.0.1', '--directory', root, '0'])
  const port = await new Promise<string>(resolve =>
    child.stdout.on('data', text => {
      const said = /port (\d+)/.exec(String(text))
      if (said) resolve(said[1])
    }),
  )
  const stop = () => {
    child.kill()
    fs.rmSync(root, { recursive: true })
  }
  return { url: `http://127.0.0.1:${port}/our%20games/castles`, stop }
}

test('a plain file server and a sub-path are enough, also to be installed', async ({ browser }) => {
  const host = await plainServer()
  const anna = await Person.come(browser, host, installing)
  await installed(anna)
  const client = await devtools(anna.page)
  const { url, errors, data } = await client.send('Page.getAppManifest')
  expect(url).toBe(host.url + '/manifest.webmanifest')
  expect(errors).toEqual([])
  const manifest = JSON.parse(data!)
  expect([manifest.start_url, manifest.scope, manifest.display]).toEqual(['./', './', 'standalone'])
  for (const icon of manifest.icons) expect((await fetch(`${host.url}/${icon.src}`)).ok, icon.src).toBe(true)
  host.stop()
  await anna.page.context().setOffline(true)
  await anna.playNow('castelli')
  await playOn(anna, 2)
  await anna.page.reload()
  await anna.turn()
  await anna.open('#/rules/castelli')
  await expect(anna.page.locator('.clause').first()).toBeVisible()
  expect(anna.faults).toEqual([])
  await anna.page.context().close()
})
