/* reporter.ts: ends with the numbers in the words that tools/run-tests counts. */
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'

export default class Numbers implements Reporter {
  private passed = 0
  private failed = 0

  onTestEnd(test: TestCase, result: TestResult): void {
    if (result.status === 'passed') this.passed++
    else if (result.status !== 'skipped') this.failed++
  }

  onEnd(): void {
    console.log(`[  PASSED  ] ${this.passed} test(s).`)
    if (this.failed) console.log(`[  FAILED  ] ${this.failed} test(s).`)
  }
}
