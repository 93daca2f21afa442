import { describe, expect, it } from 'vitest'
import { breakEvensOf } from './break-evens.ts'

const leg = (symbol: string, size: number, entry: number) => ({ symbol, size, entry })
const points = (legs: Parameters<typeof breakEvensOf>[0]) =>
  breakEvensOf(legs)?.map(each => (each.kind === 'point' ? each.price : [each.from, each.to]))
const c = (strike: number, date = '20261225') => `BTC-${date}-${strike}C`
const p = (strike: number) => `BTC-20261225-${strike}P`

describe('break-evens of what is held', () => {
  it('of one leg: strike and entry, or the entry itself, long or short', () => {
    expect(points([leg(c(100_000), 2, 1500)])).toEqual([101_500])
    expect(points([leg(p(100_000), -3, 1500)])).toEqual([98_500])
    expect(points([leg('BTC-USD-PERPETUAL', -3, 97_000)])).toEqual([97_000])
  })

  it('of a structure: every price where its profit is nothing', () => {
    expect(points([leg(p(90_000), 5, 200), leg(p(95_000), -5, 600), leg(c(105_000), -5, 500), leg(c(110_000), 5, 100)])).toEqual([
      94_200, 105_800,
    ])
    expect(points([leg('BTC-USD-PERPETUAL', 1, 100_000), leg(c(110_000), -1, 2000)])).toEqual([98_000])
  })

  it('none where legs end at several times, are of several bases or cannot be read', () => {
    expect(points([leg(c(100_000), -1, 1500), leg(c(100_000, '20270326'), 1, 3000)])).toBeUndefined()
    expect(points([leg('BTC-20261225', 1, 100_000), leg('BTC-USD-PERPETUAL', -1, 99_000)])).toBeUndefined()
    expect(points([leg('BTC-20270326', 1, 100_000), leg(c(110_000), -1, 2000)])).toBeUndefined()
    expect(points([leg('ETH-USD-PERPETUAL', 1, 4000), leg(c(110_000), -1, 2000)])).toBeUndefined()
    expect(points([leg('NONSENSE', 1, 1)])).toBeUndefined()
  })
})
