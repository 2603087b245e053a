/* covers.config.ts: not tests, but made by the same means. */
import config from './playwright.config'

export default { ...config, testMatch: 'covers.ts' }
