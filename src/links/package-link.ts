/** Links to the builder that open a package of positions there. Opening one sends nothing. */
import { dec, mul } from '../domain/decimal.ts'
import { closeTerms } from '../domain/package/closing.ts'
import type { PositionPackage } from '../domain/package/package-of-positions.ts'
import { builderSearch } from './builder-link.ts'
import type { Search } from './screen-links.ts'

/** To add to a package, or to roll it. A single leg has the side that it is traded on. */
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
 * The same for closing a package: firm, and named as it is held, so that a long straddle is sold. `legs` are in buyer's
 * form of the closing order, as `packageOfPositions` gives them.
 */
export const closingSearch = (value: PositionPackage): Search => builderSearch({ ...closeTerms(value), mode: 'firm' })
