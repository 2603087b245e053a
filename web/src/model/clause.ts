/* clause.ts: the rules as data: fetched in the player's language, cut into sections and clauses. */
import { bookOf } from '../games/index'
import { isMissing, part } from '../app/parts'
import { app, redraw } from '../app/state'

export interface Clause {
  number: string
  text: string
  ruling: boolean
}
export interface Section {
  title: string
  number: string
  blocks: (Clause | { text: string })[]
}
export interface Rules {
  title: string
  intro: string[]
  sections: Section[]
  language: string
}

/* The rules of a game, or null while they are being fetched. In English if there is no translation. */
export function rulesOf(game: string): Rules | 'missing' | null {
  const name = bookOf(game),
    { language } = app.settings,
    key = `rules.${language}.${name}`
  const file = (l: string) => app.source.asset(`rules.${l}.${name}`).then(text => readRules(text, l))
  return part(key, () => file(language).catch(() => file('en'))) ?? (isMissing(key) ? 'missing' : null)
}

/* Reads a page of rules: `## 3 Scoring` opens a section, a line that starts with `3.5 ` is a clause; `[R]` marks a ruling. */
export function readRules(text: string, language: string): Rules {
  const rules: Rules = { title: '', intro: [], sections: [], language }
  let section: Section | null = null
  for (const block of joinLines(text)) {
    const heading = /^(#+)\s+(.*)$/.exec(block)
    if (heading) {
      if (heading[1].length === 1) {
        rules.title = heading[2]
        continue
      }
      const numbered = /^(\d+)\.?\s+(.*)$/.exec(heading[2])
      section = { number: numbered?.[1] ?? '', title: numbered?.[2] ?? heading[2], blocks: [] }
      rules.sections.push(section)
      continue
    }
    const clause = /^\*{0,2}(\d+\.\d+)\*{0,2}\s+([^]*)$/.exec(block)
    if (clause && section) section.blocks.push({ number: clause[1], text: clause[2], ruling: /\[R\b/.test(clause[2]) })
    else if (section) section.blocks.push({ text: block })
    else rules.intro.push(block)
  }
  return rules
}

/* A clause, a heading, a table row or a list item is a block of its own; other lines that follow each other are one. */
function joinLines(text: string): string[] {
  const out: string[] = []
  let open = false
  for (const line of text.split('\n')) {
    const bare = line.trimEnd()
    if (!bare) {
      open = false
      continue
    }
    const own = /^(#|\||[-*] |\*{0,2}\d+\.\d+\*{0,2} )/.test(bare)
    const table = bare.startsWith('|') && out.length > 0 && out[out.length - 1].startsWith('|')
    if (table) out[out.length - 1] += '\n' + bare
    else if (own || !open) out.push(bare)
    else out[out.length - 1] += ' ' + bare.trim()
    open = !bare.startsWith('#')
  }
  return out
}

export function findClause(rules: Rules, number: string): Clause | null {
  for (const section of rules.sections)
    for (const block of section.blocks) if ('number' in block && block.number === number) return block
  return null
}

export function openClause(game: string, clause: string, reason = ''): void {
  app.dialog = { is: 'clause', game, clause, reason }
  redraw()
}
