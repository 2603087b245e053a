/* variation_panel.ts: at the table of a variation its name, link, record and the way back; beside a finished game the variations of it. */
import { h, icon, type Child } from '../ui/dom'
import { keyOf } from '../model/look'
import { copy } from '../model/player'
import { fullAddress, tableAddress } from '../app/route'
import { redraw } from '../app/state'
import type { Table } from '../model/table_state'
import { keepVariation, variationAt, variationsOf, type Variation } from '../model/variations'
import { words } from '../say/words'
import { recordLink } from './device'

const nameOf = (it: Variation): string => it.name || words('variation.unnamed', { number: it.at ?? 0 })

/* A link names the variation for whoever gets it. */
const linkTo = (t: Table, it: Variation): string =>
  fullAddress(tableAddress(t.id, { invite: keyOf(t), name: it.name || undefined }))

export function variationPanel(t: Table): Child {
  const it = variationAt(t.id)
  if (!it) return null
  return h(
    'section',
    { class: 'panel variation', key: 'variation', 'aria-label': words('variation.title') },
    h('label', { class: 'small muted', for: 'variation-name' }, words('variation.title')),
    h('input', {
      id: 'variation-name',
      type: 'text',
      maxlength: 60,
      value: it.name,
      placeholder: nameOf(it),
      onchange: (e: Event) => {
        keepVariation({ ...it, name: (e.target as HTMLInputElement).value.trim() })
        redraw()
      },
    }),
    h(
      'div',
      { class: 'buttons' },
      h(
        'button',
        { class: 'btn', 'data-variation-link': true, onclick: () => copy(linkTo(t, it)) },
        icon('icon-link'),
        words('variation.link'),
      ),
      recordLink(t),
      it.of &&
        h(
          'a',
          { class: 'btn', 'data-variation-back': true, href: tableAddress(it.of, { at: it.at }) },
          icon('icon-back'),
          words('variation.back'),
        ),
    ),
  )
}

export function variationList(t: Table): Child {
  const list = variationsOf(t.id)
  return (
    list.length > 0 &&
    h(
      'section',
      { class: 'variations', key: 'variations', 'aria-labelledby': 'variations-title' },
      h('h3', { id: 'variations-title' }, words('variation.list')),
      h(
        'ul',
        null,
        list.map(it => h('li', { key: it.table }, h('a', { href: tableAddress(it.table) }, nameOf(it)))),
      ),
    )
  )
}
