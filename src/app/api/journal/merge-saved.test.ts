import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dec, sum } from '../../../core/domain/decimal.ts'
import type { JournalOrder } from '../../../core/domain/journal-order.ts'
import { isOver } from '../../../core/domain/order-state.ts'
import type { Sample } from '../../../core/domain/sample.ts'
import type { Observation } from '../../../core/history/observation.ts'
import {
  acceptedState,
  startMs,
  testIntent,
  testOwner,
  testRecord,
  knownOrder as known,
} from '../../../testing/journal.fixture.ts'
import { closeDatabase, database } from '../browser/db.ts'
import { eraseHistory } from './erase.ts'
import { readNotes, writeNote } from './journal-notes.ts'
import { filledJournalOrders, journalOrders, openJournalOrders } from './journal-store.ts'
import { mergedOrder, mergeSaved } from './merge-saved.ts'
import { cashSample } from '../../../testing/cash-sample.ts'

const sent: Observation = {
  kind: 'intent',
  intent: testIntent('a', acceptedState('a'), ['confirmed', 'sending', 'accepted']),
}
const shown = (from: number, to: number, state: string, cancel?: string): Observation => {
  const record = testRecord('a', to, state, cancel)
  return { kind: 'record', record: { ...record, executions: record.executions.slice(from) }, atMs: startMs + 5_000 }
}
const booked = (trade: string, price: string, atMs = startMs): Observation => ({
  kind: 'booking',
  client_order_id: 'a',
  bookings: { [trade]: [{ price: dec(price) }] },
  atMs,
})
const trades = (order: JournalOrder): readonly string[] => order.executions.map(each => each.trade_id)
const nothing = { rows: [], orders: [], notes: [], samples: [] }

describe('what two histories know of an order', () => {
  it('is every fill once, oldest first, whichever knew more', () => {
    const early = known(sent, shown(0, 1, 'partial_fill'))
    const late = known(sent, shown(1, 3, 'partial_fill'))
    expect(trades(mergedOrder(late, early))).toEqual(['t0', 't1', 't2'])
    expect(mergedOrder(late, early).firstFillMs).toBe(startMs + 1_000)
    expect(sum(mergedOrder(early, late).executions.map(each => each.executed_quantity))).toBe('3')
  })
  it('is what either knows of what the venue booked the legs at', () => {
    const one = known(sent, shown(0, 2, 'partial_fill'), booked('t0', '10'))
    const other = known(sent, shown(0, 2, 'partial_fill'), booked('t1', '20'))
    expect(mergedOrder(one, other).bookings).toEqual({ t0: [{ price: '10' }], t1: [{ price: '20' }] })
  })
  it('has each fill and booking from when either knew it', () => {
    const seenAt = (atMs: number): Observation => ({ ...shown(0, 2, 'partial_fill'), atMs }) as Observation
    const page = known(sent, seenAt(startMs + 3_600_000), booked('t0', '10', startMs + 3_700_000))
    const recorder = known(
      sent,
      seenAt(startMs + 2_500),
      booked('t0', '10', startMs + 61_000),
      booked('t1', '20', startMs + 62_000),
    )
    expect(page.fillsKnownMs).toEqual({ t0: startMs + 3_600_000, t1: startMs + 3_600_000 })
    for (const merged of [mergedOrder(page, recorder), mergedOrder(recorder, page)]) {
      expect(merged.fillsKnownMs).toBeUndefined()
      expect(merged.bookingsKnownMs).toEqual({ t0: startMs + 61_000, t1: startMs + 62_000 })
    }
  })
  it('is over where one saw the end, though the other saw more of its steps', () => {
    const steps = ['confirmed', 'sending', 'accepted', 'overdue', 'look_again', 'seen']
    const long = known({ kind: 'intent', intent: testIntent('a', acceptedState('a'), steps) })
    const ended = known(shown(0, 3, 'filled'))
    for (const merged of [mergedOrder(long, ended), mergedOrder(ended, long)]) {
      expect(merged).toMatchObject({ order_state: 'filled', title: 'Buy a' })
      expect(merged.openSinceMs).toBeUndefined()
      expect(merged.endedAtMs).toBe(startMs + 5_000)
    }
  })
  it('the later refresh of an RFQ holds', () => {
    const refreshed = (atMs: number): Observation => ({
      kind: 'command',
      command: 'refresh',
      client_order_id: 'a',
      outcome: 'done',
      atMs,
    })
    const [one, other] = [known(sent, refreshed(startMs + 9)), known(sent, refreshed(startMs + 90))]
    expect(mergedOrder(one, other).refreshedAtMs).toBe(startMs + 90)
    expect(mergedOrder(other, one).refreshedAtMs).toBe(startMs + 90)
  })
  it('does not depend on the order of sources, adds nothing when repeated, and reopens nothing', () => {
    const pieces: readonly Observation[] = [
      sent,
      shown(0, 0, 'accepted'),
      shown(0, 1, 'partial_fill'),
      shown(1, 2, 'partial_fill'),
      shown(0, 2, 'partial_fill', 'user_cancelled'),
      booked('t0', '10'),
      booked('t1', '20'),
    ]
    const history = fc.uniqueArray(fc.nat({ max: pieces.length - 1 }), { minLength: 1 }).map(indexes => {
      const seen = indexes.flatMap(index => pieces[index] ?? [])
      return known(shown(0, 0, 'accepted'), ...seen)
    })
    const facts = (order: JournalOrder) => ({
      trades: trades(order),
      steps: new Set(order.steps),
      state: [order.order_state, order.cancel_state],
      isOpen: order.openSinceMs !== undefined,
      first: order.firstFillMs,
      bookings: order.bookings,
    })
    fc.assert(
      fc.property(history, history, (one, other) => {
        const merged = mergedOrder(one, other)
        expect(facts(mergedOrder(other, one))).toEqual(facts(merged))
        expect(facts(mergedOrder(merged, one))).toEqual(facts(merged))
        for (const each of [one, other]) {
          expect(trades(merged)).toEqual(expect.arrayContaining([...trades(each)]))
          if (isOver(testRecord('a', 0, each.order_state, each.cancel_state)))
            expect(merged.openSinceMs).toBeUndefined()
        }
      }),
    )
  })
})

describe('a history put into the browser’s', () => {
  beforeEach(() => eraseHistory(testOwner))
  afterEach(closeDatabase)

  it('has its orders in both indexes, open and filled, and returns how many were new', async () => {
    const ended = known(sent, shown(0, 3, 'filled'))
    const open = { ...known(sent, shown(0, 0, 'accepted')), client_order_id: 'b' }
    expect(await mergeSaved(testOwner, { ...nothing, orders: [ended, open] })).toEqual({
      rows: 0,
      orders: 2,
      notes: 0,
      samples: 0,
    })
    expect((await openJournalOrders(testOwner)).map(order => order.client_order_id)).toEqual(['b'])
    expect((await filledJournalOrders(testOwner)).map(order => order.client_order_id)).toEqual(['a'])
    expect((await mergeSaved(testOwner, { ...nothing, orders: [ended, open] })).orders).toBe(0)
  })
  it('that holds an order twice has it once, with what both know', async () => {
    const one = known(sent, shown(0, 1, 'partial_fill'))
    const other = known(sent, shown(1, 3, 'partial_fill'))
    expect((await mergeSaved(testOwner, { ...nothing, orders: [one, other] })).orders).toBe(1)
    expect(trades((await journalOrders(testOwner, ['a'])).get('a') ?? one)).toEqual(['t0', 't1', 't2'])
  })
  it('keeps the younger of two notes, on either side', async () => {
    const note = (subject: string, text: string, atMs: number) => ({ owner: testOwner, subject, text, tags: [], atMs })
    await writeNote(note('a', 'here, younger', 20))
    await writeNote(note('b', 'here, older', 10))
    const notes = [
      note('a', 'there, older', 10),
      note('b', 'there, younger', 20),
      note('c', 'there alone', 1),
      note('c', 'there, later', 2),
    ]
    expect((await mergeSaved(testOwner, { ...nothing, notes })).notes).toBe(2)
    expect([...(await readNotes(testOwner)).values()].map(each => each.text)).toEqual([
      'here, younger',
      'there, younger',
      'there, later',
    ])
  })
  it('adds samples of minutes that have none, and never a second of one minute', async () => {
    const sample = (atMs: number): Sample => cashSample(atMs, '1')
    await mergeSaved(testOwner, { ...nothing, samples: [sample(startMs + 2_000)] })
    const more = [sample(startMs + 40_000), sample(startMs + 62_000), sample(startMs + 63_000)]
    expect((await mergeSaved(testOwner, { ...nothing, samples: more })).samples).toBe(1)
    expect((await (await database()).getAll('samples')).map(each => each.atMs)).toEqual([
      startMs + 2_000,
      startMs + 62_000,
    ])
  })
})
