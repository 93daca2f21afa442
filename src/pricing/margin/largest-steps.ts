/** The largest of many sizes that keeps a limit, by few looks at them. */

/**
 * The largest whole number from `least` to `most` at which `excess` is zero or less; undefined if there is none. `excess` is convex: it falls, rests and
 * rises, so what keeps the limit is one stretch, which need not begin at the least.
 */
export function largestSteps(excess: (steps: number) => number, least: number, most: number): number | undefined {
  if (excess(most) <= 0) return most
  let good = least
  if (excess(least) > 0) {
    // The first of the lowest.
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
