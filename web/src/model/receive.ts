/* receive.ts: what the server tells about the table on show. No drawing here. */
import { host } from '../app/host'
import { boardHooks, goOn, transmit } from './choose'
import { findNote } from './guide'
import type { Line } from '../board/game_ui'
import { person, personName, ui } from './look'
import { announce, forgetSaid, notice } from '../say/notice'
import { loadChosen } from './preview'
import type {
  ChatMessage,
  Message,
  Moved,
  Pause,
  Position,
  SeatingMessage,
  TableMessage,
  UndoAsked,
  UndoRefused,
  Undone,
} from '../net/protocol'
import { pledgeIfNeeded, reveal } from './luck'
import { tellSeats } from '../say/seats'
import { goToPublic, loadAll } from './replay'
import { beginCounting } from '../views/sheet'
import { play } from '../ui/sound'
import { app, here, redraw } from '../app/state'
import { endStory, tellLines } from './story'
import { watch } from './opening'
import { endText, inFull, tellDecision, tellMoves } from '../say/telling'
import { tellAway } from './turns'
import { choosing, newTable, noHistory, type Table } from './table_state'
import { words } from '../say/words'

export function receive(message: Message): void {
  const t = app.table
  if (!t || !('table' in message) || message.table !== t.id) return
  if (message.is === 'table' || message.is === 'undone') {
    if (message.is === 'table') pledgeIfNeeded(message)
    const told: TableMessage = { ...message, is: 'table' }
    if (t.is === 'here') receiveAgain(t, told, message.is === 'undone')
    else {
      const fresh = (app.table = newTable(t, told, boardHooks()))
      receiveFirst(fresh)
      if (t.is === 'asked' && t.at !== undefined) goToPublic(fresh, t.at)
    }
  } else if (t.is === 'here') receivePart(t, message)
  else if (message.is === 'moved') watch()
  redraw()
}

function receivePart(t: Table, message: Exclude<Message, TableMessage | Undone>): void {
  switch (message.is) {
    case 'moved':
      receiveMoved(t, message)
      break
    case 'pause':
      receivePause(t, message)
      break
    case 'seating':
      receiveSeating(t, message)
      break
    case 'chat':
      receiveChat(t, message)
      break
    case 'undo_asked':
      receiveUndoAsked(t, message)
      break
    case 'undo_refused':
      receiveUndoRefused(t, message)
      break
    case 'luck':
      reveal(message)
      break
  }
}

function receiveFirst(t: Table): void {
  t.last = t.told.log.slice(-1)
  setPosition(t, null, t.told.position)
  if (!t.device.covered) tellDecision(t)
  if (t.told.state === 'over') loadAll(t)
}

/* Whether a table is told to the same viewer again, at most with more moves than before. */
function goesOn(before: TableMessage, now: TableMessage): boolean {
  const same = (line: Line, i: number) => line.move === now.log[i]?.move && line.seat === now.log[i].seat
  return before.position?.seat === now.position?.seat && before.mine.join() === now.mine.join() && before.log.every(same)
}

/* Forgets everything that was taken back, or that this viewer may no longer see. */
function forgetTold(t: Table, otherViewer: boolean): void {
  t.history = noHistory()
  if (!otherViewer) return
  forgetSaid()
  delete app.drafts.notation
}

function receiveAgain(t: Table, told: TableMessage, undone: boolean): void {
  const before = t.told
  const more = goesOn(before, told)
  t.told = told
  if (!more) forgetTold(t, before.position?.seat !== told.position?.seat)
  t.reactions.pause = null
  t.undoAsked = null
  endStory(t)
  t.step = null
  t.jumped = told.position
  t.byHand ||= undone
  if (undone) notice(undoneText(t, before, told))
  if (!more) t.last = told.log.slice(-1)
  else if (told.log.length > before.log.length) t.last = told.log.slice(before.log.length)
  setPosition(t, before.position, told.position)
  const begins = before.state === 'open' && told.state === 'running'
  if (begins) {
    play('start')
    announce(words('table.started'))
  }
  if (before.state === 'running') tellSeats(t, before.chairs)
  if (told.number > before.number) tell(t, t.last)
  else if (before.state === 'running' && told.position?.winners.length) tellEnd(t)
  else if (undone || (begins && !t.device.covered)) tellDecision(t) // a game that begins with this player has no moves yet
  if (!more && told.state === 'over') loadAll(t)
  if (!before.rematch && told.rematch) notice(words('over.rematchWaits'))
  const full = (message: TableMessage) => message.chairs.every(c => c.player)
  if (told.state === 'open' && full(told) && !full(before)) {
    play('turn')
    announce(words('lobby.filled'))
  }
}

function receiveMoved(t: Table, message: Moved): void {
  const before = t.told.position
  if (!before || message.from !== t.told.number) {
    watch()
    return
  }
  t.told = { ...t.told, number: message.number, log: t.told.log.concat(message.lines), position: message.position }
  t.last = message.lines
  t.reactions.pause = null
  t.undoAsked = null
  const asked = !message.lines.some(line => t.told.mine.includes(line.seat)) // none of these lines is a move of this player
  const swaps = before.moves.length > 0 || ui(t)?.isQuestion?.(message.position.view, message.position.seat)
  if (asked && swaps && message.position.moves.length) holdStill(t)
  t.reactions.until = timeToReact(t, message.position)
  setPosition(t, before, message.position)
  if (!t.device.covered) tellLines(t, before, message.lines, message.position)
  if (message.position.winners.length) beginCounting(t)
  tell(t, message.lines)
}

/* When the time for a reaction is over; null if there is no limit, as against computers. Players who may react share the time equally, so
   this is the shortest that it can be. */
function timeToReact(t: Table, { view, seat }: Position): number | null {
  const { reaction, chairs, mine } = t.told
  const people = chairs.some(c => !mine.includes(c.seat) && c.player && c.player.kind !== 'computer')
  if (!reaction || !people || !ui(t)?.isQuestion?.(view, seat)) return null
  return host.now() + (chairs.length > 3 ? (2 * reaction) / 3 : reaction)
}

const settling = 400

/* For a moment, a question that comes by itself takes no answer: the player may have been about to press something else. */
function holdStill(t: Table): void {
  t.fresh = Infinity // the moment begins when the question can be seen, however busy the machine is
  host.frame(() =>
    host.after(() => {
      t.fresh = host.now() + settling
      host.after(redraw, settling)
    }),
  )
}

function setPosition(t: Table, before: Position | null, position: Position | null): void {
  t.received = host.now()
  if (!position) {
    t.choice = choosing()
    return
  }
  renewChoice(t, before, position)
  if (position.turn.length && position.turn.join() !== t.reactions.turn.join()) {
    // during a pause it is nobody's turn, but the turn goes on
    t.reactions.turn = position.turn
    t.reactions.off = false
  }
  coverIfNeeded(t, position)
  if (position.winners.length) t.told.state = 'over'
  goOn(t)
  findNote(t)
}

/* A choice that is still possible stays; one that was made does not. */
function renewChoice(t: Table, before: Position | null, position: Position): void {
  const { choice } = t
  if (choice.is === 'sending') {
    if (choice.number !== position.number) settleSending(t, position)
    return
  }
  const stays = choice.move !== null && before?.seat === position.seat && position.moves.includes(choice.move)
  t.choice = choosing(stays ? choice.move : null)
  loadChosen(t)
}

/* In a tournament, moves at the other table can make ours stale although nothing changed for us. Then it is sent again. */
function settleSending(t: Table, position: Position): void {
  if (t.choice.is !== 'sending') return
  const { number, seat, move, arrived } = t.choice
  const made = t.told.log.some(line => line.number >= number && line.seat === seat && line.move === move)
  if (!made && !arrived && ui(t)?.apart && position.seat === seat && position.moves.includes(move)) {
    t.choice = { ...t.choice, number: position.number }
    transmit(t, t.choice)
  } else t.choice = choosing()
}

/* Hot seat: covers the table until the device is with the player whose hand is shown next. */
function coverIfNeeded(t: Table, position: Position): void {
  if (t.told.mine.length < 2 || !app.settings.cover || t.told.state !== 'running') {
    t.device = { seat: position.seat, covered: false }
    return
  }
  t.device.covered = position.seat !== 0 && position.seat !== t.device.seat
  if (t.device.covered) announce(words('cover.title', { name: person(t, position.seat) }))
}

export function uncover(): void {
  const t = here()
  if (!t?.told.position) return
  t.device = { seat: t.told.position.seat, covered: false }
  redraw()
  host.focusMain()
  tellDecision(t)
}

function receivePause(t: Table, message: Pause): void {
  if (!t.reactions.pause) announce(words('pause.begins'))
  const pause = { ...message, until: host.now() + message.ms }
  t.reactions.pause = pause
  t.reactions.seen = true
  host.after(() => {
    if (app.table !== t || t.reactions.pause !== pause) return
    t.reactions.pause = null
    redraw()
  }, message.ms + 2000)
}

function receiveSeating(t: Table, message: SeatingMessage): void {
  const before = t.told.chairs
  t.told.chairs = message.chairs
  t.told.state = message.state
  tellSeats(t, before)
}

function receiveChat(t: Table, { line, player, seat, name, guest, text, at }: ChatMessage): void {
  t.told.chat = t.told.chat.concat({ line, player, seat, name, guest, text, at })
  if (player === app.player?.id) return
  if (t.side.tab !== 'chat') t.side.unread++
  play('chat')
  announce(words('chat.said', { name: personName({ name, guest }), text }))
}

function receiveUndoAsked(t: Table, message: UndoAsked): void {
  if (t.undoAsked?.to !== message.to)
    announce([words('undo.asks', { name: person(t, message.seat) }), inFull(t, message.lines)].join(' '), true)
  t.undoAsked = message
}

/* Whoever asked and does so no more has withdrawn the question. */
function receiveUndoRefused(t: Table, { seat }: UndoRefused): void {
  const asked = t.undoAsked
  t.undoAsked = null
  if (asked) notice(words(asked.seat === seat ? 'undo.withdrawn' : 'undo.refused', { name: person(t, seat) }))
}

/* What an undo took back: the first move of a player that is no longer there. */
function undoneText(t: Table, before: TableMessage, now: TableMessage): string {
  const gone = before.log.slice(now.log.length).find(line => line.seat > 0)
  const what = gone ? inFull(t, [gone]) : ''
  return what ? words('undo.done.what', { what }) : words('undo.done')
}

function tellEnd(t: Table): void {
  play('end')
  announce(endText(t))
}

/* Says what happened, and what is to be decided now. */
function tell(t: Table, lines: Line[]): void {
  const { position } = t.told
  if (!position || t.device.covered) return
  tellMoves(t, lines)
  if (position.winners.length) tellEnd(t)
  else {
    const others = lines.some(line => line.seat !== position.seat && line.seat !== 0)
    play(position.moves.length && others ? 'turn' : 'move')
    tellDecision(t)
    if (position.moves.length && others) tellAway(t.id, t.told.game)
  }
}
