/**
 * Rows of the instruments grid: the listing, what the name tells, and the market summary beside it. Tens of thousands: a listed row
 * is made once a listing (in slices, see `use-instrument-rows`), and a row changes its identity only when its own summary does.
 */
import type { Position } from '../../domain/account.ts'
import { type Instrument, type InstrumentName, type Product, parseInstrumentName, productOf, shortName } from '../../domain/instrument.ts'
import { type Decimal, cmp } from '../../domain/decimal.ts'
import type { MarketSummary } from '../../domain/market-data.ts'

export interface ListedRow {
  readonly id: string
  readonly symbol: string
  readonly name: string
  readonly instrument: Instrument
  readonly parsed: InstrumentName | undefined
  readonly product: Product | undefined
  readonly base: string
  readonly expiryMs: number | undefined
  readonly strike: Decimal | undefined
  readonly active: boolean
  /** Lower case: names and their parts, tags, status and #id, each after a space: what the search looks through. */
  readonly haystack: string
}

export interface InstrumentRow extends ListedRow {
  readonly summary: MarketSummary | undefined
  /** What the account holds of it; undefined for nothing, and while it is not known. */
  readonly position: Position | undefined
  readonly isWatched: boolean
}

export function listedRow(instrument: Instrument): ListedRow {
  const parsed = parseInstrumentName(instrument.symbol)
  const name = shortName(instrument.symbol)
  return {
    id: instrument.tradeable_entity_id,
    symbol: instrument.symbol,
    name,
    instrument,
    parsed,
    product: productOf(instrument),
    base: parsed?.base ?? instrument.base_asset,
    expiryMs: parsed !== undefined && 'expiryMs' in parsed ? parsed.expiryMs : undefined,
    strike: parsed?.product === 'option' ? parsed.strike : undefined,
    active: instrument.status === 'active',
    haystack: haystackOf(instrument, name),
  }
}

function haystackOf({ symbol, tags, status, tradeable_entity_id: id }: Instrument, name: string): string {
  return ` ${symbol} ${symbol.replaceAll('-', ' ')} ${name} ${tags.join(' ')} ${status} #${id} `.toLowerCase()
}

const productRank: Readonly<Record<Product, number>> = { spot: 0, perpetual: 1, future: 2, option: 3, index: 4 }

/** Base, product, expiry, strike as a number, call before put. */
export function compareListed(a: ListedRow, b: ListedRow): number {
  if (a.base !== b.base) return a.base < b.base ? -1 : 1
  const byProduct = (a.product === undefined ? 9 : productRank[a.product]) - (b.product === undefined ? 9 : productRank[b.product])
  if (byProduct !== 0) return byProduct
  const byExpiry = (a.expiryMs ?? 0) - (b.expiryMs ?? 0)
  if (byExpiry !== 0) return byExpiry
  const byStrike = a.strike === undefined || b.strike === undefined ? 0 : cmp(a.strike, b.strike)
  return byStrike !== 0 ? byStrike : a.symbol < b.symbol ? -1 : a.symbol > b.symbol ? 1 : 0
}

const known = new WeakMap<ListedRow, InstrumentRow>()

export type BySymbol<Value> = ReadonlyMap<string, Value>

/** What stands beside the listing, each by symbol. */
export interface Beside {
  readonly summaries: BySymbol<MarketSummary> | undefined
  readonly positions?: BySymbol<Position> | undefined
  readonly watched?: ReadonlySet<string> | undefined
}

/** Rows with their summaries, positions and marks of the watch list; a row is a new object only when one of its own is another. */
export function joinRows(listed: readonly ListedRow[], { summaries, positions, watched }: Beside): readonly InstrumentRow[] {
  return listed.map(row => {
    const summary = summaries?.get(row.symbol)
    const position = positions?.get(row.symbol)
    const isWatched = watched?.has(row.symbol) === true
    const kept = known.get(row)
    if (kept !== undefined && kept.summary === summary && kept.position === position && kept.isWatched === isWatched) return kept
    const joined = { ...row, summary, position, isWatched }
    known.set(row, joined)
    return joined
  })
}
