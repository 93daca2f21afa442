/**
 * What an account was worth at one moment, as the browser keeps it: the venue has no history. A sample is taken only when every input of
 * it is there; what could not be valued is named in `leftOut`, never zero. Amounts in USD unless an asset is named.
 */
import { type Balance, type Position, signedSize, usdReference } from './account.ts'
import { type Decimal, isZero, mul, one, sign } from './decimal.ts'
import { type EquityParts, equityParts, quoteOf } from './equity.ts'
import { type Instrument, parseInstrumentName, type Product, valuedProduct } from './instrument.ts'

export interface SamplePosition {
  readonly symbol: string
  /** Undefined where what it is worth is not known: it is in no sum. */
  readonly product: Product | undefined
  /** Asset that it is quoted in, where the listing says another than its name. */
  readonly quote?: string | undefined
  /** Signed. */
  readonly size: Decimal
  readonly average_entry_price: Decimal
  readonly mark_price: Decimal
  /** The venue's. */
  readonly upnl: Decimal
  /** As the venue said, where it did. */
  readonly margin_value?: Decimal | undefined
  /** Of an option that could be priced: what its greeks are computed by. */
  readonly priced?: PricedBy | undefined
}

/** Forward, volatility as a fraction, and where that came from. */
export interface PricedBy {
  readonly forward: number
  readonly volatility: number
  readonly source: 'mid' | 'last' | 'surface' | 'typed'
}

/** What a balance says beside its cash. */
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
  /** USD of one unit of an asset, by asset. */
  readonly indexes: Readonly<Record<string, Decimal>>
  /** By asset; absent from samples of earlier versions, as the next is. */
  readonly funds?: Readonly<Record<string, Funds>> | undefined
  /** Price of the underlying by base held, in which deltas are valued. */
  readonly underlyings?: Readonly<Record<string, Decimal>> | undefined
  /** Fitted curves by base, packed (`pricing/volatility/volatility-sample.ts`): of the first sample of each quarter of an hour. */
  readonly volatility?: Readonly<Record<string, string>> | undefined
  /** Mids of instruments that were looked at, held or in a working order, by symbol; one without a bid or an ask is not among them. */
  readonly mids?: Readonly<Record<string, Decimal>> | undefined
  /** Time of the sample from which on cash is not explained yet; absent if it is explained until this one. */
  readonly cashFromMs?: number | undefined
  /** Absent where an account holds too many to keep them each minute. */
  readonly positions?: readonly SamplePosition[] | undefined
}

/** USD of one unit; undefined without an index. */
export function usdOf(asset: string, indexes: Readonly<Record<string, Decimal>>): Decimal | undefined {
  return asset === 'USD' ? one : Object.hasOwn(indexes, asset) ? indexes[asset] : undefined
}

/** Asset that a position of a sample is quoted in. */
export const quoteOfHeld = (position: Pick<SamplePosition, 'symbol' | 'quote'>): string => position.quote ?? quoteOf(position.symbol)

/** Underlying asset of an instrument. */
export const baseOf = (symbol: string): string | undefined => parseInstrumentName(symbol)?.base

/** As it is stored: positions lie apart, since charts do not read them. */
export type SavedSample = Omit<Sample, 'positions'>

/** Where the history of an account begins. */
export interface FirstPositions {
  readonly atMs: number
  readonly positions: readonly SamplePosition[]
}

export interface SampleInput {
  readonly atMs: number
  readonly positions: readonly Position[]
  readonly balances: readonly Balance[]
  /** Index of an asset in USD, above zero. */
  indexOf(asset: string): Decimal | undefined
  /** What the venue lists of an instrument, where that is known. */
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

/** Assets whose index a sample of this account needs: what is held, what positions are quoted in, and their underlyings. */
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
  for (const { symbol, cash_balance, reserved_balance: reserved, available_balance: available, withdrawable_balance } of balances) {
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
  return { atMs, equity: equityParts(balances, valued, asset => usdOf(asset, indexes)), cash, funds, indexes, positions: held }
}
