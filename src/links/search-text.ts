/** Search parameters as links carry them: text. Read without schemas, since an address is read before the program is there. */

const longest = 4_000

/** One parameter of any search. Numbers are taken too, since a router may read `qty=10` as one; anything else is none. */
export function searchText(search: unknown, name: string): string | undefined {
  if (typeof search !== 'object' || search === null || Array.isArray(search)) return undefined
  const value = (search as Readonly<Record<string, unknown>>)[name]
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined
  return typeof value === 'string' && value.length <= longest ? value : undefined
}

/** Search parameters as they are made: those that are not set are left out, so that links stay short. */
export type Search = Readonly<Record<string, string>>

export const searchOf = (parameters: Readonly<Record<string, string | undefined>>): Search =>
  Object.fromEntries(Object.entries(parameters).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))

/** One parameter of a search nobody has checked; undefined where it is none, empty or too long to be meant. */
export function textOf(search: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = search[name]
  return typeof value === 'string' && value !== '' && value.length <= 200 ? value : undefined
}
