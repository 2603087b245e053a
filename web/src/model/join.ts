/* join.ts: sitting down at an open table, with the name that a guest chose for it. */
import { personName } from './look'
import { Refusal } from '../net/source'
import { app } from '../app/state'
import { keep, recall } from '../app/storage'
import { drawPart, keepPart } from './luck'

const asked = 'castellany.named' // the name was asked for, and kept or chosen

/* Whether a guest is to be asked for a name: once, and not if they have chosen one. */
export const asksName = (): boolean => app.player?.kind === 'guest' && !app.player.name && !recall(asked)

/* What the guest is called so far, in the language of the page. */
export const defaultName = (): string => (app.player ? personName(app.player) : '')

/* A name that the server does not take: too long, letters of several scripts, or some that nobody sees. */
function wrongName(error: unknown): never {
  throw error instanceof Refusal && error.code === 'limit' ? new Refusal('name', error.message) : error
}

/* Takes the name that was typed, unless it is the one that everybody sees in their own language anyway. */
export async function takeName(typed: string): Promise<void> {
  const name = typed.trim()
  if (name && name !== defaultName()) app.player = (await app.source.ask('name', { name }).catch(wrongName)).player
  keep(asked, '1')
}

/* Takes a chair, without `seat` the first free one. */
export async function joinTable(table: string, seat?: number, invite?: string): Promise<void> {
  const part = drawPart()
  keepPart(table, part)
  await app.source.ask('join', { table, seat, invite, pledge: part.pledge })
}
