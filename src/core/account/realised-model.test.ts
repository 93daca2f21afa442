import { describe, expect, it } from 'vitest'
import { add, dec } from '../domain/decimal.ts'
import type { JournalOrder } from '../domain/journal-order.ts'
import type { Sample, SamplePosition } from '../domain/sample.ts'
import { hourMs, microsFromMs, minuteMs } from '../domain/time.ts'
import { journalOrder } from '../../testing/journal.fixture.ts'
import { seenRealised, seenTrades } from './realised-model.ts'
import { seenFills } from './seen-fills.ts'
import { cashSample, samplePosition as held } from '../../testing/cash-sample.ts'
import { testExecution } from '../../testing/execution.fixture.ts'

const perpetual = 'BTC-USD-PERPETUAL'
const call = 'BTC-20261201-98000C'
/** Eight hours before a funding and a settlement. */
const startMs = Date.UTC(2026, 11, 1, 0, 6)
const firstMs = startMs + 9 * hourMs

let serial = 0
function order(symbol: string, side: 'buy' | 'sell', quantity: string, price: string, atMs: number): JournalOrder {
  serial += 1
  return journalOrder(`o${serial}`, {
    symbol,
    side,
    type: 'MARKET',
    quantity: dec(quantity),
    sentAtMs: atMs,
    executions: [testExecution(quantity, price, `t${serial}`, microsFromMs(atMs))],
  })
}

function freshBrowser(
  orders: readonly JournalOrder[],
  cash: string,
  positions: readonly SamplePosition[],
  atMs = firstMs,
  indexes: Sample['indexes'] = { BTC: dec('100000') },
) {
  const sample = cashSample(atMs, cash, { indexes, positions })
  const inputs = {
    seen: seenFills(orders, [sample]),
    first: { atMs, positions },
    samples: [sample],
    held: new Map(positions.map(each => [each.symbol, each.size])),
    cash: [],
    nowMs: atMs + minuteMs,
  }
  return { realised: seenRealised(inputs), trades: seenTrades(inputs) }
}

const perpetuals = [
  order(perpetual, 'buy', '10', '100000', startMs),
  order(perpetual, 'sell', '2', '101430.69', startMs + 8.5 * hourMs),
]

describe('funding before this browser first saw the account', () => {
  it('is what the cash lacks of a round beginning, in Realised and in the trades, and is marked as estimated', () => {
    // 2 × 1,430.69 realised by closing, 118.28 paid in funding.
    const { realised, trades } = freshBrowser(perpetuals, '1002743.10', [held(perpetual, '8', '100000')])
    expect([realised.total, realised.funding]).toEqual(['2743.1', '-118.28'])
    expect(realised.missing).toEqual([{ kind: 'estimated_funding', symbol: perpetual }])
    expect(trades.open.map(each => each.funding)).toEqual(['-118.28'])
  })

  it('is left out with its span where the beginning is no round sum, or two such sums are possible', () => {
    for (const began of ['16854.1', '21000']) {
      const cash = add(dec(began), dec('2743.10'))
      const { realised } = freshBrowser(perpetuals, cash, [held(perpetual, '8', '100000')])
      expect([began, realised.total, realised.funding]).toEqual([began, '2861.38', '0'])
      expect(realised.missing).toEqual([{ kind: 'unseen_funding', symbol: perpetual, fromMs: startMs, toMs: firstMs }])
    }
  })

  it('is left out where a fill lies right at the first sample, whose cash may have it or not', () => {
    const near = order(perpetual, 'buy', '1', '100000', firstMs + 1_000)
    const { realised } = freshBrowser([...perpetuals, near], '1002743.10', [held(perpetual, '8', '100000')])
    expect(realised.missing.map(each => each.kind)).toContain('unseen_funding')
  })

  it('is none without a funding time in between', () => {
    const { realised } = freshBrowser(
      perpetuals.map(each => ({
        ...each,
        executions: each.executions.map(one => ({ ...one, utc_timestamp: microsFromMs(startMs) })),
      })),
      '1002861.38',
      [held(perpetual, '8', '100000')],
      startMs + hourMs,
    )
    expect([realised.total, realised.missing]).toEqual(['2861.38', []])
  })
})

describe('a settlement before this browser first saw the account', () => {
  const bought = order(call, 'buy', '2', '1500', startMs)

  it.each([{ BTC: dec('100000') }, {}])(
    'is the rest of the cash of a flat account, marked as estimated, with and without an index',
    indexes => {
      // Bought for 3,000. Each settled at 3,631.12 at 08:00.
      const { realised } = freshBrowser([bought], '1004262.24', [], firstMs, indexes)
      expect(realised.total).toBe('4262.24')
      expect(realised.missing).toEqual([{ kind: 'estimated_settlement', symbol: call }])
    },
  )

  it('stays named as unknown where the beginning is no round sum', () => {
    const { realised } = freshBrowser([bought], '31234.56', [])
    expect(realised.missing).toEqual([{ kind: 'no_settlement', symbol: call, size: '2' }])
  })
})
