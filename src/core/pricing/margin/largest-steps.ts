/** Finds the largest size that keeps a limit with few evaluations. */

/**
 * The largest whole number from `least` to `most` with `excess` at or below zero; undefined if none exists. `excess`
 * must be convex: the valid sizes are one interval, which need not begin at `least`.
 */
export function largestSteps(excess: (steps: number) => number, least: number, most: number): number | undefined {
  if (excess(most) <= 0) return most
  let good = least
  if (excess(least) > 0) {
    // Finds the first minimum.
    let [low, high] = [least, most]
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      if (excess(middle + 1) < excess(middle)) low = middle + 1
      else high = middle
    }
    if (excess(low) > 0) return undefined
    good = low
  }
  let bad = most
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2)
    if (excess(middle) <= 0) good = middle
    else bad = middle
  }
  return good
}
