/* markdown.ts: the few marks that the rules use, as nodes: bold, italics, code, links, tables, lists, and [R] for rulings. */
import { h, type Child } from '../ui/dom'
import { words } from '../say/words'

const token = /\*\*\[R\]\*\*|\*\*\[R:\s*([^\]]*)\]\*\*|\[R\]|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|`([^`]+)`|\[([^\]]+)\]\(([^)]+)\)/g

export function inline(text: string): Child[] {
  const out: Child[] = []
  let from = 0
  for (const m of text.matchAll(token)) {
    out.push(text.slice(from, m.index))
    from = m.index! + m[0].length
    if (m[1] !== undefined)
      out.push(
        h(
          'span',
          { class: 'ruling' },
          h('abbr', { class: 'rmark', title: words('rules.ruling') }, words('rules.rulingMark')),
          ' ',
          m[1],
        ),
      )
    else if (m[2] !== undefined) out.push(h('strong', null, inline(m[2])))
    else if (m[3] !== undefined) out.push(h('em', null, m[3]))
    else if (m[4] !== undefined) out.push(h('code', null, m[4]))
    else if (m[5] !== undefined) out.push(m[5])
    else out.push(h('abbr', { class: 'rmark', title: words('rules.ruling') }, words('rules.rulingMark')))
  }
  out.push(text.slice(from))
  return out
}

export function block(text: string): Child {
  if (text.startsWith('|')) {
    const rows = text
      .split('\n')
      .map(row =>
        row
          .replace(/^\||\|$/g, '')
          .split('|')
          .map(cell => cell.trim()),
      )
      .filter(row => !row.every(cell => /^:?-+:?$/.test(cell)))
    return h(
      'div',
      { class: 'scroll' },
      h(
        'table',
        null,
        h(
          'thead',
          null,
          h(
            'tr',
            null,
            rows[0].map(cell => h('th', { scope: 'col' }, inline(cell))),
          ),
        ),
        h(
          'tbody',
          null,
          rows.slice(1).map(row =>
            h(
              'tr',
              null,
              row.map(cell => h('td', null, inline(cell))),
            ),
          ),
        ),
      ),
    )
  }
  if (/^[-*] /.test(text)) return h('p', { class: 'item' }, inline(text.slice(2)))
  return h('p', null, inline(text))
}
