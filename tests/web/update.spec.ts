/* update.spec.ts: newer versions of the page are offered, never forced, and leave nobody without files. */
import { ears, hears, listen } from './ears'
import { some } from './repeat'
import { Site } from './site'
import { expect, installed, installing, Person, playOn, test } from './test'

const edition = '<meta name="edition" content="2">'

/* A host whose page can be replaced by a newer version. Parts of the old one that are fetched late are gone then. */
async function host(): Promise<{ site: Site; replace(): void }> {
  let page = '',
    newer = false
  const isGone = (name: string) => name.startsWith('part.') && !page.includes(`"${name}"`)
  const site = await Site.start('/versions', (name, data) => {
    if (name === 'index.html') page = data.toString()
    if (!newer) return data
    if (isGone(name)) return null
    if (name === 'index.html')
      return Buffer.from(page.replace(/app\.\w+\.js/g, 'part.NEWER123.js').replace('</head>', edition + '</head>'))
    if (name === 'sw.js')
      return Buffer.from(
        data
          .toString()
          .replace(/"[0-9a-f]{16}"/, '"newer"')
          .replace(/"(part\.\w+\.js)",/g, (whole, name) => (isGone(name) ? '' : whole)),
      )
    return data
  })
  return { site, replace: () => (newer = true) }
}

test('a newer version waits until it is asked for; other tabs go on with the files of theirs', async ({ browser }) => {
  const { site, replace } = await host()
  const anna = await Person.come(browser, site, installing)
  await installed(anna)
  await anna.playNow('castle')
  await playOn(anna, 1)
  replace()
  await anna.page.evaluate(async () => (await navigator.serviceWorker.getRegistration())!.update())
  await expect(anna.page.locator('.updatebar')).toContainText('newer version')
  await playOn(anna, 1)
  await anna.turn()
  const number = await anna.number()
  await anna.page.reload() // still the old one
  await anna.turn()
  expect(await anna.number()).toBe(number)
  await expect(anna.page.locator('meta[name=edition]')).toHaveCount(0)
  const other = anna.at(await anna.page.context().newPage())
  await other.open('#/')
  await expect(other.page.locator('.updatebar')).toBeVisible()
  await anna.page.locator('[data-update]').click()
  await expect(anna.page.locator('meta[name=edition]')).toHaveCount(1)
  await expect(other.page.locator('.updatebar')).toBeVisible()
  await other.open('#/rules/castle') // a part that is not at the host any more
  await expect(other.page.locator('.clause').first()).toBeVisible()
  await anna.page.context().close()
  await site.stop()
})

test('a page without a service worker that misses a file offers the newer version', async ({ browser }) => {
  const { site, replace } = await host()
  const anna = await Person.come(browser, site)
  await anna.open()
  replace()
  await anna.page.evaluate(() => (location.hash = '#/rules/castle'))
  await expect(anna.page.locator('.updatebar')).toContainText('newer version')
  await anna.page.locator('[data-update]').click()
  await expect(anna.page.locator('meta[name=edition]')).toHaveCount(1)
  await anna.page.context().close()
  await site.stop()
})

for (const [how, options] of some(
  [
    ['', {}],
    [', also with a service worker', installing],
  ] as const,
  1,
))
  test(`an old page says that the server has a newer version, and reloads when asked to${how}`, async ({ come }) => {
    const anna = await come(options)
    if (options === installing) await installed(anna)
    anna.retell = message => {
      if (message.version) message.version = '99.0.0'
    }
    await anna.playNow('castle')
    await anna.turn()
    await listen(anna)
    await anna.page.reload()
    await expect(anna.page.locator('.updatebar')).toContainText('newer version')
    await hears(anna, /newer version/)
    await playOn(anna, 1) // nothing is forced
    expect((await ears(anna)).said.filter(text => /newer version/.test(text)).length, 'it is said once').toBe(1)
    anna.retell = null
    await anna.page.locator('[data-update]').click()
    await anna.turn()
    await expect(anna.page.locator('.updatebar')).toHaveCount(0)
  })
