/* land.ts: the ground of Castle, which never changes: sea, coast, regions, grid and borders. */

import { Words } from "../../game_ui"
import { Node, path, rect, round, s, symbol, text } from "../svg"
import { Map2, XY, mapOf, shape, stroke } from "./geometry"
import { Board } from "./types"

export const BOX: [number, number] = [-100, -66] // the north-west corner of the sheet
const SEA = 92,
  RIM = 58

const lands = new WeakMap<Board, { names: string; node: Node }>()

export function land(board: Board, words: Words): Node {
  const names = board.regions.map(region => words(`castle.region.${region}`)).join("|")
  const known = lands.get(board)
  if (known && known.names === names) return known.node
  const map = mapOf(board)
  const node = s(
    "g",
    { class: "ground", "aria-hidden": "true" },
    sea(map),
    beyond(map),
    regions(board, map),
    sheet(map),
    grid(board, map),
    placeNames(map, words),
  )
  lands.set(board, { names, node })
  return node
}

const through = (points: XY[]) => points.map(({ x, y }) => `${round(x)} ${round(y)}`).join("L")

function coastline({ west, east, height }: Map2): string {
  const first = west[0],
    last = west[west.length - 1]
  return (
    `M${first.x} ${-RIM}L${through(west)}L${last.x} ${round(height + RIM)}L${east[east.length - 1].x} ${round(height + RIM)}` +
    `L${through([...east].reverse())}L${east[0].x} ${-RIM}Z`
  )
}

function sea(map: Map2): Node[] {
  const d = coastline(map)
  const side = (points: XY[]) =>
    `M${points[0].x} ${-RIM}L${through(points)}L${points[points.length - 1].x} ${round(map.height + RIM)}`
  const shores = side(map.west) + side(map.east)
  const waves: string[] = []
  for (let i = 0, y = -40; y < map.height + 30; i++, y += 54.58) {
    const drift = (i * 37) % 23
    waves.push(
      `M${-81 + drift} ${round(y)}q5 -6 10 0t10 0t10 0M${map.width + 42 + ((i * 29) % 19)} ${round(y)}q5 -6 10 0t10 0t10 0`,
    )
  }
  return [
    rect(-SEA, -RIM, map.width + 2 * SEA, map.height + 2 * RIM, "water"),
    path(shores, "shore", { "stroke-width": 52, opacity: ".35" }),
    path(shores, "shore", { "stroke-width": 26, opacity: ".5" }),
    path(d, "inland"),
    path(waves.join(""), "wave"),
  ]
}

/* Woods and hills beyond the north and south rim, where nobody builds. */
function beyond({ width, height }: Map2): Node {
  const trees = [40, 62, 262, 300, width - 140, width - 30],
    hills = [118, 140, 344, width - 100, width - 76]
  const tufts: string[] = []
  for (let i = 0, x = 6; x < width; i++, x += 12) {
    const lean = (i % 3) * 2 - 2,
      tall = 6 + ((i * 3) % 7.5)
    tufts.push(`M${x} -9l${lean} ${-tall}M${x} ${round(height + 9)}l${lean} ${tall}`)
  }
  const rim = (y: number) => [
    ...trees.map((x, i) => symbol("wood", x, y + (i % 3) - 1, 22)),
    ...hills.map((x, i) => symbol("rock", x, y - (i % 3), 22)),
  ]
  return s("g", { opacity: ".55" }, rim(-38), rim(height + 42), path(tufts.join(""), "tufts"))
}

function regions(board: Board, map: Map2): Node[] {
  const west = through(map.west),
    east = through(map.east)
  return [
    ...board.regions.flatMap(region => {
      const d = shape(
        map,
        board.spaces.filter(space => space.region === region).map(space => space.name),
      )
      const cls = region.replace("_", "-")
      return [path(d, `region-${cls}`), s("path", { d, fill: `url(#tex-region-${cls})` })]
    }),
    path(`M${west}M${east}`, "coast"),
  ]
}

/* The sheet as a frame over the sea, with round corners inside and out. */
function sheet({ width, height }: Map2): Node[] {
  const w = width + 200,
    h = height + 132
  const round8 = (x: number, y: number, rw: number, rh: number, r: number) =>
    `M${x + r} ${y}h${round(rw - 2 * r)}a${r} ${r} 0 0 1 ${r} ${r}v${round(rh - 2 * r)}a${r} ${r} 0 0 1 ${-r} ${r}h${round(2 * r - rw)}a${r} ${r} 0 0 1 ${-r} ${-r}v${round(2 * r - rh)}a${r} ${r} 0 0 1 ${r} ${-r}Z`
  return [
    path(round8(BOX[0] + 1, BOX[1] + 1, w - 2, h - 2, 13) + round8(-SEA, -RIM, width + 2 * SEA, height + 2 * RIM, 8), "sheet", {
      "fill-rule": "evenodd",
    }),
  ]
}

function grid(board: Board, map: Map2): Node[] {
  const borders = board.lines.filter(line => line.border).map(line => map.line[line.name])
  return [
    path(board.lines.map(line => stroke(map.line[line.name], 0)).join(""), "grid-line"),
    s(
      "g",
      { class: "borders" },
      path(borders.map(line => stroke(line, 0)).join(""), "region-band"),
      path(borders.map(line => stroke(line, 6)).join(""), "region-border"),
    ),
    path(
      board.points
        .map(point => {
          const { x, y } = map.point[point.name]
          return `M${round(x - 3.6)} ${round(y)}a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0 -7.2 0`
        })
        .join(""),
      "point",
    ),
  ]
}

function placeNames({ width, height }: Map2, words: Words): Node[] {
  return [
    text(200, -27, 17, "place-name", words("castle.region.west")),
    text(465, -27, 17, "place-name", words("castle.region.north_east")),
    text(465, height + 40, 17, "place-name", words("castle.region.south_east")),
    s(
      "g",
      { transform: `translate(${width + 48} ${round(height + 26)})`, class: "compass" },
      s("circle", { r: 19 }),
      path("M0 -27 5 -5 27 0 5 5 0 27-5 5-27 0-5 -5Z", "compass-rose"),
      path("M0 -27 5 -5 0 0-5 -5Z", "compass-north"),
    ),
  ]
}
