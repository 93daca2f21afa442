import { dec } from '../core/domain/decimal.ts'
import { clientOrderId, orderId } from '../core/domain/ids.ts'
import type { Intent, IntentState } from '../core/domain/intent.ts'
import type { JournalOrder } from '../core/domain/journal-order.ts'
import type { JournalKind, JournalRow } from '../core/domain/journal-row.ts'
import type { OrderRecord } from '../core/domain/order.ts'
import { ownerKey } from '../core/domain/owner.ts'
import { microsFromMs } from '../core/domain/time.ts'
import type { Observation } from '../core/history/observation.ts'
import { observe } from '../core/history/observe-order.ts'
import { testExecution } from './execution.fixture.ts'
import { firmLimit, orderIntent, orderRecord } from './order.fixture.ts'

export const testOwner = ownerKey({ venueKey: 'sandbox', account: 'demo' })
export const startMs = Date.UTC(2026, 0, 5, 9)

export const testIntent = (id: string, state: IntentState, steps: readonly string[], market = '0'): Intent =>
  orderIntent(id, {
    venueKey: 'sandbox',
    account: 'demo',
    order: { symbol: 'BTC-USD', market_id: market, quantity: dec('3'), price: dec('100'), recv_window: 2 },
    body: '{}',
    context: { title: `Buy ${id}` },
    createdAtMs: startMs,
    state,
    history: steps.map((kind, index) => ({ atMs: startMs + index, kind })),
  })

export const acceptedState = (id: string, timeout?: number): IntentState => ({
  kind: 'accepted',
  by: 'answer',
  accepted: {
    utc_timestamp: microsFromMs(startMs + 5),
    market_id: '0',
    symbol: 'BTC-USD',
    order_id: orderId(`9${id.length}`),
    type: 'LIMIT',
    client_order_id: clientOrderId(id),
    quantity: dec('3'),
    ioi_cache_timeout: timeout,
  },
})

export const testRecord = (id: string, fills: number, state = 'accepted', cancel = 'none'): OrderRecord =>
  orderRecord(id, {
    quantity: dec('3'),
    price: dec('100'),
    order_id: orderId('77'),
    order_state: state,
    cancel_state: cancel,
    executions: Array.from({ length: fills }, (_, index) =>
      testExecution('1.0', '99.5', `t${index}`, microsFromMs(startMs + 1_000 + index)),
    ),
  })

/** The journal's row of an order that this browser sent. */
export const journalOrder = (id: string, more: Partial<JournalOrder> = {}): JournalOrder => ({
  owner: testOwner,
  client_order_id: id,
  title: '',
  market_id: '0',
  symbol: 'BTC-USD',
  side: 'buy',
  type: 'LIMIT',
  quantity: dec(1),
  sentAtMs: 0,
  executions: [],
  steps: [],
  ...more,
})

/** The journal's row after these observations. */
export function knownOrder(...seen: readonly Observation[]): JournalOrder {
  let order: JournalOrder | undefined
  for (const each of seen) order = observe(order, each, testOwner)?.order ?? order
  if (order === undefined) throw new Error('nothing was seen of it')
  return order
}

const kinds: readonly JournalKind[] = [
  'intent',
  'intent',
  'answer',
  'state',
  'execution',
  'execution',
  'quote',
  'command',
]
const titles = [
  'Iron condor BTC 25DEC26',
  'Straddle ETH 27MAR26',
  'Long call SOL 30JAN26 200 C',
  'Call spread BTC 26JUN26',
] as const

/** Row `index` of a synthetic journal: eight rows per order, five minutes apart. */
export function madeRow(index: number): JournalRow {
  const order = Math.floor(index / kinds.length)
  const kind = kinds[index % kinds.length] ?? 'state'
  const id = `lw-${order.toString(16).padStart(32, '0')}`
  return {
    id: `${id} ${kind} ${index}`,
    atMs: startMs + index * 300_000,
    kind,
    what: kind === 'execution' ? 'fill' : 'accepted',
    client_order_id: id,
    order_id: String(1_000_000 + order),
    market_id: order % 3 === 0 ? 'none' : '0',
    title: titles[order % titles.length],
    symbol: `BTC-20261225-${80_000 + (order % 40) * 1_000}C@1/BTC-20261225-${90_000 + (order % 40) * 1_000}C@-1`,
    side: order % 2 === 0 ? 'buy' : 'sell',
    quantity: dec(`${1 + (order % 9)}`),
    price: dec(`${100 + (index % 977)}.5`),
    detail: index % 997 === 0 ? 'insufficient_account_balance' : 'of 10',
    ...(kind === 'intent'
      ? {
          raw: {
            ...firmLimit,
            quantity: '10',
            price: '120.5',
            client_order_id: id,
          },
        }
      : {}),
  }
}
