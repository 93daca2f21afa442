import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { dec, gt, gte, isMultipleOf, isZero, lte, one, sub, toNumber, zero } from '../../../core/domain/decimal.ts'
import { compareIds } from '../../../core/domain/ids.ts'
import { parseInstrumentName, productOf } from '../../../core/domain/instrument.ts'
import { dayMs, hourMs } from '../../../core/domain/time.ts'
import { createMarket, createPriceShifts } from './create-market.ts'
import type { ListedInstrument } from './market.ts'

const start = Date.parse('2026-11-21T12:34:56.789Z')
const live = createMarket({ seed: 'test', mode: 'live', instruments: 1_000 })
const all = live.listing(start).all
const listed = (symbol: string): ListedInstrument => {
  const found = live.listing(start).bySymbol(symbol)
  if (found === undefined) throw new Error(`not listed: ${symbol}`)
  return found
}
const anInstrument = fc.constantFrom(...all)
const aMoment = fc.integer({ min: start, max: start + 90 * dayMs })

function calls(base: string): Map<number, ListedInstrument[]> {
  const chains = new Map<number, ListedInstrument[]>()
  for (const each of all) {
    if (each.base !== base || each.right !== 'call' || each.expiryMs === undefined) continue
    chains.set(each.expiryMs, [...(chains.get(each.expiryMs) ?? []), each])
  }
  for (const chain of chains.values())
    chain.sort((a, b) => toNumber(a.strike ?? mustStrike()) - toNumber(b.strike ?? mustStrike()))
  return chains
}
const mustStrike = (): never => {
  throw new Error('an option without a strike')
}

describe('the universe', () => {
  it('lists over a thousand instruments, with at least 6 expiries × 20 strikes for BTC and ETH', () => {
    expect(all.length).toBeGreaterThanOrEqual(1_000)
    for (const base of ['BTC', 'ETH']) {
      const chains = calls(base)
      expect(chains.size).toBeGreaterThanOrEqual(6)
      for (const chain of chains.values()) expect(chain.length).toBeGreaterThanOrEqual(20)
    }
  })

  it('names, tags and rules of every instrument agree', () => {
    const disagreeing = all.filter(({ instrument, product, base, expiryMs, strike, right }) => {
      const name = parseInstrumentName(instrument.symbol)
      const received = {
        product: name?.product,
        base: name?.base,
        expiryMs: name !== undefined && 'expiryMs' in name ? name.expiryMs : undefined,
        strike: name?.product === 'option' ? name.strike : undefined,
        right: name?.product === 'option' ? name.right : undefined,
      }
      const agrees = JSON.stringify(received) === JSON.stringify({ product, base, expiryMs, strike, right })
      const isSane =
        isMultipleOf(instrument.minimum_quantity, instrument.quantity_step) &&
        gt(instrument.maximum_quantity, instrument.minimum_quantity)
      return !agrees || !isSane || productOf(instrument) !== product
    })
    expect(disagreeing.map(each => each.instrument.symbol)).toEqual([])
  })

  it('gives every instrument an id and a deliverable of its own, the assets theirs', () => {
    expect(new Set(all.map(each => each.instrument.tradeable_entity_id)).size).toBe(all.length)
    const deliverables = live.deliverables(start)
    expect(new Set(deliverables.map(each => each.deliverable_id)).size).toBe(deliverables.length)
    expect(deliverables.find(each => each.symbol === 'USD')?.deliverable_id).toBe('2')
    for (const each of all) expect(deliverables.some(row => row.deliverable_id === each.deliverable_id)).toBe(true)
  })

  it('suspends a few and only a few', () => {
    const suspended = all.filter(each => each.instrument.status === 'suspended')
    expect(suspended.length).toBeGreaterThan(0)
    expect(suspended.length).toBeLessThan(all.length / 50)
  })

  it.each([1_000, 5_000, 20_000, 50_000])('lists about as many as asked for: %i', count => {
    const found = createMarket({ seed: 'size', mode: 'live', instruments: count }).listing(start).all.length
    expect(found).toBeGreaterThanOrEqual(count)
    expect(found).toBeLessThan(count * 1.4 + 500)
  })

  it('keeps an instrument listed, under the same id, until it expires; then finds it by id and by name', () => {
    const rolls = [1, 2, 5, 9, 30, 100]
    for (const days of rolls) {
      const at = start + days * dayMs
      for (const each of all) {
        const { tradeable_entity_id, symbol } = each.instrument
        const isAlive = each.expiryMs === undefined || each.expiryMs > at
        expect(live.listing(at).byId(tradeable_entity_id) !== undefined, `${symbol} after ${days} days`).toBe(isAlive)
        if (isAlive) continue
        expect(live.find({ id: tradeable_entity_id }, at)?.instrument.symbol).toBe(symbol)
        expect(live.find({ symbol }, at)?.instrument.tradeable_entity_id).toBe(tradeable_entity_id)
      }
    }
  })

  it('finds nothing that was never listed', () => {
    for (const symbol of [
      'BTC-20221230-17000C',
      'BTC-20261225-100001C',
      'XYZ-USD',
      'BTC-20990101',
      '',
      'BTC-20261225-1e5C',
      'BTC-20261120-0100000C',
    ]) {
      expect(live.find({ symbol }, start)).toBeUndefined()
    }
  })

  it('changes its version at 08:00 UTC and at no other time', () => {
    const roll = Date.parse('2026-11-22T08:00:00Z')
    expect(live.listing(roll - 1).version).toBe(live.listing(start).version)
    expect(live.listing(roll).version).not.toBe(live.listing(roll - 1).version)
    expect(live.listing(roll + 23 * hourMs).version).toBe(live.listing(roll).version)
  })
})

describe('prices', () => {
  it('live around what is realistic', () => {
    const around = { BTC: 101_250, ETH: 3_900, SOL: 190, AVAX: 38, PTF: 1.2 }
    fc.assert(
      fc.property(fc.constantFrom(...Object.entries(around)), aMoment, ([base, price], at) => {
        const index = toNumber(live.indexPrice(base, at))
        expect(index).toBeGreaterThan(price / 2)
        expect(index).toBeLessThan(price * 2)
      }),
    )
  })

  it('are the same for the same seed and time, and others for another seed', () => {
    const again = createMarket({ seed: 'test', mode: 'live', instruments: 1_000 })
    const other = createMarket({ seed: 'other', mode: 'live', instruments: 1_000 })
    for (const each of all.slice(0, 100)) {
      expect(again.markPrice(each, start)).toBe(live.markPrice(each, start))
      expect(again.quotes(each, start)).toEqual(live.quotes(each, start))
    }
    expect(other.indexPrice('BTC', start)).not.toBe(live.indexPrice('BTC', start))
  })

  it('stand still in a frozen market while options lose time', () => {
    const frozen = createMarket({ seed: 'test', mode: 'frozen', frozenAtMs: start, instruments: 1_000 })
    expect(frozen.indexPrice('BTC', start + 20 * dayMs)).toBe(frozen.indexPrice('BTC', start))
    const option = frozen
      .listing(start)
      .all.find(each => each.product === 'option' && each.base === 'BTC' && (each.expiryMs ?? 0) > start + 30 * dayMs)
    if (option === undefined) throw new Error('no option')
    expect(toNumber(frozen.markPrice(option, start))).not.toBe(toNumber(frozen.markPrice(option, start + 20 * dayMs)))
    expect(frozen.quotes(option, start)).toEqual(frozen.quotes(option, start + 5))
  })

  it('of options hold no arbitrage along strikes: calls fall, no faster than strikes rise, and are convex; calls less puts are forwards', () => {
    for (const base of ['BTC', 'ETH', 'SOL', 'AVAX']) {
      const unit = 0.5 * 10 ** -2 * 4
      for (const [expiryMs, chain] of calls(base)) {
        const points = chain.map(each => ({
          strike: toNumber(each.strike ?? mustStrike()),
          price: toNumber(live.markPrice(each, start)),
        }))
        const slopes = points.slice(1).map((point, at) => {
          const before = points[at] ?? point
          return {
            slope: (point.price - before.price) / (point.strike - before.strike),
            slack: unit / (point.strike - before.strike),
          }
        })
        for (const [at, { slope, slack }] of slopes.entries()) {
          expect(slope).toBeLessThanOrEqual(slack)
          expect(slope).toBeGreaterThanOrEqual(-1 - slack)
          const next = slopes[at + 1]
          expect(next === undefined || next.slope >= slope - slack - next.slack).toBe(true)
        }
        for (const call of chain) {
          const put = live.listing(start).bySymbol(call.instrument.symbol.replace(/C$/, 'P'))
          const future = live
            .listing(start)
            .all.find(each => each.product === 'future' && each.base === base && each.expiryMs === expiryMs)
          if (put === undefined || future === undefined) continue
          const parity = toNumber(sub(live.markPrice(call, start), live.markPrice(put, start)))
          expect(
            Math.abs(parity - (toNumber(live.markPrice(future, start)) - toNumber(call.strike ?? mustStrike()))),
          ).toBeLessThan(0.02)
        }
      }
    }
  })

  it('an expired instrument is worth its settlement, intrinsic value of the index at 08:00 UTC', () => {
    for (const each of all.filter(({ expiryMs }) => expiryMs !== undefined && expiryMs < start + 3 * dayMs)) {
      const expiryMs = each.expiryMs ?? 0
      const index = live.indexPrice(each.base, expiryMs)
      const worth =
        each.strike === undefined ? index : each.right === 'call' ? sub(index, each.strike) : sub(each.strike, index)
      expect(toNumber(live.settlementPrice(each))).toBeCloseTo(Math.max(0, toNumber(worth)), 6)
      expect(live.markPrice(each, expiryMs)).toBe(live.settlementPrice(each))
      expect(live.markPrice(each, expiryMs + 40 * dayMs)).toBe(live.settlementPrice(each))
      expect(live.quotes(each, expiryMs)).toEqual({ buy: [], sell: [] })
    }
  })
})

describe('makers', () => {
  it('quote on the steps, around the mark, the same within a bucket', () => {
    fc.assert(
      fc.property(anInstrument, aMoment, (each, at) => {
        const quotes = live.quotes(each, at)
        const { instrument } = each
        const isTradeable = instrument.status === 'active' && (each.expiryMs ?? Number.POSITIVE_INFINITY) > at
        expect(quotes.sell.length > 0).toBe(isTradeable)
        expect(isTradeable || quotes.buy.length === 0).toBe(true)
        for (const level of [...quotes.buy, ...quotes.sell]) {
          expect(isMultipleOf(level.price, instrument.price_step) && gte(level.price, instrument.price_step)).toBe(true)
          expect(
            isMultipleOf(level.quantity, instrument.quantity_step) && gte(level.quantity, instrument.minimum_quantity),
          ).toBe(true)
          expect(lte(level.quantity, instrument.maximum_quantity)).toBe(true)
        }
        const mark = live.markPrice(each, at)
        expect(lte(quotes.buy[0]?.price ?? mark, mark) && gte(quotes.sell[0]?.price ?? mark, mark)).toBe(true)
        const bucket = Math.floor(at / live.quoteLifeMs) * live.quoteLifeMs
        expect(live.quotes(each, bucket)).toEqual(quotes)
      }),
      { numRuns: 1_000 },
    )
  })

  it('quote a package tighter than its legs one by one, around their marks', () => {
    const chain = [...calls('BTC').values()].find(each => (each[0]?.expiryMs ?? 0) > start + 20 * dayMs) ?? []
    const active = chain.filter(each => each.instrument.status === 'active')
    fc.assert(
      fc.property(
        fc.shuffledSubarray(active, { minLength: 2, maxLength: 4 }),
        fc.integer({ min: 1, max: 3 }),
        (picked, ratio) => {
          const legs = picked
            .toSorted((a, b) => compareIds(a.instrument.tradeable_entity_id, b.instrument.tradeable_entity_id))
            .map((each, at) => ({
              listed: each,
              tradeable_entity_id: each.instrument.tradeable_entity_id,
              symbol: each.instrument.symbol,
              ratio: at % 2 === 0 ? 1 : -ratio,
            }))
          const quotes = live.packageQuotes(legs, start)
          const [bid, ask] = [quotes.buy[0], quotes.sell[0]]
          if (bid === undefined || ask === undefined) throw new Error('no quotes')
          const fair = legs.reduce((total, leg) => total + leg.ratio * toNumber(live.markPrice(leg.listed, start)), 0)
          expect(toNumber(bid.price)).toBeLessThan(fair + 0.02)
          expect(toNumber(ask.price)).toBeGreaterThan(fair - 0.02)
          const natural = legs.reduce((total, leg) => {
            const { buy, sell } = live.quotes(leg.listed, start)
            const spread =
              toNumber(sell[0]?.price ?? leg.listed.instrument.price_step) -
              (buy[0] === undefined ? 0 : toNumber(buy[0].price))
            return total + Math.abs(leg.ratio) * spread
          }, 0)
          expect(toNumber(sub(ask.price, bid.price))).toBeLessThan(natural)
        },
      ),
    )
  })

  it('do not quote a package with a suspended or expired leg', () => {
    const dead = all.find(each => each.instrument.status === 'suspended') ?? listed('PTF-USD-PERPETUAL')
    const legs = [listed('BTC-USD-PERPETUAL'), dead].map((each, at) => ({
      listed: each,
      tradeable_entity_id: each.instrument.tradeable_entity_id,
      symbol: each.instrument.symbol,
      ratio: at === 0 ? 1 : -1,
    }))
    expect(live.packageQuotes(legs, start)).toEqual({ buy: [], sell: [] })
  })
})

describe('the market summary', () => {
  const rows = live.summary(start)

  it('has one row an instrument, with the best quotes of its book', () => {
    expect(rows.map(row => row.symbol)).toEqual(all.map(each => each.instrument.symbol))
    for (const [at, row] of rows.entries()) {
      const each = all[at]
      if (each === undefined) throw new Error('row without instrument')
      const quotes = live.quotes(each, Math.floor(start / live.summaryLifeMs) * live.summaryLifeMs)
      expect([row.best_bid, row.best_ask]).toEqual([quotes.buy[0]?.price, quotes.sell[0]?.price])
    }
  })

  it("keeps the day's low below its high and the last price between", () => {
    const torn = rows.filter(
      ({ last_price = zero, low_24 = last_price, high_24 = last_price }) =>
        gt(low_24, last_price) || gt(last_price, high_24),
    )
    expect(torn).toEqual([])
    expect(rows.filter(row => row.low_24 !== undefined).length).toBeGreaterThan(all.length / 4)
  })

  it('shows funding for perpetuals alone, and leaves out what never traded instead of writing zero prices', () => {
    for (const row of rows) {
      expect(row.funding_rate !== undefined).toBe(row.product_type === 'perpetual_future')
      expect(row.last_price === undefined).toBe(row.base_volume === undefined || isZero(row.base_volume))
      expect(isZero(row.last_price ?? one)).toBe(false)
    }
  })
})

const nowMs = Date.UTC(2026, 10, 21, 12)
const second = nowMs / 1_000

describe('a price set by hand', () => {
  const set = (mode: 'live' | 'frozen', price: string) => {
    const market = createMarket({ seed: 'shift', mode, frozenAtMs: nowMs, instruments: 1_000 })
    const shift = market.shiftTo('BTC', dec(price), second + 1)
    if (shift === undefined) throw new Error('BTC is listed')
    market.shift(shift)
    return market
  }

  test.each(['live', 'frozen'] as const)('is the index from its second on and changes nothing before it: %s', mode => {
    const plain = createMarket({ seed: 'shift', mode, frozenAtMs: nowMs, instruments: 1_000 })
    const market = set(mode, '54321.5')
    expect(market.indexPrice('BTC', nowMs)).toBe(plain.indexPrice('BTC', nowMs))
    expect(market.indexPrice('BTC', nowMs + 1_000)).toBe('54321.5')
    expect(market.indexPrice('ETH', nowMs + 1_000)).toBe(plain.indexPrice('ETH', nowMs + 1_000))
  })

  test('takes forwards, options and quotes with it', () => {
    const market = set('frozen', '54321.5')
    const perpetual = market.find({ symbol: 'BTC-USD-PERPETUAL' }, nowMs)
    if (perpetual === undefined) throw new Error('the perpetual is listed')
    expect(toNumber(market.markPrice(perpetual, nowMs + 1_000)) / 54_321.5).toBeCloseTo(1, 2)
    const [bid] = market.quotes(perpetual, nowMs + 1_000).buy
    expect(toNumber(bid?.price ?? dec('0')) / 54_321.5).toBeCloseTo(1, 2)
  })

  test('moves on with its own path in a live market', () => {
    const market = set('live', '54321.5')
    expect(market.indexPrice('BTC', nowMs + 3_600_000)).not.toBe('54321.5')
  })

  test('is replaced by the next one', () => {
    const market = set('frozen', '54321.5')
    for (const [price, from] of [
      ['60000', second + 1],
      ['70000', second + 5],
    ] as const) {
      const shift = market.shiftTo('BTC', dec(price), from)
      if (shift !== undefined) market.shift(shift)
    }
    expect([1, 4, 5].map(after => market.indexPrice('BTC', nowMs + after * 1_000))).toEqual(['60000', '60000', '70000'])
    expect(market.shifts()).toHaveLength(2)
  })

  test('of an unknown base is none, and history is not rewritten', () => {
    expect(set('frozen', '1').shiftTo('DOGE', dec('1'), second + 1)).toBeUndefined()
    const shifts = createPriceShifts()
    shifts.add({ base: 'BTC', fromSecond: 10, factor: 2 })
    expect(() => shifts.add({ base: 'BTC', fromSecond: 9, factor: 3 })).toThrow(/before the last one/)
  })
})
