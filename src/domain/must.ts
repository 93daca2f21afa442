/**
 * What is there by construction, so that its absence is an error of the program; `what` names it. Throws instead of going on with a guess.
 * @example must(legs[0], 'a leg of the package')
 */
export function must<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new Error(`missing: ${what}`)
  return value
}
