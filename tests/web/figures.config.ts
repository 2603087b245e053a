/* figures.config.ts: not tests, but figures of games on the device; see docs/TESTING.md. */
import config from './playwright.config'

export default { ...config, testMatch: 'figures.ts', projects: [{ name: 'device', use: { device: true } }], workers: 1, retries: 0 }
