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
}

export interface Sample {
  /** Server time. */
  readonly atMs: number
  readonly equity: EquityParts
  /** Cash balance by asset, without the reference row. */
  readonly cash: Readonly<Record<string, Decimal>>
  /** USD of one unit of an asset, by asset. */
  readonly indexes: Readonly<Record<string, Decimal>>
  /** Fitted curves by base, packed (`pricing/volatility/volatility-sample.ts`): of the first sample of each quarter of an hour. */
  readonly volatility?: Readonly<Record<string, string>> | undefined
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
  const { symbol, average_entry_price, mark_price, upnl } = position
  const listed = listingOf?.(symbol)
  const quote = quoteOf(symbol, listed)
  const product = valuedProduct(symbol, listed, position.product_type)
  const held = { symbol, product, size: signedSize(position), average_entry_price, mark_price, upnl }
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
  for (const balance of balances) if (balance.symbol !== usdReference) cash[balance.symbol] = balance.cash_balance
  const valued = held.map(each => ({
    name: each.symbol,
    product: each.product,
    quote: quoteOfHeld(each),
    value: mul(each.mark_price, each.size),
    upnl: each.upnl,
  }))
  return { atMs, equity: equityParts(balances, valued, asset => usdOf(asset, indexes)), cash, indexes, positions: held }
}
