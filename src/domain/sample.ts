/**
 * What an account was worth at one moment, as the browser keeps it: the venue has no history. A sample is taken only when every input of
 * it is there; what could not be valued is named in `leftOut`, never zero. Amounts in USD unless an asset is named.
 */
import { type Balance, type Position, usdReference } from './account.ts'
import { type Decimal, add, isZero, mul, one, sign, zero } from './decimal.ts'
import { type Product, parseInstrumentName } from './instrument.ts'
import { marketValue, signedSize } from './pnl.ts'

export interface SamplePosition {
  readonly symbol: string
  readonly product: Product | undefined
  /** Signed. */
  readonly size: Decimal
  readonly average_entry_price: Decimal
  readonly mark_price: Decimal
  /** The venue's. */
  readonly upnl: Decimal
}

export interface EquityParts {
  /** Coins by index. */
  readonly cash: Decimal
  /** Mark × size of options, negative for shorts. */
  readonly optionValue: Decimal
  readonly optionUpnl: Decimal
  readonly futuresUpnl: Decimal
  /** Cash of the venue's `USD-REFERENCE` row, where it sends one. */
  readonly reference?: Decimal | undefined
  /** Assets and instruments that are held and not in these sums. */
  readonly leftOut: readonly string[]
}

export interface Sample {
  /** Server time. */
  readonly atMs: number
  readonly equity: EquityParts
  /** Cash balance by asset, without the reference row. */
  readonly cash: Readonly<Record<string, Decimal>>
  /** USD of one unit of an asset, by asset. */
  readonly indexes: Readonly<Record<string, Decimal>>
  /** Absent where an account holds too many to keep them each minute. */
  readonly positions?: readonly SamplePosition[] | undefined
}

/** `value`: cash + option value + futures uPnL. `upnl`: cash + all uPnL. `venue`: the venue's own reference row. */
export type EquityDefinition = 'value' | 'upnl' | 'venue'

/** Undefined where the venue sends no reference row. */
export function equityOf(parts: EquityParts, definition: EquityDefinition): Decimal | undefined {
  if (definition === 'venue') return parts.reference
  return add(parts.cash, add(parts.futuresUpnl, definition === 'value' ? parts.optionValue : parts.optionUpnl))
}

/** Unrealised P&L of all positions. */
export const upnlOf = (parts: EquityParts): Decimal => add(parts.optionUpnl, parts.futuresUpnl)

/** Instruments whose index values an asset in USD, in the order they are asked. */
export const indexSymbols = (asset: string): readonly string[] => [`${asset}-USD`, `${asset}-USD-PERPETUAL`]

/** USD of one unit; undefined without an index. */
export function usdOf(asset: string, indexes: Readonly<Record<string, Decimal>>): Decimal | undefined {
  return asset === 'USD' ? one : Object.hasOwn(indexes, asset) ? indexes[asset] : undefined
}

const products: Readonly<Record<string, Product>> = { option: 'option', perpetual_future: 'perpetual', future: 'future', spot: 'spot' }

export const productOfPosition = (position: Pick<Position, 'symbol' | 'product_type'>): Product | undefined =>
  (Object.hasOwn(products, position.product_type) ? products[position.product_type] : undefined) ??
  parseInstrumentName(position.symbol)?.product

/** Asset that an instrument is quoted in; the name of a dated one does not say it, and such are quoted in USD. */
export function quoteOf(symbol: string): string {
  const name = parseInstrumentName(symbol)
  return name !== undefined && 'quote' in name ? name.quote : 'USD'
}

/** Underlying asset of an instrument. */
export const baseOf = (symbol: string): string | undefined => parseInstrumentName(symbol)?.base

export interface SampleInput {
  readonly atMs: number
  readonly positions: readonly Position[]
  readonly balances: readonly Balance[]
  /** Index of an asset in USD, above zero. */
  indexOf(asset: string): Decimal | undefined
}

/** Assets whose index a sample of this account needs: what is held, what positions are quoted in, and their underlyings. */
export function assetsOf(positions: readonly Pick<Position, 'symbol'>[], balances: readonly Pick<Balance, 'symbol'>[]): string[] {
  const held = balances.map(balance => balance.symbol).filter(symbol => symbol !== usdReference)
  const others = positions.flatMap(position => [quoteOf(position.symbol), baseOf(position.symbol) ?? 'USD'])
  return [...new Set([...held, ...others])].filter(asset => asset !== 'USD').sort()
}

export function sampleOf({ atMs, positions, balances, indexOf }: SampleInput): Sample {
  const open = positions.filter(position => !isZero(position.size))
  const indexes: Record<string, Decimal> = {}
  for (const asset of assetsOf(open, balances)) {
    const index = indexOf(asset)
    if (index !== undefined && sign(index) > 0) indexes[asset] = index
  }
  const cash: Record<string, Decimal> = {}
  for (const balance of balances) if (balance.symbol !== usdReference) cash[balance.symbol] = balance.cash_balance
  const reference = balances.find(balance => balance.symbol === usdReference)?.cash_balance
  const kept = open.map(
    (position): SamplePosition => ({
      symbol: position.symbol,
      product: productOfPosition(position),
      size: signedSize(position),
      average_entry_price: position.average_entry_price,
      mark_price: position.mark_price,
      upnl: position.upnl,
    }),
  )
  return { atMs, equity: { ...partsOf(cash, kept, indexes), reference }, cash, indexes, positions: kept }
}

function partsOf(
  cash: Readonly<Record<string, Decimal>>,
  positions: readonly SamplePosition[],
  indexes: Readonly<Record<string, Decimal>>,
): Omit<EquityParts, 'reference'> {
  const leftOut: string[] = []
  const inUsd = (amount: Decimal, asset: string, name: string): Decimal => {
    const price = usdOf(asset, indexes)
    if (price === undefined && !isZero(amount)) leftOut.push(name)
    return price === undefined ? zero : mul(amount, price)
  }
  let total = zero
  for (const [asset, amount] of Object.entries(cash)) total = add(total, inUsd(amount, asset, asset))
  let [optionValue, optionUpnl, futuresUpnl] = [zero, zero, zero]
  for (const position of positions) {
    const quote = quoteOf(position.symbol)
    const upnl = inUsd(position.upnl, quote, position.symbol)
    if (position.product === 'option') {
      optionUpnl = add(optionUpnl, upnl)
      optionValue = add(optionValue, inUsd(marketValue({ ...position, side: '' }), quote, position.symbol))
    } else if (position.product === 'perpetual' || position.product === 'future') futuresUpnl = add(futuresUpnl, upnl)
    else leftOut.push(position.symbol)
  }
  return { cash: total, optionValue, optionUpnl, futuresUpnl, leftOut: [...new Set(leftOut)] }
}
