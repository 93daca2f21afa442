// @vitest-environment node
/** Quality figures must detect dealers that quote worse than fair by a known amount. */
import { expect, test } from 'vitest'
import { dec } from '../core/domain/decimal.ts'
import { must } from '../core/domain/must.ts'
import { dayMs, minuteMs } from '../core/domain/time.ts'
import { qualityOf, tradesOfRfqs } from '../core/pricing/quality/order-quality.ts'
import { summaryOf } from '../core/pricing/quality/quality-cuts.ts'
import { askAndTake } from '../testing/recorder/ask-and-take.ts'
import { startTimeLapse } from '../testing/recorder/time-lapse.ts'
import { sqlStore } from './store/sql-store.ts'
import { openSqlite } from './store/sqlite.ts'

const rfqCount = Number(process.env['PLANTED_RFQS'] ?? 20)

test.each([0, 5, 10])('a bias of %s a package lies within the 95 % interval of the cost against fair', async bias => {
  const store = sqlStore(openSqlite(':memory:'))
  const lapse = await startTimeLapse({ seed: 'planted', instruments: 400 })
  lapse.market.bias.usd = dec(bias)
  const recorder = must(await lapse.record(store, 'one'), 'a recorder')
  await recorder.step()
  for (let id = 0; id < rfqCount; id += 1) {
    await askAndTake(lapse, recorder.follower, {
      id,
      side: id % 2 === 0 ? 'buy' : 'sell',
      isSpread: id % 4 > 1,
      leastMs: 10 * dayMs,
    })
    lapse.line.isDown = true
    lapse.cutSockets()
    // The RFQ ends: dealers that quote two sides at one price would trade with each other.
    await lapse.pass(31 * minuteMs)
    lapse.line.isDown = false
    await lapse.pass(minuteMs)
    await recorder.step()
  }
  const rfqs = await store.orders(lapse.owner, { which: 'rfqs', most: 10_000 })
  const trades = tradesOfRfqs([...rfqs, ...(await store.orders(lapse.owner, { which: 'filled', most: 10_000 }))])
  const rows = rfqs.map(rfq => qualityOf(rfq, trades.get(rfq.client_order_id) ?? [], () => undefined))
  const { cost, traded } = summaryOf(rows)
  expect([cost.count, traded.value]).toEqual([rfqCount, 1])
  expect(cost.low).toBeLessThanOrEqual(bias)
  expect(cost.high).toBeGreaterThanOrEqual(bias)
  // The interval is narrow enough to distinguish 0, 5 and 10.
  if (rfqCount >= 200) expect(must(cost.high, 'an interval') - must(cost.low, 'an interval')).toBeLessThan(5)
})
