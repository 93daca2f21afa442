// @vitest-environment node
/**
 * Recorder processes, alone and in app servers, killed under traffic: another takes over within 15 s, each fill is
 * stored once, and reported data stays. take-over.test.ts has the shortest case. `RECORDER_ROUNDS=10` kills more often;
 * `npm run tool -- busy-recorder` trades for ten minutes.
 */
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { breakAndKill } from '../../testing/recorder/busy-recorder.ts'
import { killWhileSending } from '../../testing/recorder/kill-while-sending.ts'
import { type PostgresServer, postgresPrograms, startPostgres } from '../../testing/recorder/postgres-server.ts'
import { killServersInTurn } from '../../testing/recorder/server-processes.ts'
import { endRecorders, killInTurn, prepareRecorders } from '../../testing/recorder/recorder-processes.ts'

const rounds = Number.parseInt(process.env['RECORDER_ROUNDS'] ?? '1', 10)
const busySeconds = Number.parseInt(process.env['RECORDER_SECONDS'] ?? '6', 10)
let folder = ''
beforeAll(async () => {
  folder = await prepareRecorders()
})
afterAll(endRecorders)

async function onPostgres(
  skip: (note: string) => never,
  run: (server: PostgresServer) => Promise<void>,
): Promise<void> {
  const programs = postgresPrograms()
  if (programs === undefined) return skip('NOT RUN: no PostgreSQL is installed here (initdb and postgres)')
  const server = await startPostgres(programs)
  try {
    await run(server)
  } finally {
    await server.stop()
  }
}

test('two app servers on one PostgreSQL tell the same, each has the notes that the other took, and killed in turn under traffic they lose nothing', async ({
  skip,
}) => {
  expect.hasAssertions()
  await onPostgres(skip, async server => killServersInTurn({ DATABASE_URL: server.url }, rounds))
})

test('of two recorders on one PostgreSQL the other takes over when the first is killed, and the database after it, with every fill once', async ({
  skip,
}) => {
  expect.hasAssertions()
  await onPostgres(skip, async server => killInTurn({ DATABASE_URL: server.url }, rounds, server.crash))
})

test('a recorder on SQLite that is killed while it sends alerts is followed by one that sends the rest: each arrives, and the one on its way twice under its id', async () => {
  expect.hasAssertions()
  await killWhileSending(folder, { RECORDER_DATA: join(folder, 'alerting') })
})

test('a recorder on PostgreSQL that is killed while it sends alerts is followed by one that sends the rest: each arrives, and the one on its way twice under its id', async ({
  skip,
}) => {
  expect.hasAssertions()
  await onPostgres(skip, async server => killWhileSending(folder, { DATABASE_URL: server.url }))
})

test('a recorder on SQLite of 50 fills a second has each of them once, though its line breaks and it is killed', async () => {
  expect.hasAssertions()
  await breakAndKill({ RECORDER_DATA: join(folder, 'busy') }, busySeconds)
})

test('a recorder on PostgreSQL of 50 fills a second has each of them once, though its line breaks and it is killed', async ({
  skip,
}) => {
  expect.hasAssertions()
  await onPostgres(skip, async server => breakAndKill({ DATABASE_URL: server.url }, busySeconds))
})
