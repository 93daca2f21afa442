import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OrderAccepted } from '../domain/order.ts'
import { isPlainText } from '../domain/safe-text.ts'
import { placeOrderAnswer } from './answers.ts'
import { readPlainOrder, writePlainAcceptance } from './order-text.ts'
import { newOrderRecord } from './records.ts'
import { z } from '../domain/zod.ts'

const decimal = fc.stringMatching(/^-?\d{1,12}(\.\d{1,10})?$/)
const odd = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('', ' ', '1e3', '+1', '01', '.5', '1.', 'none', '0'), fc.jsonValue())
const visible = fc.string({ minLength: 1 }).filter(isPlainText)
const plain = {
  symbol: fc.constantFrom('BTC-USD-PERPETUAL', 'PTF-USD'),
  tradeable_entity_id: fc.stringMatching(/^\d{1,12}$/),
  market_id: fc.constantFrom('0', 'none', '255'),
  side: fc.constantFrom('buy', 'sell'),
  type: fc.constantFrom('LIMIT', 'MARKET'),
  time_in_force: fc.constantFrom('GTC', 'IOC'),
  quantity: decimal,
  minimum_quantity: decimal,
  price: decimal,
  client_order_id: visible,
  recv_window: fc.stringMatching(/^\d{1,5}$/),
  user_tag: visible,
}
const order = fc.record(plain, { requiredKeys: ['market_id', 'side', 'type', 'time_in_force', 'quantity', 'client_order_id'] })
/** With any field of any form, and others. */
const anyOrder = fc
  .tuple(order, fc.record(Object.fromEntries([...Object.keys(plain), 'legs', 'other'].map(name => [name, odd])), { requiredKeys: [] }))
  .map(([good, change]): Record<string, unknown> => ({ ...good, ...change }))

const settled = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

describe('an order read without zod', () => {
  it('is what the codec reads', () => {
    fc.assert(
      fc.property(fc.oneof(order, anyOrder), asked => {
        const read = readPlainOrder(asked)
        if (read !== undefined) expect(settled(read)).toEqual(settled(z.decode(newOrderRecord, asked as never)))
      }),
    )
  })

  it('is read whenever its fields are plain, and has them sorted by name however they were sent', () => {
    fc.assert(
      fc.property(order, asked => {
        const read = readPlainOrder(Object.fromEntries(Object.entries(asked).toReversed()))
        expect(Object.keys(read ?? {})).toEqual(Object.keys(asked).toSorted())
      }),
    )
  })
})

it('an acceptance with text that hides is left to the codec, which writes it as it came', () => {
  const accepted = {
    utc_timestamp: 1_600_000_000_000_000,
    market_id: '0',
    tradeable_entity_id: '1',
    symbol: 'A',
    type: 'LIMIT',
    client_order_id: '⟨U+202E⟩',
    quantity: '1',
  }
  expect(writePlainAcceptance(accepted as unknown as OrderAccepted)).toBeUndefined()
  expect(JSON.stringify(z.encode(placeOrderAnswer, { order_accepted: accepted as never }))).toContain('"client_order_id":"\u202e"')
})

describe('an acceptance written without zod', () => {
  const accepted = fc.record(
    {
      utc_timestamp: fc.integer({ min: 1_600_000_000_000_000, max: 2_000_000_000_000_000 }),
      market_id: plain.market_id,
      tradeable_entity_id: plain.tradeable_entity_id,
      symbol: visible,
      order_id: fc.stringMatching(/^\d{1,9}$/),
      type: plain.type,
      client_order_id: plain.client_order_id,
      quantity: decimal,
      price: decimal,
      minimum_quantity: decimal,
      ioi_cache_timeout: fc.nat(),
    },
    { requiredKeys: ['utc_timestamp', 'market_id', 'tradeable_entity_id', 'symbol', 'type', 'client_order_id', 'quantity'] },
  )

  it('is the text the codec writes', () => {
    fc.assert(
      fc.property(accepted, value => {
        const whole = value as unknown as OrderAccepted
        expect(writePlainAcceptance(whole)).toBe(JSON.stringify(z.encode(placeOrderAnswer, { order_accepted: whole as never })))
      }),
    )
  })

  it('is left to the codec for a package, and where there is a field nobody knows', () => {
    const single = { tradeable_entity_id: '16', symbol: 'A' } as unknown as OrderAccepted
    expect(writePlainAcceptance({ ...single, legs: [] })).toBeUndefined()
    expect(writePlainAcceptance({ ...single, later: '1' } as unknown as OrderAccepted)).toBeUndefined()
    expect(writePlainAcceptance({ symbol: 'A@1/B@-1' } as unknown as OrderAccepted)).toBeUndefined()
  })
})
