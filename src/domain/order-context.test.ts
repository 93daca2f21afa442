import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dec } from './decimal.ts'
import { entityId } from './ids.ts'
import { asMeant, type OrderContext, parseOrderContext, wasTurned } from './order-context.ts'

const legs = [
  { symbol: 'A', ratio: 1 },
  { symbol: 'B', ratio: -1 },
]
const order = { market_id: '0', side: 'sell', type: 'LIMIT', time_in_force: 'IOC', quantity: dec('2'), price: dec('-60'), legs }
const meant = { side: 'buy', quantity: dec('1'), price: dec('120'), legs: legs.map(leg => ({ ...leg, ratio: leg.ratio * -2 })) } as const
const quote = { symbol: 'A@1/B@-1', side: 'buy', price: dec('1'), quantity: dec('2'), seenAtMs: 5 } as const
const whole: Required<OrderContext> = {
  title: 'A spread',
  legs: [{ symbol: 'A', tradeable_entity_id: entityId(1), ratio: 1 }],
  meant,
  facts: [{ term: 'a', value: 'b' }],
  warnings: ['w'],
  closes: true,
  rfq: 'lw-1',
  answers: '812',
  quote,
  amends: { clientOrderId: 'lw-0', orderId: '7', filled: dec('0.5') },
  overridden: dec('120'),
}

describe('the context of an order', () => {
  it('tells the order in the trader’s own terms, and that the wire’s form differs', () => {
    const read = parseOrderContext({ title: 'x', meant })
    expect(asMeant(order, read.meant)).toMatchObject({ side: 'buy', quantity: '1', price: '120', type: 'LIMIT' })
    expect(wasTurned(order, read.meant)).toBe(true)
  })

  it('is read back as it was handed over', () => {
    expect(parseOrderContext(structuredClone(whole))).toEqual(whole)
  })

  it('leaves out what it does not understand', () => {
    const context = { facts: [{ term: 'a', value: 'b' }, { term: 1 }, 'x'], warnings: ['w', 3], meant: { ...meant, quantity: 'many' } }
    expect(parseOrderContext(context)).toEqual({ title: '', facts: [{ term: 'a', value: 'b' }], warnings: ['w'] })
    expect(asMeant(order, undefined)).toBe(order)
  })

  it('takes a side, a closing or a price from nothing that only looks like one', () => {
    const read = (field: keyof OrderContext, value: unknown) => parseOrderContext({ title: '', [field]: value })[field]
    expect(
      [
        { ...meant, side: 'up' },
        { ...meant, legs: [{ symbol: 'A' }] },
      ].map(each => read('meant', each)),
    ).toEqual([undefined, undefined])
    for (const other of [undefined, 'x', {}, { ...quote, side: 'both' }, { ...quote, price: '1e5' }, { ...quote, seenAtMs: '5' }])
      expect(read('quote', other)).toBeUndefined()
    for (const other of ['lw-0', { clientOrderId: 'lw-0' }, { clientOrderId: 3, filled: dec('1') }, { clientOrderId: 'x', filled: 'some' }])
      expect(read('amends', other)).toBeUndefined()
    expect([read('closes', 'true'), read('closes', 1), read('overridden', 120), read('legs', [{ symbol: 'A', ratio: 1 }])]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })

  it('reads anything at all, and reading it again changes nothing', () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.record({ title: fc.anything(), legs: fc.anything(), meant: fc.anything() })), saved => {
        const read = parseOrderContext(saved)
        expect(parseOrderContext(read)).toEqual(read)
      }),
      { numRuns: 200 },
    )
  })

  it('tells a single order by its own terms', () => {
    const single = { ...order, legs: undefined, symbol: 'A' }
    expect(asMeant(single, parseOrderContext({ meant }).meant)).toBe(single)
  })
})
