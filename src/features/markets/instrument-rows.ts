/**
 * Rows of the instruments grid: the listing, what the name says, and the market summary beside it. Tens of thousands: a listed row
 * is made once a listing (in slices, see `list-rows.ts`) and holds what was joined to it last; a row changes its identity only when its own summary does.
 */
import type { Position } from '../../domain/account.ts'
import { cmp, type Decimal, toNumber } from '../../domain/decimal.ts'
import {
  expiryOf,
  type Instrument,
  type InstrumentName,
  parseInstrumentName,
  type Product,
  productOf,
  shortName,
} from '../../domain/instrument.ts'
import type { MarketSummary } from '../../domain/market-data.ts'

/** What the listing says of a row. */
interface Listed {
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
}

export interface ListedRow extends Listed {
  readonly strikeNumber: number | undefined
  /** Lower case: names and their parts, tags, status and #id, each after a space: what the search looks through. */
  readonly haystack: string
  /** Itself with what stood beside it last. */
  joined: InstrumentRow | undefined
  /** Which that was (see `joinRows`); 0 for none. */
  joinedWith: number
}

export interface InstrumentRow extends Listed {
  readonly summary: MarketSummary | undefined
  /** What the account holds of it; undefined for nothing, and while it is not known. */
  readonly position: Position | undefined
  readonly isWatched: boolean
}

class RowOfListing implements ListedRow {
  readonly id: string
  readonly symbol: string
  readonly instrument: Instrument
  readonly parsed: InstrumentName | undefined
  readonly product: Product | undefined
  readonly base: string
  readonly expiryMs: number | undefined
  readonly strike: Decimal | undefined
  readonly strikeNumber: number | undefined
  readonly active: boolean
  readonly haystack: string
  joined: InstrumentRow | undefined = undefined
  joinedWith = 0

  constructor(instrument: Instrument) {
    const parsed = parseInstrumentName(instrument.symbol)
    this.id = instrument.tradeable_entity_id
    this.symbol = instrument.symbol
    this.instrument = instrument
    this.parsed = parsed
    this.product = productOf(instrument)
    this.base = parsed?.base ?? instrument.base_asset
    this.expiryMs = expiryOf(instrument.symbol)
    this.strike = parsed?.product === 'option' ? parsed.strike : undefined
    this.strikeNumber = this.strike === undefined ? undefined : toNumber(this.strike)
    this.active = instrument.status === 'active'
    this.haystack = haystackOf(instrument, this.name)
  }

  /** Made when it is shown, which few are. */
  get name(): string {
    return shortName(this.symbol)
  }
}

export const listedRow = (instrument: Instrument): ListedRow => new RowOfListing(instrument)

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
  const byStrike = compareStrikes(a, b)
  return byStrike !== 0 ? byStrike : a.symbol < b.symbol ? -1 : a.symbol > b.symbol ? 1 : 0
}

/** By the numbers, which is quick; two that differ only beyond what a number holds by their digits. */
function compareStrikes(a: ListedRow, b: ListedRow): number {
  if (a.strikeNumber === undefined || b.strikeNumber === undefined) return 0
  return a.strikeNumber - b.strikeNumber || (a.strike === b.strike || !a.strike || !b.strike ? 0 : cmp(a.strike, b.strike))
}

export type BySymbol<Value> = ReadonlyMap<string, Value>

/** What stands beside the listing, each by symbol. */
export interface Beside {
  readonly summaries: BySymbol<MarketSummary> | undefined
  readonly positions?: BySymbol<Position> | undefined
  readonly watched?: ReadonlySet<string> | undefined
}

/** Small, for there is one for each instrument at each change: what the listing says stays where it is. */
class Joined implements InstrumentRow {
  readonly #listed: ListedRow
  readonly summary: MarketSummary | undefined
  readonly position: Position | undefined
  readonly isWatched: boolean

  constructor(listed: ListedRow, summary: MarketSummary | undefined, position: Position | undefined, isWatched: boolean) {
    this.#listed = listed
    this.summary = summary
    this.position = position
    this.isWatched = isWatched
  }

  get id() {
    return this.#listed.id
  }
  get symbol() {
    return this.#listed.symbol
  }
  get name() {
    return this.#listed.name
  }
  get instrument() {
    return this.#listed.instrument
  }
  get parsed() {
    return this.#listed.parsed
  }
  get product() {
    return this.#listed.product
  }
  get base() {
    return this.#listed.base
  }
  get expiryMs() {
    return this.#listed.expiryMs
  }
  get strike() {
    return this.#listed.strike
  }
  get active() {
    return this.#listed.active
  }
}

/** Numbers of what rows were joined with: a row that kept the thing itself would keep prices of long ago. */
const numbers = new WeakMap<Beside, number>()
let lastNumber = 0

function numberOf(beside: Beside): number {
  const known = numbers.get(beside)
  if (known !== undefined) return known
  lastNumber += 1
  numbers.set(beside, lastNumber)
  return lastNumber
}

/** Rows with their summaries, positions and marks of the watch list; a row is a new object only when one of its own is another. */
export function joinRows(listed: readonly ListedRow[], beside: Beside): readonly InstrumentRow[] {
  const { summaries, positions, watched } = beside
  const number = numberOf(beside)
  return listed.map(row => {
    if (row.joined !== undefined && row.joinedWith === number) return row.joined
    row.joinedWith = number
    const summary = summaries?.get(row.symbol)
    const position = positions?.get(row.symbol)
    const isWatched = watched?.has(row.symbol) === true
    const last = row.joined
    if (last !== undefined && last.summary === summary && last.position === position && last.isWatched === isWatched) return last
    const joined = new Joined(row, summary, position, isWatched)
    row.joined = joined
    return joined
  })
}
