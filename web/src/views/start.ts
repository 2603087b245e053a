/* start.ts: the page where games begin. */
import { options } from '../ui/dialog'
import { h, icon, type Child } from '../ui/dom'
import { firstGame } from '../games/index'
import { fileAddress } from '../app/host'
import { hasBegun } from '../model/learned'
import { hasServer } from '../net/router'
import { aboutOf, shelf } from '../model/look'
import { during } from '../say/notice'
import { loadRecord, playNow, changeSettings } from '../model/player'
import { address } from '../app/route'
import { isDark } from '../app/settings'
import { app, redraw } from '../app/state'
import { words } from '../say/words'
import { deviceNotes } from './device'
import { lists, yourTurn } from './lists'
import { searchBox } from './search'
import { skyline } from './skyline'

/* The three levels that most people choose between; all six are offered with a new table. */
export const shortLevels = [
  { level: 1, key: 'level.easy' },
  { level: 3, key: 'level.medium' },
  { level: 6, key: 'level.strong' },
]

/* Against whom: asked once for all games. */
function against(): Child {
  const { opponents, level } = app.settings
  const counts = [1, 2, 3].map(value => ({ value, text: String(value) }))
  const levels = shortLevels.map(l => ({ value: l.level, text: words(l.key) }))
  return h(
    'div',
    { class: 'against' },
    options('opponents', words('start.opponents'), opponents, counts, n => changeSettings({ opponents: n }), ''),
    options('level', words('start.level'), level, levels, n => changeSettings({ level: n }), ''),
  )
}

/* The game draws it itself where its package is; here that would take too long (tools/web-covers). */
const cover = (game: string): Child =>
  h('img', {
    class: 'pic ' + game,
    src: fileAddress(`cover.${game}.${isDark(app.settings) ? 'dark' : 'light'}`),
    alt: '',
    width: 360,
    height: 202,
    decoding: 'async',
  })

function card(game: string): Child {
  const about = aboutOf(game)!
  const info = app.games.find(g => g.name === game)
  const title = words('game.' + game)
  const { opponents, level } = app.settings
  return h(
    'article',
    { class: 'game', key: game, 'aria-labelledby': 'game-' + game },
    cover(game),
    h(
      'div',
      { class: 'in' },
      h('h2', { id: 'game-' + game }, title),
      h('p', null, words('about.' + game)),
      h(
        'div',
        { class: 'facts', 'data-rove': true },
        h('span', null, icon('icon-person'), info && words('start.players', { min: info.min_seats, max: info.max_seats })),
        h('span', null, icon('icon-clock'), words('start.minutes', { minutes: about.minutes })),
        h('a', { href: address({ page: 'rules', game }) }, icon('icon-rules'), words('bar.rules')),
        h('a', { href: address({ page: 'puzzles', game }) }, icon('icon-hint'), words('bar.puzzles')),
      ),
      h(
        'div',
        { class: 'go', 'data-rove': true, role: 'toolbar', 'aria-label': title }, // one tab stop, so that the last game is not far
        h(
          'button',
          {
            class: 'btn main',
            disabled: app.busy.has('play') || !app.source.ready(),
            'data-play': game,
            onclick: () => during('play', () => playNow(game, Math.min(opponents, info ? info.max_seats - 1 : opponents), level)),
          },
          words('start.play', { game: title }),
        ),
        h(
          'a',
          {
            class: 'btn',
            'data-learn': game,
            'aria-label': words('start.learnGame', { game: title }),
            href: address({ page: 'learn', game }),
          },
          words('bar.learn'),
        ),
        h(
          'button',
          {
            class: 'btn',
            'aria-label': words('start.moreFor', { game: title }),
            onclick: () => openCreate(game, true),
          },
          words('start.more'),
        ),
      ),
    ),
  )
}

/* An offer to somebody who has played and learned nothing here yet. It does not wait for the list of tables, because it would then push the
   buttons below it away from a finger. */
function welcome(): Child {
  if (app.lists.mine?.length || hasBegun('')) return null
  return h(
    'p',
    { class: 'panel welcome', key: 'welcome' },
    h('span', null, words('start.welcome')),
    h(
      'a',
      { class: 'btn', 'data-welcome': true, href: address({ page: 'learn', game: firstGame, step: 1 }) },
      words('start.welcomeGo'),
    ),
  )
}

export function openCreate(game: string, computers: boolean): void {
  delete app.drafts.create
  app.dialog = { is: 'create', game, computers }
  redraw()
}

export function startPage(): Child {
  const served = hasServer() && app.status !== 'local' // the device has no other people
  return h(
    'main',
    { class: 'start', id: 'main', key: 'start', tabindex: '-1' },
    h(
      'div',
      { class: 'hero' },
      skyline(),
      h('h1', null, words('start.title')),
      h('p', null, words('start.subtitle')),
      served &&
        h('button', { class: 'btn', onclick: () => openCreate(firstGame, false) }, icon('icon-link'), words('start.invite')),
    ),
    welcome(),
    deviceNotes(),
    yourTurn(),
    against(),
    h('section', { class: 'games', 'aria-label': words('start.now') }, shelf().map(card)),
    lists(),
    served && searchBox(),
    h(
      'section',
      { class: 'tail' },
      h(
        'label',
        { class: 'btn file' },
        icon('icon-rules'),
        words('start.load'),
        h('input', {
          type: 'file',
          accept: '.txt,text/plain',
          class: 'sr',
          onchange: (e: Event) => {
            const input = e.target as HTMLInputElement
            const file = input.files?.[0]
            if (file) during('load', () => loadRecord(file))
            input.value = ''
          },
        }),
      ),
      h('p', { class: 'muted small' }, words('start.loadAbout')),
    ),
  )
}
