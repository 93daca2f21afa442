/**
 * Returns a value that must exist by construction. Throws naming `what` otherwise. @example must(legs[0], 'a leg of the
 * package')
 */
export function must<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new Error(`missing: ${what}`)
  return value
}
