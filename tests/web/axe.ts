/* axe.ts: looks for what keeps people out, on the page as it stands. */
import AxeBuilder from '@axe-core/playwright'
import { expect, type Person } from './test'

/* Looks at all of WCAG 2.2 AA and axe's own advice: at everything, at the contrasts of colours alone, or at all but these. */
export async function axe(person: Person, where: string, what: 'all' | 'colours' | 'no colours' = 'all'): Promise<void> {
  const builder = new AxeBuilder({ page: person.page }).setLegacyMode() // there are no frames, so no second page is needed
  if (what === 'colours') builder.withRules('color-contrast')
  else builder.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
  if (what === 'no colours') builder.disableRules('color-contrast')
  const { violations } = await builder.analyze()
  const nodes = (found: (typeof violations)[0]['nodes']) =>
    found.slice(0, 3).map(node => node.target.join(' ') + ' ' + node.failureSummary)
  expect(violations.map(v => `${where}: ${v.id}: ${v.help}: ${nodes(v.nodes).join(' | ')}`)).toEqual([])
}
