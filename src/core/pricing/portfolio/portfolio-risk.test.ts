import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyBook, lineOf, underlyingOf } from '../../../testing/book.fixture.ts'
import { nearMs, nowMs } from '../../../testing/universe.fixture.ts'
import { concentration, greekBuckets, type Measure } from './concentration.ts'
import { modelLeg, netGreeks } from './net-greeks.ts'
import { nextExpiries } from './next-expiries.ts'
import { type StressAxes, stressTable } from './stress.ts'

const axes: StressAxes = { moves: [-0.3, -0.1, 0, 0.1, 0.3], shifts: [-0.2, 0, 0.2], nowMs, laterMs: 0 }
const centre = 2 * axes.shifts.length + 1

function near(actual: number | undefined, expected: number | undefined, size = 1): void {
  expect(Math.abs((actual ?? 0) - (expected ?? 0))).toBeLessThanOrEqual(1e-9 * (1 + size))
}

describe('net greeks', () => {
  it('deltas of several bases meet in USD, each at its own price', () => {
    const net = netGreeks([lineOf('BTC-USD-PERPETUAL', 2), lineOf('ETH-USD-PERPETUAL', -10)], underlyingOf)
    expect(net).toMatchObject({
      deltaUsd: 160_000,
      gammaUsd: 0,
      vegaPerVolPoint: 0,
      priced: 2,
      of: 2,
      unpriced: [],
      withoutPrice: [],
    })
    expect(net.bases.map(each => [each.base, each.sum.greeks.delta])).toEqual([
      ['BTC', 2],
      ['ETH', -10],
    ])
  })

  it('gamma in USD is what one percent up adds to delta', () => {
    const line = lineOf('BTC-20261225-100000C', 3)
    const net = netGreeks([line], underlyingOf)
    expect(net.gammaUsd).toBeCloseTo((line.greeks?.gamma ?? 0) * 1_000 * 100_000, 6)
  })

  it('what has no greeks or no price is named; with nothing known there is no figure', () => {
    const blind = netGreeks([lineOf('BTC-20261225-100000C', 1, false)], underlyingOf)
    expect(blind).toMatchObject({ deltaUsd: undefined, vegaPerVolPoint: undefined, priced: 0, of: 1 })
    expect(blind.unpriced).toHaveLength(1)
    const half = netGreeks([lineOf('BTC-20261225-100000C', 1, false), lineOf('BTC-USD-PERPETUAL', 1)], underlyingOf)
    expect(half).toMatchObject({
      deltaUsd: 100_000,
      gammaUsd: undefined,
      vegaPerVolPoint: undefined,
      thetaPerDay: undefined,
      priced: 1,
    })
    const linear = netGreeks([lineOf('BTC-20261225-100000C', 1, false), lineOf('ETH-USD-PERPETUAL', 1)], underlyingOf)
    expect(linear).toMatchObject({
      deltaUsd: 4_000,
      gammaUsd: undefined,
      vegaPerVolPoint: undefined,
      thetaPerDay: undefined,
    })
    const sol = netGreeks([lineOf('SOL-USD-PERPETUAL', 5)], underlyingOf)
    expect(sol).toMatchObject({ deltaUsd: undefined, withoutPrice: ['SOL'], priced: 1 })
    expect(netGreeks([], underlyingOf)).toMatchObject({ deltaUsd: 0, vegaPerVolPoint: 0, of: 0 })
  })
})

describe('greeks laid out', () => {
  it('by expiry and by strike they add up to the book, line for line', () => {
    fc.assert(
      fc.property(anyBook, lines => {
        const net = netGreeks(lines, underlyingOf)
        for (const layout of ['expiry', 'strike'] as const) {
          const buckets = greekBuckets(lines, layout, underlyingOf)
          const sum = (of: (each: (typeof buckets)[number]) => number | undefined) =>
            buckets.reduce((all, each) => all + (of(each) ?? 0), 0)
          near(
            sum(each => each.net.deltaUsd),
            net.deltaUsd,
            1e8,
          )
          near(
            sum(each => each.net.gammaUsd),
            net.gammaUsd,
            1e8,
          )
          near(
            sum(each => each.net.vegaPerVolPoint),
            net.vegaPerVolPoint,
            1e5,
          )
          near(
            sum(each => each.net.thetaPerDay),
            net.thetaPerDay,
            1e5,
          )
          expect(sum(each => each.net.of)).toBe(lines.length)
          expect(sum(each => each.net.priced)).toBe(net.priced)
        }
      }),
    )
  })

  it('expiries rise, what never expires stands first; strikes rise within their base', () => {
    const lines = ['BTC-20270326-100000P', 'ETH-20261225-4000C', 'BTC-20261225-90000P', 'BTC-USD-PERPETUAL'].map(
      symbol => lineOf(symbol, 1),
    )
    expect(greekBuckets(lines, 'expiry', underlyingOf).map(each => each.at)).toEqual([
      undefined,
      nearMs,
      Date.UTC(2027, 2, 26, 8),
    ])
    expect(greekBuckets(lines, 'strike', underlyingOf).map(each => [each.base, each.at])).toEqual([
      ['BTC', undefined],
      ['BTC', 90_000],
      ['BTC', 100_000],
      ['ETH', 4_000],
    ])
  })
})

describe('stress', () => {
  it('nothing moved at once is nothing made, exactly', () => {
    fc.assert(
      fc.property(anyBook, lines => {
        expect(stressTable(lines, underlyingOf, axes).values[centre]).toBe(0)
      }),
    )
  })

  it('bases add up, and every line is priced or named', () => {
    fc.assert(
      fc.property(anyBook, lines => {
        const whole = stressTable(lines, underlyingOf, axes)
        const parts = ['BTC', 'ETH', 'SOL'].map(base =>
          stressTable(
            lines.filter(line => line.base === base),
            underlyingOf,
            axes,
          ),
        )
        whole.values.forEach((value, at) =>
          near(
            parts.reduce((sum, part) => sum + (part.values[at] ?? 0), 0),
            value,
            1e8,
          ),
        )
        expect(whole.priced + whole.leftOut.length).toBe(lines.length)
        expect(parts.reduce((sum, part) => sum + part.priced, 0)).toBe(whole.priced)
      }),
    )
  })

  it('a perpetual makes its size times the move, whatever volatility does; the worst cell is the least', () => {
    const table = stressTable([lineOf('BTC-USD-PERPETUAL', -2)], underlyingOf, axes)
    expect([...table.values.subarray(0, 3)]).toEqual([60_000, 60_000, 60_000])
    expect(table.values[table.worst ?? -1]).toBe(Math.min(...table.values))
  })

  it('a book that cannot be priced has no worst cell', () => {
    const table = stressTable([lineOf('SOL-20261225-200C', 1)], underlyingOf, axes)
    expect(table).toMatchObject({ worst: undefined, priced: 0, of: 1 })
  })

  it('an option without a volatility is no leg of a model', () => {
    expect(modelLeg(lineOf('BTC-20261225-100000C', 1, false), 100_000)).toBeUndefined()
  })
})

it('concentration shares add up to one and the nets to the book, by any group and measure', () => {
  fc.assert(
    fc.property(anyBook, fc.constantFrom<Measure>('value', 'delta', 'vega'), fc.boolean(), (lines, measure, byBase) => {
      const result = concentration(lines, line => (byBase ? line.base : line.symbol), measure, underlyingOf)
      const known = lines.length - result.leftOut.length
      expect(result.shares.reduce((sum, each) => sum + each.lines, 0)).toBe(known)
      if (result.gross > 0)
        near(
          result.shares.reduce((sum, each) => sum + each.share, 0),
          1,
        )
      for (const [at, each] of result.shares.entries()) {
        expect(Math.abs(each.net)).toBeLessThanOrEqual(each.gross + 1e-6)
        expect(each.gross).toBeLessThanOrEqual(result.shares[at - 1]?.gross ?? Number.POSITIVE_INFINITY)
      }
    }),
  )
})

describe('what expires next', () => {
  const lines = [
    lineOf('BTC-20261225-90000P', 2),
    lineOf('BTC-20261225-90000C', -1),
    lineOf('BTC-20261225', 3),
    lineOf('BTC-20270326-100000P', 1),
    lineOf('BTC-USD-PERPETUAL', 1),
    lineOf('SOL-20261225-200C', 1),
  ]

  it('without a price of the underlying there is no cash, not none', () => {
    const sol = nextExpiries(lines, underlyingOf, nowMs).find(each => each.base === 'SOL')
    expect(sol).toMatchObject({ cash: undefined, underlying: undefined, inTheMoney: 0 })
    expect(sol?.lines[0]).toMatchObject({ cash: undefined, isInTheMoney: undefined })
  })
})
