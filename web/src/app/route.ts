/* route.ts: the page's addresses, all behind the `#` so that an invitation never reaches a server's log. */
import { host } from './host'
import { firstGame } from '../games/index'

export type Route =
  | { page: 'start'; recover?: { name: string; code: string } }
  | { page: 'table'; table: string; invite?: string; at?: number; name?: string }
  | { page: 'rules'; game: string; clause?: string }
  | { page: 'learn'; game: string; step?: number }
  | { page: 'puzzles'; game: string; puzzle?: number }
  | { page: 'examples'; game: string; example: number }
  | { page: 'cards'; game?: string }
  | { page: 'access' }
  | { page: 'luck' }
  | { page: 'waiting' }
  | { page: 'player'; player: string }
  | { page: 'ranking'; game?: string; seats?: number }
  | { page: 'unknown' }

/* An address that somebody typed may hold a lone `%`. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

export function readRoute(hash: string): Route {
  const [path, query] = hash.replace(/^#\/?/, '').split('?')
  const parts = path
    .split('/')
    .filter(p => p !== '')
    .map(decode)
  const args = new URLSearchParams(query ?? '')
  if (!parts.length) return { page: 'start' }
  if (parts[0] === 'table' && parts[1]) {
    const at = parts[2] !== undefined && /^\d+$/.test(parts[2]) ? Number(parts[2]) : undefined
    return { page: 'table', table: parts[1], invite: args.get('invite') ?? undefined, at, name: args.get('name') ?? undefined }
  }
  if (parts[0] === 'recover') return { page: 'start', recover: { name: parts[1] ?? '', code: parts[2] ?? '' } }
  if (parts[0] === 'rules') return { page: 'rules', game: parts[1] ?? firstGame, clause: parts[2] }
  const number = /^[1-9]\d*$/.test(parts[2] ?? '') ? Number(parts[2]) : undefined
  if (parts[0] === 'learn') return { page: 'learn', game: parts[1] ?? firstGame, step: number }
  if (parts[0] === 'puzzles') return { page: 'puzzles', game: parts[1] ?? firstGame, puzzle: number }
  if (parts[0] === 'access') return { page: 'access' }
  if (parts[0] === 'examples' && parts[1] && number) return { page: 'examples', game: parts[1], example: number }
  if (parts[0] === 'cards') return { page: 'cards', game: parts[1] }
  if (parts[0] === 'player' && parts[1]) return { page: 'player', player: parts[1] }
  if (parts[0] === 'ranking') return { page: 'ranking', game: parts[1], seats: number }
  if (parts[0] === 'luck' || parts[0] === 'waiting') return { page: parts[0] }
  return { page: 'unknown' }
}

/* What is given of these, as the end of an address. */
function query(args: Record<string, string | undefined>): string {
  const given = Object.entries(args).filter(([, value]) => value)
  return given.length ? '?' + given.map(([key, value]) => `${key}=${encodeURIComponent(value!)}`).join('&') : ''
}

export function address(route: Route): string {
  switch (route.page) {
    case 'table':
      return (
        `#/table/${encodeURIComponent(route.table)}` +
        (route.at !== undefined ? `/${route.at}` : '') +
        query({ invite: route.invite, name: route.name })
      )
    case 'rules':
      return `#/rules/${route.game}` + (route.clause ? `/${encodeURIComponent(route.clause)}` : '')
    case 'learn':
      return `#/learn/${route.game}` + (route.step !== undefined ? `/${route.step}` : '')
    case 'puzzles':
      return `#/puzzles/${route.game}` + (route.puzzle !== undefined ? `/${route.puzzle}` : '')
    case 'examples':
      return `#/examples/${route.game}/${route.example}`
    case 'cards':
      return '#/cards' + (route.game ? `/${route.game}` : '')
    case 'access':
      return '#/access'
    case 'luck':
    case 'waiting':
      return '#/' + route.page
    case 'player':
      return '#/player/' + encodeURIComponent(route.player)
    case 'ranking':
      return '#/ranking' + (route.game ? `/${route.game}/${route.seats ?? 2}` : '')
    default:
      return '#/'
  }
}

/* The page of a route, without what leads to a place on it: two routes with the same page are one page to a reader. */
export const pageOf = (route: Route): string =>
  route.page + address({ ...route, invite: undefined, at: undefined, name: undefined, clause: undefined } as unknown as Route)

export const tableAddress = (table: string, more: { invite?: string; at?: number; name?: string } = {}) =>
  address({ page: 'table', table, ...more })
export const fullAddress = (hash: string) => host.base() + hash
