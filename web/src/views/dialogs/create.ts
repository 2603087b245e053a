/* create.ts: a new table: game, chairs, options, clock, undo, and who may come. */
import { h, icon, type Child } from '../../ui/dom'
import { LocalSource } from '../../net/local_source'
import { hasServer } from '../../net/router'
import { emblem, levelName } from '../../model/look'
import { during } from '../../say/notice'
import { createTable } from '../../model/player'
import type { Chair, Clock, GameInfo, Undo } from '../../net/protocol'
import { app, redraw, type Dialog } from '../../app/state'
import { hasWords, words } from '../../say/words'
import { closeDialog, dialog, options, pickOne, tick } from '../../ui/dialog'

interface Draft {
  game: string
  seats: number
  who: string[] // "me", "open", or a computer's level as a digit
  names: string[] // of people who share this device
  options: Record<string, boolean | string>
  public: boolean
  clock: string
  undo: Undo
  reaction: number
  rated: boolean
  hints: boolean
  here: boolean
}

/* A table for friends, or for as many computers of the level as were chosen on the start page. */
function draft(game: string, computers: boolean): Draft {
  const { opponents, level } = app.settings
  return (app.drafts.create ??= {
    game,
    seats: computers ? 1 + opponents : 2,
    who: ['me', ...Array.from({ length: 3 }, () => (computers || app.status === 'local' ? String(level) : 'open'))],
    names: ['', '', '', ''],
    options: { first: 'random' },
    public: false,
    clock: 'none',
    undo: 'consent',
    reaction: app.settings.reaction,
    rated: false,
    hints: false,
    here: false,
  })
}

const infoOf = (game: string): GameInfo | undefined => app.games.find(g => g.name === game)
const clocks: Record<string, Clock> = {
  none: { kind: 'none' },
  'move-60': { kind: 'move', seconds: 60 },
  'move-180': { kind: 'move', seconds: 180 },
  'move-86400': { kind: 'move', seconds: 86400 },
  'move-259200': { kind: 'move', seconds: 259200 },
  'move-604800': { kind: 'move', seconds: 604800 },
  'game-900': { kind: 'game', seconds: 900 },
  'game-1800': { kind: 'game', seconds: 1800 },
}

function wishes(d: Draft, info: GameInfo): string[] {
  const out: string[] = []
  for (const o of info.options) {
    const v = d.options[o.name]
    if (o.value ? typeof v === 'string' && v !== '' : v === true) out.push(o.value ? `${o.name}=${v}` : o.name)
  }
  return out
}

/* Whether several people share this device. */
const shared = (d: Draft): boolean => d.who.slice(0, d.seats).filter(w => w === 'me').length > 1

function submit(d: Draft, info: GameInfo): void {
  const who: Chair[] = d.who
    .slice(0, d.seats)
    .map((w, i) =>
      w === 'me' && shared(d) && d.names[i].trim()
        ? { kind: w, name: d.names[i].trim() }
        : w === 'me' || w === 'open'
          ? { kind: w }
          : { kind: 'computer', level: Number(w) },
    )
  during('create', async () => {
    await createTable({
      game: d.game,
      options: wishes(d, info),
      who,
      public: d.public,
      clock: clocks[d.clock],
      undo: d.undo,
      reaction: d.reaction,
      rated: mayRate(d) && d.rated,
      hints: d.hints && !(mayRate(d) && d.rated),
      here: d.here && !who.some(w => w.kind === 'open'),
    })
    delete app.drafts.create
    closeDialog()
  })
}

/* A rated game is for accounts, one chair each. */
const mayRate = (d: Draft): boolean =>
  app.player?.kind === 'account' && d.undo !== 'free' && d.who.slice(0, d.seats).filter(w => w === 'open').length === d.seats - 1

/* Takes a new value of a part of the draft. */
const set =
  <K extends keyof Draft>(d: Draft, key: K) =>
  (value: Draft[K]): void => {
    d[key] = value
    redraw()
  }

const setOption = (d: Draft, name: string) => (value: boolean | string) => set(d, 'options')({ ...d.options, [name]: value })

function gameField(d: Draft): Child {
  const playable = app.games.filter(g => hasWords('game.' + g.name))
  const choices = playable.map(g => ({ value: g.name, text: words('game.' + g.name) }))
  return pickOne('create-game', words('create.game'), d.game, choices, set(d, 'game'))
}

function seatsField(d: Draft, info: GameInfo): Child {
  const counts = Array.from({ length: info.max_seats - info.min_seats + 1 }, (_, i) => info.min_seats + i)
  const choices = counts.map(value => ({ value, text: String(value) }))
  return counts.length > 1 && options('seats', words('create.seats'), d.seats, choices, set(d, 'seats'))
}

function chair(d: Draft, i: number): Child {
  const choice = (value: string, text: string) => h('option', { value, selected: d.who[i] === value }, text)
  const computer = (level: number) =>
    choice(String(level), words('create.computer', { level: levelName(level), number: level, levels: app.levels }))
  const pick = (e: Event) => set(d, 'who')(d.who.map((w, j) => (j === i ? (e.target as HTMLSelectElement).value : w)))
  return h(
    'div',
    { class: 'together', key: i },
    icon('shield-' + (i + 1), 'crest'),
    h(
      'select',
      { 'aria-label': words('create.chair', { emblem: emblem(i + 1) }), onchange: pick },
      choice('me', words('create.me')),
      app.status !== 'local' && choice('open', words('create.open')),
      Array.from({ length: app.levels }, (_, l) => computer(l + 1)),
    ),
    d.who[i] === 'me' &&
      shared(d) &&
      h('input', {
        type: 'text',
        maxlength: '24',
        'data-name': i + 1,
        'aria-label': words('create.name', { emblem: emblem(i + 1) }),
        placeholder: words('create.namePlaceholder'),
        value: d.names[i],
        oninput: (e: Event) => {
          d.names[i] = (e.target as HTMLInputElement).value
        },
      }),
  )
}

function flagOption(d: Draft, { name, about }: GameInfo['options'][number]): Child {
  const told = 'option.about.' + name
  return tick(words('option.' + name), d.options[name] === true, setOption(d, name), hasWords(told) ? words(told) : about)
}

/* An option with a value: who begins, the layout, the box. It is random or the default unless the player types a value. */
function valueOption(d: Draft, name: string): Child {
  const random = { value: 'random', text: words('create.random') }
  const field = (choices: { value: string; text: string }[]) =>
    pickOne('option-' + name, words('option.' + name), String(d.options[name] ?? ''), choices, setOption(d, name))
  if (name === 'first') {
    const text = (seat: number) => words('create.firstSeat', { emblem: emblem(seat) })
    return field([random, ...Array.from({ length: d.seats }, (_, i) => ({ value: String(i + 1), text: text(i + 1) }))])
  }
  return name === 'layout' && field([{ value: '', text: words('create.standard') }, random])
}

function clockField(d: Draft): Child {
  const choices = Object.keys(clocks).map(value => ({ value, text: words('clock.is.' + value) }))
  return pickOne('create-clock', words('create.clock'), d.clock, choices, clock => {
    d.reaction = (clocks[clock].seconds ?? 0) >= 86400 ? 0 : app.settings.reaction // who comes once a day needs more than seconds
    set(d, 'clock')(clock)
  })
}

function undoField(d: Draft): Child {
  const kinds: Undo[] = ['free', 'consent', 'none']
  const choices = kinds.map(value => ({ value, text: words('undo.is.' + value) }))
  return pickOne('create-undo', words('create.undo'), d.undo, choices, set(d, 'undo'))
}

/* How long a player has to react to a move of another. */
function reactionField(d: Draft, info: GameInfo): Child {
  if (!info.reactions) return null
  const choices = [3000, 5000, 10000, 20000, 0].map(ms => ({
    value: String(ms),
    text: ms ? words('reaction.seconds', { seconds: ms / 1000 }) : words('reaction.none'),
  }))
  return pickOne('create-reaction', words('create.reaction'), String(d.reaction), choices, ms => set(d, 'reaction')(Number(ms)))
}

export function createDialog({ game, computers }: Extract<Dialog, { is: 'create' }>): Child {
  const d = draft(game, computers)
  const info = infoOf(d.game)
  if (!info) return dialog('create', words('create.title'), h('p', null, words('list.loading')))
  d.seats = Math.max(info.min_seats, Math.min(info.max_seats, d.seats))
  if (Number(d.options.first) > d.seats) d.options.first = 'random'
  const chairs = Array.from({ length: d.seats }, (_, i) => chair(d, i))
  const flags = info.options.filter(o => !o.value).map(o => flagOption(d, o))
  const values = info.options.filter(o => o.value).map(o => valueOption(d, o.name))
  const invited = d.who.slice(0, d.seats).includes('open')
  return dialog(
    'create',
    words('create.title'),
    gameField(d),
    seatsField(d, info),
    h('fieldset', { class: 'field chairs' }, h('legend', null, words('create.chairs')), chairs),
    h('fieldset', { class: 'field' }, h('legend', null, words('create.options')), flags, values),
    clockField(d),
    undoField(d),
    reactionField(d, info),
    mayRate(d) && tick(words('create.rated'), d.rated, set(d, 'rated'), words('create.ratedAbout')),
    invited && !(mayRate(d) && d.rated) && tick(words('create.hints'), d.hints, set(d, 'hints'), words('create.hintsAbout')),
    LocalSource.exists() &&
      hasServer() &&
      !invited &&
      tick(words('local.create'), d.here, set(d, 'here'), words('local.createAbout')),
    app.status !== 'local' &&
      !(d.here && !invited) &&
      tick(words('create.public'), d.public, set(d, 'public'), words('create.publicAbout')),
    h(
      'div',
      { class: 'buttons foot' },
      h(
        'button',
        { class: 'btn main', 'data-create': true, disabled: app.busy.has('create'), onclick: () => submit(d, info) },
        invited ? words('create.make') : words('create.start'),
      ),
      h('button', { class: 'btn', onclick: closeDialog }, words('sure.no')),
    ),
  )
}
