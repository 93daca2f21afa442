// @vitest-environment node
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
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
import type { Database, SqlLock } from './sql.ts'
import { openSqlite } from './sqlite.ts'
import { LostWriter } from './store.ts'
import { movedCash } from '../../testing/recorder/moved-cash.ts'

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

describe('the writer of an account', () => {
  const owner = { venueKey: 'venue', account: 'desk' }
  const moved = movedCash('5', 1)
  const message = { id: 'm', kind: 'fill', isUrgent: false, atMs: 1, title: 'title', text: 'text' } as const

  test.each([
    ['behind what this machine asked at', 9_400.4, -600],
    ['between question and answer', 10_010, 0],
    ['a ms after the answer, as far as it rounds', 10_021, 0],
    ['after the answer', 10_022, 2],
  ])('queues by the clock of the database, which is %s', async (_, clockMs, aheadMs) => {
    const turns = [10_000, 10_020]
    const file: Database = { ...openSqlite(':memory:'), clock: String(clockMs) }
    const store = sqlStore(file, () => turns.shift() ?? Number.NaN)
    const writer = await store.takeWriter(owner, 'one')
    const outgoing = [{ message, to: ['hook'] }]
    await writer?.alerts.queue(outgoing, 50_000)
    await writer?.append([{ kind: 'cash', knownAtMs: 1, event: moved }], fresh => ({
      outgoing: fresh.map(row => ({ message: { ...message, id: row.kind }, to: ['hook'] })),
      nowMs: 70_000,
    }))
    expect((await store.deliveries(owner, 9)).map(each => [each.message.id, each.madeMs])).toEqual([
      ['cash', 70_000 + aheadMs],
      ['m', 50_000 + aheadMs],
    ])
    expect(await store.silentMs(owner)).toBe(0)
    await store.close()
  })

  test('beats by this machine’s clock if the database has none', async () => {
    let nowMs = 1_000
    const store = sqlStore(openSqlite(':memory:'), () => nowMs)
    const writer = await store.takeWriter(owner, 'one')
    nowMs = 6_000
    expect(await store.silentMs(owner)).toBe(5_000)
    await writer?.beat()
    expect(await store.silentMs(owner)).toBe(0)
    await store.close()
  })

  test('writes nothing once its lock is lost, and gives the lock back if it cannot begin or end', async () => {
    const file = openSqlite(':memory:')
    let held = 0
    const lock: SqlLock = { isHeld: () => held > 0, release: async () => void (held -= 1) }
    const locked: Database = { ...file, lock: async () => ((held += 1), lock) }
    const writer = await sqlStore(locked).takeWriter(owner, 'one')
    const broken: Database = { ...locked, transaction: () => Promise.reject(new Error('full')) }
    await expect(sqlStore(broken).takeWriter(owner, 'two')).rejects.toThrow('full')
    expect(held).toBe(1)
    held = 0
    await expect(writer?.saveSeenSpan({ fromMs: 1, toMs: 2 })).rejects.toThrow(new LostWriter('The lock was lost.'))
    expect(await sqlStore(file).spans(owner)).toEqual([])
    await file.close()
    held = 1
    await expect(writer?.release()).rejects.toThrow(Error)
    expect(held).toBe(0)
  })
})
