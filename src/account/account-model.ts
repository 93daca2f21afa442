/**
 * What is derived of one session's account: rows, exposure, totals, each again only when what it is made of changes. It remembers of the past
 * what the present needs: a figure that is not known now has its last known value beside it.
 */
import type { Balance, Position } from '../domain/account.ts'
import type { Decimal } from '../domain/decimal.ts'
import type { EquityDefinition, Summaries } from '../domain/equity.ts'
import type { InstrumentIndex } from '../domain/instrument-index.ts'
import { compareBases, parseInstrumentName } from '../domain/instrument.ts'
import type { BaseSurface } from '../pricing/market/base-surface.ts'
import { type NetGreeks, netGreeks, type PortfolioLine, type UnderlyingPrice } from '../pricing/portfolio/net-greeks.ts'
import type { UnitGreeks } from '../pricing/portfolio/unit-greeks.ts'
import type { Gap } from './gap.ts'
import { indexesOf, SeenIndexes } from './indexes.ts'
import { equityTotal, type Gaps, type LastKnown, type PortfolioTotals, portfolioTotals, type Total } from './totals.ts'
import { bookLines, underlyingPrices } from './lines.ts'
import { type FindInstrument, type PositionRow, positionRows } from './position-rows.ts'
import { remembered } from './remembered.ts'
import { type Surfaces, unitAt } from './surfaces.ts'
import { createTradedReader, type TradedPosition } from './traded-positions.ts'

/** What the quotes say of the bases held. */
export interface Book {
  /** Undefined while instruments or quotes are not there, and while it is being made. */
  readonly surfaceOf: (base: string) => BaseSurface | undefined
  /** Instruments and quotes are there, and the surface is not yet. */
  readonly isPending: (base: string) => boolean
  /** Of each base held that has a price. */
  readonly underlyings: ReadonlyMap<string, UnderlyingPrice>
  /** By symbol; the same until the quotes change or their clock steps. */
  readonly units: ReadonlyMap<string, UnitGreeks>
  readonly atMs: number
}

/** All that the risk of the account is drawn from, of one moment. */
export interface Risk {
  readonly rows: readonly PositionRow[]
  readonly lines: readonly PortfolioLine[]
  readonly net: NetGreeks
  readonly book: Book
  /** By base held. */
  readonly underlyings: ReadonlyMap<string, UnderlyingPrice>
}

export interface Exposure {
  /** Why the positions are not all known. */
  readonly gap: Gap | undefined
  /** Why the risk is not known: positions, or quotes that are too old. */
  readonly riskGap: Gap | undefined
  readonly book: Book
  /** The rows as the risk functions take them; undefined while the risk is not known. */
  readonly lines: readonly PortfolioLine[] | undefined
  readonly underlyings: ReadonlyMap<string, UnderlyingPrice>
  readonly net: NetGreeks | undefined
  readonly lastRisk: LastKnown<Risk> | undefined
}

export interface AccountTotals extends PortfolioTotals {
  readonly equity: Readonly<Record<EquityDefinition, Total>>
}

/** Lines and greeks are worked out when they are first asked for: a poll of positions changes them, and what shows them comes after the rows. */
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

const knownExposure = (gap: Gap | undefined, risk: Risk): Exposure => ({
  gap,
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
  /** What the venue sent an index of. */
  readonly seenIndexes = new SeenIndexes()
  readonly #lastTotals = new LastKnownValues<Decimal>()
  readonly #totals = new Map<string, Total>()
  readonly #lastRisk = new LastKnownValues<Risk>()
  #symbols: readonly string[] = []

  book(positions: readonly Position[] | undefined, surfaces: Surfaces): Book {
    return this.#bookOf(this.#heldSymbols(positions === undefined ? nothing : this.traded(positions)), surfaces)
  }

  /** Apart from their marks: the same list until something is traded. */
  readonly traded = createTradedReader()

  readonly rows = remembered(
    (positions: readonly Position[] | undefined, index: InstrumentIndex | undefined, book: Book): readonly PositionRow[] | undefined =>
      positions === undefined ? undefined : positionRows(positions, this.#findIn(index), book.units),
  )

  /** The same function for the same listing. */
  readonly #findIn = remembered(
    (index: InstrumentIndex | undefined): FindInstrument =>
      symbol =>
        index?.bySymbol(symbol),
  )

  readonly exposure = remembered(
    (rows: readonly PositionRow[] | undefined, book: Book, gap: Gap | undefined, marketGap: Gap | undefined): Exposure => {
      const riskGap = gap ?? (marketGap?.kind === 'old' ? marketGap : undefined)
      const { underlyings } = book
      if (rows === undefined || riskGap !== undefined) {
        const lastRisk = this.#lastRisk.read('risk', undefined, riskGap)
        return { gap, riskGap, book, underlyings, lines: undefined, net: undefined, lastRisk }
      }
      const risk = riskOf(rows, book, underlyings)
      this.#lastRisk.read('risk', risk, undefined)
      return knownExposure(gap, risk)
    },
  )

  readonly totals = remembered(
    (
      rows: readonly PositionRow[] | undefined,
      balances: readonly Balance[] | undefined,
      summaries: Summaries | undefined,
      gaps: Gaps,
    ): AccountTotals => {
      const totals = portfolioTotals({ rows, balances, summaries, gaps })
      const last = (id: string, total: Total): Total => this.#sharedTotal(id, withLast(this.#lastTotals, id, total))
      const equityOf = (definition: EquityDefinition): Total => last(`equity ${definition}`, equityTotal(totals, definition))
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

  /** The same record while its totals are: balances say another time with every poll, and seldom another amount. */
  readonly #equity = remembered((value: Total, upnl: Total, venue: Total): AccountTotals['equity'] => ({ value, upnl, venue }))

  /** The same total while nothing of it changed. */
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

  readonly #bookOf = remembered((symbols: readonly string[], surfaces: Surfaces): Book => {
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
  readonly #heldSymbols = remembered((traded: readonly TradedPosition[]): readonly string[] => {
    const symbols = [...new Set(traded.map(each => each.symbol))].sort()
    const isSame = symbols.length === this.#symbols.length && symbols.every((each, index) => each === this.#symbols[index])
    if (!isSame) this.#symbols = symbols
    return this.#symbols
  })
}

interface Taken<Value> {
  readonly value: Value
  /** When the oldest of its inputs was last read in full, as far as gaps since then say. */
  readonly atMs?: number
}

/** The last value of each figure whose inputs were complete, to be shown beside a figure that has none now. */
export class LastKnownValues<Value> {
  readonly #taken = new Map<string, Taken<Value>>()

  /** Takes a value down, or answers the last while there is a gap. */
  read(id: string, value: Value | undefined, gap: Gap | undefined): LastKnown<Value> | undefined {
    if (gap === undefined) {
      if (value !== undefined) this.#taken.set(id, { value })
      return undefined
    }
    const last = this.#taken.get(id)
    if (last === undefined || gap.wholeMs === undefined) return undefined
    // Another input may have failed since, and was read in full until later.
    const known = { value: last.value, atMs: Math.min(last.atMs ?? gap.wholeMs, gap.wholeMs) }
    this.#taken.set(id, known)
    return known
  }
}

const withLast = (known: LastKnownValues<NonNullable<Total['value']>>, id: string, total: Total): Total => {
  const last = known.read(id, total.value, total.gap)
  return last === undefined ? total : { ...total, last }
}
