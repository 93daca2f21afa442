import { describe, expect, it } from 'vitest'
import { dec } from '../domain/decimal.ts'
import { clientOrderId, entityId, orderId, tradeId } from '../domain/ids.ts'
import type { JournalOrder } from '../domain/journal-order.ts'
import type { JournalRow } from '../domain/journal-row.ts'
import type { OrderRecord } from '../domain/order.ts'
import { microsFromMs } from '../domain/time.ts'
import { startMs, testOwner, testRecord } from '../../testing/journal.fixture.ts'
import type { Evidence } from './evidence.ts'
import { journalStep } from './journal-step.ts'
import { type Observation, orderOf } from './observation.ts'
import { createOrderNoter } from './order-noter.ts'
import type { LookedUp } from './order-watch.ts'

const a = clientOrderId('a')
const b = clientOrderId('b')

function setUp() {
  const journal = new Map<string, JournalOrder>()
  const rows: JournalRow[] = []
  const noted: Observation[] = []
  const asked: string[] = []
  const soon: string[] = []
  const clock = { nowMs: startMs }
  const venue = { answer: (_id: string): LookedUp => ({ kind: 'failed' }) }
  const noter = createOrderNoter({
    note(seen) {
      noted.push(seen)
      const step = journalStep(journal, [seen], testOwner)
      rows.push(...step.rows)
      for (const order of step.changed) journal.set(order.client_order_id, order)
      const order = journal.get(orderOf(seen))
      if (order !== undefined) noter.know([order])
    },
    async lookUp(id) {
      asked.push(id)
      return venue.answer(id)
    },
    enqueueLookup: id => soon.push(id),
    nowMs: () => clock.nowMs,
  })
  const list = async (...records: OrderRecord[]): Promise<void> => {
    clock.nowMs += 60_000
    noter.learn({ kind: 'listed', records, isWhole: true, askedMs: 0, askedAtMs: clock.nowMs })
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
  }
  const command = (key: Extract<Evidence, { kind: 'command' }>['key'], outcome: string, reason?: string): void =>
    noter.learn({ kind: 'command', command: 'cancel', key, outcome, reason, atMs: clock.nowMs })
  const whats = (): string[] => rows.map(row => `${row.client_order_id} ${row.what}`)
  return { noter, noted, rows, asked, soon, venue, list, command, whats, journal, clock }
}
const recordB: OrderRecord = { ...testRecord('b', 0), order_id: orderId('78') }
const fill = (trade: string, quantity = '1.0') => ({
  utc_timestamp: microsFromMs(startMs),
  executed_quantity: dec(quantity),
  executed_price: dec('99.5'),
  trade_id: tradeId(trade),
  liquidity_flag: 'added',
})

describe('a command is taken down', () => {
  it('of the order it was for, by our id or by the venue’s', async () => {
    const { list, command, whats } = setUp()
    await list(testRecord('a', 0), recordB)
    command({ client_order_id: a }, 'asked')
    command({ order_id: orderId('78') }, 'refused', 'too late')
    expect(whats().slice(2)).toEqual(['a cancel asked', 'b cancel refused'])
  })
  it('of every order that lives where it was for all, and of none that has ended', async () => {
    const { list, command, whats, noter } = setUp()
    await list(testRecord('a', 0), recordB, { ...testRecord('c', 0), order_id: orderId('79') })
    noter.record(testRecord('c', 0, 'accepted', 'user_cancelled'))
    command('all', 'asked')
    expect(whats().slice(4)).toEqual(['a cancel all asked', 'b cancel all asked'])
  })
  it('of no other order: an id that is not known makes no row', async () => {
    const { list, command, whats } = setUp()
    await list(testRecord('a', 0))
    command({ client_order_id: clientOrderId('z') }, 'asked')
    command({ order_id: orderId('1') }, 'asked')
    expect(whats()).toEqual(['a accepted'])
  })
})

it('the same order, seen again is noted once as long as it is the same', async () => {
  const { list, noted } = setUp()
  for (let poll = 0; poll < 5; poll += 1) await list(testRecord('a', 1, 'partial_fill'))
  expect(noted).toHaveLength(1)
  await list(testRecord('a', 2, 'partial_fill'))
  expect(noted).toHaveLength(2)
})

describe('a pushed fill', () => {
  const pushed = (id: typeof a, order_state: string, trade = 't0'): Evidence => ({
    kind: 'execution',
    client_order_id: id,
    execution: fill(trade),
    order_state,
    order: { order_id: orderId('78'), symbol: 'BTC-USD-PERPETUAL', side: 'sell', price: dec('99') },
    atMs: 0,
  })
  it('of an order that lives is taken down as told', async () => {
    const { list, noter, whats, soon } = setUp()
    await list(testRecord('a', 0))
    noter.learn(pushed(a, 'partial_fill'))
    expect([whats().slice(1), soon]).toEqual([['a fill', 'a partial_fill'], []])
  })
  it('of an order that is not known is a row at once, and its record, once looked up, brings the terms', () => {
    const { noter, rows, soon, whats, journal } = setUp()
    noter.learn(pushed(b, 'partial_fill'))
    noter.learn(pushed(b, 'partial_fill', 't1'))
    expect([whats(), new Set(soon)]).toEqual([['b fill', 'b partial_fill', 'b fill'], new Set(['b'])])
    expect(rows[0]).toMatchObject({ symbol: 'BTC-USD-PERPETUAL', side: 'sell', quantity: '1.0', price: '99.5' })
    expect(journal.get('b')).toMatchObject({ market_id: '', type: '', quantity: '2', openSinceMs: startMs })
    const executions = [fill('t0'), fill('t1')]
    noter.record({ ...recordB, quantity: dec('5'), order_state: 'partial_fill', executions })
    expect(journal.get('b')).toMatchObject({ market_id: '0', type: 'LIMIT', quantity: '5', executions })
    expect(whats()).toHaveLength(3)
  })
  it('of an order whose acceptance was pushed needs no look-up, however many are filled', () => {
    const { noter, soon, journal } = setUp()
    for (let order = 0; order < 1_000; order += 1) {
      const id = clientOrderId(`o${order}`)
      const terms = {
        market_id: '0',
        symbol: 'BTC-USD-PERPETUAL',
        type: 'LIMIT',
        quantity: dec('1'),
        price: dec('100'),
      }
      noter.learn({
        kind: 'accepted',
        client_order_id: id,
        accepted: { ...terms, utc_timestamp: microsFromMs(startMs), client_order_id: id },
      })
      noter.learn(pushed(id, 'filled', `t${order}`))
    }
    expect(soon).toEqual([])
    expect(journal.size).toBe(1_000)
    expect(journal.get('o7')).toMatchObject({ type: 'LIMIT', price: '100', side: 'sell', order_state: 'filled' })
  })
  it('that fills the order has it asked for where the fills taken down do not come to its quantity', async () => {
    const { list, noter, soon } = setUp()
    // Three are filled, but only one push arrived: two were missed.
    await list(testRecord('a', 0))
    noter.learn(pushed(a, 'filled'))
    expect(soon).toEqual(['a'])
  })
})

describe('a pushed end', () => {
  const end = (filled: string | undefined): Evidence => ({
    kind: 'end',
    client_order_id: a,
    reason: 'user_cancelled',
    filled_quantity: filled === undefined ? undefined : dec(filled),
    isKnown: true,
    atMs: 0,
  })
  it('is taken down as told where the fills agree, whatever zeros the venue writes', async () => {
    const { list, noter, whats, soon } = setUp()
    await list(testRecord('a', 1, 'partial_fill'))
    noter.learn(end('1.00'))
    expect([whats().at(-1), soon]).toEqual(['a ended', []])
  })
  it.each([
    ['a fill was missed', '2.0'],
    ['it says nothing of fills', undefined],
  ])('has the record asked for where %s', async (_, filled) => {
    const { list, noter, whats, soon } = setUp()
    await list(testRecord('a', 1, 'partial_fill'))
    noter.learn(end(filled))
    expect([whats().at(-1), soon]).toEqual(['a partial_fill', ['a']])
  })
  it('that was none, of an order filled at that moment, takes nothing back', async () => {
    const { list, noter, whats, soon } = setUp()
    await list(testRecord('a', 2, 'partial_fill'))
    noter.record(testRecord('a', 3, 'filled'))
    noter.learn(end('3.0'))
    expect([whats().at(-1), soon]).toEqual(['a filled', ['a']])
  })
})

describe('an order that is no longer listed', () => {
  it('is asked for, and ends as its record says, with fills that no list showed', async () => {
    const { list, venue, asked, whats } = setUp()
    await list(testRecord('a', 0))
    venue.answer = () => ({ kind: 'found', record: testRecord('a', 3, 'filled') })
    await list()
    expect([asked, whats().slice(1)]).toEqual([['a'], ['a fill', 'a fill', 'a fill', 'a filled']])
    await list()
    expect(asked).toEqual(['a'])
  })
  it('stays open while the venue does not answer, and is asked for with each list', async () => {
    const { list, asked, noter, rows } = setUp()
    await list(testRecord('a', 0))
    await list()
    await list()
    expect([asked, [...noter.open.keys()], rows.length]).toEqual([['a', 'a'], ['a'], 1])
  })
  it('whose look-up throws is asked for again with the next list, and holds no other up', async () => {
    const { list, venue, asked } = setUp()
    await list(testRecord('a', 0), recordB)
    venue.answer = id => {
      if (id === 'a') throw new Error('a fault of the program')
      return { kind: 'failed' }
    }
    await list()
    await list()
    expect(asked).toEqual(['a', 'b', 'a', 'b'])
  })
  it('was no end where the venue lists it again: it lives on, and its later fills are found', async () => {
    const { list, venue, noter, whats, journal, rows } = setUp()
    await list(testRecord('a', 0))
    venue.answer = () => ({ kind: 'found', record: testRecord('a', 0) })
    for (let poll = 0; poll < 3; poll += 1) await list()
    expect([whats().at(-1), noter.open.size]).toEqual(['a unlisted', 0])
    await list(testRecord('a', 0))
    expect([whats().at(-1), [...noter.open.keys()], journal.get('a')?.endedAtMs]).toEqual([
      'a listed_again',
      ['a'],
      undefined,
    ])
    // Let go again, it has a second row, told from the first by its id.
    for (let poll = 0; poll < 3; poll += 1) await list()
    expect(whats().slice(1)).toEqual(['a unlisted', 'a listed_again', 'a unlisted'])
    expect(new Set(rows.map(row => row.id)).size).toBe(rows.length)
    await list(testRecord('a', 0))
    venue.answer = () => ({ kind: 'found', record: testRecord('a', 3, 'filled') })
    await list()
    expect([whats().slice(-4), noter.open.size]).toEqual([['a fill', 'a fill', 'a fill', 'a filled'], 0])
  })
  it('as a list with a row that could not be read does not show it, is not missed; what the list shows is taken down', async () => {
    const { list, noter, asked, whats, clock } = setUp()
    await list(testRecord('a', 0), recordB)
    for (let poll = 0; poll < 5; poll += 1) {
      clock.nowMs += 60_000
      noter.learn({
        kind: 'listed',
        records: [{ ...recordB, executions: [fill('t7')] }],
        isWhole: false,
        askedMs: 0,
        askedAtMs: clock.nowMs,
      })
    }
    await Promise.resolve()
    expect([asked, whats().slice(2), [...noter.open.keys()]]).toEqual([[], ['b fill', 'b partial_fill'], ['a', 'b']])
  })
  it('as a list that was asked for before it was accepted does not show it, is not missed', async () => {
    const { noter, asked, clock } = setUp()
    noter.record(testRecord('a', 0))
    noter.learn({ kind: 'listed', records: [], isWhole: true, askedMs: 0, askedAtMs: clock.nowMs + 900 })
    await Promise.resolve()
    expect(asked).toEqual([])
  })
})

it('a book is noted for live RFQs in it alone', async () => {
  const { list, noter, noted } = setUp()
  const inBook = { symbol: 'ETH-USD', tradeable_entity_id: entityId(9) }
  await list(
    testRecord('a', 0),
    { ...recordB, ...inBook, market_id: 'none' },
    { ...testRecord('c', 0), ...inBook, order_id: orderId('79') },
  )
  noter.learn({
    kind: 'book',
    book: {
      server_utc_timestamp: microsFromMs(startMs),
      symbol: 'ETH-USD',
      buy: [{ price: dec('1'), quantity: dec('2') }],
      sell: [],
    },
  })
  expect(noted.filter(each => each.kind === 'quote').map(each => [each.client_order_id, each.atMs])).toEqual([
    ['b', startMs],
  ])
})
