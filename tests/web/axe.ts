/* axe.ts: looks for what keeps people out, on the page as it stands. */
import fs from 'node:fs'
import type { AxeResults, RunOptions } from 'axe-core'
import { expect, type Person } from './test'

const source = fs.readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const everything: RunOptions = { runOnly: { type: 'tag', values: tags }, rules: { 'color-contrast': { enabled: false } } }
const colours: RunOptions = { runOnly: { type: 'rule', values: ['color-contrast'] } }

/* Makes a page ready to be looked at: it is painted, since contrasts need that, and has no parts of boards that are hidden from screen readers:
   axe does not look at them, but walks over thousands of them for every rule. Contrasts take most of the time, and a hundred lines of one kind have
   the same: with `few`, only some of neighbours that are alike are there. Returns what puts it all back. */
async function prepare(person: Person, few: boolean): Promise<() => Promise<void>> {
  const undo = await person.page.evaluateHandle(few => {
    const sheets = document.adoptedStyleSheets
    document.adoptedStyleSheets = []
    const away: [Element, ChildNode[]][] = []
    for (const drawing of document.querySelectorAll('[aria-hidden=true] svg.board')) {
      away.push([drawing, [...drawing.childNodes]])
      drawing.replaceChildren()
    }
    const alike: [HTMLElement, string][] = []
    for (const parent of few ? document.querySelectorAll('#app *') : []) {
      if (parent.childElementCount <= 8) continue
      const kinds = new Map<string, number>()
      for (const el of parent.children) {
        const kind = el.tagName + el.getAttribute('class')
        kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
        if (kinds.get(kind)! > 8) alike.push([el as HTMLElement, (el as HTMLElement).style.display])
      }
    }
    for (const [el] of alike) el.style.setProperty('display', 'none', 'important')
    return () => {
      for (const [el, display] of alike) el.style.display = display
      for (const [drawing, parts] of away) drawing.replaceChildren(...parts)
      document.adoptedStyleSheets = sheets
    }
  }, few)
  return () => undo.evaluate(back => back())
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
  const look = async (options: RunOptions, few: boolean) => {
    const back = await prepare(person, few)
    found.push(...(await run(person, where, options)))
    await back()
  }
  if (what !== 'colours') await look(everything, false)
  if (what !== 'no colours') await look(colours, true)
  expect(found).toEqual([])
}
