/**
 * Rows of the instruments grid: listing, parsed name, market summary. There are tens of thousands, so a listed row is
 * built once per listing (in slices, see `list-rows.ts`) and caches its last joined row. A row's identity changes only
 * with its own inputs.
 */
import type { Position } from '../../../core/domain/account.ts'
import { cmp, type Decimal, toNumber } from '../../../core/domain/decimal.ts'
import {
  expiryOf,
  type Instrument,
  type InstrumentName,
  parseInstrumentName,
  type Product,
  productRank,
  productOf,
  shortName,
} from '../../../core/domain/instrument.ts'
import type { MarketSummary } from '../../../core/domain/market-data.ts'

interface Listing {
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

export interface ListedRow extends Listing {
  readonly strikeNumber: number | undefined
  /** Lower case: names and parts, tags, status and #id, each after a space. The search reads this. */
  readonly haystack: string
  joined: InstrumentRow | undefined
  /** Mark of the inputs it was joined with (see `joinRows`). */
  joinedWith: symbol | undefined
}

export interface InstrumentRow extends Listing {
  readonly summary: MarketSummary | undefined
  /** Undefined if there is no position, and while positions are unknown. */
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
  joinedWith: symbol | undefined = undefined

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

  get name(): string {
    return shortName(this.symbol)
  }
}

export const listedRow = (instrument: Instrument): ListedRow => new RowOfListing(instrument)

function haystackOf({ symbol, tags, status, tradeable_entity_id: id }: Instrument, name: string): string {
  return ` ${symbol} ${symbol.replaceAll('-', ' ')} ${name} ${tags.join(' ')} ${status} #${id} `.toLowerCase()
}

/** By base, product, expiry, strike as a number, call before put. */
export function compareListed(a: ListedRow, b: ListedRow): number {
  if (a.base !== b.base) return a.base < b.base ? -1 : 1
  const byProduct = productRank(a) - productRank(b)
  if (byProduct !== 0) return byProduct
  const byExpiry = (a.expiryMs ?? 0) - (b.expiryMs ?? 0)
  if (byExpiry !== 0) return byExpiry
  const byStrike = compareStrikes(a, b)
  return byStrike !== 0 ? byStrike : a.symbol < b.symbol ? -1 : a.symbol > b.symbol ? 1 : 0
}

/** Compares as numbers, which is fast; by digits if they differ only beyond double precision. */
function compareStrikes(a: ListedRow, b: ListedRow): number {
  if (a.strikeNumber === undefined || b.strikeNumber === undefined) return 0
  return (
    a.strikeNumber - b.strikeNumber || (a.strike === b.strike || !a.strike || !b.strike ? 0 : cmp(a.strike, b.strike))
  )
}

export type BySymbol<Value> = ReadonlyMap<string, Value>

export interface JoinInputs {
  readonly summaries: BySymbol<MarketSummary> | undefined
  readonly positions?: BySymbol<Position> | undefined
  readonly watched?: ReadonlySet<string> | undefined
}

/** Small, since a change creates one per instrument; listing fields stay in `listed`. */
class Joined implements InstrumentRow {
  readonly #listed: ListedRow
  readonly summary: MarketSummary | undefined
  readonly position: Position | undefined
  readonly isWatched: boolean

  constructor(
    listed: ListedRow,
    summary: MarketSummary | undefined,
    position: Position | undefined,
    isWatched: boolean,
  ) {
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

/** One symbol per join inputs. Storing the inputs themselves in rows would keep old prices in memory. */
const marks = new WeakMap<JoinInputs, symbol>()

function markOf(beside: JoinInputs): symbol {
  const mark = marks.get(beside) ?? Symbol('join inputs')
  marks.set(beside, mark)
  return mark
}

/** Rows with summary, position and watch mark. A row is a new object only if one of its own inputs changed. */
export function joinRows(listed: readonly ListedRow[], beside: JoinInputs): readonly InstrumentRow[] {
  const { summaries, positions, watched } = beside
  const mark = markOf(beside)
  return listed.map(row => {
    if (row.joined !== undefined && row.joinedWith === mark) return row.joined
    row.joinedWith = mark
    const summary = summaries?.get(row.symbol)
    const position = positions?.get(row.symbol)
    const isWatched = watched?.has(row.symbol) === true
    const last = row.joined
    if (last !== undefined && last.summary === summary && last.position === position && last.isWatched === isWatched)
      return last
    const joined = new Joined(row, summary, position, isWatched)
    row.joined = joined
    return joined
  })
}
