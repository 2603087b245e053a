/* names.ts: tables on this device have names that no server gives: the page knows by the name where a table is. */

const mark = 'here-'

export const isHere = (table: string | undefined): boolean => table?.startsWith(mark) ?? false

/* The time-ordered part of a table's name. */
export const bare = (table: string): string => (isHere(table) ? table.slice(mark.length) : table)

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
