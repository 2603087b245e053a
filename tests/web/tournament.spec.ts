/* tournament.spec.ts: the Castelli Tournament played through the page to its end, in both variants. */
import { some } from './repeat'
import { expect, makeTable, test } from './test'

for (const variant of some(['', 'League'], 0))
  test(`a tournament of Castelli${variant && ', ' + variant} against three computers`, async ({ come }) => {
    const anna = await come()
    await anna.prefer({ motion: 'off' })
    await makeTable(anna, 'castelli-tournament', ['me', '1', '1', '1'], { options: variant ? [variant] : [] })
    await expect(anna.page.locator('.boardhost > svg > g[role=group]')).toHaveCount(2)
    let pick = 0
    while ((await anna.turn()) === 'move')
      await anna.move((pick += 7)).catch(async error => {
        if (!(await anna.page.locator('.over').count())) throw error
      })
    const rounds = await anna.page.locator('.sheettable tbody tr').count()
    expect(rounds).toBe(anna.heard.find(m => m.board)!.board.rounds)
    const cell = async (row: string, seat: number) =>
      (await anna.page.locator(`.sheettable ${row} td`).allInnerTexts()).slice(-4)[seat]
    const last = await Promise.all([0, 1, 2, 3].map(seat => cell('tfoot tr', seat)))
    if (variant) for (const sum of last) expect(sum).toMatch(/^-?\d+$/)
    else {
      // Places, whatever the sums are: the winner of the final is first, with the points of the final.
      expect([...last].sort()).toEqual(['1st', '2nd', '3rd', '4th'])
      const winner = last.indexOf('1st')
      await expect(anna.page.locator('.sheettable tfoot td.win')).toHaveText('1st')
      await expect(anna.page.locator('.over .best')).toHaveText(await cell('tbody tr:last-child', winner))
      await expect(anna.page.locator('.table-name').first()).toHaveText(/^(Final|3rd place): /)
    }
    await expect(anna.page.locator('.curve')).toHaveCount(4)
    await expect(anna.page.locator('.over h2')).not.toBeEmpty()
  })
