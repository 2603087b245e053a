/* axe.ts: looks for what keeps people out, on the page as it stands. */
import AxeBuilder from '@axe-core/playwright'
import { expect, type Person } from './test'

/* `rules` are the names of some rules; without it all of WCAG 2.2 AA and axe's own advice are looked at. */
export async function axe(person: Person, where: string, rules?: string[]): Promise<void> {
  const builder = new AxeBuilder({ page: person.page }).setLegacyMode() // there are no frames, so no second page is needed
  if (rules) builder.withRules(rules)
  else builder.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
  const { violations } = await builder.analyze()
  const nodes = (found: (typeof violations)[0]['nodes']) =>
    found.slice(0, 3).map(node => node.target.join(' ') + ' ' + node.failureSummary)
  expect(violations.map(v => `${where}: ${v.id}: ${v.help}: ${nodes(v.nodes).join(' | ')}`)).toEqual([])
}
