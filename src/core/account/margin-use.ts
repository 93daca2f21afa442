/**
 * Share of the collateral that is bound, from the venue's balances. Bound is cash less available, because venues differ
 * in the sign of `reserved_balance`. Coins that are not collateral are left out.
 */
import type { Balance, Position } from '../domain/account.ts'
import { type Decimal, sign, sub, toNumber } from '../domain/decimal.ts'
import { areInUsd } from '../domain/equity.ts'
import type { InstrumentIndex } from '../domain/instrument-index.ts'
import type { MissingInput } from './gap.ts'
import type { PortfolioTotals } from './totals.ts'

/** From 60 % `high`, from 85 % `critical`. `uncovered`: over 100 %, the venue cancels orders or closes positions. */
export type MarginLevel = 'ok' | 'high' | 'critical' | 'uncovered'

export interface MarginUse {
  readonly assets: readonly string[]
  /** USD. */
  readonly collateral: Decimal
  /** Initial margin of positions and open orders. Negative if their profit exceeds it. */
  readonly bound: Decimal
  readonly available: Decimal
  /** Bound divided by collateral, at least 0. Infinity if there is no collateral. */
  readonly fraction: number
  readonly level: MarginLevel
}

export const marginLevels = { high: 0.6, critical: 0.85 } as const

export function marginLevel(fraction: number): MarginLevel {
  if (fraction > 1) return 'uncovered'
  return fraction >= marginLevels.critical ? 'critical' : fraction >= marginLevels.high ? 'high' : 'ok'
}

export function marginFraction(collateral: number, bound: number): number {
  if (collateral > 0) return Math.max(0, bound) / collateral
  return bound > 0 || collateral < 0 ? Number.POSITIVE_INFINITY : 0
}

export function usedOf(collateral: Decimal, available: Decimal, assets: readonly string[]): MarginUse {
  const bound = sub(collateral, available)
  const fraction =
    sign(collateral) < 0 ? Number.POSITIVE_INFINITY : marginFraction(toNumber(collateral), toNumber(bound))
  return { assets, collateral, bound, available, fraction, level: marginLevel(fraction) }
}

/** `use` is undefined while balances are incomplete. */
export function marginUse({
  collateral,
  available,
  marginAssets,
}: Pick<PortfolioTotals, 'collateral' | 'available' | 'marginAssets'>): {
  readonly use: MarginUse | undefined
  readonly gap: MissingInput | undefined
} {
  const [cash, free] = [collateral.value, available.value]
  const isPart = collateral.leftOut.length > 0 || available.leftOut.length > 0
  if (cash === undefined || free === undefined || isPart)
    return { use: undefined, gap: collateral.gap ?? available.gap }
  return { use: usedOf(cash, free, marginAssets), gap: undefined }
}

/** For an account with only USD-quoted derivatives; needs no index. Undefined for other accounts, and without USD. */
export function usedOfUsd(
  balances: readonly Balance[],
  positions: readonly Pick<Position, 'symbol'>[],
  listing: Pick<InstrumentIndex, 'bySymbol'> | undefined,
): MarginUse | undefined {
  if (!areInUsd(positions, listing)) return undefined
  const row = balances.find(balance => balance.symbol === 'USD')
  return row === undefined ? undefined : usedOf(row.cash_balance, row.available_balance, ['USD'])
}
