/** What differs between two summaries of one listing, so that whoever has the earlier one is sent no more than that (RFC 3229). */

/** A row as it is written, by its place in the listing; undefined where one could not be. */
export type WrittenRows = readonly (string | undefined)[]

/**
 * A JSON array of the rows that changed: of each its `symbol` and the fields that are another, null for one that is no more. Undefined where the
 * two list different instruments.
 */
export function changedRows(before: WrittenRows, after: WrittenRows): string | undefined {
  if (before.length !== after.length) return undefined
  const changes: string[] = []
  for (const [place, row] of after.entries()) {
    const old = before[place]
    if (row === old) continue
    const changed = row === undefined || old === undefined ? undefined : changedFields(JSON.parse(old), JSON.parse(row))
    if (changed === undefined) return undefined
    changes.push(JSON.stringify(changed))
  }
  return `[${changes.join(',')}]`
}

type Fields = Readonly<Record<string, unknown>>

function changedFields(old: Fields, fresh: Fields): Fields | undefined {
  if (old['symbol'] !== fresh['symbol']) return undefined
  const changed: Record<string, unknown> = { symbol: fresh['symbol'] }
  for (const name in fresh) if (fresh[name] !== old[name]) changed[name] = fresh[name]
  for (const name in old) if (!(name in fresh)) changed[name] = null
  return changed
}
