// @vitest-environment node
/** The market that a recorder stores for an RFQ and the order that takes its quote, on the exchange itself. */
import { expect, test } from 'vitest'
import { forwardKey } from '../core/domain/reference-point.ts'
import { must } from '../core/domain/must.ts'
import { compareIds } from '../core/domain/ids.ts'
import { expiryOf } from '../core/domain/instrument.ts'
import { lapseAccount, startTimeLapse } from '../testing/recorder/time-lapse.ts'
import { sqlStore } from './store/sql-store.ts'
import { openSqlite } from './store/sqlite.ts'

test('an RFQ and its take have the figures of each leg at their moments', async () => {
  const store = sqlStore(openSqlite(':memory:'))
  const lapse = await startTimeLapse({ seed: 'points' })
  const recorder = must(await lapse.record(store, 'one'), 'a recorder')
  await recorder.step()
  const symbols = [lapse.nearOption('call'), lapse.nearOption('put')].sort((a, b) =>
    compareIds(lapse.idOf(a), lapse.idOf(b)),
  )
  const legs = symbols.map(sym => ({ sym, ratio: 1 }))
  const both = { legs, side: 'buy', quantity: '2' }
  await lapse.send({ ...both, market_id: 'none', type: 'MARKET', time_in_force: 'IOC', client_order_id: 'ask' })
  for (let poll = 0; poll < 8; poll += 1) {
    await lapse.pass(2_000)
    await recorder.follower.poll()
  }
  await lapse.send({ ...both, market_id: '0', type: 'MARKET', time_in_force: 'IOC', client_order_id: 'take' })
  await recorder.follower.poll()
  const [rfq, taken] = await store.ordersById({ ...lapse.owner, account: lapseAccount }, ['ask', 'take'])
  expect(rfq?.points?.slice(0, 2).map(point => point.kind)).toEqual(['send', 'first'])
  const first = must(rfq?.points?.[1], 'a first quote')
  expect(first.ask?.price).toBeDefined()
  expect(first.market?.legs.map(leg => leg.length)).toEqual([5, 5])
  expect(first.market?.legs.flat()).not.toContain(null)
  const expiryMs = must(expiryOf(must(legs[0], 'a leg').sym), 'an expiry')
  expect(Object.keys(first.market?.forwards ?? {})).toEqual([forwardKey('BTC', expiryMs)])
  expect(Object.keys(first.market?.indexes ?? {})).toEqual(['BTC'])
  const take = taken?.points?.find(point => point.kind === 'take')
  expect([take?.trades, take?.market?.legs.length]).toEqual([taken?.executions.map(each => each.trade_id), 2])
  expect(JSON.stringify(rfq?.points).length).toBeLessThan(3_000)
})
