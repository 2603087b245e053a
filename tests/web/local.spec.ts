/* local.spec.ts: games on this device: without a server, without a network, after a reload. */
import { Site } from './site'
import { expect, Person, test } from './test'

test('a page on a static host plays on the device', async ({ browser }) => {
  const site = await Site.start()
  const anna = await Person.come(browser, site)
  await anna.playNow('castle')
  await anna.turn()
  expect(anna.table).toMatch(/^here-/)
  for (let i = 0; i < 5 && (await anna.turn()) === 'move'; i++) await anna.move(i)
  expect(anna.faults).toEqual([])
  await anna.page.context().close()
  await site.stop()
})
