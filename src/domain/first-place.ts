/** The first of `length` places that is past, where all after it are past too; `length` where none is. */
export function firstPlace(length: number, isPast: (place: number) => boolean): number {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isPast(middle)) high = middle
    else low = middle + 1
  }
  return low
}
