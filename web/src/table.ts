/* table.ts: one table: what the source tells about it, and the moves made at it. No drawing here. */
import { focusMain } from './dom'
import type { Line } from './game_ui'
import { boardProps, nameOf, ui } from './look'
import { announce, complain, forgetSaid, notice } from './notice'
import { forgetPreviews, loadPreview } from './preview'
import type { ChatMessage, Message, Moved, Pause, Position, SeatingMessage, TableMessage, UndoAsked, Undone } from './protocol'
import { forgetPast, loadAll } from './replay'
import { Refusal } from './source'
import { play } from './sound'
import { app, redraw, type TableState } from './state'
import { whyNot } from './why'
import { words } from './words'

/* ---- coming and going ---- */

export function openTable(id: string, invite?: string): void {
  if (app.table?.id === id && !app.table.missing) {
    app.table.invite ??= invite
    return
  }
  closeTable() // also a table that stayed closed to us: perhaps the link has its key now
  app.table = {
    id,
    invite,
    told: null as unknown as TableMessage,
    position: null,
    received: 0,
    last: [],
    selected: null,
    preview: null,
    sending: null,
    highlight: [],
    hint: null,
    why: null,
    pause: null,
    undoAsked: null,
    turn: [],
    paused: false,
    noReaction: false,
    revealed: 0,
    covered: false,
    replay: null,
    past: new Map(),
    analysis: null,
    over: false,
    tab: 'log',
    unread: 0,
    missing: null,
  }
  watch()
}

export function closeTable(): void {
  if (app.table && app.status === 'online') app.source.ask('unwatch', { table: app.table.id }).catch(() => undefined)
  app.table = null
}

/* Asks for the table, or for what happened since we last heard of it; then sends again what may not have arrived. */
export async function watch(whole = false): Promise<void> {
  const t = app.table
  if (!t || app.status !== 'online') return
  const number = !whole && t.told?.position ? t.told.number : undefined
  try {
    await app.source.ask('watch', { table: t.id, number, invite: t.invite })
    if (t.sending && !t.sending.arrived && app.table === t) transmit(t)
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === 'lost' || app.table !== t) return
    if (error.code === 'rate') {
      setTimeout(() => app.table === t && watch(whole), 2000)
      return
    }
    t.missing = error.code
    redraw()
  }
}

/* ---- what is told ---- */

export function hearTable(message: Message): void {
  const t = app.table
  if (!t || !('table' in message) || message.table !== t.id) return
  switch (message.is) {
    case 'table':
    case 'undone':
      hearAll(t, message)
      break
    case 'moved':
      hearMoved(t, message)
      break
    case 'pause':
      hearPause(t, message)
      break
    case 'seating':
      hearSeating(t, message)
      break
    case 'chat':
      hearChat(t, message)
      break
    case 'undo_asked':
      hearUndoAsked(t, message)
      break
  }
  redraw()
}

/* Whether a table is told to the same eyes again, at most with more moves than before. */
function goesOn(before: TableMessage, now: TableMessage | Undone): boolean {
  const same = (line: Line, i: number) => line.move === now.log[i]?.move && line.seat === now.log[i].seat
  return before.position?.seat === now.position?.seat && before.mine.join() === now.mine.join() && before.log.every(same)
}

/* Of what was told before, nothing stays that other eyes may not see or that was taken back. */
function forgetTold(t: TableState, otherEyes: boolean): void {
  forgetPast(t)
  t.replay = null
  t.analysis = null
  if (!otherEyes) return
  forgetSaid()
  delete app.drafts.notation
}

function hearAll(t: TableState, message: TableMessage | Undone): void {
  const before = t.told
  const more = before && goesOn(before, message)
  t.told = { ...message, is: 'table' }
  if (before && !more) forgetTold(t, before.position?.seat !== message.position?.seat)
  t.missing = null
  t.pause = null
  t.undoAsked = null
  if (message.is === 'undone') {
    t.over = false
    notice(words('undo.done'))
  }
  if (!more) t.last = message.log.slice(-1)
  else if (message.log.length > before.log.length) t.last = message.log.slice(before.log.length)
  setPosition(t, message.position)
  if (before && message.number > before.number) tell(t, t.last)
  if (!more && message.state === 'over') loadAll(t)
  if (before && !before.rematch && message.rematch) notice(words('over.rematchWaits'))
  if (before?.state === 'open' && message.state === 'running') {
    play('start')
    announce(words('table.started'))
  }
}

function hearMoved(t: TableState, message: Moved): void {
  if (!t.told?.position || message.from !== t.told.number) {
    watch()
    return
  }
  t.missing = null
  t.told.number = message.number
  t.told.log = t.told.log.concat(message.lines)
  t.last = message.lines
  t.pause = null
  t.undoAsked = null
  setPosition(t, message.position)
  tell(t, message.lines)
}

function setPosition(t: TableState, position: Position | null): void {
  const before = t.position
  t.position = position
  t.received = Date.now()
  t.hint = null
  t.why = null
  forgetPreviews()
  if (!position) {
    t.selected = null
    t.preview = null
    return
  }
  t.told.position = position
  const sent = t.sending
  if (sent && sent.number !== position.number) settleSending(t, position)
  const made = sent && !t.sending // what was chosen has been done: the next choice is a new one
  const stays = !made && t.selected !== null && before?.seat === position.seat && position.moves.includes(t.selected)
  if (stays) loadPreview(t)
  else {
    t.selected = null
    t.preview = null
  }
  if (position.turn.length && position.turn.join() !== t.turn.join()) {
    // nobody's turn is a pause in somebody's
    t.turn = position.turn
    t.noReaction = false
  }
  coverIfNeeded(t, position)
  if (position.winners.length) t.told.state = 'over'
}

/* At a tournament the other table's moves make ours stale though nothing changed for us: then it goes out again. */
function settleSending(t: TableState, position: Position): void {
  const { number, seat, move, arrived } = t.sending!
  const made = t.told.log.some(line => line.number >= number && line.seat === seat && line.move === move)
  if (!made && !arrived && position.view.tables && position.seat === seat && position.moves.includes(move)) {
    t.sending = { number: position.number, seat, move }
    transmit(t)
  } else t.sending = null
}

/* Hot seat: nobody sees a hand before the device has changed hands. */
function coverIfNeeded(t: TableState, position: Position): void {
  if (t.told.mine.length < 2 || !app.settings.cover || t.told.state !== 'running') {
    t.covered = false
    t.revealed = position.seat
    return
  }
  t.covered = position.seat !== 0 && position.seat !== t.revealed
  if (t.covered) announce(words('cover.title', { name: nameOf(t, position.seat) }))
}

export function uncover(): void {
  const t = app.table
  if (!t?.position) return
  t.covered = false
  t.revealed = t.position.seat
  redraw()
  focusMain()
}

function hearPause(t: TableState, message: Pause): void {
  if (!t.pause) announce(words('pause.begins'))
  t.pause = { ...message, until: Date.now() + message.ms }
  t.paused = true
  const mine = t.pause
  setTimeout(() => {
    if (app.table === t && t.pause === mine) {
      t.pause = null
      redraw()
    }
  }, message.ms + 2000)
}

function hearSeating(t: TableState, message: SeatingMessage): void {
  t.told.chairs = message.chairs
  t.told.state = message.state
}

function hearChat(t: TableState, message: ChatMessage): void {
  t.told.chat = t.told.chat.concat({ seat: message.seat, name: message.name, text: message.text, at: message.at })
  if (t.tab !== 'chat') t.unread++
  play('chat')
  announce(`${message.name}: ${message.text}`)
}

function hearUndoAsked(t: TableState, message: UndoAsked): void {
  if (t.undoAsked?.to !== message.to) announce(words('undo.asks', { name: nameOf(t, message.seat) }), true)
  t.undoAsked = message
}

/* Says what happened, and whether it is our turn now. */
function tell(t: TableState, lines: Line[]): void {
  const position = t.position
  if (!position || t.covered) return
  const props = boardProps(t)
  const game = ui(t)
  if (game && props)
    announce(
      lines
        .map(line => game.say(line, props))
        .filter(Boolean)
        .join(' '),
    )
  if (position.winners.length) {
    play('end')
    announce(words('over.announce', { points: position.points.join(', ') }))
  } else {
    const others = lines.some(line => line.seat !== position.seat && line.seat !== 0)
    play(position.moves.length && others ? 'turn' : 'move')
    if (position.moves.length) announce(words('table.yourTurn'))
  }
}

/* ---- choosing and moving ---- */

export function mayMove(t: TableState): boolean {
  return !!t.position && t.position.moves.length > 0 && !t.replay && !t.covered && !t.sending
}

/* A draft may still grow (a second card): it waits for a confirmation whatever the setting. */
export function select(move: string | null, draft = false): void {
  const t = app.table
  if (!t || !t.position || t.replay || t.sending) return
  if (move !== null && !t.position.moves.includes(move)) {
    whyNot(move, true)
    return
  }
  t.selected = move
  t.preview = null
  t.why = null
  if (move !== null && !draft && app.settings.confirm === 'single') {
    confirm()
    return
  }
  if (move !== null) loadPreview(t)
  redraw()
}

export function confirm(): void {
  const t = app.table
  if (!t?.position || t.selected === null || t.sending || t.replay) return
  t.sending = { number: t.position.number, seat: t.position.seat, move: t.selected }
  transmit(t)
  redraw()
}

/* Sends the move, or sends it again: its number makes sure that it is made once. */
function transmit(t: TableState): void {
  const sent = t.sending!
  app.source.ask('move', { table: t.id, number: sent.number, seat: sent.seat, move: sent.move }).then(
    () => {
      if (t.sending === sent) sent.arrived = true // the position comes later where others may react
      redraw()
    },
    error => {
      if (error instanceof Refusal && error.code === 'lost') return // sent again after the next `watch`
      if (error instanceof Refusal && error.code === 'stale') {
        watch() // settled by what comes next
        return
      }
      if (t.sending === sent) t.sending = null
      t.selected = null
      t.preview = null
      if (error instanceof Refusal && error.code === 'illegal') whyNot(sent.move)
      else complain(error)
      redraw()
    },
  )
}

/* Whether this device wants to be asked for reactions in the present turn. */
export function setReaction(off: boolean): void {
  const t = app.table
  if (!t) return
  t.noReaction = off
  for (const seat of t.told.mine) app.source.ask('react', { table: t.id, seat, off }).catch(complain)
  redraw()
}
