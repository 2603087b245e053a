/* samples.ts: real positions, drawn small by the games themselves, for the start page and the rules. */
import { h, type Child, type VNode } from '../ui/dom'
import { still } from '../board/board'
import { aboutOf, uiOf } from '../model/look'
import { data } from '../app/parts'
import { app } from '../app/state'
import { words } from '../say/words'

interface Sample {
  board: unknown
  view: object
}
const stills = new WeakMap<object, VNode>() // a picture has some thousand parts, and is made once

/* The still picture of a position: the middle of the board, what a selector finds on it, or the 'whole'. */
function stillOf(game: string, { board, view }: Sample, around: string): VNode | null {
  const ui = uiOf(game)
  if (!ui) return null
  const node = stills.get(view) ?? still(ui.picture(board, view))
  stills.set(view, node)
  return { ...node, attrs: { ...node.attrs, mounted: (svg: SVGSVGElement) => crop(svg, around) } }
}

function frame(game: string, cls: string, key: string, sample: Sample | null, around: string): VNode {
  return h('div', { class: cls + ' ' + game, key, 'aria-hidden': 'true' }, sample && stillOf(game, sample, around))
}

const sample = (game: string): Sample | null => data<Sample>('sample.' + game)

/* The sample of a game. */
export const picture = (game: string, cls: string, around = ''): VNode =>
  frame(game, cls, 'picture-' + game + around, sample(game), around)

/* A position that is at hand already. */
export const position = (game: string, key: string, board: unknown, view: unknown, around: string): VNode =>
  frame(game, 'pic', 'position-' + key, { board, view: view as object }, around)

/* Every card of a game, in the reader's language. */
export function cards(game: string): VNode {
  const s = sample(game)
  return h('div', { class: 'gallery', key: 'cards-' + game }, s && uiOf(game)?.cards(s.board, words))
}

/* The picture of a section of the rules, where one helps. */
export function figure(game: string, number: string): Child {
  const around = aboutOf(game)?.pictures[number]
  return (
    around !== undefined &&
    h(
      'figure',
      { key: 'figure', lang: app.settings.language },
      around === 'cards' ? cards(game) : picture(game, around === 'whole' ? 'pic whole' : 'pic', around),
      h('figcaption', { class: 'small muted' }, words(`rules.picture.${game}.${number}`)),
    )
  )
}

/* Crops the picture, so that a part of the board fills the frame. */
function crop(svg: SVGSVGElement, around: string): void {
  if (around === 'whole') return
  const { x, y, width, height } = svg.viewBox.baseVal
  const target = around ? svg.querySelector<SVGGraphicsElement>(around) : null
  const share = target ? 0.46 : 0.56
  let middle = { x: x + width / 2, y: y + height / 2 }
  const matrix = svg.getScreenCTM()
  if (target && matrix) {
    const box = target.getBoundingClientRect()
    middle = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2).matrixTransform(matrix.inverse())
  }
  const inside = (m: number, from: number, size: number) =>
    Math.max(from, Math.min(from + size * (1 - share), m - (size * share) / 2))
  svg.setAttribute('viewBox', [inside(middle.x, x, width), inside(middle.y, y, height), width * share, height * share].join(' '))
  svg.setAttribute('preserveAspectRatio', 'xMidYMid slice')
}
