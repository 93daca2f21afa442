import { add, canonical, type Decimal, div, gt, isZero, min, mul, roundPrice, sub, zero } from './decimal.ts'
import type { EntityId } from './ids.ts'
import type { Side } from './order.ts'
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

/** Any figure may be missing. */
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

/** Market summaries by the instrument's symbol. */
export type Quotes = ReadonlyMap<string, MarketSummary>
export const noQuotes: Quotes = new Map()

/** The quote as displayed when clicked, which the review monitors. */
export interface QuoteTaken {
  readonly symbol: string
  readonly side: Side
  readonly price: Decimal
  /** At that price or better. */
  readonly quantity: Decimal
  readonly seenAtMs: number
}

/** Either may be missing. */
export interface LadderRow {
  readonly id: string
  readonly bid: BookLevel | undefined
  readonly ask: BookLevel | undefined
}

export const ladderRows = ({ buy, sell }: Pick<OrderBook, 'buy' | 'sell'>, depth: number): LadderRow[] =>
  Array.from({ length: Math.min(depth, Math.max(buy.length, sell.length)) }, (_, at) => ({
    id: `level ${at + 1}`,
    bid: buy[at],
    ask: sell[at],
  }))

export interface EstimatedFill {
  /** Σ quantity × price / Σ quantity, to 8 decimals. Undefined without levels. */
  readonly average: Decimal | undefined
  readonly worst: Decimal | undefined
  readonly filled: Decimal
  readonly unfilled: Decimal
}

export function estimatedFill(levels: readonly BookLevel[], quantity: Decimal): EstimatedFill {
  let open = quantity
  let cash = zero
  let worst: Decimal | undefined
  for (const level of levels) {
    if (!gt(open, zero)) break
    const taken = min(open, level.quantity)
    cash = add(cash, mul(taken, level.price))
    open = sub(open, taken)
    worst = level.price
  }
  const filled = sub(quantity, open)
  return {
    average: isZero(filled) ? undefined : canonical(roundPrice(div(cash, filled), 8)),
    worst,
    filled,
    unfilled: open,
  }
}
