import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fundsOfBalances } from '../../../core/account/order-funds.ts'
import { dec, decimalFromNumber, toNumber } from '../../../core/domain/decimal.ts'
import { must } from '../../../core/domain/must.ts'

/** Amounts in eighths: floats represent them exactly, so that brute force counts in whole numbers. */
const unit = 8
const eighths = (count: number) => must(decimalFromNumber(count / unit), 'eighths')

const orders = fc.record({
  available: fc.integer({ min: -500, max: 16_000 }),
  loss: fc.integer({ min: 1, max: 3_000 }),
  step: fc.constantFrom(1, 2, 8, 80),
})

test('the largest size by balances is that of brute force over all sizes, and is not short, as one step more is', () => {
  fc.assert(
    fc.property(orders, ({ available, loss, step }) => {
      let steps = 0
      while (loss * step * (steps + 1) <= available * unit) steps += 1
      const funds = (count: number) =>
        must(
          fundsOfBalances({
            available: eighths(available),
            asset: 'USD',
            least: -loss / unit,
            step: eighths(step),
            quantity: eighths(count * step),
          }),
          'funds',
        )
      const { largest } = funds(1)
      expect(toNumber(largest ?? dec('-1'))).toBe((steps * step) / unit)
      if (steps > 0) expect(funds(steps).short).toBeUndefined()
      expect(funds(steps + 1).short).toBeGreaterThan(0)
    }),
    { numRuns: 1_000 },
  )
})
