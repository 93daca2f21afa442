/**
 * A snapshot of an account's value, since the venue has no history. Taken only with complete inputs. Items that cannot
 * be valued are in `leftOut`, never zero. Amounts in USD unless an asset is named.
 */
import { type Balance, type Position, signedSize, usdReference } from './account.ts'
import { type Decimal, isZero, mul, one, sign } from './decimal.ts'
import { type EquityParts, equityParts, quoteOf } from './equity.ts'
import { type Instrument, parseInstrumentName, type Product, valuedProduct } from './instrument.ts'

export interface SamplePosition {
  readonly symbol: string
  readonly product: Product | undefined
  /** Quote asset, if the listing differs from the name. */
  readonly quote?: string | undefined
  /** Signed. */
  readonly size: Decimal
  readonly average_entry_price: Decimal
  readonly mark_price: Decimal
  /** Reported by the venue. */
  readonly upnl: Decimal
  readonly margin_value?: Decimal | undefined
  readonly priced?: PricedBy | undefined
}

export interface PricedBy {
  readonly forward: number
  readonly volatility: number
  readonly source: 'mid' | 'last' | 'surface' | 'typed'
}

export interface Funds {
  readonly reserved: Decimal
  readonly available: Decimal
  readonly withdrawable: Decimal
}

export interface Sample {
  /** Server time. */
  readonly atMs: number
  readonly equity: EquityParts
  /** Cash balance by asset, without the reference row. */
  readonly cash: Readonly<Record<string, Decimal>>
  readonly indexes: Readonly<Record<string, Decimal>>
  /** By asset. This and the next are absent in samples of earlier versions. */
  readonly funds?: Readonly<Record<string, Funds>> | undefined
  /** Underlying price by base with positions, for valuing deltas. */
  readonly underlyings?: Readonly<Record<string, Decimal>> | undefined
  /** Packed curves by base (`pricing/volatility/volatility-sample.ts`), once per quarter-hour. */
  readonly volatility?: Readonly<Record<string, string>> | undefined
  /** Mids by symbol of instruments viewed, held or in a working order. Requires a bid and an ask. */
  readonly mids?: Readonly<Record<string, Decimal>> | undefined
  /** Sample time from which cash is unexplained. Absent if explained up to this sample. */
  readonly cashFromMs?: number | undefined
  /** Absent if the account has too many to store each minute. */
  readonly positions?: readonly SamplePosition[] | undefined
}

export function usdOf(asset: string, indexes: Readonly<Record<string, Decimal>>): Decimal | undefined {
  return asset === 'USD' ? one : Object.hasOwn(indexes, asset) ? indexes[asset] : undefined
}

export const quoteOfHeld = (position: Pick<SamplePosition, 'symbol' | 'quote'>): string =>
  position.quote ?? quoteOf(position.symbol)

export const baseOf = (symbol: string): string | undefined => parseInstrumentName(symbol)?.base

/** Stored form. Positions are stored separately, since charts do not read them. */
export type SavedSample = Omit<Sample, 'positions'>

export interface FirstPositions {
  readonly atMs: number
  readonly positions: readonly SamplePosition[]
}

export interface SampleInput {
  readonly atMs: number
  readonly positions: readonly Position[]
  readonly balances: readonly Balance[]
  indexOf(asset: string): Decimal | undefined
  readonly listingOf?: ((symbol: string) => Pick<Instrument, 'quote_asset' | 'tags'> | undefined) | undefined
}

function heldOf(position: Position, listingOf: SampleInput['listingOf']): SamplePosition {
  const { symbol, average_entry_price, mark_price, upnl, margin_value } = position
  const listed = listingOf?.(symbol)
  const quote = quoteOf(symbol, listed)
  const product = valuedProduct(symbol, listed, position.product_type)
  const said = margin_value === undefined ? {} : { margin_value }
  const held = { symbol, product, size: signedSize(position), average_entry_price, mark_price, upnl, ...said }
  return quote === quoteOf(symbol) ? held : { ...held, quote }
}

/** Assets whose index a sample needs: balances, quote assets of positions, and underlyings. */
function assetsOf(positions: readonly SamplePosition[], balances: readonly Balance[]): string[] {
  const cash = balances.map(balance => balance.symbol).filter(symbol => symbol !== usdReference)
  const others = positions.flatMap(position => [quoteOfHeld(position), baseOf(position.symbol) ?? 'USD'])
  return [...new Set([...cash, ...others])].filter(asset => asset !== 'USD').sort()
}

export function sampleOf({ atMs, positions, balances, indexOf, listingOf }: SampleInput): Sample {
  const held = positions.filter(position => !isZero(position.size)).map(position => heldOf(position, listingOf))
  const indexes: Record<string, Decimal> = {}
  for (const asset of assetsOf(held, balances)) {
    const index = indexOf(asset)
    if (index !== undefined && sign(index) > 0) indexes[asset] = index
  }
  const cash: Record<string, Decimal> = {}
  const funds: Record<string, Funds> = {}
  for (const {
    symbol,
    cash_balance,
    reserved_balance: reserved,
    available_balance: available,
    withdrawable_balance,
  } of balances) {
    if (symbol !== usdReference) cash[symbol] = cash_balance
    funds[symbol] = { reserved, available, withdrawable: withdrawable_balance }
  }
  const valued = held.map(each => ({
    name: each.symbol,
    product: each.product,
    quote: quoteOfHeld(each),
    value: mul(each.mark_price, each.size),
    upnl: each.upnl,
  }))
  return {
    atMs,
    equity: equityParts(balances, valued, asset => usdOf(asset, indexes)),
    cash,
    funds,
    indexes,
    positions: held,
  }
}
