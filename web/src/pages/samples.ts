/* samples.ts: real positions, drawn small by the games themselves, for the start page and the rules. */
import { h, type Child, type VNode } from '../dom'
import { aboutOf, uiOf } from '../look'
import { app } from '../state'
import { words } from '../words'

const samples = new Map<string, Promise<{ board: unknown; view: unknown }>>()

function sample(game: string): Promise<{ board: unknown; view: unknown }> {
  let s = samples.get(game)
  if (!s) {
    s = app.source.asset('sample.' + game).then(text => JSON.parse(text))
    samples.set(game, s)
    s.catch(() => samples.delete(game)) // the next picture asks again
  }
  return s
}

/* A host that fills itself as soon as the position is there: the middle of the board, what a selector finds on it, or the 'whole'. */
export function picture(game: string, cls: string, around = ''): VNode {
  return h('div', {
    class: cls + ' ' + game,
    key: 'picture-' + game + around,
    foreign: true,
    'aria-hidden': 'true',
    mounted: (host: Element) =>
      Promise.all([sample(game), idle()]).then(
        ([s]) => {
          if (!host.isConnected) return // somebody went on before it was drawn
          uiOf(game)?.picture(host, s.board, s.view)
          crop(host, around)
        },
        () => undefined,
      ),
  })
}

/* A picture has some thousand parts. It waits until the browser has nothing else to do, so that the page answers before it is drawn. */
function idle(): Promise<unknown> {
  return new Promise(done =>
    'requestIdleCallback' in window ? requestIdleCallback(done, { timeout: 1000 }) : setTimeout(done, 50),
  )
}

/* A position that is at hand already. */
export function position(game: string, key: string, board: unknown, view: unknown, around: string): VNode {
  return h('div', {
    class: 'pic ' + game,
    key: 'position-' + key,
    foreign: true,
    'aria-hidden': 'true',
    mounted: (host: Element) => {
      uiOf(game)?.picture(host, board, view)
      crop(host, around)
    },
  })
}

/* Every card of a game, in the reader's language. */
export function cards(game: string): VNode {
  return h('div', {
    class: 'gallery',
    key: 'cards-' + game + app.settings.language,
    foreign: true,
    mounted: (host: Element) =>
      sample(game).then(
        s => uiOf(game)?.cards(host, s.board, words),
        () => undefined,
      ),
  })
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
function crop(host: Element, around: string): void {
  const svg = host.querySelector('svg')
  if (!svg || around === 'whole') return
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
