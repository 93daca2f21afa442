import { describe, expect, it } from 'vitest'
import { draggedHandles, draggedLegs, steppedLegs, strikeHandles } from './drag-strikes.ts'
import { call, listed, put } from '../../testing/universe.fixture.ts'

const strangle = [
  { symbol: put(95), ratio: 1 },
  { symbol: call(105), ratio: 1 },
]
const calendar = [
  { symbol: call(100), ratio: -1 },
  { symbol: call(100, '20270326'), ratio: 1 },
]
const symbols = (legs: readonly { readonly symbol: string }[]) => legs.map(leg => leg.symbol)

describe('strikes as handles', () => {
  it('are one a strike, lowest first, with all options that stand there; underlyings have none', () => {
    expect(strikeHandles([...strangle, { symbol: 'BTC-USD-PERPETUAL', ratio: 1 }]).map(handle => handle.strike)).toEqual([
      '95000',
      '105000',
    ])
    expect(strikeHandles(calendar)).toEqual([{ strike: '100000', symbols: symbols(calendar) }])
  })

  it('keep their places during a drag, where one meets another and where it goes past it', () => {
    const origin = [put(90), put(95), call(105), call(110)].map(symbol => ({ symbol, ratio: 1 }))
    const strikesAt = (price: number) => draggedHandles(draggedLegs(origin, 2, price, 'one', listed), origin).map(handle => handle.strike)
    expect(strikesAt(105_000)).toEqual(['90000', '95000', '105000', '110000'])
    expect(strikesAt(95_000)).toEqual(['90000', '95000', '95000', '110000'])
    expect(strikesAt(90_000)).toEqual(['90000', '95000', '90000', '110000'])
  })

  it('go to the listed strike nearest to the pointer, never between', () => {
    expect(symbols(draggedLegs(strangle, 1, 108_100, 'one', listed))).toEqual([put(95), call(110)])
    expect(symbols(draggedLegs(strangle, 1, 107_400, 'one', listed))).toEqual([put(95), call(105)])
    expect(symbols(draggedLegs(strangle, 1, 1e9, 'one', listed))).toEqual([put(95), call(110)])
  })

  it('never go onto a leg that is there: they stay before it, or pass over it', () => {
    const spread = [
      { symbol: call(100), ratio: 1 },
      { symbol: call(105), ratio: -1 },
    ]
    expect(symbols(draggedLegs(spread, 0, 105_000, 'one', listed))).toEqual([call(100), call(105)])
    expect(symbols(draggedLegs(spread, 0, 108_000, 'one', listed))).toEqual([call(110), call(105)])
    expect(symbols(steppedLegs(spread, 0, 1, 'one', listed))).toEqual([call(110), call(105)])
    expect(symbols(steppedLegs(spread, 1, -1, 'one', listed))).toEqual([call(100), call(95)])
    for (let price = 80_000; price < 120_000; price += 700)
      for (const mode of ['one', 'all', 'mirror'] as const)
        for (const at of [0, 1]) expect(new Set(symbols(draggedLegs(spread, at, price, mode, listed))).size).toBe(2)
  })

  it('go only where every leg of theirs is listed', () => {
    expect(symbols(draggedLegs(calendar, 0, 104_000, 'one', listed))).toEqual([call(100), call(100, '20270326')])
    expect(symbols(draggedLegs(calendar, 0, 106_000, 'one', listed))).toEqual([call(110), call(110, '20270326')])
  })

  it('take all others along, or mirror the opposite one', () => {
    expect(symbols(draggedLegs(strangle, 0, 90_000, 'all', listed))).toEqual([put(90), call(100)])
    expect(symbols(draggedLegs(strangle, 0, 90_000, 'mirror', listed))).toEqual([put(90), call(110)])
  })

  it('step by one listed strike, and stay at the end of the listing', () => {
    expect(symbols(steppedLegs(strangle, 1, 1, 'one', listed))).toEqual([put(95), call(110)])
    expect(symbols(steppedLegs(strangle, 0, -1, 'mirror', listed))).toEqual([put(90), call(110)])
    const atTheEnd = [{ symbol: call(110), ratio: 1 }]
    expect(steppedLegs(atTheEnd, 0, 1, 'one', listed)).toBe(atTheEnd)
  })
})
