import { describe, expect, it } from 'vitest'
import { call, listed, put } from '../../../testing/universe.fixture.ts'
import {
  draggedHandles,
  draggedLegs,
  movedSymbol,
  shiftAll,
  spreadStrikes,
  steppedLegs,
  strikeHandles,
} from './move-legs.ts'
import { compareForReading } from './package-leg.ts'
import { legsOf } from '../../../testing/legs-of.ts'

const up = { along: 'strike', steps: 1 } as const
const later = { along: 'expiry', steps: 1 } as const

describe('moving legs', () => {
  it('goes to the next listed strike of the same right', () => {
    expect(movedSymbol(put(95), up, listed)).toBe(put(100))
    expect(movedSymbol(call(110), up, listed)).toBeUndefined()
  })

  it('goes to the nearest strike of the next expiry', () => {
    expect(movedSymbol(call(105), later, listed)).toBe(call(100, '20270326'))
    expect(movedSymbol('BTC-20261225', later, listed)).toBe('BTC-20270326')
    expect(movedSymbol('BTC-USD-PERPETUAL', later, listed)).toBeUndefined()
  })

  it('moves all legs or none', () => {
    expect([...shiftAll([put(90), call(105)], up, listed)]).toEqual([
      [put(90), put(95)],
      [call(105), call(110)],
    ])
    expect(shiftAll([put(90), call(110)], up, listed).size).toBe(0)
  })

  it('leaves the underlying where it is when strikes move', () => {
    expect([...shiftAll([put(90), 'BTC-USD-PERPETUAL'], up, listed)]).toEqual([[put(90), put(95)]])
  })

  it('widens and narrows around the middle, which stays', () => {
    expect([...spreadStrikes([call(95), call(100), call(105)], 'wider', listed)]).toEqual([
      [call(95), call(90)],
      [call(105), call(110)],
    ])
    expect([...spreadStrikes([call(90), call(110)], 'narrower', listed)]).toEqual([
      [call(90), call(95)],
      [call(110), call(105)],
    ])
    expect(spreadStrikes([call(90), call(110)], 'wider', listed).size).toBe(0)
    expect(spreadStrikes([call(100), put(100)], 'wider', listed).size).toBe(0)
  })
})

it('the order of legs for reading compares strikes as numbers, and puts the underlying last', () => {
  const symbols = [
    'BTC-USD',
    'X-20261225-10000C',
    'X-20261225-9500P',
    'X-20261225-9500C',
    'X-20261218-20000C',
    'X-20261225',
  ]
  expect(symbols.sort(compareForReading)).toEqual([
    'X-20261218-20000C',
    'X-20261225-9500C',
    'X-20261225-9500P',
    'X-20261225-10000C',
    'X-20261225',
    'BTC-USD',
  ])
})

const strangle = legsOf({ [put(95)]: 1, [call(105)]: 1 })
const calendar = legsOf({ [call(100)]: -1, [call(100, '20270326')]: 1 })
const symbols = (legs: readonly { readonly symbol: string }[]) => legs.map(leg => leg.symbol)

describe('strikes as handles', () => {
  it('are one a strike, lowest first, with all options that stand there; underlyings have none', () => {
    expect(
      strikeHandles([...strangle, { symbol: 'BTC-USD-PERPETUAL', ratio: 1 }]).map(handle => handle.strike),
    ).toEqual(['95000', '105000'])
    expect(strikeHandles(calendar)).toEqual([{ strike: '100000', symbols: symbols(calendar) }])
  })

  it('keep their places during a drag, where one meets another and where it goes past it', () => {
    const origin = [put(90), put(95), call(105), call(110)].map(symbol => ({ symbol, ratio: 1 }))
    const strikesAt = (price: number) =>
      draggedHandles(draggedLegs(origin, 2, price, 'one', listed), origin).map(handle => handle.strike)
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
    const spread = legsOf({ [call(100)]: 1, [call(105)]: -1 })
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
