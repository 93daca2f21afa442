import { describe, expect, test } from 'vitest'
import { dec } from '../../domain/decimal.ts'
import { call, listed, nowMs, put, quote, surfaceOf } from '../../../testing/universe.fixture.ts'
import { type SolveInputs, type Target, type Vary, solveFor } from './solve-for.ts'
import { legsOf } from '../../../testing/legs-of.ts'

const quotes = new Map([
  quote('BTC-USD-PERPETUAL', '99990', '100010'),
  quote('BTC-20261225', '99990', '100010'),
  quote(put(90), '900', '1000'),
  quote(put(95), '2000', '2200'),
  quote(put(100), '4000', '4200'),
  quote(call(100), '4000', '4200'),
  quote(call(105), '2100', '2300'),
  quote(call(110), '950', '1050'),
])
const surface = surfaceOf(quotes)
const collar = legsOf({ [put(95)]: 1, [call(110)]: -1 })
const inputs: SolveInputs = {
  legs: collar,
  side: 'buy',
  price: undefined,
  priceStep: dec('5'),
  listed,
  quotes,
  surface,
  nowMs,
}

const ask = (vary: Vary, target: Target, wanted: number, more: Partial<SolveInputs> = {}) => {
  const found = solveFor({ ...inputs, ...more }, vary, target, wanted)
  return found.ok
    ? found.solutions.map(({ legs, price, value, missedBy }) => ({ legs, price, value, missedBy }))
    : found.why
}
const sold = { what: 'strike', symbol: call(110) } as const

describe('a strike is solved for', () => {
  test('a premium of nothing: the call that comes nearest, the others beside it, each with what it misses by', () => {
    expect(ask(sold, 'premium', 0)).toEqual([
      {
        legs: legsOf({ [put(95)]: 1, [call(105)]: -1 }),
        price: undefined,
        value: -100,
        missedBy: -100,
      },
      { legs: collar, price: undefined, value: 1100, missedBy: 1100 },
      {
        legs: legsOf({ [put(95)]: 1, [call(100)]: -1 }),
        price: undefined,
        value: -2000,
        missedBy: -2000,
      },
    ])
  })

  test('a hedge in the package costs no premium', () => {
    const hedged = [...collar, { symbol: 'BTC-USD-PERPETUAL', ratio: 1 }]
    expect(ask(sold, 'premium', 0, { legs: hedged })).toMatchObject([
      { value: -100 },
      { value: 1100 },
      { value: -2000 },
    ])
  })

  test('only strikes with a two-sided quote are an answer, and a leg without one leaves none', () => {
    const gone = new Map(quotes)
    gone.delete(put(95))
    expect(ask(sold, 'premium', 0, { quotes: gone })).toBe('No choice has a two-sided quote on every leg.')
  })
})

describe('the price is solved for', () => {
  const spread = { legs: legsOf({ [call(100)]: 1, [call(110)]: -1 }) }

  test('a greatest loss, and a break-even, to the step', () => {
    expect(ask({ what: 'price' }, 'loss', 3000, spread)).toMatchObject([
      { price: '3000', value: 3000, missedBy: 0 },
      { missedBy: 5 },
      { missedBy: -5 },
    ])
    expect(ask({ what: 'price' }, 'breakEven', 103_002, spread)).toMatchObject([
      { price: '3000', value: 103_000, missedBy: -2 },
      {},
      {},
    ])
    expect(ask({ what: 'price' }, 'loss', 3000, { ...spread, side: 'sell' })).toMatchObject([
      { price: '7000', value: 3000, missedBy: 0 },
      {},
      {},
    ])
  })

  test('what a price cannot change is said plainly', () => {
    expect(ask({ what: 'price' }, 'delta', 0, spread)).toBe('Delta does not depend on the price.')
    expect(ask({ what: 'price' }, 'loss', 10, { legs: [{ symbol: call(100), ratio: -1 }] })).toBe(
      'The loss is unlimited at any price.',
    )
  })
})
