/* access.ts: how to play without eyes, without a mouse, with one switch: docs/ACCESS.md as a page. */
import { rulesOf } from '../model/clause'
import { h, type Child } from '../ui/dom'
import { app } from '../app/state'
import { words } from '../say/words'
import { block } from './markdown'

export function accessPage(): Child {
  const guide = rulesOf('access')
  const ready = guide && guide !== 'missing' ? guide : null
  return h(
    'main',
    { class: 'rules', id: 'main', key: 'access', tabindex: '-1' },
    h('h1', null, words('access.read')),
    ready
      ? h(
          'div',
          { class: 'book', lang: ready.language === app.settings.language ? null : ready.language },
          ready.intro.map(block),
          ready.sections.map(section =>
            h(
              'section',
              { key: section.title },
              h('h2', null, section.title),
              section.blocks.map(it => block(it.text)),
            ),
          ),
        )
      : h('p', { class: 'muted' }, words(guide === 'missing' ? 'rules.missing' : 'rules.loading')),
  )
}
