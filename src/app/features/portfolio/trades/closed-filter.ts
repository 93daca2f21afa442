/** Filter of closed trades: underlying, words of structure, legs and days, and age. */
import { type Decimal, sum } from '../../../../core/domain/decimal.ts'
import { compareBases, parseInstrumentName, shortName } from '../../../../core/domain/instrument.ts'
import { dayMs } from '../../../../core/domain/time.ts'
import { tradeRealised } from '../../../../core/domain/trades/closed-trades.ts'
import { boughtAt } from '../../../../core/domain/trades/trade-prices.ts'
import type { Trade } from '../../../../core/domain/trades/trade.ts'
import { formatZoned } from '../../../ui/format/zoned-time.ts'
import { effectText, heldPhrase } from '../../../../core/domain/trade-story/trade-phrase.ts'

export interface ClosedFilter {
  readonly text: string
  readonly base: string | undefined
  readonly days: number | undefined
}

export const allClosed: ClosedFilter = { text: '', base: undefined, days: undefined }

const symbolsOf = ({ steps }: Trade): readonly string[] => [
  ...new Set(steps.flatMap(step => [...step.opened, ...step.closed].map(leg => leg.symbol))),
]

const basesOf = (trade: Trade): readonly string[] =>
  symbolsOf(trade).flatMap(symbol => parseInstrumentName(symbol)?.base ?? [])

export const basesOfTrades = (trades: readonly Trade[]): readonly string[] =>
  [...new Set(trades.flatMap(basesOf))].sort(compareBases)

function searchText(trade: Trade): string {
  const bought = boughtAt(trade)
  const days = [trade.openedMs, trade.closedMs].flatMap(atMs =>
    atMs === undefined ? [] : [formatZoned(atMs, 'dayMinutes'), formatZoned(atMs, 'isoDate')],
  )
  const name = bought === undefined ? 'custom' : `${heldPhrase(bought.legs).text} ${effectText(bought.legs)}`
  const symbols = symbolsOf(trade)
  const rolled = trade.rolls > 0 ? 'rolled' : ''
  return [name, rolled, ...symbols, ...symbols.map(shortName), ...days].join(' ').toLowerCase()
}

export function filterClosed(
  trades: readonly Trade[],
  { text, base, days }: ClosedFilter,
  nowMs: number,
): readonly Trade[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0 && base === undefined && days === undefined) return trades
  const fromMs = days === undefined ? undefined : nowMs - days * dayMs
  return trades.filter(trade => {
    if (fromMs !== undefined && (trade.closedMs === undefined || trade.closedMs < fromMs)) return false
    if (base !== undefined && !basesOf(trade).includes(base)) return false
    if (words.length === 0) return true
    const said = searchText(trade)
    return words.every(word => said.includes(word))
  })
}

export const realisedOf = (trades: readonly Trade[]): Decimal | undefined =>
  trades.some(trade => trade.unsettled.length > 0) ? undefined : sum(trades.map(tradeRealised))
