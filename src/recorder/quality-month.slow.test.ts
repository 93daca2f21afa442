// @vitest-environment node
/** A recorded month of RFQs: their cost against fair must equal Trading P&L in Explain. */
import { expect, test } from 'vitest'
import { type Decimal, neg, roundTo, sum, zero } from '../core/domain/decimal.ts'
import type { JournalOrder } from '../core/domain/journal-order.ts'
import { must } from '../core/domain/must.ts'
import { dayMs, hourMs, minuteMs } from '../core/domain/time.ts'
import { qualityOf, tradesOfRfqs } from '../core/pricing/quality/order-quality.ts'
import { askAndTake } from '../testing/recorder/ask-and-take.ts'
import { explanationOf } from '../testing/recorder/explained-history.ts'
import { startTimeLapse } from '../testing/recorder/time-lapse.ts'
import { sqlStore } from './store/sql-store.ts'
import { openSqlite } from './store/sqlite.ts'

const days = 30
const stepMs = 24 * hourMs

const noMark = (): undefined => undefined
const costOf = (orders: readonly JournalOrder[]): Decimal => {
  const trades = tradesOfRfqs(orders)
  const all = orders.map(order => qualityOf(order, trades.get(order.client_order_id) ?? [], noMark))
  // An RFQ and the order that took it are one trade.
  const [rfqs, taken] = [
    all.filter(each => each.isRfq),
    new Set(all.filter(each => each.isRfq).flatMap(each => each.orders)),
  ]
  return sum([...rfqs, ...all.filter(each => !each.isRfq && !taken.has(each.id))].map(each => each.costTotal ?? zero))
}

test.each(['month', 'spring', 'harvest'])(
  'the costs of a month (%s) add up to the Trading P&L that Explain has of it, to the cent',
  async seed => {
    const store = sqlStore(openSqlite(':memory:'))
    const lapse = await startTimeLapse({ seed })
    const recorder = must(await lapse.record(store, 'one'), 'a recorder')
    await recorder.step()
    const startedMs = lapse.nowMs()
    for (let step = 0; step < (days * dayMs) / stepMs; step += 1) {
      await lapse.pass(minuteMs / 2)
      await recorder.step()
      await askAndTake(lapse, recorder.follower, {
        id: step,
        side: step % 2 === 0 ? 'buy' : 'sell',
        isSpread: step % 3 > 0,
        leastMs: 3 * dayMs,
      })
      await lapse.pass(minuteMs / 2)
      await recorder.step()
      // A day without events: socket heartbeats would make the test take minutes.
      lapse.line.isDown = true
      lapse.cutSockets()
      await lapse.pass(stepMs)
      lapse.line.isDown = false
      await lapse.pass(2 * minuteMs)
      await recorder.step()
    }
    const filled = await store.orders(lapse.owner, { which: 'filled', most: 10_000 })
    const rfqs = await store.orders(lapse.owner, { which: 'rfqs', most: 10_000 })
    const orders = [...filled, ...rfqs]
    expect(rfqs.length).toBe((days * dayMs) / stepMs)
    expect(filled.length).toBeGreaterThan(rfqs.length * 0.9)
    const unpriced = orders.filter(order => qualityOf(order, [], noMark).unpricedFills > 0)
    const told = await explanationOf(store, lapse.owner, { fromMs: startedMs, toMs: lapse.nowMs() }, lapse.nowMs())
    expect(unpriced).toEqual([])
    expect(told.lines.trades).toBe(roundTo(neg(costOf(orders)), 2))
  },
)
