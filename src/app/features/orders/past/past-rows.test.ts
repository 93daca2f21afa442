// @vitest-environment node
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dec } from '../../../../core/domain/decimal.ts'
import type { Intent } from '../../../../core/domain/intent.ts'
import type { JournalOrder } from '../../../../core/domain/journal-order.ts'
import type { JournalRow } from '../../../../core/domain/journal-row.ts'
import { clientOrderId } from '../../../../core/domain/ids.ts'
import { rfqMarket } from '../../../../core/domain/order.ts'
import { dayMs } from '../../../../core/domain/time.ts'
import type { Observation } from '../../../../core/history/observation.ts'
import { observe } from '../../../../core/history/observe-order.ts'
import { acceptedState, startMs, testIntent, testOwner, testRecord } from '../../../../testing/journal.fixture.ts'
import { replacements } from '../../../model/orders/replacements.ts'
import { pastRows } from './past-rows.ts'

function journalOf(...seen: readonly Observation[]): {
  readonly orders: readonly JournalOrder[]
  readonly rows: readonly JournalRow[]
} {
  let order: JournalOrder | undefined
  const rows: JournalRow[] = []
  for (const each of seen) {
    const observed = observe(order, each, testOwner)
    if (observed === undefined) continue
    order = observed.order
    rows.push(...observed.rows)
  }
  return { orders: order === undefined ? [] : [order], rows }
}

const sent: Observation = {
  kind: 'intent',
  intent: testIntent('a', acceptedState('a'), ['confirmed', 'sending', 'accepted']),
}
const seen = (fills: number, state: string, afterMs: number, cancel = 'none'): Observation => ({
  kind: 'record',
  record: testRecord('a', fills, state, cancel),
  atMs: startMs + afterMs,
})
const shown = ({ orders, rows }: ReturnType<typeof journalOf>, afterMs: number, intents: readonly Intent[] = []) =>
  pastRows(orders, rows, startMs + afterMs, replacements(intents)).flatMap(row =>
    row.kind === 'group' ? [] : [[row.kind, row.how, row.filled, row.price ?? row.limit] as const],
  )

describe('an order at a past minute', () => {
  const history = journalOf(
    sent,
    seen(0, 'accepted', 10),
    seen(1, 'partial_fill', 1_100),
    seen(1, 'partial_fill', 1_500, 'user_cancelled'),
  )

  test('is not there before it was sent, has no answer until the venue gave one, and works from then', () => {
    expect(shown(history, -1)).toEqual([])
    expect(shown(history, 1)).toEqual([
      ['unanswered', 'Sent; the venue’s answer was missing or unknown.', undefined, undefined],
    ])
    expect(shown(history, 20)).toEqual([['orders', 'Working, nothing filled yet.', '0', '100']])
  })

  test('has the fills of then at their average, and its end from when it was seen', () => {
    const [[kind, how, filled] = []] = shown(history, 1_200)
    expect([kind, filled]).toEqual(['orders', '1'])
    expect(how).toMatch(/^Filled 1 of 3; the rest is working/)
    const [[ended, why] = []] = shown(history, 1_600)
    expect([ended, why]).toEqual(['done', expect.stringMatching(/^Filled 1 of 3\. /)])
  })

  test('that an amendment replaced says by which order', () => {
    const next = testIntent('b', acceptedState('b'), [])
    const amends = { clientOrderId: clientOrderId('a'), filled: dec('0') }
    const [[, how] = []] = shown(history, 1_600, [{ ...next, context: { title: 'BTC-USD', amends } }])
    expect(how).toBe('Filled 1 of 3. You amended it: replaced by Buy 3 · BTC-USD, at 100.')
  })

  test('that was over is shown on its day only', () => {
    const nextDay = (Math.floor(startMs / dayMs) + 1) * dayMs - startMs
    expect(shown(history, nextDay - 1)).toHaveLength(1)
    expect(shown(history, nextDay)).toEqual([])
  })

  test('that the venue did not list any more has no outcome', () => {
    const gone = journalOf(sent, { kind: 'gone', client_order_id: 'a', why: 'forgotten', atMs: startMs + 500 })
    expect(shown(gone, 600)).toEqual([
      ['done', 'The venue did not list it any more; how it ended is not known.', '0', '100'],
    ])
  })

  test('that was rejected says the venue’s reason, where that is stored', () => {
    const { orders, rows } = journalOf({
      kind: 'intent',
      intent: {
        ...testIntent('a', acceptedState('a'), []),
        state: { kind: 'unknown', why: 'timeout' } as never,
        history: [
          { atMs: startMs, kind: 'confirmed' },
          { atMs: startMs + 9, kind: 'rejected', detail: 'insufficient_account_balance' },
        ],
      },
    })
    const standing = (known: readonly JournalRow[], afterMs: number) =>
      shown({ orders, rows: known }, afterMs).map(each => each.slice(0, 2))
    expect(standing(rows, 5)).toEqual([['unanswered', expect.any(String)]])
    expect(standing(rows, 10)).toEqual([['done', expect.not.stringContaining('not stored')]])
    expect(standing([], 10)).toEqual([['done', 'Rejected; the reason is not stored.']])
  })

  test('that is an RFQ has the best quote seen by then, and none before', () => {
    const quote = (price: string, afterMs: number): Observation => ({
      kind: 'quote',
      client_order_id: 'a',
      buy: undefined,
      sell: { price: dec(price), quantity: dec('3') },
      atMs: startMs + afterMs,
    })
    const intent = testIntent('a', acceptedState('a', 60), ['confirmed', 'sending', 'accepted'], rfqMarket)
    const rfq = journalOf({ kind: 'intent', intent }, quote('120', 1_000), quote('110', 2_000))
    expect(shown(rfq, 500)).toEqual([['rfqs', 'Live; no quote had been seen.', '0', undefined]])
    expect(shown(rfq, 1_500).map(each => each[3])).toEqual(['120'])
    expect(shown(rfq, 2_500).map(each => each[3])).toEqual(['110'])
  })

  test('is the same whatever happens to it later', () => {
    const events = [
      sent,
      seen(0, 'accepted', 10),
      seen(1, 'partial_fill', 1_100),
      seen(2, 'partial_fill', 20_100),
      seen(3, 'filled', 30_100),
    ]
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40_000 }), atMs => {
        const until = events.filter(each => each === sent || (each.kind === 'record' && each.atMs <= startMs + atMs))
        // A fill seen immediately counts from its own time.
        fc.pre(atMs > 1 && (atMs < 1_000 || atMs > 1_100))
        expect(shown(journalOf(...events), atMs)).toEqual(shown(journalOf(...until), atMs))
      }),
    )
  })
})
