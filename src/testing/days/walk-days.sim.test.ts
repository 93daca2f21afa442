// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { dec } from '../../core/domain/decimal.ts'
import { hourMs } from '../../core/domain/time.ts'
import { createMarket } from '../../exchange/sandbox/market/create-market.ts'
import { type Best, faultsOfPrices } from './check-prices.ts'
import { readStrictly } from './check-text.ts'
import { instantsOf } from './instants.ts'
import { missingIn, walkDays } from './walk-days.ts'

const byTheDay = ['answer cancelAllOrders', 'message cancel_all_orders_response']

const hurting = [
  '2026-12-24T07:59:59Z',
  '2026-12-24T08:00:00Z',
  '2026-12-25T05:24:00Z',
  '2026-12-25T06:00:00Z',
  '2026-12-25T07:58:00Z',
  '2026-12-25T07:59:59Z',
  '2026-12-25T08:00:00Z',
  '2026-12-31T23:59:30Z',
  '2027-01-01T00:00:00Z',
  '2027-01-29T07:58:00Z',
  '2027-03-14T07:00:00Z',
  '2027-03-28T01:00:00Z',
  '2028-02-28T23:59:59.999Z',
  '2028-02-29T08:00:00Z',
].map(text => Date.parse(text))

describe('a walk through days', () => {
  it('finds no failing answer, no text that is no decimal, no crossed book and no money for nothing', async () => {
    const walked = await walkDays({ seed: 0, instants: hurting, instruments: 1_500, books: 4 })
    expect(walked.faults).toEqual([])
    expect(walked.instants).toBe(hurting.length)
    // Daily calls need a longer walk.
    expect(missingIn(walked.counts).filter(kind => !byTheDay.includes(kind))).toEqual([])
  })

  it('goes by the hour, and by ten minutes towards an expiry', () => {
    const first = Date.parse('2026-11-22T00:00:00Z')
    const texts = [...instantsOf(first, 1)].map(at => new Date(at).toISOString().slice(11, 16))
    expect(texts.slice(3, 8)).toEqual(['03:00', '04:00', '04:10', '04:20', '04:30'])
    expect(texts.slice(28, 34)).toEqual(['08:00', '08:10', '08:20', '08:30', '09:00', '10:00'])
    expect([...instantsOf(first, 400)].length).toBe(400 * texts.length)
  })
})

describe('the eyes of the walk', () => {
  it.each([
    ['{"price":"1e-7"}', 'no decimal'],
    ['{"price":"NaN"}', 'no decimal'],
    ['{"price":1.5}', 'no decimal'],
    ['{"price":""}', 'no decimal'],
    ['{"rows":[{"upnl":"-0"}]}', 'no decimal'],
    ['{"rows":[{"size":"01.5"}]}', 'no decimal'],
    ['{"timestamp":"Infinity"}', 'no time'],
    ['{"note":"undefined"}', 'undefined'],
    ['<html>', 'not JSON'],
  ])('see that %s is wrong', (text, what) => expect(readStrictly(text).faults.join()).toContain(what))

  it('let pass what is right, and a figure that is not known', () => {
    expect(
      readStrictly('{"price":"-12.50","best_bid":null,"utc_timestamp":"1795000000000000","rows":[{"size":"0.0"}]}')
        .faults,
    ).toEqual([])
  })

  const atMs = Date.parse('2026-12-01T10:00:00Z')
  const market = createMarket({ seed: 'eyes', mode: 'live', instruments: 1_000 })
  const { all } = market.listing(atMs)
  const bests = new Map(
    market.summary(atMs).map(row => [
      row.symbol,
      {
        bid: row.best_bid === undefined ? undefined : Number(row.best_bid),
        ask: row.best_ask === undefined ? undefined : Number(row.best_ask),
      },
    ]),
  )
  const faultsWith = (symbol: string, best: Best): string =>
    faultsOfPrices(all, each =>
      each === symbol ? best : (bests.get(each) ?? { bid: undefined, ask: undefined }),
    ).join()
  const call = (strike: string, expiryMs: number) =>
    all.find(
      each => each.base === 'BTC' && each.right === 'call' && each.expiryMs === expiryMs && each.strike === dec(strike),
    )?.instrument.symbol ?? ''
  const [expiry = 0] = all.flatMap(each =>
    each.base === 'BTC' && each.strike === '100000' && (each.expiryMs ?? 0) > atMs + 200 * hourMs
      ? [each.expiryMs ?? 0]
      : [],
  )
  const middle = call('100000', expiry)
  const now = bests.get(middle)

  it('find nothing in the makers’ prices', () => expect(faultsWith('', { bid: undefined, ask: undefined })).toBe(''))
  it('see a crossed book, and money for nothing in a call that is too dear or too cheap', () => {
    const { bid = Number.NaN, ask = Number.NaN } = now ?? {}
    expect(faultsWith(middle, { bid: ask, ask: bid })).toContain('is crossed')
    expect(faultsWith(middle, { bid: ask * 1.1, ask: ask * 1.2 })).toMatch(
      /butterfly around 100000.*parity fails at 100000/,
    )
    expect(faultsWith(middle, { bid: bid * 0.2, ask: bid * 0.3 })).toMatch(/parity fails at 100000.*vertical of 100000/)
    const near = call(
      '100000',
      Math.min(...all.flatMap(each => (each.strike === '100000' ? [each.expiryMs ?? 0] : []))),
    )
    expect(faultsWith(near, { bid: 60_000, ask: 60_001 })).toContain('a calendar of calls at 100000')
  })
})
