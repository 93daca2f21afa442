/** The page's figures from an account's executions, compared with the exchange's own ledger. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dec, type Decimal, sub, sum } from '../../../core/domain/decimal.ts'
import { fillsOfOrder } from '../../../core/domain/fill.ts'
import type { OrderRecord } from '../../../core/domain/order.ts'
import { realisedOf } from '../../../core/domain/realised.ts'
import { executedPackages } from '../../../core/domain/fill.ts'
import { tradeBook } from '../../../core/domain/trades/trade-book.ts'
import { Desk } from '../../../testing/test-desk.ts'
import { createTestMarket } from '../../../testing/test-market.ts'

const perpetual = 'BTC-USD-PERPETUAL'
const option = 'BTC-20261225-100000C'
const noMarks = () => undefined

function ordersOf(desk: Desk, account: string): OrderRecord[] {
  const orders = new Map(desk.exchange.executions(account, desk.now).map(({ order }) => [order.client_order_id, order]))
  return [...orders.keys()]
    .sort()
    .flatMap(id => desk.exchange.orderDetails(account, { client_order_id: id }, desk.now) ?? [])
}
const realisedBy = (desk: Desk, account: string): Decimal =>
  realisedOf({ fills: ordersOf(desk, account).flatMap(order => fillsOfOrder(order, noMarks)), nowMs: 0 }).total
/** Realised result of closed and open trades. */
const realisedByTrades = (desk: Desk, account: string): Decimal => {
  const book = tradeBook({
    executions: ordersOf(desk, account).flatMap(order => executedPackages(order, noMarks)),
    nowMs: 0,
  })
  return sum([...book.open, ...book.closed].map(trade => trade.realised))
}
const gained = (desk: Desk, account: string): Decimal => sub(desk.cash(account), dec('1000000'))

function ladder(desk: Desk, side: 'buy' | 'sell', prices: readonly string[], quantity = '1'): void {
  for (const price of prices) desk.placed('ann', { side, price, quantity })
}

describe('realised P&L of perpetuals is what the ledger moved', () => {
  it('of an order that closes at one price and opens the other way at the next, at one moment, in whatever digits its trades are numbered', () => {
    const desk = new Desk(createTestMarket())
    // Trades 1 to 8; the last leaves bob long one from 100,000.
    for (let count = 0; count < 8; count += 1) {
      desk.placed('ann', { side: count % 2 === 0 ? 'buy' : 'sell', price: '100000' })
      desk.placed('bob', { side: count % 2 === 0 ? 'sell' : 'buy', price: '100000' })
    }
    desk.placed('ann', { side: 'sell', price: '100000' })
    desk.placed('bob', { price: '100000' })
    ladder(desk, 'buy', ['100500', '100400'])
    const id = desk.placed('bob', { side: 'sell', price: '100400', quantity: '2', id: 'turn' })
    expect(desk.details('bob', id).executions.map(each => each.trade_id)).toEqual(['10', '11'])
    expect(gained(desk, 'bob')).toBe('500')
    expect(realisedBy(desk, 'bob')).toBe('500')
    expect(realisedByTrades(desk, 'bob')).toBe('500')
    expect(desk.position('bob', perpetual)?.average_entry_price).toBe('100400')
  })

  it('of a sweep from trade 9 to trade 10', () => {
    const desk = new Desk(createTestMarket())
    for (let count = 0; count < 7; count += 1) {
      desk.placed('ann', { side: count % 2 === 0 ? 'buy' : 'sell', price: '100000' })
      desk.placed('bob', { side: count % 2 === 0 ? 'sell' : 'buy', price: '100000' })
    }
    // bob is short one from 100,000; he buys two back, first at 99,000, then at 99,600.
    desk.placed('ann', { side: 'sell', price: '100000', quantity: '0.5' })
    desk.placed('bob', { price: '100000', quantity: '0.5' })
    ladder(desk, 'sell', ['99000', '99600'], '0.5')
    const id = desk.placed('bob', { price: '99600', quantity: '1' })
    expect(desk.details('bob', id).executions.map(each => each.trade_id)).toEqual(['9', '10'])
    expect(gained(desk, 'bob')).toBe('500')
    expect(realisedBy(desk, 'bob')).toBe('500')
    expect(realisedByTrades(desk, 'bob')).toBe('500')
  })

  it('of an account that trades with itself while it holds: bought first, then sold, as the venue books it', () => {
    const desk = new Desk(createTestMarket())
    desk.placed('bob', { side: 'sell', price: '100000', quantity: '5' })
    desk.placed('ann', { price: '100000', quantity: '5', id: 'm' })
    desk.placed('ann', { side: 'sell', price: '110000', quantity: '2', id: 'a' })
    desk.placed('ann', { price: '110000', quantity: '2', id: 'z' })
    // Seven at an average of 102,857.142857…; two of them are sold at 110,000.
    expect(gained(desk, 'ann')).toBe('14285.71428571')
    expect(realisedBy(desk, 'ann')).toBe('14285.71428571')
    expect(desk.position('ann', perpetual)).toMatchObject({ size: '5', average_entry_price: '102857.14285714' })
  })

  it('of any run of orders, partial fills, sweeps, cancels and trades with oneself, many at one moment', () => {
    const order = fc.record({
      account: fc.constantFrom('ann', 'bob', 'cat'),
      side: fc.constantFrom('buy' as const, 'sell' as const),
      quantity: fc.integer({ min: 1, max: 40 }).map(tenths => String(tenths / 10)),
      price: fc.integer({ min: -6, max: 6 }).map(steps => String(100_000 + steps * 250)),
      isIoc: fc.boolean(),
      cancelsFirst: fc.boolean(),
      laterMs: fc.constantFrom(0, 0, 0, 1),
    })
    fc.assert(
      fc.property(fc.array(order, { minLength: 4, maxLength: 40 }), orders => {
        const desk = new Desk(createTestMarket(), ['ann', 'bob', 'cat'])
        for (const { account, isIoc, cancelsFirst, laterMs, ...draft } of orders) {
          desk.atMs += laterMs
          if (cancelsFirst) desk.cancelAll(account)
          desk.placed(account, { ...draft, ...(isIoc ? { time_in_force: 'IOC' as const } : {}) })
        }
        for (const account of ['ann', 'bob', 'cat']) {
          const fills = ordersOf(desk, account).flatMap(each => fillsOfOrder(each, noMarks))
          const { total, lines } = realisedOf({ fills, nowMs: 0 })
          expect(total).toBe(gained(desk, account))
          const held = desk.position(account, perpetual)
          expect(lines[0]?.size ?? '0').toBe(held?.size ?? '0')
          if (held !== undefined)
            expect(Number(lines[0]?.cost) / Number(held.size)).toBeCloseTo(Number(held.average_entry_price), 4)
        }
        expect(sum(['ann', 'bob', 'cat', '@clearing'].map(account => desk.cash(account)))).toBe('3000000')
      }),
      { numRuns: 150 },
    )
  })
})

it('of options, whose premium is cash at once the cash of the trades is what was realised and what is still open cost', () => {
  const desk = new Desk(createTestMarket())
  const trade = (side: 'buy' | 'sell', quantity: string, price: string): void => {
    desk.placed('ann', { on: option, side: side === 'buy' ? 'sell' : 'buy', quantity, price })
    desk.placed('bob', { on: option, side, quantity, price })
  }
  trade('buy', '3', '2000')
  trade('buy', '1', '2400')
  trade('sell', '2', '2600')
  // Bought at an average of 2,100: selling two realises 1,000, and the two left cost 4,200.
  expect(realisedBy(desk, 'bob')).toBe('1000')
  expect(realisedBy(desk, 'ann')).toBe('-1000')
  expect(gained(desk, 'bob')).toBe('-3200')
  expect(desk.position('bob', option)).toMatchObject({ size: '2', average_entry_price: '2100' })
  expect(desk.position('ann', option)).toMatchObject({ size: '-2', average_entry_price: '2100', side: 'short' })
})
