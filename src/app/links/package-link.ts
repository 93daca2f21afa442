/** Links that open a package of positions in the builder. Opening one sends nothing. */
import { dec, mul } from '../../core/domain/decimal.ts'
import { closeTerms } from '../../core/domain/package/closing.ts'
import type { PositionPackage } from '../../core/domain/package/package-of-positions.ts'
import { builderSearch } from './builder-link.ts'
import type { Search } from './screen-links.ts'

/** Adds to a package or rolls it. A single leg has the side on which it trades. */
export function packageSearch({ legs, quantity }: PositionPackage): Search {
  const [only, ...more] = legs
  if (only !== undefined && more.length === 0) {
    const total = mul(quantity, dec(Math.abs(only.ratio)))
    return builderSearch({
      legs: [{ symbol: only.symbol, ratio: 1 }],
      quantity: total,
      side: only.ratio > 0 ? 'buy' : 'sell',
      mode: 'firm',
    })
  }
  return builderSearch({ legs, quantity, side: 'buy', mode: 'rfq' })
}

/**
 * Closes a package: a firm order named as the position, so a long straddle is sold. `legs` are the closing order in
 * buyer's form, as from `packageOfPositions`.
 */
export const closingSearch = (value: PositionPackage): Search => builderSearch({ ...closeTerms(value), mode: 'firm' })
