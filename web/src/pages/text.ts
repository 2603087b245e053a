/* text.ts: the board and the moves in words, for those who listen, and a box for moves in notation. */
import { confirm, mayMove, select } from '../choose'
import { h, type Child } from '../dom'
import type { BoardProps, GameUI } from '../game_ui'
import { changeSettings } from '../player'
import { app, redraw } from '../state'
import type { Table } from '../table_state'
import { words } from '../words'

export function inWords(t: Table, game: GameUI, p: BoardProps): Child {
  const open = app.settings.boardText
  return h(
    'details',
    {
      class: 'panel inwords',
      key: 'inwords',
      open,
      ontoggle: (e: Event) => {
        const now = (e.target as HTMLDetailsElement).open
        if (now !== app.settings.boardText) changeSettings({ boardText: now })
      },
    },
    h('summary', { id: 'inwords' }, words('text.title')),
    open && content(t, game, p),
  )
}

function content(t: Table, game: GameUI, p: BoardProps): Child {
  return h(
    'div',
    null,
    mayMove(t) &&
      h(
        'section',
        null,
        h('h3', null, words('text.moves', { count: p.moves.length })),
        h(
          'ul',
          { class: 'movelist' },
          p.moves.map(move =>
            h(
              'li',
              { key: move },
              h(
                'button',
                {
                  class: 'line',
                  'aria-pressed': String(p.selected === move),
                  'data-textmove': move,
                  onclick: () => (p.selected === move ? confirm() : select(move)),
                },
                game.moveLabel(move, p),
                ' ',
                h('code', null, move),
              ),
            ),
          ),
        ),
      ),
    h(
      'section',
      null,
      h('h3', null, words('text.board')),
      h(
        'ul',
        null,
        game.text(p).map(line => h('li', null, line)),
      ),
    ),
  )
}

/* Moves typed as in records. The first Enter shows, the second makes the move. */
export function notationBox(t: Table): Child {
  const open = t.side.notation
  return h(
    'details',
    {
      class: 'panel notation',
      key: 'notation',
      open,
      ontoggle: (e: Event) => {
        t.side.notation = (e.target as HTMLDetailsElement).open
        redraw()
      },
    },
    h('summary', null, words('notation.label')),
    open && notationForm(t),
  )
}

function notationForm(t: Table): Child {
  const moves = mayMove(t) ? t.told.position!.moves : []
  return h(
    'form',
    {
      onsubmit: (e: Event) => {
        e.preventDefault()
        const text = (app.drafts.notation ?? '').trim().replace(/\s+/g, ' ')
        if (!text) return
        if (t.choice.move === text) {
          app.drafts.notation = ''
          confirm()
        } else select(text)
      },
    },
    h('input', {
      id: 'notation',
      type: 'text',
      list: 'legal-moves',
      autocomplete: 'off',
      autocapitalize: 'off',
      spellcheck: 'false',
      'aria-label': words('notation.label'),
      placeholder: words('notation.label'),
      disabled: !moves.length,
      value: app.drafts.notation ?? '',
      oninput: (e: Event) => {
        app.drafts.notation = (e.target as HTMLInputElement).value
      },
    }),
    h(
      'datalist',
      { id: 'legal-moves' },
      moves.slice(0, 200).map(m => h('option', { value: m, key: m })),
    ),
  )
}
