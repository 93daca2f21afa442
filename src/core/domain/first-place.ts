/** Binary search: returns the first index for which `isPast` is true, or `length`. Requires a monotonic `isPast`. */
export function firstPlace(length: number, isPast: (place: number) => boolean): number {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isPast(middle)) high = middle
    else low = middle + 1
  }
  return low
}
