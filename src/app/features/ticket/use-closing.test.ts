import { describe, expect, it } from 'vitest'
import type { Position } from '../../../core/domain/account.ts'
import { dec } from '../../../core/domain/decimal.ts'
import { clientOrderId } from '../../../core/domain/ids.ts'
import type { NewOrder } from '../../../core/domain/order.ts'
import { heldPosition } from '../../../testing/held-position.ts'
import { closingFault, orderClosing } from './use-closing.ts'
import { firmLimit } from '../../../testing/order.fixture.ts'

const order: NewOrder = {
  ...firmLimit,
  symbol: 'BTC-USD-PERPETUAL',
  side: 'sell',
  quantity: dec('10'),
  client_order_id: clientOrderId('a'),
}
const held = (size: string, more: Partial<Position> = {}): Position =>
  heldPosition('BTC-USD-PERPETUAL', size, '95300', '95000', { side: size.startsWith('-') ? 'short' : 'long', ...more })
const now = (positions: readonly Position[] | undefined) => orderClosing({ order, context: { title: '' } }, positions)

describe('an order that was drafted to close', () => {
  it('leaves only while at least its size is held', () => {
    expect(closingFault(true, now([held('10')]))).toBeUndefined()
    expect(closingFault(true, now([held('9.9')]))).toContain('You hold less')
    expect(closingFault(true, now([]))).toContain('it would open a new one')
    expect(closingFault(true, now([held('-10')]))).toContain('it would open a new one')
  })

  it('realises its price less the entry, and nothing that is known where the rule of the position is not', () => {
    const at = { order: { ...order, price: dec('95011') }, context: { title: '' } }
    expect(orderClosing(at, [held('10')])).toMatchObject({ kind: 'closes', realised: '-2890' })
    expect(orderClosing(at, [held('10', { product_type: 'move' })])).toMatchObject({
      kind: 'closes',
      realised: undefined,
    })
    expect(now([held('10')])).toMatchObject({ realised: undefined })
  })

  it('waits while positions are not all known, and no other order does', () => {
    expect(closingFault(true, now(undefined))).toContain('unknown')
    for (const positions of [undefined, [], [held('1')]]) expect(closingFault(false, now(positions))).toBeUndefined()
  })
})
