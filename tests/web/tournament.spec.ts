/* tournament.spec.ts: the Castelli Tournament played through the page to its end, in both variants. */
import { expect, makeTable, test } from './test'

for (const variant of ['', 'League'])
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
    for (let seat = 0; seat < 4; seat++) expect(await cell('tfoot tr', seat)).toMatch(/^-?\d+$/)
    await expect(anna.page.locator('.curve')).toHaveCount(4)
    await expect(anna.page.locator('.over h2')).not.toBeEmpty()
  })
