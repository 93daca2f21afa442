// @vitest-environment node
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sqlite from 'node-sqlite3-wasm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { clientOrderId, orderId } from '../../core/domain/ids.ts'
import { micros } from '../../core/domain/time.ts'
import type { JournalWriter } from '../sandbox/host/stored-exchange.ts'
import { withFault } from '../../testing/failing-disk.ts'
import { journalFile } from './journal-format.ts'
import { writeJournal } from './write-journal.ts'

const megabyte = 1024 * 1024
const atMicros = micros(1_795_000_000_000_000)
let folder = ''
let writer: JournalWriter
let isOpen = false
const header = { seed: 'log', market: 'live', instruments: 100, frozenAtMs: 0, openedAtMs: 0 } as const
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'legwork-journal-'))
  writer = writeJournal(folder, header)
  isOpen = true
})
function shut(): void {
  if (isOpen) writer.close()
  isOpen = false
}
afterEach(() => {
  shut()
  rmSync(folder, { recursive: true, force: true })
})

const logBytes = (): number => statSync(join(folder, `${journalFile}-wal`)).size

function append(megabytes: number): void {
  const entry = { at: atMicros, what: 'x'.repeat(megabyte), outcome: '' }
  for (let count = 0; count < megabytes; count += 1) writer.append([entry])
}

const ended = {
  account: 'ann',
  client_order_id: clientOrderId('one'),
  order_id: orderId('7'),
  tradedAt: atMicros,
  body: '{"id":"one"}',
}

test('a log that has grown long is folded in at the next pulse, and nothing that was appended is lost', () => {
  append(34)
  expect(logBytes()).toBeGreaterThan(32 * megabyte)
  writer.syncSoon()
  expect(logBytes()).toBe(0)
  append(1)
  shut()
  const db = new sqlite.Database(join(folder, journalFile))
  db.exec('PRAGMA locking_mode = EXCLUSIVE')
  expect(db.get('SELECT count(*) AS count, max(seq) AS last FROM entries')).toEqual({ count: 35, last: 35 })
  db.close()
})

test('it is folded in after an order that ended was looked up, by either id, and after a list of them was left half read', () => {
  writer.saveSnapshot({ ended: [ended], live: [] }, { clock: { aheadMs: 0 }, shifts: [] })
  expect(writer.archive?.byOrderId(orderId('7'))).toBe(ended.body)
  expect(writer.archive?.byClientOrderId('ann', clientOrderId('one'))).toBe(ended.body)
  for (const body of writer.archive?.traded('ann', micros(0)) ?? []) {
    expect(body).toBe(ended.body)
    break
  }
  append(34)
  writer.syncSoon()
  expect(logBytes()).toBe(0)
  expect(writer.archive?.byOrderId(orderId('7'))).toBe(ended.body)
})

test('what was appended is synced to the disk, and nothing more is taken once the disk refused that', async () => {
  expect(await withFault('fsync', 'EIO', 0, () => writer.syncSoon())).toBe(false)
  append(1)
  expect(await withFault('fsync', 'EIO', 0, () => writer.syncSoon())).toBe(true)
  expect(() => writer.syncSoon()).toThrow('EIO')
})
