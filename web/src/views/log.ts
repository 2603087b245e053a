/* log.ts: what happened, in words; pointing at a line marks its places on the board. */
import { h, icon, type Child, type VNode } from '../ui/dom'
import type { BoardProps, GameUI, Line } from '../board/game_ui'
import { mistakes } from '../model/look'
import { goTo } from '../model/replay'
import { app, redraw } from '../app/state'
import type { Table } from '../model/table_state'
import { words } from '../say/words'

let memo = new WeakMap<Line, { language: string; names: string; now: boolean; bad: boolean; node: VNode | null }>()

/* Names in bold, places underlined: the text comes whole from the game, with the words that name places. */
function marked(text: string, names: string[], said: string[]): Child[] {
  const bold = names.filter(Boolean),
    all = [...bold, ...said.filter(Boolean)]
  if (!all.length) return [text]
  const longestFirst = all.sort((a, b) => b.length - a.length).map(escapeText)
  const pattern = new RegExp(`(${longestFirst.join('|')})(?![\\p{L}\\d])`, 'gu')
  const out: Child[] = []
  let from = 0
  for (const match of text.matchAll(pattern)) {
    if (/[\p{L}\d]$/u.test(text.slice(0, match.index))) continue // in the middle of a word; older browsers know no lookbehind
    out.push(text.slice(from, match.index))
    out.push(h(bold.includes(match[0]) ? 'b' : 'u', null, match[0]))
    from = match.index + match[0].length
  }
  out.push(text.slice(from))
  return out
}

const escapeText = (s: string) => s.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

function entry(t: Table, game: GameUI, p: BoardProps, line: Line, now: boolean, names: string, bad: boolean): VNode | null {
  const known = memo.get(line)
  if (known && known.language === app.settings.language && known.names === names && known.now === now && known.bad === bad)
    return known.node
  const text = game.say(line, p)
  const about = game.places(line, p),
    places = about.map(it => it.place)
  const whose = line.seat || line.events.find(e => e.seat)?.seat // a move of chance belongs to the seat that its events name
  const node = text
    ? h(
        'li',
        { key: line.number, class: now ? 'now' : '' },
        icon(whose ? 'shield-' + whose : 'icon-turn', 'i'),
        h(
          'button',
          {
            class: 'line',
            onmouseenter: () => highlight(t, places),
            onmouseleave: () => highlight(t, []),
            onfocus: () => highlight(t, places),
            onblur: () => highlight(t, []),
            onclick: () => goTo(t, line.number + 1),
          },
          marked(
            text,
            p.names,
            about.map(it => it.said),
          ),
          bad && h('span', { class: 'mistakemark' }, ' ?', h('span', { class: 'sr' }, words('analysis.mistake'))),
        ),
      )
    : null
  memo.set(line, { language: app.settings.language, names, now, bad, node })
  return node
}

function highlight(t: Table, places: string[]): void {
  if (!places.length && !t.highlight.length) return
  t.highlight = places
  redraw()
}

/* Looking back, the log shows the moment that the board shows. */
function follow(list: HTMLElement & { at?: number }, t: Table): void {
  if (list.at === t.history.replay?.at) return
  list.at = t.history.replay?.at
  const now = list.querySelector<HTMLElement>('.now')
  if (now) list.scrollTop = t.history.replay ? now.offsetTop - list.clientHeight / 3 : 0
}

export function log(t: Table, game: GameUI, p: BoardProps): Child {
  const names = p.names.join('\n')
  const upto = t.history.replay ? t.history.replay.at - 1 : Infinity
  const newest = t.history.replay ? upto : ((t.story?.line ?? t.last[0])?.number ?? Infinity)
  const lines: Child[] = []
  const bad = new Set(mistakes(t).map(m => m.number))
  for (let i = t.told.log.length - 1; i >= 0; i--) {
    const line = t.told.log[i]
    if (t.story && line.number >= t.story.shown.number) continue // still to be told
    lines.push(
      entry(t, game, p, line, t.history.replay ? line.number === upto : line.number >= newest, names, bad.has(line.number)),
    )
  }
  return h(
    'section',
    { class: 'panel log', key: 'log', 'aria-labelledby': 'log-title' },
    h('h2', { id: 'log-title' }, words('log.title')),
    h(
      'ol',
      {
        'data-rove': true,
        reversed: true,
        'aria-labelledby': 'log-title',
        drawn: (el: HTMLElement) => follow(el, t),
      },
      lines,
    ),
  )
}
