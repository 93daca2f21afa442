import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { blackChainInto, greekSlot } from './black-chain.ts'
import { blackPriceOf } from './black.ts'
import { timeValueOverVega } from './black-core.ts'

const option = fc.record({
  moneyness: fc.double({ min: -6, max: 6, noNaN: true }),
  volatility: fc.double({ min: 0.01, max: 4, noNaN: true }),
  isCall: fc.boolean(),
})

function priced(
  forward: number,
  years: number,
  options: readonly { strike: number; volatility: number; isCall: boolean }[],
) {
  const out = new Float64Array(options.length * greekSlot.width)
  blackChainInto(
    {
      forward,
      years,
      strikes: Float64Array.from(options, each => each.strike),
      volatilities: Float64Array.from(options, each => each.volatility),
      calls: Uint8Array.from(options, each => (each.isCall ? 1 : 0)),
    },
    out,
  )
  return options.map((_, index) => out.slice(index * greekSlot.width, (index + 1) * greekSlot.width))
}

describe('a chain priced at once', () => {
  test('gives each option what it has alone, wherever it stands in however long a chain', () => {
    fc.assert(
      fc.property(
        fc.array(option, { minLength: 1, maxLength: 40 }),
        fc.double({ min: 1e-4, max: 3, noNaN: true }),
        (given, years) => {
          const options = given.map(({ moneyness, volatility, isCall }) => ({
            strike: 1000 * Math.exp(moneyness * volatility * Math.sqrt(years)),
            volatility,
            isCall,
          }))
          // Longer than one block.
          const long = Array.from({ length: 20 }, () => options).flat()
          const all = priced(1000, years, long)
          long.forEach((each, index) => expect(all[index]).toEqual(priced(1000, years, [each])[0]))
          options.forEach(({ strike, volatility, isCall }, index) => {
            const price = blackPriceOf(1000, strike, volatility * Math.sqrt(years), isCall)
            expect(Math.abs((all[index]?.[greekSlot.price] ?? 0) - price)).toBeLessThanOrEqual(4e-14 * price + 1e-300)
          })
        },
      ),
      { numRuns: 60 },
    )
  })

  test('an option without a volatility is not a number, and takes no other with it', () => {
    const [none, some] = priced(100, 0.1, [
      { strike: 100, volatility: Number.NaN, isCall: true },
      { strike: 100, volatility: 0.5, isCall: true },
    ])
    expect([...(none ?? [])].every(Number.isNaN)).toBe(true)
    expect([...(some ?? [])].every(Number.isFinite)).toBe(true)
  })
})

/** a, t, and M(a-t) - M(a+t) to 60 digits (mpmath), over the range of the series. */
const differences: readonly (readonly [number, number, number])[] = [
  [0.0, 0.001, 0.0020000006666668],
  [0.0, 0.027, 0.05401312391338686],
  [0.4, 0.0199, 0.024906747035853657],
  [1.3, 0.0267, 0.014188484863725035],
  [2.2, 0.0201, 0.005538200866797481],
  [3.9, 0.099198, 0.011070348078168679],
  [3.99, 0.1018, 0.010922572410176313],
  [4.0, 0.02, 0.0021356571848287187],
  [4.1, 0.102762, 0.010517704425211582],
  [5.6, 0.11772, 0.00688640924893273],
  [5.7, 0.131274, 0.007433276564776273],
  [8.5, 0.18117, 0.004822016978831897],
  [9.9, 0.206118, 0.004085110009227255],
  [10.1, 0.209682, 0.003997275065203244],
  [25.0, 0.24, 0.0007644124369692368],
  [38.0, 0.70686, 0.0009773400324643322],
]

test.each(differences)('time value over vega of short or far options a = %d, t = %d: to 4e-15', (a, t, want) => {
  expect(Math.abs(timeValueOverVega(a, t) / want - 1)).toBeLessThan(4e-15)
})
