/* story_line.ts: the line above the board: what is told now, else what happened last; how fast; and the last round once more. */
import { h, icon, type Child } from '../ui/dom'
import type { BoardProps, GameUI, Line, Step } from '../board/game_ui'
import { changeSettings } from '../model/player'
import type { Settings } from '../app/settings'
import { app } from '../app/state'
import { endStory, lastRound, tellAgain, toldLine } from '../model/story'
import type { Table } from '../model/table_state'
import { words } from '../say/words'

const speeds: Settings['story'][] = ['slow', 'normal', 'fast', 'now']
const signs = { slow: '½×', normal: '1×', fast: '2×', now: '»' }

/* The last line before the position on show that is about a place, or says anything at all. */
function lastLine(t: Table, game: GameUI, p: BoardProps): Line | null {
  const before = t.history.replay?.at ?? Infinity
  let other: Line | null = null
  for (let i = t.told.log.length - 1, tries = 0; i >= 0 && tries < 12; i--) {
    const line = t.told.log[i]
    if (line.number >= before) continue
    tries++
    if (game.places(line, p).length) return line
    if (game.say(line, p)) other ??= line
  }
  return other
}

const seatOf = (line: Line): number => line.seat || line.events.find(event => (event.seat ?? 0) > 0)?.seat || 0

/* What the present step tells, or all of its line. */
const sentence = (t: Table, game: GameUI, p: BoardProps, line: Line): string =>
  game.say({ ...line, events: t.step?.events ?? [] }, p) || game.say(line, p)

function speed(): Child {
  const now = app.settings.story
  const text = words('story.speed.' + now)
  return h(
    'button',
    {
      class: 'btn bare',
      key: 'speed',
      'data-speed': now,
      'aria-label': words('story.speed', { speed: text }),
      onclick: () => changeSettings({ story: speeds[(speeds.indexOf(now) + 1) % speeds.length] }),
    },
    signs[now],
  )
}

export function storyLine(t: Table, game: GameUI, p: BoardProps): Child {
  const told = toldLine(t)
  const scoring = t.told.state === 'over' && !t.history.replay ? null : game.scoring?.(p) // a game may end in the middle of one
  const line = told ?? lastLine(t, game, p)
  const text = told ? sentence(t, game, p, told) : (scoring?.text ?? (line ? game.say(line, p) : ''))
  const seat = line && (told || !scoring) ? seatOf(line) : 0
  const loud = told ? t.step?.announce : !!scoring
  const again = !told && !t.history.replay && t.told.state === 'running' && lastRound(t).length > 0
  return h(
    'div',
    { class: `story-line p${seat}` + (told ? ' telling' : '') + (loud ? ' loud' : ''), key: 'story-line', 'data-rove': true },
    seat > 0 && icon('shield-' + seat, 'crest'),
    h('p', { title: text }, text),
    told &&
      h(
        'button',
        { class: 'btn', key: 'skip', 'data-skip': true, onclick: () => endStory(t) },
        icon('icon-last'),
        h('span', { class: 'wide' }, words('story.skip')),
        h('span', { class: 'sr narrow' }, words('story.skip')),
      ),
    again &&
      h(
        'button',
        {
          class: 'btn bare',
          key: 'again',
          'data-again': true,
          'aria-label': words('story.again'),
          onclick: () => tellAgain(t),
        },
        icon('icon-play'),
        h('span', { class: 'wide' }, words('story.again.short')),
      ),
    !t.history.replay && t.told.state === 'running' && speed(),
  )
}

let counter = 0
const numbers = new WeakMap<Step, number>()

/* Dice and cards over the board, as long as their step lasts. The sentence says the same. */
export function showing(t: Table): Child {
  const { step } = t
  if (!t.story || !step?.show.length) return null
  if (!numbers.has(step)) numbers.set(step, ++counter)
  return h(
    'div',
    { class: 'showing' + (step.tumble ? ' tumble' : ''), key: 'show' + numbers.get(step), 'aria-hidden': 'true' },
    step.show.map(name =>
      icon(name, 'thing' + (name === 'wall-long' ? ' long' : ''), name === 'wall-long' ? '0 0 96 48' : undefined),
    ),
  )
}
