/*
 * secrecy.ts: what a browser was told, holds in memory and shows, searched for cards of others. The search knows where a card may stand and
 * whom it may concern; a card anywhere else is a fault, so that a new field that tells too much cannot slip through.
 */
import { devtools, expect, isChromium, type Person } from './test'

/* A card that was told, where, and the seats that may know it (0: everybody). */
interface Told {
  card: string
  path: string
  seats: number[]
}

/* What of a message tells a card of a seat though it is not a value of its own: these words are also names of something else. */
const elsewhere = /(^|\.)(key|phase|is|re|do|table|invite|name|text|message)$/

const isPublicMove = /^(play|build|overbuild|steward|guard|score)\b/ // played for all to see
const isPublicEvent = new Set(['play', 'score', 'turn', 'guard', 'castle', 'overbuild', 'village', 'city'])

/* Castellan: all sets are equal, so when a deck is used up what has not been played is known to be in the hand. */
let decks: Record<string, 'tower' | 'wall'> = {}

function cardsOf(board: any): string[] {
  const cards = board?.cards ?? board?.tables?.[0]?.board?.cards ?? []
  return (Array.isArray(cards) ? cards : [...cards.tower, ...cards.wall]).map((it: any) => it.id ?? it.name ?? it)
}

/* Who may know a card at this place: the trail leads from the message down to the value. */
function mayKnow(trail: any[], keys: string[], me: number): number[] | null {
  const path = keys.join('.')
  const last = (n: number) => trail[trail.length - 1 - n]
  if (keys.includes('board')) return [0] // the list of all cards there are
  if (/(^|\.)events\.\d+\.what$/.test(path)) {
    const event = last(0),
      all: any[] = last(1)
    if (isPublicEvent.has(event.key)) return [0]
    const stolen = all.filter(e => ['steal', 'robbed'].includes(e.key)).map(e => e.seat)
    return stolen.includes(event.seat) ? stolen : [event.seat]
  }
  if (/(^|\.)(lines|log)\.\d+\.move$|(^|\.)line\.move$/.test(path)) {
    const line = last(0)
    if (isPublicMove.test(line.move)) return [0]
    return line.seat ? [line.seat] : line.events.map((e: any) => e.seat) // chance gives a card to somebody
  }
  if (/(^|\.)moves\.\d+(\.move)?$/.test(path)) return [me] // what the receiver may do
  if (/(^|\.)players\.\d+\.(hand|cards)\.\d+$/.test(path)) {
    const player = last(1)
    if (player.seat !== me && player.decks)
      return player.decks[decks[last(0)[Number(keys[keys.length - 1])]]] === 0 ? [0] : [player.seat]
    return [player.seat]
  }
  if (/(^|\.)view\.hand\.\d+\.card$/.test(path)) return [last(2).viewer ?? -1]
  if (/(^|\.)view\.discard\.own\.\d+(\.card)?$/.test(path)) return [me]
  if (
    /(^|\.)view\.(played\.\d+|discard\.open\.\d+(\.card)?|overbuild\.card|players\.\d+\.(sheet\.\d+\.card|played\.\d+))$/.test(path)
  )
    return [0]
  return null
}

function search(value: any, cards: Set<string>, me: number, found: Told[], trail: any[] = [], keys: string[] = []): void {
  if (typeof value === 'string') {
    const path = keys.join('.')
    if (elsewhere.test(path)) return
    for (const word of value.split(' ')) {
      if (!cards.has(word)) continue
      found.push({ card: word, path: path.replace(/\d+/g, 'n'), seats: mayKnow(trail, keys, me) ?? [] })
    }
  } else if (value && typeof value === 'object')
    for (const key of Object.keys(value)) search(value[key], cards, me, found, [...trail, value], [...keys, key])
}

const searched = new WeakMap<object, Told[]>() // a game has hundreds of messages, which are looked at again and again

/* Nobody was told a card of somebody else. Returns the cards that the seat may know of, and those that may come up again openly. */
export function checkMessages(seat: number, heard: any[]): { known: Set<string>; again: Set<string> } {
  const board = heard.find(m => m.board)?.board
  const cards = new Set(cardsOf(board))
  expect(cards.size, 'the cards of the box').toBeGreaterThan(5)
  decks = {}
  for (const deck of ['tower', 'wall'] as const) for (const it of board.cards[deck] ?? []) decks[it.id] = deck
  const told = heard.flatMap(message => {
    let found = searched.get(message)
    if (!found) search(message, cards, seat, (found = []))
    searched.set(message, found)
    return found
  })
  for (const message of heard)
    for (const at of [message.position, message.view && { view: message.view, seat }])
      if (at?.view) expect([seat, 0, undefined], 'whose view').toContain(at.view.viewer ?? at.seat)
  const others = told.filter(it => !it.seats.includes(seat) && !it.seats.includes(0))
  /* A card that was played openly lies under the deck in an order that all know, and may come up again when somebody draws; so does
     one that the seat has sold, for itself. In Castellan played cards leave the game. */
  const open = told.filter(it => it.seats.includes(0) && !it.path.includes('board')).map(it => it.card)
  const sold = heard
    .flatMap(message => [...(message.lines ?? []), ...(message.log ?? [])])
    .filter(line => line.seat === seat && line.move.startsWith('sell '))
    .map(line => line.move.slice(5))
  const again = new Set(board.cards.tower ? [] : [...open, ...sold])
  expect(
    others.filter(it => !(again.has(it.card) && /\.(what|move)$/.test(it.path))),
    `cards of others told to seat ${seat}`,
  ).toEqual([])
  const own = told.filter(it => it.seats.includes(seat)).map(it => it.card)
  expect(own.length, 'own cards are told').toBeGreaterThan(0)
  return { known: new Set([...own, ...open]), again }
}

/* The hand that the seat holds by the newest position. */
function handOf(heard: any[], seat: number): string[] {
  const { view } = heard.filter(m => m.position?.seat === seat).at(-1)!.position
  const player = view.players.find((it: any) => it.seat === seat)
  const hand = [view.hand, player.hand, player.cards].find(Array.isArray)! // of Castle, Castelli, Castellan
  return hand.map((it: any) => it.card ?? it)
}

/* Everything that lives in the page: its elements, its text, and every object on the heap. */
export async function checkPage(person: Person, seat: number): Promise<void> {
  const heard = person.heard.slice()
  if (!handOf(heard, seat).length) return // in Castelli luck decides when the first card comes
  const { known, again } = checkMessages(seat, heard)
  const cards = cardsOf(heard.find(m => m.board).board)
  const { page } = person
  const shown: string[] = await page.evaluate(all => {
    const words = new Set<string>()
    for (const root of document.querySelectorAll('#app, #live, #alert')) {
      for (const el of root.querySelectorAll('*'))
        for (const { name, value } of el.attributes)
          if (name.startsWith('data-') || name === 'value') value.split(' ').forEach(w => words.add(w))
      for (const word of root.textContent!.split(/[^\w]+/)) words.add(word)
    }
    return all.filter(card => words.has(card))
  }, cards)
  expect(
    shown.filter(card => !known.has(card)),
    'cards in the page',
  ).toEqual([])
  const hand = handOf(person.heard, seat)
  for (const face of await page.locator('[data-card]').evaluateAll(all => all.map(el => el.getAttribute('data-card')!))) {
    expect(hand, 'a card that lies before the player').toContain(face)
    hand.splice(hand.indexOf(face), 1)
  }

  if (!isChromium(page)) return // nobody else lists what a page keeps
  const cdp = await devtools(page)
  const { result: plain } = await cdp.send('Runtime.evaluate', { expression: 'Object.prototype' })
  const { objects } = await cdp.send('Runtime.queryObjects', { prototypeObjectId: plain.objectId! })
  const { result } = await cdp.send('Runtime.callFunctionOn', {
    objectId: objects.objectId!,
    returnByValue: true,
    arguments: [{ value: seat }, { value: cards }, { value: [...isPublicEvent] }],
    functionDeclaration: `function (me, cards, open) {
      const own = (o, k) => Object.getOwnPropertyDescriptor(o, k)?.value, out = []
      let seen = 0
      for (const o of this) {
        const seat = own(o, 'seat'), hand = own(o, 'hand'), held = own(o, 'cards'), key = own(o, 'key'), what = own(o, 'what'), left = own(o, 'decks')
        const strings = [hand, held].filter(Array.isArray).flat().filter(c => typeof c === 'string')
        if (typeof seat === 'number' && strings.length) {
          if (seat === me) seen++
          else if (!left || (left.tower && left.wall)) out.push('seat ' + seat + ' holds ' + strings)
        }
        const viewer = own(o, 'viewer')
        if (typeof viewer === 'number') { if (viewer === me) seen++; else if (viewer) out.push('a view of seat ' + viewer) }
        if (typeof key === 'string' && typeof seat === 'number' && seat > 0 && seat !== me && cards.includes(what) && !open.includes(key)
          && !['steal', 'robbed'].includes(key)) out.push(key + ' of seat ' + seat + ': ' + what)
      }
      return { seen, out }
    }`,
  })
  await cdp.send('Runtime.releaseObject', { objectId: objects.objectId! })
  await cdp.detach()
  expect(result.value.seen, 'the own hand is found on the heap').toBeGreaterThan(0)
  expect(
    result.value.out.filter((it: string) => ![...again].some(card => it.endsWith(': ' + card))),
    'objects in memory',
  ).toEqual([])
}
