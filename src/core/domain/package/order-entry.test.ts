import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dec, eq } from '../decimal.ts'
import { clientOrderId } from '../ids.ts'
import type { Instrument } from '../instrument.ts'
import { cashToTrader, legTotals } from '../normalise.ts'
import { editEntry, emptyEntry, type EntryEdit, type OrderEntry, readTerms, summariseEntry } from './order-entry.ts'
import { checkOrder } from '../order-rules.ts'
import { firmLimit } from '../../../testing/order.fixture.ts'
import { listedInstrument } from '../../../testing/listed-instrument.ts'

const instrument = (symbol: string, id: number, more: Partial<Instrument> = {}): Instrument =>
  listedInstrument(symbol, id, {
    minimum_value: dec('10'),
    maximum_value: dec('100000'),
    price_step: dec('0.5'),
    tags: ['option'],
    ...more,
  })
const [call, higher, put] = [
  instrument('BTC-20261225-100000C', 9),
  instrument('BTC-20261225-110000C', 7),
  instrument('BTC-20261225-90000P', 5),
] as const
const nowMs = Date.UTC(2026, 10, 21)
const lookupOf = (all: readonly Instrument[]) => ({
  byId: (id: string) => all.find(one => one.tradeable_entity_id === id),
  bySymbol: (symbol: string) => all.find(one => one.symbol === symbol),
})
const listed = lookupOf([call, higher, put])
const single: OrderEntry = {
  ...emptyEntry,
  mode: 'firm',
  legs: [{ symbol: call.symbol, ratio: 1 }],
  quantity: '2',
  price: '100',
}
const read = (change: Partial<OrderEntry>, lookup = listed) =>
  summariseEntry({ ...single, ...change }, { lookup, nowMs })
const fieldsOf = (summary: ReturnType<typeof read>) => summary.problems.map(({ field, fault }) => [field, fault.kind])

describe('the entry of one instrument', () => {
  it('is read as a firm LIMIT order', () => {
    expect(read({})).toMatchObject({
      order: {
        symbol: call.symbol,
        ...firmLimit,
        side: 'buy',
        quantity: '2',
        price: '100',
        recv_window: 3,
      },
      problems: [],
      sendable: true,
    })
  })

  it.each([
    [{ quantity: '' }, 'quantity', 'missing'],
    [{ quantity: 'ten' }, 'quantity', 'not_a_number'],
    [{ quantity: '0.05' }, 'quantity', 'rule'],
    [{ quantity: '2000' }, 'quantity', 'rule'],
    [{ price: '' }, 'price', 'rule'],
    [{ price: '100.3' }, 'price', 'rule'],
    [{ price: '1,5,0' }, 'price', 'not_a_price'],
    [{ cycles: '0' }, 'cycles', 'rule'],
    [{ cycles: 'two' }, 'cycles', 'not_whole_cycles'],
    [{ price: '1' }, 'quantity', 'rule'],
    [{ legs: [] }, 'legs', 'no_legs'],
    [{ legs: [{ symbol: 'GONE', ratio: 1 }] }, 'legs', 'not_listed'],
  ] as const)('with %j is blocked at the field %s: %s', (change, field, kind) => {
    const summary = read(change)
    expect(fieldsOf(summary)).toContainEqual([field, kind])
    expect(summary.sendable).toBe(false)
  })

  it('whose side is not chosen is no order at all, and no price of it is judged', () => {
    const summary = read({ side: undefined, price: '5 credit' })
    expect([summary.order, summary.meant, summary.sendable]).toEqual([undefined, undefined, false])
    expect(fieldsOf(summary)).toEqual([['side', 'missing']])
  })

  it('does not trade a suspended or expired instrument', () => {
    const suspended = lookupOf([{ ...call, status: 'suspended' }])
    expect(fieldsOf(read({}, suspended))).toEqual([['legs', 'rule']])
    const later = summariseEntry(single, { lookup: listed, nowMs: Date.UTC(2027, 0, 1) })
    expect(later.sendable).toBe(false)
  })
})

const side = fc.constantFrom('buy' as const, 'sell' as const)
const leg = fc.record({
  symbol: fc.constantFrom(call.symbol, higher.symbol, put.symbol),
  ratio: fc.integer({ min: -4, max: 4 }),
})
const amount = fc.oneof(
  fc.integer({ min: 1, max: 400 }).map(halves => String(halves / 2)),
  fc.string({ maxLength: 8 }),
)
const entries: fc.Arbitrary<OrderEntry> = fc.record({
  legs: fc.uniqueArray(leg, { maxLength: 3, selector: each => each.symbol }),
  side: fc.option(side, { nil: undefined }),
  mode: fc.constantFrom('rfq' as const, 'firm' as const),
  type: fc.constantFrom('LIMIT' as const, 'MARKET' as const),
  tif: fc.constantFrom('GTC' as const, 'IOC' as const),
  quantity: amount,
  price: fc.oneof(
    amount,
    fc.tuple(amount, fc.constantFrom('debit', 'credit')).map(text => text.join(' ')),
    fc.constant('credit'),
  ),
  cycles: fc.oneof(fc.integer({ min: 1, max: 20 }).map(String), fc.string({ maxLength: 3 })),
  minimumQuantity: fc.oneof(fc.constant(''), amount),
  userTag: fc.string({ maxLength: 5 }),
})

describe('any entry', () => {
  it('is sendable when, and only when, there is an order that nothing blocks', () => {
    fc.assert(
      fc.property(entries, entry => {
        const { order, problems, sendable, quantity, price } = summariseEntry(entry, { lookup: listed, nowMs })
        expect(readTerms(entry, listed)).toEqual({ quantity, price })
        const rules =
          order === undefined ? [] : checkOrder({ ...order, client_order_id: clientOrderId('x') }, { ...listed, nowMs })
        expect(sendable).toBe(order !== undefined && problems.length === 0)
        if (sendable) expect(rules.filter(rule => rule.severity === 'block')).toEqual([])
      }),
    )
  })

  it('that is sent moves positions and cash by what is meant, on the side that was chosen', () => {
    fc.assert(
      fc.property(entries, entry => {
        const { order, meant, wire } = summariseEntry(entry, { lookup: listed, nowMs })
        if (order === undefined || meant === undefined || wire === undefined) return
        expect(meant.side).toBe(entry.side)
        const [before, after] = [legTotals(meant), legTotals({ ...wire, quantity: order.quantity })]
        expect([...before.keys()].sort()).toEqual([...after.keys()].sort())
        for (const [id, total] of before) expect(eq(total, after.get(id) ?? dec('0'))).toBe(true)
        if (meant.price === undefined || order.price === undefined) expect(order.price).toBeUndefined()
        else
          expect(
            eq(
              cashToTrader(meant.side, meant.price, meant.quantity),
              cashToTrader(wire.side, order.price, order.quantity),
            ),
          ).toBe(true)
      }),
    )
  })

  it('carries no price with an RFQ or at the market, and no life but with GTC', () => {
    fc.assert(
      fc.property(entries, entry => {
        const { order } = summariseEntry(entry, { lookup: listed, nowMs })
        if (order === undefined) return
        if (entry.mode === 'rfq' || entry.type === 'MARKET') expect(order).not.toHaveProperty('price')
        // An RFQ has no terms of a firm order, whatever was chosen for one.
        if (entry.mode === 'rfq') expect(order).toMatchObject({ type: 'LIMIT', time_in_force: 'GTC' })
        else if (entry.type === 'MARKET' || entry.tif === 'IOC') expect(order).not.toHaveProperty('recv_window')
      }),
    )
  })

  it('costs the same whichever way it is put: turned, its price is received where it was paid', () => {
    const edits: fc.Arbitrary<EntryEdit> = fc.oneof(
      side.map(to => ({ kind: 'setSide' as const, side: to })),
      fc.constant({ kind: 'swapSide' as const }),
    )
    fc.assert(
      fc.property(entries, edits, (entry, edit) => {
        const worded = { ...entry, price: '12.5 credit', mode: 'firm' as const, type: 'LIMIT' as const }
        const after = editEntry(worded, edit)
        const isTurned = worded.side !== undefined && after.side !== worded.side
        expect(after.price).toBe(isTurned ? '12.5 debit' : '12.5 credit')
      }),
    )
  })

  it('is IOC at the market, whatever is edited', () => {
    fc.assert(
      fc.property(entries, fc.constantFrom('GTC' as const, 'IOC' as const), (entry, tif) => {
        const market = editEntry(editEntry({ ...entry, type: 'LIMIT' }, { kind: 'setType', type: 'MARKET' }), {
          kind: 'setTif',
          tif,
        })
        expect([market.type, market.tif]).toEqual(['MARKET', 'IOC'])
      }),
    )
  })
})
