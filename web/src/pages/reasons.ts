/* reasons.ts: in what a move is better or worse than another, as sentences. */
import { h, type Child } from '../dom'
import { bookOf } from '../games/index'
import type { TermReason } from '../protocol'
import { app, redraw } from '../state'
import { needWords, words } from '../words'

/* What a term of an evaluation means. These words are fetched when the first of them is shown. */
export const termText = (key: string): string => (needWords(app.source, 'terms', redraw) ? words(key) : '')

/* What speaks for the move comes first. What is seen at once may speak against it: then the search has seen more, and that is said. */
export const reasonList = (game: string, reasons: TermReason[]): Child => [
  h(
    'ul',
    { class: 'reasons', key: 'reasons' },
    [...reasons.filter(r => r.points >= 0), ...reasons.filter(r => r.points < 0)].map(({ term, points }) =>
      h(
        'li',
        { key: term },
        h('span', { class: points < 0 ? 'worth less' : 'worth' }, words('hint.reason', { points })),
        ' ',
        termText(`term.${bookOf(game)}.${term}.${points < 0 ? 'less' : 'more'}`),
      ),
    ),
  ),
  reasons.reduce((sum, r) => sum + r.points, 0) <= 0 && h('p', { class: 'muted', key: 'later' }, words('hint.later')),
]
