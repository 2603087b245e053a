/* listening.spec.ts: whole games by ear and keys alone, online, in three languages. The player knows only what has the focus and what was
   said. It fails if the focus falls away, if a decision was not announced before it could be made, if something is more than 12 Tabs away, or
   if a turn takes too many keys. Every key counts, also that of a player who asks once more what is to be decided. */
import { ears, focused, keptFocus, listen, pattern } from './ears'
import { games, languages, some } from './repeat'
import { catalogue, expect, test, together, type Person } from './test'

const ends: Record<string, RegExp> = {
  en: /^(You win|.* wins|Shared victory)\b.*\d\.$/,
  nl: /^(Je wint|.* wint|Gedeelde overwinning)\b.*\d\.$/,
  de: /^(Du gewinnst|.* gewinnt|Gemeinsamer Sieg)\b.*\d\.$/,
}
const farthest = 12 // Tabs from the link that skips the top

class Listener {
  private heard = 0 // of what was said, so much was taken in
  private decision = '' // as it was announced last
  others = true // somebody else has moved since this player's last turn began
  private pressed: string[] = [] // keys in this turn, and the decisions that they were for
  pieces = 0 // built in this turn
  tried = false // to build a castle in this turn
  readonly turns: { keys: number; pieces: number; pressed: string }[] = []
  readonly nothing: RegExp
  readonly confirms: RegExp
  readonly over: RegExp
  private readonly turnOfOthers: RegExp
  private decisions: [kind: string, pattern: RegExp][]

  constructor(
    readonly person: Person,
    game: string,
    words: Record<string, string>,
    language: string,
  ) {
    this.decisions = Object.keys(words)
      .filter(
        key =>
          (key.startsWith(`${game}.decide.`) && key !== 'castelli.decide.site') || // a part of a sentence
          key === 'castellan.pass.hint',
      )
      .map(key => [key.split('.').slice(2).join('.'), pattern(words[key])])
    const soon = words['decision.soon'].replace('{decision}', '') // where the time for an answer is short it is said as well
    for (const it of this.decisions) it[1] = new RegExp(it[1].source.replace(/\$$/, `(${pattern(soon).source.slice(1, -1)})?$`))
    this.nothing = pattern(words['typed.wait'])
    this.confirms = new RegExp(words['chosen.confirm.enter'].replace('.', '\\.') + '$')
    this.over = ends[language]
    this.turnOfOthers = new RegExp(pattern(words['turn.said']).source.replace('$', ''))
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      await this.person.page.keyboard.press(key)
      this.pressed.push(key)
    }
  }

  /* What was said since the last time. */
  private async news(): Promise<string[]> {
    const { said } = await ears(this.person)
    const fresh = said.slice(this.heard)
    if (fresh.some(text => this.turnOfOthers.test(text))) this.others = true
    this.heard = said.length
    return fresh
  }

  /* Waits for something that is said: a decision, a choice to be confirmed, or the end. If a decision and what is offered for it come at once,
     the decision is first and the offer is next. */
  private async wait(ms: number): Promise<string | null> {
    const { page } = this.person
    for (const start = Date.now(); Date.now() - start < ms; await page.waitForTimeout(15)) {
      const fresh = await this.news()
      const kinds = fresh.map(this.kindOf)
      let at = kinds.reduce((found, kind, i) => (kind ? i : found), -1)
      if (at < 0) continue
      if (kinds[at] === 'chosen' && at > 0 && kinds[at - 1] && kinds[at - 1] !== 'chosen') {
        this.heard -= fresh.length - at
        at--
      }
      if (kinds[at] !== 'over' && kinds[at] !== 'chosen') this.decision = fresh[at]
      await page.evaluate(() => new Promise(f => requestAnimationFrame(() => requestAnimationFrame(f)))) // it is drawn
      return kinds[at]!
    }
    return null
  }

  private readonly kindOf = (text: string): string | undefined => {
    if (this.over.test(text)) return 'over'
    return this.confirms.test(text) ? 'chosen' : this.decisions.find(([, it]) => it.test(text))?.[0]
  }

  /* Nothing was said for long. The player asks. There is nothing to decide, or what was announced last: that took no answer, so once more.
     On a slow machine something may be announced while the question is put: then it is said besides the answer. */
  private async asks(): Promise<string> {
    const { name } = await focused(this.person)
    const { said } = await ears(this.person)
    await this.press('d')
    const fresh: string[] = []
    const answers = () => fresh.filter(text => this.nothing.test(text) || this.kindOf(text))
    for (let i = 0; i < 80 && !answers().length; i++) {
      await this.person.page.waitForTimeout(25)
      fresh.push(...(await this.news()))
    }
    const after = `the focus is on "${name}" after:\n${said.slice(-6).join('\n')}`
    if (!answers().length) throw new Error(`a question was not answered; ${after}`)
    const last = () => answers().at(-1)!
    if (last() === this.decision && fresh.length === 1) return 'again'
    await this.person.page.waitForTimeout(300)
    fresh.push(...(await this.news()))
    const kind = this.kindOf(last())
    if (!kind) return 'nothing'
    const times = fresh.filter(text => text === last()).length
    if (kind !== 'over' && kind !== 'chosen' && times < (fresh.some(text => this.nothing.test(text)) ? 1 : 2)) {
      if (last() !== this.decision) throw new Error(`"${last()}" was not announced; ${after}`)
      return 'again'
    }
    if (kind !== 'over' && kind !== 'chosen') this.decision = last()
    return kind
  }

  /* Every decision was announced before it could be made: after the decision before it, and before anything could be pressed. */
  async expectAnnounced(): Promise<void> {
    const { said, opened } = await ears(this.person)
    const decisions = [...this.decisions.map(([, it]) => it), this.over]
    const late = opened.filter(({ said: now }, i) => {
      const between = said.slice(opened[i - 1]?.said ?? 0, now)
      return !between.some(text => decisions.some(it => it.test(text)))
    })
    expect(opened.length).toBeGreaterThan(10)
    expect(
      late.map(({ number, said: now }) => `position ${number} after: ${said.slice(Math.max(0, now - 3), now).join(' | ')}`),
      'decisions that could be made before they were announced',
    ).toEqual([])
  }

  private endTurn(): void {
    const keys = this.pressed.filter(it => !it.endsWith(':')).length
    if (keys) this.turns.push({ keys, pieces: this.pieces, pressed: this.pressed.join(' ') })
    this.pressed = []
    this.pieces = 0
  }

  /* Goes to something that can be pressed: most often the focus is there already. False: there is nothing any more, because something else was
     said meanwhile. On a slow machine an answer may have arrived after the question was put once more. */
  async toChoice(): Promise<boolean> {
    for (const key of ['', 'b', 'v']) {
      if (key) await this.press(key)
      for (let i = 0; i < 12; i++) {
        const { role, name, disabled } = await focused(this.person)
        expect(role, `${name} has the focus`).not.toBe('RootWebArea')
        if (role === 'button' && !disabled) return true
        await this.person.page.waitForTimeout(25)
      }
    }
    const { said } = await ears(this.person)
    if (said.length > this.heard) return false
    throw new Error(`nothing can be chosen; the focus is on ${JSON.stringify(await focused(this.person))}`)
  }

  /* Chooses what has the focus and confirms it at once. */
  async take(): Promise<void> {
    if (await this.toChoice()) await this.press('Shift+Enter')
  }

  /* Plays to the end; `act` says what a decision wants. A question that comes by itself takes no answer for a moment: then once more. */
  async play({ act, begins }: Play): Promise<void> {
    let decision: string | null = null
    let turned = false
    for (let i = 0, again = 0; i < 600; i++) {
      let kind: string | null = await this.wait(decision ? 4000 : 20000)
      if (!kind) {
        const asked = await this.asks()
        if (asked === 'nothing') continue // others move
        if (asked !== 'again') kind = asked
      }
      if (kind === 'over') {
        this.endTurn()
        return
      }
      if (kind === 'chosen') {
        const turns = decision === 'place' && !turned // r turns a tile once and says how it lies then
        turned = decision === 'place'
        await this.press(turns ? 'r' : 'Enter')
        if (turns) continue
        if (decision && /^build/.test(decision)) this.pieces++ // Castellan
        continue
      }
      if (!kind && ++again > 3) throw new Error(`"${this.decision}" takes no answer`)
      if (kind) again = 0
      decision = kind ?? decision!
      turned = false
      if (kind && begins(kind, this.others)) {
        this.endTurn()
        this.others = false
      }
      this.pressed.push(decision + ':')
      if (!(await act(decision, this)) && (await this.toChoice())) await this.press('Enter')
    }
    throw new Error('the game has no end')
  }

  get most(): number {
    return Math.max(...this.turns.map(({ keys }) => keys))
  }
}

/* Walks by Tab from the link that skips the top to the end of the page. */
async function tabs(person: Person, words: Record<string, string>): Promise<string[]> {
  const { keyboard } = person.page
  await person.page.locator('.skip').focus()
  await keyboard.press('Enter')
  const stops: string[] = []
  expect((await focused(person)).role).toBe('main')
  for (let i = 0; i < 60; i++) {
    await keyboard.press('Tab')
    const { role, name } = await focused(person)
    if (name === words['page.skip'] || role === 'RootWebArea' || role === 'none') break
    stops.push(`${role} ${name}`)
  }
  return stops
}

interface Play {
  begins(kind: string, others: boolean): boolean // whether such a decision opens a turn, or asks something in the turn of others
  act(kind: string, listener: Listener): Promise<boolean> // false: press what has the focus
  limit(pieces: number): number // of keys in a turn
}

const plays: Record<string, Play> = {
  castelli: {
    begins: kind => /^(lift|steward|guard|sale)$/.test(kind), // an answer in a turn of others is counted by itself
    async act(kind, listener) {
      if (kind === 'steward' || kind === 'guard') await listener.person.page.waitForTimeout(600) // a question that came by itself
      if (kind === 'lift') listener.tried = false
      if (kind === 'place') return true // the way in which it was drawn is said by itself
      if (kind === 'build' && !listener.tried) {
        listener.tried = true
        return false
      }
      if (kind === 'lift') {
        if (!/^[A-H]\d/.test((await focused(listener.person)).name)) await listener.press('b') // it is on a card that could be played as well
        return false
      }
      await listener.press('e')
      return true
    },
    limit: () => 8,
  },
  castle: {
    begins: (kind, others) => kind.startsWith('wall') || (others && /^(score|swap|draw)/.test(kind)), // a scoring belongs to the turn that brought it
    async act(kind, listener) {
      if (kind === 'swap') await listener.press('e')
      else if (/^(score|join|city|tower)/.test(kind)) await listener.take()
      else return false
      return true
    },
    limit: () => 10,
  },
  castellan: {
    begins: kind => kind === 'play',
    async act(kind, listener) {
      if (/^(play|keep|stay|draw)$/.test(kind)) await listener.take()
      else if (kind === 'more' || kind === 'start') await listener.press('e')
      else if (kind === 'hint') {
        await listener.press('e') // pieces that have no place
        listener.pieces++
      } else if (listener.pieces < 2) {
        await listener.take()
        listener.pieces++
      } else return false
      return true
    },
    limit: pieces => 4 + 2 * pieces,
  },
}

/* Every game in one language. WEB_ALL=1: in all three. */
for (const [game, language] of some(
  games.flatMap(game => languages.map(language => [game, language] as const)),
  0,
))
  test(`a whole game of ${game} by ear, in ${language}`, async ({ come }) => {
    const anna = await come({ locale: language })
    const words = catalogue(language)
    const { page } = anna
    await anna.prefer({ level: 1, opponents: 1, forced: true, ends: true, notify: false })
    await listen(anna)
    await anna.open()
    const keys = page.keyboard
    await expect(page.locator(`[data-play=${game}]`)).toBeEnabled()
    await keys.press('Tab')
    await keys.press('Enter')
    const wanted = words['start.play'].replace('{game}', words['game.' + game])
    let pressed = 0 // Tabs from the link that skips the top
    while (pressed <= farthest && (await focused(anna)).name !== wanted) {
      await keys.press('Tab')
      pressed++
    }
    expect(pressed, 'Tabs to the button that starts the game').toBeLessThanOrEqual(farthest)
    await keys.press('Enter')
    const listener = new Listener(anna, game, words, language)
    await listener.play(plays[game])
    await keptFocus(anna, 'during the game')
    await listener.expectAnnounced()
    await expect.poll(async () => (await focused(anna)).role).toBe('heading')
    const { turns } = listener
    const over = turns.filter(({ keys, pieces }) => keys > plays[game].limit(pieces))
    const mean = turns.reduce((sum, { keys }) => sum + keys, 0) / turns.length
    console.log(
      `      ${turns.length} turns, ${mean.toFixed(1)} keys a turn, at most ${listener.most}; ${pressed} Tabs to the game`,
    )
    expect(turns.length).toBeGreaterThan(4)
    expect(over, 'turns with too many keys').toEqual([])
  })

/* WEB_ALL=1: nobody at the table sees anything. */
for (const game of games)
  test(`two people play ${game} against each other by ear @long`, async ({ come }) => {
    const people = [await come(), await come()]
    for (const person of people) {
      await person.prefer({ forced: true, ends: true, notify: false })
      await listen(person)
    }
    await together(people[0], people[1], game)
    const listeners = people.map(person => new Listener(person, game, catalogue('en'), 'en'))
    await Promise.all(listeners.map(it => it.play(plays[game])))
    for (const { person, turns } of listeners) {
      await keptFocus(person, 'during the game')
      console.log(`      ${turns.length} turns, at most ${Math.max(...turns.map(({ keys }) => keys))} keys`)
      expect(turns.filter(({ keys, pieces }) => keys > plays[game].limit(pieces))).toEqual([])
    }
    for (const it of listeners) await it.expectAnnounced()
  })

for (const game of some(games, 1))
  test(`nothing at a table of ${game} is more than ${farthest} Tabs away`, async ({ come }) => {
    const anna = await come()
    const { page } = anna
    const most: Record<string, number> = {}
    const check = async (state: string) => {
      const stops = await tabs(anna, catalogue('en'))
      most[state] = stops.length
      expect(stops.length, `${state}:\n${stops.join('\n')}`).toBeLessThanOrEqual(farthest)
      expect(stops.length, state).toBeGreaterThan(3)
    }
    await anna.open()
    await page.locator('section[aria-labelledby=list-mine] .panel').waitFor()
    await anna.playNow(game)
    await anna.turn()
    for (let i = 0; i < 4; i++) await anna.move(0)
    await anna.turn()
    await check('a turn')
    /* Landmarks lead to every part. */
    const regions = await page.getByRole('region').evaluateAll(all => all.map(el => el.getAttribute('aria-label') ?? el.id))
    expect(regions.length).toBeGreaterThanOrEqual(7)
    expect(new Set(regions.filter(Boolean)).size, 'each has a name of its own').toBe(regions.filter(Boolean).length)
    await page.keyboard.press('h')
    await page.locator('.hints').waitFor()
    await check('a hint')
    await page.keyboard.press('h')
    await expect(anna.confirm).toHaveAttribute('data-confirm', 'chosen')
    await check('a choice')
    for (let i = 0; i < 2; i++) await page.keyboard.press('Escape') // the choice, then the hint
    await expect(page.locator('.hints')).toHaveCount(0)
    await page.keyboard.press('n')
    await page.keyboard.type('why nonsense')
    await page.keyboard.press('Enter')
    await page.locator('.choice .ask').waitFor()
    await check('a reason, and the box')
    await page.keyboard.press('Escape')
    await page.keyboard.press('t')
    await page.locator('.inwords ul').first().waitFor()
    await check('the board in words')
    await page.locator('.bar button[aria-haspopup]').click()
    await page.locator('.menulist button', { hasText: 'Resign' }).click()
    await page.locator('dialog .btn.main').click()
    await page.locator('.over .graph figcaption').waitFor({ state: 'attached' })
    await check('the end')
    await page.locator('.over button', { hasText: 'Replay' }).click()
    await page.locator('.replaybar').waitFor()
    await check('a replay')
    console.log(
      '      Tabs: ' +
        Object.entries(most)
          .map(it => it.join(' '))
          .join(', '),
    )
  })
