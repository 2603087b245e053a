/* package.ts: what is fetched when somebody wants Castellan. */
import { castellan } from './index'

export const games = [castellan]
