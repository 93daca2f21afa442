// @vitest-environment node
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import sqlite from 'node-sqlite3-wasm'
import {
  expectEarlier,
  expectEarlierAlert,
  writeEarlier,
  writeEarlierAlert,
} from '../../testing/recorder/earlier-history.ts'
import { alertStoreTests } from '../../testing/recorder/alert-store-conformance.ts'
import { storeTests } from '../../testing/recorder/store-conformance.ts'
import first from './migrations/sqlite-001.sql?raw'
import second from './migrations/sqlite-002.sql?raw'
import third from './migrations/sqlite-003.sql?raw'
import { sqlStore } from './sql-store.ts'
import { openSqlite } from './sqlite.ts'

const store = sqlStore(openSqlite(':memory:'))
afterAll(() => store.close())

test.each([...storeTests, ...alertStoreTests])('a store in SQLite %s', async (_, run) => {
  expect.hasAssertions()
  await run(store)
})

test('a store in a file has everything after it was closed, and after a lock that a killed process left', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'legwork-recorder-'))
  const owner = { venueKey: 'venue', account: 'desk' }
  try {
    const first = sqlStore(openSqlite(join(folder, 'history.sqlite')))
    const writer = await first.takeWriter(owner, 'one')
    await writer?.saveSeenSpan({ fromMs: 1, toMs: 2 })
    await first.close()
    const again = sqlStore(openSqlite(join(folder, 'history.sqlite')))
    expect(await again.spans(owner)).toEqual([{ fromMs: 1, toMs: 2 }])
    await again.close()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('a store in SQLite takes over what an earlier version kept', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'legwork-recorder-'))
  const path = join(folder, 'history.sqlite')
  try {
    const file = new sqlite.Database(path)
    file.exec(`${first}; PRAGMA user_version = 1`)
    await writeEarlier(async (text, values) => void file.run(text.replace(/\$(\d+)/g, '?$1'), [...values]))
    file.close()
    const again = sqlStore(openSqlite(path))
    await expectEarlier(again)
    await again.close()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('a store in SQLite watches on what was watched before removals were remembered', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'legwork-recorder-'))
  const path = join(folder, 'history.sqlite')
  try {
    const file = new sqlite.Database(path)
    for (const [index, text] of [first, second, third].entries())
      file.exec(`${text}; PRAGMA user_version = ${index + 1}`)
    await writeEarlierAlert(async (text, values) => void file.run(text.replace(/\$(\d+)/g, '?$1'), [...values]))
    file.close()
    const again = sqlStore(openSqlite(path))
    await expectEarlierAlert(again)
    await again.close()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
