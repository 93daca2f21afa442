import { describe, expect, test } from 'vitest'
import { dec } from './decimal.ts'
import { entityId } from './ids.ts'
import { context, leg, market, pair, single } from './order-rules.fixture.ts'
import { checkOrder, type Problem, type ProblemCode, problemCodes, rejectReason } from './order-rules.ts'
import type { NewOrder } from './order.ts'

const codes = (order: NewOrder): ProblemCode[] => checkOrder(order, context).map(problem => problem.code)

describe('orders that keep the rules', () => {
  test.each<[string, NewOrder]>([
    ['a firm limit order by symbol', single],
    ['by id', { ...single, symbol: undefined, tradeable_entity_id: entityId('16') }],
    ['by both where they agree', { ...single, tradeable_entity_id: entityId('16') }],
    ['rule 3: a market order: immediate, no price, no life', market],
    ['rule 4: the least and the greatest life', { ...single, recv_window: 65_534 }],
    ['rule 5: an immediate limit order without a life', { ...single, time_in_force: 'IOC', recv_window: undefined }],
    ['rule 7: an RFQ without a price', { ...single, market_id: 'none', price: undefined }],
    ['rule 7: an RFQ with a price, under its other name', { ...single, market_id: '255' }],
    ['rule 7: a multi-leg RFQ', { ...pair, market_id: 'none', price: undefined }],
    [
      'rule 8: three legs',
      { ...pair, market_id: 'none', price: undefined, legs: [leg(16, 1), leg(99, 1), leg(100, -1)] },
    ],
    ['rule 9: a one-leg array is a single order', { ...single, symbol: undefined, legs: [leg(16, 1)] }],
    ['rule 9: with the same instrument beside it', { ...single, legs: [leg(16, 1)] }],
    ['rule 11: a minimum quantity of 0, which is none', { ...pair, minimum_quantity: dec('0.0') }],
    ['rule 11: a minimum quantity of 0 on a single order', { ...single, minimum_quantity: dec('0') }],
    ['rule 11: a minimum quantity up to the quantity', { ...pair, minimum_quantity: dec('1.0') }],
    ['a package for nothing', { ...pair, price: dec('0') }],
    ['a package that pays', { ...pair, price: dec('-50') }],
    ['the smallest quantity', { ...single, quantity: dec('0.0001') }],
    ['the largest quantity', { ...single, price: dec('10000'), quantity: dec('100') }],
    ['the smallest value', { ...single, price: dec('0.5'), quantity: dec('2') }],
  ])('%s', (_, order) => expect(codes(order)).toEqual([]))
})

describe('the reason that a venue gives', () => {
  test.each<[string, readonly ProblemCode[]]>([
    [
      'invalid_legs',
      [
        ...(['legs_too_few', 'legs_too_many', 'leg_instrument_missing', 'leg_instrument_unknown'] as const),
        ...(['leg_ratio_zero', 'leg_single_ratio', 'legs_repeated', 'legs_not_ascending'] as const),
        ...(['legs_common_factor', 'legs_first_negative'] as const),
      ],
    ],
    ['invalid_market', ['market_unknown']],
    ['invalid_tradeable_entity', ['instrument_unknown', 'instrument_mismatch']],
    ['expired_tradeable_entity', ['instrument_expired']],
    ['trading_suspended', ['instrument_suspended']],
    ['quantity_less_than_minimum_quantity', ['quantity_not_positive', 'quantity_below_minimum']],
    ['quantity_greater_than_maximum_quantity', ['quantity_above_maximum']],
    ['quantity_not_a_valid_quantity_step', ['quantity_off_step', 'minimum_quantity_off_step']],
    ['price_less_than_minimum_price', ['price_not_positive']],
    ['price_not_a_valid_price_step', ['price_off_step']],
    ['order_value_less_than_minimum_allowed', ['value_below_minimum']],
    ['order_value_greater_than_maximum_allowed', ['value_above_maximum']],
  ])('%s is for %j', (reason, expected) => {
    const all = Object.keys(problemCodes) as ProblemCode[]
    expect(all.filter(code => rejectReason({ code } as Problem) === reason)).toEqual(expected)
  })
})

describe('several problems', () => {
  test('come in order of precedence, the first being the reason', () => {
    const found = codes({
      ...single,
      side: 'x',
      market_id: '1',
      recv_window: 0,
      quantity: dec('-1'),
      symbol: 'ETH-USD',
    })
    expect(found).toEqual([
      'side_unknown',
      'market_unknown',
      'recv_window_out_of_range',
      'instrument_suspended',
      'quantity_not_positive',
    ])
    const order = Object.keys(problemCodes)
    expect(found.map(code => order.indexOf(code))).toEqual(
      found.map(code => order.indexOf(code)).toSorted((a, b) => a - b),
    )
  })

  test('without a time nothing is expired', () => {
    const { byId, bySymbol } = context
    expect(checkOrder({ ...single, symbol: 'BTC-20261127-100000C' }, { byId, bySymbol })).toEqual([])
  })
})
