/**
 * The time at which benches take place: the stated instant, and on from there. Pages get it only by a shifted `Date`: their timers and
 * `performance.now` stay the browser's own, since they are what is measured.
 */
import { statedInstant } from '../../src/testing/stated-instant.ts'

const aheadMs = Date.parse(statedInstant) - Date.now()

export const benchNowMs = (): number => Date.now() + aheadMs

/** A script for a page, before anything of its own. */
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
