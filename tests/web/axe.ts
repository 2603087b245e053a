/* axe.ts: looks for what keeps people out, on the page as it stands. */
import fs from 'node:fs'
import type { AxeResults, RunOptions } from 'axe-core'
import { expect, type Person } from './test'

const source = fs.readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const everything: RunOptions = { runOnly: { type: 'tag', values: tags }, rules: { 'color-contrast': { enabled: false } } }
const colours: RunOptions = { runOnly: { type: 'rule', values: ['color-contrast'] } }

/* Contrasts take most of the time, and a hundred lines of one kind have the same: of neighbours that are alike, only some are shown then. */
async function showFew(person: Person, few: boolean): Promise<void> {
  await person.page.evaluate(few => {
    for (const el of document.querySelectorAll('[data-alike]')) el.removeAttribute('data-alike')
    if (!few) return
    if (!document.adoptedStyleSheets.length) {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync('[data-alike] { display: none !important }')
      document.adoptedStyleSheets = [sheet]
    }
    for (const parent of document.querySelectorAll('#app *')) {
      if (parent.childElementCount <= 8) continue
      const kinds = new Map<string, number>()
      for (const el of parent.children) {
        const kind = el.tagName + el.getAttribute('class')
        kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
        if (kinds.get(kind)! > 8) el.setAttribute('data-alike', '')
      }
    }
  }, few)
}

async function run(person: Person, where: string, options: RunOptions): Promise<string[]> {
  const { violations } = await person.page.evaluate(
    options =>
      (window as any).axe.run(document.querySelector('dialog[open]') ?? document, {
        ...options,
        resultTypes: ['violations'],
        iframes: false,
      }) as Promise<AxeResults>,
    options,
  )
  return violations.map(({ id, help, nodes }) => {
    const first = nodes.slice(0, 3).map(node => node.target.join(' ') + ' ' + node.failureSummary)
    return `${where}: ${id}: ${help}: ${first.join(' | ')}`
  })
}

/* Looks at all of WCAG 2.2 AA and axe's own advice, in the dialog if one is open, since nothing else can be used then: at everything, at the contrasts of colours alone, or at all but these. */
export async function axe(person: Person, where: string, what: 'all' | 'colours' | 'no colours' = 'all'): Promise<void> {
  if (!(await person.page.evaluate(() => 'axe' in window))) await person.page.evaluate(source)
  const found: string[] = []
  if (what !== 'colours') found.push(...(await run(person, where, everything)))
  if (what !== 'no colours') {
    await showFew(person, true)
    found.push(...(await run(person, where, colours)))
    await showFew(person, false)
  }
  expect(found).toEqual([])
}
