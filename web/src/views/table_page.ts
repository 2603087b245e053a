/* table_page.ts: the page of one table, put together from its parts. */
import { h, icon, type Child } from '../ui/dom'
import type { BoardProps, GameUI } from '../board/game_ui'
import { mountBoard } from '../board/board'
import { isGuided } from '../model/guide'
import { boardProps, newestProps, person, seatName, ui } from '../model/look'
import { isHere } from '../net/names'
import { hasServer } from '../net/router'
import { app, here, redraw, redrawNow } from '../app/state'
import { later } from '../app/parts'
import { isStarting } from '../model/luck'
import { uncover } from '../model/receive'
import type { Table, TableState } from '../model/table_state'
import { words } from '../say/words'
import { actions } from './actions'
import { chat } from './chat'
import { choice } from './choice_panel'
import { recordLink } from './device'
import { guidePanel, hasNote } from './guide_panel'
import { lessonPanel } from './lesson'
import { variationPanel } from './variation_panel'
import { log } from './log'
import { over } from './over'
import { goods, players } from './players'
import { replayBar } from './replay_bar'
import { showing, storyLine } from './story_line'
import { inWords, notationBox } from './board_text'

export function tablePage(t: TableState): Child {
  if (t.is === 'refused')
    return message(
      words('table.missing'),
      t.code === 'no_table' && hasServer() ? words('table.howIn') : words('error.' + t.code, { message: '' }),
    )
  if (t.is === 'asked') return message(words('table.loading'), '')
  if (t.told.state === 'suspended' && !t.told.position)
    return message(
      words(t.told.reason === 'left' ? 'table.left' : t.told.reason?.startsWith('closed') ? 'table.closed' : 'status.suspended'),
      '',
      isHere(t.id) && t.told.reason !== 'left' && recordLink(t),
    )
  if (t.told.result) return message(words('status.suspended'), pointsText(t, t.told.result.points), recordLink(t))
  if (isStarting(t.told)) return message(words('table.loading'), '')
  if (t.told.state === 'open' || !t.told.position) return later()?.lobby(t) ?? message(words('table.loading'), '')
  if (t.device.covered) return cover(t)
  const props = boardProps(t)
  const game = ui(t)
  if (!props || !game) return message(words('table.loading'), '')
  const now = t.story ? (newestProps(t) ?? props) : props // buttons and choice show the newest position, so nobody waits for the story
  const ended = t.told.state === 'over' && !t.story
  return h(
    'main',
    {
      class:
        'table' +
        (t.history.replay ? ' replaying' : '') +
        (ended ? ' ended' : '') +
        (isGuided(t) ? ' guided' : '') +
        (t.side.flat ? ' flat' : '') +
        (t.side.onboard ? ' onboard' : ''),
      id: 'main',
      key: 'table-' + t.id,
      tabindex: '-1',
      'data-tab': t.side.tab,
      'data-number': t.told.number,
      'data-told': t.story?.shown.number,
    },
    h('h1', { class: 'sr' }, words('table.title', { game: words('game.' + t.told.game) })),
    h(
      'div',
      { class: 'left' },
      players(t, game, props),
      stock(game, props),
      about(t),
      variationPanel(t),
      log(t, game, now),
      chat(t),
    ),
    h(
      'section',
      { class: 'boardbox', key: 'boards', 'aria-label': words('text.board') },
      storyLine(t, game, props),
      board(t, props),
      showing(t),
    ),
    h(
      'div',
      { class: hasNote(t) ? 'right noted' : 'right' },
      lessonPanel(t),
      guidePanel(t),
      ended && over(t, game),
      choice(t, game, now),
      tabs(t),
      t.told.mine.length > 0 && t.told.state === 'running' && !t.history.replay && notationBox(t),
      inWords(t, game, now),
    ),
    t.history.replay ? replayBar(t) : actions(t, game, now),
  )
}

/* How a game ended that the server cannot show any more. */
const pointsText = (t: Table, points: number[]): string =>
  points.map((n, i) => words('over.score', { name: seatName(t, i + 1), points: n })).join(' ')

function message(title: string, text: string, record?: Child): Child {
  return h(
    'main',
    { class: 'message', id: 'main', key: 'message', tabindex: '-1' },
    icon('castle', 'big'),
    h('h1', null, title),
    text && h('p', null, text),
    record,
    h('a', { class: 'btn', href: '#/' }, words('table.toStart')),
  )
}

/* A board is drawn by its game and only told what has changed. */
function board(t: Table, p: BoardProps): Child {
  const game = ui(t)!
  return h('div', {
    class: 'boardhost',
    key: t.id,
    foreign: true,
    mounted: (host: any) => {
      host.board = mountBoard(host, t.hooks, game.board(t.hooks))
      host.shown = null
    },
    drawn: (host: any) => {
      if (!host.board || host.shown === p) return
      host.shown = p
      host.board.update(p)
      shape(t, host)
      if (!p.moves.length || host.number === t.told.number) return // while a story is told there are no moves yet
      host.number = t.told.number
      requestAnimationFrame(() => {
        // when what stands around the board is drawn, too
        const beside = document.querySelector('.hostpanel [data-move], .hostpanel .cardface.can, .hostpanel .pick')
        if (t.side.onboard === !!beside) {
          t.side.onboard = !beside
          redraw()
        }
        comeBack(host)
      })
    },
    gone: (host: any) => {
      host.board?.destroy()
      host.board = null
    },
  })
}

/* On a phone the page returns to the board when something is to be chosen there and more than a quarter of it is out of sight. */
function comeBack(host: HTMLElement): void {
  if (innerWidth > 820) return
  const { top, bottom } = host.getBoundingClientRect()
  const seen = Math.min(bottom, innerHeight) - Math.max(top, 0)
  if (seen > 0.75 * (bottom - top) || !host.querySelector('.place.can')) return
  host.parentElement!.scrollIntoView({ block: 'start' })
}

/* A wide board gets the whole width above the choice. */
function shape(t: Table, host: HTMLElement): void {
  const svg = host.querySelector('svg')
  const box = svg?.classList.contains('pannable') ? null : svg?.viewBox.baseVal // a view that can be moved has the shape of its place
  const flat = !!box?.height && box.width / box.height > 1.6
  if (!box?.height || flat === t.side.flat) return
  t.side.flat = flat
  redraw()
}

/* What is left in the box. */
function stock(game: GameUI, p: BoardProps): Child {
  return (
    game.stock &&
    h('section', { class: 'panel stockpanel', 'data-panel': 0, 'aria-label': words('table.stock') }, goods(game.stock(p), 'stock'))
  )
}

function about(t: Table): Child {
  const options = t.told.options.filter(o => !o.includes('=')).map(o => words('option.' + o))
  if (t.told.rated) options.push(words('lobby.rated'))
  if (t.told.hints) options.push(words('lobby.hints'))
  return h(
    'p',
    { class: 'about small muted' },
    options.length > 0 && options.join(' · '),
    !t.told.mine.length && h('span', { class: 'watching' }, icon('icon-eye'), ' ', words('table.watching')),
  )
}

function tabs(t: Table): Child {
  const names = ['log', 'chat', 'players'] as const
  const icons = { log: 'icon-rules', chat: 'icon-chat', players: 'icon-person' }
  return h(
    'nav',
    { class: 'tabs', 'data-rove': true, 'aria-label': words('tabs.title') },
    names.map(name =>
      h(
        'button',
        {
          class: t.side.tab === name ? 'btn on' : 'btn',
          'aria-current': t.side.tab === name ? 'true' : undefined,
          onclick: () => {
            t.side.tab = name
            if (name === 'chat') t.side.unread = 0
            redraw()
            redrawNow()
            if (name === 'players') document.querySelector('.players')?.scrollIntoView({ block: 'nearest' }) // they are at the top
          },
        },
        icon(icons[name]),
        words('tabs.' + name),
        name === 'chat' && t.side.unread > 0 && h('span', { class: 'count' }, t.side.unread),
      ),
    ),
  )
}

/* Between two players at one device. */
function cover(t: Table): Child {
  const seat = t.told.position!.seat
  return h(
    'main',
    { class: 'cover p' + seat, id: 'main', key: 'cover', tabindex: '-1' },
    icon('shield-' + seat, 'big'),
    h('h1', null, words('cover.title', { name: person(t, seat) })),
    h('p', null, words('cover.text')),
    h(
      'button',
      { class: 'btn main', onclick: uncover, mounted: (el: HTMLElement) => el.focus() },
      words('cover.ready', { name: person(t, seat) }),
    ),
  )
}

/* Whether the page has a bar of actions, which also shows short messages. */
export function hasBar(): boolean {
  const t = app.route.page === 'table' ? here() : null
  return !!t?.told.position && t.told.state !== 'open' && !t.device.covered && !!boardProps(t) && !!ui(t)
}
