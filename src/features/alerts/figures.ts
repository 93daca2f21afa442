/** The figures that thresholds are held against, each with where it comes from. Pure; what is not wholly known has no figure. */
import { type Decimal, decimalFromNumber, roundTo, sum, zero } from '../../domain/decimal.ts'
import { type Threshold, wholeAccount } from '../../domain/threshold.ts'
import type { Gap } from '../../model/account/gap.ts'
import type { Holdings } from '../../model/account/use-portfolio.ts'
import type { Quotes } from '../../model/market/surfaces.ts'
import { legQuote } from '../../pricing/market/leg-quotes.ts'

/** What the account's own screens show: an alert watches the same figures. */
export type FigureInputs = Pick<Holdings, 'positionRows' | 'gap' | 'riskGap' | 'net'> & { readonly quotes: Quotes | undefined }

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
function priceOf(symbol: string, { quotes, positionRows }: FigureInputs): Watched | undefined {
  const summary = quotes?.get(symbol)
  const quoted = legQuote(summary).reference
  if (quoted !== undefined) return { value: quoted.price, source: quoted.source }
  const mark = positionRows?.find(each => each.symbol === symbol)?.mark
  if (mark !== undefined) return { value: mark, source: 'mark' }
  const index = summary?.index_price
  return index === undefined ? undefined : { value: index, source: 'index' }
}

/** The venue's uPnL, added up. */
function upnlOf(subject: string, { positionRows, gap }: FigureInputs): Watched | undefined {
  if (gap !== undefined) return undefined
  const held = positionRows?.filter(each => subject === wholeAccount || each.base === subject)
  if (held === undefined || held.some(each => each.quote !== 'USD')) return undefined
  return { value: sum(held.map(each => each.upnl)), source: 'positions' }
}

const deltaPlaces = 6

function deltaOf(base: string, { net }: FigureInputs): Watched | undefined {
  if (net === undefined) return undefined
  const held = net.bases.find(each => each.base === base)
  if (held === undefined) return { value: zero, source: 'positions by model' }
  const value = decimalFromNumber(held.sum.greeks.delta)
  if (held.sum.priced < held.sum.of || value === undefined) return undefined
  return { value: roundTo(value, deltaPlaces), source: 'positions by model' }
}

/** Why the figure is not known while the account could not be read in full; undefined for one that hangs on no position. */
export const pauseOf = ({ kind }: Subject, { gap, riskGap }: Pick<FigureInputs, 'gap' | 'riskGap'>): Gap | undefined =>
  kind === 'upnl' ? gap : kind === 'delta' ? riskGap : undefined
