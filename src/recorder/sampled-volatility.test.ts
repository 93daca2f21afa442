// @vitest-environment node
import { expect, test } from 'vitest'
import { minuteMs } from '../core/domain/time.ts'
import { skewAtMaturity, unpackVolatility } from '../core/pricing/volatility/volatility-sample.ts'
import { lapseStart, startTimeLapse } from '../testing/recorder/time-lapse.ts'
import { sqlStore } from './store/sql-store.ts'
import { openSqlite } from './store/sqlite.ts'

test('a recorder stores the volatility of each quarter of an hour once, in the rows that a page stores', async () => {
  const store = sqlStore(openSqlite(':memory:'))
  const lapse = await startTimeLapse({ seed: 'volatility' })
  const recorder = await lapse.record(store, 'one')
  for (let minute = 0; minute <= 45; minute += 1) {
    await recorder?.step()
    await lapse.pass(minuteMs)
  }
  recorder?.kill()
  const samples = await store.samples(lapse.owner, lapseStart, lapse.nowMs() + 1)
  const sampled = samples.filter(sample => sample.volatility !== undefined)
  expect(sampled.map(sample => Math.floor((sample.atMs - lapseStart) / (15 * minuteMs)))).toEqual([0, 1, 2, 3])
  const moments = sampled.map(sample => unpackVolatility(sample.volatility?.['BTC'] ?? '', sample.atMs))
  for (const moment of moments) {
    expect(moment.price).toBeGreaterThan(0)
    expect(skewAtMaturity(moment, 30)?.atm).toBeGreaterThan(0)
  }
  await recorder?.writer.release()
  await store.close()
})

test('a quarter of an hour that begins amid fills has one volatility too', async () => {
  const store = sqlStore(openSqlite(':memory:'))
  const lapse = await startTimeLapse({ seed: 'volatility' })
  await lapse.trade(lapse.perpetual, 'buy', '0.1')
  const recorder = await lapse.record(store, 'one')
  for (let minute = 0; minute < 3; minute += 1) {
    await lapse.pass(minuteMs)
    await lapse.trade(lapse.perpetual, 'buy', '0.1')
    await recorder?.step()
  }
  recorder?.kill()
  const samples = await store.samples(lapse.owner, lapseStart, lapse.nowMs() + 1)
  expect(samples.map(sample => sample.volatility !== undefined)).toEqual([true, false, false])
  await recorder?.writer.release()
  await store.close()
})

test('a recorder stores the mid of what is held and of nothing else', async () => {
  const store = sqlStore(openSqlite(':memory:'))
  const lapse = await startTimeLapse({ seed: 'mids' })
  const recorder = await lapse.record(store, 'one')
  await recorder?.step()
  await lapse.pass(minuteMs)
  await lapse.trade(lapse.perpetual, 'buy', '0.1')
  await recorder?.step()
  recorder?.kill()
  const samples = await store.samples(lapse.owner, lapseStart, lapse.nowMs() + 1)
  expect(samples.map(sample => Object.keys(sample.mids ?? {}))).toEqual([[], [lapse.perpetual]])
  // The mids of a minute are small compared with its sample.
  expect(JSON.stringify(samples[1]?.mids).length).toBeLessThan(60)
  await recorder?.writer.release()
  await store.close()
})
