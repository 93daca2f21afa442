import { describe, expect, it } from 'vitest'
import { add, dec, type Decimal, isZero, mul, neg } from '../../../../core/domain/decimal.ts'
import { parseInstrumentName } from '../../../../core/domain/instrument.ts'
import { packageOfPositions } from '../../../../core/domain/package/package-of-positions.ts'
import { rollLegs, rollPackage, type RollTarget } from '../../../../core/domain/package/roll.ts'
import { closingSearch, packageSearch } from '../../../links/package-link.ts'
import { call, listed, nowMs } from '../../../../testing/universe.fixture.ts'

const held = (...rows: [string, string][]) => rows.map(([symbol, size]) => ({ symbol, size: dec(size) }))

const expiryOf = ({ symbol }: { readonly symbol: string }) => {
  const name = parseInstrumentName(symbol)
  return name !== undefined && 'expiryMs' in name ? name.expiryMs : undefined
}
const roll = (legs: ReturnType<typeof held>, target: RollTarget = 'next', steps = 0) =>
  rollLegs({
    legs: legs.map(leg => ({ ...leg, parsed: parseInstrumentName(leg.symbol) })),
    target,
    steps,
    listed,
    expiryOf,
    nowMs,
  })

describe('a single leg', () => {
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
