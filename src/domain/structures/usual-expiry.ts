/** What is looked at where nothing was chosen. */
import { dayMs } from '../time.ts'

/** The base of most listings of this kind, deepest wherever it is listed. */
export const usualBase = 'BTC'

const monthMs = 30 * dayMs

/** The expiry nearest to a month ahead: the one most looked at. */
export function usualExpiry(expiries: readonly number[], nowMs: number): number | undefined {
  const distance = (expiryMs: number) => Math.abs(expiryMs - nowMs - monthMs)
  return expiries.reduce<number | undefined>((best, one) => (best === undefined || distance(one) < distance(best) ? one : best), undefined)
}
