// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { dec } from '../../../core/domain/decimal.ts'
import type { JournalOrder } from '../../../core/domain/journal-order.ts'
import { type OrderRecord, rfqMarket } from '../../../core/domain/order.ts'
import { ownFills, ownParts, ownResting } from './own-in-package.ts'
import { legsOf } from '../../../testing/legs-of.ts'
import { orderRecord } from '../../../testing/order.fixture.ts'
import { testFill } from '../../../testing/execution.fixture.ts'

const a = 'BTC-20260327-100000C'
const b = 'BTC-20260327-110000C'
/** Legs as displayed: the wire's spread, reversed and doubled. */
const legs = legsOf({ [b]: 2, [a]: -2 })
const spread = `${a}@1/${b}@-1`

const record = (changes: object = {}): OrderRecord =>
  orderRecord('one', { symbol: spread, quantity: dec('10'), price: dec('500'), ...changes })

describe('own orders in a package', () => {
  it('are at its price and size: turned and twice as large, a purchase is a sale of the other sign at half the size', () => {
    expect(ownResting(legs, [record()])).toEqual([
      { id: 'one', side: 'sell', quantity: '5', price: '-1000', orderPrice: '500', times: -2 },
    ])
  })

  it('leave out RFQs, other packages, other types and what has no price', () => {
    const others = [{ market_id: rfqMarket }, { symbol: a }, { type: 'MARKET' }, { price: undefined }, { side: 'both' }]
    expect(
      ownResting(
        legs,
        others.map(each => record(each)),
      ),
    ).toEqual([])
  })
})

describe('own fills in a package', () => {
  const executions = [
    { trade_id: '7', executed_price: dec('480'), executed_quantity: dec('4'), utc_timestamp: 5_000_000 },
  ]

  it('are those of the whole package, at its price and size', () => {
    const orders = [
      record({ executions }),
      record({ client_order_id: 'two', symbol: a, executions }),
    ] as unknown as JournalOrder[]
    expect(ownFills(legs, orders, [])).toEqual([
      { id: 'one 7', side: 'sell', quantity: '2', price: '-960', atMs: 5_000, isAllotted: false },
    ])
  })

  it('of one instrument are its own, and its shares of packages, which say that they are', () => {
    const fill = testFill(a, 'buy', '4', '480', { id: 'x', atMs: 5_000, isAllotted: true })
    const { id, side, quantity, price, atMs, isAllotted } = fill
    expect(ownFills([{ symbol: a, ratio: 1 }], [], [fill, { ...fill, symbol: b }])).toEqual([
      { id, side, quantity, price, atMs, isAllotted },
    ])
  })
})

describe('own fills of some legs of a package', () => {
  const executions = [
    { trade_id: '7', executed_price: dec('480'), executed_quantity: dec('4'), utc_timestamp: 5_000_000 },
  ]
  const filled = (changes: object) => record({ executions, ...changes }) as unknown as JournalOrder
  const three = [...legs, { symbol: 'BTC-20260327-120000C', ratio: 1 }]

  it('are at their own price and size, with the legs that they are of', () => {
    const part = { id: 'one 7', side: 'buy', quantity: '4', price: '480', atMs: 5_000 }
    expect(ownParts(three, [filled({ symbol: a }), filled({})])).toEqual([
      { ...part, legs: [{ symbol: a, ratio: 1 }] },
      {
        ...part,
        legs: legsOf({ [a]: 1, [b]: -1 }),
      },
    ])
  })

  it('leave out the whole package, what has a leg beside it, and a side that is not known; a single instrument has none', () => {
    const beside = filled({ symbol: `${a}@1/BTC-20260327-90000C@-1` })
    expect(ownParts(legs, [filled({}), filled({ side: 'both', symbol: a })])).toEqual([])
    expect(ownParts(three, [beside])).toEqual([])
    expect(ownParts([{ symbol: a, ratio: 1 }], [filled({ symbol: a })])).toEqual([])
  })
})
