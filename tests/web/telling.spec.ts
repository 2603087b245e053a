/* telling.spec.ts: how the games tell what happened, without a server: a step for everything, and the board follows the steps. */
import { expect, test, type Page } from '@playwright/test'
import { Game, open, put } from './boards'
import { randomRecord } from './server'

/* What the story shows of an event: the tile turns over, dice tumble, a city is lit … Each kind of event is looked up once in a game. */
const told: Record<string, Record<string, (step: any) => boolean>> = {
  castelli: {
    tile: step => step.marks.length > 0,
    castle: step => step.marks.length > 0 && step.flights.some((it: any) => it.good === 'vp'),
    gain: step => step.flights.some((it: any) => ['wood', 'grain', 'rock'].includes(it.good)),
    card: step => step.flights.some((it: any) => it.good === 'card'),
  },
  castle: {
    wall: step => step.marks.length > 0,
    dice: step => step.tumble && step.show.length === 3 && step.show.every((it: string) => it.startsWith('die-')),
    complete: step => step.announce && step.marks.some((it: string) => it.startsWith('city-')),
    palace: step => step.marks.some((it: string) => it.startsWith('city-')),
    score: step => step.show.some((it: string) => it.startsWith('guild-')),
    draw: step => step.flights.some((it: any) => it.good === 'back-castle'),
  },
  castellan: {
    play: step => step.show.length > 0,
    place: step => step.marks.length === 1,
    close: step => step.marks.length === 1 && step.ms > 900,
    keep: step => step.ms > 600,
    card: step => step.flights.some((it: any) => it.good === 'card'),
  },
}
for (const [name, wanted] of Object.entries(told))
  test(`${name}: the story has a step for everything that happens`, async ({ page }) => {
    const game = new Game(randomRecord(name, 2, 31))
    await open(page, 'en', name)
    const left = new Set(Object.keys(wanted))
    for (let ply = 1; ply <= game.moves.length && left.size; ply++) {
      const position = game.at(ply, 1)
      if (!position.events.some(event => left.has(event.key))) continue
      await put(page, position, 1, game.line(ply, position))
      const steps: any[] = await page.evaluate(() => (window as any).steps())
      for (const key of [...left]) {
        const step = steps.find(it => it.events.some((event: any) => event.key === key))
        if (!step || (key === 'castle' && !step.flights.length) || (key === 'gain' && !step.flights.length)) continue // nothing was gained
        expect(wanted[key](step), `${key}: ${JSON.stringify(step)}`).toBe(true)
        left.delete(key)
      }
    }
    expect([...left], 'never happened').toEqual([])
  })

test('what flies adds up: a token for each thing, or a few that stand for several', async ({ page }) => {
  await open(page, 'en', 'castle')
  for (const count of [1, 3, 5, 7, 23]) {
    const amounts: number[] = await page.evaluate(n => (window as any).tokens(n), count)
    expect(amounts.length).toBe(Math.min(count, 5))
    expect(Math.max(...amounts) - Math.min(...amounts)).toBeLessThanOrEqual(1)
    expect(amounts.reduce((sum, n) => sum + n)).toBe(count)
  }
})

/* What appears on the board with an event, and not with an earlier step of its line. */
const appears: Record<string, Record<string, string>> = {
  castelli: {
    tile: '.in-hand',
    complete: '.won',
    castle: '.castle',
    village: '.settlement',
  },
  castle: { complete: '.city', palace: '[href^="#palace-"]' },
  castellan: { close: '.courtyard' },
}

/* Moves that may bring one of them, each with the next one: a city is complete when its last house is followed by no other. */
const able: Record<string, RegExp> = {
  castelli: /^. (lift|place|build|play)/,
  castle: /^. (house|keep|join).*\n(?!. (house|wall))/,
  castellan: /^. (tower|short|long)/,
}

/* A decision and what chance made of it, as the page is told it: positions before and after, lines. */
function frame(game: Game, ply: number) {
  let end = ply + 1
  while (end < game.moves.length && !game.actor(end)) end++
  const after = Array.from({ length: end - ply }, (_, i) => game.at(ply + 1 + i, 1))
  return {
    before: game.at(ply, 1),
    now: after[after.length - 1],
    lines: after.flatMap((it, i) => game.line(ply + 1 + i, it)),
  }
}

const drawn = (page: Page, selector: string) => page.locator('#board ' + selector).count()

for (const [name, wanted] of Object.entries(appears))
  test(`${name}: what an event brings appears on the board when it is told`, async ({ page }) => {
    const left = new Set(Object.keys(wanted))
    await open(page, 'en', name)
    for (let seed = 41; seed < 46 && left.size; seed++) {
      const game = new Game(randomRecord(name, 2, seed))
      for (let ply = game.moves.length >> 2; ply < game.moves.length && left.size; ply++) {
        if (!able[name].test(game.moves[ply] + '\n' + game.moves[ply + 1])) continue
        const { before, now, lines } = frame(game, ply)
        const happens = [...left].filter(key => lines.some(line => line.events.some((event: any) => event.key === key)))
        if (!happens.length) continue
        await put(page, before, 1, [])
        const first = await Promise.all(happens.map(key => drawn(page, wanted[key])))
        await put(page, now, 1, lines)
        const last = await Promise.all(happens.map(key => drawn(page, wanted[key])))
        const steps: any[] = await page.evaluate(() => (window as any).steps())
        for (const [i, key] of happens.entries()) {
          const told = steps.findIndex(step => step.events.some((event: any) => event.key === key))
          if (told < 1 || first[i] === last[i]) continue
          const counts: number[] = []
          for (let at = 0; at < steps.length; at++) {
            await page.evaluate(([view, n]) => (window as any).tell(view, n), [before.view, at] as const)
            counts.push(await drawn(page, wanted[key]))
          }
          const shown = `${key} is step ${told} of ${steps.length}: ${first[i]} before, then ${counts}`
          expect(new Set(counts.slice(0, told)), shown).toEqual(new Set([first[i]]))
          expect(counts[steps.length - 1], shown).toBe(last[i])
          left.delete(key)
        }
      }
    }
    expect([...left], 'never happened after another step').toEqual([])
  })
