/** Means and shares with their 95 % intervals. */

export interface Estimate {
  readonly count: number
  readonly value: number | undefined
  readonly low: number | undefined
  readonly high: number | undefined
}

/** An estimate from fewer RFQs is shown as uncertain. */
export const fewRfqs = 20

/** Smallest number of values for a meaningful interval. */
const leastForInterval = 5

/** Half of the interval; undefined with too few values. */
export const halfOf = ({ count, low, high }: Estimate): number | undefined =>
  low === undefined || high === undefined || count < leastForInterval ? undefined : (high - low) / 2

/** Student's t at 97.5 % by degrees of freedom: 1 to 30, then in steps, rounded to the wide side. */
const quantiles = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131, 2.12, 2.11,
  2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048, 2.045, 2.042,
]
const normal = 1.96
const quantileOf = (degrees: number): number =>
  quantiles[degrees - 1] ?? (degrees <= 60 ? 2.042 : degrees <= 120 ? 2 : 1.98)

export function meanOf(values: readonly number[]): Estimate {
  const count = values.length
  if (count === 0) return { count, value: undefined, low: undefined, high: undefined }
  let total = 0
  for (const each of values) total += each
  const value = total / count
  if (count === 1) return { count, value, low: undefined, high: undefined }
  let squares = 0
  for (const each of values) squares += (each - value) ** 2
  const half = quantileOf(count - 1) * Math.sqrt(squares / (count - 1) / count)
  return { count, value, low: value - half, high: value + half }
}

/** Share with its Wilson interval, which stays within 0 and 1. */
export function shareOf(hits: number, count: number): Estimate {
  if (count === 0) return { count, value: undefined, low: undefined, high: undefined }
  const value = hits / count
  const z2 = normal ** 2
  const centre = (value + z2 / (2 * count)) / (1 + z2 / count)
  const half = (normal / (1 + z2 / count)) * Math.sqrt((value * (1 - value)) / count + z2 / (4 * count ** 2))
  return { count, value, low: Math.max(0, centre - half), high: Math.min(1, centre + half) }
}
