/* labels.ts: places of Castelli in words. */

import { BoardProps } from '../../board/game_ui'
import type { Person } from '../../say/words'
import { count, list, player } from '../../board/speech'
import type { Scene } from './draw'
import { Area, Castle, Landscape, Meadow, Octagon, Side } from './types'

export const emblem = (p: BoardProps, seat: number): string => p.words(`emblem.${seat}`)
/* A player, or the emblem of a colour that nobody plays. */
export const who = (p: BoardProps, seat: number): Person => (p.names[seat] ? player(p, seat) : { name: emblem(p, seat) })
export const sideName = (p: BoardProps, side: Side): string => p.words(`castelli.side.${side}`)
const landscapeName = (p: BoardProps, landscape: Landscape): string => p.words(`castelli.land.${landscape}`)
export const areaName = (p: BoardProps, area: string): string =>
  p.words('castelli.area.name', { cell: area.slice(0, -1), side: sideName(p, area.slice(-1) as Side) })
export const placeName = (p: BoardProps, place: string): string => (/[NESW]$/.test(place) ? areaName(p, place) : place)

/* Which coat points where. */
export function coatNames(p: BoardProps, coats: { seat: number; card: boolean }[]): string {
  const [north, east, south, west] = coats.map(({ seat, card }) =>
    card ? p.words('castelli.coat.card', { name: emblem(p, seat) }) : emblem(p, seat),
  )
  return p.words('castelli.coats', { north, east, south, west })
}

export function meadowLabel(meadow: Meadow, { p, board, shown, view }: Scene): string {
  const laid = shown.tiles.find(tile => tile.cell === meadow.cell)
  const frame = meadow.frame.map(({ icon }) => p.words('castelli.frame', { icon: p.words(`castelli.good.${icon}`, { n: 1 }) }))
  let what: string
  if (laid) {
    const value = board.tiles.find(tile => tile.name === laid.tile)?.value ?? 0
    what = p.words('castelli.meadow.up', { cell: meadow.cell, value, coats: coatNames(p, laid.coats) })
  } else if (view.lifted?.cell === meadow.cell) what = p.words('castelli.meadow.lifted', { cell: meadow.cell })
  else what = p.words('castelli.meadow.down', { cell: meadow.cell })
  return [what, ...frame].join(', ')
}

function castlesText(p: BoardProps, castles: Castle[]): string {
  const counts = new Map<number, number>()
  for (const { seat } of castles) counts.set(seat, (counts.get(seat) ?? 0) + 1)
  return list([...counts].map(([seat, n]) => p.words('castelli.castles.of', { name: who(p, seat), n })))
}

function harvest(area: Area, { p, shown, coming }: Scene): string[] {
  const parts: string[] = []
  const state = shown.areas.find(it => it.area === area.name)
  if (state?.harvested) parts.push(p.words('castelli.harvested'))
  else if (state?.leaders.length)
    parts.push(
      p.words('castelli.influence', {
        sums: state.influence.flatMap((sum, i) => (sum ? [`${who(p, i + 1).name} ${sum}`] : [])),
      }),
    )
  for (const event of coming)
    if (event.key === 'gain' && event.place === area.name && event.seat && event.amount)
      parts.push(p.words('castelli.would', { name: who(p, event.seat), n: event.amount }))
  return parts
}

export function areaLabel(area: Area, scene: Scene, castles: Castle[]): string {
  const { p, shown } = scene
  const here = castles.filter(castle => castle.area === area.name)
  const cell = area.name.slice(0, -1)
  const parts = [landscapeName(p, area.landscape)]
  if (area.symbols) parts.push(count(p.words, 'castelli.symbols', area.symbols))
  parts.push(p.words('castelli.area.name', { cell, side: area.sides.map(side => sideName(p, side)) }))
  if (here.length) parts.push(castlesText(p, here))
  if (area.sites > here.length) parts.push(count(p.words, 'castelli.site', shown.castle_points[cell] ?? 0))
  return [...parts, ...harvest(area, scene)].join(', ')
}

export function octagonLabel(octagon: Octagon, scene: Scene, castles: Castle[], settlement: 'village' | 'city' | null): string {
  const { p, shown } = scene
  const parts = [octagon.cell]
  if (settlement) parts.push(p.words(settlement === 'city' ? 'castelli.city' : 'castelli.village'))
  if (octagon.mine) parts.push(p.words('castelli.mine', { n: shown.mine.silver }), ...harvest(octagon.areas[0], scene))
  else
    for (const area of octagon.areas) {
      const here = castles.filter(castle => castle.area === area.name)
      const sides = area.sides.map(side => sideName(p, side))
      const words = [p.words('castelli.land.sides', { land: landscapeName(p, area.landscape), sides })]
      if (here.length) words.push(castlesText(p, here))
      if (area.sites > here.length) words.push(count(p.words, 'castelli.site', shown.castle_points[octagon.cell] ?? 0))
      parts.push(...words, ...harvest(area, scene))
    }
  return parts.join(', ')
}
