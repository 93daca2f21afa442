/** Initial size of a new draft: 1, or the nearest that every leg allows. */
import { dec } from '../../../../core/domain/decimal.ts'
import type { InstrumentLookup } from '../../../../core/domain/order-rules.ts'
import { nearestQuantity, type PackageLeg, packageSize } from '../../../../core/domain/package/package-leg.ts'
import { emptyDraft } from './draft.ts'

export function startSize(legs: readonly PackageLeg[], listed: Pick<InstrumentLookup, 'bySymbol'> | undefined): string {
  const sized = legs.flatMap(({ symbol, ratio }) => {
    const instrument = listed?.bySymbol(symbol)
    return instrument === undefined ? [] : [{ ratio, instrument }]
  })
  const size = sized.length < legs.length ? undefined : packageSize(sized)
  return size === undefined
    ? emptyDraft.quantity
    : (nearestQuantity(dec(emptyDraft.quantity), size) ?? emptyDraft.quantity)
}
