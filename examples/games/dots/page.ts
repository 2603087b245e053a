/* page.ts: Dots and Boxes on the page, as an example: a plain board, with words in English only. */

import type { VNode } from '../../../web/src/ui/dom'
import type { BoardProps, Event, GameUI } from '../../../web/src/board/game_ui'
import { type Picture, type Place, placeNode, stillProps } from '../../../web/src/board/board'
import { heading, waiting } from '../../../web/src/board/panel'
import { list, player } from '../../../web/src/board/speech'
import { circle, path, rect, symbol } from '../../../web/src/board/svg'

interface Board {
  columns: number
  rows: number
}
interface View {
  lines: string[] // drawn: "a1-b1"
  owners: number[] // the owner of each box, row by row: a seat, or 0
}
type Props = BoardProps<Board, View>

const STEP = 100

const dot = (name: string) => ({ x: (name.charCodeAt(0) - 97) * STEP, y: (Number(name.slice(1)) - 1) * STEP })

/* All lines of the grid, drawn or not. */
function lines(board: Board): string[] {
  const found: string[] = []
  for (let y = 0; y <= board.rows; y++)
    for (let x = 0; x <= board.columns; x++) {
      const name = (dx: number, dy: number) => String.fromCharCode(97 + x + dx) + (y + dy + 1)
      if (x < board.columns) found.push(`${name(0, 0)}-${name(1, 0)}`)
      if (y < board.rows) found.push(`${name(0, 0)}-${name(0, 1)}`)
    }
  return found
}

function draw(p: Props): Picture {
  const { columns, rows } = p.board
  const view = p.preview?.view ?? p.view
  const places: Place[] = []
  const nodes: VNode[] = view.owners.flatMap((seat, i) =>
    seat ? [symbol(`shield-${seat}`, (i % columns) * STEP + 25, Math.floor(i / columns) * STEP + 25, 50)] : [],
  )
  for (const name of lines(p.board)) {
    const [from, to] = name.split('-').map(dot)
    const drawn = view.lines.includes(name)
    const place: Place = { id: name, ...from, to, moves: p.moves.includes(name) ? [name] : [], why: name }
    const stroke = path(`M${from.x} ${from.y}L${to.x} ${to.y}`, drawn ? 'line' : 'line ghost', {
      stroke: 'currentColor',
      'stroke-width': drawn ? 10 : 4,
      'stroke-dasharray': drawn ? undefined : '6 10',
    })
    const ring = rect(
      Math.min(from.x, to.x) - 12,
      Math.min(from.y, to.y) - 12,
      Math.abs(to.x - from.x) + 24,
      Math.abs(to.y - from.y) + 24,
      '',
    )
    places.push(place)
    nodes.push(placeNode(place, p, `${name}, ${drawn ? 'drawn' : 'free'}`, ring, stroke))
  }
  for (let i = 0; i < (columns + 1) * (rows + 1); i++)
    nodes.push(circle((i % (columns + 1)) * STEP, Math.floor(i / (columns + 1)) * STEP, 9, 'dot'))
  return { box: [-30, -30, columns * STEP + 60, rows * STEP + 60], label: 'Dots and boxes', nodes, places }
}

const owned = (p: Props, seat: number) => p.view.owners.filter(owner => owner === seat).length
const boxes = (n: number) => (n === 1 ? '1 box' : `${n} boxes`)
const said = (event: Event) => (event.key === 'score' ? `closed ${boxes(event.amount ?? 0)}` : '')

export const dots: GameUI<Board, View> = {
  name: 'dots',
  board: () => ({ draw }),
  choice: p =>
    p.moves.length
      ? [heading('Draw a line', 'The fourth side of a box makes it yours, and you draw again.')]
      : [waiting(p, p.turn, '')],
  facts: (p, seat) => [{ icon: `shield-${seat}`, label: boxes(owned(p, seat)), value: String(owned(p, seat)) }],
  say: (line, p) => list([`${player(p, line.seat).name}: ${line.move}`, ...line.events.map(said).filter(Boolean)]),
  places: line => [{ place: line.move, said: line.move }],
  moveLabel: move => `Line ${move}`,
  thing: what => what,
  story: () => [],
  text: p => ({
    summary: [
      `Lines drawn: ${p.view.lines.join(', ') || 'none'}`,
      ...p.names.slice(1).map((name, i) => `${name}: ${boxes(owned(p, i + 1))}`),
    ],
    rows: [],
  }),
  sheet: p => [{ label: 'Boxes', values: p.points }],
  cards: () => null,
  picture: (board, view) => draw(stillProps(board, view)),
}

export const games = [dots]
