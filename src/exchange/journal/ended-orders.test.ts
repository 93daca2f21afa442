// @vitest-environment node
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import sqlite, { type Database } from 'node-sqlite3-wasm'
import { describe, expect, test } from 'vitest'
import { dec } from '../../core/domain/decimal.ts'
import { clientOrderId, orderId } from '../../core/domain/ids.ts'
import { type EpochMicros, micros } from '../../core/domain/time.ts'
import type { Command, Exchange } from '../sandbox/exchange.ts'
import { type Mark, putMeta, readMeta, text as textOf } from './journal-format.ts'
import { openSavedExchange, type SavedExchange } from './saved-exchange.ts'
import { savedExchanges } from './saved-exchange.fixture.ts'

const { folder, settings, open, shut, abandon } = savedExchanges('ended')

const startMicros = Date.UTC(2026, 11, 1, 12) * 1_000
const at = (ms: number): EpochMicros => micros(startMicros + ms * 1_000)
const oddIds = ['nul\u0000one', 'nul\u0000two', 'half\ud800', 'half\ud801', '"quoted"', "o'clock"]

function ioc(
  id: string,
  account = 'ann',
  kind: 'none' | 'fill' | 'refused' = 'none',
): Extract<Command, { kind: 'place' }> {
  const price = { none: '1000', fill: '900000', refused: '0.3' }[kind]
  const order = { symbol: 'BTC-USD-PERPETUAL', market_id: '0', side: 'buy', type: 'LIMIT', time_in_force: 'IOC' }
  const rest = { quantity: dec('0.01'), price: dec(price), client_order_id: clientOrderId(id) }
  return { kind: 'place', account, text: `body of ${id}`, order: { ...order, ...rest } }
}

const kinds = ['none', 'fill', 'none', 'refused'] as const

function live({ exchange, pulse }: SavedExchange, count: number): Map<string, unknown> {
  const answers = new Map<string, unknown>()
  for (const account of ['ann', 'bob']) exchange.apply({ kind: 'open_account', account }, at(0))
  const ids = [...oddIds, ...Array.from({ length: count }, (_, index) => `n${index}`)]
  for (const [index, id] of ids.entries()) {
    const account = index % 3 === 0 ? 'bob' : 'ann'
    const command = ioc(id, account, kinds[index % kinds.length])
    answers.set(JSON.stringify(command), exchange.apply(command, at(1_000 + index)).outcome)
    if (index % 500 === 499) pulse()
  }
  return answers
}

const later = at(3_600_000)

function askedOf(exchange: Exchange, answers: ReadonlyMap<string, unknown>): unknown[] {
  return [...answers.keys()].map(text => {
    const { account, order } = JSON.parse(text) as ReturnType<typeof ioc>
    const found = exchange.orderDetails(account, { client_order_id: order.client_order_id }, later)
    const again = found?.order_id && exchange.orderDetails(account, { order_id: found.order_id }, later)
    const ofOthers =
      found?.order_id && exchange.orderDetails(account === 'ann' ? 'bob' : 'ann', { order_id: found.order_id }, later)
    return [order.client_order_id, found, again, ofOthers]
  })
}

const listsOf = (exchange: Exchange) =>
  ['ann', 'bob'].map(account => [
    exchange.executions(account, later),
    exchange.executions(account, later, { most: 7 }),
    exchange.executions(account, later, { since: at(1_400) }),
    exchange.executions(account, later, { since: at(1_400), most: 3 }),
    exchange.executions(account, later, { most: 1 }),
  ])

describe('orders that ended', () => {
  test('leave memory, however many there are', async () => {
    const saved = await open({ mostEnded: 1_000 })
    let most = 0
    const { pulse } = saved
    live({ ...saved, pulse: () => (pulse(), (most = Math.max(most, saved.exchange.endedInMemory()))) }, 6_000)
    expect(most).toBeLessThanOrEqual(1_000)
    expect(saved.exchange.endedInMemory()).toBeLessThan(1_600)
  })

  test('are answered for as before: by either id, in lists, repeated, cancelled; also after a kill and after a good end', async () => {
    const inMemory = await open({ data: 'memory', clockMs: startMicros / 1_000 })
    const answers = live(inMemory, 900)
    const [asked, lists] = [askedOf(inMemory.exchange, answers), listsOf(inMemory.exchange)]
    const saved = await open({ mostEnded: 100, clockMs: startMicros / 1_000 })
    expect([...live(saved, 900)]).toEqual([...answers])
    const isSame = ({ exchange }: SavedExchange): void => {
      expect(askedOf(exchange, answers)).toEqual(asked)
      expect(listsOf(exchange)).toEqual(lists)
      for (const [text, outcome] of answers) {
        const command = JSON.parse(text) as ReturnType<typeof ioc>
        const again = exchange.apply(command, later)
        expect([again.outcome, again.events]).toEqual([outcome, []])
        const other = exchange.apply({ ...command, text: 'another body' }, later).outcome
        expect(other.kind === 'rejected' && other.rejected.reason).toBe('invalid_fields')
      }
      const key = { client_order_id: clientOrderId('n2') }
      expect(exchange.apply({ kind: 'cancel', account: 'ann', key }, later).outcome.kind).toBe('too_late')
      expect(exchange.orderDetails('ann', { order_id: orderId(`0${'1'.repeat(30)}`) }, later)).toBeUndefined()
    }
    expect(saved.exchange.endedInMemory()).toBeLessThan(500)
    isSame(saved)
    const digest = saved.exchange.digest()
    abandon(saved)
    const killed = await open()
    expect(killed.exchange.digest()).toBe(digest)
    isSame(killed)
    shut(killed)
    const ended = await open()
    expect([ended.replayed, ended.exchange.endedInMemory()]).toEqual([0, 0])
    isSame(ended)
  })

  test('count in the trades of the last day, in the order they were made', async () => {
    const saved = await open({ mostEnded: 50 })
    live(saved, 600)
    const { prints } = saved.exchange.touched(at(1_200))
    const inMemory = await open({ data: 'memory' })
    live(inMemory, 600)
    expect(prints).toEqual(inMemory.exchange.touched(at(1_200)).prints)
    expect(prints.length).toBeGreaterThan(100)
  })
})

function changeFile<Value>(change: (db: Database) => Value): Value {
  rmSync(join(folder(), 'journal.sqlite.lock'), { recursive: true, force: true })
  const db = new sqlite.Database(join(folder(), 'journal.sqlite'))
  db.exec('PRAGMA locking_mode = EXCLUSIVE')
  const value = change(db)
  db.close()
  return value
}

function writtenBefore(): void {
  changeFile(db => {
    const bodies = db.all('SELECT CAST(body AS TEXT) AS body FROM ended ORDER BY part').map(row => textOf(row['body']))
    const rows = bodies.map(body => JSON.parse(body) as { orders?: unknown[]; refusals?: unknown[] })
    const parts: string[] = []
    for (const name of ['orders', 'refusals'] as const) {
      const all = rows.flatMap(part => part[name] ?? [])
      for (let from = 0; from < all.length; from += 500)
        parts.push(JSON.stringify({ [name]: all.slice(from, from + 500) }))
    }
    db.exec('DROP TABLE ended')
    db.exec('CREATE TABLE ended (part INTEGER PRIMARY KEY, body BLOB NOT NULL, sum INTEGER NOT NULL)')
    let endedSum = 0
    for (const [index, body] of parts.entries()) {
      endedSum = crc32(body, endedSum)
      db.run('INSERT INTO ended VALUES (?, ?, ?)', [index + 1, Buffer.from(body), endedSum])
    }
    const [header, mark] = [readMeta(db, 'header'), readMeta(db, 'snapshot') as Mark]
    if (header !== undefined) putMeta(db, 'header', { ...header, format: 3 })
    putMeta(db, 'snapshot', { ...mark, ended: parts.length, endedSum })
  })
}

test('a journal in which what had ended has no keys is taken over, comes to the same answers, and has them from the next start on', async () => {
  const saved = await open()
  const answers = live(saved, 1_200)
  const [asked, lists, digest] = [askedOf(saved.exchange, answers), listsOf(saved.exchange), saved.exchange.digest()]
  shut(saved)
  writtenBefore()
  for (const _ of ['taken over', 'as it is now']) {
    const again = await open()
    expect(again.exchange.endedInMemory()).toBe(0)
    expect(again.exchange.digest()).toBe(digest)
    expect(askedOf(again.exchange, answers)).toEqual(asked)
    expect(listsOf(again.exchange)).toEqual(lists)
    shut(again)
  }
})

test('a file in which an order that ended could not be found any more by its id, or is another, is refused: it would be taken a second time', async () => {
  const saved = await open()
  saved.exchange.apply({ kind: 'open_account', account: 'ann' }, at(0))
  saved.exchange.apply(ioc('needle-in-the-hay'), at(1_000))
  saved.exchange.apply(ioc('another'), at(1_001))
  shut(saved)
  const path = join(folder(), 'journal.sqlite')
  const sound = readFileSync(path)
  let from = 0
  let places = 0
  for (let found = sound.indexOf('needle-in-the-hay'); found >= 0; found = sound.indexOf('needle-in-the-hay', from)) {
    from = found + 1
    places += 1
    const damaged = Buffer.from(sound)
    damaged[found + 3] = 'X'.charCodeAt(0)
    writeFileSync(path, damaged)
    const answer = await openSavedExchange(settings())
    expect(answer.ok ? 'it started' : answer.problem).toContain('cannot be used')
  }
  // Twice or more in the entry, and in the row's body, column and index.
  expect(places).toBeGreaterThanOrEqual(5)
})
