/** Strikes visible at first: those within some standard deviations of the forward, and those in use. */
import { useState } from 'react'
import { toNumber } from '../../../../core/domain/decimal.ts'
import type { ChainStrike } from '../../../../core/domain/instrument-index.ts'
import type { ExpirySurface } from '../../../../core/pricing/market/base-surface.ts'
import type { CellInputs } from './chain-rows.ts'
import { type MoreStrikes, rowHeightPx } from './chain-table.tsx'

const deviations = 2.5
const leastRows = 8
const aroundChainPx = 300
const rowsWithRoom = (): number => Math.max(leastRows, Math.floor((innerHeight - aroundChainPx) / (2 * rowHeightPx)))

export interface StrikeRange {
  readonly low: number
  readonly high: number
}

export function deviationRange(
  at: Pick<ExpirySurface, 'forward' | 'atmVolatility' | 'years'> | undefined,
): StrikeRange | undefined {
  if (at?.forward === undefined || at.atmVolatility === undefined) return undefined
  const width = Math.exp(deviations * at.atmVolatility * Math.sqrt(Math.max(at.years, 0)))
  return { low: at.forward.price / width, high: at.forward.price * width }
}

export function strikesWithin(
  strikes: readonly ChainStrike[],
  { low, high }: StrikeRange,
  isUsed: (symbol: string) => boolean,
  least = leastRows,
): readonly [from: number, to: number] {
  const prices = strikes.map(({ strike }) => toNumber(strike))
  const middle = prices.filter(price => price * price < low * high).length
  const shown = strikes.map(({ call, put }, index) => {
    const price = prices[index] ?? 0
    const isNear = Math.abs(index - middle) <= least
    return (price >= low && price <= high) || isNear || [call, put].some(one => one !== undefined && isUsed(one.symbol))
  })
  return [Math.max(0, shown.indexOf(true)), shown.lastIndexOf(true) + 1]
}

export function useChainRange(
  key: string,
  strikes: readonly ChainStrike[],
  at: ExpirySurface | undefined,
  inputs: CellInputs,
) {
  const [saved, setSaved] = useState<{ readonly key: string; readonly range: StrikeRange | 'all' }>()
  const known = deviationRange(at)
  if (saved?.key !== key && known !== undefined) setSaved({ key, range: known })
  const range = saved?.key === key ? saved.range : (known ?? 'all')
  const isUsed = (symbol: string): boolean =>
    inputs.ratios.has(symbol) || inputs.positions.has(symbol) || inputs.resting?.has(symbol) === true
  const [from, to] = range === 'all' ? [0, strikes.length] : strikesWithin(strikes, range, isUsed, rowsWithRoom())
  const more: MoreStrikes = { below: from, above: strikes.length - to, show: () => setSaved({ key, range: 'all' }) }
  return { shown: from === 0 && to === strikes.length ? strikes : strikes.slice(from, to), more }
}
