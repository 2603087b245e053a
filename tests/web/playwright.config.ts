/* playwright.config.ts: Debian's Chromium without windows, which takes half the time of the one for people; or with WEB_BROWSER=firefox its
   Firefox. Most tests wait some of the time, so a few run side by side. With WEB_ALL=1 tests with @device run on the page of a static host as well,
   and tests with @views on phones. WEB_VIEW=phone or WEB_VIEW=landscape gives all who say nothing about it a phone, held upright or sideways. */
import os from 'node:os'
import path from 'node:path'
import { defineConfig } from '@playwright/test'
import { every } from './repeat'
import type { View } from './test'

const chromium = {
  executablePath: '/usr/bin/chromium-headless-shell',
  args: [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ],
}

const views = process.env.WEB_VIEW || process.env.WEB_BROWSER ? [] : (['phone', 'landscape'] as const)
const others = [
  { name: 'device', grep: /@device/, use: { device: true } },
  ...views.map(view => ({ name: view, grep: /@views/, use: { view } })),
]

export default defineConfig<{ device: boolean; view: View; painted: boolean }>({
  testDir: __dirname,
  testMatch: '*.spec.ts', // those of core/ run without a browser
  outputDir: process.env.WEB_RESULTS ?? path.join(os.tmpdir(), 'castellany-web-test'),
  timeout: 900000, // generous: the machine may be busy with other tests
  expect: { timeout: 30000 },
  workers: 3, // a third one works while two wait
  fullyParallel: true,
  retries: process.env.CI ? 2 : 0, // a busy machine may be too slow once; by hand every failure shows
  reporter: [['list'], ['./reporter.ts']],
  projects: every ? [{ name: 'server' }, ...others] : [{ name: 'server', grepInvert: /@long/ }],
  use: {
    actionTimeout: 60000,
    navigationTimeout: 60000,
    ...(process.env.WEB_BROWSER === 'firefox'
      ? { browserName: 'firefox', channel: 'moz-firefox', launchOptions: { executablePath: '/usr/bin/firefox-esr' } }
      : { launchOptions: chromium }),
  },
})
