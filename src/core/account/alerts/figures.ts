/**
 * The figures that alerts compare with their levels, each with its source. A figure with missing inputs is unknown and
 * has a reason: its alert pauses.
 */
import type { Quotes } from '../../domain/market-data.ts'
import { type Alert, parseDaySubject, wholeAccount } from '../../domain/alert.ts'
import { dec, type Decimal, decimalFromNumber, roundTo, toNumber, zero } from '../../domain/decimal.ts'
import { positionsTotal, ratesIn } from '../../domain/equity.ts'
import { isOption, parseInstrumentName, shortName } from '../../domain/instrument.ts'
import type { SavedSample } from '../../domain/sample.ts'
import type { GreekSum } from '../../pricing/portfolio/unit-greeks.ts'
import type { AccountTotals, Exposure } from '../account-model.ts'
import { dayChange } from '../day-change.ts'
import { type MissingInput, gapText } from '../gap.ts'
import { marginUse } from '../margin-use.ts'
import { parseAccountChoices } from '../parse-account-choices.ts'
import type { PositionRow } from '../position-rows.ts'
import { priceAt } from '../price-at.ts'
import { type Surfaces, unitAt } from '../surfaces.ts'
import { daysLeftOf, lossOfCredit, netMidOf, offSurface, partOfMost } from './structure-figures.ts'
import { volatilityRank } from './volatility-rank.ts'

/** The same inputs as the account's screens, so that alerts and screens show the same figures. */
export type FigureInputs = Pick<Exposure, 'gap' | 'riskGap' | 'net' | 'underlyings'> & {
  readonly positionRows: readonly PositionRow[] | undefined
  readonly quotes: Quotes | undefined
  readonly marketGap: MissingInput | undefined
  readonly surfaces: Surfaces
  readonly totals: AccountTotals | undefined
  readonly samples: readonly SavedSample[] | undefined
  readonly nowMs: number
}

export interface KnownFigure {
  readonly value: Decimal
  readonly source: string
}
export interface UnknownFigure {
  readonly why: string
}
export type Figure = KnownFigure | UnknownFigure

export type Subject = Pick<Alert, 'kind' | 'subject'>

const unknown = (gap: MissingInput | undefined, otherwise: string): UnknownFigure => ({
  why: gap === undefined ? otherwise : gapText(gap),
})
const notYet = 'positions were not read yet'

/** True if the figure needs balances, or samples older than one day. */
export const needsAccount = ({ kind }: Pick<Alert, 'kind'>): boolean =>
  ['equity', 'day', 'margin', 'rank'].includes(kind)
const ofPositions: readonly Alert['kind'][] = ['upnl', 'most', 'loss', 'left']
export const needsQuotes = ({ kind }: Pick<Alert, 'kind'>): boolean => !ofPositions.includes(kind)

export function figureOf({ kind, subject }: Subject, inputs: FigureInputs): Figure {
  switch (kind) {
    case 'price':
      return priceOf(subject, inputs)
    case 'iv':
      return volatilityOf(subject, inputs)
    case 'upnl':
      return upnlOf(subject, inputs)
    case 'equity':
      return equityOf(subject, inputs)
    case 'day':
      return dayOf(subject, inputs)
    case 'margin':
      return marginOf(inputs)
    case 'delta':
      return greekOf(subject, inputs, sums => sums.greeks.delta)
    case 'vega':
      return greekOf(subject, inputs, sums => sums.greeks.vegaPerVolPoint)
    case 'strike':
      return strikeOf(subject, inputs)
    case 'left':
      return daysLeftOf(subject, inputs.nowMs)
    case 'net':
      return isOld(inputs.marketGap) ? unknown(inputs.marketGap, '') : netMidOf(subject, inputs.quotes)
    case 'off':
      return isOld(inputs.marketGap) ? unknown(inputs.marketGap, '') : offSurface(subject, inputs.surfaces)
    case 'rank':
      return isOld(inputs.marketGap)
        ? unknown(inputs.marketGap, '')
        : volatilityRank(subject, inputs.surfaces, inputs.samples, inputs.nowMs)
    case 'most':
      return ofHeld(inputs, rows => partOfMost(subject, rows))
    case 'loss':
      return ofHeld(inputs, rows => lossOfCredit(subject, rows))
  }
}

export function valuesOf(inputs: FigureInputs): (subject: Subject) => Decimal | undefined {
  const known = new Map<string, Figure>()
  return subject => {
    const key = `${subject.kind} ${subject.subject}`
    const figure = known.get(key) ?? figureOf(subject, inputs)
    known.set(key, figure)
    return 'value' in figure ? figure.value : undefined
  }
}

const ofHeld = ({ gap, positionRows }: FigureInputs, read: (rows: readonly PositionRow[]) => Figure): Figure =>
  gap !== undefined || positionRows === undefined ? unknown(gap, notYet) : read(positionRows)

const isOld = (gap: MissingInput | undefined): gap is MissingInput => gap?.kind === 'old'

/** Mid; else the bounded surface (option) or last trade (others), the position's mark, the index. */
function priceOf(symbol: string, { quotes, marketGap, positionRows, gap, surfaces }: FigureInputs): Figure {
  const summary = isOld(marketGap) ? undefined : quotes?.get(symbol)
  const quoted = isOld(marketGap) ? undefined : priceAt(surfaces, symbol, summary)
  if (quoted !== undefined) return { value: quoted.price, source: quoted.source }
  const mark = isOld(gap) ? undefined : positionRows?.find(each => each.symbol === symbol)?.mark
  if (mark !== undefined) return { value: mark, source: 'mark' }
  // The index is the price of the underlying, not of the option.
  const index = isOption(symbol) ? undefined : summary?.index_price
  return index === undefined ? unknown(marketGap, 'not quoted') : { value: index, source: 'index' }
}

const percentPlaces = 2
function percent(fraction: number): Decimal | undefined {
  const value = decimalFromNumber(fraction * 100)
  return value === undefined ? undefined : roundTo(value, percentPlaces)
}

/** Volatility of an option's mid; without a mid, that of the surface fitted to the other options. */
function volatilityOf(symbol: string, { surfaces, marketGap }: FigureInputs): Figure {
  if (isOld(marketGap)) return unknown(marketGap, '')
  const name = parseInstrumentName(symbol)
  if (name?.product !== 'option') return { why: 'not an option' }
  const unit = unitAt(surfaces, symbol)
  if (!unit.isPriced && unit.why === 'pending') return { why: 'its quotes are being read' }
  const inputs = unit.isPriced ? unit.inputs : undefined
  const value = inputs === undefined ? undefined : percent(inputs.volatility)
  return inputs === undefined || value === undefined
    ? unknown(marketGap, 'no volatility is quoted')
    : { value, source: inputs.source }
}

/** Sum of the venue's uPnL. Undefined if a position is not quoted in USD: no rate is available here. */
function upnlOf(subject: string, { positionRows, gap }: FigureInputs): Figure {
  if (gap !== undefined || positionRows === undefined) return unknown(gap, notYet)
  const held = positionRows.filter(each => subject === wholeAccount || each.base === subject)
  if (held.some(each => each.quote !== 'USD')) return { why: 'not all of it is in USD' }
  return { value: positionsTotal(held, 'upnl', ratesIn(undefined)).value, source: 'positions' }
}

function equityOf(subject: string, { totals }: FigureInputs): Figure {
  const { equity } = parseAccountChoices({ equity: subject })
  const total = totals?.equity[equity]
  if (total?.value === undefined) return unknown(total?.gap, 'balances were not read yet')
  return total.leftOut.length > 0
    ? { why: `without ${total.leftOut.join(', ')}` }
    : { value: total.value, source: 'balances and positions' }
}

function dayOf(subject: string, inputs: FigureInputs): Figure {
  const { equity, dayStart } = parseAccountChoices(parseDaySubject(subject))
  const now = equityOf(equity, inputs)
  if ('why' in now) return now
  if (inputs.samples === undefined) return { why: 'history was not read yet' }
  const reported = dayChange(inputs.samples, now.value, equity, dayStart, inputs.nowMs)
  return reported.kind === 'known'
    ? { value: reported.change, source: `since ${dayStart} UTC` }
    : { why: `no snapshot of ${dayStart} UTC yet` }
}

/** Percentage reported if margin is bound without any collateral. */
const uncovered = dec('1000')

function marginOf({ totals }: FigureInputs): Figure {
  if (totals === undefined) return { why: 'balances were not read yet' }
  const { use, gap } = marginUse(totals)
  if (use === undefined) return unknown(gap, 'not all of it is in one asset')
  return { value: percent(use.fraction) ?? uncovered, source: `of ${use.assets.join(', ')}` }
}

const greekPlaces = 6

function greekOf(subject: string, { net, riskGap }: FigureInputs, read: (sums: GreekSum) => number): Figure {
  if (net === undefined) return unknown(riskGap, notYet)
  const held = subject === wholeAccount ? net.bases : net.bases.filter(each => each.base === subject)
  const missing = held.reduce((count, { sum: sums }) => count + sums.of - sums.priced, 0)
  if (missing > 0) return { why: `${missing} ${missing === 1 ? 'leg has' : 'legs have'} no greeks` }
  const value = held.length === 0 ? zero : decimalFromNumber(held.reduce((total, each) => total + read(each.sum), 0))
  return value === undefined
    ? { why: 'not a number' }
    : { value: roundTo(value, greekPlaces), source: 'positions by model' }
}

function strikeOf(subject: string, { positionRows, riskGap, underlyings, nowMs }: FigureInputs): Figure {
  if (riskGap !== undefined || positionRows === undefined) return unknown(riskGap, notYet)
  const options = positionRows.filter(
    each =>
      each.parsed?.product === 'option' &&
      each.parsed.expiryMs > nowMs &&
      (subject === wholeAccount || each.base === subject),
  )
  if (options.length === 0) return { why: 'no option is held' }
  let nearest: { readonly away: number; readonly symbol: string } | undefined
  for (const { symbol, base, parsed } of options) {
    const price = underlyings.get(base)?.price
    if (price === undefined || parsed?.product !== 'option') return { why: `no price of ${base}` }
    const away = Math.abs(toNumber(parsed.strike) / price - 1)
    if (nearest === undefined || away < nearest.away) nearest = { away, symbol }
  }
  const value = nearest === undefined ? undefined : percent(nearest.away)
  return nearest === undefined || value === undefined
    ? { why: 'no option is held' }
    : { value, source: shortName(nearest.symbol) }
}
