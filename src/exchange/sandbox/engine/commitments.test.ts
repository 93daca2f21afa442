import { array, assert, boolean, constantFrom, integer, property, tuple } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { add, dec, type Decimal, min, mul, neg, sub, zero } from '../../../core/domain/decimal.ts'
import { orderId } from '../../../core/domain/ids.ts'
import { createTestMarket } from '../../../testing/test-market.ts'
import { committedAlone, groupsOf, lossAt } from './commitments.ts'
import { contractOf } from './contracts.ts'
import { touchBook } from './makers.ts'
import { match, rest } from './matching.ts'
import type { Order } from './model.ts'
import { boundOf } from './risk.ts'
import { addAccount, createState, nextOrderId, retire } from './state.ts'
import { firmLimit } from '../../../testing/order.fixture.ts'

const market = createTestMarket()
const contract = contractOf(market, { symbol: 'BTC-USD-PERPETUAL' }, 0)!

function clientWith(prices: readonly number[], side: 'buy' | 'sell') {
  const state = createState(market, 1800)
  const account = addAccount(state, 'ann', false)
  boundOf(state, account)
  const orders = prices.map((price, index): Order => {
    const order: Order = {
      order_id: nextOrderId(state),
      client_order_id: `c${index}` as Order['client_order_id'],
      account,
      contract,
      ...firmLimit,
      side,
      quantity: dec(index + 1),
      price: dec(price),
      placedAt: state.now,
      executions: [],
      remaining: dec(index + 1),
    }
    account.open.set(order.order_id, order)
    rest(touchBook(state, contract), order)
    return order
  })
  return { state, account, orders }
}

const lossOf = (orders: Iterable<Order>, worth: Decimal): Decimal => {
  let loss = zero
  for (const { side, price = zero, remaining } of orders) {
    const gain = side === 'buy' ? sub(worth, price) : sub(price, worth)
    loss = add(loss, mul(remaining, min(zero, gain)))
  }
  return loss
}

describe('what resting orders could lose', () => {
  test('is what one by one they could, however many came, filled in part and left, and whenever somebody asked between', () => {
    const prices = array(integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 250 })
    assert(
      property(
        prices,
        boolean(),
        array(tuple(integer({ min: 0, max: 300 }), constantFrom('fill', 'end', 'ask')), { maxLength: 150 }),
        (at, isBuy, changes) => {
          const { state, account, orders } = clientWith(at, isBuy ? 'buy' : 'sell')
          for (const [index, change] of changes) {
            const order = orders[index % orders.length]!
            if (!account.open.has(order.order_id)) continue
            if (change === 'end') retire(state, order)
            else if (change === 'ask') groupsOf(account)
            else {
              const taker: Order = {
                ...order,
                order_id: orderId(`t${index}`),
                account: addAccount(state, `t${index}`, false),
                side: isBuy ? 'sell' : 'buy',
                executions: [],
                remaining: dec('1'),
                quantity: dec('1'),
              }
              match(state, touchBook(state, contract), taker)
            }
          }
          const open = [...account.open.values()]
          const [group] = groupsOf(account)
          expect(group === undefined).toBe(open.length === 0)
          for (const worth of ['-1', '0', '17', '30', '30.5', '61'].map(dec)) {
            expect(group === undefined ? zero : lossAt(group, worth)).toBe(lossOf(open, worth))
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  test('is nothing for one that would gain, and the difference for one that would not', () => {
    const buy = committedAlone({ contract, side: 'buy', quantity: dec('2'), price: dec('100') })
    expect([lossAt(buy, dec('110')), lossAt(buy, dec('90'))]).toEqual(['0', neg(dec('20'))])
  })
})
