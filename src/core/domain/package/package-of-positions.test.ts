import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { abs, add, dec, type Decimal, eq, isZero, lte, mul, neg, zero } from '../decimal.ts'
import { type HeldSize, packageOfPositions, type PositionPackage, roundPackage } from './package-of-positions.ts'
import { legsOf } from '../../../testing/legs-of.ts'

const held = (...sizes: readonly (readonly [symbol: string, size: string])[]): readonly HeldSize[] =>
  sizes.map(([symbol, size]) => ({ symbol, size: dec(size) }))

const netOf = (sizes: readonly HeldSize[]): ReadonlyMap<string, Decimal> => {
  const net = new Map<string, Decimal>()
  for (const { symbol, size } of sizes) net.set(symbol, add(net.get(symbol) ?? zero, size))
  return net
}
/** Signed size that buying the package adds, by symbol. */
const bought = ({ legs, quantity }: PositionPackage): readonly HeldSize[] =>
  legs.map(({ symbol, ratio }) => ({ symbol, size: mul(quantity, dec(ratio)) }))
const gcd = (a: number, b: number): number => (b === 0 ? Math.abs(a) : gcd(b, a % b))

const positions = fc.array(
  fc.record({
    symbol: fc.constantFrom('A', 'B', 'C', 'D', 'E'),
    size: fc
      .tuple(fc.integer({ min: -4000, max: 4000 }), fc.constantFrom('1', '0.1', '0.0001'))
      .filter(([count]) => count !== 0)
      .map(([count, step]) => mul(dec(count), dec(step))),
  }),
  { minLength: 1, maxLength: 6 },
)

describe('positions as one package', () => {
  test('unequal sizes become whole ratios times a quantity', () => {
    expect(packageOfPositions(held(['A', '2.5'], ['B', '-1']), 'hold')).toEqual({
      ok: true,
      value: { legs: legsOf({ A: 5, B: -2 }), quantity: '0.5' },
    })
  })

  test('closing turns every leg, and leaves nothing of any of them', () => {
    fc.assert(
      fc.property(positions, given => {
        const net = netOf(given)
        const found = packageOfPositions(given, 'close')
        const isFlat = [...net.values()].every(isZero)
        expect(found.ok).toBe(!isFlat)
        if (!found.ok) return
        const after = netOf([...given, ...bought(found.value)])
        expect([...after.values()].every(isZero)).toBe(true)
      }),
    )
  })

  test('holding adds what is held once more, by ratios that are whole and have no common factor', () => {
    fc.assert(
      fc.property(positions, given => {
        const found = packageOfPositions(given, 'hold')
        if (!found.ok) return
        const [before, added] = [netOf(given), netOf(bought(found.value))]
        for (const [symbol, size] of before) expect(eq(added.get(symbol) ?? zero, size)).toBe(true)
        const ratios = found.value.legs.map(leg => leg.ratio)
        expect(ratios.every(Number.isInteger)).toBe(true)
        expect(ratios.reduce(gcd)).toSatisfy((factor: number) => Math.abs(factor) === 1)
      }),
    )
  })

  test('a symbol held twice is one leg, and one that cancels is none', () => {
    expect(
      packageOfPositions(held(['A', '2'], ['B', '1'], ['A', '-1'], ['C', '3'], ['C', '-3']), 'hold'),
    ).toMatchObject({ value: { legs: legsOf({ A: 1, B: 1 }), quantity: '1' } })
  })

  test('what cannot be one order says why', () => {
    const problem = (sizes: readonly HeldSize[]) => {
      const found = packageOfPositions(sizes, 'close')
      return found.ok ? undefined : found.problem
    }
    expect(problem([])).toBe('No position is chosen.')
    expect(problem(held(['A', '1'], ['A', '-1']))).toBe('No position is chosen.')
    expect(problem(Array.from({ length: 11 }, (_, at) => ({ symbol: `S${at}`, size: dec('1') })))).toMatch(
      /at most 10 legs; 11 positions/,
    )
    expect(problem(held(['A', '1000000001'], ['B', '1']))).toMatch(/no common measure/)
  })
})

describe('the largest package of round ratios', () => {
  test('says what it leaves over, on the side it is held', () => {
    expect(roundPackage(held(['A', '10.3'], ['B', '-5']), 'hold')).toEqual({
      legs: legsOf({ A: 2, B: -1 }),
      quantity: '5',
      left: [{ symbol: 'A', size: '0.3' }],
    })
  })

  test('is none where the sizes make one exactly, and none of a single position', () => {
    expect(roundPackage(held(['A', '8'], ['B', '-2']), 'hold')).toBeUndefined()
    expect(roundPackage(held(['A', '7']), 'hold')).toBeUndefined()
  })

  test('with what is left over is all that is held, in ratios up to four, and never more than is held of any', () => {
    fc.assert(
      fc.property(positions, fc.constantFrom('hold' as const, 'close' as const), (given, intent) => {
        const found = roundPackage(given, intent)
        if (found === undefined) return
        const net = netOf(given)
        const sign = intent === 'close' ? neg : (size: Decimal) => size
        const taken = netOf(bought(found).map(({ symbol, size }) => ({ symbol, size: sign(size) })))
        const whole = netOf([...[...taken].map(([symbol, size]) => ({ symbol, size })), ...found.left])
        for (const [symbol, size] of net) {
          expect(eq(whole.get(symbol) ?? zero, size)).toBe(true)
          expect(lte(abs(taken.get(symbol) ?? zero), abs(size))).toBe(true)
        }
        expect(found.legs.every(leg => Math.abs(leg.ratio) <= 4)).toBe(true)
      }),
    )
  })
})
