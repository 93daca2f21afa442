// @vitest-environment node
/** An account that nobody looks at, followed by its recorder while it trades, is funded and settles: the history is whole, and comes to the exchange's own ledger. */
import { describe, expect, test } from 'vitest'
import { type Decimal, sub } from '../domain/decimal.ts'
import { minuteMs } from '../domain/time.ts'
import { lapseStart, startTimeLapse } from '../testing/recorder/time-lapse.ts'
import { realisedOfHistory } from '../testing/recorder/realised-of-history.ts'
import { sqlStore } from './store/sql-store.ts'
import { openSqlite } from './store/sqlite.ts'

const steps = 54

describe('a day with nobody looking', () => {
  test('leaves a history that is whole, and whose realised P&L is what the exchange’s own ledger moved by', async () => {
    const store = sqlStore(openSqlite(':memory:'))
    const lapse = await startTimeLapse()
    const recorder = await lapse.record(store, 'one')
    await recorder?.step()
    const cashBefore = lapse.cashOf('USD') as Decimal
    const plan = new Map<number, () => Promise<void>>([
      [1, () => lapse.trade(lapse.perpetual, 'buy', '0.5')],
      [2, () => lapse.trade(lapse.nearOption('call'), 'sell', '1')],
      [3, () => lapse.trade(lapse.nearOption('put'), 'buy', '2')],
      [20, () => lapse.trade(lapse.perpetual, 'sell', '0.8')],
      [52, () => lapse.trade(lapse.perpetual, 'buy', '0.3')],
    ])
    for (let step = 1; step <= steps; step += 1) {
      await lapse.pass(minuteMs)
      await plan.get(step)?.()
      await lapse.pass(29 * minuteMs)
      await recorder?.step()
    }
    expect(recorder?.faults).toEqual([])
    expect(lapse.positions()).toEqual([])
    const samples = await store.samples(lapse.owner, lapseStart, lapse.nowMs() + 1)
    expect(samples.length).toBe(steps + 1)
    const recorded = (await store.orders(lapse.owner, { which: 'filled', most: 100 })).flatMap(order =>
      order.executions.map(each => each.trade_id),
    )
    expect(recorded.toSorted()).toEqual(lapse.trades().toSorted())
    const realised = await realisedOfHistory(store, lapse.owner, lapse.nowMs(), new Map())
    // Two options and the funding of one instant: what they came to together is the cash's word, the shares are reckoned and say so.
    expect(realised.missing.map(each => each.kind)).toEqual(['estimated_settlement', 'estimated_settlement'])
    expect(realised.total).toBe(sub(lapse.cashOf('USD') as Decimal, cashBefore))
    const { rows } = await store.rows(lapse.owner, { limit: 100, kinds: ['cash'] })
    expect(new Set(rows.map(row => row.what))).toEqual(new Set(['settlement', 'funding']))
  })
})
