/** The trader's price on an RFQ, for its card. */
import { useInstruments } from '../../api/market/instruments.ts'
import { useOwnerKey } from '../../api/journal/journal-hooks.ts'
import { dec, isZero } from '../../../core/domain/decimal.ts'
import { priceStepOf } from '../../../core/domain/package/package-leg.ts'
import type { PriceWatching } from '../../../core/domain/price-watch.ts'
import { mayBeTaken } from '../../../core/domain/trade-story/trade-count.ts'
import { packageFaults } from '../../../core/pricing/portfolio/package-guard.ts'
import { usePackageMarket } from '../market/use-package-market.ts'
import { happen, removePriceWatch, setPriceWatch, usePriceWatches } from './price-watches.ts'
import { isAlive, type RfqCard } from './rfq-cards.ts'
import type { QuoteState } from './use-quoting.ts'

/** Undefined if signed out, or if the RFQ's side is unknown. */
export function usePriceWatch(card: RfqCard, quoting: QuoteState): PriceWatching | undefined {
  const owner = useOwnerKey()
  const { index } = useInstruments()
  const market = usePackageMarket(card.legs)
  const rfq = card.clientOrderId
  const watch = usePriceWatches(owner).find(each => each.rfq === rfq)
  const { side, legs } = card
  const { isOver, isStale, book } = quoting
  if (owner === undefined || side === undefined) return undefined
  const step = priceStepOf(legs.map(leg => index?.bySymbol(leg.symbol))) ?? dec('0.01')
  const [fault] = watch === undefined ? [] : packageFaults({ legs, side, price: watch.price, step }, market)
  return {
    id: card.id,
    legs,
    side,
    left: card.count.left,
    best: quoting.best?.level.price,
    watch,
    step,
    fault,
    canArm:
      fault === undefined &&
      isAlive(card) &&
      !isZero(card.count.left) &&
      mayBeTaken(card.fillsKnown) &&
      !isOver &&
      !isStale &&
      book?.data !== undefined,
    set: price => setPriceWatch(owner, rfq, price),
    arm: () => void happen(rfq, { kind: 'arm', tries: card.tries.length }),
    disarm: why => void happen(rfq, { kind: 'disarm', disarmed: { why } }),
    remove: () => removePriceWatch(rfq),
  }
}
