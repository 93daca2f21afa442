import type { CashEvent } from '../../core/domain/cash-event.ts'
import { dec } from '../../core/domain/decimal.ts'

/** USD moved in or out. */
export const movedCash = (amount: string, atMs: number): CashEvent => ({
  kind: 'moved',
  symbol: undefined,
  asset: 'USD',
  amount: dec(amount),
  size: undefined,
  price: undefined,
  atMs,
  isEstimated: false,
})
