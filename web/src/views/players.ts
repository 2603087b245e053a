/* players.ts: a panel for each player: name, points, clock, goods, who is there. */
import { host } from '../app/host'
import { h, icon, type Child } from '../ui/dom'
import type { BoardProps, Fact, GameUI } from '../board/game_ui'
import { emblem, nameOf, personName, shownPoints } from '../model/look'
import { complain } from '../say/notice'
import { copy } from '../model/player'
import { joinTable } from '../model/join'
import type { Seating } from '../net/protocol'
import { fullAddress, tableAddress } from '../app/route'
import { app } from '../app/state'
import { justCame, stillComing } from '../model/story'
import type { Table } from '../model/table_state'
import { factText } from '../say/typed'
import { clockTime, day, words } from '../say/words'

export function time(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  const h = Math.floor(seconds / 3600),
    m = Math.floor(seconds / 60) % 60,
    s = seconds % 60
  const two = (n: number) => String(n).padStart(2, '0')
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`
}

/* What a seat has left now: the clock of a seat that may move runs since the position came. */
function left(t: Table, seat: number): number | null {
  const ms = t.told.position?.clocks[seat - 1]
  if (ms === null || ms === undefined) return null
  const runs = t.told.state === 'running' && t.told.position!.turn.includes(seat) && app.source.ready(t.id)
  return runs ? ms - (host.now() - t.received) : ms
}

function state(chair: Seating, running: boolean): { mark: string; text: string } | null {
  if (!chair.player) return running ? { mark: 'lost', text: words('lobby.free') } : null
  if (chair.resigned) return { mark: 'bot', text: words('seat.resigned') }
  if (chair.rests) return { mark: 'lost', text: words('seat.rests', { time: day(chair.rests) }) }
  if (chair.stand_in) return { mark: '', text: words('seat.standIn', { name: personName(chair.stand_in) }) }
  if (chair.computer)
    return { mark: 'bot', text: chair.player?.kind === 'computer' ? words('seat.computer') : words('seat.takenOver') }
  if (!app.source.ready(app.table?.id)) return { mark: 'lost', text: words('seat.unknown') }
  return chair.connected ? { mark: '', text: words('seat.connected') } : { mark: 'lost', text: words('seat.away') }
}

/* The position that a chosen move would lead to, for what it would change beside the board. */
export const ahead = (p: BoardProps): BoardProps => (p.preview ? { ...p, view: p.preview.view, points: p.preview.points } : p)

/* A row of things and how many there are of each; marked is what a choice would change. */
export function goods(
  facts: Fact[],
  cls = '',
  now: Fact[] = facts,
  came: (good: string) => boolean = () => false,
  silent = false, // something else says it
): Child {
  return (
    facts.length > 0 &&
    h(
      'div',
      { class: ['goods', cls, facts.length > 6 && 'many'].filter(Boolean).join(' '), 'aria-hidden': silent ? 'true' : null },
      facts.map((f, i) =>
        h(
          'span',
          {
            class: came(f.icon) ? 'came' : now[i]?.value !== f.value ? 'would' : f.value === '0' ? 'none' : '',
            title: f.label,
            'data-good': f.icon,
          },
          icon(f.icon),
          h('span', { 'aria-hidden': 'true' }, f.value),
          h('span', { class: 'sr' }, factText(f.label, f.value), i + 1 < facts.length && ', '),
        ),
      ),
    )
  )
}

/* Facts without what a story has yet to bring. */
const arrived = (t: Table, seat: number, facts: Fact[]): Fact[] =>
  t.story
    ? facts.map(fact => {
        const coming = stillComing(t, seat, fact.icon)
        return coming ? { ...fact, value: String(Math.max(0, Number(fact.value) - coming)) } : fact
      })
    : facts

const act = (t: Table, seat: number, key: string, name: string, then: () => Promise<unknown>): Child =>
  h('button', { class: 'btn back', [`data-${name}`]: seat, onclick: () => void then().catch(complain) }, words(key))

/* A chair that waits for a friend, in a game that was brought along: whoever plays there invites, whoever comes sits down. */
const free = (t: Table, seat: number, key: string | undefined, mine: boolean): Child =>
  mine
    ? key && act(t, seat, 'seat.friend', 'friend', () => copy(fullAddress(tableAddress(t.id, { invite: key }))))
    : act(t, seat, 'lobby.join', 'join', () => joinTable(t.id, seat, key))

/* What the others can do about a player who is away: ask, wait, then let a computer or a friend play. */
function absence(t: Table, chair: Seating, active: boolean): Child {
  const { seat } = chair
  const at = { table: t.id, seat }
  const key = t.told.invite ?? t.invite
  const mine = t.told.mine.length > 0
  const isAway = chair.computer && !chair.resigned && !!chair.player && chair.player.kind !== 'computer'
  if (t.told.state !== 'running' || t.told.mine.includes(seat)) return null
  if (!chair.player) return free(t, seat, key, mine)
  if (chair.player.id === app.player?.id) return null
  if (isAway && !mine && key && !t.told.rated)
    return act(t, seat, 'seat.playFor', 'stand-in', () => app.source.ask('stand_in', { ...at, invite: key }))
  if (isAway && mine && key && !t.told.rated)
    return act(t, seat, 'seat.friend', 'friend', () => copy(fullAddress(tableAddress(t.id, { invite: key }))))
  if (!isMissed(t, chair, active)) return null
  if (!chair.call_ends) return act(t, seat, 'seat.call', 'call', () => app.source.ask('call', at))
  return host.now() < chair.call_ends
    ? h('p', { class: 'small muted called' }, words('seat.called', { time: clockTime(chair.call_ends) }))
    : act(t, seat, 'seat.replace', 'replace', () => app.source.ask('replace', at))
}

/* Whether a player is away at a table without a clock, and everybody waits. */
const isMissed = (t: Table, chair: Seating, active: boolean): boolean =>
  active &&
  t.told.clock.kind === 'none' &&
  t.told.mine.length > 0 &&
  !t.told.mine.includes(chair.seat) &&
  !!chair.player &&
  !chair.connected &&
  !chair.computer

function panel(t: Table, game: GameUI, p: BoardProps, chair: Seating): Child {
  const { seat } = chair
  const active = p.turn.includes(seat) && t.told.state === 'running'
  const winner = t.told.state === 'over' && t.told.position!.winners.includes(seat) && !t.history.replay
  const told = state(chair, t.told.state === 'running')
  const points = (shownPoints(game, p)[seat - 1] ?? 0) - stillComing(t, seat, 'vp')
  const then = ahead(p)
  const soon = (shownPoints(game, then)[seat - 1] ?? 0) - stillComing(t, seat, 'vp')
  const gained = soon !== points
  const projected = t.told.state === 'running' ? (game.projected?.(then, seat) ?? null) : null
  const ms = left(t, seat)
  const name = nameOf(t, seat)
  const mayReturn =
    (chair.computer || chair.stand_in) && !chair.resigned && chair.player?.id === app.player?.id && t.told.state === 'running'
  const rating = chair.player?.rating && ' · ' + words('seat.rating', { rating: chair.player.rating })
  const clock = ms === null ? '' : time(ms)
  const spoken = words('seat.spoken', {
    name: told ? words('seat.spoken.name', { name, state: told.text }) : name,
    things: [
      words('points', { count: points }),
      ...game.facts(p, seat).map(f => factText(f.label, f.value)),
      projected !== null && projected !== points ? words('seat.projected', { points: projected }) : '',
      active || winner ? words(winner ? 'seat.won' : 'seat.toMove') : '',
      clock && words('seat.clock', { time: clock }),
      words('seat.emblem', { emblem: emblem(seat) }),
    ]
      .filter(Boolean)
      .join(', '),
  })
  return h(
    'article',
    {
      class: `player p${seat}` + (active ? ' active' : ''),
      key: seat,
      'data-panel': seat,
      'aria-label': name,
    },
    h('p', { class: 'sr' }, spoken),
    icon('shield-' + seat, 'crest'),
    h(
      'div',
      { class: 'who', 'aria-hidden': 'true' },
      h(
        'div',
        { class: 'name' },
        h('span', { class: 'n' }, name),
        (active || winner) && h('span', { class: 'turn' }, words(winner ? 'seat.won' : 'seat.toMove')),
      ),
      told && h('div', { class: 'meta' }, h('span', { class: 'dot ' + told.mark }), h('span', { class: 'w' }, told.text, rating)),
    ),
    h(
      'div',
      { class: 'sum', 'aria-hidden': 'true' },
      h('div', { class: justCame(t, seat, 'vp') ? 'score came' : gained ? 'score would' : 'score', 'data-good': 'vp' }, soon),
      // an equal number is left out, but keeps its place: nothing below it moves
      projected !== null &&
        (projected === soon
          ? h('div', { class: 'same', key: 'same' }, '\u00a0')
          : h(
              'div',
              { class: 'projected', key: 'projected', title: words('seat.projected', { points: projected }) },
              '→ ',
              projected,
            )),
      clock && h('div', { class: ms !== null && ms < 30000 && active ? 'clock short' : 'clock' }, clock),
    ),
    goods(
      arrived(t, seat, game.facts(then, seat)),
      '',
      arrived(t, seat, game.facts(p, seat)),
      good => justCame(t, seat, good),
      true,
    ),
    absence(t, chair, active),
    mayReturn &&
      h(
        'button',
        {
          class: 'btn back',
          onclick: () => {
            app.source.ask('sit', { table: t.id, seat }).catch(complain)
          },
        },
        words('seat.sit'),
      ),
  )
}

export function players(t: Table, game: GameUI, p: BoardProps): Child {
  return h(
    'section',
    { class: `players n${t.told.chairs.length}`, tabindex: '-1', 'aria-label': words('table.players') },
    t.told.chairs.map(chair => panel(t, game, p, chair)),
  )
}
