import { dec } from '../core/domain/decimal.ts'
import type { JournalOrder } from '../core/domain/journal-order.ts'
import type { OwnerKey } from '../core/domain/owner.ts'
import { forwardKey } from '../core/domain/reference-point.ts'
import { microsFromMs } from '../core/domain/time.ts'
import { testExecution } from './execution.fixture.ts'
import { journalOrder } from './journal.fixture.ts'

const legs = [
  { symbol: 'BTC-20261225-100000C', ratio: 1, tradeable_entity_id: '1' },
  { symbol: 'BTC-20261225-130000C', ratio: -1, tradeable_entity_id: '2' },
] as unknown as NonNullable<JournalOrder['legs']>

export function takenRfq(owner: OwnerKey, id: string, atMs: number, cost = 10): readonly [JournalOrder, JournalOrder] {
  const market = {
    readMs: atMs,
    legs: [
      [dec('5990'), dec('6010')],
      [dec('2995'), dec('3005')],
    ] as const,
    indexes: { BTC: dec('100000') },
    forwards: { [forwardKey('BTC', Date.UTC(2026, 11, 25, 8))]: dec('100000') },
  }
  const quote = { price: dec(3_000 + cost), quantity: dec('2') }
  const rfq = journalOrder(id, {
    owner,
    title: 'Buy 2',
    market_id: 'none',
    symbol: 'BTC-20261225-100000C@1/BTC-20261225-130000C@-1',
    legs,
    type: 'MARKET',
    quantity: dec('2'),
    sentAtMs: atMs,
    endedAtMs: atMs + 60_000,
    quotes: {
      firstMs: atMs + 4_000,
      best: quote,
      lastMs: atMs + 4_000,
      trail: [{ atMs: atMs + 4_000, price: quote.price }],
    },
    points: [
      { kind: 'send', atMs, wanted: dec('2'), market },
      {
        kind: 'first',
        atMs: atMs + 4_000,
        wanted: dec('2'),
        bid: { price: dec('2980'), quantity: dec('2') },
        ask: quote,
        market,
      },
    ],
  })
  const taken: JournalOrder = {
    ...rfq,
    client_order_id: `${id}-take`,
    market_id: '0',
    rfq: id,
    quotes: undefined,
    executions: [testExecution('2', quote.price, `t-${id}`, microsFromMs(atMs + 10_000))],
    points: [{ kind: 'take', atMs: atMs + 10_000, wanted: dec('0'), trades: [`t-${id}`], market }],
  }
  return [rfq, taken]
}
