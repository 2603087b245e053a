/* samples.ts: real positions, drawn small by the games themselves, for the start page and the rules. */
import { h, type VNode } from '../dom'
import { uiOf } from '../look'
import { app } from '../state'

const samples = new Map<string, Promise<{ board: any; view: any }>>()

function sample(game: string): Promise<{ board: any; view: any }> {
  let s = samples.get(game)
  if (!s) samples.set(game, s = app.source.asset('sample.' + game).then(text => JSON.parse(text)))
  return s
}

/* A host that fills itself as soon as the position is there. */
export function picture(game: string, cls: string): VNode {
  return h('div', {
    class: cls + ' ' + game, key: 'picture-' + game, foreign: true, 'aria-hidden': 'true',
    mounted: (host: Element) => sample(game).then(s => {
      uiOf(game)?.picture(host, s.board, s.view)
      crop(host)
    }, () => undefined),
  })
}

/* The middle of the board fills the frame: a picture to look at, not a plan. */
function crop(host: Element): void {
  const svg = host.querySelector('svg')
  if (!svg) return
  const { x, y, width, height } = svg.viewBox.baseVal
  const share = .56
  svg.setAttribute('viewBox', [x + width * (1 - share) / 2, y + height * (1 - share) / 2, width * share, height * share].join(' '))
  svg.setAttribute('preserveAspectRatio', 'xMidYMid slice')
}
