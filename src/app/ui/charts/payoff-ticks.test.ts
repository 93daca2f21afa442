import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { payoffScales } from './payoff-geometry.ts'
import { xTicks, yTicks } from './payoff-plot.tsx'

const magnitude = fc.constantFrom(1e-3, 1, 100, 1e4, 1e6)
const drawings = fc.record({
  width: fc.integer({ min: 280, max: 3_000 }),
  height: fc.integer({ min: 200, max: 1_400 }),
  from: fc.tuple(magnitude, fc.double({ min: 1, max: 10, noNaN: true })).map(([scale, part]) => scale * part),
  spanPart: fc.double({ min: 0.02, max: 3, noNaN: true }),
  least: fc.tuple(magnitude, fc.double({ min: 0.1, max: 10, noNaN: true })).map(([scale, part]) => -scale * part),
  most: fc.tuple(magnitude, fc.double({ min: 0.1, max: 10, noNaN: true })).map(([scale, part]) => scale * part),
})

describe('ticks of a payoff chart', () => {
  it('read each another text, rising, of a coin of any price and of any amount', () =>
    fc.assert(
      fc.property(drawings, ({ width, height, from, spanPart, least, most }) => {
        const scales = payoffScales(width, height, [from, from * (1 + spanPart)], [least, most])
        for (const ticks of [xTicks(scales), yTicks(scales)]) {
          expect(ticks.length).toBeGreaterThan(0)
          expect(new Set(ticks.map(tick => tick.text)).size).toBe(ticks.length)
          expect(ticks.map(tick => tick.value)).toEqual(ticks.map(tick => tick.value).toSorted((a, b) => a - b))
        }
      }),
    ))

  it('have zero among the amounts, without a sign', () =>
    fc.assert(
      fc.property(drawings, ({ width, height, from, least, most }) => {
        const zeros = yTicks(payoffScales(width, height, [from, from * 2], [least, most])).filter(
          tick => tick.value === 0,
        )
        expect(zeros.map(tick => tick.text)).toEqual(['0'])
      }),
    ))
})
