// @vitest-environment node
/** Reads back from a real PostgreSQL. postgres.slow.test.ts tests all rules of the store. */
import { expect, test } from 'vitest'
import { postgresPrograms, startPostgres } from '../../testing/recorder/postgres-server.ts'
import { storeTests } from '../../testing/recorder/store-conformance.ts'
import { openPostgres } from './postgres.ts'
import { sqlStore } from './sql-store.ts'

test.for(storeTests.slice(0, 1))('a store in PostgreSQL %s', async ([, run], { skip }) => {
  expect.hasAssertions()
  const programs = postgresPrograms()
  if (programs === undefined) return skip('NOT RUN: no PostgreSQL is installed here (initdb and postgres)')
  const server = await startPostgres(programs)
  try {
    const store = sqlStore(await openPostgres({ url: server.url, onError: () => undefined }))
    await run(store)
    await store.close()
  } finally {
    await server.stop()
  }
})
