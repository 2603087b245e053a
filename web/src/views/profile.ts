/* profile.ts: what a player has done: games, ratings with their graph, games against the reader; and rankings. */
import { h, type Child } from '../ui/dom'
import { gameName, personName, shelf } from '../model/look'
import { complain } from '../say/notice'
import type { Profile, RankedPlayer, RatingResult, Row, Tally } from '../net/protocol'
import { address } from '../app/route'
import { app, redraw } from '../app/state'
import { words } from '../say/words'
import { line } from './lists'

/* What was fetched for the page on show. */
interface Shown {
  key: string
  profile?: Profile
  meetings?: Tally[]
  results?: RatingResult[]
  games?: Row[]
  ranking?: RankedPlayer[]
}
let shown: Shown = { key: '' }

function load(key: string, fetch: (s: Shown) => Promise<void>): Shown {
  if (shown.key !== key && app.player) {
    const fresh = (shown = { key })
    fetch(fresh).then(redraw, error => {
      complain(error)
      redraw()
    })
  }
  return shown.key === key ? shown : { key }
}

async function loadProfile(s: Shown, player: string): Promise<void> {
  s.profile = await app.source.ask('profile', { player })
  redraw()
  const favourite = s.profile.ratings[0]?.game ?? s.profile.played[0]?.game
  if (player !== app.player?.id) s.meetings = (await app.source.ask('meetings', { player })).played
  if (favourite) s.results = (await app.source.ask('results', { player, game: favourite })).results
  s.games = (await app.source.ask('search', { player })).tables
}

const width = 320,
  height = 120,
  edge = 6

/* A rating over its games, oldest first: one line for each number of seats. */
function graph(results: RatingResult[]): Child {
  const all = results.map(r => r.rating)
  const [least, most] = [Math.min(1450, ...all), Math.max(1550, ...all)]
  const y = (rating: number) => height - edge - ((rating - least) / (most - least)) * (height - 2 * edge)
  const seats = [...new Set(results.map(r => r.seats))].sort()
  return h(
    'svg',
    { class: 'ratinggraph', viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': words('profile.graph') },
    h('path', { class: 'rung', d: `M${edge} ${y(1500)}H${width - edge}` }),
    seats.map(n => {
      const games = results.filter(r => r.seats === n).reverse()
      const points = [games[0].rating - games[0].gain, ...games.map(r => r.rating)] // from before the first of them
      const x = (i: number) => edge + (i / Math.max(1, points.length - 1)) * (width - 2 * edge)
      return h('path', {
        class: `curve p${n} s${n}`,
        d: points.map((r, i) => `${i ? 'L' : 'M'}${x(i).toFixed(1)} ${y(r).toFixed(1)}`).join(''),
      })
    }),
  )
}

const ratingText = (r: { rating: number; deviation: number; sure: boolean }) =>
  words(r.sure ? 'profile.rating' : 'profile.unsure', { rating: r.rating, range: 2 * r.deviation })

function ratings({ ratings: rows }: Profile): Child {
  if (!rows.length) return h('p', { class: 'muted' }, words('profile.unrated'))
  return h(
    'table',
    { class: 'ratings' },
    rows.map(r =>
      h(
        'tr',
        null,
        h('th', { scope: 'row' }, words('profile.kind', { game: gameName(r.game), seats: r.seats })),
        h('td', null, ratingText(r)),
        h('td', null, words('profile.games', { count: r.games })),
      ),
    ),
  )
}

const tallies = (rows: Tally[], text: 'profile.won' | 'profile.met'): Child =>
  h(
    'ul',
    null,
    rows.map(({ game, seats, games, wins, losses = 0 }) =>
      h('li', null, words(text, { kind: words('profile.kind', { game: gameName(game), seats }), games, wins, losses })),
    ),
  )

export function profilePage(player: string): Child {
  const s = load('player ' + player, fresh => loadProfile(fresh, player))
  const { profile } = s
  if (!profile)
    return h('main', { class: 'prose', id: 'main', key: 'profile', tabindex: '-1' }, h('p', null, words('list.loading')))
  const most = profile.played[0]
  return h(
    'main',
    { class: 'prose profile', id: 'main', key: 'profile', tabindex: '-1' },
    h('h1', null, personName(profile.player)),
    most && h('p', null, words('profile.favourite', { game: gameName(most.game) })),
    h('h2', null, words('profile.ratings')),
    ratings(profile),
    s.results && s.results.length > 0 && h('figure', null, graph(s.results)),
    profile.played.length > 0 && [h('h2', { key: 'p' }, words('profile.played')), tallies(profile.played, 'profile.won')],
    s.meetings && s.meetings.length > 0 && [h('h2', { key: 'm' }, words('profile.meetings')), tallies(s.meetings, 'profile.met')],
    s.games &&
      s.games.length > 0 && [
        h('h2', { key: 'g' }, words('list.finished.title')),
        h(
          'ul',
          { class: 'rows panel' },
          s.games.map(row => line(row, words('list.replay'))),
        ),
      ],
    h(
      'p',
      null,
      h('a', { class: 'btn', href: address({ page: 'ranking', game: most?.game, seats: most?.seats }) }, words('ranking.title')),
    ),
  )
}

export function rankingPage(game = shelf()[0], seats = 2): Child {
  const s = load(`ranking ${game} ${seats}`, async fresh => {
    fresh.ranking = (await app.source.ask('ranking', { game, seats })).players
  })
  const link = (to: { game: string; seats: number }, text: string) =>
    h('a', { class: to.game === game && to.seats === seats ? 'btn on' : 'btn', href: address({ page: 'ranking', ...to }) }, text)
  return h(
    'main',
    { class: 'prose ranking', id: 'main', key: 'ranking', tabindex: '-1' },
    h('h1', null, words('ranking.title')),
    h(
      'nav',
      { class: 'buttons', 'aria-label': words('ranking.which') },
      shelf().map(name => link({ game: name, seats }, gameName(name))),
      [2, 3, 4].map(n => link({ game, seats: n }, words('ranking.seats', { seats: n }))),
    ),
    !s.ranking
      ? h('p', { class: 'muted' }, words('list.loading'))
      : s.ranking.length
        ? h(
            'ol',
            { class: 'rows panel' },
            s.ranking.map(r =>
              h(
                'li',
                { class: 'row', key: r.player.id },
                h('a', { class: 't', href: address({ page: 'player', player: r.player.id }) }, personName(r.player)),
                h('span', null, ratingText(r)),
              ),
            ),
          )
        : h('p', { class: 'muted' }, words('ranking.nobody')),
    h('p', { class: 'small muted' }, words('ranking.about')),
  )
}
