/* reasons.ts: in what a move is better or worse than another, as sentences. */
import { needWords } from '../app/parts'
import { h, type Child } from '../ui/dom'
import { bookOf } from '../games/index'
import type { Balance, TermReason } from '../net/protocol'
import { words } from '../say/words'

/* What a term of an evaluation means. These words are fetched when the first of them is shown. */
export const termText = (key: string): string => (needWords() ? words(key) : '')

/* What speaks for the move comes first. Reasons look at the end of the turn; where the search has seen more, that is said. */
export const reasonList = (game: string, reasons: TermReason[], balance?: Balance): Child => [
  reasons.length > 0 &&
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
  balance && h('p', { class: 'muted', key: 'later' }, balance === 'later' ? words('hint.later') : termText(`hint.${balance}`)),
]
