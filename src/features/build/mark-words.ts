/** What an option's volatility is made of, or why there is none, in words. */
import type { OptionMark } from '../../pricing/market/base-surface.ts'

const words: Readonly<Record<NonNullable<OptionMark['source'] | OptionMark['why']>, string>> = {
  mid: 'of the mid',
  last: 'of the last trade',
  surface: 'of the surface: its own quote gives none',
  no_quote: 'no quote',
  no_forward: 'no forward',
  not_a_price: 'not a price',
  no_time_left: 'no time left',
  below_intrinsic: 'the price is below intrinsic value',
  no_time_value: 'the price has no time value',
  above_bound: 'the price is above its bound',
}

export const basisWords = (basis: OptionMark['source'] | OptionMark['why']): string | undefined =>
  basis === undefined ? undefined : `Implied volatility in %: ${words[basis]}`

/** Source, and beside a volatility of the surface why it had to stand in. */
export function sourceWords({ source, why }: Pick<OptionMark, 'source' | 'why'>): string | undefined {
  if (source === 'surface' && why !== undefined) return `Of the surface: ${words[why]}`
  return basisWords(source ?? why)
}
