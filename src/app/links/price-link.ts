/** Price history over any screen: `prices=SYMBOL` of an instrument, or of legs joined as at the venue. */
import { joinedSymbol, parseJoinedSymbol } from '../../core/domain/order.ts'
import type { PackageLeg } from '../../core/domain/package/package-leg.ts'
import { type Search, searchOf, searchText, searchWithout } from './screen-links.ts'

export function parsePriceSearch(search: unknown): readonly PackageLeg[] | undefined {
  const symbol = searchText(search, 'prices')
  return symbol === undefined || symbol === '' ? undefined : (parseJoinedSymbol(symbol) ?? [{ symbol, ratio: 1 }])
}

export const priceSearch = (legs: readonly PackageLeg[]): Search => searchOf({ prices: joinedSymbol(legs) })

export const withoutPrices = (search: Search): Search => searchWithout(search, ['prices'])
