import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { NewOrder } from '../../../core/domain/order.ts'
import { CanonicalText, canonicalText, orderFields } from './read-order.ts'

const byJson = (order: NewOrder): string => JSON.stringify(orderFields.map(name => [name, order[name] ?? null]))

const anyText = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('"', '\\', '\n', '\u2028', '\ud800', 'BTC-USD-PERPETUAL', '0.001'),
)
const anyLeg = fc.record({ tradeable_entity_id: anyText, ratio: fc.integer() })
const anyOrder = fc.dictionary(fc.constantFrom(...orderFields), fc.oneof(anyText, fc.integer(), fc.array(anyLeg)), {
  noNullPrototype: true,
})

test('the text of an order is the JSON of its fields in one order, whatever stands in them, so that journals of before are told apart as before', () => {
  const check = (order: object): void => {
    expect(canonicalText(order as NewOrder)).toBe(byJson(order as NewOrder))
  }
  fc.assert(fc.property(anyOrder, check), { numRuns: 500 })
})

test('a text that is written when it is asked for is the same, by itself and in the JSON of a command', () => {
  const order = { symbol: 'A', side: 'buy', quantity: '1' } as unknown as NewOrder
  const later = new CanonicalText(order)
  expect(JSON.stringify({ kind: 'place', text: later })).toBe(
    JSON.stringify({ kind: 'place', text: canonicalText(order) }),
  )
  expect([later.toJSON(), later.toJSON()]).toEqual([canonicalText(order), canonicalText(order)])
})

test('the text of an order does not depend on the order of its fields, and fields that are not the contract’s are no part of it', () => {
  const asked = { symbol: 'A', side: 'buy', quantity: '1' }
  const otherwise = { quantity: '1', side: 'buy', note: 'x', symbol: 'A' }
  expect(canonicalText(otherwise as unknown as NewOrder)).toBe(canonicalText(asked as unknown as NewOrder))
})
