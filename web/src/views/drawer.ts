/* drawer.ts: the rules beside the board: the drawer of a table, the advice of the books, and the page of all cards. */
import { rulesOf, type Rules } from '../model/clause'
import { h, icon, type Child } from '../ui/dom'
import { bookOf } from '../games/index'
import { examplesOf } from '../model/lessons'
import { shelf } from '../model/look'
import { gamePart, needWords } from '../app/parts'
import { address } from '../app/route'
import { app, here, redraw, toggleDrawer } from '../app/state'
import { speaksOf } from '../model/synonyms'
import { hasWords, words } from '../say/words'
import { block, inline } from './markdown'
import { cards, figure } from './samples'

/* Where people type what they look for in the rules. */
export const searchBox = (id: string, mounted?: (el: HTMLElement) => void): Child =>
  h('input', {
    id,
    type: 'search',
    value: app.drafts.rules ?? '',
    mounted,
    oninput: (e: Event) => {
      app.drafts.rules = (e.target as HTMLInputElement).value
      redraw()
    },
  })

/* Rules that have been fetched, or what is said instead of them. */
export function whenHere(rules: Rules | 'missing' | null, draw: (rules: Rules) => Child): Child {
  if (rules === null) return h('p', { class: 'muted' }, words('rules.loading'))
  return rules === 'missing' ? h('p', null, words('rules.missing')) : draw(rules)
}

/* Stands at the side of a table; the board stays in sight and the game goes on. */
export function rulesDrawer(): Child {
  const t = here()
  if (!app.drawer || !t) return null
  const game = bookOf(t.told.game)
  const rules = rulesOf(game)
  const query: string = app.drafts.rules ?? ''
  return h(
    'aside',
    {
      class: 'drawer',
      key: 'drawer',
      'aria-label': words('bar.rules'),
      onkeydown: (e: KeyboardEvent) => {
        if (e.key !== 'Escape') return
        e.stopPropagation()
        toggleDrawer(false)
      },
    },
    h(
      'div',
      { class: 'head' },
      h('h2', null, words('rules.title', { game: words('game.' + game) })),
      h(
        'button',
        { class: 'btn bare', 'data-drawer-close': true, 'aria-label': words('dialog.close'), onclick: () => toggleDrawer(false) },
        '×',
      ),
    ),
    h('label', { for: 'drawer-search', class: 'small' }, words('rules.search')),
    searchBox('drawer-search', el => el.focus()),
    !query && inShort(game),
    whenHere(rules, found => clauses(game, found, query)),
    !query && advice(game),
    h('p', null, h('a', { href: address({ page: 'cards', game }) }, words('rules.cards'))),
  )
}

/* The table that is open waits; its game is found again on the start page. */
function exampleLinks(game: string, number: string): Child {
  const all = examplesOf(game)
  if (!Array.isArray(all)) return null
  return all.map(
    (example, i) =>
      example.clause === number && [
        ' ',
        h(
          'a',
          { lang: app.settings.language, href: address({ page: 'examples', game, example: i + 1 }) },
          words('example.link', { title: words(`example.${game}.${example.id}.title`) }),
        ),
      ],
  )
}

const opened = new Set<string>() // the sections that stay open when the table is drawn anew; a picture is drawn where it is seen

function clauses(game: string, rules: Rules, query: string): Child {
  const sections = rules.sections
    .map(s => ({
      ...s,
      blocks: s.blocks.filter(
        b => !query || speaksOf(`${'number' in b ? b.number : ''} ${b.text} ${s.title}`, query, app.settings.language),
      ),
    }))
    .filter(s => s.blocks.length)
  const count = sections.reduce((n, s) => n + s.blocks.length, 0)
  return h(
    'div',
    { lang: rules.language },
    query && h('p', { role: 'status', class: 'muted small', lang: app.settings.language }, words('rules.found', { count })),
    sections.map(s =>
      h(
        'details',
        { key: s.number + s.title + (query ? '?' : ''), open: !!query || opened.has(s.title) },
        h(
          'summary',
          {
            onclick: (e: Event) => {
              if (query) return
              e.preventDefault() // the next drawing opens or closes it
              if (!opened.delete(s.title)) opened.add(s.title)
              redraw()
            },
          },
          s.number,
          ' ',
          s.title,
        ),
        !query && opened.has(s.title) && figure(game, s.number),
        s.blocks.map(b =>
          'number' in b
            ? h(
                'p',
                { key: b.number, 'data-clause': b.number },
                h('b', { class: 'muted' }, b.number),
                ' ',
                inline(b.text),
                exampleLinks(game, b.number),
              )
            : block(b.text),
        ),
      ),
    ),
  )
}

function numbered(beginning: string): string[] {
  const lines: string[] = []
  for (let i = 1; hasWords(beginning + i); i++) lines.push(words(beginning + i))
  return lines
}

const list = (lines: string[]): Child =>
  h(
    'ul',
    null,
    lines.map((line, i) => h('li', { key: i }, line)),
  )

/* The game in a few sentences: goal, turn, points, end. */
export function inShort(game: string): Child {
  if (!needWords() || !gamePart(game)) return null
  const lines = numbered(`short.${game}.`)
  return (
    lines.length > 0 &&
    h('section', { class: 'short', key: 'short', lang: app.settings.language }, h('h2', null, words('short.title')), list(lines))
  )
}

/* What the books advise, and how they want people to behave. */
export function advice(game: string): Child {
  if (!needWords() || !gamePart(game)) return null
  const lines = numbered(`advice.${game}.`)
  return (
    lines.length > 0 &&
    h(
      'section',
      { class: 'advice', key: 'advice', lang: app.settings.language },
      h('h2', null, words('advice.title')),
      list(lines),
      h('h2', null, words('advice.manners')),
      h('p', null, words('advice.manners.' + game)),
    )
  )
}

/* Prints the summary, the cards and the advice: what lies beside a real board. */
export function printSheet(): Child {
  const print = () => {
    const root = document.documentElement
    root.classList.add('sheet')
    window.print()
    root.classList.remove('sheet')
  }
  return hasWords('short.print') && h('button', { class: 'btn', 'data-sheet': true, onclick: print }, words('short.print'))
}

/* Every card of every game. */
export function cardsPage(game: string | undefined): Child {
  return h(
    'main',
    { class: 'rules', id: 'main', key: 'cards', tabindex: '-1' },
    h('h1', null, words('rules.cards')),
    h('p', null, h('button', { class: 'btn', onclick: () => print() }, icon('icon-rules'), words('rules.print'))),
    shelf()
      .filter(name => !game || name === game)
      .map(name =>
        h(
          'section',
          { key: name },
          h('h2', null, h('a', { href: address({ page: 'rules', game: name }) }, words('game.' + name))),
          cards(name),
        ),
      ),
    game && h('p', null, h('a', { class: 'btn', href: address({ page: 'cards' }) }, words('rules.allCards'))),
  )
}
