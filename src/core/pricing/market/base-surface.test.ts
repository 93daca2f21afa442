import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dec, decimalFromNumber } from '../../domain/decimal.ts'
import type { MarketSummary } from '../../domain/market-data.ts'
import { yearMs } from '../../domain/time.ts'
import { call, farMs, listed, nearMs, nowMs, put, quote, universe } from '../../../testing/universe.fixture.ts'
import { blackPriceOf } from '../black.ts'
import { type BaseSurface, baseSurface, surfaceSteps } from './base-surface.ts'
import type { InputKey } from './overrides.ts'

const years = (nearMs - nowMs) / yearMs
const rights = [
  [call, true],
  [put, false],
] as const

function flat(volatility: number): [string, MarketSummary][] {
  return [90, 95, 100, 105, 110].flatMap(thousand =>
    rights.map(([name, isCall]) => {
      const price = blackPriceOf(101_000, thousand * 1000, volatility * Math.sqrt(years), isCall)
      return quote(name(thousand), String(decimalFromNumber(price - 10)), String(decimalFromNumber(price + 10)))
    }),
  )
}
const surfaceOf = (
  quotes: [string, MarketSummary][],
  typed: readonly (readonly [InputKey, string])[] = [],
): BaseSurface =>
  baseSurface({
    universe,
    base: 'BTC',
    quotes: new Map([quote('BTC-USD-PERPETUAL', '99990', '100010'), ...quotes]),
    atMs: nowMs,
    typed: new Map(typed.map(([key, value]) => [key, { value: dec(value), atMs: 7 }])),
  })

describe('what the quotes of a base say', () => {
  it('the forward comes from the future, else from put-call parity, else from the underlying', () => {
    const future = surfaceOf([...flat(0.6), quote('BTC-20261225', '101190', '101210')]).expiries.get(nearMs)?.forward
    expect(future).toEqual({ price: 101200, source: { kind: 'future', symbol: 'BTC-20261225' } })
    const parity = surfaceOf(flat(0.6)).expiries.get(nearMs)?.forward
    expect(parity?.source.kind).toBe('parity')
    expect(parity?.price).toBeCloseTo(101_000, 6)
    expect(surfaceOf([]).expiries.get(nearMs)?.forward).toEqual({ price: 100_000, source: { kind: 'underlying' } })
  })

  it('an option has the volatility of its mid, between those of its bid and ask, and its delta', () => {
    const mark = surfaceOf(flat(0.6)).expiries.get(nearMs)?.marks.get(call(105))
    expect(mark?.volatility).toBeCloseTo(0.6, 6)
    expect(mark).toMatchObject({ source: 'mid', why: undefined })
    expect(mark?.bid).toBeLessThan(0.6)
    expect(mark?.ask).toBeGreaterThan(0.6)
    expect(mark?.delta).toBeGreaterThan(0.3)
    expect(mark?.delta).toBeLessThan(0.5)
  })

  it('an option without a quote takes the surface, and says why and from where', () => {
    const some = flat(0.6).filter(([symbol]) => symbol !== call(110))
    const mark = surfaceOf(some).expiries.get(nearMs)?.marks.get(call(110))
    expect(mark).toMatchObject({ source: 'surface', why: 'no_quote' })
    expect(mark?.volatility).toBeCloseTo(0.6, 2)
  })

  it('nothing is made up where nothing is quoted', () => {
    const mark = surfaceOf([]).expiries.get(nearMs)?.marks.get(call(110))
    expect(mark).toMatchObject({ volatility: undefined, delta: undefined, source: undefined, why: 'no_quote' })
  })
})

describe('typed inputs override the market', () => {
  const nearOf = (surface: BaseSurface) => surface.expiries.get(nearMs)

  it('the price of the underlying is a scenario: forwards move with it, volatilities stay with their strikes', () => {
    const typed = [['underlying', '95000']] as const
    const bare = surfaceOf([], typed)
    expect(bare.underlying).toEqual({
      price: '95000',
      source: 'typed',
      typed: { atMs: 7, market: { price: '100000', source: 'mid of BTC-USD-PERPETUAL' } },
    })
    expect(nearOf(bare)?.forward?.price).toBe(95_000)
    const [market, moved] = [nearOf(surfaceOf(flat(0.6))), nearOf(surfaceOf(flat(0.6), typed))]
    expect(market?.forward?.price).toBeCloseTo(101_000, 6)
    expect(moved?.forward?.price).toBeCloseTo(101_000 * 0.95, 6)
    expect(moved?.forward?.source).toMatchObject({ kind: 'moved', market: { source: { kind: 'parity' } } })
    for (const symbol of [call(110), put(90)])
      expect(moved?.marks.get(symbol)?.volatility).toBeCloseTo(market?.marks.get(symbol)?.volatility ?? 0, 9)
    expect(moved?.marks.get(call(110))?.delta ?? 1).toBeLessThan(market?.marks.get(call(110))?.delta ?? 0)
    expect(nearOf(surfaceOf(flat(0.6), [...typed, [`forward ${nearMs}`, '99000']]))?.forward?.price).toBe(99_000)
  })

  it('a forward: the volatilities of its quotes are read with it, and the market is told beside it', () => {
    const at = nearOf(surfaceOf(flat(0.6), [[`forward ${nearMs}`, '100000']]))
    expect(at?.forward).toMatchObject({
      price: 100_000,
      source: { kind: 'typed', atMs: 7, market: { source: { kind: 'parity' } } },
    })
    expect(at?.marks.get(call(105))?.volatility).toBeGreaterThan(0.61)
    expect(at?.marks.get(put(95))?.volatility).toBeLessThan(0.59)
  })

  it('a volatility: its option alone has it, with the delta of it', () => {
    const market = nearOf(surfaceOf(flat(0.6)))
    const at = nearOf(surfaceOf(flat(0.6), [[`volatility ${call(110)}`, '90']]))
    expect(at?.marks.get(call(110))).toMatchObject({ volatility: 0.9, source: 'typed' })
    expect(at?.marks.get(call(110))?.typed?.market).toBeCloseTo(0.6, 6)
    expect(at?.marks.get(call(110))?.delta).toBeGreaterThan((market?.marks.get(call(110))?.delta ?? 1) + 0.05)
    expect(at?.marks.get(put(110))).toEqual(market?.marks.get(put(110)))
  })

  it('a volatility where nothing is quoted makes a surface for the others of its expiry, which say that it is of the surface', () => {
    const at = nearOf(surfaceOf([], [[`volatility ${call(100)}`, '70']]))
    expect(at?.marks.get(put(95))).toMatchObject({ source: 'surface', why: 'no_quote' })
    expect(at?.marks.get(put(95))?.volatility).toBeCloseTo(0.7, 3)
    expect(at?.atmVolatility).toBeCloseTo(0.7, 3)
  })

  it('a shift moves every volatility of its expiry but those typed, and never to nothing', () => {
    const typed = [
      [`shift ${nearMs}`, '2.5'],
      [`volatility ${put(90)}`, '80'],
    ] as const
    const at = nearOf(surfaceOf(flat(0.6), typed))
    expect(at?.marks.get(call(105))).toMatchObject({ source: 'mid' })
    expect(at?.marks.get(call(105))?.volatility).toBeCloseTo(0.625, 6)
    expect(at?.marks.get(call(105))?.shift).toBeCloseTo(0.025, 12)
    expect(at?.marks.get(put(90))?.volatility).toBe(0.8)
    expect(at?.atmVolatility).toBeCloseTo(0.625, 1)
    const crushed = nearOf(surfaceOf(flat(0.6), [[`shift ${nearMs}`, '-99']]))
    expect(crushed?.marks.get(call(105))?.volatility).toBeGreaterThan(0)
  })
})

const price = fc.option(fc.integer({ min: 1, max: 30_000 }), { nil: undefined })
const quotesAtRandom = fc
  .array(fc.tuple(price, fc.integer({ min: 0, max: 800 })), { minLength: 18, maxLength: 18 })
  .map(prices => {
    const symbols = [...listed.chain('BTC', nearMs), ...listed.chain('BTC', farMs)].flatMap(row => [
      row.call?.symbol ?? '',
      row.put?.symbol ?? '',
    ])
    return symbols.map((symbol, at) => {
      const [bid, width = 0] = prices[at] ?? []
      return quote(
        symbol,
        bid === undefined ? undefined : String(bid),
        bid === undefined ? undefined : String(bid + width),
      )
    })
  })
const typedAtRandom = fc.subarray<[InputKey, string]>([
  ['underlying', '104000'],
  [`forward ${nearMs}`, '99000'],
  [`shift ${farMs}`, '-3'],
  [`volatility ${call(100)}`, '71'],
])

describe('a surface that is made in steps', () => {
  it('is the one that is made at once, every mark of it', async () => {
    await fc.assert(
      fc.asyncProperty(quotesAtRandom, typedAtRandom, async (quotes, typed) => {
        const inputs = {
          universe,
          base: 'BTC',
          quotes: new Map([quote('BTC-USD-PERPETUAL', '99990', '100010'), ...quotes]),
          atMs: nowMs,
          typed: new Map(typed.map(([key, value]) => [key, { value: dec(value), atMs: 7 }])),
        }
        const whole = (surface: BaseSurface) => ({
          ...surface,
          expiries: [...surface.expiries.values()].map(each => ({ ...each, marks: [...each.marks] })),
        })
        const steps = surfaceSteps(inputs)
        let count = 0
        let step = steps.next()
        for (; step.done !== true; step = steps.next()) {
          count += 1
          // Building another surface in between must not affect it.
          if (count === 3) baseSurface({ ...inputs, atMs: nowMs + 60_000 })
          await Promise.resolve()
        }
        expect(whole(step.value)).toEqual(whole(baseSurface(inputs)))
        // One step for the underlying, three for each expiry.
        expect(count).toBe(1 + 3 * listed.expiries('BTC').length)
      }),
      { numRuns: 60 },
    )
  })
  it('has the same mark of an option, whether it is the first that is looked at or one of all', () => {
    const one = surfaceOf(flat(0.6)).expiries.get(nearMs)
    const all = new Map(surfaceOf(flat(0.6)).expiries.get(nearMs)?.marks)
    expect(all.size).toBe(10)
    for (const symbol of [put(110), call(90), call(105)]) expect(one?.marks.get(symbol)).toEqual(all.get(symbol))
    expect(one?.marks.get('BTC-20261225-1C')).toBeUndefined()
  })
})
