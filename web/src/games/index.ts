/* index.ts: the games that the page can draw, in the order in which it shows them. A new game is one line here. */

import { dots } from '../../../examples/games/dots/page'
import { GameUI } from '../game_ui'
import { castelli } from './castelli/index'
import { tournament } from './castelli/tournament'
import { castellan } from './castellan/index'
import { castle } from './castle/index'

const games: GameUI[] = [
  castelli, // one to a line
  tournament,
  castle,
  castellan,
]
/* Examples. Only a server for developers (--null) offers them. */
const examples: GameUI[] = [dots]

export const gameUIs: Record<string, GameUI> = Object.fromEntries([...games, ...examples].map(game => [game.name, game]))

/* A variant is called GAME-VARIANT and has the book, the sample and the marks of its game. */
export const bookOf = (game: string): string => game.split('-')[0]

export const firstGame: string = games[0].name
