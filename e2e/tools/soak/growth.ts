/** How much a figure grows, by the line of Theil and Sen: the median of the slopes of all pairs, which a few strays do not move, with its interval. */

export interface Point {
  readonly at: number
  readonly value: number
}

export interface Growth {
  /** Units of the value by one of `at`. */
  readonly slope: number
  /** Between these the slope lies with 95 %, by Kendall's statistic; what excludes 0 has grown or shrunk. */
  readonly from: number
  readonly to: number
}

const normalQuantile95 = 1.96

/** Not a number for fewer than two moments. */
export function growthOf(points: readonly Point[]): Growth {
  const slopes = points
    .flatMap((one, index) =>
      points
        .slice(index + 1)
        .filter(other => other.at !== one.at)
        .map(other => (other.value - one.value) / (other.at - one.at)),
    )
    .sort((a, b) => a - b)
  const count = slopes.length
  const rank = (at: number): number => slopes[Math.max(0, Math.min(count - 1, at))] ?? Number.NaN
  const halfWidth = normalQuantile95 * Math.sqrt(varianceOf(points))
  const middle = (rank(Math.floor((count - 1) / 2)) + rank(Math.ceil((count - 1) / 2))) / 2
  return { slope: middle, from: rank(Math.round((count - halfWidth) / 2) - 1), to: rank(Math.round((count + halfWidth) / 2)) }
}

/** Of Kendall's S, with its correction for values that are alike. */
function varianceOf(points: readonly Point[]): number {
  const term = (count: number): number => count * (count - 1) * (2 * count + 5)
  const alike = new Map<number, number>()
  for (const { value } of points) alike.set(value, (alike.get(value) ?? 0) + 1)
  const tied = [...alike.values()].reduce((sum, count) => sum + term(count), 0)
  return (term(points.length) - tied) / 18
}
