import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dec, gt, mul } from '../decimal.ts'
import { type ApprovalNeed, approvalNeed, parseApprovalLimits } from './approval-size.ts'

const limits = new Map(Object.entries({ BTC: dec('50'), ETH: dec('500') }))
const terms = { market_id: '0', side: 'buy', type: 'LIMIT', time_in_force: 'IOC', price: '1', client_order_id: 'a' }
const bodyOf = (order: object): string => JSON.stringify({ new_order: { ...terms, ...order } })
const needOf = (order: object): ApprovalNeed => approvalNeed(bodyOf(order), limits)
const leg = fc.record({
  symbol: fc.constantFrom(
    'BTC-20261225-100000C',
    'BTC-20261225-90000P',
    'BTC-USD-PERPETUAL',
    'ETH-20261225-4000C',
    'ETH-USD',
  ),
  ratio: fc.integer({ min: -9, max: 9 }).filter(ratio => ratio !== 0),
})
const quantity = fc.integer({ min: 1, max: 1_500 }).map(tenths => String(tenths / 10))

describe('an order needs approval', () => {
  test('where quantity times the largest ratio of a base is above its limit, and in no other case', () => {
    fc.assert(
      fc.property(fc.array(leg, { minLength: 1, maxLength: 6 }), quantity, (legs, size) => {
        const isAbove = legs.some(({ symbol, ratio }) =>
          gt(mul(dec(size), dec(Math.abs(ratio))), limits.get(symbol.slice(0, 3)) ?? dec('0')),
        )
        expect(needOf({ quantity: size, legs }).kind).toBe(isAbove ? 'above' : 'none')
      }),
    )
  })

  test('in any order of the legs and under either name of a leg, the same', () => {
    fc.assert(
      fc.property(fc.array(leg, { minLength: 1, maxLength: 6 }), quantity, (legs, size) => {
        const short = legs.map(({ symbol, ratio }) => ({ sym: symbol, ratio: String(ratio) }))
        expect(needOf({ quantity: size, legs: short.toReversed() }).kind).toBe(needOf({ quantity: size, legs }).kind)
      }),
    )
  })

  test('of a larger quantity wherever a smaller one needs it', () => {
    fc.assert(
      fc.property(leg, quantity, quantity, ({ symbol }, a, b) => {
        const [less, more] = gt(dec(a), dec(b)) ? [b, a] : [a, b]
        if (needOf({ symbol, quantity: less }).kind === 'above')
          expect(needOf({ symbol, quantity: more }).kind).toBe('above')
      }),
    )
  })

  test('above the limit, and not at it', () => {
    expect(needOf({ symbol: 'BTC-USD', quantity: '50' })).toEqual({ kind: 'none' })
    expect(needOf({ symbol: 'BTC-USD', quantity: '50.00000001' })).toMatchObject({
      kind: 'above',
      base: 'BTC',
      limit: '50',
    })
  })

  test('for no request for quotes, and for no base without a limit', () => {
    expect(needOf({ symbol: 'BTC-USD', quantity: '5000', market_id: 'none' }).kind).toBe('none')
    expect(needOf({ symbol: 'SOL-USD', quantity: '5000' }).kind).toBe('none')
  })

  test.each([
    ['no JSON', '{'],
    ['a list', '[]'],
    ['another envelope', '{"order":{}}'],
    ['two envelopes', `{"new_order":{},"other":{}}`],
    [
      'a quantity twice',
      bodyOf({ symbol: 'BTC-USD', quantity: '5000' }).replace('"quantity"', '"quantity":"1","quantity"'),
    ],
    [
      'a quantity twice, once escaped',
      bodyOf({ symbol: 'BTC-USD', quantity: '1' }).replace('"quantity"', '"\\u0071uantity":"99","quantity"'),
    ],
    [
      'a market twice',
      bodyOf({ symbol: 'BTC-USD', quantity: '5000' }).replace('"market_id"', '"market_id":"0","market_id"'),
    ],
    ['an instrument by id', bodyOf({ tradeable_entity_id: '5', quantity: '1' })],
    ['a name and an id', bodyOf({ symbol: 'BTC-USD', tradeable_entity_id: '5', quantity: '1' })],
    ['a leg by id', bodyOf({ legs: [{ tid: '5', ratio: 1 }], quantity: '1' })],
    ['a leg with two names', bodyOf({ legs: [{ sym: 'SOL-USD', symbol: 'BTC-USD', ratio: 1 }], quantity: '1' })],
    ['legs and a name', bodyOf({ symbol: 'SOL-USD', legs: [{ symbol: 'BTC-USD', ratio: 1 }], quantity: '1' })],
    ['no legs', bodyOf({ legs: [], quantity: '1' })],
    ['a joined name', bodyOf({ symbol: 'BTC-USD@9/ETH-USD@1', quantity: '1' })],
    ['an exponent', bodyOf({ symbol: 'BTC-USD', quantity: '1e3' })],
    ['a number', bodyOf({ symbol: 'BTC-USD', quantity: 1 })],
    ['a quantity below zero', bodyOf({ symbol: 'BTC-USD', quantity: '-100' })],
    ['a base in small letters', bodyOf({ symbol: 'btc-USD', quantity: '1' })],
    ['a base after a blank', bodyOf({ symbol: ' BTC-USD', quantity: '1' })],
    ['no quantity', bodyOf({ symbol: 'BTC-USD' })],
    ['a ratio with a fraction', bodyOf({ legs: [{ symbol: 'BTC-USD', ratio: 1.5 }], quantity: '1' })],
    ['an unknown field', bodyOf({ symbol: 'BTC-USD', quantity: '1', multiplier: '100' })],
  ])('where its body cannot be understood: %s', (_, body) => expect(approvalNeed(body, limits).kind).toBe('unread'))
})

test('limits are bases with a size above zero, each base once', () => {
  expect(parseApprovalLimits('BTC:50, ETH:0.5')).toEqual(new Map(Object.entries({ BTC: '50', ETH: '0.5' })))
  for (const wrong of ['', 'BTC', 'BTC:', 'BTC:0', 'BTC:-1', 'BTC:1e3', 'btc:1', 'BTC:1,BTC:2', 'BTC:1,']) {
    expect(parseApprovalLimits(wrong), wrong).toBeUndefined()
  }
})
