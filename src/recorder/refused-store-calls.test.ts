// @vitest-environment node
/** Each kind of store call fails for a while: the recorder is not ready meanwhile, and recovers by itself. */
import { expect, test } from 'vitest'
import { refuseEachStoreCall } from '../testing/recorder/failed-store-calls.ts'
import { openSqlite } from './store/sqlite.ts'

/** Number of kinds tested; `npm run test:slow` tests all. */
const most = Number.parseInt(process.env['REFUSED_CALLS'] ?? '4', 10)

test('a recorder is never ready while it stores no fill, and records again within a minute after its store failed, whichever call failed', {
  timeout: 240_000,
}, async () => {
  const table = await refuseEachStoreCall(openSqlite(':memory:'), most)
  expect(table.length).toBeGreaterThanOrEqual(Math.min(most, 30))
  expect(table.filter(each => each.said.length === 0)).toEqual([])
})
