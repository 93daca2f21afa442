import { describe, expect, it } from 'vitest'
import type { Position } from '../../domain/account.ts'
import { dec } from '../../domain/decimal.ts'
import { clientOrderId } from '../../domain/ids.ts'
import type { NewOrder } from '../../domain/order.ts'
import { closingFault, orderClosing } from './use-closing.ts'

const order: NewOrder = {
  market_id: '0',
  symbol: 'BTC-USD-PERPETUAL',
  side: 'sell',
  type: 'LIMIT',
  time_in_force: 'GTC',
  quantity: dec('10'),
  client_order_id: clientOrderId('a'),
}
const held = (size: string): Position =>
  ({ symbol: 'BTC-USD-PERPETUAL', size: dec(size), side: size.startsWith('-') ? 'short' : 'long' }) as Partial<Position> as Position
const now = (positions: readonly Position[] | undefined) => orderClosing({ order, context: { title: '' } }, positions)

describe('an order that was drafted to close', () => {
  it('leaves only while at least its size is held', () => {
    expect(closingFault(true, now([held('10')]))).toBeUndefined()
    expect(closingFault(true, now([held('9.9')]))).toContain('You hold less')
    expect(closingFault(true, now([]))).toContain('it would open a new position')
    expect(closingFault(true, now([held('-10')]))).toContain('it would open a new position')
  })

  it('waits while positions are not all known, and no other order does', () => {
    expect(closingFault(true, now(undefined))).toContain('not known')
    for (const positions of [undefined, [], [held('1')]]) expect(closingFault(false, now(positions))).toBeUndefined()
  })
})
