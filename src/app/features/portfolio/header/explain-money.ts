/** Explanations of the header's amounts: equity, uPnL, balances, day change and realised P&L. */
import type { PositionRow } from '../../../../core/account/position-rows.ts'
import type { Balance } from '../../../../core/domain/account.ts'
import { type Decimal, formatDecimal, isZero, mul, neg, zero } from '../../../../core/domain/decimal.ts'
import { type EquityDefinition, holdingsOf, usdRate } from '../../../../core/domain/equity.ts'
import { shortName } from '../../../../core/domain/instrument.ts'
import type { Portfolio } from '../../../model/account/use-portfolio.ts'
import { formatAmount, formatSize } from '../../../ui/format/amounts.ts'
import { dash, formatPnl } from '../../../ui/format/format-decimal.ts'
import { formatZoned } from '../../../ui/format/zoned-time.ts'
import { missingText } from '../history/realised-text.ts'
import {
  type Explain,
  type ExplainedFigure,
  type ExplainedInput,
  type FigureInputs,
  inputsFormula,
  placesThatAddUp,
  sumFormula,
} from './explained-figure.ts'
import { type BalanceFigure, nameOf } from './figures.tsx'
import { equityNames } from './header-choices.ts'

const usd = { unit: 'USD', places: 2 } as const
const money = { ...usd, look: 'plain', notes: [] } as const
const pnl = { ...usd, look: 'pnl', notes: [] } as const

type BalanceField = keyof Balance & `${string}_balance`

const inUsd = (
  amount: Decimal,
  asset: string,
  portfolio: Portfolio,
): { value: Decimal | undefined; how: string; rated: string } => {
  const rate = usdRate(asset, portfolio.indexes)
  if (rate === undefined) return { value: undefined, how: `${formatSize(amount)} ${asset}: no index in USD`, rated: '' }
  if (asset === 'USD') return { value: amount, how: '', rated: '' }
  return {
    value: mul(amount, rate.rate),
    how: `${formatSize(amount)} ${asset} × ${formatDecimal(rate.rate)}`,
    rated: `, ${rate.source}`,
  }
}

const everyAsset = (): boolean => true

function balanceInputs(
  portfolio: Portfolio,
  field: BalanceField,
  isOf: (asset: string) => boolean = everyAsset,
): ExplainedInput[] {
  const { balances, market } = portfolio
  return holdingsOf(balances.data ?? [])
    .filter(balance => isOf(balance.symbol))
    .filter(balance => !isZero(balance[field]))
    .map(balance => {
      const { value, how, rated } = inUsd(balance[field], balance.symbol, portfolio)
      const agoMs =
        rated === ''
          ? balances.receivedAgoMs
          : () => Math.max(balances.receivedAgoMs() ?? 0, market.receivedAgoMs() ?? 0)
      const said = how === '' ? 'as the venue says' : how
      return {
        id: balance.symbol,
        name: balance.symbol,
        how: said,
        value,
        source: `balances${rated}`,
        agoMs,
        isWarning: value === undefined,
      }
    })
}

function rowInputs(
  portfolio: Portfolio,
  rows: readonly PositionRow[],
  about: (row: PositionRow) => { amount: Decimal; how: string },
): ExplainedInput[] {
  return rows.map(row => {
    const { amount, how } = about(row)
    const { value, how: rate, rated } = inUsd(amount, row.quote, portfolio)
    const said = rate === '' ? how : `${how}; ${rate}`
    const source = `positions, ${row.markMs > 0 ? 'venue mark' : 'venue'}${rated}`
    return {
      id: row.id,
      name: row.name,
      how: said,
      value,
      source,
      agoMs: portfolio.positions.receivedAgoMs,
      isWarning: value === undefined,
    }
  })
}

const marked = (row: PositionRow) => ({
  amount: row.value ?? zero,
  how: `${formatSize(row.size)} × mark ${formatDecimal(row.mark)}`,
})

const sinceEntry = (row: PositionRow) => ({
  amount: row.upnl,
  how:
    row.ourUpnl === undefined
      ? `the venue says ${formatSize(row.upnl)} ${row.quote}: its valuation rule is unknown`
      : `(mark ${formatDecimal(row.mark)} − entry ${formatDecimal(row.entry)}) × ${formatSize(row.size)} = ${formatPnl(row.ourUpnl)}${row.differs ? `; the venue says ${formatPnl(row.upnl)}` : ''}`,
})

const equityAbout: Readonly<Record<EquityDefinition, string>> = {
  value:
    'Cash + option value + futures uPnL. Option value is mark × size, negative for shorts; their premium is in cash already, so their uPnL is not added. Coins are valued by the venue’s index.',
  upnl: 'Cash + the venue’s uPnL of every option and future. Coins are valued by the venue’s index.',
  venue: 'The cash of the venue’s row USD-REFERENCE, as sent. The contract does not define it.',
}

function explainEquity({ portfolio, equity: definition }: FigureInputs): ExplainedFigure {
  const { totals, positionRows = [], balances } = portfolio
  const { value, leftOut, gap } = totals.equity[definition]
  const about = { ...money, title: 'Equity', value, definition: equityAbout[definition], leftOut, gap }
  if (definition === 'venue') {
    const row = {
      id: 'reference',
      name: 'USD-REFERENCE',
      how: 'cash balance, as sent',
      value,
      source: 'balances',
      agoMs: balances.receivedAgoMs,
    }
    const notes =
      value === undefined && gap === undefined ? ['The venue sends no such row. Choose another definition.'] : []
    return {
      ...about,
      notes,
      formula: sumFormula([{ name: 'USD-REFERENCE', value }], value, 'USD'),
      inputs: value === undefined ? [] : [row],
    }
  }
  const options = positionRows.filter(row => row.product === 'option')
  const futures = positionRows.filter(row => row.product === 'perpetual' || row.product === 'future')
  const optionTerm =
    definition === 'value'
      ? { name: 'option value', value: totals.optionValue.value }
      : { name: 'option uPnL', value: totals.optionUpnl.value }
  const terms = [
    { name: 'cash', value: totals.cash.value },
    optionTerm,
    { name: 'futures uPnL', value: totals.futuresUpnl.value },
  ]
  return {
    ...about,
    formula: sumFormula(terms, value, 'USD'),
    inputs: [
      ...balanceInputs(portfolio, 'cash_balance'),
      ...rowInputs(portfolio, options, definition === 'value' ? marked : sinceEntry),
      ...rowInputs(portfolio, futures, sinceEntry),
    ],
  }
}

function explainUpnl({ portfolio }: FigureInputs): ExplainedFigure {
  const { totals, positionRows = [] } = portfolio
  const { upnl, ourUpnl, differing } = totals
  const inputs = rowInputs(portfolio, positionRows, sinceEntry).map((input, at) =>
    positionRows[at]?.differs === true ? { ...input, isWarning: true } : input,
  )
  const ours = ourUpnl.value === undefined ? dash : formatPnl(ourUpnl.value)
  const differ = `The venue’s differs from ours by more than a price step on the whole size in ${differing.length} ${differing.length === 1 ? 'row' : 'rows'}: ${differing.join(', ')}.`
  return {
    ...pnl,
    title: 'uPnL',
    value: upnl.value,
    definition:
      'The sum of the venue’s uPnL over the rows below, before fees. Ours is (mark − entry) × size of each row, and is the check.',
    formula: inputsFormula(inputs, upnl.value, 'USD'),
    inputs,
    notes: [
      `Calculated here: ${ours} USD.`,
      ...(upnl.gap !== undefined
        ? []
        : [
            differing.length === 0
              ? 'Every row agrees with the venue’s figure to a price step on its whole size.'
              : differ,
          ]),
    ],
    leftOut: upnl.leftOut,
    gap: upnl.gap,
  }
}

const noCollateral =
  'Available balance of every asset that does not pay margin. Figures of available margin exclude it: the venue does not state that coins count as collateral.'

const balanceAbout = {
  cash: { field: 'cash_balance', definition: 'Cash balance of every asset.' },
  reserved: { field: 'reserved_balance', definition: 'Held by the venue for open orders and margin' },
  available: { field: 'available_balance', definition: 'Available for trading, as reported by the venue' },
  coins: { field: 'available_balance', definition: noCollateral },
} as const

function explainBalance({ portfolio }: FigureInputs, which: BalanceFigure): ExplainedFigure {
  const { field, definition } = balanceAbout[which]
  const title = nameOf(which)
  const { value, leftOut, gap } = portfolio.totals[which]
  const { marginAssets } = portfolio.totals
  const isMargin = which === 'reserved' || which === 'available'
  const inputs = balanceInputs(portfolio, field, asset => which === 'cash' || marginAssets.includes(asset) === isMargin)
  const names = marginAssets.join(', ')
  return {
    ...money,
    title: isMargin ? `${title}, ${names}` : title,
    value,
    definition: `${isMargin ? `${definition} in ${names}, in which margin is paid. Coins are not in it.` : `${definition} Coins are valued by the venue’s index.`} USD-REFERENCE is in no total.`,
    formula: inputsFormula(inputs, value, 'USD'),
    inputs,
    leftOut,
    gap,
  }
}

export function differenceFormula(now: Decimal, base: Decimal, change: Decimal): string {
  const places = placesThatAddUp([now, neg(base)], change, 2)
  return `${formatAmount(now, { places })} − ${formatAmount(base, { places })} = ${formatPnl(change, { places })} USD`
}

function explainDay({ portfolio, equity: definition, dayStart, day }: FigureInputs): ExplainedFigure {
  const { change, jumps } = day
  const equity = portfolio.totals.equity[definition]
  const about = { ...pnl, title: `Day change since ${dayStart} UTC`, leftOut: equity.leftOut, gap: equity.gap }
  const text = `Equity now (${equityNames[definition]}) less the same in the sample of the day’s start. It includes deposits and withdrawals, which the venue does not report.`
  const now = {
    id: 'now',
    name: 'Equity now',
    how: equityNames[definition],
    value: equity.value,
    source: 'see Equity',
    agoMs: portfolio.oldestAgoMs,
  }
  if (change === undefined)
    return { ...about, value: undefined, definition: text, formula: dash, inputs: [now], notes: [] }
  if (change.kind !== 'known') {
    const first = change.firstMs === undefined ? '' : ` The first sample since is of ${formatZoned(change.firstMs)}.`
    const why = `n/a: no sample was taken between five minutes before the day’s start and an hour after it. This browser was not signed in then.${first}`
    return { ...about, value: undefined, definition: text, formula: 'no snapshot yet', inputs: [now], notes: [why] }
  }
  const base = {
    id: 'base',
    name: `Equity at ${formatZoned(change.baseMs)}`,
    how: 'less',
    value: neg(change.base),
    source: 'sample stored in this browser',
    agoMs: undefined,
  }
  return {
    ...about,
    value: change.change,
    definition: text,
    formula: differenceFormula(equity.value ?? change.base, change.base, change.change),
    inputs: [now, base],
    notes: jumps,
  }
}

function explainRealised({ realised, portfolio: { gap } }: FigureInputs): ExplainedFigure {
  const since = realised?.sinceMs === undefined ? 'first seen' : formatZoned(realised.sinceMs)
  const lines = realised?.lines ?? []
  const closed = lines
    .filter(line => !isZero(line.realised))
    .map(line => ({
      id: line.symbol,
      name: shortName(line.symbol),
      how: 'closed and settled parts against their average entry',
      value: line.realised,
      source: 'executions seen by this browser',
      agoMs: undefined,
    }))
  const funded = lines
    .filter(line => !isZero(line.funding))
    .map(line => ({
      id: `funding ${line.symbol}`,
      name: `Funding of ${shortName(line.symbol)}`,
      how: 'paid (−) or received',
      value: line.funding,
      source: 'cash of the venue that no fill explains, at funding times',
      agoMs: undefined,
    }))
  const inputs = [...closed, ...funded]
  const value = gap === undefined ? realised?.total : undefined
  return {
    ...pnl,
    title: 'Realised',
    gap,
    value,
    definition: `Closed and settled parts against their average entry, as the venue computes it, and funding, since ${since}, from executions and cash that this browser has seen, before fees (the venue does not report them).`,
    formula: inputsFormula(inputs, value, 'USD'),
    inputs,
    notes: [...(realised === undefined ? [] : missingText(realised))],
    leftOut: realised?.unread ?? [],
  }
}

export const moneyExplanations = {
  equity: explainEquity,
  upnl: explainUpnl,
  day: explainDay,
  realised: explainRealised,
  cash: inputs => explainBalance(inputs, 'cash'),
  reserved: inputs => explainBalance(inputs, 'reserved'),
  available: inputs => explainBalance(inputs, 'available'),
  coins: inputs => explainBalance(inputs, 'coins'),
} satisfies Readonly<Record<string, Explain>>
