import { describe, expect, test } from 'vitest'
import { listedInstrument } from '../../testing/listed-instrument.ts'
import { dec } from './decimal.ts'
import { clientOrderId, entityId } from './ids.ts'
import { context, leg, market, pair, single } from './order-rules.fixture.ts'
import { checkOrder, type OrderContext, type Problem, type ProblemCode, rejectReason } from './order-rules.ts'
import type { NewOrder } from './order.ts'

type Said = readonly [ProblemCode, Problem['field'], Partial<Pick<Problem, 'leg' | 'value' | 'limit'>>?]

const problemsOf = (order: NewOrder, at: OrderContext = context): Said[] =>
  checkOrder(order, at).map(({ code, field, rule: _rule, severity: _severity, ...more }) =>
    Object.keys(more).length === 0 ? [code, field] : [code, field, more],
  )

const byId = (id: number) => ({ symbol: undefined, tradeable_entity_id: entityId(id) })
const oneLeg = { ...single, symbol: undefined }

describe('a problem names its field, the leg, what is there and the bound', () => {
  test.each<[string, NewOrder, ...Said[]]>([
    ['another side', { ...single, side: 'short' }, ['side_unknown', 'side', { value: 'short' }]],
    [
      'no client order id',
      { ...single, client_order_id: clientOrderId('') },
      ['client_order_id_missing', 'client_order_id'],
    ],
    ['another type', { ...single, type: 'STOP' }, ['type_unknown', 'type', { value: 'STOP' }]],
    [
      'another time in force',
      { ...single, time_in_force: 'FOK' },
      ['time_in_force_unknown', 'time_in_force', { value: 'FOK' }],
    ],
    ['another market', { ...single, market_id: '1' }, ['market_unknown', 'market_id', { value: '1' }]],
    [
      'a market order that stays',
      { ...market, time_in_force: 'GTC' },
      ['market_order_not_ioc', 'time_in_force', { value: 'GTC' }],
    ],
    [
      'a market order with a price',
      { ...market, price: dec('5') },
      ['market_order_with_price', 'price', { value: '5' }],
    ],
    [
      'a market order with a life',
      { ...market, recv_window: 1 },
      ['market_order_with_recv_window', 'recv_window', { value: '1' }],
    ],
    ['a limit order without a price', { ...single, price: undefined }, ['price_missing', 'price']],
    ['no life', { ...single, recv_window: undefined }, ['recv_window_missing', 'recv_window']],
    [
      'a life of nothing',
      { ...single, recv_window: 0 },
      ['recv_window_out_of_range', 'recv_window', { value: '0', limit: '1 to 65534' }],
    ],
    [
      'a life too long',
      { ...single, recv_window: 65_535 },
      ['recv_window_out_of_range', 'recv_window', { value: '65535', limit: '1 to 65534' }],
    ],
    [
      'half a cycle',
      { ...single, recv_window: 1.5 },
      ['recv_window_out_of_range', 'recv_window', { value: '1.5', limit: '1 to 65534' }],
    ],
    [
      'an immediate order with a life',
      { ...single, time_in_force: 'IOC' },
      ['recv_window_ignored', 'recv_window', { value: '1' }],
    ],
    ['nothing named', { ...single, symbol: undefined }, ['instrument_missing', 'symbol']],
    ['no legs in the array', { ...pair, legs: [] }, ['legs_too_few', 'legs', { value: '0', limit: '1' }]],
    ['legs and a symbol', { ...pair, symbol: 'BTC-USD-PERPETUAL' }, ['legs_with_instrument', 'symbol']],
    ['legs and an id', { ...pair, ...byId(16) }, ['legs_with_instrument', 'tradeable_entity_id']],
    [
      'a minimum on a single order',
      { ...single, minimum_quantity: dec('1') },
      ['minimum_quantity_single_leg', 'minimum_quantity', { value: '1' }],
    ],
    [
      'a minimum on an array of one leg',
      { ...oneLeg, legs: [leg(16, 1)], minimum_quantity: dec('1') },
      ['minimum_quantity_single_leg', 'minimum_quantity', { value: '1' }],
    ],
    [
      'a minimum below nothing',
      { ...pair, minimum_quantity: dec('-1') },
      ['minimum_quantity_not_positive', 'minimum_quantity', { value: '-1' }],
    ],
    [
      'a minimum over the quantity',
      { ...pair, minimum_quantity: dec('1.1') },
      ['minimum_quantity_above_quantity', 'minimum_quantity', { value: '1.1', limit: '1' }],
    ],
    [
      'a minimum off a step',
      { ...pair, minimum_quantity: dec('0.15') },
      ['minimum_quantity_off_step', 'minimum_quantity', { value: '0.15', limit: '0.1' }],
    ],
    ['an unknown symbol', { ...single, symbol: 'X' }, ['instrument_unknown', 'symbol', { value: 'X' }]],
    ['an unknown id', { ...single, ...byId(5) }, ['instrument_unknown', 'tradeable_entity_id', { value: '5' }]],
    [
      'a known symbol with an unknown id',
      { ...single, tradeable_entity_id: entityId(5) },
      ['instrument_unknown', 'symbol', { value: 'BTC-USD-PERPETUAL' }],
    ],
    [
      'an unknown symbol with a known id',
      { ...single, ...byId(16), symbol: 'X' },
      ['instrument_unknown', 'symbol', { value: 'X' }],
    ],
    [
      'symbol and id of two instruments',
      { ...single, tradeable_entity_id: entityId(99) },
      ['instrument_mismatch', 'symbol', { value: 'BTC-USD-PERPETUAL' }],
    ],
    ['one leg that names nothing', { ...oneLeg, legs: [{ ratio: 1 }] }, ['leg_instrument_missing', 'legs', { leg: 0 }]],
    [
      'one leg that is not one unit',
      { ...oneLeg, legs: [leg(16, 2)] },
      ['leg_single_ratio', 'legs', { leg: 0, value: '2', limit: '1' }],
    ],
    [
      'one unknown leg, turned',
      { ...oneLeg, legs: [leg(5, -1)] },
      ['leg_single_ratio', 'legs', { leg: 0, value: '-1', limit: '1' }],
      ['instrument_unknown', 'tradeable_entity_id', { value: '5' }],
    ],
    [
      'one leg, another instrument beside it',
      { ...single, legs: [leg(99, 1)] },
      ['instrument_mismatch', 'tradeable_entity_id', { value: '99' }],
    ],
    [
      'an expired one',
      { ...single, symbol: 'BTC-20261127-100000C' },
      ['instrument_expired', 'symbol', { value: 'BTC-20261127-100000C' }],
    ],
    [
      'a suspended one',
      { ...single, symbol: 'ETH-USD', price: dec('5') },
      ['instrument_suspended', 'symbol', { value: 'ETH-USD' }],
    ],
    [
      'an expired leg',
      { ...pair, legs: [leg(99, 1), leg(101, -1)] },
      ['instrument_expired', 'legs', { leg: 1, value: 'BTC-20261127-100000C' }],
    ],
    [
      'a suspended leg',
      { ...pair, legs: [leg(7, 1), leg(99, -1)] },
      ['instrument_suspended', 'legs', { leg: 0, value: 'ETH-USD' }],
    ],
    ['no quantity', { ...single, quantity: dec('0') }, ['quantity_not_positive', 'quantity', { value: '0' }]],
    [
      'a package of no quantity',
      { ...pair, quantity: dec('0') },
      ['quantity_not_positive', 'quantity', { value: '0' }],
    ],
    [
      'a quantity below the least',
      { ...single, quantity: dec('0.00005') },
      ['quantity_below_minimum', 'quantity', { value: '0.00005', limit: '0.0001' }],
      ['quantity_off_step', 'quantity', { value: '0.00005', limit: '0.0001' }],
    ],
    [
      'a quantity over the largest',
      { ...single, price: dec('0.5'), quantity: dec('100.0001') },
      ['quantity_above_maximum', 'quantity', { value: '100.0001', limit: '100' }],
    ],
    [
      'a quantity off its step',
      { ...single, quantity: dec('1.00001') },
      ['quantity_off_step', 'quantity', { value: '1.00001', limit: '0.0001' }],
    ],
    [
      'legs off their step',
      { ...pair, quantity: dec('1.05') },
      ['quantity_off_step', 'quantity', { leg: 0, value: '1.05', limit: '0.1' }],
      ['quantity_off_step', 'quantity', { leg: 1, value: '1.05', limit: '0.1' }],
    ],
    [
      'a price of nothing',
      { ...single, price: dec('0') },
      ['price_not_positive', 'price', { value: '0', limit: '0.5' }],
    ],
    [
      'a price below a step',
      { ...single, quantity: dec('10'), price: dec('0.4') },
      ['price_not_positive', 'price', { value: '0.4', limit: '0.5' }],
    ],
    [
      'a price off its step',
      { ...single, price: dec('100000.3') },
      ['price_off_step', 'price', { value: '100000.3', limit: '0.5' }],
    ],
    [
      'too little value',
      { ...single, price: dec('0.5'), quantity: dec('1.9') },
      ['value_below_minimum', 'quantity', { value: '0.95', limit: '1' }],
    ],
    [
      'too much value',
      { ...single, quantity: dec('10.0001') },
      ['value_above_maximum', 'quantity', { value: '1000010', limit: '1000000' }],
    ],
    [
      'a leg that names nothing',
      { ...pair, legs: [leg(99, 1), { ratio: 1 }] },
      ['leg_instrument_missing', 'legs', { leg: 1 }],
    ],
    [
      'an unknown leg by id',
      { ...pair, legs: [leg(99, 1), leg(12, 1)] },
      ['leg_instrument_unknown', 'legs', { leg: 1, value: '12' }],
    ],
    [
      'an unknown leg by symbol',
      { ...pair, legs: [leg(99, 1), { symbol: 'X', ratio: 1 }] },
      ['leg_instrument_unknown', 'legs', { leg: 1, value: 'X' }],
    ],
    [
      'a ratio of nothing',
      { ...pair, legs: [leg(99, 1), leg(100, 0)] },
      ['leg_ratio_zero', 'legs', { leg: 1, value: '100' }],
    ],
    [
      'a ratio that is no number',
      { ...pair, legs: [leg(99, 1), leg(100, Number.NaN)] },
      ['leg_ratio_zero', 'legs', { leg: 1, value: '100' }],
    ],
    [
      'a common factor',
      { ...pair, legs: [leg(99, 2), leg(100, -2)] },
      ['legs_common_factor', 'legs', { value: '2', limit: '1' }],
    ],
    [
      'the first leg sold',
      { ...pair, legs: [leg(99, -1), leg(100, 1)] },
      ['legs_first_negative', 'legs', { leg: 0, value: '-1' }],
    ],
    [
      'one instrument twice',
      { ...pair, legs: [leg(99, 1), leg(99, -2)] },
      ['legs_repeated', 'legs', { leg: 1, value: '99' }],
    ],
    [
      'descending ids',
      { ...pair, legs: [leg(100, 1), leg(99, -1)] },
      ['legs_not_ascending', 'legs', { leg: 1, value: '99', limit: '100' }],
    ],
    [
      'a package off its finest step',
      { ...pair, price: dec('51') },
      ['price_off_step', 'price', { value: '51', limit: '5' }],
    ],
    [
      'a package off its coarser step',
      { ...pair, legs: [leg(16, 1), leg(99, -1)], price: dec('50.5') },
      ['price_off_coarse_step', 'price', { value: '50.5', limit: '5' }],
    ],
    [
      'a market package with a price, whose step then counts for nothing',
      { ...pair, type: 'MARKET', time_in_force: 'IOC', recv_window: undefined, price: dec('51') },
      ['market_order_with_price', 'price', { value: '51' }],
    ],
    [
      'a market order with a price, whose step and value then count for nothing',
      { ...market, price: dec('0.3') },
      ['market_order_with_price', 'price', { value: '0.3' }],
    ],
  ])('%s', (_, order, ...said) => {
    expect(problemsOf(order)).toEqual(said)
    for (const found of checkOrder(order, context))
      expect(found.severity).toBe(rejectReason(found) === undefined ? 'warn' : 'block')
  })
})

test.each<[string, NewOrder]>([
  ['a sale', { ...single, side: 'sell' }],
  ['a package at its coarser step', { ...pair, legs: [leg(16, 1), leg(99, -1)], price: dec('50') }],
  [
    'a minimum that is on the steps by the ratios of its legs',
    { ...pair, legs: [leg(16, 1), leg(99, -2)], minimum_quantity: dec('0.05') },
  ],
])('nothing is wrong with %s', (_, order) => {
  expect(problemsOf(order)).toEqual([])
})

describe('the number of legs', () => {
  const listing = Array.from({ length: 11 }, (_, index) => listedInstrument(`X${index}`, 200 + index))
  const listed: OrderContext = {
    byId: id => listing.find(each => each.tradeable_entity_id === id),
    bySymbol: symbol => listing.find(each => each.symbol === symbol),
  }
  const legs = (count: number) => Array.from({ length: count }, (_, index) => leg(200 + index, 1))

  test('rule 8: ten may go, eleven are too many', () => {
    expect(problemsOf({ ...pair, legs: legs(10) }, listed)).toEqual([])
    expect(problemsOf({ ...pair, legs: legs(11) }, listed)).toEqual([
      ['legs_too_many', 'legs', { value: '11', limit: '10' }],
    ])
  })
})

test('a later check of an earlier rule comes first: the life, then the legs, then the least quantity', () => {
  const found = problemsOf({ ...pair, legs: [leg(99, -1), leg(100, 1)], minimum_quantity: dec('2'), recv_window: 0 })
  expect(found.map(([code]) => code)).toEqual([
    'recv_window_out_of_range',
    'legs_first_negative',
    'minimum_quantity_above_quantity',
  ])
})
