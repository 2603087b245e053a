/* luck.spec.ts: every browser has its part in the luck of a game, and checks it afterwards. */
import { expect, makeTable, test, together, type Person } from './test'
import { blake2s } from '../../web/src/model/blake2s'

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

test('the hash of the page is that of RFC 7693', () => {
  expect(hex(blake2s(Buffer.from('abc')))).toBe('508c5e8c327c14e2e1a72ba34eeb452f37458b209ed63a294d999b4c86675982')
  expect(hex(blake2s(new Uint8Array()))).toBe('69217a3079908094e11121d042354a7c1f55b6482ca1a51e1b250dfd1ed0eef9')
  expect(hex(blake2s(new Uint8Array(64)))).toBe('ae09db7cd54f42b490ef09b6bc541af688e4959bb8c53f359a6f56e38ab454a3')
})

test('two browsers give their numbers; after the game each of them finds its own in it', async ({ come }) => {
  const anna = await come(),
    bram = await come({ locale: 'de' })
  await together(anna, bram, 'castle', ['me', 'open', '1'])
  const told = anna.heard.filter(m => m.is === 'table').at(-1)
  expect(told.luck.numbers.map((n: string | null) => n?.length)).toEqual([64, 64, undefined])
  await bram.page.reload() // the number is kept
  await bram.page.locator('.boardhost svg').first().waitFor()
  const table = anna.table
  for (const person of [anna, bram])
    await person.page.evaluate(
      ([id, seat]) => {
        const socket = new WebSocket(new URL('ws', document.baseURI).href.replace(/^http/, 'ws'))
        socket.onopen = () => socket.send(JSON.stringify({ do: 'resign', id: 1, table: id, seat: Number(seat) }))
        return new Promise(done => (socket.onmessage = done))
      },
      [table, person === anna ? '1' : '2'],
    )
  for (const [person, right] of [
    [anna, /yours is one of them/],
    [bram, /deine ist dabei/],
  ] as const) {
    await expect(person.page.locator('.over')).toBeVisible({ timeout: 60000 })
    await person.page.locator('[data-check-luck]').click()
    await expect(person.page.locator('[data-luck=right]')).toContainText(right)
  }
  // A server that shows another game than the one that was played:
  await anna.page.route('**/games/*.txt*', async route => {
    const answer = await route.fetch()
    const text = (await answer.text()).replace(/# luck number 2 .*/, '# luck number 2 none')
    await route.fulfill({ response: answer, body: text })
  })
  await anna.page.locator('[data-check-luck]').click()
  await expect(anna.page.locator('[data-luck=wrong]')).toBeVisible()
})

test('a number that the server did not read is told again', async ({ come }) => {
  const anna = await come()
  let told = 0
  anna.alter = message => {
    if (message.do === 'reveal' && !told++) message.value = '0'.repeat(64)
  }
  anna.retell = message => {
    if (message.error === 'not_allowed') message.error = 'rate' // as if it had been asked for too much
  }
  await anna.playNow('castle')
  const running = anna.heard.find(m => m.is === 'table' && m.state === 'running')
  expect(running.luck.numbers[0]).toMatch(/^[0-9a-f]{64}$/)
  expect(told).toBe(2)
})

/* Two people sit in a waiting room; the first one can start the game. */
async function wait(host: Person, guest: Person): Promise<void> {
  await makeTable(host, 'castle', ['me', 'open'])
  await guest.open()
  await guest.page.goto(await host.page.locator('#invite-link').inputValue())
  await guest.page.locator('[data-join="2"]').click()
  await host.page.locator('[data-start]:enabled').waitFor()
}

test('a game starts on another device than the one that made it', async ({ come }) => {
  const desk = await come(),
    bram = await come()
  await wait(desk, bram)
  const address = desk.page.url(),
    cookies = await desk.page.context().cookies()
  await desk.page.context().close()
  const phone = await come()
  await phone.page.context().addCookies(cookies)
  await phone.page.goto(address)
  await phone.page.locator('[data-start]:enabled').click()
  for (const person of [phone, bram]) await person.page.locator('.boardhost svg').first().waitFor()
  const told = phone.heard.filter(m => m.is === 'table').at(-1)
  expect(told.luck.numbers.map((n: string | null) => n?.length)).toEqual([64, 64])
})

test('a number that does not come is named, and no other one is offered again and again', async ({ come }) => {
  const anna = await come(),
    bram = await come()
  let pledges = 0
  bram.deaf = message => {
    pledges += Number(message.do === 'pledge')
    return message.do === 'reveal'
  }
  await wait(anna, bram)
  await anna.page.locator('[data-start]').click()
  await expect(anna.page.locator('[data-missed]')).toContainText('did not begin', { timeout: 15000 })
  await anna.page.locator('[data-start]').click()
  for (const person of [anna, bram]) await person.page.locator('.boardhost svg').first().waitFor()
  expect(pledges).toBe(1)
  const told = anna.heard.filter(m => m.is === 'table').at(-1)
  expect(told.luck.numbers.map((n: string | null) => n?.length)).toEqual([64, undefined])
})

test('the page about luck @device', async ({ come }) => {
  const anna = await come({ locale: 'nl' })
  await anna.open('#/luck')
  await expect(anna.page.locator('h1')).toContainText('Geluk')
  await expect(anna.page.locator('.luckpicture')).toBeVisible()
})
