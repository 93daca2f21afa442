/**
 * The time of the benchmarks: the stated instant, advancing from there. Pages get it by a shifted `Date` only: timers
 * and `performance.now` stay real, because they are measured.
 */
import { statedInstant } from '../../src/testing/stated-instant.ts'

const aheadMs = Date.parse(statedInstant) - Date.now()

export const benchNowMs = (): number => Date.now() + aheadMs

export const shiftDate = `{
  const Wall = Date
  globalThis.Date = class Date extends Wall {
    constructor(...given) {
      if (given.length === 0) super(Wall.now() + ${aheadMs})
      else super(...given)
    }
    static now() {
      return Wall.now() + ${aheadMs}
    }
  }
}`
