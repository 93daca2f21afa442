/** Closed trades as rows, each with its steps below while expanded; the latest first. */
import { compareNames } from '../../../../core/domain/compare-names.ts'
import { add, type Decimal, zero } from '../../../../core/domain/decimal.ts'
import { dayMs } from '../../../../core/domain/time.ts'
import { tradeRealised } from '../../../../core/domain/trades/closed-trades.ts'
import { boughtAt, endedAt, packagePriceOf } from '../../../../core/domain/trades/trade-prices.ts'
import type { TradeStep } from '../../../../core/domain/trades/trade-steps.ts'
import type { Trade } from '../../../../core/domain/trades/trade.ts'
import { effectText, heldPhrase } from '../../../../core/domain/trade-story/trade-phrase.ts'
import { counted } from '../../../../core/domain/words.ts'
import { stepLabel } from './step-text.ts'

export interface ClosedRow {
  readonly id: string
  readonly depth: 0 | 1
  readonly label: string
  readonly note: string | undefined
  readonly tip: string
  readonly isOpen: boolean | undefined
  readonly symbol: string
  readonly symbols: string
  readonly openedMs: number | undefined
  readonly closedMs: number | undefined
  /** Number of packages. For a single instrument its signed size. */
  readonly quantity: Decimal | undefined
  readonly priceIn: Decimal | undefined
  /** Undefined if an end is unknown or continued in another trade. */
  readonly priceOut: Decimal | undefined
  /**
   * With funding, before fees; for a step the running total without funding. Undefined if a settlement price is
   * unknown.
   */
  readonly realised: Decimal | undefined
  readonly daysHeld: number | undefined
}

function noteOf({ rolls, isFromBefore, unsettled, isContinued, steps }: Trade): string | undefined {
  const said = [
    ...(rolls === 0 ? [] : [rolls === 1 ? 'rolled' : `rolled ${rolls} times`]),
    ...(isFromBefore ? ['opened before recording'] : []),
    ...(isContinued ? ['part went on in another trade'] : []),
    ...(unsettled.length > 0 ? ['a settlement price is not known'] : []),
    ...(steps.some(step => step.isEstimated) ? ['settlement estimated'] : []),
  ]
  return said.length === 0 ? undefined : said.join(' · ')
}

const symbolsOf = (legs: readonly { readonly symbol: string }[]): string =>
  [...new Set(legs.map(leg => leg.symbol))].sort(compareNames).join('/')

function stepRows({ id, steps }: Trade): ClosedRow[] {
  let running: Decimal = zero
  return steps.map((step: TradeStep, at): ClosedRow => {
    running = add(running, step.realised)
    const [into, out] = [packagePriceOf(step.opened), packagePriceOf(step.closed)]
    const label = stepLabel(step, into)
    return {
      id: `${id} step ${at}`,
      depth: 1,
      label,
      note: undefined,
      tip: step.order === undefined ? label : `${label}, order ${step.order}`,
      isOpen: undefined,
      symbol: (step.opened[0] ?? step.closed[0])?.symbol ?? '',
      symbols: symbolsOf(step.opened.length > 0 ? step.opened : step.closed),
      openedMs: undefined,
      closedMs: step.atMs,
      quantity: (out ?? into)?.quantity,
      priceIn: into?.price,
      priceOut: out?.price,
      realised: running,
      daysHeld: undefined,
    }
  })
}

function tradeRow(trade: Trade, isOpen: boolean): ClosedRow {
  const [bought, ended] = [boughtAt(trade), endedAt(trade)]
  const { openedMs, closedMs } = trade
  const legs = trade.steps.find(step => step.opened.length > 0)?.opened ?? []
  const label = bought === undefined ? `Custom, ${counted(legs.length, 'leg')}` : heldPhrase(bought.legs).text
  return {
    id: trade.id,
    depth: 0,
    label,
    note: noteOf(trade),
    tip: [label, bought === undefined ? '' : effectText(bought.legs), noteOf(trade) ?? ''].filter(Boolean).join('. '),
    isOpen,
    symbol: legs[0]?.symbol ?? '',
    symbols: symbolsOf(legs),
    openedMs,
    closedMs,
    quantity: bought?.quantity,
    priceIn: bought?.price,
    priceOut: ended?.price,
    realised: trade.unsettled.length > 0 ? undefined : tradeRealised(trade),
    daysHeld: openedMs === undefined || closedMs === undefined ? undefined : Math.max(0, closedMs - openedMs) / dayMs,
  }
}

export const closedRows = (trades: readonly Trade[], opened: ReadonlySet<string>): ClosedRow[] =>
  trades.flatMap(trade => {
    const isOpen = opened.has(trade.id)
    return [tradeRow(trade, isOpen), ...(isOpen ? stepRows(trade) : [])]
  })
