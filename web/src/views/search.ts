/* search.ts: finished games by the name of a player and by game. */
import { h, type Child } from '../ui/dom'
import { gameName, shelf } from '../model/look'
import { during } from '../say/notice'
import type { Row } from '../net/protocol'
import { app, redraw } from '../app/state'
import { words } from '../say/words'
import { line } from './lists'

interface Draft {
  name: string
  game: string
  found: Row[] | null // null: nothing was asked for yet
}

async function search(d: Draft): Promise<void> {
  const name = d.name.trim()
  const player = name ? (await app.source.ask('find', { name })).player : undefined
  const wish = { ...(player && { player }), ...(d.game && { game: d.game }) }
  d.found = player === null ? [] : (await app.source.ask('search', wish)).tables
  redraw()
}

export function searchBox(): Child {
  const d: Draft = (app.drafts.search ??= { name: '', game: '', found: null })
  const choice = (value: string, text: string) => h('option', { value, selected: d.game === value }, text)
  const submit = (e: Event) => {
    e.preventDefault()
    during('search', () => search(d))
  }
  return h(
    'section',
    { class: 'find', key: 'find', 'aria-labelledby': 'find-title' },
    h('h2', { id: 'find-title' }, words('find.title')),
    h(
      'form',
      { class: 'together', role: 'search', onsubmit: submit },
      h('input', {
        type: 'search',
        id: 'find-name',
        maxlength: '24',
        'aria-label': words('find.name'),
        placeholder: words('find.name'),
        value: d.name,
        oninput: (e: Event) => {
          d.name = (e.target as HTMLInputElement).value
        },
      }),
      h(
        'select',
        {
          id: 'find-game',
          'aria-label': words('create.game'),
          onchange: (e: Event) => {
            d.game = (e.target as HTMLSelectElement).value
          },
        },
        choice('', words('find.any')),
        shelf().map(game => choice(game, gameName(game))),
      ),
      h('button', { class: 'btn', 'data-find': true, disabled: app.busy.has('search') }, words('find.go')),
    ),
    d.found &&
      (d.found.length
        ? h(
            'ul',
            { class: 'panel rows found' },
            d.found.map(row => line(row, words('list.replay'))),
          )
        : h('p', { class: 'muted found' }, words('find.none'))),
  )
}
