/* package.ts: what is fetched when somebody wants Castle. */
import { castle } from './index'

export const games = [castle]
