/* games.test.ts: whole games through the page's own core, at a server and on the device: moves, undo, stories, replays, breaks. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Server } from '../server'
import { Browser, Page } from './page'

let server: Server
before(async () => void (server = await Server.start()))
after(() => server.stop())

const games = ['castelli', 'castle', 'castellan']

for (const game of games)
  test(`a whole game of ${game} against a computer`, { timeout: 90000 }, async () => {
    const anna = await Page.open(server)
    await anna.playNow(game)
    await anna.play()
    const { told } = anna.t
    assert.equal(told.state, 'over')
    assert.ok(told.position!.winners.length)
    assert.ok(anna.ofClass('over').length)
    assert.ok(anna.said.includes(anna.core.endText(anna.t)))
  })

/* Two people at one table: the second comes by the link. */
async function together(game: string, settings: object = {}): Promise<[Page, Page]> {
  const anna = await Page.open(server, '#/', settings)
  const bram = await Page.open(server, '#/', settings)
  const { table, invite } = await anna.app.source.ask('create', {
    game,
    options: [],
    who: [{ kind: 'me' }, { kind: 'open' }],
    seats: 2,
    public: false,
    clock: { kind: 'none' },
    undo: 'consent',
    reaction: 0,
    start: false,
  })
  anna.go('#/table/' + table)
  bram.go(`#/table/${table}?invite=${invite}`)
  await bram.until(() => bram.having('data-join', '2').length)
  bram.press('data-join', '2')
  await anna.until(() => anna.having('data-start').some(it => !it.attrs.disabled))
  anna.press('data-start')
  for (const page of [anna, bram]) await page.until(() => page.core.here()?.told.position && page.core.ui(page.t))
  return [anna, bram]
}

/* How many moves that everybody sees a page knows of. */
const seen = ({ t: { told } }: Page) => told.position!.public ?? told.number

const mover = (pages: Page[]) =>
  pages[0].until(() => pages.find(page => page.t.told.position?.moves.length && page.t.choice.is === 'choosing'))

for (const game of games)
  test(`${game}: a game of two people whose connections break goes on where it was`, { timeout: 90000 }, async () => {
    const pages = await together(game)
    for (let i = 0; i < 24; i++) {
      const page = await mover(pages)
      const other = pages.find(it => it !== page)!
      if (i % 6 === 3) {
        other.cut() // and hears of the move when it is back
        await page.move(i)
      } else if (i % 6 === 5) {
        const moving = page.move(i)
        page.cut() // perhaps before the answer came
        await moving
      } else await page.move(i)
      const [a, b] = pages
      await other.until(() => a.app.status === 'online' && b.app.status === 'online' && seen(a) === seen(b))
    }
    const [a, b] = pages
    await a.until(() => a.t.told.position!.points.join() === b.t.told.position!.points.join())
  })

test('taking back: what was chosen first, then the move, then others are asked', { timeout: 90000 }, async () => {
  const [anna, bram] = await together('castle')
  const page = await mover([anna, bram])
  const other = page === anna ? bram : anna
  await page.move(0)
  const before = page.number
  const asks = page.having('aria-keyshortcuts').find(node => /back|undo/i.test(String(node.attrs['aria-label'])))
  page.click(asks)
  await page.until(() => page.number < before || other.having('data-undo-asked').length)
  if (other.having('data-undo-asked').length)
    other.click(other.having('data-undo-asked').flatMap(node => (node ? other.ofClass('main') : []))[0])
  await page.until(() => page.number < before)
  await other.until(() => other.t.told.log.length === page.t.told.log.length)
})

test('the story of a turn shows every position once, and ends at the newest', { timeout: 90000 }, async () => {
  const anna = await Page.open(server, '#/', { story: 'normal' })
  anna.speed = 40
  await anna.playNow('castle')
  for (let i = 0; i < 6; i++) {
    if ((await anna.turn()) === 'over') break
    const shownAt: number[] = []
    while (anna.t.story) {
      const { shown, steps, coming } = anna.t.story
      if (shownAt.at(-1) !== shown.number) shownAt.push(shown.number)
      assert.ok(steps.length + coming.length > 0)
      assert.ok(anna.core.boardProps(anna.t)!.telling)
      const step = anna.t.step
      await anna.until(() => anna.t.step !== step || !anna.t.story)
    }
    assert.deepEqual(
      shownAt,
      [...new Set(shownAt)].sort((a, b) => a - b),
    )
    assert.equal(anna.core.boardProps(anna.t)!.view, anna.t.told.position!.view)
    await anna.move(i)
  }
})

test('looking back: every position of a game, then the newest with the choice that was left', { timeout: 90000 }, async () => {
  const anna = await Page.open(server, '#/', { confirm: 'button' })
  await anna.playNow('castle')
  await anna.play(8)
  await anna.turn()
  const place = anna.places().find(it => it.moves.length)!
  anna.core.press(place, anna.core.boardProps(anna.t)!, anna.t.hooks)
  const chosen = anna.t.choice.move
  assert.ok(chosen)
  for (let at = anna.number - 1; at >= 0; at--) {
    anna.core.step(anna.t, -1)
    await anna.until(() => anna.core.boardProps(anna.t)!.view === anna.t.history.past.get(at)?.position.view)
  }
  assert.equal(anna.t.choice.move, null)
  anna.core.leaveReplay(anna.t)
  assert.equal(anna.t.choice.move, chosen)
  await anna.until(() => anna.having('data-confirm', 'chosen').length)
})

test('a game on the device, without a server, is there after the page was closed', { timeout: 90000 }, async () => {
  const browser = new Browser()
  let anna = await Page.open(server, '#/', {}, browser)
  browser.offline = true
  anna.cut()
  await anna.until(() => anna.app.status === 'local')
  await anna.playNow('castle')
  await anna.play(10)
  await anna.turn()
  const { number } = anna
  anna = await anna.reload()
  await anna.until(() => anna.core.here()?.told.position)
  assert.equal(anna.number, number)
  assert.equal(await anna.play(), true)
  assert.equal(anna.t.told.state, 'over')
})

test('where storage is refused, people play all the same', { timeout: 90000 }, async () => {
  const browser = new Browser()
  browser.refuses = true
  const anna = await Page.open(server, '#/', {}, browser)
  await anna.playNow('castellan')
  await anna.play(4)
})

test('somebody who is elsewhere hears that it is their turn', { timeout: 90000 }, async () => {
  const [anna, bram] = await together('castle', { notify: true })
  const page = await mover([anna, bram])
  const other = page === anna ? bram : anna
  other.go('#/')
  await other.until(() => other.app.route.page === 'start')
  other.hidden = true
  for (let i = 0; !other.notified.length && i < 30 && page.t.told.position?.moves.length; i++) await page.move(i)
  await other.until(() => other.notified.length)
  assert.match(other.core.title(''), /^● /)
  assert.ok(other.having('data-waits').length || /your turn/i.test(other.text()))
})

test('a request that the server did not read is sent again', { timeout: 90000 }, async () => {
  const anna = await Page.open(server)
  await anna.playNow('castle')
  await anna.turn()
  let refused = 0
  anna.line.hears = message => {
    if (message.re === undefined || refused || !message.view) return
    refused++
    for (const key of Object.keys(message)) if (key !== 're') delete message[key]
    message.error = 'rate'
  }
  const [move] = anna.t.told.position!.moves
  const answer = await anna.core.preview(move)
  assert.equal(refused, 1)
  assert.ok(answer?.view)
})

test('an outcome that was refused is asked for anew', { timeout: 90000 }, async () => {
  const anna = await Page.open(server)
  await anna.playNow('castle')
  await anna.turn()
  let refused = 0
  anna.line.hears = message => {
    if (message.re === undefined || refused || !message.view) return
    refused++
    message.error = 'busy'
  }
  const [move] = anna.t.told.position!.moves
  assert.equal(await anna.core.preview(move), null)
  assert.ok((await anna.core.preview(move))?.view)
})

test('drawing writes nothing: a note of the guide is read when a move is made', { timeout: 90000 }, async () => {
  const anna = await Page.open(server, '#/', { guide: true })
  await anna.playNow('castelli')
  await anna.turn()
  const learned = () => anna.browser.stores.local.get('castellany.learned') ?? ''
  const before = learned()
  await anna.until(() => anna.having('data-note').length)
  for (let i = 0; i < 3; i++) anna.core.screen()
  assert.equal(learned(), before)
  await anna.move(0)
  await anna.until(() => learned() !== before)
})

test('two addresses are one page if only a place on it differs', { timeout: 90000 }, async () => {
  const { core } = await Page.open(server)
  const page = (hash: string) => core.pageOf(core.readRoute(hash))
  const same: [string, string][] = [
    ['#/table/a', '#/table/a/7?invite=k'],
    ['#/rules/castle', '#/rules/castle/2.1'],
  ]
  for (const [one, other] of same) assert.equal(page(one), page(other))
  const all = [
    '#/',
    '#/nothing',
    '#/table/a',
    '#/table/b',
    '#/rules/castle',
    '#/rules/castelli',
    '#/cards/castle',
    '#/cards/castelli',
    '#/player/a',
    '#/player/b',
    '#/ranking/castle/2',
    '#/ranking/castle/3',
    '#/learn/castle/1',
    '#/learn/castle/2',
    '#/puzzles/castle/1',
    '#/puzzles/castle',
    '#/luck',
    '#/waiting',
    '#/access',
  ]
  assert.equal(new Set(all.map(page)).size, all.length)
})
