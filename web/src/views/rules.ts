/* rules.ts: the rules of a game as numbered clauses, searchable, each with an address of its own. */
import { findClause, rulesOf, type Clause, type Rules, type Section } from '../model/clause'
import { h, icon, type Child } from '../ui/dom'
import { examplesOf } from '../model/lessons'
import { aboutOf, shelf } from '../model/look'
import { address } from '../app/route'
import { app } from '../app/state'
import { speaksOf } from '../model/synonyms'
import { words } from '../say/words'
import { advice, inShort, printSheet, searchBox, whenHere } from './drawer'
import { block, inline } from './markdown'
import { figure, position } from './samples'

const matches = (text: string, query: string): boolean => speaksOf(text, query, app.settings.language)

function clause(game: string, c: Clause, chosen: boolean): Child {
  return h(
    'div',
    {
      class: 'clause' + (c.ruling ? ' ruled' : '') + (chosen ? ' chosen' : ''),
      id: 'clause-' + c.number,
      key: c.number,
      tabindex: chosen ? '-1' : undefined,
    },
    h(
      'a',
      {
        class: 'number',
        href: address({ page: 'rules', game, clause: c.number }),
        'aria-label': words('rules.clause', { clause: c.number }),
      },
      c.number,
    ),
    h('p', null, inline(c.text)),
  )
}

/* The rulebooks' examples of a clause: positions that can be opened and played. */
function examples(game: string, number: string): Child {
  const all = shelf().includes(game) ? examplesOf(game) : null
  if (!Array.isArray(all)) return null
  return all.map(
    (example, i) =>
      example.clause === number &&
      h(
        'a',
        {
          class: 'example panel',
          key: 'example-' + example.id,
          'data-example': example.id,
          lang: app.settings.language,
          href: address({ page: 'examples', game, example: i + 1 }),
        },
        position(game, `${game}-${example.id}`, example.board, example.view, example.around),
        h(
          'span',
          null,
          h('b', null, words(`example.${game}.${example.id}.title`)),
          ' ',
          words(`example.${game}.${example.id}.before`),
          h('span', { class: 'onboard' }, icon('icon-play'), words('example.open')),
        ),
      ),
  )
}

function section(game: string, s: Section, query: string, chosen: string | undefined): Child {
  const blocks = s.blocks.filter(b => !query || matches(('number' in b ? b.number + ' ' : '') + b.text + ' ' + s.title, query))
  if (query && !blocks.length) return null
  return h(
    'section',
    {
      key: s.number + s.title,
      id: 'section-' + s.number,
      class: aboutOf(game)?.pictures[s.number] === 'cards' ? 'allcards' : undefined,
    },
    h('h2', null, s.number && h('span', { class: 'muted' }, s.number, ' '), s.title),
    !query && figure(game, s.number),
    blocks.map(b => ('number' in b ? [clause(game, b, b.number === chosen), examples(game, b.number)] : block(b.text))),
  )
}

/* Brings the clause of the address into sight, once. */
let broughtTo = ''
function bring(clauseNumber: string | undefined): void {
  const to = location.hash
  if (!clauseNumber) {
    broughtTo = to
    return
  }
  if (broughtTo === to) return
  const el = document.getElementById('clause-' + clauseNumber)
  if (!el) return
  broughtTo = to
  el.scrollIntoView({ block: 'center' })
  el.focus({ preventScroll: true })
}

const RULINGS = 'rulings' // the page of all games with the reasons for rulings

export function rulesPage(game: string, chosen: string | undefined): Child {
  const rules = rulesOf(game)
  const query: string = app.drafts.rules ?? ''
  return h(
    'main',
    { class: 'rules', id: 'main', key: 'rules', tabindex: '-1', drawn: () => bring(chosen) },
    h(
      'nav',
      { class: 'books', 'aria-label': words('rules.games') },
      [...shelf(), RULINGS].map(name =>
        h(
          'a',
          {
            class: name === game ? 'btn on' : 'btn',
            href: address({ page: 'rules', game: name }),
            'aria-current': name === game ? 'page' : undefined,
          },
          name === RULINGS ? words('rules.rulings') : words('game.' + name),
        ),
      ),
    ),
    h('div', { class: 'search' }, h('label', { for: 'rules-search' }, words('rules.search')), searchBox('rules-search')),
    whenHere(rules, found => book(game, found, query, chosen)),
  )
}

function book(game: string, rules: Rules, query: string, chosen: string | undefined): Child {
  const found = query
    ? rules.sections.flatMap(s => s.blocks).filter(b => matches(('number' in b ? b.number + ' ' : '') + b.text, query)).length
    : -1
  return h(
    'article',
    { class: 'book', lang: rules.language },
    h('h1', null, game === RULINGS ? rules.title : words('rules.title', { game: words('game.' + game) })),
    rules.language !== app.settings.language && h('p', { class: 'muted', lang: app.settings.language }, words('rules.english')),
    !query &&
      h(
        'div',
        { class: 'intro' },
        rules.intro.map(block),
        game !== RULINGS && inShort(game),
        h(
          'ol',
          { class: 'contents' },
          rules.sections
            .filter(s => s.number)
            .map(s =>
              h(
                'li',
                null,
                h(
                  'a',
                  {
                    href: '#section-' + s.number,
                    onclick: (e: Event) => {
                      e.preventDefault()
                      document.getElementById('section-' + s.number)?.scrollIntoView()
                    },
                  },
                  s.number,
                  ' ',
                  s.title,
                ),
              ),
            ),
        ),
      ),
    query && h('p', { role: 'status', class: 'muted', lang: app.settings.language }, words('rules.found', { count: found })),
    rules.sections.map(s => section(game, s, query, chosen)),
    !query && game !== RULINGS && advice(game),
    !query &&
      game !== RULINGS &&
      h(
        'p',
        { class: 'buttons', lang: app.settings.language },
        h('a', { class: 'btn', href: address({ page: 'cards', game }) }, words('rules.cards')),
        h('button', { class: 'btn', onclick: () => print() }, words('rules.print')),
        printSheet(),
      ),
  )
}

/* A clause on its own, for the dialog that a "why not?" opens. */
export function clauseCard(game: string, number: string): Child {
  const rules = rulesOf(game)
  if (rules === null) return h('p', { class: 'muted' }, words('rules.loading'))
  const c = rules !== 'missing' && findClause(rules, number)
  return c ? h('div', { lang: (rules as Rules).language }, clause(game, c, false)) : h('p', null, words('rules.missing'))
}
