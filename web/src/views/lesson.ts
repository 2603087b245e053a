/* lesson.ts: what stands beside the board of an exercise: the task, the answer to what was chosen, and the way on. */
import { again } from '../model/again'
import { answerAt, attemptAt, lightUp } from '../model/exercise'
import { h, icon, type Child } from '../ui/dom'
import { hasDone, noteDone } from '../model/learned'
import { exampleHere, examplesOf, lessonOf, puzzleHere, puzzlesOf, stepHere, type Example, type Puzzle } from '../model/lessons'
import { newestProps, ui } from '../model/look'
import { announce } from '../say/notice'
import { address } from '../app/route'
import { app } from '../app/state'
import type { Table } from '../model/table_state'
import { words } from '../say/words'
import { termText } from './reasons'

/* The panel of the exercise that is played at this table; null at every other table. */
export function lessonPanel(t: Table): Child {
  if (!attemptAt(t)) return null
  const puzzle = puzzleHere()
  const example = exampleHere()
  if (example) return examplePanel(t, example)
  return stepHere() ? stepPanel(t) : puzzle ? puzzlePanel(t, puzzle) : null
}

function panel(t: Table, title: string, at: string, body: Child, buttons: Child): Child {
  return h(
    'section',
    { class: 'panel lesson', key: 'lesson-' + t.id, 'aria-labelledby': 'lesson-title', mounted: () => lightUp(t) },
    h('p', { class: 'small muted' }, at),
    h('h2', { id: 'lesson-title' }, title),
    body,
    h('div', { class: 'buttons' }, buttons),
  )
}

/* The answer is said once, also to who cannot see it. */
function answer(text: string, right: boolean): Child {
  return h(
    'p',
    {
      class: right ? 'answer right' : 'answer',
      key: 'answer-' + text,
      'data-answer': right ? 'right' : 'other',
      mounted: () => announce(text),
    },
    icon(right ? 'icon-confirm' : 'icon-hint'),
    text,
  )
}

const takeBack = (): Child =>
  h('button', { class: 'btn main', 'data-back': true, onclick: again }, icon('icon-undo'), words('lesson.again'))

function stepPanel(t: Table): Child {
  const { route } = app
  const step = stepHere()
  if (route.page !== 'learn' || !step) return null
  const { game } = route
  const steps = lessonOf(game)
  const count = Array.isArray(steps) ? steps.length : 0
  const number = route.step!
  const key = `lesson.${game}.${step.id}.`
  const given = answerAt(t)
  const right = given?.kind === 'right'
  if (right) noteDone(`${game}/${step.id}`)
  const on =
    number < count
      ? h(
          'a',
          { class: right ? 'btn main' : 'btn', 'data-next': true, href: address({ page: 'learn', game, step: number + 1 }) },
          words('lesson.next'),
        )
      : h(
          'a',
          { class: right ? 'btn main' : 'btn', 'data-next': true, href: address({ page: 'learn', game }) },
          words('lesson.end'),
        )
  return panel(
    t,
    words(key + 'title'),
    words('lesson.at', { number, count }),
    [h('p', { key: 'before' }, words(key + 'before')), given && answer(words(key + (right ? 'after' : given.kind)), right)],
    [given && !right && takeBack(), (right || hasDone(`${game}/${step.id}`) || given) && on],
  )
}

function examplePanel(t: Table, example: Example): Child {
  const { route } = app
  if (route.page !== 'examples') return null
  const { game, example: number } = route
  const all = examplesOf(game)
  const count = Array.isArray(all) ? all.length : 0
  const key = `example.${game}.${example.id}.`
  const given = answerAt(t)
  const right = given?.kind === 'right'
  const next =
    number < count &&
    h(
      'a',
      { class: 'btn', 'data-next': true, href: address({ page: 'examples', game, example: number + 1 }) },
      words('example.next'),
    )
  return panel(
    t,
    words(key + 'title'),
    words('example.at', { clause: example.clause, number, count }),
    [h('p', { key: 'before' }, words(key + 'before')), given && answer(words(right ? key + 'after' : 'example.other'), right)],
    [
      given && takeBack(),
      next,
      h(
        'a',
        { class: 'btn', href: address({ page: 'rules', game, clause: example.clause }) },
        icon('icon-rules'),
        words('bar.rules'),
      ),
    ],
  )
}

function puzzlePanel(t: Table, puzzle: Puzzle): Child {
  const { route } = app
  if (route.page !== 'puzzles') return null
  const { game } = route
  const all = puzzlesOf(game)
  const count = Array.isArray(all) ? all.length : 0
  const number = route.puzzle!
  const given = answerAt(t)
  const right = given?.kind === 'right'
  if (right) noteDone(`puzzle/${game}/${puzzle.id}`)
  const p = newestProps(t)
  const best =
    p && ui(t) ? ui(t)!.moveLabel(puzzle.best, { ...p, view: app.attempt?.first ?? p.view, seat: puzzle.seat }) : puzzle.best
  return panel(
    t,
    words('puzzle.find'),
    words('puzzle.at', { game: words('game.' + game), number, count }) + ' · ' + words('puzzle.grade.' + puzzle.grade),
    [
      h('p', { key: 'before' }, words('puzzle.task')),
      given && answer(right ? words('puzzle.right') : words('puzzle.other'), right),
      right && h('p', { key: 'why' }, words('puzzle.why', { move: best, reason: termText(`term.${game}.${puzzle.term}`) })),
    ],
    [
      given && !right && takeBack(),
      right && number < count
        ? h(
            'a',
            { class: 'btn main', 'data-next': true, href: address({ page: 'puzzles', game, puzzle: number + 1 }) },
            words('puzzle.next'),
          )
        : null,
      h('a', { class: 'btn', href: address({ page: 'puzzles', game }) }, words('puzzle.all')),
    ],
  )
}
