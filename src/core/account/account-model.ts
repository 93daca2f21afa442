/**
 * Figures derived from one session's account: rows, exposure and totals. Each is recomputed only when its inputs
 * change. Keeps the last known value of each total, for the time in which it is unknown.
 */
import type { Balance, Position } from '../domain/account.ts'
import type { Decimal } from '../domain/decimal.ts'
import type { EquityDefinition, Summaries } from '../domain/equity.ts'
import type { InstrumentIndex } from '../domain/instrument-index.ts'
import { compareBases, parseInstrumentName } from '../domain/instrument.ts'
import type { BaseSurface } from '../pricing/market/base-surface.ts'
import { type NetGreeks, netGreeks, type PortfolioLine, type UnderlyingPrice } from '../pricing/portfolio/net-greeks.ts'
import type { UnitGreeks } from '../pricing/portfolio/unit-greeks.ts'
import type { MissingInput } from './gap.ts'
import { indexesOf, SeenIndexes } from './indexes.ts'
import { equityTotal, type Gaps, type LastKnown, type PortfolioTotals, portfolioTotals, type Total } from './totals.ts'
import { areQuotesRead, bookLines, underlyingPrices, unpricedLegs } from './lines.ts'
import { type FindInstrument, type PositionRow, positionRows } from './position-rows.ts'
import { memoizeLast } from './memoize-last.ts'
import { type Surfaces, unitAt } from './surfaces.ts'
import { createTradedReader, type TradedPosition } from './traded-positions.ts'

export interface Book {
  readonly surfaceOf: (base: string) => BaseSurface | undefined
  readonly isPending: (base: string) => boolean
  readonly underlyings: ReadonlyMap<string, UnderlyingPrice>
  /** By symbol. The same map until the quotes change or their clock steps. */
  readonly units: ReadonlyMap<string, UnitGreeks>
  readonly atMs: number
}

export interface Risk {
  readonly rows: readonly PositionRow[]
  readonly lines: readonly PortfolioLine[]
  readonly net: NetGreeks
  readonly book: Book
  readonly underlyings: ReadonlyMap<string, UnderlyingPrice>
}

export interface Exposure {
  readonly gap: MissingInput | undefined
  /** Why the risk is unknown: positions are missing, or the quotes are too old. */
  readonly riskGap: MissingInput | undefined
  readonly book: Book
  readonly lines: readonly PortfolioLine[] | undefined
  readonly underlyings: ReadonlyMap<string, UnderlyingPrice>
  readonly net: NetGreeks | undefined
  readonly lastRisk: LastKnown<Risk> | undefined
  /** Why net greeks are unknown although positions and quotes were read. */
  readonly unpriced: MissingInput | undefined
  /** The last risk in which every leg was priced. Undefined while none was. */
  readonly lastPriced: LastKnown<Risk> | undefined
}

export interface AccountTotals extends PortfolioTotals {
  readonly equity: Readonly<Record<EquityDefinition, Total>>
}

/** Computes lines and greeks on first use: every poll changes them, and the rows are rendered first. */
function riskOf(rows: readonly PositionRow[], book: Book, underlyings: ReadonlyMap<string, UnderlyingPrice>): Risk {
  let lines: readonly PortfolioLine[] | undefined
  let net: NetGreeks | undefined
  return {
    rows,
    book,
    underlyings,
    get lines() {
      return (lines ??= bookLines(rows))
    },
    get net() {
      return (net ??= netGreeks(this.lines, base => underlyings.get(base)))
    },
  }
}

const knownExposure = (
  gap: MissingInput | undefined,
  risk: Risk,
  unpriced: MissingInput | undefined,
  lastPriced: Exposure['lastPriced'],
): Exposure => ({
  gap,
  unpriced,
  lastPriced,
  riskGap: undefined,
  lastRisk: undefined,
  book: risk.book,
  underlyings: risk.underlyings,
  get lines() {
    return risk.lines
  },
  get net() {
    return risk.net
  },
})

const nothing: readonly TradedPosition[] = []

export class AccountModel {
  readonly indexes = indexesOf()
  readonly seenIndexes = new SeenIndexes()
  readonly #lastTotals = new LastKnownValues<Decimal>()
  readonly #totals = new Map<string, Total>()
  readonly #lastRisk = new LastKnownValues<Risk>()
  #lastPriced: LastKnown<Risk> | undefined
  #symbols: readonly string[] = []

  book(positions: readonly Position[] | undefined, surfaces: Surfaces): Book {
    return this.#bookOf(this.#positionSymbols(positions === undefined ? nothing : this.traded(positions)), surfaces)
  }

  /** Positions without their marks: the same list until something is traded. */
  readonly traded = createTradedReader()

  readonly rows = memoizeLast(
    (
      positions: readonly Position[] | undefined,
      index: InstrumentIndex | undefined,
      book: Book,
    ): readonly PositionRow[] | undefined =>
      positions === undefined ? undefined : positionRows(positions, this.#findIn(index), book.units),
  )

  readonly #findIn = memoizeLast(
    (index: InstrumentIndex | undefined): FindInstrument =>
      symbol =>
        index?.bySymbol(symbol),
  )

  readonly exposure = memoizeLast(
    (
      rows: readonly PositionRow[] | undefined,
      book: Book,
      gap: MissingInput | undefined,
      marketGap: MissingInput | undefined,
    ): Exposure => {
      const riskGap = gap ?? (marketGap?.kind === 'old' ? marketGap : undefined)
      const { underlyings } = book
      if (rows === undefined || riskGap !== undefined) {
        const lastRisk = this.#lastRisk.read('risk', undefined, riskGap)
        const lastPriced = this.#lastPriced
        const [lines, net, unpriced] = [undefined, undefined, undefined]
        return { gap, riskGap, book, underlyings, lines, net, lastRisk, unpriced, lastPriced }
      }
      const risk = riskOf(rows, book, underlyings)
      this.#lastRisk.read('risk', risk, undefined)
      const unpriced = unpricedLegs(rows, base => underlyings.has(base))
      if (unpriced === undefined && areQuotesRead(rows)) this.#lastPriced = { value: risk, atMs: book.atMs }
      return knownExposure(gap, risk, unpriced, this.#lastPriced)
    },
  )

  readonly totals = memoizeLast(
    (
      rows: readonly PositionRow[] | undefined,
      balances: readonly Balance[] | undefined,
      summaries: Summaries | undefined,
      gaps: Gaps,
    ): AccountTotals => {
      const totals = portfolioTotals({ rows, balances, summaries, gaps })
      const last = (id: string, total: Total): Total => this.#sharedTotal(id, withLast(this.#lastTotals, id, total))
      const equityOf = (definition: EquityDefinition): Total =>
        last(`equity ${definition}`, equityTotal(totals, definition))
      return {
        ...totals,
        cash: last('cash', totals.cash),
        reserved: last('reserved', totals.reserved),
        available: last('available', totals.available),
        coins: last('coins', totals.coins),
        upnl: last('upnl', totals.upnl),
        equity: this.#equity(equityOf('value'), equityOf('upnl'), equityOf('venue')),
      }
    },
  )

  /** The same record while its totals are unchanged: each poll brings new balance times, but rarely new amounts. */
  readonly #equity = memoizeLast((value: Total, upnl: Total, venue: Total): AccountTotals['equity'] => ({
    value,
    upnl,
    venue,
  }))

  #sharedTotal(id: string, total: Total): Total {
    const before = this.#totals.get(id)
    const isSame =
      before !== undefined &&
      before.value === total.value &&
      before.gap === total.gap &&
      before.last?.value === total.last?.value &&
      before.last?.atMs === total.last?.atMs &&
      before.leftOut.length === total.leftOut.length &&
      before.leftOut.every((each, index) => each === total.leftOut[index])
    if (isSame) return before
    this.#totals.set(id, total)
    return total
  }

  readonly #bookOf = memoizeLast((symbols: readonly string[], surfaces: Surfaces): Book => {
    const bases = [...new Set(symbols.flatMap(symbol => parseInstrumentName(symbol)?.base ?? []))].sort(compareBases)
    const units = new Map(symbols.map(symbol => [symbol, unitAt(surfaces, symbol)] as const))
    return {
      surfaceOf: surfaces.of,
      isPending: surfaces.isPending,
      underlyings: underlyingPrices(bases, surfaces),
      units,
      atMs: surfaces.atMs,
    }
  })

  /** The same array while the same instruments are held, whatever their sizes and marks. */
  readonly #positionSymbols = memoizeLast((traded: readonly TradedPosition[]): readonly string[] => {
    const symbols = [...new Set(traded.map(each => each.symbol))].sort()
    const isSame =
      symbols.length === this.#symbols.length && symbols.every((each, index) => each === this.#symbols[index])
    if (!isSame) this.#symbols = symbols
    return this.#symbols
  })
}

interface TimedValue<Value> {
  readonly value: Value
  readonly atMs?: number
}

/** The last value of each figure with complete inputs, shown while the figure is unknown. */
export class LastKnownValues<Value> {
  readonly #taken = new Map<string, TimedValue<Value>>()

  read(id: string, value: Value | undefined, gap: MissingInput | undefined): LastKnown<Value> | undefined {
    if (gap === undefined) {
      if (value !== undefined) this.#taken.set(id, { value })
      return undefined
    }
    const last = this.#taken.get(id)
    if (last === undefined || gap.wholeMs === undefined) return undefined
    // Another input may have failed since then, at a later time than this one.
    const known = { value: last.value, atMs: Math.min(last.atMs ?? gap.wholeMs, gap.wholeMs) }
    this.#taken.set(id, known)
    return known
  }
}

const withLast = (known: LastKnownValues<NonNullable<Total['value']>>, id: string, total: Total): Total => {
  const last = known.read(id, total.value, total.gap)
  return last === undefined ? total : { ...total, last }
}
