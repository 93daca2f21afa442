/** The auditor's own arithmetic, integers of 10^-32, independent of the engine's decimals. */
const digits = 32

export type Units = bigint
export const oneUnit: Units = 10n ** BigInt(digits)
const scales = Array.from({ length: digits + 1 }, (_, places) => 10n ** BigInt(digits - places))

export function units(text: string): Units {
  const point = text.indexOf('.')
  if (point < 0) return BigInt(text) * oneUnit
  const places = text.length - point - 1
  const scale = scales[places]
  if (scale === undefined) throw new Error(`finer than the auditor computes: ${text}`)
  return BigInt(text.slice(0, point) + text.slice(point + 1)) * scale
}

/** Exact product; throws when it needs more digits than there are. */
export function times(a: Units, b: Units): Units {
  const product = a * b
  if (product % oneUnit !== 0n) throw new Error('finer than the auditor computes')
  return product / oneUnit
}
