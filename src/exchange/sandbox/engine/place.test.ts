import { describe, expect, test } from 'vitest'
import { type Draft, Desk } from '../../../testing/test-desk.ts'
import { createTestMarket } from '../../../testing/test-market.ts'

const quiet = () => new Desk(createTestMarket())

describe('a client order id', () => {
  test('with the same body gets the first answer again and nothing else happens', () => {
    const desk = quiet()
    const order = desk.order({ price: '99000' })
    const place = { kind: 'place', account: 'ann', order, text: 'body' } as const
    const first = desk.apply(place)
    const before = desk.openIds('ann')
    desk.atMs = 60_000
    expect(desk.apply(place)).toEqual(first)
    expect(desk.last?.events).toEqual([])
    expect(desk.openIds('ann')).toEqual(before)
  })

  test('stays rejected once it was rejected; another account may use it', () => {
    const desk = quiet()
    const bad = { id: 'bad', price: '99000.1' }
    const first = desk.place('ann', bad)
    desk.atMs = 1
    expect(desk.place('ann', bad)).toEqual(first)
    expect(desk.reason('ann', { id: 'bad', price: '99000' })).toBe('invalid_fields')
    expect(desk.reason('bob', { id: 'bad', price: '99000' })).toBe('accepted')
  })
})

describe('rejection', () => {
  const cases: [string, Draft][] = [
    ['invalid_tradeable_entity', { on: 'DOGE-USD', price: '1' }],
    ['invalid_market', { market_id: '7', price: '90000' }],
    ['trading_suspended', { on: 'ETH-USD-PERPETUAL', price: '4000' }],
    ['price_less_than_minimum_price', { price: '-1' }],
    ['price_not_a_valid_price_step', { price: '90000.3' }],
    ['quantity_not_a_valid_quantity_step', { price: '90000', quantity: '0.00015' }],
    ['quantity_less_than_minimum_quantity', { price: '90000', quantity: '0' }],
    ['invalid_fields', { price: '90000', recv_window: 70_000 }],
    ['invalid_fields', { type: 'MARKET', time_in_force: 'IOC', price: '1' }],
    [
      'invalid_legs',
      {
        on: [
          [104, 1],
          [9999, -1],
        ],
        price: '1',
      },
    ],
    ['invalid_legs', { on: [], price: '1' }],
    ['insufficient_account_balance', { price: '100000', quantity: '1000' }],
  ]
  test.each(cases)('%s for %j, and nothing changes', (reason, draft) => {
    const desk = quiet()
    const balances = desk.exchange.balances('ann', desk.now)
    expect(desk.reason('ann', draft)).toBe(reason)
    expect(desk.last?.events).toEqual([])
    expect(desk.openIds('ann')).toEqual([])
    expect(desk.exchange.balances('ann', desk.now)).toEqual(balances)
  })

  test('echoes what was sent: the instrument of a single order, the legs of a package', () => {
    const desk = quiet()
    expect(desk.place('ann', { price: '90000.3' })).toMatchObject({
      rejected: { tradeable_entity_id: '16', symbol: 'BTC-USD-PERPETUAL', price: '90000.3', quantity: '1' },
    })
    const outcome = desk.place('ann', {
      on: [
        [106, 1],
        [104, -1],
      ],
      price: '1',
      minimum: '1',
    })
    expect(outcome).toMatchObject({ rejected: { minimum_quantity: '1', legs: [{ ratio: 1 }, { ratio: -1 }] } })
    expect(outcome.kind === 'rejected' && 'symbol' in outcome.rejected).toBe(false)
  })

  test('an order of an account that was never opened is a mistake of the program', () => {
    expect(() => quiet().place('nobody', { price: '1' })).toThrow('not opened')
  })
})
