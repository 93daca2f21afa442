import { expect, it } from 'vitest'
import { dec } from './decimal.ts'
import { isForcedClose, isLiquidationReason, outcomeWords } from './order-outcome.ts'
import { testExecution } from '../../testing/execution.fixture.ts'

const fill = (quantity: string) => testExecution(quantity, '100', quantity)
const record = { market_id: '0', quantity: dec('10'), order_state: 'accepted', cancel_state: 'none', executions: [] }

it.each([
  [{}, true, 'Working, nothing filled yet.'],
  [{ cancel_state: 'user_cancelled' }, false, 'Ended with nothing filled. You cancelled it.'],
  [
    { cancel_state: 'immediate_with_insufficient_liquidity' },
    false,
    'Ended with nothing filled. Immediate or cancel: what was not filled was cancelled.',
  ],
  [{ executions: [fill('4')] }, true, 'Filled 4 of 10; the rest is working.'],
  [{ executions: [fill('4')], cancel_state: 'timeout' }, false, 'Filled 4 of 10. Its time ran out.'],
  [{ executions: [fill('10')] }, true, 'Filled.'],
  [{ order_state: 'filled' }, false, 'Filled.'],
  [{ order_state: 'partial_fill' }, true, 'Part filled; the venue lists no executions, so how much is not known.'],
  [{}, false, 'Ended with nothing filled.'],
  [{ market_id: 'none' }, true, 'Live at the venue.'],
  [{ market_id: 'none', cancel_state: 'timeout' }, false, 'Ended. Its time ran out.'],
  [{ cancel_state: 'moon_in_wrong_house' }, undefined, 'Ended with nothing filled. moon_in_wrong_house'],
] as const)('what became of an order %j, listed: %j is one state: %s', (change, isListed, text) => {
  expect(outcomeWords({ ...record, ...change }, { isListed })).toBe(text)
})

it('liquidation is known by the id of an order that nobody here sent, and by the venue’s reason for an end', () => {
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
