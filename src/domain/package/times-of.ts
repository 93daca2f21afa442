import type { PackageLeg } from './package-leg.ts'

/** How many of `part` make up `whole`, below zero where every leg is turned; undefined where they are not the same package. */
export function timesOf(whole: readonly PackageLeg[], part: readonly PackageLeg[]): number | undefined {
  const ratios = new Map(part.map(leg => [leg.symbol, leg.ratio]))
  const [first] = whole
  const times = first === undefined ? undefined : first.ratio / (ratios.get(first.symbol) ?? Number.NaN)
  if (times === undefined || !Number.isInteger(times) || times === 0) return undefined
  if (ratios.size !== part.length || whole.length !== part.length) return undefined
  return whole.every(leg => leg.ratio === times * (ratios.get(leg.symbol) ?? Number.NaN)) ? times : undefined
}
