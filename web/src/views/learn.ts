/* learn.ts: the contents of a game's lesson, and the page of one step: the table with the lesson beside it. */
import { askForTable } from '../model/exercise'
import { h, icon, type Child } from '../ui/dom'
import { hasDone } from '../model/learned'
import { exampleHere, examplesOf, lessonOf, stepHere } from '../model/lessons'
import { shelf } from '../model/look'
import { address } from '../app/route'
import { app } from '../app/state'
import { words } from '../say/words'
import { tablePage } from './table_page'

export function learnPage(game: string, step: number | undefined): Child {
  if (!shelf().includes(game)) return message(words('page.unknown'))
  const steps = lessonOf(game)
  if (steps === 'missing') return message(words('rules.missing'))
  if (!steps) return message(words('table.loading'))
  if (step === undefined) return contents(game, steps)
  return stepHere() ? exercisePage() : message(words('page.unknown'))
}

/* One example of the rulebooks, at a table of its own. */
export function examplePage(game: string): Child {
  const all = shelf().includes(game) ? examplesOf(game) : 'missing'
  if (!all) return message(words('table.loading'))
  return exampleHere() ? exercisePage() : message(words('page.unknown'))
}

/* The table of the present exercise, or why there is none. */
export function exercisePage(): Child {
  const { attempt } = app
  if (attempt?.refused)
    return message(
      words('error.' + attempt.refused, { message: '' }),
      h('button', { class: 'btn main', onclick: () => askForTable() }, words('lesson.retry')),
    )
  if (!attempt?.table || app.table?.id !== attempt.table) return message(words('table.loading'))
  return tablePage(app.table)
}

export function message(title: string, more?: Child): Child {
  return h(
    'main',
    { class: 'message', id: 'main', key: 'message', tabindex: '-1' },
    icon('castle', 'big'),
    h('h1', null, title),
    more,
    h('a', { class: 'btn', href: '#/' }, words('table.toStart')),
  )
}

function contents(game: string, steps: { id: string }[]): Child {
  const next = steps.findIndex(step => !hasDone(`${game}/${step.id}`))
  return h(
    'main',
    { class: 'learn', id: 'main', key: 'learn', tabindex: '-1' },
    h(
      'nav',
      { class: 'books', 'aria-label': words('rules.games') },
      shelf().map(name =>
        h(
          'a',
          {
            class: name === game ? 'btn on' : 'btn',
            href: address({ page: 'learn', game: name }),
            'aria-current': name === game ? 'page' : undefined,
          },
          words('game.' + name),
        ),
      ),
    ),
    h('h1', null, words('lesson.title', { game: words('game.' + game) })),
    h('p', null, words(`lesson.${game}.goal`)),
    h(
      'ol',
      { class: 'panel steps' },
      steps.map((step, i) =>
        h(
          'li',
          { key: step.id },
          h('a', { href: address({ page: 'learn', game, step: i + 1 }) }, words(`lesson.${game}.${step.id}.title`)),
          hasDone(`${game}/${step.id}`) && h('span', { class: 'done' }, icon('icon-confirm'), words('lesson.done')),
        ),
      ),
    ),
    h(
      'p',
      { class: 'buttons' },
      h(
        'a',
        { class: 'btn main', 'data-begin': true, href: address({ page: 'learn', game, step: Math.max(0, next) + 1 }) },
        words(next > 0 ? 'lesson.goOn' : 'lesson.begin'),
      ),
      h('a', { class: 'btn', href: address({ page: 'rules', game }) }, icon('icon-rules'), words('bar.rules')),
      h('a', { class: 'btn', href: address({ page: 'puzzles', game }) }, icon('icon-hint'), words('puzzle.title')),
    ),
  )
}
