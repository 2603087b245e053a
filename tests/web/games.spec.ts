/* games.spec.ts: whole games of every kind, played through the page by two browsers and a computer; nobody hears, holds or shows the
   other's cards. */
import { games, some } from './repeat'
import { checkMessages, checkPage } from './secrecy'
import { expect, test, together, type Person } from './test'

for (const game of some(games, 1)) {
  test(`a whole game of ${game} by two people and a computer`, async ({ come }) => {
    test.setTimeout(1200000)
    const anna = await come(),
      bram = await come()
    for (const person of [anna, bram]) await person.prefer({ motion: 'off' })
    anna.alter = message => {
      if (message.do === 'create') message.reaction = 500 // shorter pauses, so that the game is
    }
    await together(anna, bram, game, ['me', 'open', '1'])
    let pick = 0
    const play = async (person: Person, seat: number, step: number) => {
      for (let made = 0; (await person.turn()) === 'move'; made++) {
        if (made % 12 === 8) await checkPage(person, seat)
        await person.move((pick += step)).catch(async error => {
          if (!(await person.page.locator('.over').count())) throw error
        })
      }
    }
    await Promise.all([play(anna, 1, 7), play(bram, 2, 11)])
    for (const person of [anna, bram]) {
      await expect(person.page.locator('.sheettable tfoot td').first()).toHaveText(/^-?\d+$/)
      await expect(person.page.locator('.sheettable tbody tr').first()).toBeVisible()
      await expect(person.page.locator('.curve')).toHaveCount(3)
    }
    for (const [seat, person] of [
      [1, anna],
      [2, bram],
    ] as const) {
      const running = person.heard.slice(
        0,
        person.heard.findIndex(m => m.position?.winners?.length),
      )
      expect(running.length).toBeGreaterThan(5)
      checkMessages(seat, running)
    }
  })
}
