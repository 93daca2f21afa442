/** A search parameter as a link carries it: text. Numbers are taken too, since a router may read `qty=10` as one; anything else is none. */
import { z } from '../domain/zod.ts'

export const searchText = z
  .union([z.string().max(4000), z.number().transform(String)])
  .optional()
  .catch(undefined)

/** Search parameters as they are made: those that are not set are left out, so that links stay short. */
export type Search = Readonly<Record<string, string>>

export const searchOf = (parameters: Readonly<Record<string, string | undefined>>): Search =>
  Object.fromEntries(Object.entries(parameters).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))

/** One parameter of a search nobody has checked; undefined where it is none, empty or too long to be meant. */
export function textOf(search: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = search[name]
  return typeof value === 'string' && value !== '' && value.length <= 200 ? value : undefined
}
