// @vitest-environment node
/** One recorder takes over from a killed one; take-over.slow.test.ts has more cases. */
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endRecorders, killInTurn, prepareRecorders } from '../../testing/recorder/recorder-processes.ts'

const rounds = Number.parseInt(process.env['RECORDER_ROUNDS'] ?? '1', 10)
let folder = ''
beforeAll(async () => {
  folder = await prepareRecorders()
})
afterAll(endRecorders)

test('of two recorders on one SQLite the other takes over when the first is killed, with every fill once', async () => {
  expect.hasAssertions()
  await killInTurn({ RECORDER_DATA: join(folder, 'data') }, rounds)
})
