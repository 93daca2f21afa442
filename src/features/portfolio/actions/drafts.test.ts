import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Decimal, add, dec, eq, isZero, mul, neg, sign, sum } from '../../../domain/decimal.ts'
import { parseInstrumentName } from '../../../domain/instrument.ts'
import { call, farMs, listed, nearMs, put } from '../../../testing/universe.fixture.ts'
import { packageOfPositions, roundPackage } from '../../../domain/package/package-of-positions.ts'
import { closingSearch, packageSearch } from '../../../links/package-link.ts'
import { type RollTarget, rollLegs, rollPackage } from '../../../domain/package/roll.ts'

const held = (...rows: [string, string][]) => rows.map(([symbol, size]) => ({ symbol, size: dec(size) }))

const expiryOf = ({ symbol }: { readonly symbol: string }) => {
  const name = parseInstrumentName(symbol)
  return name !== undefined && 'expiryMs' in name ? name.expiryMs : undefined
}
const roll = (legs: ReturnType<typeof held>, target: RollTarget = 'next', steps = 0) =>
  rollLegs({ legs: legs.map(leg => ({ ...leg, parsed: parseInstrumentName(leg.symbol) })), target, steps, listed, expiryOf })

describe('unequal sizes', () => {
  it('the largest package of round ratios, and what it leaves', () => {
    expect(roundPackage(held(['A', '10'], ['B', '-7']), 'close')).toEqual({
      legs: [
        { symbol: 'A', ratio: -1 },
        { symbol: 'B', ratio: 1 },
      ],
      quantity: '7',
      left: [{ symbol: 'A', size: '3' }],
    })
    expect(roundPackage(held(['A', '10.25'], ['B', '-20.75']), 'hold')).toMatchObject({
      quantity: '10.25',
      left: [{ symbol: 'B', size: '-0.25' }],
    })
  })

  it('is not offered where the sizes make round ratios by themselves', () => {
    expect(roundPackage(held(['A', '5'], ['B', '-10']), 'close')).toBeUndefined()
    expect(roundPackage(held(['A', '7']), 'close')).toBeUndefined()
  })

  it('what the package closes and what it leaves are together all that is held', () => {
    const size = fc
      .tuple(fc.integer({ min: 1, max: 5000 }), fc.boolean())
      .map(([units, isShort]) => dec(`${isShort ? '-' : ''}${units / 100}`))
    fc.assert(
      fc.property(fc.array(size, { minLength: 2, maxLength: 5 }), sizes => {
        const legs = sizes.map((each, at) => ({ symbol: `S${at}`, size: each }))
        const round = roundPackage(legs, 'close')
        if (round === undefined) return
        for (const { symbol, size: whole } of legs) {
          const closed = sum(round.legs.filter(leg => leg.symbol === symbol).map(leg => mul(round.quantity, dec(leg.ratio))))
          const left = sum(round.left.filter(leg => leg.symbol === symbol).map(leg => leg.size))
          expect(eq(add(whole, closed), left)).toBe(true)
          expect(isZero(left) || sign(left) === sign(whole)).toBe(true)
        }
        expect(round.legs.every(leg => Math.abs(leg.ratio) <= 4)).toBe(true)
      }),
    )
  })

  it('parts of one position are one leg again', () => {
    const result = packageOfPositions(held(['A', '2'], ['B', '-5'], ['A', '3']), 'hold')
    expect(result).toMatchObject({
      ok: true,
      value: {
        quantity: '5',
        legs: [
          { symbol: 'A', ratio: 1 },
          { symbol: 'B', ratio: -1 },
        ],
      },
    })
  })

  it('one leg opens with the side that it is traded on', () => {
    const result = packageOfPositions(held(['A', '2.5']), 'close')
    expect(result.ok && packageSearch(result.value)).toEqual({ legs: 'A@1', qty: '2.5', dir: 'sell', mode: 'firm' })
  })
})

describe('closing a package', () => {
  const closing = (...rows: [string, string][]) => {
    const result = packageOfPositions(held(...rows), 'close')
    return result.ok ? closingSearch(result.value) : undefined
  }
  it('is firm, and sells what is held long and buys back what is held short', () => {
    expect(closing(['A', '10'], ['B', '10'])).toEqual({ legs: 'A@1/B@1', qty: '10', dir: 'sell', mode: 'firm' })
    expect(closing(['A', '-10'], ['B', '-10'])).toEqual({ legs: 'A@1/B@1', qty: '10', dir: 'buy', mode: 'firm' })
    expect(closing(['A', '5'], ['B', '-5'])).toEqual({ legs: 'A@1/B@-1', qty: '5', dir: 'sell', mode: 'firm' })
  })
})

describe('rolling', () => {
  const spread = held([call(100), '5'], [call(110), '-5'])
  const symbols = (rolled: ReturnType<typeof roll>) => rolled.map(each => each.to?.symbol)

  it('goes to the same strikes of the next expiry, as one package that closes and opens', () => {
    const rolled = roll(spread)
    expect(symbols(rolled)).toEqual(['BTC-20270326-100000C', 'BTC-20270326-110000C'])
    expect(rollPackage(rolled)).toMatchObject({
      ok: true,
      value: {
        quantity: '5',
        legs: [
          { symbol: call(100), ratio: -1 },
          { symbol: 'BTC-20270326-100000C', ratio: 1 },
          { symbol: call(110), ratio: 1 },
          { symbol: 'BTC-20270326-110000C', ratio: -1 },
        ],
      },
    })
  })

  it('steps are listed strikes of the expiry gone to', () => {
    expect(symbols(roll(held([call(100), '1']), 'next', 1))).toEqual(['BTC-20270326-110000C'])
    expect(symbols(roll(held([put(100), '1']), nearMs, -1))).toEqual([put(95)])
    expect(roll(held([put(100), '1']), nearMs)[0]).toMatchObject({ to: undefined, note: 'it is there already' })
    expect(roll(held([call(110), '1']), 'next', 1)[0]).toMatchObject({ to: undefined, note: 'no strike is listed that far' })
  })

  it('a strike that is not listed there takes the nearest, and says so', () => {
    const [rolled] = roll(held([call(105), '1']))
    expect(rolled?.to?.symbol).toMatch(/BTC-20270326-1(00|10)000C/)
    expect(rolled?.note).toContain('105000 is not listed there')
  })

  it('what does not expire stays, and nothing to roll is no package', () => {
    const rolled = roll(held(['BTC-USD-PERPETUAL', '1']))
    expect(rolled[0]).toMatchObject({ to: undefined, note: 'no expiry' })
    expect(rollPackage(rolled).ok).toBe(false)
    expect(rollPackage(roll(held([call(100, 'far'), '1']), farMs)).ok).toBe(false)
  })

  it('a package of it changes what is held to what it becomes, and nothing else', () => {
    const rolled = roll(spread)
    const result = rollPackage(rolled)
    if (!result.ok) throw new Error(result.problem)
    const after = new Map<string, Decimal>(spread.map(leg => [leg.symbol, leg.size]))
    for (const { symbol, ratio } of result.value.legs)
      after.set(symbol, add(after.get(symbol) ?? dec('0'), mul(result.value.quantity, dec(ratio))))
    expect([...after].filter(([, size]) => !isZero(size))).toEqual([
      ['BTC-20270326-100000C', '5'],
      ['BTC-20270326-110000C', neg(dec('5'))],
    ])
  })
})
