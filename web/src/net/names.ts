/* names.ts: tables on this device have names that no server gives: the page knows by the name where a table is. */

const mark = 'here-'

export const isHere = (table: string | undefined): boolean => table?.startsWith(mark) ?? false

/* The time-ordered part of a table's name. */
export const bare = (table: string): string => (isHere(table) ? table.slice(mark.length) : table)

/* Rows that a server, or this device, tells of a list at once. */
export const page = 50

/* Lists of both in one, latest first. Where one of them has older rows that it has not told yet, those of the other that are older than
   the last one told wait with them: who asks for more gets both. */
export function merge<R extends { table: string }>(lists: R[][]): R[] {
  const from = lists.filter(rows => rows.length >= page).map(rows => bare(rows[rows.length - 1].table))
  const first = from.sort().at(-1) ?? ''
  const told = lists.flat().filter(row => bare(row.table) >= first)
  return told.sort((a, b) => (bare(a.table) < bare(b.table) ? 1 : -1))
}

/* A request as the tables on this device understand it. */
export function inside<T extends object>(args: T): T {
  const out = { ...args } as Record<string, unknown>
  for (const key of ['table', 'before']) if (typeof out[key] === 'string') out[key] = bare(out[key] as string)
  delete out.here
  return out as T
}

/* A message of the tables on this device as the page understands it. The device's player is known by another name there. */
export function outside(text: string, me: string, alias: string): any {
  return JSON.parse(text, (key, value) => {
    if ((key === 'table' || key === 'rematch') && typeof value === 'string') return mark + value
    if (key === 'gone') return (value as string[]).map(table => mark + table)
    return key === 'id' && value === me && me ? alias : value
  })
}
