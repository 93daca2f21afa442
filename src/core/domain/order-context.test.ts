import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dec } from './decimal.ts'
import { entityId } from './ids.ts'
import { type OrderContext, parseOrderContext } from './order-context.ts'

const quote = { symbol: 'A@1/B@-1', side: 'buy', price: dec('1'), quantity: dec('2'), seenAtMs: 5 } as const
const whole: Required<OrderContext> = {
  title: 'A spread',
  legs: [{ symbol: 'A', tradeable_entity_id: entityId(1), ratio: 1 }],
  facts: [{ term: 'a', value: 'b' }],
  warnings: ['w'],
  rfq: 'lw-1',
  answers: '812',
  quote,
  amends: { clientOrderId: 'lw-0', orderId: '7', filled: dec('0.5') },
  overridden: dec('120'),
}

describe('the context of an order', () => {
  it('is read back as it was handed over', () => expect(parseOrderContext(structuredClone(whole))).toEqual(whole))

  it('leaves out what it does not understand', () => {
    const context = { facts: [{ term: 'a', value: 'b' }, { term: 1 }, 'x'], warnings: ['w', 3] }
    expect(parseOrderContext(context)).toEqual({ title: '', facts: [{ term: 'a', value: 'b' }], warnings: ['w'] })
  })

  it('takes a side or a price from nothing that only looks like one', () => {
    const read = (field: keyof OrderContext, value: unknown) => parseOrderContext({ title: '', [field]: value })[field]
    for (const other of [
      undefined,
      'x',
      {},
      { ...quote, side: 'both' },
      { ...quote, price: '1e5' },
      { ...quote, seenAtMs: '5' },
    ])
      expect(read('quote', other)).toBeUndefined()
    for (const other of [
      'lw-0',
      { clientOrderId: 'lw-0' },
      { clientOrderId: 3, filled: dec('1') },
      { clientOrderId: 'x', filled: 'some' },
    ])
      expect(read('amends', other)).toBeUndefined()
    expect([read('overridden', 120), read('legs', [{ symbol: 'A', ratio: 1 }])]).toEqual([undefined, undefined])
  })

  it('reads anything at all, and reading it again changes nothing', () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.record({ title: fc.anything(), legs: fc.anything() })), saved => {
        const read = parseOrderContext(saved)
        expect(parseOrderContext(read)).toEqual(read)
      }),
      { numRuns: 200 },
    )
  })
})
