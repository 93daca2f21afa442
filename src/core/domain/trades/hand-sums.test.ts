/** Sums of trades, computed by hand from a venue's responses. */
import { describe, expect, it } from 'vitest'
import { add, dec, mul, sub } from '../decimal.ts'
import { executedPackages, fillsOfOrder } from '../fill.ts'
import { clientOrderId } from '../ids.ts'
import { type PositionState, bookLegs } from '../leg-bookings.ts'
import { closeTerms, realisedBy } from '../package/closing.ts'
import { realisedOf } from '../realised.ts'
import { micros } from '../time.ts'
import { tradeBook } from './trade-book.ts'
import { testExecution } from '../../../testing/execution.fixture.ts'

const [p90, p95, c110, c120] = [
  'BTC-20261225-90000P',
  'BTC-20261225-95000P',
  'BTC-20261225-110000C',
  'BTC-20261225-120000C',
] as const
const position = (size: string, entry: string): PositionState => ({
  size: dec(size),
  average_entry_price: dec(entry),
  mark_price: dec(entry),
})

describe('a condor of 2,685 credit over held legs that cost 16,853.70, whose new legs the venue enters at 11,710.02', () => {
  // Sold: the inner strikes are held and close, the outer ones open.
  const legs = [p90, p95, c110, c120].map((symbol, index) => ({ symbol, ratio: index === 1 || index === 2 ? 1 : -1 }))
  const before = new Map(Object.entries({ [p95]: position('1', '8240.20'), [c110]: position('1', '8613.50') }))
  const after = new Map(Object.entries({ [p90]: position('1', '5109.02'), [c120]: position('1', '6601') }))
  const execution = testExecution(1, 2_685, 't', micros(5_000))
  const booked = bookLegs({
    before,
    after,
    trades: [{ id: 't', order: 'o', atMs: 5, quantity: dec(-1), price: dec(2_685), legs }],
  }).bookings
  const order = {
    client_order_id: clientOrderId('o'),
    symbol: '',
    side: 'sell',
    legs,
    executions: [execution],
    bookings: { t: booked.get('t') ?? [] },
  }
  const openings = [...before].map(([symbol, held]) => ({
    symbol,
    size: held.size,
    average_entry_price: held.average_entry_price,
  }))
  const noMark = () => undefined
  const nowMs = 10

  it('realises −2,458.68, whatever lots are closed first', () => {
    const fills = fillsOfOrder(order, noMark)
    expect(realisedOf({ fills, openings, nowMs }).total).toBe('-2458.68')
  })

  it('is one trade beside the legs held before, and both together are the account', () => {
    const held = new Map([...after].map(([symbol, each]) => [symbol, each.size]))
    const book = tradeBook({ executions: executedPackages(order, noMark), openings, held, nowMs })
    expect(book.open.map(trade => [trade.kind, trade.legs.length])).toEqual([
      ['before', 1],
      ['before', 1],
      ['trade', 4],
    ])
    // At the venue's entries: what the condor and the old legs are worth together is what netting realised.
    const mark = new Map<string, string>([
      [p90, '5109.02'],
      [c120, '6601'],
      [p95, '100'],
      [c110, '200'],
    ])
    const worth = book.open
      .flatMap(trade => trade.legs)
      .reduce((sum, leg) => add(sum, sub(mul(leg.size, dec(mark.get(leg.symbol) ?? '')), leg.cost)), dec('0'))
    expect(worth).toBe('-2458.68')
    expect(book.proof?.every(each => each.unexplained === '0')).toBe(true)
  })
})

it('a straddle of 494 sold at 487.40, ten of them, realises −66', () => {
  const legs = ['ETH-20261225-3500C', 'ETH-20261225-3500P'].map(symbol => ({ symbol, ratio: -1 }))
  const terms = closeTerms({ legs, quantity: dec(10) })
  expect(realisedBy(terms, dec('487.4'), symbol => dec(symbol.endsWith('C') ? '250' : '244'))).toBe('-66')
})
