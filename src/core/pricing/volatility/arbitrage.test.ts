// @vitest-environment node
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blackPriceOf } from '../black.ts'
import { atmTotalVariance, ssviShape, ssviTotalVariance } from '../smile.ts'
import { type ExecutableExpiry, type ExecutableOption, findArbitrage } from './arbitrage.ts'

const option = (
  symbol: string,
  strike: number,
  bid?: number,
  ask?: number,
  right: 'call' | 'put' = 'call',
): ExecutableOption => ({ symbol, strike, right, bid, ask })

const expiry = (expiryMs: number, options: readonly ExecutableOption[], forward?: number): ExecutableExpiry => ({
  expiryMs,
  options,
  forward: forward === undefined ? undefined : { low: forward, high: forward },
})

const unit = fc.double({ min: 0, max: 1, noNaN: true })

const cleanSurface = fc
  .record({
    rho: fc.double({ min: -0.9, max: 0.9, noNaN: true }),
    eta: fc.double({ min: 0.01, max: 1, noNaN: true }),
    gamma: fc.double({ min: 0.05, max: 0.5, noNaN: true }),
    short: fc.double({ min: 0.15, max: 1.5, noNaN: true }),
    long: fc.double({ min: 0.15, max: 1.5, noNaN: true }),
    carry: fc.double({ min: -0.1, max: 0.2, noNaN: true }),
    spreads: fc.array(unit, { minLength: 12, maxLength: 12 }),
    tick: fc.constantFrom(0, 5),
    widen: unit,
  })
  .map(({ rho, eta, gamma, short, long, carry, spreads, tick, widen }): readonly ExecutableExpiry[] => {
    const made = ssviShape(rho, ((eta * 2) / (1 + Math.abs(rho))) * 0.999, gamma)
    if (!made.ok) throw new Error(made.reason)
    return [3, 31, 122, 300].map(days => {
      const years = days / 365
      const forward = 100_000 * Math.exp(carry * years)
      const theta = atmTotalVariance(years, { shortVolatility: short, longVolatility: long, reversionPerYear: 2 })
      const options = Array.from({ length: 15 }, (_, at) => 50_000 + at * 7_500).flatMap((strike, at) =>
        (['call', 'put'] as const).map(right => {
          const deviation = Math.sqrt(ssviTotalVariance(Math.log(strike / forward), theta, made.shape))
          const price = blackPriceOf(forward, strike, deviation, right === 'call')
          const half = widen * 50 * (spreads[at % spreads.length] ?? 0)
          const down = tick === 0 ? price - half : Math.floor((price - half) / tick) * tick
          const up = tick === 0 ? price + half : Math.ceil((price + half) / tick) * tick
          return option(
            `${days} ${strike} ${right}`,
            strike,
            down > 0 ? down : undefined,
            up > 0 ? up : undefined,
            right,
          )
        }),
      )
      return expiry(days, options, forward)
    })
  })

const priceOf = (expiries: readonly ExecutableExpiry[], symbol: string, side: 'bid' | 'ask'): number =>
  expiries.flatMap(each => each.options).find(each => each.symbol === symbol)?.[side] ?? Number.NaN

const changed = (
  expiries: readonly ExecutableExpiry[],
  symbol: string,
  change: Partial<ExecutableOption>,
): ExecutableExpiry[] =>
  expiries.map(each => ({
    ...each,
    options: each.options.map(one => (one.symbol === symbol ? { ...one, ...change } : one)),
  }))

describe('arbitrage', () => {
  it('is not found on any clean surface, however tight its quotes', () => {
    fc.assert(
      fc.property(cleanSurface, expiries => {
        expect(findArbitrage(expiries)).toEqual([])
      }),
      { numRuns: 300 },
    )
  })

  it('of a butterfly is found with its three prices: 100, 90 and 60 at equal strikes apart lose 10', () => {
    const options = [option('A', 900, 99, 100), option('B', 1_000, 90, 91), option('C', 1_100, 59, 60)]
    // Half of each wing costs 80 at the asks, the body brings 90.
    expect(findArbitrage([expiry(1, options)])).toEqual([
      {
        kind: 'butterfly',
        expiryMs: 1,
        profit: 10,
        legs: [
          { symbol: 'B', side: 'sell', quantity: 1, price: 90 },
          { symbol: 'A', side: 'buy', quantity: 0.5, price: 100 },
          { symbol: 'C', side: 'buy', quantity: 0.5, price: 60 },
        ],
      },
    ])
  })

  it('is not made of mids: the same middle prices with wings offered higher are no arbitrage', () => {
    const options = [option('A', 900, 82, 118), option('B', 1_000, 85, 95), option('C', 1_100, 52, 68)]
    expect(findArbitrage([expiry(1, options)])).toEqual([])
  })

  it('of a spread is found where a further call is bid above a nearer one’s ask, or apart by more than the strikes', () => {
    expect(findArbitrage([expiry(1, [option('A', 100, 5, 6), option('B', 110, 8, 9)])])[0]).toMatchObject({
      kind: 'spread',
      profit: 2,
      legs: [{ symbol: 'B' }, { symbol: 'A' }],
    })
    expect(findArbitrage([expiry(1, [option('A', 100, 25, 26), option('B', 110, 8, 9)])])[0]).toMatchObject({
      kind: 'spread',
      profit: 6,
      legs: [
        { symbol: 'A', side: 'sell', price: 25 },
        { symbol: 'B', side: 'buy', price: 9 },
      ],
    })
    const puts = [option('A', 100, 8, 9, 'put'), option('B', 110, 5, 6, 'put')]
    expect(findArbitrage([expiry(1, puts)])[0]).toMatchObject({ kind: 'spread', profit: 2 })
  })

  it('of a calendar is found at equal moneyness, by the prices over their forwards', () => {
    // Forwards 100 and 110: a near call at 100 corresponds to a far one at 110. 1.1 near bring 8.8, the far one costs
    // 7.7.
    const near = expiry(1, [option('near', 100, 8, 8.2)], 100)
    const found = findArbitrage([near, expiry(2, [option('far', 110, 7.5, 7.7)], 110)])
    expect(found).toMatchObject([
      {
        kind: 'calendar',
        legs: [
          { symbol: 'near', price: 8 },
          { symbol: 'far', price: 7.7 },
        ],
      },
    ])
    expect(found[0]?.profit).toBeCloseTo(8 - 7.7 / 1.1, 12)
    expect(found[0]?.legs[1]?.quantity).toBeCloseTo(1 / 1.1, 12)
    expect(findArbitrage([near, expiry(2, [option('far', 110, 8.6, 8.9)], 110)])).toEqual([])
  })

  it('of a calendar is not found where quotes leave the forwards open by more than it pays, or where they have none', () => {
    const near = expiry(1, [option('near', 100, 8, 8.2)], 100)
    const far = [option('far', 110, 7.5, 7.7)]
    expect(findArbitrage([near, { ...expiry(2, far), forward: { low: 103, high: 112 } }])).toEqual([])
    expect(findArbitrage([near, expiry(2, far)])).toEqual([])
  })

  it('is not computed from a crossed quote', () => {
    expect(findArbitrage([expiry(1, [option('A', 100, 5, 6), option('B', 110, 8, 7)])])).toEqual([])
  })

  it('planted at any option of any clean surface is found there, and what is found pays: sold less bought', () => {
    fc.assert(
      fc.property(
        cleanSurface,
        fc.constantFrom(31, 122),
        fc.integer({ min: 4, max: 10 }),
        unit,
        (clean, days, at, excess) => {
          const strike = 50_000 + at * 7_500
          const symbol = `${days} ${strike} call`
          const wings = [strike - 7_500, strike + 7_500].map(each => priceOf(clean, `${days} ${each} call`, 'ask'))
          const bid = ((wings[0] ?? 0) + (wings[1] ?? 0)) / 2 + 1 + excess * 100
          const found = findArbitrage(changed(clean, symbol, { bid, ask: bid + 10 }))
          const planted = found.find(each => each.legs[0]?.symbol === symbol && each.kind !== 'calendar')
          expect(planted?.profit).toBeGreaterThan(0.9)
          if (planted?.kind !== 'butterfly') return
          const cash = planted.legs.reduce(
            (sum, leg) => sum + (leg.side === 'sell' ? 1 : -1) * leg.quantity * leg.price,
            0,
          )
          expect(planted.profit).toBeCloseTo(cash, 6)
        },
      ),
    )
  })

  it('planted between expiries is found as a calendar', () => {
    fc.assert(
      fc.property(cleanSurface, fc.integer({ min: 4, max: 10 }), (clean, at) => {
        const strike = 50_000 + at * 7_500
        const dear = priceOf(clean, `300 ${strike - 7_500} call`, 'ask') * 1.2 + 50
        const found = findArbitrage(changed(clean, `3 ${strike} call`, { bid: dear, ask: dear + 10 }))
        expect(found.some(each => each.kind === 'calendar' && each.legs[0]?.symbol === `3 ${strike} call`)).toBe(true)
      }),
    )
  })
})
