import { describe, expect, test } from 'vitest'
import { must } from '../../../core/domain/must.ts'
import { type EpochMicros, microsFromMs } from '../../../core/domain/time.ts'
import { Desk } from '../../../testing/test-desk.ts'
import { createTestMarket, startMs } from '../../../testing/test-market.ts'
import { createExchange } from '../engine/create-exchange.ts'
import type { Exchange } from '../exchange.ts'
import {
  type Difference,
  firstDifference,
  journaled,
  type JournalEntry,
  replayEntry,
  storedEntry,
} from './journal-entry.ts'

describe('the first difference of two values', () => {
  test.each([
    ['in a field', { a: 1, b: { c: '2' } }, { a: 1, b: { c: '3' } }, { path: 'b.c', before: '"2"', after: '"3"' }],
    ['in a field that one does not have', { a: 1 }, { a: 1, b: 2 }, { path: 'b', before: 'nothing', after: '2' }],
    ['in a list', [1, [2, 3]], [1, [2, 4]], { path: '[1][1]', before: '3', after: '4' }],
    ['beyond the end of a list', [1, 2], [1], { path: '[1]', before: '2', after: 'nothing' }],
    ['between a list and a record', { a: [] }, { a: {} }, { path: 'a', before: '[]', after: '{}' }],
    [
      'in an entry that has a name',
      { accounts: [['ann', { usd: '1' }]] },
      { accounts: [['ann', { usd: '2' }]] },
      { path: 'accounts[ann][1].usd', before: '"1"', after: '"2"' },
    ],
    ['in the name of an entry', [['ann', 1]], [['bob', 1]], { path: '[0][0]', before: '"ann"', after: '"bob"' }],
  ])('%s', (_name, before, after, difference) => expect(firstDifference(before, after)).toEqual(difference))

  test('is none where they are equal, whatever their order of fields', () => {
    expect(firstDifference({ a: [1, null], b: {} }, { b: {}, a: [1, null] })).toBeUndefined()
  })

  test('shows no more of a long text than its beginning', () => {
    expect(firstDifference('x'.repeat(9_000), 1)?.before).toHaveLength(401)
  })
})

const market = createTestMarket({ quoted: '5' })
const at = (ms: number): EpochMicros => microsFromMs(startMs + ms)

function setUp() {
  const written: JournalEntry[] = []
  const bare = createExchange({ market })
  const exchange = journaled(bare, entries => void written.push(...entries))
  exchange.apply({ kind: 'open_account', account: 'ann' }, at(0))
  written.length = 0
  return { exchange, bare, written }
}
const kindsOf = (entries: readonly JournalEntry[]): string[] =>
  entries.map(each => (each.kind === 'command' ? each.command.kind : each.kind))
const tick = (exchange: Exchange, ms: number): void => void exchange.apply({ kind: 'tick' }, at(ms))
const desk = new Desk(market)
const buy = (price: string) => ({ kind: 'place', account: 'ann', order: desk.order({ price }), text: price }) as const

describe('a journaled exchange', () => {
  test('has written a command, with its time and outcome, before its answer is there', () => {
    const { exchange, written } = setUp()
    const { outcome, events } = exchange.apply(buy('90000'), at(10))
    expect(written).toEqual([
      { kind: 'command', at: at(10), command: expect.objectContaining({ kind: 'place' }), outcome, events },
    ])
  })

  test('writes the effective time where the clock went back', () => {
    const { exchange, written } = setUp()
    exchange.apply({ kind: 'cancel_all', account: 'ann', filter: {} }, at(500))
    exchange.apply({ kind: 'cancel_all', account: 'ann', filter: {} }, at(100))
    expect(written.map(each => each.at)).toEqual([at(500), at(500)])
  })

  test('buffers ticks without pushes until there is something to write, in order', () => {
    const { exchange, written } = setUp()
    for (const ms of [1_000, 2_000, 2_000, 3_000]) tick(exchange, ms)
    expect(written).toEqual([])
    exchange.apply(buy('90000'), at(3_500))
    expect(kindsOf(written)).toEqual(['ticks', 'place'])
    expect(written[0]).toMatchObject({ times: [1_000, 2_000, 3_000].map(at) })
  })

  test('writes ticks once a minute where nothing else happens, and when asked to', () => {
    const { exchange, written } = setUp()
    for (let second = 1; second <= 61; second += 1) tick(exchange, second * 1_000)
    expect(kindsOf(written)).toEqual(['ticks'])
    exchange.flush()
    exchange.flush()
    expect(kindsOf(written)).toEqual(['ticks', 'ticks'])
  })

  test('writes a tick that fills an order at once', () => {
    let price = '100000'
    const moving = createTestMarket({ quoted: '5', prices: () => ({ BTC: price }) })
    const written: JournalEntry[] = []
    const exchange = journaled(createExchange({ market: moving }), entries => void written.push(...entries))
    exchange.apply({ kind: 'open_account', account: 'ann' }, at(0))
    exchange.apply(buy('99000'), at(10))
    price = '98000'
    tick(exchange, 1_000)
    expect(kindsOf(written)).toEqual(['open_account', 'place', 'tick'])
  })

  test('takes nothing more once something could not be written', () => {
    let isFull = false
    const exchange = journaled(createExchange({ market }), () => {
      if (isFull) throw new Error('the disk is full')
    })
    exchange.apply({ kind: 'open_account', account: 'ann' }, at(0))
    isFull = true
    expect(() => exchange.apply(buy('90000'), at(10))).toThrow('the disk is full')
    isFull = false
    expect(() => exchange.apply(buy('90000'), at(20))).toThrow('can no longer be written')
  })
})

const anyDigest: unknown = expect.stringMatching(/^digest [0-9a-f]{16}$/)

describe('entries done again', () => {
  const replay = (exchange: Exchange, entries: readonly JournalEntry[]): (Difference | undefined)[] =>
    entries.map(entry => replayEntry(storedEntry(entry), exchange, () => undefined))

  test('give the same state and the same outcomes', () => {
    const { bare, exchange, written } = setUp()
    exchange.apply(buy('90000'), at(10))
    tick(exchange, 1_000)
    tick(exchange, 2_000)
    exchange.apply(buy('200000'), at(2_500))
    exchange.apply(buy('0.3'), at(2_600))
    const again = createExchange({ market })
    again.apply({ kind: 'open_account', account: 'ann' }, at(0))
    expect(replay(again, written)).toEqual([undefined, undefined, undefined, undefined])
    expect(again.digest()).toBe(bare.digest())
  })

  const other = (settings: Parameters<typeof createTestMarket>[0]): Exchange => {
    const exchange = createExchange({ market: createTestMarket(settings) })
    exchange.apply({ kind: 'open_account', account: 'ann' }, at(0))
    return exchange
  }

  test('tell when the exchange does not come to the time and the answer that were written', () => {
    const { exchange, written } = setUp()
    exchange.apply(buy('200000'), at(10))
    const late = other({ quoted: '5' })
    late.apply({ kind: 'cancel_all', account: 'ann', filter: {} }, at(20))
    expect(replay(late, written)).toEqual([{ path: 'time', before: String(at(10)), after: String(at(20)) }])
    const poor = other({ quoted: '5' })
    const otherAnswer = written.map(entry =>
      entry.kind === 'command' ? { ...entry, outcome: { kind: 'done' } as const } : entry,
    )
    expect(replay(poor, otherAnswer)).toEqual([{ path: 'answer.kind', before: '"done"', after: '"accepted"' }])
  })

  test('tell when the same answer would now bring about other fills', () => {
    const { exchange, written } = setUp()
    exchange.apply(buy('200000'), at(10))
    expect(replay(other({}), written)).toEqual([
      { path: 'executions and other events', before: anyDigest, after: anyDigest },
    ])
  })

  test('differ if a tick without pushes would now push something', () => {
    const { exchange, written } = setUp()
    exchange.apply(buy('90000'), at(10))
    tick(exchange, 1_000)
    exchange.flush()
    const again = other({})
    again.apply({ ...buy('90000'), order: desk.order({ price: '90000', recv_window: 1 }) }, at(10))
    const [, quiet] = written
    const atTheEnd = { ...must(quiet, 'the ticks'), times: [at(3_600_000)] } as JournalEntry
    expect(replay(again, [atTheEnd])).toEqual([
      { path: 'executions and other events', before: anyDigest, after: anyDigest },
    ])
  })

  test('of a journal from before there were digests are taken by their answers alone', () => {
    const { exchange, written } = setUp()
    exchange.apply(buy('200000'), at(10))
    const [entry] = written.map(storedEntry)
    const { outcome, ...rest } = must(entry, 'the order')
    const before = { ...rest, outcome: must(outcome.split('\n')[0], 'the answer') }
    expect(replayEntry(before, other({}), () => undefined)).toBeUndefined()
  })

  test('set the clock and prices as they were set', () => {
    const seen: unknown[] = []
    const control = { clock: { aheadMs: 5 }, shifts: [{ base: 'BTC', fromSecond: 7, factor: 1.5 }] }
    replayEntry(storedEntry({ kind: 'control', at: at(0), control }), createExchange({ market }), each =>
      seen.push(each),
    )
    expect(seen).toEqual([control])
  })
})
