import { describe, expect, it } from 'vitest'
import { dec } from './decimal.ts'
import { fillsOfOrder } from './fill.ts'
import { clientOrderId } from './ids.ts'
import { parseSide } from './order.ts'
import { micros } from './time.ts'
import { executedPackages } from './fill.ts'
import { testExecution } from '../../testing/execution.fixture.ts'

const order = (side: string, symbol: string) => ({
  client_order_id: clientOrderId('a'),
  symbol,
  side,
  executions: [testExecution('2', '100', '1', micros(1_795_000_000_000_000))],
})
const marks = () => dec('100')

describe('a side that is not understood', () => {
  it('is none, whatever it looks like', () => {
    expect(['buy', 'sell', 'Buy', 'BUY', ' buy', 'bid', '', undefined].map(parseSide)).toEqual([
      'buy',
      'sell',
      ...Array<undefined>(6).fill(undefined),
    ])
  })

  it.each(['BTC-USD-PERPETUAL', 'A@1/B@-1'])('makes no fill and no package of an execution: %s', symbol => {
    const unknown = order('short_sell', symbol)
    expect(fillsOfOrder(unknown, marks)).toEqual([])
    expect(executedPackages(unknown, marks)).toEqual([])
    expect(fillsOfOrder(order('sell', symbol), marks)[0]).toMatchObject({ side: 'sell', quantity: '2' })
    expect(executedPackages(order('buy', symbol), marks)).toHaveLength(1)
  })
})
