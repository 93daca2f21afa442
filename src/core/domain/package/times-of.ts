import type { PackageLeg } from './package-leg.ts'

/** Returns how many of `part` equal `whole`; negative if all legs are inverted. Undefined for different packages. */
export function timesOf(whole: readonly PackageLeg[], part: readonly PackageLeg[]): number | undefined {
  const ratios = new Map(part.map(leg => [leg.symbol, leg.ratio]))
  const [first] = whole
  const times = first === undefined ? undefined : first.ratio / (ratios.get(first.symbol) ?? Number.NaN)
  if (times === undefined || !Number.isInteger(times) || times === 0) return undefined
  if (ratios.size !== part.length || whole.length !== part.length) return undefined
  return whole.every(leg => leg.ratio === times * (ratios.get(leg.symbol) ?? Number.NaN)) ? times : undefined
}
