import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dec, gcd, sub, toNumber, zero } from '../../domain/decimal.ts'
import type { PackageLeg } from '../../domain/package/package-leg.ts'
import {
  anyQuotes,
  cases,
  expiryMs,
  future,
  marketOf,
  nameOf,
  parityQuotes,
  type Quotes,
  rows,
  strikes,
  tenths,
} from '../../../testing/quoted-chain.fixture.ts'
import { type DrawnPayoff, fitShape } from './draw-fit.ts'
import { drawingOf, drawLegs } from './draw.ts'

const drawingWith = (
  values: readonly (readonly [strike: number, value: number])[],
  more: Partial<DrawnPayoff> = {},
): DrawnPayoff => ({
  base: 'BTC',
  expiryMs,
  kinks: values.map(([strike, value]) => ({ strike: dec(strike), value: dec(value) })),
  low: 0,
  high: 0,
  ...more,
})

function drawnAt({ kinks, low, high }: DrawnPayoff, price: number): number {
  const points = kinks.map(kink => [toNumber(kink.strike), toNumber(kink.value)] as const)
  const [first, last] = [points[0] ?? [0, 0], points.at(-1) ?? [0, 0]]
  if (price <= first[0]) return low * (price - first[0])
  if (price >= last[0]) return last[1] - first[1] + high * (price - last[0])
  const next = points.findIndex(([strike]) => strike >= price)
  const [[x0, y0], [x1, y1]] = [points[next - 1] ?? first, points[next] ?? last]
  return y0 - first[1] + ((y1 - y0) * (price - x0)) / (x1 - x0)
}

const above = (legs: readonly PackageLeg[], quotes: Quotes, price: number, from: number): number =>
  (tenths(legs, quotes, price) - tenths(legs, quotes, from)) / 10

const prices = [0, 45, 90, 95, 100, 105, 110, 117, 120, 128, 130, 400]

const drawings: fc.Arbitrary<DrawnPayoff> = fc
  .record({
    kinks: fc.subarray(strikes, { minLength: 1 }),
    values: fc.array(fc.integer({ min: -4, max: 4 }), { minLength: 5, maxLength: 5 }),
    low: fc.integer({ min: -2, max: 2 }),
    high: fc.integer({ min: -2, max: 2 }),
  })
  .map(({ kinks, values, low, high }) =>
    drawingWith(
      kinks.map((strike, at) => [strike, (values[at] ?? 0) * 10]),
      { low, high },
    ),
  )

describe('a drawing with kinks on listed strikes', () => {
  test('has legs with its payoff at every price, in whole ratios without a common factor', () => {
    fc.assert(
      fc.property(parityQuotes(5), drawings, (quotes, drawing) => {
        const market = marketOf(quotes, 5)
        const drawn = drawLegs(drawing, market)
        if (!drawn.ok) {
          expect(drawn.why).toMatch(/^(A flat line|A ratio is above|No |Nothing can)/)
          return
        }
        const ratios = drawn.legs.map(leg => leg.ratio)
        expect(drawn.legs.length).toBeLessThanOrEqual(10)
        expect(ratios.every(Number.isSafeInteger)).toBe(true)
        if (drawn.deviation !== 0) return
        const first = toNumber(drawing.kinks[0]?.strike ?? zero)
        for (const price of prices)
          expect(above(drawn.legs, quotes, price, first)).toBeCloseTo(drawn.times * drawnAt(drawing, price), 6)
        expect(drawingOf(drawn.legs)).toEqual(drawn.drawing)
        const { kinks, low, high } = drawn.drawing
        const slopes = kinks.slice(1).map((kink, at) => {
          const before = kinks[at] ?? kink
          return toNumber(sub(kink.value, before.value)) / toNumber(sub(kink.strike, before.strike))
        })
        expect(gcd([low, ...slopes, high].map(Math.abs))).toBe(1)
      }),
      { numRuns: cases },
    )
  })

  test('is read back from any legs of one expiry, and drawn costs no more than they do', () => {
    const legs = fc.uniqueArray(
      fc.record({
        symbol: fc.constantFrom(
          future.symbol,
          ...strikes.flatMap(strike => [nameOf(strike, 'C'), nameOf(strike, 'P')]),
        ),
        ratio: fc.constantFrom(-2, -1, 1, 2),
      }),
      { minLength: 1, maxLength: 6, selector: leg => leg.symbol },
    )
    fc.assert(
      fc.property(parityQuotes(5), legs, (quotes, own) => {
        const market = marketOf(quotes, 5)
        const drawing = drawingOf(own)
        const drawn = drawing === undefined ? undefined : drawLegs(drawing, market)
        if (drawn?.ok !== true) return
        for (const price of prices) {
          expect(tenths(drawn.legs, quotes, price)).toBeGreaterThanOrEqual(
            drawn.times * tenths(own, quotes, price) - 1e-6,
          )
        }
      }),
      { numRuns: Math.ceil(cases / 4) },
    )
  })

  test('never takes an instrument without a quote', () => {
    fc.assert(
      fc.property(anyQuotes(5), drawings, (quotes, drawing) => {
        const drawn = drawLegs(drawing, marketOf(quotes, 5))
        for (const leg of drawn.ok ? drawn.legs : [])
          expect(quotes[leg.symbol]?.[leg.ratio > 0 ? 1 : 0]).toBeGreaterThan(0)
      }),
      { numRuns: Math.ceil(cases / 4) },
    )
  })
})

/** Brute force: the least deviation of all packages that bend by at most 4 at a strike. */
function nearest(drawing: DrawnPayoff, most: number): number {
  const within = strikes.filter(
    strike =>
      strike >= toNumber(drawing.kinks[0]?.strike ?? zero) && strike <= toNumber(drawing.kinks.at(-1)?.strike ?? zero),
  )
  let best = Infinity
  const attempt = (at: number, slope: number, legs: number, value: number, furthest: number): void => {
    const next = within[at + 1]
    for (let slopeThere = slope - 4; slopeThere <= slope + 4; slopeThere += 1) {
      const count = legs + (slopeThere === slope ? 0 : 1)
      if (count > most) continue
      if (next === undefined) {
        if (slopeThere === drawing.high) best = Math.min(best, furthest)
        continue
      }
      const there = value + slopeThere * (next - (within[at] ?? 0))
      attempt(at + 1, slopeThere, count, there, Math.max(furthest, Math.abs(there - drawnAt(drawing, next))))
    }
  }
  attempt(0, drawing.low, 0, 0, 0)
  return best
}

describe('a freehand drawing', () => {
  const freehand = fc
    .array(fc.integer({ min: -300, max: 300 }), { minLength: 5, maxLength: 5 })
    .map(values => drawingWith(strikes.map((strike, at) => [strike, (values[at] ?? 0) / 10])))

  test('gets the package that no other of as many legs beats', () => {
    fc.assert(
      fc.property(parityQuotes(5), freehand, fc.integer({ min: 2, max: 5 }), (quotes, drawing, most) => {
        const fit = fitShape(drawing, rows, marketOf(quotes, 5), { most, mostRatio: 4, mostTimes: 1 })
        const best = nearest(drawing, most)
        if (fit !== undefined) expect(fit.deviation).toBeCloseTo(best, 6)
        else expect(Math.max(...strikes.map(strike => Math.abs(drawnAt(drawing, strike))))).toBeCloseTo(best, 6)
      }),
      { numRuns: cases },
    )
  })

  test('states how far its package is from it, at the price where that is furthest', () => {
    fc.assert(
      fc.property(parityQuotes(5), freehand, fc.integer({ min: 2, max: 10 }), (quotes, drawing, most) => {
        const market = marketOf(quotes, 5)
        const drawn = drawLegs(drawing, market, most)
        if (!drawn.ok) return
        expect(drawn.legs.length).toBeLessThanOrEqual(most)
        const away = strikes.map(
          strike => above(drawn.legs, quotes, strike, 90) / drawn.times - drawnAt(drawing, strike),
        )
        expect(Math.max(...away.map(Math.abs))).toBeCloseTo(drawn.deviation, 6)
      }),
      { numRuns: Math.ceil(cases / 4) },
    )
  })
})

describe('what cannot be drawn is said in a sentence', () => {
  /** Prices in parity with a future at 110. */
  const quotes: Quotes = Object.fromEntries([
    [future.symbol, [1095, 1105]],
    ...strikes.flatMap(strike => [
      [nameOf(strike, 'C'), [100 + Math.max(0, 1100 - strike * 10), 110 + Math.max(0, 1100 - strike * 10)]],
      [nameOf(strike, 'P'), [100 + Math.max(0, strike * 10 - 1100), 110 + Math.max(0, strike * 10 - 1100)]],
    ]),
  ])
  const hump = drawingWith([
    [100, 0],
    [110, 10],
    [120, 0],
  ])
  const why = (drawing: DrawnPayoff, market = marketOf(quotes, 5)): string | undefined => {
    const drawn = drawLegs(drawing, market)
    return drawn.ok ? undefined : drawn.why
  }

  test.each([
    [
      'an expiry without options',
      { ...hump, expiryMs: Date.UTC(2027, 0, 29, 8) },
      'No options on BTC are listed at 29JAN27.',
    ],
    ['a strike that is not listed', drawingWith([[101, 0]], { high: 1 }), 'No option is listed at 101.'],
    ['no kink and one slope', drawingWith([]), 'A flat line needs no legs.'],
    ['no kink and two slopes', drawingWith([], { high: 1 }), 'A line without a kink has one slope.'],
    ['a ratio out of range', drawingWith([[100, 0]], { low: 1, high: 22 }), 'A ratio is above 20.'],
    ['half a slope at an end', drawingWith([[100, 0]], { high: 0.5 }), 'A slope at the end is a whole number.'],
    ['strikes that do not ascend', drawingWith([[110, 0], [100, 5]]), 'The strikes do not ascend.'], // biome-ignore format: a pair
  ])('%s', (_, drawing, sentence) => expect(why(drawing)).toBe(sentence))

  test('a strike at which nothing is quoted', () => {
    const { [nameOf(110, 'C')]: _, [nameOf(110, 'P')]: __, ...rest } = quotes
    expect(why(hump, marketOf(rest, 5))).toBe('Nothing can be sold at 110: there is no bid.')
  })

  test('suspended instruments', () => {
    const listed = marketOf(quotes, 5).listed
    const chain: typeof listed.chain = (base, at) =>
      listed.chain(base, at).map(({ strike, call, put }) => ({
        strike,
        call: call && { ...call, status: 'trading_suspended' },
        put: put && { ...put, status: 'trading_suspended' },
      }))
    expect(why(hump, marketOf(quotes, 5, { listed: { ...listed, chain } }))).toBe(
      'Nothing can be bought at 100: it is suspended.',
    )
  })
})
