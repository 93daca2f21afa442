/** Before each file of unit tests: `Date` begins at the stated instant and goes on from there, so that no test depends on the day it runs. */
import { statedInstant } from './stated-instant.ts'

const Wall = globalThis.Date
const aheadMs = Wall.parse(statedInstant) - Wall.now()

globalThis.Date = class Date extends Wall {
  constructor(...given: [] | ConstructorParameters<DateConstructor>) {
    if (given.length === 0) super(Wall.now() + aheadMs)
    else super(...given)
  }
  static override now(): number {
    return Wall.now() + aheadMs
  }
} as DateConstructor
