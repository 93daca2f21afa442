/** The figures that thresholds are held against, each with where it comes from. Pure; what is not wholly known has no figure. */
import type { Position } from '../../domain/account.ts'
import { type Decimal, add, decimalFromNumber, roundTo, toNumber, zero } from '../../domain/decimal.ts'
import type { InstrumentIndex } from '../../domain/instrument-index.ts'
import { parseInstrumentName } from '../../domain/instrument.ts'
import type { MarketSummary } from '../../domain/market-data.ts'
import { signedSize } from '../../domain/pnl.ts'
import { quoteOf } from '../../domain/sample.ts'
import { type Threshold, wholeAccount } from '../../domain/threshold.ts'
import { greeksOfSize, sumGreeks, unitGreeks } from '../../pricing/portfolio/unit-greeks.ts'
import { baseSurface } from '../../pricing/market/base-surface.ts'
import { legQuote } from '../../pricing/market/leg-quotes.ts'

export interface FigureInputs {
  readonly positions: readonly Position[] | undefined
  readonly quotes: ReadonlyMap<string, MarketSummary> | undefined
  readonly index: InstrumentIndex | undefined
  readonly nowMs: number
}

export interface Watched {
  readonly value: Decimal
  readonly source: string
}

type Subject = Pick<Threshold, 'kind' | 'subject'>

export function figureOf({ kind, subject }: Subject, inputs: FigureInputs): Watched | undefined {
  switch (kind) {
    case 'price':
      return priceOf(subject, inputs)
    case 'upnl':
      return upnlOf(subject, inputs)
    case 'delta':
      return deltaOf(subject, inputs)
  }
}

/** Mid or last trade, else the venue's mark of a position, else its index. */
function priceOf(symbol: string, { quotes, positions }: FigureInputs): Watched | undefined {
  const summary = quotes?.get(symbol)
  const quoted = legQuote(summary).reference
  if (quoted !== undefined) return { value: quoted.price, source: quoted.source }
  const mark = positions?.find(each => each.symbol === symbol)?.mark_price
  if (mark !== undefined) return { value: mark, source: 'mark' }
  const index = summary?.index_price
  return index === undefined ? undefined : { value: index, source: 'index' }
}

const baseOf = (position: Position): string | undefined => parseInstrumentName(position.symbol)?.base

/** The venue's uPnL, added up. */
function upnlOf(subject: string, { positions }: FigureInputs): Watched | undefined {
  const held = positions?.filter(each => subject === wholeAccount || baseOf(each) === subject)
  if (held === undefined || held.some(each => quoteOf(each.symbol) !== 'USD')) return undefined
  return { value: held.reduce((sum, each) => add(sum, each.upnl), zero), source: 'positions' }
}

const deltaPlaces = 6

function deltaOf(base: string, { positions, quotes, index, nowMs }: FigureInputs): Watched | undefined {
  const held = positions?.filter(each => baseOf(each) === base)
  if (held === undefined) return undefined
  const hasOptions = held.some(each => parseInstrumentName(each.symbol)?.product === 'option')
  const surface =
    hasOptions && index !== undefined && quotes !== undefined ? baseSurface({ universe: index, base, quotes, atMs: nowMs }) : undefined
  const sum = sumGreeks(held.map(each => greeksOfSize(unitGreeks(each.symbol, surface, nowMs), toNumber(signedSize(each)))))
  const value = decimalFromNumber(sum.greeks.delta)
  if (sum.priced < sum.of || value === undefined) return undefined
  return { value: roundTo(value, deltaPlaces), source: 'positions by model' }
}
