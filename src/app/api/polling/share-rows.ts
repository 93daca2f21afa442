/** Keeps references of unchanged rows between polls to avoid re-renders. */

function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (
    typeof a !== 'object' ||
    typeof b !== 'object' ||
    a === null ||
    b === null ||
    Array.isArray(a) !== Array.isArray(b)
  )
    return false
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>]
  for (const key in left) if (!(key in right) || !isSame(left[key], right[key])) return false
  for (const key in right) if (!(key in left)) return false
  return true
}

/**
 * Returns `fresh` with the old object for every equal row, or the old array if all are equal. `keys` are the fields
 * that identify a row.
 */
export function shareRows<Row extends object>(
  old: readonly Row[] | undefined,
  fresh: readonly Row[],
  keys: readonly (keyof Row)[],
): readonly Row[] {
  if (old === undefined) return fresh
  let byKey: Map<string, Row> | undefined
  const keyOf = (row: Row): string => keys.map(key => String(row[key])).join(' ')
  const before = (row: Row, index: number): Row | undefined => {
    const there = old[index]
    // Most answers list the same rows in the same order; then no key is built.
    if (there !== undefined && keys.every(key => there[key] === row[key])) return there
    byKey ??= new Map(old.map(each => [keyOf(each), each]))
    return byKey.get(keyOf(row))
  }
  let isUnchanged = old.length === fresh.length
  const shared = fresh.map((row, index) => {
    const known = before(row, index)
    const retained = known !== undefined && isSame(known, row) ? known : row
    if (retained !== old[index]) isUnchanged = false
    return retained
  })
  return isUnchanged ? old : shared
}

export const shareValue = <Value>(old: Value | undefined, fresh: Value): Value =>
  old !== undefined && isSame(old, fresh) ? old : fresh
