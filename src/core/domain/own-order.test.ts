import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dec, gte } from './decimal.ts'
import { clientOrderId, orderId } from './ids.ts'
import { filledQuantity } from './order-state.ts'
import type { Execution, OrderRecord } from './order.ts'
import { isOrderOver, isSettled, addEvidence, type OrderEvidence, type OwnOrder } from './own-order.ts'
import { micros } from './time.ts'
import { testExecution } from '../../testing/execution.fixture.ts'
import { orderRecord } from '../../testing/order.fixture.ts'

const id = clientOrderId('one')
const execution = (trade: number): Execution => testExecution(1, 10 + trade, String(trade), micros(trade))
const record = (more: Partial<OrderRecord> = {}): OrderRecord =>
  orderRecord(id, { symbol: 'PTF-USD', quantity: dec(3), price: dec('0.5'), ...more })
const from = (evidence: readonly OrderEvidence[]): OwnOrder | undefined =>
  evidence.reduce<OwnOrder | undefined>((known, each) => addEvidence(known, id, each), undefined)

const trades = fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { maxLength: 4 })
/** All reports of one order have the same market. */
const reportOf = (market: string): fc.Arbitrary<OrderEvidence> =>
  fc.oneof(
    fc.record({
      kind: fc.constant('record' as const),
      record: fc
        .record({
          market_id: fc.constantFrom('', market),
          symbol: fc.constantFrom('', 'PTF-USD'),
          order_id: fc.constantFrom(undefined, orderId('7')),
          order_state: fc.constantFrom('accepted', 'pending_new', 'partial_fill', 'filled', 'something_new'),
          cancel_state: fc.constantFrom('', 'none', 'pending_cancel', 'user_cancelled', 'timeout'),
          executions: trades.map(ids => ids.map(execution)),
        })
        .map(more => record(more)),
      listedMs: fc.constantFrom(undefined, 1_000, 5_000, 9_000),
    }),
    fc.record({
      kind: fc.constant('execution' as const),
      execution: fc.integer({ min: 1, max: 4 }).map(execution),
      order_state: fc.constantFrom('partial_fill', 'filled'),
      atMs: fc.integer({ min: 0, max: 9_000 }),
    }),
    fc.record({
      kind: fc.constant('end' as const),
      reason: fc.constantFrom('user_cancelled', 'timeout'),
      filled_quantity: fc.constantFrom(undefined, dec(0), dec(2)),
      atMs: fc.integer({ min: 0, max: 9_000 }),
    }),
    fc.record({ kind: fc.constant('refreshed' as const), atMs: fc.integer({ min: 1, max: 9 }) }),
  )

const evidenceOf = (size: fc.ArrayConstraints) =>
  fc.constantFrom('0', 'none').chain(market => fc.array(reportOf(market), size))

describe('what is known of an own order', () => {
  it('is the same however its evidence came: in any order, told once or often', () => {
    const shuffledTwice = evidenceOf({ minLength: 1, maxLength: 8 }).chain(all =>
      fc.tuple(
        fc.constant(all),
        fc.shuffledSubarray([...all, ...all], { minLength: all.length * 2, maxLength: all.length * 2 }),
      ),
    )
    fc.assert(
      fc.property(shuffledTwice, ([all, shuffled]) => {
        expect(from(shuffled)).toEqual(from(all))
      }),
      { numRuns: 1_000 },
    )
  })

  it('never loses a fill and never takes back an end, whatever comes after', () => {
    fc.assert(
      fc.property(evidenceOf({ maxLength: 10 }), all => {
        let known: OwnOrder | undefined
        for (const evidence of all) {
          const next = addEvidence(known, id, evidence)
          if (known?.record !== undefined && next.record !== undefined) {
            expect(gte(filledQuantity(next.record), filledQuantity(known.record))).toBe(true)
          }
          const isLaterList = evidence.kind === 'record' && evidence.listedMs !== undefined
          if (known !== undefined && isOrderOver(known) && !isLaterList) expect(isOrderOver(next)).toBe(true)
          known = next
        }
      }),
      { numRuns: 2_000 },
    )
  })

  it('is not over by its fills while no market was told: it may turn out to be a request for quotes', () => {
    const filled = { executions: [execution(1), execution(2), execution(3)] }
    const before = from([{ kind: 'record', record: record({ market_id: '', ...filled }) }]) as OwnOrder
    expect(isOrderOver(before)).toBe(false)
    const isOverAs = (market_id: string) =>
      isOrderOver(addEvidence(before, id, { kind: 'record', record: record({ market_id }) }))
    expect(['none', '0'].map(isOverAs)).toEqual([false, true])
  })

  it('is the same object while it is told nothing new', () => {
    const known = from([{ kind: 'record', record: record({ executions: [execution(1)] }), listedMs: 5 }])
    expect(known).toBe(
      addEvidence(known, id, { kind: 'record', record: record({ executions: [execution(1)] }), listedMs: 5 }),
    )
    expect(addEvidence(known, id, { kind: 'record', record: record(), listedMs: 9 }).record).toEqual(known?.record)
  })

  it('counts a fill once, and calls the order filled once its fills add up', () => {
    const pushed = [1, 2].map(
      (n): OrderEvidence => ({ kind: 'execution', execution: execution(n), order_state: 'partial_fill', atMs: n }),
    )
    const part = from([...pushed, { kind: 'record', record: record({ executions: [execution(2)] }) }])
    expect(part?.record).toMatchObject({ order_state: 'partial_fill', executions: [execution(1), execution(2)] })
    const whole = addEvidence(part, id, { kind: 'record', record: record({ executions: [execution(3)] }) })
    expect(whole.record?.order_state).toBe('filled')
    expect(isOrderOver(whole)).toBe(true)
  })

  it('an order pushed to have ended stays ended against lists that lag, and is open again by a list asked for surely later', () => {
    const end: OrderEvidence = { kind: 'end', reason: 'timeout', atMs: 10_000 }
    const listed = (listedMs: number): OrderEvidence => ({ kind: 'record', record: record(), listedMs })
    for (const late of [9_000, 10_500, 12_000]) expect(isOrderOver(from([end, listed(late)]) as OwnOrder)).toBe(true)
    expect(from([end, listed(9_000)])?.record?.cancel_state).toBe('timeout')
    const again = from([listed(13_000), end]) as OwnOrder
    expect(isOrderOver(again)).toBe(false)
    expect(again.record?.cancel_state).toBe('none')
  })

  it('is not settled by a pushed end while fills that it counts were not seen: its own record is awaited', () => {
    const end: OrderEvidence = { kind: 'end', reason: 'timeout', atMs: 10_000, filled_quantity: dec(2) }
    const early = from([{ kind: 'record', record: record({ executions: [execution(1)] }) }, end]) as OwnOrder
    expect([isOrderOver(early), isSettled(early)]).toEqual([true, false])
    const whole = addEvidence(early, id, {
      kind: 'execution',
      execution: execution(2),
      order_state: 'partial_fill',
      atMs: 11_000,
    })
    expect([whole.record?.cancel_state, isSettled(whole)]).toEqual(['timeout', true])
  })

  it('a record that says it is over is believed for good', () => {
    const over = from([
      { kind: 'record', record: record({ cancel_state: 'user_cancelled' }) },
      { kind: 'record', record: record(), listedMs: 99_999 },
    ])
    expect(isOrderOver(over as OwnOrder)).toBe(true)
    expect(over?.record?.cancel_state).toBe('user_cancelled')
  })
})
