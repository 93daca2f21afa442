import { describe, expect, it } from 'vitest'
import { isForcedClose, isLiquidationReason } from './liquidation.ts'

describe('liquidation', () => {
  it('is known by the id of an order that nobody here sent, and by the venue’s reason for an end', () => {
    expect(isForcedClose({ client_order_id: 'liquidation-4033', title: '' })).toBe(true)
    expect(isForcedClose({ client_order_id: 'liquidation-4033' })).toBe(true)
    expect(isForcedClose({ client_order_id: 'liquidation-4033', title: 'Long call' })).toBe(false)
    expect(isForcedClose({ client_order_id: 'lw-liquidation-1' })).toBe(false)
    expect([isLiquidationReason('liquidation'), isLiquidationReason('timeout'), isLiquidationReason(undefined)]).toEqual([
      true,
      false,
      false,
    ])
  })
})
