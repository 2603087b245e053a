/* index.ts: the games that the page can draw, in the order in which it shows them. A new game is two lines here. */
import type { About, GameUI } from '../board/game_ui'
import castelli from './castelli/game.json'
import castle from './castle/game.json'
import castellan from './castellan/game.json'

interface Package {
  about?: About // of a game that has a book and a place on the start page
  load(): Promise<{ games: GameUI<any, any, any>[] }>
}

export const packages: Record<string, Package> = {
  castelli: { about: castelli, load: () => import('./castelli/package') },
  castle: { about: castle, load: () => import('./castle/package') },
  castellan: { about: castellan, load: () => import('./castellan/package') },
  dots: { load: () => import('../../../examples/games/dots/page') }, // an example, which only a server for developers (--null) offers
}

/* A variant has the book, the sample and the marks of its game. */
export const bookOf = (game: string): string =>
  Object.keys(packages).find(name => packages[name].about?.variants?.includes(game)) ?? game

export const firstGame: string = Object.keys(packages)[0]
