/* reporter.ts: ends with the numbers in the words that tools/run-tests counts. A test that passed when it was tried again passed. */
import type { FullConfig, Reporter, Suite } from '@playwright/test/reporter'

export default class Numbers implements Reporter {
  private suite: Suite | null = null

  onBegin(_config: FullConfig, suite: Suite): void {
    this.suite = suite
  }

  onEnd(): void {
    const outcomes = (this.suite?.allTests() ?? []).map(test => test.outcome())
    const failed = outcomes.filter(outcome => outcome === 'unexpected').length
    console.log(`[  PASSED  ] ${outcomes.filter(outcome => outcome === 'expected' || outcome === 'flaky').length} test(s).`)
    if (failed) console.log(`[  FAILED  ] ${failed} test(s).`)
  }
}
