/* puzzles.ts: the puzzles of a game, and the one of today. */
import { h, icon, type Child } from '../ui/dom'
import { hasDone } from '../model/learned'
import { daily, puzzleHere, puzzlesOf, today, type Puzzle } from '../model/lessons'
import { shelf } from '../model/look'
import { address } from '../app/route'
import { words } from '../say/words'
import { exercisePage, message } from './learn'

export function puzzlesPage(game: string, puzzle: number | undefined): Child {
  if (!shelf().includes(game)) return message(words('page.unknown'))
  const all = puzzlesOf(game)
  if (all === 'missing') return message(words('rules.missing'))
  if (!all) return message(words('table.loading'))
  if (puzzle === undefined) return contents(game, all)
  return puzzleHere() ? exercisePage() : message(words('page.unknown'))
}

function contents(game: string, all: Puzzle[]): Child {
  const solved = all.filter(puzzle => hasDone(`puzzle/${game}/${puzzle.id}`)).length
  const now = daily(shelf(), today())
  return h(
    'main',
    { class: 'learn', id: 'main', key: 'puzzles', tabindex: '-1' },
    h(
      'nav',
      { class: 'books', 'aria-label': words('rules.games') },
      shelf().map(name =>
        h(
          'a',
          {
            class: name === game ? 'btn on' : 'btn',
            href: address({ page: 'puzzles', game: name }),
            'aria-current': name === game ? 'page' : undefined,
          },
          words('game.' + name),
        ),
      ),
    ),
    h('h1', null, words('puzzle.title')),
    h('p', null, words('puzzle.about')),
    now &&
      h(
        'p',
        null,
        h(
          'a',
          { class: 'btn main', 'data-today': true, href: address({ page: 'puzzles', ...now }) },
          icon('icon-hint'),
          words('puzzle.today', { game: words('game.' + now.game) }),
        ),
      ),
    h('p', { class: 'muted', role: 'status' }, words('puzzle.solved', { solved, count: all.length })),
    [1, 2, 3].map(grade => graded(game, all, grade)),
  )
}

function graded(game: string, all: Puzzle[], grade: number): Child {
  const rows = all.map((puzzle, i) => ({ puzzle, number: i + 1 })).filter(row => row.puzzle.grade === grade)
  return (
    rows.length > 0 &&
    h(
      'section',
      { key: grade, 'aria-labelledby': 'grade-' + grade },
      h('h2', { id: 'grade-' + grade }, words('puzzle.grade.' + grade)),
      h(
        'ol',
        { class: 'puzzles' },
        rows.map(({ puzzle, number }) => {
          const done = hasDone(`puzzle/${game}/${puzzle.id}`)
          return h(
            'li',
            { key: puzzle.id },
            h(
              'a',
              {
                class: done ? 'btn done' : 'btn',
                href: address({ page: 'puzzles', game, puzzle: number }),
                'aria-label': words(done ? 'puzzle.numberSolved' : 'puzzle.number', { number }),
              },
              done && icon('icon-confirm'),
              number,
            ),
          )
        }),
      ),
    )
  )
}
