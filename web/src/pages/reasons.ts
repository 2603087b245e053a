/* reasons.ts: in what a move is better or worse than another, as sentences. */
import { h, type Child } from '../dom'
import { bookOf } from '../games/index'
import type { TermReason } from '../protocol'
import { words } from '../words'

export const reasonList = (game: string, reasons: TermReason[]): Child =>
  h(
    'ul',
    { class: 'reasons' },
    reasons.map(({ term, points }) =>
      h(
        'li',
        { key: term },
        h('span', { class: points < 0 ? 'worth less' : 'worth' }, words('hint.reason', { points })),
        ' ',
        words(`term.${bookOf(game)}.${term}.${points < 0 ? 'less' : 'more'}`),
      ),
    ),
  )
