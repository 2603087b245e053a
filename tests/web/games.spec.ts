/* games.spec.ts: whole games of every kind, played through the page by two browsers and a computer; nobody hears the other's cards. */
import { expect, test, type Person } from './test'

const secret = ['deal', 'draw', 'card', 'steal', 'robbed', 'discard', 'swap', 'sell']

/* Everything in a message that tells which card somebody got or holds, with the seats that may know it: a stolen card is known to two. */
function cardsTold(message: any, found: { seats: number[]; what: string }[] = []): { seats: number[]; what: string }[] {
  if (Array.isArray(message)) for (const m of message) cardsTold(m, found)
  else if (message && typeof message === 'object') {
    if (Array.isArray(message.events)) {
      const told = message.events.filter((e: any) => secret.includes(e.key) && e.what && !['tower', 'wall'].includes(e.what))
      const stolen = message.events.filter((e: any) => ['steal', 'robbed'].includes(e.key)).map((e: any) => e.seat)
      for (const e of told) found.push({ seats: stolen.includes(e.seat) ? stolen : [e.seat], what: `${e.key} ${e.what}` })
    }
    if (Array.isArray(message.players))
      for (const player of message.players) if (Array.isArray(player.hand) && player.hand.length) found.push({ seats: [player.seat], what: `hand ${player.hand[0]}` })
    for (const value of Object.values(message)) cardsTold(value, found)
  }
  return found
}

async function sit(host: Person, guest: Person, game: string): Promise<void> {
  await host.open()
  await guest.open()
  await host.page.locator('.hero button').click()
  await host.page.selectOption('#create-game', game)
  await host.page.locator('.create .seg label', { hasText: '3' }).click()
  await host.page.locator('.chairs select').nth(2).selectOption('1')
  await host.page.locator('[data-create]').click()
  await host.page.locator('#invite-link').waitFor()
  const link = await host.page.locator('#invite-link').inputValue()
  await guest.page.goto(link)
  await guest.page.locator('[data-join="2"]').click()
  await host.page.locator('[data-start]:enabled').click()
  for (const person of [host, guest]) await person.page.locator('.boardhost svg').waitFor()
}

for (const game of ['castelli', 'castle', 'castellan']) {
  test(`a whole game of ${game} by two people and a computer`, async ({ come }) => {
    test.setTimeout(1200000)
    const anna = await come(), bram = await come()
    for (const person of [anna, bram]) await person.prefer({ motion: 'off' })
    await sit(anna, bram, game)
    let pick = 0
    const play = async (person: Person, step: number) => {
      while (await person.turn() === 'move') {
        await person.move(pick += step).catch(async error => { if (!await person.page.locator('.over').count()) throw error })
      }
    }
    await Promise.all([play(anna, 7), play(bram, 11)])
    for (const person of [anna, bram]) {
      await expect(person.page.locator('.sheettable tfoot td').first()).toHaveText(/^-?\d+$/)
      await expect(person.page.locator('.sheettable tbody tr').first()).toBeVisible()
      await expect(person.page.locator('.curve')).toHaveCount(3)
    }
    /* While it was played nobody was told a card of somebody else (a scored or played card is open to all). */
    const seats = [anna, bram].map((person, i) => ({ person, seat: i + 1 }))
    for (const { person, seat } of seats) {
      const running = person.heard.slice(0, person.heard.findIndex(m => m.position?.winners?.length))
      expect(running.length).toBeGreaterThan(5)
      const told = cardsTold(running)
      expect(told.filter(c => c.seats.includes(seat)).length, 'own cards are told').toBeGreaterThan(game === 'castellan' ? -1 : 0)
      /* A card that was played openly lies under the deck in an order that all know, and may come up again. */
      const open = JSON.stringify(running).match(/"key":"play","seat":\d+,[^}]*"what":"\w+"/g)?.map(event => event.replace(/.*"what":"(\w+)"/, 'card $1')) ?? []
      expect(told.filter(c => !c.seats.includes(seat) && !open.includes(c.what)), 'cards of others').toEqual([])
    }
  })
}
