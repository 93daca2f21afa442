import { describe, expect, it } from 'vitest'
import { dec } from '../../../../core/domain/decimal.ts'
import { entityId } from '../../../../core/domain/ids.ts'
import type { JournalOrder } from '../../../../core/domain/journal-order.ts'
import type { OwnerKey } from '../../../../core/domain/owner.ts'
import { micros } from '../../../../core/domain/time.ts'
import { packageTrades } from './package-trades.ts'
import { legsOf } from '../../../../testing/legs-of.ts'
import { testExecution } from '../../../../testing/execution.fixture.ts'

const [low, high] = ['BTC-20261225-100000C', 'BTC-20261225-110000C'] as const
const fill = (atMs: number, quantity: string): JournalOrder['executions'][number] =>
  testExecution(quantity, '900', String(atMs), micros(atMs * 1_000))
const order: JournalOrder = {
  owner: 'the account' as OwnerKey,
  client_order_id: 'spread',
  title: '',
  market_id: '0',
  symbol: '',
  legs: [
    { tradeable_entity_id: entityId(1), symbol: low, ratio: 1 },
    { tradeable_entity_id: entityId(2), symbol: high, ratio: -2 },
  ],
  side: 'buy',
  type: 'LIMIT',
  quantity: dec('5'),
  sentAtMs: 1,
  executions: [fill(3_000, '1.5'), fill(9_000, '2'), fill(4_000, '0.25')],
  steps: [],
}

describe('a package that was traded', () => {
  it('counts what was filled, not what was asked for, at its last fill', () => {
    expect(packageTrades([order])).toEqual([
      {
        order: 'spread',
        atMs: 9_000,
        quantity: '3.75',
        legs: legsOf({ [low]: 1, [high]: -2 }),
      },
    ])
  })

  it('has its legs as they were executed: turned where it was sold', () => {
    expect(packageTrades([{ ...order, side: 'sell' }])[0]?.legs).toEqual(legsOf({ [low]: -1, [high]: 2 }))
  })

  it('is read from the joined symbol where the venue sends no legs', () => {
    const { legs: _, ...joined } = order
    expect(packageTrades([{ ...joined, symbol: `${low}@1/${high}@-2` }])).toEqual(packageTrades([order]))
  })

  it('is none of a side that is not known, nor of an order without a fill; an order in one instrument is one leg', () => {
    expect(packageTrades([{ ...order, side: 'crossed' }])).toEqual([])
    const [single] = packageTrades([{ ...order, legs: undefined, symbol: low }])
    expect(single?.legs).toEqual([{ symbol: low, ratio: 1 }])
    expect(packageTrades([{ ...order, executions: [] }])).toEqual([])
  })

  it('stands beside the others in the order in which they were given', () => {
    const later = { ...order, client_order_id: 'later' }
    expect(packageTrades([later, { ...order, executions: [] }, order]).map(each => each.order)).toEqual([
      'later',
      'spread',
    ])
  })
})
