/* package.ts: what is fetched when somebody wants Castelli. */
import { castelli } from './index'
import { tournament } from './tournament'

export const games = [castelli, tournament]
