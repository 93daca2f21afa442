/** How long one request may take. */

export const shortestTimeoutMs = 4_000
/** The server of Legwork waits no longer for a venue. */
export const longestTimeoutMs = 15_000
const recentCount = 3

/** Twice the slowest of the last answers to the same call, in whole seconds within the bounds. A request that timed out counts with its time-out. */
export function timeoutAfter(lastMs: readonly number[]): number {
  const wantedMs = Math.ceil((2 * Math.max(0, ...lastMs)) / 1_000) * 1_000
  return Math.min(longestTimeoutMs, Math.max(shortestTimeoutMs, wantedMs))
}

/** The last durations with one more. */
export const withDuration = (lastMs: readonly number[], ms: number): readonly number[] => [...lastMs, ms].slice(-recentCount)
