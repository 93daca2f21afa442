// @vitest-environment node
/**
 * A program trades at 50 fills a second on a stepped clock. The socket breaks and the recorder is killed, but each fill
 * is stored once. `RECORDER_FILLS=30000` makes it ten minutes.
 */
import { expect, test } from 'vitest'
import { secondMs } from '../core/domain/time.ts'
import { startTimeLapse } from '../testing/recorder/time-lapse.ts'
import { sqlStore } from './store/sql-store.ts'
import { openSqlite } from './store/sqlite.ts'

const fills = Number.parseInt(process.env['RECORDER_FILLS'] ?? '500', 10)
const perSecond = 50

test('an account of 50 fills a second has each fill stored once, though its socket breaks and its recorder is killed', async () => {
  const database = openSqlite(':memory:')
  const store = sqlStore(database)
  const lapse = await startTimeLapse({ seed: 'busy' })
  let recorder = await lapse.record(store, 'one')
  await recorder?.step()
  await lapse.pass(10 * secondMs)
  const seconds = fills / perSecond
  const [breakAt, killAt, backAt] = [0.3, 0.6, 0.75].map(share => Math.round(seconds * share))
  const lookUps = lapse.askedFor('/v1/api/order')
  for (let second = 1; second <= seconds; second += 1) {
    for (let fill = 0; fill < perSecond; fill += 1)
      await lapse.tradeFast(lapse.perpetual, fill % 2 === 0 ? 'buy' : 'sell', '0.001')
    await lapse.pass(secondMs)
    if (second === breakAt) lapse.cutSockets()
    if (second === killAt) {
      recorder?.kill()
      await recorder?.writer.release()
      recorder = undefined
    }
    if (second === backAt) recorder = await lapse.record(store, 'two')
    if (second % 60 === 0) await recorder?.step()
    else if (second % 2 === 0) await recorder?.follower.poll()
  }
  await lapse.pass(20 * secondMs)
  await recorder?.step()
  const traded = lapse.trades().toSorted()
  expect(traded.length).toBeGreaterThanOrEqual(fills)
  const rows = await database.all(`SELECT body FROM journal_rows WHERE kind = 'execution'`)
  expect(rows.map(row => (JSON.parse(String(row['body'])) as { trade_id: string }).trade_id).toSorted()).toEqual(traded)
  const orders = await store.orders(lapse.owner, { which: 'filled', most: 100_000 })
  expect(orders.flatMap(order => order.executions.map(each => each.trade_id)).toSorted()).toEqual(traded)
  expect([recorder?.follower.waiting.lost, recorder?.follower.behindMs, lookUps()]).toEqual([0, 0, 0])
  const { rows: cash } = await store.rows(lapse.owner, { limit: 100, kinds: ['cash'] })
  expect(cash.filter(row => row.what === 'cash_moved')).toEqual([])
})

test('a fill of the first minutes of an account is stored though the first socket opens later', async () => {
  const store = sqlStore(openSqlite(':memory:'))
  const lapse = await startTimeLapse({ seed: 'late socket' })
  lapse.line.isDown = true
  const recorder = await lapse.record(store, 'one')
  await recorder?.step()
  await lapse.trade(lapse.perpetual, 'buy', '0.01')
  for (let minute = 0; minute < 5; minute += 1) {
    await lapse.pass(60 * secondMs)
    await recorder?.step()
  }
  lapse.line.isDown = false
  await lapse.pass(120 * secondMs)
  await recorder?.step()
  await recorder?.step()
  const orders = await store.orders(lapse.owner, { which: 'filled', most: 10 })
  expect(orders.flatMap(order => order.executions.map(each => each.trade_id))).toEqual(lapse.trades())
})
