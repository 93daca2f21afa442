import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { surfacesAt } from '../../../core/account/surfaces.ts'
import { serverClock } from '../../api/venue/clock.ts'
import { systemTimers } from '../../../core/client/timers.ts'
import { indexInstruments } from '../../../core/domain/instrument-index.ts'
import { call, lookup, nowMs, put, quote } from '../../../testing/universe.fixture.ts'
import { marketNowMs } from './use-market.ts'

describe('the moment of quotes', () => {
  let monotonicMs = 1_000
  beforeEach(() => {
    monotonicMs = 1_000
    vi.spyOn(systemTimers, 'monotonicMs').mockImplementation(() => monotonicMs)
    // With a known venue time, a second of the monotonic clock is a second there.
    serverClock.sample(nowMs, monotonicMs, monotonicMs, true)
  })
  afterEach(() => vi.restoreAllMocks())

  it('is the server’s time when they came, and the same for anyone who asks within five seconds', () => {
    const quotes = new Map()
    expect(marketNowMs(quotes)).toBe(nowMs)
    monotonicMs += 4_999
    expect(marketNowMs(quotes)).toBe(nowMs)
    monotonicMs += 1
    expect(marketNowMs(quotes)).toBe(nowMs + 5_000)
  })
  it('is another one for other quotes, at once', () => {
    const first = marketNowMs(new Map())
    monotonicMs += 1_200
    expect(marketNowMs(new Map())).toBe(first + 1_200)
  })
  it('is one for all who have none', () => {
    const first = marketNowMs(undefined)
    monotonicMs += 3_000
    expect(marketNowMs(undefined)).toBe(first)
  })
})

describe('surfaces of a moment', () => {
  const symbols = [90, 100, 110].flatMap(strike => [call(strike), put(strike)])
  const universe = indexInstruments(['BTC-USD-PERPETUAL', ...symbols].flatMap(symbol => lookup.bySymbol(symbol) ?? []))
  const quotes = new Map([
    quote('BTC-USD-PERPETUAL', '97990', '98010'),
    ...symbols.map(symbol => quote(symbol, '4000', '4100')),
  ])

  it('are made once each, and shared by anyone who asks', () => {
    const surfaces = surfacesAt(universe, quotes, nowMs)
    const btc = surfaces.of('BTC')
    expect(btc).toBeDefined()
    expect(surfaces.of('BTC')).toBe(btc)
    expect(surfacesAt(universe, quotes, nowMs).of('BTC')).not.toBe(btc)
    expect(surfaces.atMs).toBe(nowMs)
  })
  it('are none while instruments or quotes are not there: no surface is an empty one', () => {
    expect(surfacesAt(undefined, quotes, nowMs).of('BTC')).toBeUndefined()
    expect(surfacesAt(universe, undefined, nowMs).of('BTC')).toBeUndefined()
  })
})
