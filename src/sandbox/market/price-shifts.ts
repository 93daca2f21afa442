/**
 * Prices set by hand: from a second on, the index of a base is its own path times a factor, until the next shift. What was before
 * that second stays as it was, so a market remains a function of seed, shifts and time.
 */

export interface PriceShift {
  readonly base: string
  readonly fromSecond: number
  readonly factor: number
}

export interface PriceShifts {
  /** Later ones come later: a shift may not begin before the last of its base. */
  add(shift: PriceShift): void
  all(): readonly PriceShift[]
  factorOf(base: string): (second: number) => number
}

/** How many of them, which ascend, began by a second. */
function begunBy(shifts: readonly PriceShift[], second: number): number {
  let low = 0
  let high = shifts.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((shifts[middle]?.fromSecond ?? Number.POSITIVE_INFINITY) <= second) low = middle + 1
    else high = middle
  }
  return low
}

export function createPriceShifts(): PriceShifts {
  const byBase = new Map<string, PriceShift[]>()
  const ofBase = (base: string): PriceShift[] => {
    const known = byBase.get(base) ?? []
    byBase.set(base, known)
    return known
  }
  return {
    add(shift) {
      const known = ofBase(shift.base)
      if (shift.fromSecond < (known.at(-1)?.fromSecond ?? 0)) throw new Error('a price is set from a moment before the last one set')
      if (shift.fromSecond === known.at(-1)?.fromSecond) known.pop()
      known.push(shift)
    },
    all: () => [...byBase.values()].flat(),
    factorOf(base) {
      const shifts = ofBase(base)
      return second => shifts[begunBy(shifts, second) - 1]?.factor ?? 1
    },
  }
}
