/* five.spec.ts: five people, three languages, two phones: arriving, the waiting room, playing on, rated and slow games, luck, names. */
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrowserContextOptions } from '@playwright/test'
import { catalogue, expect, isChromium, makeTable, test, type Person, type Wish } from './test'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const english = catalogue('en'),
  german = catalogue('de'),
  dutch = catalogue('nl')

/* Anna and Eva speak English, Bram and Dirk Dutch, on phones, Clara German. */
async function five(come: (options?: BrowserContextOptions) => Promise<Person>): Promise<Person[]> {
  return Promise.all([come(), come({ locale: 'nl', ...phone }), come({ locale: 'de' }), come({ locale: 'nl', ...phone }), come()])
}

const link = (host: Person) => host.page.locator('#invite-link').inputValue()
const row = (person: Person, seat: number) => person.page.locator('main.lobby .rows > li').nth(seat - 1)

/* The first makes a table, the others come by its link and press the one button. */
async function gather(people: Person[], game: string, wish: Wish = {}): Promise<string> {
  const [host, ...guests] = people
  await makeTable(host, game, ['me', ...guests.map(() => 'open')], wish)
  const address = await link(host)
  for (const guest of guests) {
    await guest.page.goto(address)
    await guest.page.locator('[data-accept]').click()
    await guest.page.locator('main.lobby [data-accept]').waitFor({ state: 'detached' })
  }
  return address
}

async function begin(people: Person[], game: string, wish: Wish = {}): Promise<string> {
  const address = await gather(people, game, wish)
  await people[0].page.locator('[data-start]:enabled').click()
  for (const person of people) await person.page.locator('.boardhost svg').first().waitFor()
  return address
}

/* Presses the last item of the menu, which is to resign, and yes. */
async function resign(person: Person): Promise<void> {
  await person.page.locator('.bar button[aria-haspopup]').click()
  await person.page.locator('[data-group=end] button').last().click()
  await person.page.locator('dialog .btn.main').click()
}

async function register(person: Person, name: string): Promise<void> {
  await person.open()
  const status = await person.page.evaluate(
    n =>
      fetch('api/register', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ name: n, password: 'correct horse' }),
      }).then(answer => answer.status),
    name,
  )
  expect(status).toBe(200)
  await person.page.reload()
  await person.page.locator('main').first().waitFor()
}

test('arriving: by a link, by the address of somebody else, by one click', async ({ come }) => {
  const [anna, bram, clara, dirk, eva] = await five(come)
  await anna.page.addInitScript(() => {
    Object.assign(navigator, { share: async (what: ShareData) => void Object.assign(window, { shared: what.url }) })
  })
  await makeTable(anna, 'castle', ['me', 'open', 'open', 'open'])
  const address = await link(anna)
  await anna.page.getByRole('button', { name: english['lobby.share'], exact: true }).click()
  expect(await anna.page.evaluate(() => (window as any).shared)).toBe(address)
  await anna.page.locator('.qr summary').click()
  await expect(anna.page.locator('.qr svg')).toBeVisible()

  await bram.page.goto(address) // who invites, which game, a name in his language, one button
  await expect(bram.page.locator('.invitation .who')).toContainText('nodigt je uit voor een spel Castle')
  await expect(bram.page.locator('#my-name')).toHaveValue(new RegExp(`^(${dutch['name.guests'].split(', ').join('|')})$`))
  await bram.page.locator('[data-accept]').click()
  await expect(row(anna, 2).locator('b')).toHaveText(new RegExp(english['name.guests'].split(', ').join('|')))
  await expect(bram.page.locator('#my-name')).toHaveCount(0) // asked once
  await clara.page.goto(address)
  await clara.page.locator('#my-name').fill('Klara')
  await clara.page.locator('[data-accept]').click()
  await expect(row(anna, 3).locator('b')).toHaveText('Klara')

  await dirk.page.goto(address.replace(/\?.*/, '')) // without the key: how to get in
  await expect(dirk.page.locator('main.message')).toContainText(dutch['table.howIn'])
  await bram.page.goto(address.replace(/\?.*/, '')) // those who sit there need none
  await expect(bram.page.locator('main.lobby')).toBeVisible()
  await dirk.page.goto('about:blank')
  await dirk.page.goto(anna.page.url()) // what stands in the bar of somebody at the table
  await dirk.page.locator('[data-accept]').click()
  await expect(anna.page.locator('[data-start]')).toBeEnabled()

  await makeTable(clara, 'castellan', ['me', 'open'], { options: [], public: false })
  await clara.page.locator('main.lobby').waitFor()
  await makeTable(anna, 'castellan', ['me', 'open'], { public: true })
  const table = anna.table
  await eva.open() // a guest who has never given a name sits down with one click, and is asked there
  await eva.page.locator(`[data-sit="${table}"]`).click()
  await expect(anna.page.locator('[data-start]')).toBeEnabled()
  await eva.page.locator('#my-name').fill('Eva')
  await eva.page.locator('[data-take-name]').click()
  await expect(row(anna, 2).locator('b')).toHaveText('Eva')
  await expect(eva.page.locator('#my-name')).toHaveCount(0)
})

test('the waiting room: computers, swapped seats, renames, a sound, the start', async ({ come }) => {
  const [anna, bram, clara, dirk, eva] = await five(come)
  await anna.prefer({ sound: true })
  await anna.page.addInitScript(() => {
    const plain = AudioContext.prototype.createOscillator
    Object.assign(window, { notes: 0 })
    AudioContext.prototype.createOscillator = function () {
      ;(window as any).notes++
      return plain.call(this)
    }
  })
  await makeTable(anna, 'castle', ['me', 'open', 'open', 'open'])
  const address = await link(anna)
  const { page } = anna
  await expect(page).toHaveTitle(/Waiting for 3 players/)
  await expect(page.locator('main.lobby')).toContainText('their seat is kept for 10 minutes')
  for (const person of [bram, clara]) {
    await person.page.goto(address)
    await person.page.locator('[data-accept]').click()
    await person.page.locator('main.lobby [data-accept]').waitFor({ state: 'detached' })
  }
  await page.locator('[data-chair="4"]').selectOption('2') // a computer and its level, or not
  await expect(page.locator('[data-start]')).toBeEnabled()
  await page.locator('[data-chair="4"]').selectOption('open')
  await expect(page.locator('[data-start]')).toBeDisabled()
  await clara.page.locator('[data-move-here="4"]').click() // a player takes a free seat …
  await expect(row(anna, 4).locator('[data-remove]')).toBeVisible()
  // Each reads names in their language; two who have the same name have their emblems behind it.
  const names = (person: Person) =>
    Promise.all([1, 2].map(async seat => (await row(person, seat).locator('b').innerText()).split(' (')[0]))
  const before = await Promise.all([anna, clara].map(names))
  await page.locator('[data-swap="2"]').click() // … and the creator swaps two
  await expect(row(bram, 1)).toContainText(dutch['lobby.leave'])
  for (const [i, person] of [anna, clara].entries()) await expect.poll(() => names(person)).toEqual(before[i].reverse())
  await bram.page.locator('.bar button[aria-haspopup]').click() // a new name is seen at once
  await bram.page.locator('[data-group=account] button').first().click()
  await bram.page.locator('#account-name').fill('Bram')
  await bram.page.locator('.dialog .main').click()
  await expect(row(anna, 1).locator('b')).toHaveText('Bram')
  await expect(row(clara, 1).locator('b')).toHaveText('Bram')
  await dirk.page.goto(address)
  const notes = await page.evaluate(() => (window as any).notes)
  await dirk.page.locator('[data-accept]').click()
  await expect(page).toHaveTitle(/Everyone is here/)
  expect(await page.evaluate(() => (window as any).notes)).toBeGreaterThan(notes)
  await dirk.page.close() // who is there now
  await expect(row(anna, 3)).toContainText(english['seat.away'])
  await page.locator('[data-remove="3"]').click()
  await expect(page.locator('[data-start]')).toBeDisabled()
  await page.locator('[data-fill]').click() // early, with a computer
  for (const person of [anna, bram, clara]) await person.page.locator('.boardhost svg').first().waitFor()
  await eva.page.goto(address) // too late to sit, not to watch
  await eva.page.locator('.boardhost svg').first().waitFor()
  const begun = anna.heard.filter(m => m.is === 'table').at(-1)
  expect(begun.chairs.map((c: any) => c.player.kind)).toEqual(['guest', 'guest', 'computer', 'guest'])
})

test('playing on: a friend stands in, who resigned does not win, a rematch needs every yes', async ({ come }) => {
  const [anna, bram, clara, dirk, eva] = await five(come)
  const players = [anna, bram, clara, dirk]
  const address = await begin(players, 'castle', { options: ['Allow hints'] })
  for (const [person, text] of [
    [anna, english['lobby.hints']],
    [clara, german['lobby.hints']],
  ] as const)
    await expect(person.page.locator('.about')).toContainText(text)
  await bram.page.locator('.bar button[aria-haspopup]').click()
  await bram.page.locator('[data-group=end] button').first().click()
  await bram.page.locator('dialog .btn.main').click()
  await expect(anna.page.locator('.notice').first()).toContainText(/has left. A computer plays/)
  await eva.page.goto(address)
  await eva.page.locator('[data-stand-in="2"]').click()
  await expect(anna.page.locator('.player.p2 .meta')).toContainText('stands in')
  await bram.page.goto(address)
  await bram.page.locator('.player .back').first().click()
  await expect(anna.page.locator('.notice').first()).toContainText(/is back/)
  await expect(eva.page.locator('[data-stand-in]')).toHaveCount(0)

  await resign(dirk)
  await expect(clara.page.locator('.notice').first()).toContainText('hat aufgegeben')
  await expect(anna.page.locator('.over')).toHaveCount(0) // a computer plays on
  await resign(bram)
  await resign(clara)
  await expect(anna.page.locator('#over-title')).toContainText('You win!')
  await expect(dirk.page.locator('#over-title')).toContainText('wint')
  await expect(anna.page.locator('[data-rematch-seats]')).toContainText('you: ' + english['emblem.2'])
  const again = (person: Person) => person.page.locator('.over .buttons .btn.main')
  await again(anna).click()
  await anna.page.locator('main.lobby').waitFor()
  await expect(anna.page.locator('main.lobby')).toContainText('waits for')
  for (const person of [bram, clara]) {
    await expect(again(person)).toHaveText(person === bram ? dutch['over.toRematch'] : german['over.toRematch'])
    await again(person).click()
    await person.page.locator('main.lobby').waitFor()
  }
  await expect(anna.page.locator('[data-start]')).toBeDisabled() // one yes is missing
  await again(dirk).click()
  for (const person of players) await expect(person.page.locator('main.table:not(.ended) .boardhost svg').first()).toBeVisible()
  const chairs = anna.heard.filter(m => m.is === 'table').at(-1)
  expect(chairs.mine).toEqual([2]) // one seat further
  await expect(anna.page.locator('.actions')).toBeVisible()
})

test('rated games: chosen and shown before, guests told why not, counted, in profile, search and ranking', async ({ come }) => {
  const people = await five(come)
  const [anna, bram, clara, dirk, eva] = people
  for (const [person, name] of [
    [anna, 'Anna'],
    [bram, 'Bram'],
    [clara, 'Clara'],
    [dirk, 'Dirk'],
  ] as const)
    await register(person, name)
  await makeTable(anna, 'castle', ['me', 'open', 'open', 'open'], { options: ['Rated game'], public: true })
  const address = await link(anna)
  await eva.page.goto(address)
  await expect(eva.page.locator('[data-rated-guest]')).toHaveText(english['invite.rated'])
  await expect(eva.page.locator('[data-accept], [data-join]')).toHaveCount(0)
  for (const [person, word] of [
    [bram, dutch['lobby.rated']],
    [clara, german['lobby.rated']],
    [dirk, dutch['lobby.rated']],
  ] as const) {
    await person.page.goto(address)
    await expect(person.page.locator('main.lobby')).toContainText(word)
    await person.page.locator('[data-accept]').click()
    await person.page.locator('main.lobby [data-accept]').waitFor({ state: 'detached' })
  }
  await anna.page.locator('[data-start]:enabled').click()
  const players = [anna, bram, clara, dirk]
  for (const person of players) await person.page.locator('.boardhost svg').first().waitFor()
  await expect(anna.page.locator('.about')).toContainText('rated')
  const made = [0, 0, 0, 0]
  while (Math.min(...made) < 3)
    for (const [i, person] of players.entries())
      if (await person.page.locator('.place.can, .hostpanel [data-move], .hostpanel .cardface.can').count())
        await person.move(made[i]++)
  for (const person of [dirk, bram, clara]) await resign(person)
  await expect(anna.page.locator('#over-title')).toContainText('You win!')
  await expect.poll(() => anna.heard.filter(m => m.is === 'seating').at(-1)?.chairs[0].player.rating).toBeGreaterThan(1500)
  const me = anna.heard.find(m => m.player?.name === 'Anna').player.id
  await clara.open('#/player/' + me)
  await expect(clara.page.locator('main.profile h1')).toContainText('Anna')
  await expect(clara.page.locator('.ratinggraph path.curve')).toHaveCount(1)
  await expect(clara.page.locator('main.profile')).toContainText(german['profile.meetings'])
  await eva.open()
  await eva.page.locator('#find-name').fill('anna') // however it is spelled
  await eva.page.locator('[data-find]').click()
  await expect(eva.page.locator('.found .row')).toHaveCount(1)
  await eva.page.locator('#find-name').fill('Nobody')
  await eva.page.locator('[data-find]').click()
  await expect(eva.page.locator('p.found')).toBeVisible()
  await dirk.open('#/ranking')
  await expect(dirk.page.locator('main.ranking')).toContainText(dutch['ranking.nobody'])
})

test('slow games: days for a move, replies beforehand, a holiday, one page for all that waits', async ({ come }) => {
  const [anna, bram, clara, dirk, eva] = await five(come)
  const players = [anna, bram, clara, dirk]
  await begin(players, 'castelli', { clock: 'move-259200', options: ['Battle'] })
  const reply = (person: Person, seat: number) => person.page.locator('#reply-' + seat)
  await expect(reply(clara, 3)).toHaveValue('ask')
  expect(await reply(clara, 3).locator('option').allTextContents()).toEqual(
    ['ask', 'never', 'castle'].map(name => german['reply.is.' + name]),
  )
  await reply(clara, 3).selectOption('castle')
  await clara.page.reload()
  await expect(reply(clara, 3)).toHaveValue('castle') // kept
  await expect(reply(bram, 2)).toHaveValue('ask') // and told to nobody
  expect(JSON.stringify([...anna.heard, ...bram.heard, ...dirk.heard])).not.toContain('"replied":["castle"]')

  const mover = players[anna.heard.filter(m => m.is === 'table').at(-1).position.turn[0] - 1]
  await mover.open('#/waiting')
  await expect(mover.page.locator('[data-waits=moves] .row')).toHaveCount(1)
  await expect(mover.page.locator('[data-waits=moves] .tag')).toHaveText(/2 (days|dagen|Tage)/)
  const other = players.find(person => person !== mover)!
  await other.open('#/waiting')
  await expect(other.page.locator('main.waitingpage h1')).toBeVisible()
  await expect(other.page.locator('[data-waits]')).toHaveCount(0)
  await mover.page.locator('main.waitingpage p button').click() // the settings, where a holiday is taken
  await mover.page.locator('#set-holiday').selectOption('7')
  await mover.page.keyboard.press('Escape')
  const yours = [english, dutch, german].map(all => all['list.yourMove']).join('|')
  await expect(mover.page.locator('[data-waits=moves] .tag')).toHaveText(new RegExp(`^(${yours})$`)) // the clock stands still
  await makeTable(eva, 'castle', ['me', 'open'])
  await other.page.goto(await link(eva))
  await other.page.locator('[data-accept], [data-join="2"]').first().click()
  await eva.page.locator('[data-start]:enabled').waitFor()
  await eva.open('#/waiting')
  await expect(eva.page.locator('[data-waits=questions] .tag')).toHaveText(english['list.asks.start'])
})

test('messages to a closed browser are off until asked for, and go to its push service', async ({ come, server }) => {
  const got: { url: string; encoding: string }[] = []
  const service = http.createServer((request, answer) => {
    got.push({ url: request.url ?? '', encoding: String(request.headers['content-encoding']) })
    request.resume().on('end', () => answer.writeHead(201).end())
  })
  await new Promise<void>(done => service.listen(0, '127.0.0.1', done))
  const origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
  await server.down('SIGTERM')
  await server.up('--push-contact', 'mailto:owner@example.org', '--push-service', origin)
  const [anna, bram] = await five(come)
  test.skip(!isChromium(bram.page), 'the windows of other browsers have no service workers here')
  await bram.page.addInitScript(address => {
    /* A subscription as a browser's own service gives it; the keys are those of RFC 8291, appendix A. */
    const keys = {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    }
    const subscription = { endpoint: address, toJSON: () => ({ endpoint: address, keys }), unsubscribe: async () => true }
    let asked = false
    const manager = {
      subscribe: async () => ((asked = true), subscription),
      getSubscription: async () => (asked ? subscription : null),
    }
    Notification.requestPermission = async () => 'granted'
    Object.defineProperty(navigator.serviceWorker, 'ready', { get: async () => ({ pushManager: manager }) })
  }, origin + '/for/bram')
  await begin([anna, bram], 'castellan')
  await bram.page.locator('.bar button[aria-haspopup]').click()
  await bram.page.locator('.menulist button', { hasText: dutch['settings.title'] }).click()
  const tick = bram.page.locator('.dialog .tick', { hasText: dutch['settings.push'] })
  await expect(tick.locator('input')).not.toBeChecked()
  await tick.click()
  await expect(tick.locator('input')).toBeChecked()
  await bram.page.keyboard.press('Escape')
  const turn = () => anna.page.locator('.place.can, .hostpanel [data-move], .hostpanel .cardface.can').count()
  while (!(await turn()))
    if (await bram.page.locator('.place.can, .hostpanel [data-move], .hostpanel .cardface.can').count()) await bram.move(0)
  expect(got).toEqual([])
  await bram.page.close()
  await expect(anna.page.locator('.player.p2 .meta')).toContainText(english['seat.away'])
  for (let i = 0; i < 40 && !got.length && (await turn()); i++) await anna.move(i)
  await expect.poll(() => got.length).toBe(1)
  expect(got[0]).toEqual({ url: '/for/bram', encoding: 'aes128gcm' })
  service.close()
})

test('luck: everybody checks the game, also who only watched', async ({ come }) => {
  const [anna, bram, clara, dirk, eva] = await five(come)
  const players = [anna, bram, clara, dirk]
  const address = await begin(players, 'castle')
  const { hash, numbers } = anna.heard.filter(m => m.is === 'table').at(-1).luck
  expect(numbers.map((n: string | null) => n?.length)).toEqual([64, 64, 64, 64]) // every browser had its part
  await eva.page.goto(address)
  await eva.page.locator('.boardhost svg').first().waitFor()
  for (const person of [bram, clara, dirk]) await resign(person)
  for (const [person, right] of [
    [anna, /yours is one of them/],
    [clara, /deine ist dabei/],
    [eva, new RegExp(english['luck.right'].split('{')[0])],
  ] as const) {
    await expect(person.page.locator('.over')).toBeVisible()
    await person.page.locator('[data-check-luck]').click()
    await expect(person.page.locator('[data-luck=right]')).toContainText(right)
  }
  for (const person of [bram, dirk]) {
    await person.page.locator('[data-check-luck]').click()
    await expect(person.page.locator('[data-luck=right]')).toBeVisible()
  }
  const record = await anna.page.evaluate(at => fetch(at).then(r => r.text()), `games/${anna.table}.txt?${address.split('?')[1]}`)
  expect(record).toContain(hash)
  expect(record).toMatch(/# luck secret [0-9a-f]{64}/)
})

test('names: what looks the same is the same, and what nobody can read is refused in words', async ({ come }) => {
  const [anna, bram, clara, dirk, eva] = await five(come)
  await register(anna, 'Anna')
  const rename = async (person: Person, name: string) => {
    await person.open()
    await person.page.locator('.bar button[aria-haspopup]').click()
    await person.page.locator('[data-group=account] button').first().click()
    await person.page.locator('#account-name').fill(name)
    await person.page.locator('.dialog .main').click()
  }
  for (const [person, name, said] of [
    [bram, 'Аnna'.replace('А', '\u0410').replace(/nna/, '\u043f\u043fa'), dutch['error.name']], // two scripts
    [clara, 'an\u200bna', german['error.name']], // a character that nobody sees
    [dirk, '\u202eanna', dutch['error.name']], // a mark that turns the direction
    [eva, 'ＡＮＮＡ', english['error.taken']], // full-width letters
  ] as const) {
    await rename(person, name)
    await expect(person.page.locator('#account-error')).toHaveText(said)
    await person.page.keyboard.press('Escape')
  }
  await rename(eva, 'Eva')
  await expect(eva.page.locator('.notice')).toContainText(english['account.done.name'])
})
