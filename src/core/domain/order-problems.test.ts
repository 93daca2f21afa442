import { describe, expect, test } from 'vitest'
import { listedInstrument } from '../../testing/listed-instrument.ts'
import { dec } from './decimal.ts'
import { clientOrderId, entityId } from './ids.ts'
import { context, leg, market, pair, single } from './order-rules.fixture.ts'
import { checkOrder, type OrderContext, rejectReason } from './order-rules.ts'
import type { NewOrder } from './order.ts'

const problemsOf = (order: NewOrder, at: OrderContext = context): string[] =>
  checkOrder(order, at).map(({ code, field, leg: index, value, limit }) =>
    [
      `${code} at ${field}`,
      index === undefined ? '' : ` ${index}`,
      value === undefined ? '' : `: ${value}`,
      limit === undefined ? '' : `, not ${limit}`,
    ].join(''),
  )

const byId = (id: number) => ({ symbol: undefined, tradeable_entity_id: entityId(id) })
const oneLeg = { ...single, symbol: undefined }

describe('a problem names its field, the leg, what is there and the bound', () => {
  test.each<[NewOrder, ...string[]]>([
    [{ ...single, side: 'short' }, 'side_unknown at side: short'],
    [{ ...single, client_order_id: clientOrderId('') }, 'client_order_id_missing at client_order_id'],
    [{ ...single, type: 'STOP' }, 'type_unknown at type: STOP'],
    [{ ...single, time_in_force: 'FOK' }, 'time_in_force_unknown at time_in_force: FOK'],
    [{ ...single, market_id: '1' }, 'market_unknown at market_id: 1'],
    [{ ...market, time_in_force: 'GTC' }, 'market_order_not_ioc at time_in_force: GTC'],
    [{ ...market, price: dec('5') }, 'market_order_with_price at price: 5'],
    [{ ...market, recv_window: 1 }, 'market_order_with_recv_window at recv_window: 1'],
    [{ ...single, price: undefined }, 'price_missing at price'],
    [{ ...single, recv_window: undefined }, 'recv_window_missing at recv_window'],
    [{ ...single, recv_window: 0 }, 'recv_window_out_of_range at recv_window: 0, not 1 to 65534'],
    [{ ...single, recv_window: 65_535 }, 'recv_window_out_of_range at recv_window: 65535, not 1 to 65534'],
    [{ ...single, recv_window: 1.5 }, 'recv_window_out_of_range at recv_window: 1.5, not 1 to 65534'],
    [{ ...single, time_in_force: 'IOC' }, 'recv_window_ignored at recv_window: 1'],
    [{ ...single, symbol: undefined }, 'instrument_missing at symbol'],
    [{ ...pair, legs: [] }, 'legs_too_few at legs: 0, not 1'],
    [{ ...pair, symbol: 'BTC-USD-PERPETUAL' }, 'legs_with_instrument at symbol'],
    [{ ...pair, ...byId(16) }, 'legs_with_instrument at tradeable_entity_id'],
    [{ ...single, minimum_quantity: dec('1') }, 'minimum_quantity_single_leg at minimum_quantity: 1'],
    [
      { ...oneLeg, legs: [leg(16, 1)], minimum_quantity: dec('1') },
      'minimum_quantity_single_leg at minimum_quantity: 1',
    ],
    [{ ...pair, minimum_quantity: dec('-1') }, 'minimum_quantity_not_positive at minimum_quantity: -1'],
    [{ ...pair, minimum_quantity: dec('1.1') }, 'minimum_quantity_above_quantity at minimum_quantity: 1.1, not 1'],
    [{ ...pair, minimum_quantity: dec('0.15') }, 'minimum_quantity_off_step at minimum_quantity: 0.15, not 0.1'],
    [{ ...single, symbol: 'X' }, 'instrument_unknown at symbol: X'],
    [{ ...single, ...byId(5) }, 'instrument_unknown at tradeable_entity_id: 5'],
    [{ ...single, tradeable_entity_id: entityId(5) }, 'instrument_unknown at symbol: BTC-USD-PERPETUAL'],
    [{ ...single, ...byId(16), symbol: 'X' }, 'instrument_unknown at symbol: X'],
    [{ ...single, tradeable_entity_id: entityId(99) }, 'instrument_mismatch at symbol: BTC-USD-PERPETUAL'],
    [{ ...oneLeg, legs: [{ ratio: 1 }] }, 'leg_instrument_missing at legs 0'],
    [{ ...oneLeg, legs: [leg(16, 2)] }, 'leg_single_ratio at legs 0: 2, not 1'],
    [
      { ...oneLeg, legs: [leg(5, -1)] },
      'leg_single_ratio at legs 0: -1, not 1',
      'instrument_unknown at tradeable_entity_id: 5',
    ],
    [{ ...single, legs: [leg(99, 1)] }, 'instrument_mismatch at tradeable_entity_id: 99'],
    [{ ...single, symbol: 'BTC-20261127-100000C' }, 'instrument_expired at symbol: BTC-20261127-100000C'],
    [{ ...single, symbol: 'ETH-USD', price: dec('5') }, 'instrument_suspended at symbol: ETH-USD'],
    [{ ...pair, legs: [leg(99, 1), leg(101, -1)] }, 'instrument_expired at legs 1: BTC-20261127-100000C'],
    [{ ...pair, legs: [leg(7, 1), leg(99, -1)] }, 'instrument_suspended at legs 0: ETH-USD'],
    [{ ...single, quantity: dec('0') }, 'quantity_not_positive at quantity: 0'],
    [{ ...pair, quantity: dec('0') }, 'quantity_not_positive at quantity: 0'],
    [
      { ...single, quantity: dec('0.00005') },
      'quantity_below_minimum at quantity: 0.00005, not 0.0001',
      'quantity_off_step at quantity: 0.00005, not 0.0001',
    ],
    [
      { ...single, price: dec('0.5'), quantity: dec('100.0001') },
      'quantity_above_maximum at quantity: 100.0001, not 100',
    ],
    [
      { ...pair, legs: [leg(99, 1), leg(100, -3)], quantity: dec('40') },
      'quantity_above_maximum at quantity 1: 120, not 100',
    ],
    [{ ...single, quantity: dec('1.00001') }, 'quantity_off_step at quantity: 1.00001, not 0.0001'],
    [
      { ...pair, quantity: dec('1.05') },
      'quantity_off_step at quantity 0: 1.05, not 0.1',
      'quantity_off_step at quantity 1: 1.05, not 0.1',
    ],
    [{ ...single, price: dec('0') }, 'price_not_positive at price: 0, not 0.5'],
    [{ ...single, quantity: dec('10'), price: dec('0.4') }, 'price_not_positive at price: 0.4, not 0.5'],
    [{ ...single, price: dec('100000.3') }, 'price_off_step at price: 100000.3, not 0.5'],
    [{ ...single, price: dec('0.5'), quantity: dec('1.9') }, 'value_below_minimum at quantity: 0.95, not 1'],
    [{ ...single, quantity: dec('10.0001') }, 'value_above_maximum at quantity: 1000010, not 1000000'],
    [{ ...pair, legs: [leg(99, 1), { ratio: 1 }] }, 'leg_instrument_missing at legs 1'],
    [{ ...pair, legs: [leg(99, 1), leg(12, 1)] }, 'leg_instrument_unknown at legs 1: 12'],
    [{ ...pair, legs: [leg(99, 1), { symbol: 'X', ratio: 1 }] }, 'leg_instrument_unknown at legs 1: X'],
    [{ ...pair, legs: [leg(99, 1), leg(100, 0)] }, 'leg_ratio_zero at legs 1: 100'],
    [{ ...pair, legs: [leg(99, 1), leg(100, Number.NaN)] }, 'leg_ratio_zero at legs 1: 100'],
    [{ ...pair, legs: [leg(99, 2), leg(100, -2)] }, 'legs_common_factor at legs: 2, not 1'],
    [{ ...pair, legs: [leg(99, -1), leg(100, 1)] }, 'legs_first_negative at legs 0: -1'],
    [{ ...pair, legs: [leg(99, 1), leg(99, -2)] }, 'legs_repeated at legs 1: 99'],
    [{ ...pair, legs: [leg(100, 1), leg(99, -1)] }, 'legs_not_ascending at legs 1: 99, not 100'],
    [{ ...pair, price: dec('51') }, 'price_off_step at price: 51, not 5'],
    [{ ...pair, legs: [leg(16, 1), leg(99, -1)], price: dec('50.5') }, 'price_off_coarse_step at price: 50.5, not 5'],
    [
      { ...pair, type: 'MARKET', time_in_force: 'IOC', recv_window: undefined, price: dec('51') },
      'market_order_with_price at price: 51',
    ],
    [{ ...market, price: dec('0.3') }, 'market_order_with_price at price: 0.3'],
  ])('%2$s', (order, ...said) => {
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
])('nothing is wrong with %s', (_, order) => expect(problemsOf(order)).toEqual([]))

describe('the number of legs', () => {
  const listing = Array.from({ length: 11 }, (_, index) => listedInstrument(`X${index}`, 200 + index))
  const listed: OrderContext = {
    byId: id => listing.find(each => each.tradeable_entity_id === id),
    bySymbol: symbol => listing.find(each => each.symbol === symbol),
  }
  const legs = (count: number) => Array.from({ length: count }, (_, index) => leg(200 + index, 1))

  test('rule 8: ten may go, eleven are too many', () => {
    expect(problemsOf({ ...pair, legs: legs(10) }, listed)).toEqual([])
    expect(problemsOf({ ...pair, legs: legs(11) }, listed)).toEqual(['legs_too_many at legs: 11, not 10'])
  })
})

test('a later check of an earlier rule comes first: the life, then the legs, then the least quantity', () => {
  const found = problemsOf({ ...pair, legs: [leg(99, -1), leg(100, 1)], minimum_quantity: dec('2'), recv_window: 0 })
  expect(found.map(text => text.split(' ')[0])).toEqual([
    'recv_window_out_of_range',
    'legs_first_negative',
    'minimum_quantity_above_quantity',
  ])
})
