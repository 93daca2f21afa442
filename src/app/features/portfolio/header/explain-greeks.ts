/** Explanations of the header's greeks: each position's part with its pricing, and what has none. */
import { gapText } from '../../../../core/account/gap.ts'
import type { PositionRow } from '../../../../core/account/position-rows.ts'
import { usdReference } from '../../../../core/domain/account.ts'
import { type Decimal, decimalFromNumber, isZero } from '../../../../core/domain/decimal.ts'
import type { Portfolio } from '../../../model/account/use-portfolio.ts'
import { groupLines, spotDelta } from '../../../../core/pricing/portfolio/net-greeks.ts'
import { type Greeks, sumGreeks, type UnpricedReason } from '../../../../core/pricing/portfolio/unit-greeks.ts'
import { formatAmountNumber, formatSize } from '../../../ui/format/amounts.ts'
import { formatNumber, formatPercent } from '../../../ui/format/format-decimal.ts'
import {
  type Explain,
  type ExplainedFigure,
  type ExplainedInput,
  type FigureInputs,
  inputsFormula,
} from './explained-figure.ts'
import { figures, nameOf } from './figures.tsx'
import { type GreekFigure, netOf } from './greek-view.tsx'

const rounded = (value: number | undefined): Decimal | undefined =>
  value === undefined ? undefined : decimalFromNumber(Math.round(value * 1e6) / 1e6)

const unpricedLabels: Readonly<Record<UnpricedReason, string>> = {
  no_rule: 'its value at another price is unknown',
  unreadable: 'its name has neither strike nor expiry',
  expired: 'it has expired',
  no_market: 'its base has no quotes',
  pending: 'the quotes of its base are being read',
  not_listed: 'its expiry is not listed any more',
  no_forward: 'its expiry has no forward',
  no_volatility: 'no quote gives it a volatility',
  not_stored: 'its volatility was not stored for this minute',
}

interface GreekDefinition {
  readonly definition: string
  readonly perUnit: (greeks: Greeks) => number
  readonly inUsd: (price: number | undefined) => number | undefined
  readonly meaningAt: (price: number) => string
}

const whole =
  'Black-76 on the forward of each expiry, no rates, a year of 365 days; each option at the volatility of its own quote. Positions only.'

const abouts: Readonly<Record<GreekFigure, GreekDefinition>> = {
  delta: {
    definition: `Coins of each position (size × delta of one) × price of the underlying. ${whole}`,
    perUnit: greeks => greeks.delta,
    inUsd: price => price,
    meaningAt: price => ` × ${formatNumber(price)}`,
  },
  gamma: {
    definition: `USD of delta that one percent up adds: size × gamma of one × price² / 100. ${whole}`,
    perUnit: greeks => greeks.gamma,
    inUsd: price => (price === undefined ? undefined : (price * price) / 100),
    meaningAt: price => ` × ${formatNumber(price)}² / 100`,
  },
  vega: {
    definition: `Size × vega of one, for one volatility point up on every expiry alike. ${whole}`,
    perUnit: greeks => greeks.vegaPerVolPoint,
    inUsd: () => 1,
    meaningAt: () => '',
  },
  theta: {
    definition: `Size × theta of one, for one calendar day; never more than the time value that is left. ${whole}`,
    perUnit: greeks => greeks.thetaPerDay,
    inUsd: () => 1,
    meaningAt: () => '',
  },
}

const sourceOf = (row: PositionRow): string => {
  if (row.unit?.isPriced !== true) return 'positions'
  const { inputs } = row.unit
  if (inputs === undefined) return 'positions; linear, one coin a unit'
  return `volatility ${formatPercent(inputs.volatility)} (${inputs.source}), forward ${formatNumber(inputs.forward)}`
}

const significant = (value: number): string =>
  value === 0
    ? '0'
    : formatNumber(value, { places: Math.min(12, Math.max(2, 4 - Math.floor(Math.log10(Math.abs(value))))) })

function explainGreek({ portfolio }: FigureInputs, which: GreekFigure): ExplainedFigure {
  const { net, positionRows = [], balances, market } = portfolio
  const { perUnit, inUsd, meaningAt, definition } = abouts[which]
  const { unit } = figures[which]
  const inputs = positionRows.map((row): ExplainedInput => {
    const common = { id: row.id, name: row.name, source: sourceOf(row), agoMs: market.receivedAgoMs }
    const underlying = portfolio.underlyings.get(row.base)
    if (row.unit?.isPriced !== true || row.greeks === undefined) {
      const why = row.unit?.isPriced === false ? unpricedLabels[row.unit.why] : 'no quotes yet'
      return { ...common, how: `not priced: ${why}`, value: undefined, isWarning: true }
    }
    const each = inUsd(underlying?.price)
    if (each === undefined || underlying === undefined)
      return { ...common, how: `no price of ${row.base}`, value: undefined, isWarning: true }
    const how = `${formatSize(row.size)} × ${significant(perUnit(row.unit.greeks))}${meaningAt(underlying.price)}`
    return { ...common, how, value: rounded(perUnit(row.greeks) * each) }
  })
  const value = rounded(net === undefined ? undefined : netOf(net, which))
  const coins = (balances.data ?? []).filter(
    balance => balance.symbol !== 'USD' && balance.symbol !== usdReference && !isZero(balance.cash_balance),
  )
  const cash = coins.map(balance => `${formatSize(balance.cash_balance)} ${balance.symbol}`).join(', ')
  return {
    title: nameOf(which),
    unit,
    definition,
    places: 2,
    look: 'signed',
    value,
    formula: inputsFormula(inputs, value, unit),
    inputs,
    notes: [
      net === undefined
        ? portfolio.riskGap === undefined
          ? 'No positions yet.'
          : gapText(portfolio.riskGap)
        : `${net.priced} of ${net.of} positions priced.`,
      ...[...portfolio.underlyings].map(
        ([base, { price, source }]) => `${base} at ${formatNumber(price)} (${source}).`,
      ),
      ...(which === 'delta' ? spotNotes(portfolio) : []),
      ...(which === 'delta' && cash !== '' ? [`Coins held as cash are not included: ${cash}.`] : []),
    ],
    gap: portfolio.riskGap ?? portfolio.unpriced,
    leftOut:
      net === undefined
        ? []
        : [...net.unpriced, ...net.withoutPrice.filter(() => which === 'delta' || which === 'gamma')],
  }
}

function spotNotes({ lines = [], underlyings }: Pick<Portfolio, 'lines' | 'underlyings'>): string[] {
  return [...groupLines(lines, line => line.base)].flatMap(([base, members]) => {
    const underlying = underlyings.get(base)
    if (underlying === undefined) return []
    const deltas = members.map(line => spotDelta(line, underlying.price))
    if (deltas.some(delta => delta === undefined)) return []
    const [forward, spot] = [
      sumGreeks(members.map(line => line.greeks)).greeks.delta,
      deltas.reduce<number>((sum, each) => sum + (each ?? 0), 0),
    ]
    const coins = (value: number): string => formatAmountNumber(value, { places: 3, sign: 'always' })
    return [
      `${base}: delta ${coins(forward)} to the forwards, as on every screen; ${coins(spot)} to the ${underlying.source}.`,
    ]
  })
}

export const greekExplanations = {
  delta: inputs => explainGreek(inputs, 'delta'),
  gamma: inputs => explainGreek(inputs, 'gamma'),
  vega: inputs => explainGreek(inputs, 'vega'),
  theta: inputs => explainGreek(inputs, 'theta'),
} satisfies Readonly<Record<string, Explain>>
