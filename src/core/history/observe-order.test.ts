import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dec } from '../domain/decimal.ts'
import type { JournalOrder } from '../domain/journal-order.ts'
import type { JournalRow } from '../domain/journal-row.ts'
import { acceptedState, startMs, testIntent, testOwner, testRecord } from '../../testing/journal.fixture.ts'
import type { Observation } from './observation.ts'
import { observe } from './observe-order.ts'

function run(
  seen: readonly Observation[],
  known?: JournalOrder,
): { order: JournalOrder | undefined; rows: JournalRow[] } {
  const rows: JournalRow[] = []
  for (const each of seen) {
    const next = observe(known, each, testOwner)
    known = next?.order ?? known
    rows.push(...(next?.rows ?? []))
  }
  return { order: known, rows }
}
const intent = (steps: readonly string[], state = acceptedState('a')): Observation => ({
  kind: 'intent',
  intent: testIntent('a', state, steps),
})
const record = (fills: number, state?: string, cancel?: string): Observation => ({
  kind: 'record',
  record: testRecord('a', fills, state, cancel),
  atMs: startMs + 2_000,
})
const reported = (rows: readonly JournalRow[]): string[] => rows.map(row => `${row.kind} ${row.what}`)
const sending = testIntent('a', { kind: 'sending' }, []).state

describe('what is seen of an order', () => {
  it('makes a row for each step, answer, fill and end', () => {
    const { order, rows } = run([
      intent(['confirmed', 'sending'], sending),
      intent(['confirmed', 'sending', 'accepted']),
      record(0),
      record(1, 'partial_fill'),
      record(2, 'partial_fill', 'user_cancelled'),
    ])
    expect(reported(rows)).toEqual([
      'intent confirmed',
      'intent sending',
      'answer accepted',
      'execution fill',
      'state partial_fill',
      'execution fill',
      'state ended',
    ])
    expect(rows.at(-1)?.detail).toBe('user_cancelled')
    expect(order).toMatchObject({
      order_id: '91',
      acceptedAtMs: startMs + 5,
      endedAtMs: startMs + 2_000,
      firstFillMs: startMs + 1_000,
    })
    expect(order?.openSinceMs).toBeUndefined()
  })
  it('keeps what was sent and what was answered, as they were', () => {
    const { rows } = run([intent(['confirmed', 'sending', 'accepted'])])
    expect(rows.map(row => Object.keys((row.raw as object | undefined) ?? {}).includes('client_order_id'))).toEqual([
      true,
      false,
      true,
    ])
  })
  it('an order that another program placed is taken down from the first sight of it', () => {
    const { order, rows } = run([record(1, 'partial_fill')])
    expect(reported(rows)).toEqual(['execution fill', 'state partial_fill'])
    expect(order).toMatchObject({ title: '', openSinceMs: startMs + 2_000 })
  })
  it('an order that is listed nowhere ends once, and fills found later still count', () => {
    const gone: Observation = { kind: 'gone', client_order_id: 'a', why: 'forgotten', atMs: startMs + 9_000 }
    const { rows, order } = run([record(0), gone, gone, record(3, 'filled')])
    expect(reported(rows)).toEqual([
      'state accepted',
      'state forgotten',
      'execution fill',
      'execution fill',
      'execution fill',
      'state filled',
    ])
    expect(order?.endedAtMs).toBe(startMs + 9_000)
  })
  it('a quote level is told when a price changed, and its first absence is none', () => {
    const quote = (buy?: string, sell?: string): Observation => {
      const level = (price: string | undefined) =>
        price === undefined ? undefined : { price: dec(price), quantity: dec('5') }
      return { kind: 'quote', client_order_id: 'a', buy: level(buy), sell: level(sell), atMs: startMs }
    }
    const { rows } = run([record(0), quote(), quote('1', '2'), quote('1', '2'), quote('1', undefined)])
    expect(rows.slice(1).map(row => row.detail)).toEqual(['buy 1 × 5, sell 2 × 5', 'buy 1 × 5, no sell'])
  })
  it('an RFQ keeps its best quote and the one behind it, of the side it trades against, with the time of the first', () => {
    const level = (price: string) => ({ price: dec(price), quantity: dec('5') })
    const quote = (atMs: number, ...asks: string[]): Observation => {
      const [sell, nextSell] = asks.map(level)
      return { kind: 'quote', client_order_id: 'a', buy: level('1'), sell, nextSell, atMs }
    }
    const { order, rows } = run([
      record(0),
      quote(10),
      quote(20, '9', '11'),
      quote(30, '9', '10'),
      quote(40, '8', '9'),
      quote(50),
    ])
    expect(order?.side).toBe('buy')
    expect(order?.quotes).toEqual({
      firstMs: 20,
      best: level('8'),
      second: level('9'),
      lastMs: 40,
      trail: [
        { atMs: 20, price: '9' },
        { atMs: 40, price: '8' },
      ],
    })
    // A change of the second level is stored with the order but makes no row.
    expect(rows.filter(row => row.kind === 'quote')).toHaveLength(4)
  })
  it('a refresh that was done moves the end of an RFQ; commands of unknown orders tell nothing', () => {
    const refresh = (outcome: string): Observation => ({
      kind: 'command',
      command: 'refresh',
      client_order_id: 'a',
      outcome,
      atMs: startMs + 7,
    })
    expect(run([refresh('done')]).rows).toEqual([])
    const { order, rows } = run([record(0), refresh('asked'), refresh('done')])
    expect([reported(rows.slice(1)), order?.refreshedAtMs]).toEqual([
      ['command refresh asked', 'command refresh done'],
      startMs + 7,
    ])
  })
  it('each event makes its row once, however often and in whatever order things are seen', () => {
    const things = fc.constantFrom(
      intent(['confirmed', 'sending'], sending),
      intent(['confirmed', 'sending', 'accepted']),
      record(0),
      record(1, 'partial_fill'),
      record(3, 'filled'),
    )
    fc.assert(
      fc.property(fc.array(things, { maxLength: 25 }), seen => {
        const { rows, order } = run([...seen, intent(['confirmed', 'sending', 'accepted']), record(3, 'filled')])
        expect(rows.filter(row => row.kind === 'execution').length).toBe(3)
        expect(rows.filter(row => row.what === 'accepted' && row.kind === 'answer').length).toBe(1)
        expect(order?.executions.length).toBe(3)
        expect(order?.openSinceMs).toBeUndefined()
        const again = run([...seen, record(3, 'filled')], order).rows.filter(row => row.kind !== 'state')
        expect(again).toEqual([])
      }),
    )
  })
})
