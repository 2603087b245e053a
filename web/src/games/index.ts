/* index.ts: the games that can be drawn. */

import { GameUI } from '../game_ui'
import { castelli } from './castelli/index'
import { tournament } from './castelli/tournament'
import { castellan } from './castellan/index'
import { castle } from './castle/index'

export const gameUIs: Record<string, GameUI> = { castelli, 'castelli-tournament': tournament, castle, castellan }
