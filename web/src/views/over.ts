/* over.ts: the end of a game: who won, where the points came from, how they grew. */
import { host } from '../app/host'
import { analyse } from '../model/advice'
import { h, icon, type Child } from '../ui/dom'
import type { GameUI } from '../board/game_ui'
import { bookOf } from '../games/index'
import { mistakes, nameOf, newestProps, person, shownPoints } from '../model/look'
import { during } from '../say/notice'
import { later } from '../app/parts'
import { playAgain } from '../model/player'
import { goTo, loadAll } from '../model/replay'
import { tableAddress } from '../app/route'
import { app } from '../app/state'
import type { Table } from '../model/table_state'
import { words } from '../say/words'
import { recordLink } from './device'
import { termText } from './reasons'
import { endCounting, sheet } from './sheet'
import { variationList } from './variation_panel'
import { savePicture, victory } from './victory'

export function over(t: Table, game: GameUI): Child {
  const position = t.told.position!
  const winners = position.winners.map(seat => person(t, seat))
  const title = words(winners.length > 1 ? 'over.share' : 'over.wins', { names: winners })
  return h(
    'section',
    {
      class: 'panel over',
      key: 'over',
      'aria-labelledby': 'over-title',
      mounted: () => {
        loadAll(t)
      },
    },
    t.counting
      ? h(
          'div',
          { class: 'laurels counting', key: 'counting' },
          h('h2', { id: 'over-title', tabindex: '-1' }, words('over.counting')),
          h('button', { class: 'btn', 'data-count': true, onclick: () => endCounting(t) }, icon('icon-last'), words('story.skip')),
        )
      : [
          position.winners.length > 0 && victory({ seats: position.winners, title, scores: scoresOf(t, game) }),
          h(
            'div',
            { class: 'laurels' + (position.winners.length === 1 ? ' p' + position.winners[0] : ''), key: 'laurels' },
            position.winners.map(seat => icon('shield-' + seat, 'crest')),
            h('h2', { id: 'over-title', tabindex: '-1', mounted: (el: HTMLElement) => takeFocus(t, el) }, title),
            wonByTie(t, game) && h('p', { class: 'small', 'data-tie': true }, termText('over.tie.' + bookOf(game.name))),
            h('b', { class: 'best' }, shownPoints(game, position)[position.winners[0] - 1] ?? ''),
          ),
        ],
    t.told.chairs
      .filter(c => c.resigned)
      .map(c => h('p', { class: 'muted', key: 'resigned-' + c.seat }, words('seats.resigned', { name: person(t, c.seat) }))),
    t.counting ? sheet(t, game) : graph(t, game),
    h(
      'div',
      { class: 'buttons', 'data-rove': true },
      t.told.mine.length > 0 &&
        h(
          'button',
          {
            class: 'btn main',
            onclick: () =>
              during('rematch', async () => {
                const again = await playAgain(t)
                later()?.expect(t, again)
                host.go(tableAddress(again))
              }),
          },
          words(t.told.rematch ? 'over.toRematch' : 'over.rematch'),
        ),
      !t.history.replay && h('button', { class: 'btn', onclick: () => goTo(t, 0) }, icon('icon-turn'), words('over.replay')),
      analyseButtons(t),
      recordLink(t),
      !t.counting &&
        position.winners.length > 0 &&
        h(
          'button',
          { class: 'btn', 'data-picture': true, onclick: () => savePicture(`${t.told.game}-${t.id}`) },
          words('over.picture'),
        ),
    ),
    later()?.rematchSeats(t),
    later()?.luckCheck(t),
    variationList(t),
    found(t, game),
    !t.counting && sheet(t, game),
  )
}

/* Whether somebody else has as many points as the winner: then the reader is told what else counts. */
function wonByTie(t: Table, game: GameUI): boolean {
  const { winners } = t.told.position!
  const points = shownPoints(game, t.told.position!)
  const [best] = winners
  return (
    !game.ranks &&
    winners.length > 0 &&
    t.told.chairs.some(c => !winners.includes(c.seat) && !c.resigned && points[c.seat - 1] === points[best - 1])
  )
}

/* At the end of a game the focus goes to its result, unless the player is writing. Old games are only looked at. */
function takeFocus(t: Table, title: HTMLElement): void {
  const at = document.activeElement
  if (t.told.mine.length && t.last.length && !t.history.replay && !at?.matches('#chat-box') && !app.dialog)
    title.focus({ preventScroll: true })
}

/* Everybody may look for the mistakes of every seat: a player's own first. */
function analyseButtons(t: Table): Child {
  const own = t.told.position!.seat
  const { judged, mistakes } = t.history
  if (mistakes === 'thinking') return null
  return t.told.chairs
    .map(c => c.seat)
    .filter(seat => seat !== judged && (!own || seat === own || judged !== null))
    .map(seat =>
      h(
        'button',
        { class: 'btn', key: 'analyse-' + seat, 'data-analyse': seat, onclick: () => analyse(seat) },
        icon('icon-hint'),
        seat === own ? words('analysis.start') : words('analysis.of', { name: person(t, seat) }),
      ),
    )
}

const scoresOf = (t: Table, game: GameUI) =>
  t.told.chairs.map(({ seat }) => ({ seat, text: String(shownPoints(game, t.told.position!)[seat - 1] ?? 0) }))

function found(t: Table, game: GameUI): Child {
  const p = newestProps(t)
  return p && t.history.mistakes && later()?.analysis(t, game, p)
}

const width = 320,
  height = 160,
  edge = 22

/* Points over the moves: one line for each seat, told apart by colour, dashes and the shield at its end. */
function graph(t: Table, game: GameUI): Child {
  const { past } = t.history
  const last = t.told.number
  if (past.size < 2) return h('p', { class: 'muted small' }, words('over.graphLoading'))
  const numbers = [...past.keys()].sort((a, b) => a - b)
  const seats = t.told.chairs.map(c => c.seat)
  const of = (n: number, seat: number) => shownPoints(game, past.get(n)!.position)[seat - 1] ?? 0
  const most = Math.max(5, ...numbers.flatMap(n => seats.map(seat => of(n, seat))))
  const least = Math.min(0, ...numbers.flatMap(n => seats.map(seat => of(n, seat))))
  const x = (n: number) => edge + (n / Math.max(1, last)) * (width - 2 * edge)
  const y = (v: number) => height - 14 - ((v - least) / (most - least)) * (height - 28)
  const rungs = [0, Math.round(most / 2), most]
  return h(
    'figure',
    { class: 'graph' },
    h(
      'svg',
      {
        viewBox: `0 0 ${width} ${height}`,
        role: 'img',
        'aria-label': words('over.graph'),
        onclick: (e: MouseEvent) => {
          const box = (e.currentTarget as Element).getBoundingClientRect()
          const share = (((e.clientX - box.left) / box.width) * width - edge) / (width - 2 * edge)
          goTo(t, Math.round(Math.max(0, Math.min(1, share)) * last))
        },
      },
      rungs.map(v =>
        h(
          'g',
          null,
          h('path', { d: `M${edge} ${y(v)}H${width - edge}`, class: 'rung' }),
          h('text', { x: edge - 4, y: y(v) + 3.5, class: 'rung-text' }, v),
        ),
      ),
      seats.map(seat =>
        h('path', {
          class: `curve p${seat} s${seat}`,
          d: numbers.map((n, i) => (i ? `H${x(n).toFixed(1)}V` : `M${x(n).toFixed(1)} `) + y(of(n, seat)).toFixed(1)).join(''),
        }),
      ),
      apart(seats.map(seat => ({ seat, y: y(of(numbers[numbers.length - 1], seat)) }))).map(end =>
        h('use', { href: '#shield-' + end.seat, x: x(numbers[numbers.length - 1]) + 2, y: end.y - 8, width: 16, height: 16 }),
      ),
      mistakes(t)
        .filter(m => past.has(m.number))
        .map(m =>
          h(
            'g',
            { class: 'mistake' },
            h('circle', { cx: x(m.number).toFixed(1), cy: y(of(m.number, m.seat)).toFixed(1), r: 5 }),
            h('text', { x: x(m.number).toFixed(1), y: (y(of(m.number, m.seat)) + 2.8).toFixed(1) }, '?'),
          ),
        ),
      t.history.replay && h('path', { d: `M${x(t.history.replay.at)} 8V${height - 10}`, class: 'here' }),
    ),
    h('figcaption', { class: 'sr' }, graphText(t, seats, numbers, of)),
  )
}

/* The graph in words: the points of each player at the quarters of the game. */
function graphText(t: Table, seats: number[], numbers: number[], of: (n: number, seat: number) => number): string {
  const at = [0.25, 0.5, 0.75, 1].map(share => numbers[Math.round(share * (numbers.length - 1))])
  const curves = seats.map(seat => words('over.curve', { name: nameOf(t, seat), points: at.map(n => of(n, seat)).join(', ') }))
  return words('over.graphText', { moves: at.join(', '), curves: curves.join(' ') })
}

/* Shields at the ends of the lines, moved apart where they would hide each other. */
function apart(ends: { seat: number; y: number }[]): { seat: number; y: number }[] {
  ends.sort((a, b) => a.y - b.y)
  const room = 15,
    lowest = height - 8
  ends.forEach((end, i) => {
    if (i) end.y = Math.max(end.y, ends[i - 1].y + room)
  })
  for (let i = ends.length - 1, under = lowest; i >= 0; under = ends[i].y - room, i--) ends[i].y = Math.min(ends[i].y, under)
  return ends
}
