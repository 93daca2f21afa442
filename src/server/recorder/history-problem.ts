/** Explains why a history cannot be read or written: its folder or its PostgreSQL. */
import { folderWhy } from '../../exchange/journal/data-folder.ts'

/** Where a recorder stores its history: PostgreSQL if `DATABASE_URL` is set, else SQLite in a folder with one owner. */
export type StoreLocation =
  | { readonly kind: 'postgres'; readonly url: string }
  | { readonly kind: 'sqlite'; readonly folder: string }

const whys: readonly (readonly [RegExp, string])[] = [
  [/^53100|ENOSPC/, 'the disk of its database is full'],
  [/^25006/, 'its database takes nothing to write'],
  [/^58030/, 'the disk of its database fails to read or write'],
  [/^(?:08|57P)|ECONN|ENOENT|ENOTFOUND|ETIMEDOUT|terminat|timeout/i, 'its database does not answer'],
]

export function historyWhy(location: StoreLocation, error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if (location.kind === 'sqlite') return folderWhy(location.folder, error)?.why
  const said = `${(error as NodeJS.ErrnoException).code ?? ''} ${error.message}`
  return whys.find(([pattern]) => pattern.test(said.trimStart()))?.[1]
}

/** Describes the problem for the operator only: a database's message may contain its user or address. */
export function historyProblem(location: StoreLocation, error: unknown): unknown {
  const why = historyWhy(location, error)
  if (why === undefined || !(error instanceof Error)) return error
  const where = location.kind === 'sqlite' ? ` in ${location.folder}` : ''
  return `The history${where} cannot be used: ${why} (${error.message}). It is tried again until that is put right.`
}
