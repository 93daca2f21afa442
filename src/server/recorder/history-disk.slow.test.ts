// @vitest-environment node
/**
 * A full, failing or half-writing disk: acknowledged writes are stored, other writes are stored completely or not at
 * all, and nothing twice.
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { minuteMs } from '../../core/domain/time.ts'
import { type Fault, withFault } from '../../testing/failing-disk.ts'
import { type DatabaseFault, faultyDatabase } from '../../testing/recorder/faulty-database.ts'
import { testSample } from '../../testing/recorder/test-sample.ts'
import { DamagedHistory } from '../../recorder/store/row-sum.ts'
import { historyProblem } from './history-problem.ts'
import { sqlStore } from '../../recorder/store/sql-store.ts'
import { openSqlite } from '../../recorder/store/sqlite.ts'
import type { Store, Writer } from '../../recorder/store/store.ts'
import { movedCash } from '../../testing/recorder/moved-cash.ts'

const owner = { venueKey: 'venue', account: 'desk' }
const startMs = Date.UTC(2026, 10, 30, 23)
const root = mkdtempSync(join(tmpdir(), 'legwork-disk-'))
const base = join(root, 'base')
const open = (folder: string): Store => sqlStore(openSqlite(join(folder, 'history.sqlite')), () => startMs)
beforeAll(async () => {
  mkdirSync(base)
  await open(base).close()
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

const cash = (index: number): Parameters<Writer['append']>[0][number] => ({
  kind: 'cash',
  knownAtMs: startMs + index * 1_000,
  event: movedCash(`${index + 1}`, startMs + index * 1_000),
})

const writes: readonly ((writer: Writer) => Promise<unknown>)[] = [
  writer => writer.append([cash(0), cash(1)]),
  writer => writer.saveSample(testSample(startMs, 40)),
  writer => writer.append([cash(2), cash(3)]),
  writer => writer.saveSample(testSample(startMs + minuteMs, 40)),
  writer => writer.append([cash(4), cash(5)]),
]

async function found(store: Store): Promise<number[]> {
  const { rows, total } = await store.rows(owner, { limit: 100 })
  const seen = rows.map(row => (row.atMs - startMs) / 1_000)
  expect(total).toBe(seen.length)
  expect(new Set(seen).size).toBe(seen.length)
  const samples = await store.samples(owner, 0, Number.MAX_SAFE_INTEGER)
  const full = await store.fullSamples(
    owner,
    samples.map(each => each.atMs),
  )
  for (const { positions } of full) expect(positions).toHaveLength(40)
  const minutes = samples.map(each => (each.atMs - startMs) / minuteMs)
  expect(new Set(minutes).size).toBe(minutes.length)
  return writes.flatMap((_, at) => {
    if (at % 2 === 1) return minutes.includes((at - 1) / 2) ? [at] : []
    const both = [at, at + 1].filter(row => seen.includes(row))
    expect(both).not.toHaveLength(1)
    return both.length === 2 ? [at] : []
  })
}

async function afterKill(folder: string): Promise<number[]> {
  const copy = mkdtempSync(join(root, 'killed-'))
  cpSync(folder, copy, { recursive: true })
  rmSync(join(copy, 'history.sqlite.lock'), { recursive: true, force: true })
  const store = open(copy)
  const there = await found(store)
  await store.close()
  rmSync(copy, { recursive: true, force: true })
  return there
}

const everything = writes.map((_, at) => at)

async function writeAll(writer: Writer, wanted: readonly number[]) {
  const answered: number[] = []
  const refusals: string[] = []
  for (const at of wanted) {
    try {
      await writes[at]?.(writer)
      answered.push(at)
    } catch (error) {
      refusals.push(String(error))
    }
  }
  return { answered, refusals }
}

const sorted = (list: readonly number[]): number[] => list.toSorted((a, b) => a - b)

async function tryDisk(call: Call, fault: Fault, after: number, plant?: DatabaseFault) {
  const folder = mkdtempSync(join(root, 'history-'))
  cpSync(base, folder, { recursive: true })
  const file = openSqlite(join(folder, 'history.sqlite'))
  const store = sqlStore(
    plant === undefined ? file : faultyDatabase(file, plant, openSqlite(':memory:')),
    () => startMs,
  )
  try {
    const writer = (await store.takeWriter(owner, 'one')) as Writer
    let first: Awaited<ReturnType<typeof writeAll>> = { answered: [], refusals: [] }
    const isMet = await withFault(call, fault, after, async () => {
      first = await writeAll(writer, everything)
    })
    const { answered, refusals } = first
    expect(await afterKill(folder), 'what was answered is there after a kill').toEqual(expect.arrayContaining(answered))
    // The disk works again, and the same process continues.
    const missing = everything.filter(at => !answered.includes(at))
    const again = await writeAll(writer, missing)
    expect(again.answered, 'what failed can be written').toEqual(missing)
    await writeAll(writer, everything)
    expect(sorted(await found(store)), 'all is there').toEqual(everything)
    await store.close()
    expect(sorted(await afterKill(folder)), 'all is there at the next start').toEqual(everything)
    return { isMet, refusals }
  } finally {
    await store.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

type Call = Parameters<typeof withFault>[0]

describe('a history in SQLite whose disk fails in the middle', () => {
  test.each([
    ['writeSync', 'EIO'],
    ['writeSync', 'ENOSPC'],
    ['writeSync', 'short'],
    ['fsyncSync', 'EIO'],
  ] as const)(
    '(%s, %s) has what was answered, and the rest once it is tried again',
    { timeout: 300_000 },
    async (call, fault) => {
      const words = new Set<string>()
      let met = 0
      for (let after = 0, isMet = true; isMet; after += 1) {
        const tried = await tryDisk(call, fault, after)
        isMet = tried.isMet
        if (isMet) met += 1
        for (const each of tried.refusals) words.add(each)
      }
      expect(met).toBeGreaterThan(4)
      expect([...words]).toEqual(['SQLite3Error: disk I/O error'])
    },
  )

  test.each<[DatabaseFault, RegExp]>([
    ['answers before the disk has it', /what was answered is there/],
    ['writes each statement by itself', /toHaveLength|not to have a length|length of 1/],
    ['writes a row again under another key', /expected \d+ to be \d+/],
    ['stays broken', /what failed can be written/],
    ['counts rows that it does not have', /expected \d+ to be \d+/],
    ['goes on without its disk', /what was answered is there|what failed can be written/],
  ])('is found out where it %s', { timeout: 300_000 }, async (plant, why) => {
    let broken = ''
    for (let after = 0, isMet = true; isMet && broken === ''; after += 2) {
      isMet = await tryDisk('writeSync', 'EIO', after, plant).then(
        tried => tried.isMet,
        (error: unknown) => {
          broken = String(error)
          return true
        },
      )
    }
    expect(broken).toMatch(why)
  })

  test('and whose log ends in a torn page has the writes before it, whole', { timeout: 120_000 }, async () => {
    const folder = mkdtempSync(join(root, 'torn-'))
    cpSync(base, folder, { recursive: true })
    const store = open(folder)
    await writeAll((await store.takeWriter(owner, 'one')) as Writer, everything)
    const log = join(folder, 'history.sqlite-wal')
    const whole = readFileSync(log)
    const lengths = new Set<number>()
    for (let length = whole.length; length > 0; length -= 1_531) {
      writeFileSync(join(folder, 'torn'), whole.subarray(0, length))
      const copy = mkdtempSync(join(root, 'copy-'))
      cpSync(join(folder, 'history.sqlite'), join(copy, 'history.sqlite'))
      cpSync(join(folder, 'torn'), join(copy, 'history.sqlite-wal'))
      const there = sorted(await afterKill(copy))
      expect(there).toEqual(everything.slice(0, there.length))
      lengths.add(there.length)
      rmSync(copy, { recursive: true, force: true })
    }
    expect(lengths.size).toBe(everything.length + 1)
    await store.close()
  })
})

describe('a start of a history', () => {
  test.each(['EIO', 'ENOSPC', 'short'] as const)(
    'that fails (%s) at whichever write is no damage to the next one',
    { timeout: 300_000 },
    async fault => {
      for (let after = 0, isMet = true; isMet; after += 3) {
        const folder = mkdtempSync(join(root, 'first-'))
        const said: unknown[] = []
        isMet = await withFault('writeSync', fault, after, async () => {
          await open(folder).close()
        }).catch((error: unknown) => {
          said.push(error)
          return true
        })
        for (const error of said) {
          expect(error).not.toBeInstanceOf(DamagedHistory)
          expect(historyProblem({ kind: 'sqlite', folder }, error)).toMatch(
            /The history in .* cannot be used: its disk fails to read or write/,
          )
        }
        expect(await found(open(folder))).toEqual([])
        rmSync(folder, { recursive: true, force: true })
      }
    },
  )

  test.each([
    ['openSync', 'EROFS'],
    ['readSync', 'EIO'],
  ] as const)('says what hinders it (%s, %s), and never that the history is damaged', async (call, fault) => {
    const folder = mkdtempSync(join(root, 'again-'))
    cpSync(base, folder, { recursive: true })
    let problems = 0
    for (let after = 0, isMet = true; isMet; after += 1) {
      isMet = await withFault(call, fault, after, async () => {
        try {
          await open(folder).close()
        } catch (error) {
          problems += 1
          expect(error).not.toBeInstanceOf(DamagedHistory)
          const why = fault === 'EROFS' ? 'nothing can be written there' : 'its disk fails to read or write'
          expect(historyProblem({ kind: 'sqlite', folder }, error)).toContain(`cannot be used: ${why}`)
        }
      })
    }
    expect(problems).toBeGreaterThan(0)
    expect(await found(open(folder))).toEqual([])
  })
})
