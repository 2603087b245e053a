/* offline.spec.ts: what a browser cannot promise or do for games on the device is said, or made up for. */
import { expect, playOn, test } from './test'

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
  await expect(anna.page.locator('[data-note=unkept]')).toContainText('keeps nothing')
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
