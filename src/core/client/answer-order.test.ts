import { describe, expect, it } from 'vitest'
import { micros } from '../domain/time.ts'
import { createAnswerOrder } from './answer-order.ts'

const at = (seconds: number) => micros((1_795_000_000 + seconds) * 1_000_000)
const positions = (seconds: number) => ({
  positions_response: { server_utc_timestamp: at(seconds), positions: { rows: [], rejected: [] } },
})
const balances = (seconds: Readonly<Record<string, number>>) => ({
  balance_response: {
    rows: Object.entries(seconds).map(([symbol, each]) => ({ symbol, timestamp: at(each) })) as never,
    rejected: [],
  },
})

function setUp() {
  let nowMs = 0
  const order = createAnswerOrder(() => nowMs)
  return { order, pass: (ms: number) => void (nowMs += ms) }
}

describe('an answer', () => {
  it('that is older than the last one taken is not taken, by the time of the venue', () => {
    const { order, pass } = setUp()
    const seconds = [10, 12, 7, 12, 11, 14]
    const older = seconds.map(each => {
      pass(2_000)
      return order.isOlder('positions', 'ann', positions(each))
    })
    expect(older).toEqual([false, false, true, false, true, false])
  })

  it('is compared with answers to the same question only', () => {
    const { order } = setUp()
    expect(order.isOlder('positions', 'ann', positions(10))).toBe(false)
    expect(order.isOlder('positions', 'bob', positions(5))).toBe(false)
    expect(order.isOlder('time', 'ann', { server_utc_timestamp: at(1) })).toBe(false)
  })

  it('of open orders and of a book is compared by the time that it bears', () => {
    const { order } = setUp()
    const openOrders = (seconds: number) =>
      order.isOlder('openOrders', 'ann', {
        query_open_orders_response: { utc_timestamp: at(seconds), open_orders: { rows: [], rejected: [] } },
      })
    const book = (seconds: number) =>
      order.isOlder('orderBook', 'BTC', {
        orderbook_response: { server_utc_timestamp: at(seconds), symbol: 'BTC-USD', buy: [], sell: [] },
      })
    expect([10, 9, 10, 11].map(openOrders)).toEqual([false, true, false, false])
    expect([10, 9, 10, 11].map(book)).toEqual([false, true, false, false])
  })

  it('is remembered of a thousand questions, the latest ones', () => {
    const { order } = setUp()
    const ask = (who: number, seconds: number) => order.isOlder('positions', `${who}`, positions(seconds))
    for (let who = 0; who <= 1_000; who += 1) expect(ask(who, 10)).toBe(false)
    expect([ask(1, 9), ask(0, 9)]).toEqual([true, false])
  })

  it('of balances is compared row by row', () => {
    const { order } = setUp()
    expect(order.isOlder('balances', 'ann', balances({ USD: 10, BTC: 4 }))).toBe(false)
    expect(order.isOlder('balances', 'ann', balances({ USD: 10, ETH: 1 }))).toBe(false)
    expect(order.isOlder('balances', 'ann', balances({ USD: 9, ETH: 2 }))).toBe(true)
  })

  it('is taken once only older ones came for a minute: the clock of the venue was set back', () => {
    const { order, pass } = setUp()
    order.isOlder('positions', 'ann', positions(1_000))
    // Ten minutes without polling must not count as a minute of older answers.
    pass(600_000)
    const older = Array.from({ length: 32 }, (_, poll) => {
      const is = order.isOlder('positions', 'ann', positions(poll * 2))
      pass(2_000)
      return is
    })
    expect(older.lastIndexOf(true)).toBe(29)
    expect(order.isOlder('positions', 'ann', positions(65))).toBe(false)
  })
})
