/** Before each file of unit tests: `Date` begins at the stated instant and goes on from there, so that no test depends on the day it runs. */
import { statedInstant } from './stated-instant.ts'

const stated = Symbol.for('legwork: the date before it was stated')

/** Files may share a process: what an earlier one stated is not built upon. */
const Wall = (Reflect.get(globalThis.Date, stated) as DateConstructor | undefined) ?? globalThis.Date
const aheadMs = Wall.parse(statedInstant) - Wall.now()

globalThis.Date = class Date extends Wall {
  static readonly [stated] = Wall
  constructor(...given: [] | ConstructorParameters<DateConstructor>) {
    if (given.length === 0) super(Wall.now() + aheadMs)
    else super(...given)
  }
  static override now(): number {
    return Wall.now() + aheadMs
  }
} as unknown as DateConstructor
