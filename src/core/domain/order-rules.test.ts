import { describe, expect, test } from 'vitest'
import { dec } from './decimal.ts'
import { clientOrderId, entityId } from './ids.ts'
import { context, leg, market, pair, single } from './order-rules.fixture.ts'
import { checkOrder, type ProblemCode, problemCodes, rejectReason } from './order-rules.ts'
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
  ])('%s', (_, order) => {
    expect(codes(order)).toEqual([])
  })
})

describe('orders that break one, with the reason a venue gives', () => {
  test.each<[string, NewOrder, ProblemCode, string]>([
    ['rule 1: nothing named', { ...single, symbol: undefined }, 'instrument_missing', 'invalid_fields'],
    ['rule 1: an unknown symbol', { ...single, symbol: 'X' }, 'instrument_unknown', 'invalid_tradeable_entity'],
    [
      'rule 1: symbol and id of two instruments',
      { ...single, tradeable_entity_id: entityId('99') },
      'instrument_mismatch',
      'invalid_tradeable_entity',
    ],
    [
      'rule 1: an expired one',
      { ...single, symbol: 'BTC-20261127-100000C' },
      'instrument_expired',
      'expired_tradeable_entity',
    ],
    [
      'rule 1: a suspended one',
      { ...single, symbol: 'ETH-USD', price: dec('5') },
      'instrument_suspended',
      'trading_suspended',
    ],
    ['rule 2: another type', { ...single, type: 'STOP' }, 'type_unknown', 'invalid_fields'],
    [
      'rule 3: a market order that stays',
      { ...market, time_in_force: 'GTC' },
      'market_order_not_ioc',
      'invalid_fields',
    ],
    [
      'rule 3: a market order with a price',
      { ...market, price: dec('5') },
      'market_order_with_price',
      'invalid_fields',
    ],
    [
      'rule 3: a market order with a life',
      { ...market, recv_window: 1 },
      'market_order_with_recv_window',
      'invalid_fields',
    ],
    ['rule 4: GTC without a life', { ...single, recv_window: undefined }, 'recv_window_missing', 'invalid_fields'],
    ['rule 6: a life of nothing', { ...single, recv_window: 0 }, 'recv_window_out_of_range', 'invalid_fields'],
    ['rule 6: a life too long', { ...single, recv_window: 65_535 }, 'recv_window_out_of_range', 'invalid_fields'],
    ['rule 6: half a cycle', { ...single, recv_window: 1.5 }, 'recv_window_out_of_range', 'invalid_fields'],
    ['rule 7: another market', { ...single, market_id: '1' }, 'market_unknown', 'invalid_market'],
    ['rule 8: legs and a symbol', { ...pair, symbol: 'BTC-USD-PERPETUAL' }, 'legs_with_instrument', 'invalid_fields'],
    [
      'rule 8: legs and an id',
      { ...pair, tradeable_entity_id: entityId('16') },
      'legs_with_instrument',
      'invalid_fields',
    ],
    ['rule 8: no legs in the array', { ...pair, legs: [] }, 'legs_too_few', 'invalid_legs'],
    [
      'rule 9: one leg that is not one unit',
      { ...single, symbol: undefined, legs: [leg(16, 2)] },
      'leg_single_ratio',
      'invalid_legs',
    ],
    [
      'rule 9: one leg turned round',
      { ...single, symbol: undefined, legs: [leg(16, -1)] },
      'leg_single_ratio',
      'invalid_legs',
    ],
    [
      'rule 9: one leg, another instrument beside it',
      { ...single, legs: [leg(99, 1)] },
      'instrument_mismatch',
      'invalid_tradeable_entity',
    ],
    [
      'rule 10: descending ids, 100 before 99',
      { ...pair, legs: [leg(100, 1), leg(99, -1)] },
      'legs_not_ascending',
      'invalid_legs',
    ],
    ['rule 10: one instrument twice', { ...pair, legs: [leg(99, 1), leg(99, -2)] }, 'legs_repeated', 'invalid_legs'],
    ['rule 10: a common factor', { ...pair, legs: [leg(99, 2), leg(100, -2)] }, 'legs_common_factor', 'invalid_legs'],
    [
      'rule 10: the first leg sold',
      { ...pair, legs: [leg(99, -1), leg(100, 1)] },
      'legs_first_negative',
      'invalid_legs',
    ],
    ['rule 10: a ratio of nothing', { ...pair, legs: [leg(99, 1), leg(100, 0)] }, 'leg_ratio_zero', 'invalid_legs'],
    [
      'rule 10: a ratio that is not whole',
      { ...pair, legs: [leg(99, 1), leg(100, Number.NaN)] },
      'leg_ratio_zero',
      'invalid_legs',
    ],
    [
      'rule 10: a leg of nothing',
      { ...pair, legs: [leg(99, 1), { ratio: 1 }] },
      'leg_instrument_missing',
      'invalid_legs',
    ],
    [
      'rule 10: an unknown leg',
      { ...pair, legs: [leg(99, 1), leg(1234, 1)] },
      'leg_instrument_unknown',
      'invalid_legs',
    ],
    [
      'rule 10: an expired leg',
      { ...pair, legs: [leg(99, 1), leg(101, -1)] },
      'instrument_expired',
      'expired_tradeable_entity',
    ],
    [
      'rule 11: a minimum on a single order',
      { ...single, minimum_quantity: dec('1') },
      'minimum_quantity_single_leg',
      'invalid_fields',
    ],
    [
      'rule 11: on a one-leg array',
      { ...single, symbol: undefined, legs: [leg(16, 1)], minimum_quantity: dec('1') },
      'minimum_quantity_single_leg',
      'invalid_fields',
    ],
    [
      'rule 11: a minimum below nothing',
      { ...pair, minimum_quantity: dec('-1') },
      'minimum_quantity_not_positive',
      'invalid_fields',
    ],
    [
      'rule 11: a minimum over the quantity',
      { ...pair, minimum_quantity: dec('1.1') },
      'minimum_quantity_above_quantity',
      'invalid_fields',
    ],
    ['fields: another side', { ...single, side: 'short' }, 'side_unknown', 'invalid_fields'],
    ['fields: another time in force', { ...single, time_in_force: 'FOK' }, 'time_in_force_unknown', 'invalid_fields'],
    [
      'fields: no client order id',
      { ...single, client_order_id: clientOrderId('') },
      'client_order_id_missing',
      'invalid_fields',
    ],
    ['fields: a firm limit order without a price', { ...single, price: undefined }, 'price_missing', 'invalid_fields'],
    [
      'bounds: no quantity',
      { ...single, quantity: dec('0') },
      'quantity_not_positive',
      'quantity_less_than_minimum_quantity',
    ],
    [
      'bounds: a package of no quantity',
      { ...pair, quantity: dec('-1') },
      'quantity_not_positive',
      'quantity_less_than_minimum_quantity',
    ],
    [
      'bounds: over the largest quantity',
      { ...single, price: dec('0.5'), quantity: dec('100.0001') },
      'quantity_above_maximum',
      'quantity_greater_than_maximum_quantity',
    ],
    [
      'bounds: a leg over the largest quantity',
      { ...pair, legs: [leg(99, 1), leg(100, -2)], quantity: dec('50.1') },
      'quantity_above_maximum',
      'quantity_greater_than_maximum_quantity',
    ],
    [
      'bounds: off the quantity step',
      { ...single, quantity: dec('1.00001') },
      'quantity_off_step',
      'quantity_not_a_valid_quantity_step',
    ],
    [
      'bounds: a price of nothing',
      { ...single, price: dec('0') },
      'price_not_positive',
      'price_less_than_minimum_price',
    ],
    [
      'bounds: a price below a step',
      { ...single, quantity: dec('10'), price: dec('0.4') },
      'price_not_positive',
      'price_less_than_minimum_price',
    ],
    [
      'bounds: off the price step',
      { ...single, price: dec('100000.3') },
      'price_off_step',
      'price_not_a_valid_price_step',
    ],
    [
      'bounds: a package off its finest step',
      { ...pair, price: dec('51') },
      'price_off_step',
      'price_not_a_valid_price_step',
    ],
    [
      'bounds: too little value',
      { ...single, price: dec('0.5'), quantity: dec('1.9') },
      'value_below_minimum',
      'order_value_less_than_minimum_allowed',
    ],
    [
      'bounds: too much value',
      { ...single, quantity: dec('10.0001') },
      'value_above_maximum',
      'order_value_greater_than_maximum_allowed',
    ],
  ])('%s', (_, order, code, reason) => {
    const problems = checkOrder(order, context)
    expect(problems.map(problem => problem.code)).toEqual([code])
    expect([problems[0]?.severity, problems[0] && rejectReason(problems[0])]).toEqual(['block', reason])
  })

  test('rule 8: eleven legs are too many, whatever else is wrong with them', () => {
    const legs = Array.from({ length: 11 }, (_, index) => leg(200 + index, 1))
    expect(codes({ ...pair, legs })[0]).toBe('legs_too_many')
  })

  test('a quantity below the minimum comes before its step', () => {
    expect(codes({ ...single, quantity: dec('0.00005'), price: dec('100000') })).toEqual([
      'quantity_below_minimum',
      'quantity_off_step',
    ])
  })
})

describe('orders that may go, with a warning', () => {
  test.each<[string, NewOrder, ProblemCode]>([
    [
      'rule 5: the life of an immediate limit order is ignored',
      { ...single, time_in_force: 'IOC', recv_window: 99_999 },
      'recv_window_ignored',
    ],
    [
      'a package price off the coarser of the steps',
      { ...pair, legs: [leg(16, 1), leg(99, -1)], price: dec('50.5') },
      'price_off_coarse_step',
    ],
  ])('%s', (_, order, code) => {
    const problems = checkOrder(order, context)
    expect(problems.map(problem => [problem.code, problem.severity, rejectReason(problem)])).toEqual([
      [code, 'warn', undefined],
    ])
  })
})

test('a minimum quantity off the size step of a leg blocks', () => {
  const [found] = checkOrder({ ...pair, minimum_quantity: dec('0.15') }, context)
  expect(found).toMatchObject({ code: 'minimum_quantity_off_step', severity: 'block' })
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

  test('name the leg at fault, its value and the bound', () => {
    const found = checkOrder({ ...pair, legs: [leg(99, 1), leg(100, -3)], quantity: dec('40') }, context)
    expect(found).toEqual([
      {
        code: 'quantity_above_maximum',
        rule: 'bounds',
        severity: 'block',
        field: 'quantity',
        leg: 1,
        value: '120',
        limit: '100',
      },
    ])
  })

  test('without a time nothing is expired', () => {
    const { byId, bySymbol } = context
    expect(checkOrder({ ...single, symbol: 'BTC-20261127-100000C' }, { byId, bySymbol })).toEqual([])
  })
})
