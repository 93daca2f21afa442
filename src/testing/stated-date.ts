/** Setup of each test file: `Date` starts at the stated instant, so that no test depends on the current day. */
import { statedInstant } from './stated-instant.ts'

const stated = Symbol.for('legwork: the date before it was stated')

/** Files may share a process: use the original `Date`, not an earlier replacement. */
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
