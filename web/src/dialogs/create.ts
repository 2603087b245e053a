/* create.ts: a new table: game, chairs, options, clock, undo, and who may come. */
import { h, icon, type Child } from '../dom'
import { emblem, levelName } from '../look'
import { during } from '../notice'
import { createTable } from '../player'
import type { Chair, Clock, GameInfo, Undo } from '../protocol'
import { app, redraw } from '../state'
import { hasWords, words } from '../words'
import { closeDialog, dialog, options, pickOne, tick } from './dialog'

interface Draft {
  game: string; seats: number; who: string[]     // "me", "open", or a computer's level as a digit
  options: Record<string, boolean | string>
  public: boolean; clock: string; undo: Undo; reaction: number
}

function draft(game: string): Draft {
  return app.drafts.create ??= {
    game, seats: 2, who: ['me', 'open', 'open', 'open'], options: { first: 'random' }, public: false, clock: 'none', undo: 'consent', reaction: 3000,
  }
}

const infoOf = (game: string): GameInfo | undefined => app.games.find(g => g.name === game)
const clocks: Record<string, Clock> = {
  none: { kind: 'none' }, 'move-60': { kind: 'move', seconds: 60 }, 'move-180': { kind: 'move', seconds: 180 }, 'move-86400': { kind: 'move', seconds: 86400 },
  'game-900': { kind: 'game', seconds: 900 }, 'game-1800': { kind: 'game', seconds: 1800 },
}

function wishes(d: Draft, info: GameInfo): string[] {
  const out: string[] = []
  for (const o of info.options) {
    const v = d.options[o.name]
    if (o.value ? typeof v === 'string' && v !== '' : v === true) out.push(o.value ? `${o.name}=${v}` : o.name)
  }
  return out
}

function submit(d: Draft, info: GameInfo): void {
  const who: Chair[] = d.who.slice(0, d.seats).map(w => w === 'me' || w === 'open' ? { kind: w } : { kind: 'computer', level: Number(w) })
  during('create', async () => {
    await createTable({ game: d.game, options: wishes(d, info), who, public: d.public, clock: clocks[d.clock], undo: d.undo, reaction: d.reaction })
    delete app.drafts.create
    closeDialog()
  })
}

/* Options with a value: who begins, how the board lies, which box. Random or as shipped unless somebody knows what to type. */
function valueOption(d: Draft, name: string): Child {
  const set = (v: string) => { d.options[name] = v; redraw() }
  const current = String(d.options[name] ?? '')
  if (name === 'first') {
    const seats = Array.from({ length: d.seats }, (_, i) => ({ value: String(i + 1), text: words('create.firstSeat', { emblem: emblem(i + 1) }) }))
    return pickOne('option-first', words('option.first'), current, [{ value: 'random', text: words('create.random') }, ...seats], set)
  }
  if (name === 'layout')
    return pickOne('option-layout', words('option.layout'), current, [{ value: '', text: words('create.standard') }, { value: 'random', text: words('create.random') }], set)
  return null
}

export function createDialog(game: string): Child {
  const d = draft(game)
  const info = infoOf(d.game)
  const change = (f: () => void) => { f(); redraw() }
  const playable = app.games.filter(g => hasWords('game.' + g.name))
  if (!info) return dialog('create', words('create.title'), h('p', null, words('list.loading')))
  d.seats = Math.max(info.min_seats, Math.min(info.max_seats, d.seats))
  const counts = Array.from({ length: info.max_seats - info.min_seats + 1 }, (_, i) => info.min_seats + i)
  const invited = d.who.slice(0, d.seats).includes('open')
  return dialog('create', words('create.title'),
    pickOne('create-game', words('create.game'), d.game, playable.map(g => ({ value: g.name, text: words('game.' + g.name) })), v => change(() => { d.game = v })),
    counts.length > 1 && options('seats', words('create.seats'), d.seats, counts.map(value => ({ value, text: String(value) })), v => change(() => { d.seats = v })),
    h('fieldset', { class: 'field chairs' }, h('legend', null, words('create.chairs')), d.who.slice(0, d.seats).map((w, i) => h('div', { class: 'together', key: i },
      icon('shield-' + (i + 1), 'crest'),
      h('select', { 'aria-label': words('create.chair', { emblem: emblem(i + 1) }), onchange: (e: Event) => change(() => { d.who[i] = (e.target as HTMLSelectElement).value }) },
        h('option', { value: 'me', selected: w === 'me' }, words('create.me')),
        h('option', { value: 'open', selected: w === 'open' }, words('create.open')),
        Array.from({ length: app.levels }, (_, l) => h('option', { value: String(l + 1), selected: w === String(l + 1) },
          words('create.computer', { level: levelName(l + 1), number: l + 1, levels: app.levels }))))))),
    h('fieldset', { class: 'field' }, h('legend', null, words('create.options')),
      info.options.filter(o => !o.value).map(o => tick(words('option.' + o.name), d.options[o.name] === true, v => change(() => { d.options[o.name] = v }),
        hasWords('option.about.' + o.name) ? words('option.about.' + o.name) : o.about)),
      info.options.filter(o => o.value).map(o => valueOption(d, o.name))),
    pickOne('create-clock', words('create.clock'), d.clock, Object.keys(clocks).map(value => ({ value, text: words('clock.is.' + value) })), v => change(() => { d.clock = v })),
    pickOne('create-undo', words('create.undo'), d.undo, (['free', 'consent', 'none'] as const).map(value => ({ value, text: words('undo.is.' + value) })), v => change(() => { d.undo = v as Undo })),
    tick(words('create.public'), d.public, v => change(() => { d.public = v }), words('create.publicAbout')),
    h('div', { class: 'buttons foot' },
      h('button', { class: 'btn main', 'data-create': true, disabled: app.busy.has('create'), onclick: () => submit(d, info) }, invited ? words('create.make') : words('create.start')),
      h('button', { class: 'btn', onclick: closeDialog }, words('sure.no'))))
}
