/** Keeps the references of rows that did not change from one poll to the next, so that nothing is drawn anew for them. */

function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null || Array.isArray(a) !== Array.isArray(b)) return false
  const aKeys = Object.keys(a)
  return (
    aKeys.length === Object.keys(b).length &&
    aKeys.every(key => key in b && isSame((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]))
  )
}

/** `fresh` with the old object wherever a row is equal to the one before; the old array itself where all are. */
export function shareRows<Row>(old: readonly Row[] | undefined, fresh: readonly Row[], keyOf: (row: Row) => string): readonly Row[] {
  if (old === undefined) return fresh
  const byKey = new Map(old.map(row => [keyOf(row), row]))
  let isUnchanged = old.length === fresh.length
  const shared = fresh.map((row, index) => {
    const before = byKey.get(keyOf(row))
    const kept = before !== undefined && isSame(before, row) ? before : row
    if (kept !== old[index]) isUnchanged = false
    return kept
  })
  return isUnchanged ? old : shared
}

/** The same for one value. */
export const shareValue = <Value>(old: Value | undefined, fresh: Value): Value => (old !== undefined && isSame(old, fresh) ? old : fresh)
