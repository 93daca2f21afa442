import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dec } from '../../../core/domain/decimal.ts'
import { clientOrderId } from '../../../core/domain/ids.ts'
import type { Execution, OrderDetails, OrderRecord } from '../../../core/domain/order.ts'
import { micros } from '../../../core/domain/time.ts'
import type { Evidence } from '../../../core/history/evidence.ts'
import { acceptedState, startMs, testIntent, journalOrder } from '../../../testing/journal.fixture.ts'
import { type KnownOrders, type LookUp, noOrders, Registry } from './registry.ts'
import { openOf } from './use-registry.ts'
import { testExecution } from '../../../testing/execution.fixture.ts'
import { orderRecord } from '../../../testing/order.fixture.ts'

const ids = ['one', 'two'] as const
const execution = (trade: number): Execution => testExecution(1, 100, String(trade), micros(trade))
const order = { symbol: 'BTC-USD', side: 'buy' }
const record = (id: string, more: Partial<OrderRecord> = {}): OrderRecord =>
  orderRecord(id, { quantity: dec(3), ...more })
const found = (order: OrderRecord): OrderDetails => ({ kind: 'found', order, at: micros(1) })
const details = (order: OrderRecord): Evidence => ({
  kind: 'details',
  client_order_id: order.client_order_id,
  details: found(order),
})
const listed = (records: readonly OrderRecord[], askedMs: number, isWhole = true): Evidence => ({
  kind: 'listed',
  records,
  isWhole,
  askedMs,
  askedAtMs: startMs + askedMs,
})
const rest = () => new Promise(resolve => setTimeout(resolve, 0))

function begin(lookUp: LookUp = () => Promise.resolve(undefined)) {
  let now: KnownOrders = noOrders
  const registry = new Registry(lookUp, next => {
    now = next
  })
  return {
    registry,
    now: () => now,
    learn: (evidence: readonly Evidence[]) => evidence.forEach(each => registry.learn(each)),
  }
}

const journalEvidence = (id: string, trades: readonly number[]): Evidence => ({
  kind: 'journal',
  orders: [
    journalOrder(id, {
      quantity: dec(3),
      acceptedAtMs: 1,
      order_state: 'partial_fill',
      cancel_state: 'none',
      executions: trades.map(execution),
      refreshedAtMs: 7,
    }),
  ],
})

const anId = fc.constantFrom(...ids)
const someTrades = fc.uniqueArray(fc.integer({ min: 1, max: 3 }), { maxLength: 3 })
const anEvidence: fc.Arbitrary<Evidence> = fc.oneof(
  fc
    .tuple(anId, someTrades, fc.constantFrom('none', 'user_cancelled'))
    .map(([id, trades, cancel_state]) => details(record(id, { cancel_state, executions: trades.map(execution) }))),
  fc.tuple(fc.uniqueArray(anId), someTrades, fc.constantFrom(1_000, 5_000, 9_000)).map(([some, trades, askedMs]) =>
    listed(
      some.map(id => record(id, { executions: trades.map(execution) })),
      askedMs,
    ),
  ),
  fc.tuple(anId, fc.integer({ min: 1, max: 3 }), fc.constantFrom('partial_fill', 'filled')).map(
    ([id, trade, order_state]): Evidence => ({
      kind: 'execution',
      client_order_id: clientOrderId(id),
      execution: execution(trade),
      order_state,
      order,
      atMs: trade * 2_000,
    }),
  ),
  fc.tuple(anId, fc.integer({ min: 0, max: 9_000 })).map(
    ([id, atMs]): Evidence => ({
      kind: 'end',
      client_order_id: clientOrderId(id),
      reason: 'timeout',
      filled_quantity: undefined,
      isKnown: true,
      atMs,
    }),
  ),
  fc.tuple(anId, someTrades).map(([id, trades]) => journalEvidence(id, trades)),
  fc
    .tuple(anId, fc.integer({ min: 1, max: 9 }))
    .map(([id, atMs]): Evidence => ({ kind: 'refreshed', client_order_id: clientOrderId(id), atMs })),
)

it('an order under review is absent until sent: a draft has no outcome to wait for', () => {
  const { registry, now } = begin()
  const draft = testIntent('one', { kind: 'draft' }, [], 'none')
  registry.learn({ kind: 'intents', intents: [draft, testIntent('two', { kind: 'sending' }, [])] })
  expect(now().sent.map(one => one.client_order_id)).toEqual(['two'])
})

describe('the registry of own orders', () => {
  it('ends in the same state however answers, lists, pushes and the journal interleave, once or repeatedly', () => {
    const shuffled = fc
      .array(anEvidence, { minLength: 1, maxLength: 8 })
      .chain(all =>
        fc.tuple(
          fc.constant(all),
          fc.shuffledSubarray([...all, ...all], { minLength: all.length * 2, maxLength: all.length * 2 }),
        ),
      )
    fc.assert(
      fc.property(shuffled, ([all, often]) => {
        const [one, other] = [begin(), begin()]
        one.learn(all)
        other.learn(often)
        expect(Object.fromEntries(other.now().orders)).toEqual(Object.fromEntries(one.now().orders))
        expect(Object.fromEntries(other.now().past)).toEqual(Object.fromEntries(one.now().past))
        expect(Object.fromEntries(other.now().refreshed)).toEqual(Object.fromEntries(one.now().refreshed))
      }),
      { numRuns: 300 },
    )
  })

  it('shows open what is listed, with each fill that was pushed, and takes off at once what ended', () => {
    const { learn, now } = begin()
    const records = ids.map(id => record(id))
    learn([listed(records, 1)])
    expect(openOf(records, now())).toEqual(records)
    learn([
      {
        kind: 'execution',
        client_order_id: clientOrderId('one'),
        execution: execution(1),
        order_state: 'partial_fill',
        order,
        atMs: 2,
      },
    ])
    expect(openOf(records, now())[0]).toMatchObject({ order_state: 'partial_fill', executions: [execution(1)] })
    learn([
      {
        kind: 'end',
        client_order_id: clientOrderId('two'),
        reason: 'user_cancelled',
        filled_quantity: dec(0),
        isKnown: true,
        atMs: 3,
      },
    ])
    expect(openOf(records, now()).map(each => each.client_order_id)).toEqual(['one'])
    expect(now().past.get('two')?.cancel_state).toBe('user_cancelled')
  })

  it('keeps its snapshot while there is nothing new', () => {
    const { learn, now } = begin()
    learn([listed([record('one')], 1)])
    const before = now()
    learn([details(record('one'))])
    expect(now()).toBe(before)
  })

  it('looks up what was sent and is no longer listed until the venue says that it is over, and no more', async () => {
    const asked: string[] = []
    const { registry, now } = begin(async id => {
      asked.push(id)
      const answer = found(record(id, { cancel_state: 'user_cancelled' }))
      registry.learn(details(answer.kind === 'found' ? answer.order : record(id)))
      return answer
    })
    registry.learn({ kind: 'intents', intents: [testIntent('one', acceptedState('one'), ['accepted'])] })
    for (const askedMs of [500, 5_000, 6_000, 7_000]) {
      registry.learn(listed([], askedMs))
      await rest()
    }
    expect(asked).toEqual(['one'])
    expect([...now().past.keys()]).toEqual(['one'])
  })

  it('looks up five times what the venue goes on calling open, or has forgotten, and counts no look-up that failed', async () => {
    const asked: string[] = []
    let fails = true
    const { registry, now } = begin(async id => {
      asked.push(id)
      if (fails) return undefined
      if (id === 'two') return { kind: 'not_found', reason: 'no' }
      registry.learn(details(record(id)))
      return found(record(id))
    })
    registry.learn({ kind: 'intents', intents: ids.map(id => testIntent(id, acceptedState(id), ['accepted'])) })
    const polls = async (from: number, many: number) => {
      for (let n = 0; n < many; n += 1) {
        registry.learn(listed([], from + n * 10))
        await rest()
      }
    }
    await polls(5_000, 7)
    expect(asked).toHaveLength(14)
    expect(now().past.size).toBe(0)
    fails = false
    asked.length = 0
    await polls(9_000, 12)
    expect(ids.map(id => asked.filter(each => each === id).length)).toEqual([5, 5])
    expect([...now().past.keys()]).toEqual(['one'])
    // The venue lists it after all: it is live, and is looked up again if it disappears again.
    registry.learn(listed([record('one')], 20_000))
    expect([now().past.size, openOf([record('one')], now())]).toEqual([0, [record('one')]])
    asked.length = 0
    await polls(21_000, 12)
    expect(asked.filter(each => each === 'one')).toHaveLength(5)
  })

  it('does not miss an order in a list with a row that could not be read: it may be that row', async () => {
    const asked: string[] = []
    const { registry, now } = begin(async id => {
      asked.push(id)
      return found(record(id))
    })
    registry.learn({ kind: 'intents', intents: ids.map(id => testIntent(id, acceptedState(id), ['accepted'])) })
    for (let poll = 0; poll < 8; poll += 1) {
      registry.learn(listed([record('two')], 5_000 + poll * 2_000, false))
      await rest()
    }
    expect([asked, now().past.size]).toEqual([[], 0])
  })

  it('learns nothing once its session is over, not from answers under way either', async () => {
    let answer: ((details: OrderDetails) => void) | undefined
    const { registry, now } = begin(
      () =>
        new Promise(resolve => {
          answer = resolve
        }),
    )
    registry.learn({ kind: 'intents', intents: [testIntent('one', acceptedState('one'), ['accepted'])] })
    registry.learn(listed([], 5_000))
    const before = now()
    registry.end()
    answer?.(found(record('one')))
    await rest()
    registry.learn(details(record('one')))
    expect(now()).toBe(before)
  })
})
