/* story.ts: tells what others did, one thing after the other, as steps that a game makes of lines. No drawing here. */
import { host } from '../app/host'
import type { Flight, Line, Step } from '../board/game_ui'
import { APART, tokensOf, type Token } from '../board/steps'
import { propsOf, ui } from './look'
import { complain } from '../say/notice'
import type { Position } from '../net/protocol'
import { pace } from '../app/settings'
import { app, redraw } from '../app/state'
import type { Frame, Table } from './table_state'

const landing = 560 // of the first token of a step
const looking = 180 // at a counter that has just changed
const most = 60 // how many frames may wait; with more, the player has probably looked away

const stepsOf = (t: Table, line: Line, position: Position): Step[] => ui(t)?.story(line, propsOf(t, position)) ?? []

/* A story that the player asked for is told even if stories are switched off. */
const paceOf = (t: Table): number => pace(app.settings) || (t.story?.again ? 1 : 0)

/* Tells what `lines` did. The viewer's own moves are shown at once, with their flights. */
export function tellLines(t: Table, before: Position, lines: Line[], position: Position): void {
  const game = ui(t)
  const own = (line: Line) => t.told.mine.includes(line.seat)
  if (!lines.length || !pace(app.settings) || before.seat !== position.seat || host.hidden()) return stop(t)
  if (position.seat && game?.isQuestion?.(position.view, position.seat)) return stop(t)
  if (own(lines[0])) {
    stop(t)
    const flights = lines.flatMap(line => stepsOf(t, line, position)).flatMap(step => step.flights)
    t.step = { events: [], marks: [], show: [], tumble: false, flights, announce: false, ms: 0 }
    return
  }
  begin(t, before, [{ lines, position }])
}

function begin(t: Table, before: Position, frames: Frame[], again = false): void {
  if (t.history.replay) return
  if (t.story) {
    t.story.frames.push(...frames)
    t.story.frames.splice(0, t.story.frames.length - most)
    return
  }
  t.story = { frames, shown: before, before, line: frames[0].lines[0], steps: [], coming: [], flying: [], again, timer: 0 }
  next(t)
}

/* The next step; after the last one of a frame the next frame; after the last frame the newest position. */
function next(t: Table): void {
  const { story } = t
  if (!story || app.table !== t) return
  const step = story.coming.shift() ?? nextFrame(t)
  if (!step || !paceOf(t)) {
    endStory(t)
    return
  }
  t.step = step
  story.steps.push(step)
  story.flying = tokensOf(step.flights)
  const { length } = story.flying
  const ms = Math.max(step.ms, length ? landing + length * APART + looking : 0)
  land(t, ms)
  redraw()
}

/* Lets one token after the other arrive, so that its counter counts up, and goes on when `left` milliseconds of the step are over. */
function land(t: Table, left: number, wait = landing): void {
  const story = t.story!
  if (!story.flying.length) {
    story.timer = host.after(() => next(t), left * paceOf(t))
    return
  }
  story.timer = host.after(
    () => {
      story.flying.shift()
      land(t, left - wait, APART)
      redraw()
    },
    wait * paceOf(t),
  )
}

function nextFrame(t: Table): Step | undefined {
  const story = t.story!
  for (let frame = story.frames.shift(); frame; frame = story.frames.shift()) {
    const steps = frame.lines.flatMap(line => stepsOf(t, line, frame!.position).map(step => ({ line, step })))
    story.before = story.shown
    story.shown = frame.position
    if (!steps.length) continue
    story.line = frame.lines[0]
    story.steps = []
    story.coming = steps.map(it => it.step)
    lineOf = new WeakMap(steps.map(it => [it.step, it.line]))
    return story.coming.shift()
  }
  return undefined
}

let lineOf = new WeakMap<Step, Line>()

/* The line that is told now. */
export const toldLine = (t: Table): Line | null => (t.story && ((t.step && lineOf.get(t.step)) ?? t.story.line)) || null

function stop(t: Table): void {
  if (t.story) host.cancel(t.story.timer)
  t.story = null
  t.step = null
}

/* Ends the story: the newest position is on show. */
export function endStory(t: Table): void {
  if (!t.story) return
  stop(t)
  redraw()
}

const sum = (all: number[]): number => all.reduce((total, n) => total + n, 0)

/* How many of a good the rest of this frame will show a seat getting. */
export function stillComing(t: Table, seat: number, good: string): number {
  const { story } = t
  if (!story) return 0
  const wanted = (it: Flight) => it.seat === seat && it.good === good
  const later = story.coming.flatMap(step => step.flights).filter(wanted)
  return sum(later.map(it => it.count)) + sum(story.flying.filter(it => wanted(it.flight)).map(it => it.amount))
}

/* Whether the present step has just brought some of it. */
export function justCame(t: Table, seat: number, good: string): boolean {
  if (!t.story || !t.step?.flights.length) return false
  const wanted = ({ flight }: Token) => flight.seat === seat && flight.good === good
  return tokensOf(t.step.flights).filter(wanted).length > t.story.flying.filter(wanted).length
}

/* The lines since the last turn of this viewer; in its turn, those before it. Of a spectator: the last turns of all. */
export function lastRound(t: Table): Line[] {
  const { log, mine } = t.told
  const own = (line: Line) => mine.includes(line.seat)
  let end = log.length
  if (t.told.position?.moves.length) while (end > 0 && (own(log[end - 1]) || !log[end - 1].seat)) end--
  let from = end
  const seats = new Set<number>()
  while (from > 0 && !own(log[from - 1])) {
    const { seat } = log[from - 1]
    if (seat && seat !== log[from]?.seat && seats.has(seat) && !mine.length) break
    if (seat) seats.add(seat)
    from--
  }
  while (from < end && !log[from].seat) from++ // chance belongs to the move before it
  return log.slice(from, end)
}

/* Tells the last round again, from the positions that the server has kept. */
export async function tellAgain(t: Table): Promise<void> {
  const lines = lastRound(t).slice(-most)
  if (!lines.length || t.story || !t.told.position) return
  const { seat } = t.told.position
  const from = lines[0].number,
    count = Math.min(64, lines[lines.length - 1].number - from + 2)
  try {
    const { positions } = await app.source.ask('positions', { table: t.id, from, count, seat })
    if (app.table !== t || t.story || t.history.replay) return
    const known = new Map(positions.map(it => [it.position.number, it.position]))
    known.set(t.told.position.number, t.told.position)
    const frames: Frame[] = []
    for (const line of lines) {
      const position = known.get(line.number + 1)
      if (!position) continue
      if (!line.seat && frames.length) {
        frames[frames.length - 1].lines.push(line)
        frames[frames.length - 1].position = position
      } else frames.push({ lines: [line], position })
    }
    const before = known.get(from)
    if (before && frames.length) begin(t, before, frames, true)
  } catch (error) {
    complain(error)
  }
}
