/* replay.ts: going back to earlier positions of a game. Positions are asked for in bunches and kept. */
import { host } from '../app/host'
import { goOn } from './choose'
import { keyOf, publicNumber } from './look'
import { announce, complain } from '../say/notice'
import { tableAddress } from '../app/route'
import { app, redraw } from '../app/state'
import { endStory } from './story'
import { decisionText, tellReplay } from '../say/telling'
import { choosing, type Replay, type Table } from './table_state'
import { betterPlaces } from './variation'
import { words } from '../say/words'

const bunch = 64

function open(t: Table): Replay {
  if (!t.history.replay) {
    const left = t.choice.is === 'choosing' ? { position: t.told.position, choice: t.choice } : null
    t.history.replay = { at: t.told.number, from: t.told.number, playing: false, left }
  }
  return t.history.replay
}

/* Shows the position that a link names: the first in which so many public moves have been made. */
export function goToPublic(t: Table, at: number): void {
  goTo(t, t.told.log.find(line => (line.public ?? line.number) >= at)?.number ?? t.told.number)
}

/* Shows the position with this number: that many moves have been made. */
export function goTo(t: Table, at: number): void {
  endStory(t)
  const replay = open(t)
  replay.from = replay.at
  replay.at = Math.max(0, Math.min(t.told.number, at))
  if (t.choice.is === 'choosing') t.choice = choosing()
  if (t.history.line?.from !== replay.at) t.history.line = null
  t.highlight = betterPlaces(t)
  load(t, replay.at)
  if (t.told.state === 'over' && app.route.page === 'table')
    host.readdress(tableAddress(t.id, { at: publicNumber(t, replay.at), invite: keyOf(t) }))
  tellReplay(t)
  redraw()
}

export function leaveReplay(t: Table): void {
  const left = t.history.replay?.left
  if (t.history.replay) t.history.replay.playing = false
  t.history.replay = null
  t.history.line = null
  t.highlight = []
  t.jumped = t.told.position
  announce([words(t.told.state === 'over' ? 'answer.closed' : 'replay.left'), decisionText(t)].filter(Boolean).join(' '))
  if (app.route.page === 'table') host.readdress(tableAddress(t.id, { invite: keyOf(t) }))
  if (left && left.position === t.told.position && t.choice.is === 'choosing') t.choice = left.choice
  else goOn(t)
  redraw()
}

const asked = new WeakMap<Table['history']['past'], Set<number>>()

/* Fetches what is missing of the bunch in which a position lies, unless it is on its way. */
export async function load(t: Table, number: number): Promise<void> {
  const { past } = t.history
  const start = Math.floor(number / bunch) * bunch,
    end = Math.min(start + bunch, t.told.number + 1)
  let from = start
  while (from < end && past.has(from)) from++
  let under = asked.get(past)
  if (!under) asked.set(past, (under = new Set()))
  if (from >= end || under.has(start)) return
  under.add(start)
  try {
    const seat = t.told.position?.seat ?? 0
    while (from < end) {
      const { positions } = await app.source.ask('positions', { table: t.id, from, count: end - from, seat })
      for (const p of positions) past.set(p.position.number, p)
      if (!positions.length) break
      from += positions.length // the server may tell fewer than it is asked for
    }
  } catch (error) {
    complain(error)
  }
  under.delete(start)
  redraw()
}

/* All positions, for the graph of points. */
export async function loadAll(t: Table): Promise<void> {
  for (let n = 0; n <= t.told.number && app.table === t; n += bunch) await load(t, n)
}

export function step(t: Table, by: number): void {
  if (t.history.replay) t.history.replay.playing = false
  goTo(t, (t.history.replay?.at ?? t.told.number) + by)
}

export function playOn(t: Table): void {
  const replay = open(t)
  host.cancel(replay.timer)
  replay.playing = !replay.playing
  if (replay.playing && replay.at >= t.told.number) replay.at = 0
  const tick = () => {
    if (!replay.playing || app.table !== t || t.history.replay !== replay) return
    if (replay.at >= t.told.number) {
      replay.playing = false
      redraw()
      return
    }
    if (t.history.past.has(replay.at + 1)) goTo(t, replay.at + 1)
    else load(t, replay.at + 1)
    if (replay.at % bunch > bunch / 2) load(t, replay.at + bunch)
    replay.timer = host.after(tick, 700)
  }
  replay.timer = host.after(tick, 150)
  redraw()
}
