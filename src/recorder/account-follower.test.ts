// @vitest-environment node
/**
 * A recorder follows an account while it trades, is funded and settles. Its history must be complete and match the
 * exchange's ledger. `npm run tool -- record-week` runs it for a week, minute by minute.
 */
import { describe, expect, test } from 'vitest'
import { type Decimal, sub } from '../core/domain/decimal.ts'
import { hourMs, minuteMs } from '../core/domain/time.ts'
import { flatten, tradeNext } from '../testing/recorder/lapse-trades.ts'
import { offLedger, realisedOfHistory } from '../testing/recorder/realised-of-history.ts'
import { lapseStart, startTimeLapse, type TimeLapse } from '../testing/recorder/time-lapse.ts'
import { sqlStore } from './store/sql-store.ts'
import { openSqlite } from './store/sqlite.ts'

const days = Number.parseFloat(process.env['RECORDER_DAYS'] ?? '1.2')
const stepMinutes = Number.parseInt(process.env['RECORDER_STEP_MINUTES'] ?? '30', 10)

test('a recorder that is killed for hours in which the account trades is followed by one that fetches the fills of the meantime: every trade is there once, and realised P&L is the ledger’s to the cent', async () => {
  const store = sqlStore(openSqlite(':memory:'))
  const lapse = await startTimeLapse({ seed: 'killed' })
  let recorder = await lapse.record(store, 'one')
  await recorder?.step()
  const cashBefore = lapse.cashOf('USD') as Decimal
  await lapse.pass(minuteMs)
  const steps = Math.round((days * 24 * 60) / stepMinutes)
  const [killedAt, backAt] = [Math.round(steps * 0.4), Math.round(steps * 0.6)]
  let trades = 0
  const apartMs = 5_000
  for (let step = 1; step <= steps; step += 1) {
    // A trade at the time of a sample may or may not be in its positions.
    await lapse.pass(apartMs)
    if ((step * stepMinutes) % 240 < stepMinutes) await tradeNext(lapse, (trades += 1))
    if (step === killedAt) {
      recorder?.kill()
      await recorder?.writer.release()
      recorder = undefined
    }
    if (step === backAt) recorder = await lapse.record(store, 'two')
    await lapse.pass(stepMinutes * minuteMs - apartMs)
    await recorder?.step()
  }
  while (lapse.positions().length > 0) {
    await lapse.pass(apartMs)
    await flatten(lapse)
    await recorder?.step()
  }
  for (let minute = 0; minute < 3; minute += 1) {
    await lapse.pass(minuteMs)
    await recorder?.step()
  }
  const orders = await store.orders(lapse.owner, { which: 'filled', most: 10_000 })
  expect(orders.flatMap(order => order.executions.map(each => each.trade_id)).toSorted()).toEqual(
    lapse.trades().toSorted(),
  )
  const spans = await store.spans(lapse.owner)
  const gapMs = Math.max(...spans.slice(1).map((span, index) => span.fromMs - (spans[index]?.toMs ?? 0)))
  expect(gapMs).toBeGreaterThanOrEqual((backAt - killedAt) * stepMinutes * minuteMs)
  const realised = await realisedOfHistory(store, lapse.owner, lapse.nowMs(), new Map())
  expect(realised.missing.filter(each => each.kind !== 'estimated_settlement')).toEqual([])
  expect(offLedger(realised, sub(lapse.cashOf('USD') as Decimal, cashBefore))).toBe('0')
})

describe('time that a recorder did not see', () => {
  const stored = async (store: ReturnType<typeof sqlStore>, lapse: TimeLapse): Promise<readonly string[]> =>
    (await store.orders(lapse.owner, { which: 'filled', most: 100 })).flatMap(order =>
      order.executions.map(each => each.trade_id),
    )
  const recordLive = async (store: ReturnType<typeof sqlStore>, lapse: TimeLapse, holder: string) => {
    const recorder = await lapse.record(store, holder)
    while (recorder?.feed.isLive() === false) await lapse.pass(1)
    return recorder
  }
  const statesOf = async (store: ReturnType<typeof sqlStore>, lapse: TimeLapse) =>
    (await store.rows(lapse.owner, { limit: 100, kinds: ['state'] })).rows.filter(
      row => row.client_order_id === undefined,
    )

  test('has all its fills from the first start on, even if each recorder was killed before it read anything, and is named in the journal', async () => {
    const store = sqlStore(openSqlite(':memory:'))
    const lapse = await startTimeLapse({ aheadMs: 3 * hourMs })
    for (const holder of ['one', 'two', 'three']) {
      const recorder = await lapse.record(store, holder)
      recorder?.kill()
      await recorder?.writer.release()
      await lapse.trade(lapse.perpetual, 'buy', '0.1')
      await lapse.pass(5 * minuteMs)
    }
    await (await recordLive(store, lapse, 'four'))?.step()
    expect((await stored(store, lapse)).toSorted()).toEqual(lapse.trades().toSorted())
    const [row, more] = await statesOf(store, lapse)
    expect([row?.what, row?.detail, more]).toEqual([
      'not_followed',
      expect.stringContaining('2026-11-21T08:30:00 and 2026-11-21T08:45'),
      undefined,
    ])
  })

  test('has the fills of an account that was followed without them', async () => {
    const store = sqlStore(openSqlite(':memory:'))
    const lapse = await startTimeLapse()
    const blind = await store.takeWriter(lapse.owner, 'blind')
    await blind?.saveSeenSpan({ fromMs: lapse.nowMs(), toMs: lapse.nowMs() + 5 * minuteMs })
    await blind?.release()
    await lapse.trade(lapse.perpetual, 'buy', '0.1')
    await lapse.pass(5 * minuteMs)
    await (await recordLive(store, lapse, 'one'))?.step()
    expect(await stored(store, lapse)).toEqual(lapse.trades())
  })

  test('is never said to be complete by a venue that lists no trades: each time without its socket is a row', async () => {
    const store = sqlStore(openSqlite(':memory:'))
    const lapse = await startTimeLapse()
    const recorder = await recordLive(store, lapse, 'one')
    const follower = recorder?.follower
    await follower?.poll()
    follower?.useTrades(undefined)
    await lapse.pass(2 * minuteMs)
    await follower?.poll()
    expect([follower?.behindMs, await store.fillsUntil(lapse.owner)]).toEqual([2 * minuteMs, lapseStart])
    follower?.useTrades(async () => 'unsupported')
    await follower?.poll()
    await lapse.pass(minuteMs)
    await follower?.poll()
    expect(follower?.behindMs).toBe(0)
    const lost = (await statesOf(store, lapse)).filter(row => row.what === 'fills_lost')
    expect(lost.map(row => row.detail)).toEqual([
      expect.stringContaining('Fills may be missing between 2026-11-21T05:30:00 and 2026-11-21T05:32:00'),
    ])
  })
})
