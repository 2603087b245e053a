/* board_text.ts: the board and the moves in words, for those who listen, and a box for those who type. */
import { confirm, select } from '../model/choose'
import { mayMove } from '../model/table_state'
import { h, type Child } from '../ui/dom'
import type { BoardProps, BoardText, GameUI } from '../board/game_ui'
import { changeSettings } from '../model/player'
import { app } from '../app/state'
import type { Table } from '../model/table_state'
import { type } from '../say/typed'
import { words } from '../say/words'

export function inWords(t: Table, game: GameUI, p: BoardProps): Child {
  const open = app.settings.boardText
  return h(
    'section',
    { class: 'textbox', key: 'inwords', 'aria-label': words('text.title') },
    h(
      'details',
      {
        class: 'panel inwords',
        open,
        ontoggle: (e: Event) => {
          const now = (e.target as HTMLDetailsElement).open
          if (now !== app.settings.boardText) changeSettings({ boardText: now })
        },
      },
      h('summary', { id: 'inwords' }, words('text.title')),
      open && [board(game.text(p)), mayMove(t) && moveList(game, p)],
    ),
  )
}

function board({ summary, rows, table }: BoardText): Child {
  const lines = (texts: string[]) =>
    h(
      'ul',
      null,
      texts.map(text => h('li', null, text)),
    )
  return [
    h('section', { key: 'summary' }, h('h3', null, words('text.summary')), lines(summary)),
    rows.map((row, i) => h('section', { key: 'row' + i }, h('h3', null, row.title), lines(row.lines))),
    table &&
      h(
        'div',
        { class: 'scroll', key: 'table', tabindex: '0', role: 'region', 'aria-label': table.caption },
        h(
          'table',
          null,
          h('caption', null, table.caption),
          h(
            'thead',
            null,
            h(
              'tr',
              null,
              table.head.map((cell, i) => h('th', { key: i, scope: 'col' }, cell)),
            ),
          ),
          h(
            'tbody',
            null,
            table.rows.map(([first, ...rest], i) =>
              h(
                'tr',
                { key: i },
                h('th', { scope: 'row' }, first),
                rest.map((cell, j) => h('td', { key: j }, cell)),
              ),
            ),
          ),
        ),
      ),
  ]
}

function moveList(game: GameUI, p: BoardProps): Child {
  return h(
    'section',
    { key: 'moves' },
    h('h3', null, words('text.moves', { count: p.moves.length })),
    h(
      'ul',
      { class: 'movelist', 'data-rove': true },
      p.moves.map(move =>
        h(
          'li',
          { key: move },
          h(
            'button',
            {
              class: p.selected === move ? 'line on' : 'line',
              'data-textmove': move,
              onclick: () => (p.selected === move ? confirm() : select(move)),
            },
            game.moveLabel(move, p),
            ' ',
            h('code', null, move),
            p.selected === move && h('span', { class: 'sr' }, words('chosen.mark')),
          ),
        ),
      ),
    ),
  )
}

/* Moves and questions, typed. It is never disabled: after everything that was typed it is empty and keeps the focus. */
export function notationBox(t: Table): Child {
  const open = app.settings.notation
  return h(
    'section',
    { class: 'typing', key: 'notation', 'aria-label': words('notation.title') },
    h(
      'details',
      {
        class: 'panel notation',
        open,
        ontoggle: (e: Event) => {
          const now = (e.target as HTMLDetailsElement).open
          if (now !== app.settings.notation) changeSettings({ notation: now })
        },
      },
      h('summary', null, words('notation.title')),
      open && notationForm(t),
    ),
  )
}

function notationForm(t: Table): Child {
  return [
    h(
      'form',
      {
        onsubmit: (e: Event) => {
          e.preventDefault()
          const text: string = app.drafts.notation ?? ''
          app.drafts.notation = ''
          ;(e.target as HTMLFormElement).querySelector('input')!.value = ''
          type(t, text)
        },
      },
      h('input', {
        id: 'notation',
        type: 'text',
        autocomplete: 'off',
        autocapitalize: 'off',
        spellcheck: 'false',
        enterkeyhint: 'go',
        'aria-label': words('notation.label'),
        'aria-describedby': 'notation-help',
        value: app.drafts.notation ?? '',
        oninput: (e: Event) => {
          app.drafts.notation = (e.target as HTMLInputElement).value
        },
      }),
    ),
    h('p', { class: 'muted small', id: 'notation-help' }, words('notation.help')),
    t.side.answer && h('p', { class: 'answer', 'data-typed-answer': true }, t.side.answer),
  ]
}
