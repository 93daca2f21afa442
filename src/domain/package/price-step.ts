/** What prices of a package are multiples of: the finest step of its legs, since the price of one leg may make up for another's. */
import { type Decimal, min, sign } from '../decimal.ts'
import type { Instrument } from '../instrument.ts'

/** Undefined where no leg has a step. */
export function priceStepOf(instruments: readonly (Pick<Instrument, 'price_step'> | undefined)[]): Decimal | undefined {
  const steps = instruments.flatMap(one => (one === undefined || sign(one.price_step) <= 0 ? [] : [one.price_step]))
  return steps.length === 0 ? undefined : steps.reduce(min)
}
