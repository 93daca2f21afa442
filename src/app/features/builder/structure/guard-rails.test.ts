import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dec } from '../../../../core/domain/decimal.ts'
import { hedgeRatio, hedgeRatios } from '../../../../core/pricing/hedge/hedge-ratio.ts'
import { call, lookup } from '../../../../testing/universe.fixture.ts'
import { besideHedge, packageHedges } from './use-hedge.ts'
import { legsOf } from '../../../../testing/legs-of.ts'

describe('the hedge', () => {
  it('takes the delta out with whole ratios', () => {
    expect(hedgeRatio(0.5)).toEqual({ times: 2, hedge: -1, left: 0 })
    expect(hedgeRatio(-0.334)).toMatchObject({ times: 3, hedge: 1 })
    expect(hedgeRatio(0.004)).toBeUndefined()
  })

  it('shows size against what is left: each one larger, and much nearer', () => {
    expect(hedgeRatios(0.345).map(({ times, hedge }) => [times, hedge])).toEqual([
      [2, -1],
      [3, -1],
      [20, -7],
    ])
    expect(hedgeRatios(0.001)).toEqual([])
    fc.assert(
      fc.property(fc.double({ min: -5, max: 5, noNaN: true }), delta => {
        const all = hedgeRatios(delta)
        for (const [at, one] of all.entries()) {
          const before = all[at - 1]
          if (before !== undefined)
            expect([one.times > before.times, Math.abs(one.left) < Math.abs(before.left)]).toEqual([true, true])
        }
      }),
    )
  })

  it('never leaves more than half of what a single one would', () => {
    fc.assert(
      fc.property(fc.double({ min: -5, max: 5, noNaN: true }), delta => {
        const found = hedgeRatio(delta)
        if (found !== undefined)
          expect(Math.abs(found.left)).toBeLessThanOrEqual(Math.max(Math.abs(delta), 0.5) + 1e-12)
      }),
    )
  })
})

describe('the hedge of an order', () => {
  const perpetual = lookup.bySymbol('BTC-USD-PERPETUAL')
  const option = lookup.bySymbol(call(100))
  if (perpetual === undefined || option === undefined) throw new Error('the universe of the tests lists both')
  const draft = { side: 'buy', legs: [{ symbol: call(100), ratio: 1 }] } as const
  const views = [{ ratio: 1, instrument: option }]

  it('keeps the size of the order when it multiplies the legs', () => {
    expect(packageHedges(draft, views, dec('2'), 1, perpetual).find(each => each.isUsual)).toMatchObject({
      ratio: { times: 2, hedge: -1 },
      legs: legsOf({ [call(100)]: 2, 'BTC-USD-PERPETUAL': -1 }),
      quantity: '1',
    })
  })

  it('asks at least for the least that is admitted', () => {
    expect(packageHedges(draft, views, dec('0.1'), 0.05, perpetual).find(each => each.isUsual)?.quantity).toBe('0.1')
  })

  it("turns with the side, for the legs are the buyer's", () => {
    expect(
      packageHedges({ ...draft, side: 'sell' }, views, dec('2'), -1, perpetual).find(each => each.isUsual)?.ratio,
    ).toMatchObject({ times: 2, hedge: -1 })
  })

  it('beside it takes out all that a step allows', () => {
    expect(besideHedge(1.27, perpetual)).toEqual({ side: 'sell', quantity: '1.3' })
    expect(besideHedge(-1.2, perpetual)).toEqual({ side: 'buy', quantity: '1.2' })
    expect(besideHedge(0.01, perpetual)).toBeUndefined()
  })
})
