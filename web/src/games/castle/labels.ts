/* labels.ts: places and cards of Castle in words. */

import { count, list } from '../../board/speech'
import { between } from './aloud'
import { Board, Colour, Colours, Props, Space, TowerColour, View } from './types'

export const lineName = (line: string) => line.replace('-', '–')

export function pieces(p: Props, board: Board, houses: Colours, palaces: Colours): string[] {
  const parts: string[] = []
  for (const colour of board.colours) if (palaces[colour]) parts.push(count(p.words, `castle.palaces.${colour}`, palaces[colour]))
  for (const colour of board.colours) if (houses[colour]) parts.push(count(p.words, `castle.houses.${colour}`, houses[colour]))
  return parts
}

export function lineLabel(p: Props, line: string, view: View): string {
  const closing = view.closings.find(it => it.line === line)
  const state = view.walls.includes(line)
    ? p.words('castle.line.wall', { line: lineName(line) })
    : p.words('castle.line.free', { line: lineName(line) })
  const closes = closing ? [count(p.words, 'castle.line.closes', closing.spaces.length)] : []
  return [state, ...closes, between(p, p.board, line)].join(', ')
}

export function spaceLabel(p: Props, board: Board, space: Space, view: View): string {
  const here = view.spaces.find(it => it.space === space.name)
  const city = here?.city ?? view.cities.find(it => it.spaces.includes(space.name))?.city
  const name = p.words(city ? 'castle.space.city' : 'castle.space', {
    space: space.name,
    region: p.words(`castle.region.${space.region}`),
    city: city ?? '',
  })
  const things = here ? pieces(p, board, here.houses, here.palaces) : []
  return things.length ? `${name}: ${things.join(', ')}` : name
}

export function pointLabel(p: Props, board: Board, point: string, view: View): string {
  const tower = view.towers.find(it => it.point === point)
  const water = board.points.find(it => it.name === point)?.water
  const parts = [tower ? p.words(`castle.tower.on.${tower.colour}`, { point }) : p.words('castle.point.free', { point })]
  if (water) parts.push(p.words('castle.water'))
  return parts.join(', ')
}

export function cityLabel(p: Props, board: Board, name: string, view: View): string {
  const city = view.cities.find(it => it.city === name)
  if (!city) return p.words('castle.city', { city: name, n: 0 })
  const towers = board.towers.reduce((sum, colour) => sum + city.towers[colour], 0)
  return [
    p.words('castle.city', { city: name, n: city.spaces.length }),
    count(p.words, 'castle.towers', towers),
    ...pieces(p, board, city.houses, city.palaces),
  ].join(', ')
}

export const colourName = (p: Props, colour: Colour | TowerColour | 'any' | '-' | string) =>
  colour === '-' ? '' : p.words(`castle.colour.${colour}`)
export const cardName = (p: Props, card: string) => p.words(`castle.card.${card}`)
export const rolled = (p: Props, faces: string[]) => list(faces.map(face => colourName(p, face)).filter(face => face))
