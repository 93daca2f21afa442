/** Market data of the venue's extensions: order book and market summary. */
import type { Decimal } from './decimal.ts'
import type { EntityId } from './ids.ts'
import type { EpochMicros } from './time.ts'

export interface BookLevel {
  readonly price: Decimal
  readonly quantity: Decimal
}

/** Best first on each side. */
export interface OrderBook {
  readonly server_utc_timestamp: EpochMicros
  readonly symbol: string
  readonly buy: readonly BookLevel[]
  readonly sell: readonly BookLevel[]
}

/** One instrument of the market summary; any figure may be missing. */
export interface MarketSummary {
  readonly id: EntityId
  readonly symbol: string
  readonly product_type: string
  readonly best_bid?: Decimal | undefined
  readonly best_ask?: Decimal | undefined
  readonly last_price?: Decimal | undefined
  readonly index_price?: Decimal | undefined
  readonly volume?: Decimal | undefined
  readonly base_volume?: Decimal | undefined
  readonly open_interest?: Decimal | undefined
  readonly price_change?: Decimal | undefined
  readonly low_24?: Decimal | undefined
  readonly high_24?: Decimal | undefined
  readonly funding_rate?: Decimal | undefined
}
