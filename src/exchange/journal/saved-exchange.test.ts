// @vitest-environment node
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sqlite, { type Database } from 'node-sqlite3-wasm'
import { describe, expect, test } from 'vitest'
import { dec } from '../../core/domain/decimal.ts'
import { clientOrderId } from '../../core/domain/ids.ts'
import { type EpochMicros, micros } from '../../core/domain/time.ts'
import { createExchange } from '../sandbox/engine/create-exchange.ts'
import { firstRules, latestRules } from '../sandbox/engine/rules.ts'
import type { Command, Exchange } from '../sandbox/exchange.ts'
import { DamagedJournal } from '../sandbox/host/stored-exchange.ts'
import { journaled, type JournalEntry, storedEntry } from '../sandbox/journal/journal-entry.ts'
import { createMarket } from '../sandbox/market/create-market.ts'
import { putMeta } from './journal-format.ts'
import { readJournal } from './read-journal.ts'
import { type ExchangeSettings, forgetExchange, openSavedExchange, type SavedExchange } from './saved-exchange.ts'
import { savedExchanges } from './saved-exchange.fixture.ts'
import { writeJournal } from './write-journal.ts'
import { firmLimit } from '../../testing/order.fixture.ts'

const { folder, settings, open, shut, abandon } = savedExchanges('kept')

async function problemOf(change: Partial<ExchangeSettings> = {}): Promise<string> {
  const answer = await openSavedExchange({ ...settings(), ...change })
  if (!answer.ok) return answer.problem
  answer.saved.close()
  throw new Error('it started')
}

const startMicros = Date.UTC(2026, 11, 1, 12) * 1_000
const at = (second: number): EpochMicros => micros(startMicros + second * 1_000_000)
const symbol = 'BTC-USD-PERPETUAL'

const place = (id: string, side: 'buy' | 'sell', price: string): Command => ({
  kind: 'place',
  account: 'ann',
  text: id,
  order: {
    symbol,
    ...firmLimit,
    side,
    recv_window: 100,
    quantity: dec('0.01'),
    price: dec(price),
    client_order_id: clientOrderId(id),
  },
})

function live({ exchange }: SavedExchange, from = 0): void {
  exchange.apply({ kind: 'open_account', account: 'ann' }, at(from))
  exchange.apply(place(`a${from}`, 'buy', '900000'), at(from + 1))
  exchange.apply(place(`b${from}`, 'buy', '1000'), at(from + 2))
  exchange.apply({ kind: 'tick' }, at(from + 3))
  exchange.apply(place(`c${from}`, 'sell', '800000'), at(from + 4))
  exchange.apply({ kind: 'cancel', account: 'ann', key: { client_order_id: clientOrderId(`b${from}`) } }, at(from + 5))
  exchange.apply(place(`d${from}`, 'sell', '0.3'), at(from + 6))
}

const filesOf = (): string[] =>
  readdirSync(folder())
    .filter(name => statSync(join(folder(), name)).isFile() && name !== 'lock')
    .map(
      name =>
        `${name} ${createHash('sha256')
          .update(readFileSync(join(folder(), name)))
          .digest('hex')}`,
    )

describe('an exchange that is kept', () => {
  test('remembers the key that signs its tokens, readable by its user alone', async () => {
    const saved = await open()
    const { signingKey } = saved
    abandon(saved)
    expect((await open()).signingKey).toEqual(signingKey)
    expect(statSync(join(folder(), 'token-key.json')).mode & 0o077).toBe(0)
  })

  test('in memory leaves no trace', async () => {
    const before = readdirSync(folder())
    const saved = await open({ data: 'memory' })
    live(saved)
    expect(readdirSync(folder())).toEqual(before)
    expect(existsSync('memory')).toBe(false)
  })

  test('is given up by a reset, and nothing else in its folder', async () => {
    writeFileSync(join(folder(), 'notes.txt'), 'mine')
    const saved = await open()
    live(saved)
    expect(await forgetExchange(folder())).toContain('in use')
    shut(saved)
    expect(await forgetExchange(folder())).toBeUndefined()
    expect(readdirSync(folder())).toEqual(['notes.txt'])
    expect((await open()).replayed).toBe(0)
  })
})

describe('a journal of the first format', () => {
  /** A journal from before liquidations existed: an account bought all it could and lost more than it had. */
  function writtenBefore(): Exchange {
    const { seed, market: mode, instruments } = settings()
    const market = createMarket({ seed, mode, instruments, frozenAtMs: 0 })
    const exchange = createExchange({ market, rules: firstRules })
    const entries: JournalEntry[] = []
    const saved = journaled(exchange, written => void entries.push(...written))
    saved.apply({ kind: 'open_account', account: 'ann' }, at(0))
    for (let second = 1; second <= 30; second += 1) {
      const order = { symbol, market_id: '0', side: 'buy', type: 'MARKET', time_in_force: 'IOC', quantity: dec('2') }
      const buy: Command = {
        kind: 'place',
        account: 'ann',
        text: '',
        order: { ...order, client_order_id: clientOrderId(`a${second}`) },
      }
      saved.apply(buy, at(second))
    }
    const shift = { base: 'BTC', fromSecond: startMicros / 1_000_000 + 40, factor: 0.4 }
    entries.push({ kind: 'control', at: at(35), control: { clock: { aheadMs: 0 }, shifts: [shift] } })
    market.shift(shift)
    for (let second = 41; second <= 50; second += 1) saved.apply({ kind: 'tick' }, at(second))
    saved.apply(place('after', 'buy', '1000'), at(51))
    const header = { seed, market: mode, instruments, frozenAtMs: 0, openedAtMs: startMicros / 1_000 }
    const writer = writeJournal(folder(), header)
    writer.append(entries.map(storedEntry).map(entry => ({ ...entry, outcome: entry.outcome.split('\n')[0] ?? '' })))
    writer.close()
    changeFile(db => putMeta(db, 'header', { ...header, format: 1 }))
    return exchange
  }
  const stateOf = ({ digest }: Exchange): string =>
    digest()
      .replace(/"now":\d+,/, '')
      .replace(/"rules":\d/, '')
  const openedBefore = (saved: SavedExchange, second: number) => saved.exchange.positions('ann', at(second)).length

  test('is taken over with its past unchanged, and from then on accounts are held to their margin', async () => {
    const before = writtenBefore()
    const saved = await open()
    expect(saved.replayed).toBe(34)
    expect(stateOf(saved.exchange)).toBe(stateOf(before))
    expect([before.rules(), saved.exchange.rules()]).toEqual([firstRules, latestRules])
    expect(openedBefore(saved, 60)).toBe(1)
    for (let second = 60; second <= 90; second += 1) saved.exchange.apply({ kind: 'tick' }, at(second))
    saved.exchange.apply(place('last', 'buy', '1000'), at(91))
    expect(openedBefore(saved, 91)).toBe(0)
    const state = stateOf(saved.exchange)
    abandon(saved)
    const again = await open()
    expect(stateOf(again.exchange)).toBe(state)
    shut(again)
    expect(stateOf((await open()).exchange)).toBe(state)
  })

  test('is one of the present format from then on, which programs that know earlier ones alone refuse', async () => {
    writtenBefore()
    shut(await open())
    const journal = readJournal(folder())
    journal?.close()
    expect(journal?.header).toMatchObject({ format: 4 })
  })
})

describe('a start is refused, in words that say what to do', () => {
  test.each([
    [{ seed: 'other' }, 'SANDBOX_SEED=kept', 'SANDBOX_SEED=other'],
    [{ market: 'frozen' as const }, 'SANDBOX_MARKET=live', 'SANDBOX_MARKET=frozen'],
    [{ instruments: 200 }, 'SANDBOX_INSTRUMENTS=100', 'SANDBOX_INSTRUMENTS=200'],
  ])('with settings other than those it was opened with: %j', async (change, had, wants) => {
    shut(await open())
    const problem = await problemOf(change)
    for (const part of [had, wants, 'SANDBOX_DATA', '--reset']) expect(problem).toContain(part)
  })

  test('where another process has the folder', async () => {
    await open()
    expect(await problemOf()).toMatch(/in use by another Legwork \(process \d+\).*SANDBOX_DATA=memory/)
  })

  test('where the token key is no key', async () => {
    shut(await open())
    writeFileSync(join(folder(), 'token-key.json'), '{"kty":"oct","k":"AAAA"}')
    expect(await problemOf()).toMatch(/token-key\.json is not a key .* delete it/)
  })
})

const damages: readonly (readonly [name: string, damage: () => void])[] = [
  ['overwritten', () => writeFileSync(join(folder(), 'journal.sqlite'), 'these are my notes'.repeat(500))],
  [
    'cut off',
    () => truncateSync(join(folder(), 'journal.sqlite'), statSync(join(folder(), 'journal.sqlite')).size - 5_000),
  ],
  ['gone', () => rmSync(join(folder(), 'journal.sqlite'))],
  ['of another program', () => inFile('PRAGMA application_id = 7')],
  [
    'of a later format',
    () => inFile(`UPDATE meta SET value = replace(value, '"format":4', '"format":5') WHERE name = 'header'`),
  ],
  ['without an entry', () => inFile('DELETE FROM entries WHERE seq = 9')],
  ['without its last entry', () => inFile('DELETE FROM entries WHERE seq = (SELECT max(seq) FROM entries)')],
  [
    'with an outcome that was changed',
    () => inFile(`UPDATE entries SET outcome = replace(outcome, '0.01', '0.02') WHERE seq = 10`),
  ],
  [
    'with an entry of before the snapshot that was changed',
    () => inFile('UPDATE entries SET at = at + 1 WHERE seq = 2'),
  ],
  [
    'with a snapshot that was changed',
    () => inFile(`UPDATE live SET body = CAST(replace(CAST(body AS TEXT), '1000000', '2000000') AS BLOB)`),
  ],
  ['with a part of the snapshot missing', () => inFile('DELETE FROM ended')],
  ['with noise in its middle', () => flipEvery(997)],
]

function allSaid(): string {
  const db = new sqlite.Database(join(folder(), 'journal.sqlite'), { readOnly: true })
  db.exec('PRAGMA locking_mode = EXCLUSIVE')
  const rows = db.all('SELECT seq, at, what, outcome FROM entries ORDER BY seq')
  db.close()
  return JSON.stringify(rows)
}

function saidOrRefused(): string | undefined {
  try {
    const journal = readJournal(folder())
    const { ended = [], live: alive = [] } = journal?.snapshot ?? {}
    const archived = [...(journal?.archive?.all() ?? [])]
    const found = Array.from({ length: 71 }, (_, index) =>
      ['a', 'b', 'c', 'd'].map(name => journal?.archive?.byClientOrderId('ann', clientOrderId(`${name}${index * 10}`))),
    )
    const parts = [
      journal?.header,
      journal?.control,
      [...ended],
      archived,
      found,
      [...alive],
      [...(journal?.entries() ?? [])],
    ]
    journal?.close()
    return JSON.stringify(parts) + allSaid()
  } catch (error) {
    if (error instanceof DamagedJournal) return undefined
    throw error
  }
}

const inFile = (sql: string): void => changeFile(db => db.exec(sql))

function changeFile(change: (db: Database) => void): void {
  const db = new sqlite.Database(join(folder(), 'journal.sqlite'))
  db.exec('PRAGMA locking_mode = EXCLUSIVE')
  change(db)
  db.close()
}

function flipEvery(step: number): void {
  const bytes = readFileSync(join(folder(), 'journal.sqlite'))
  for (let index = 4_096; index < bytes.length; index += step) bytes[index] = (bytes[index] ?? 0) ^ 0x5a
  writeFileSync(join(folder(), 'journal.sqlite'), bytes)
}

describe('a damaged journal', () => {
  test.each(damages)('that is %s is refused and left as it is', async (_name, damage) => {
    const first = await open()
    live(first)
    shut(first)
    const second = await open()
    live(second, 100)
    abandon(second)
    // With entries after its snapshot, all in one file.
    rmSync(join(folder(), 'journal.sqlite.lock'), { recursive: true })
    inFile(`UPDATE meta SET value = value WHERE name = 'header'`)
    damage()
    const before = filesOf()
    const problem = await problemOf()
    expect(problem).toMatch(/journal\.sqlite cannot be used: .*It was left as it is\..*--reset/)
    expect(filesOf()).toEqual(before)
    expect(readdirSync(folder())).not.toContain('lock')
  })

  test('with any one byte changed is refused, or says all it said', async () => {
    const saved = await open()
    for (let from = 0; from < 600; from += 10) live(saved, from)
    shut(saved)
    const again = await open()
    live(again, 700)
    shut(again)
    const path = join(folder(), 'journal.sqlite')
    const sound = readFileSync(path)
    const said = saidOrRefused()
    let refused = 0
    for (let index = 50; index < sound.length; index += Math.floor(sound.length / 150)) {
      const bytes = Buffer.from(sound)
      bytes[index] = (bytes[index] ?? 0) ^ 0x11
      writeFileSync(path, bytes)
      const found = saidOrRefused()
      if (found === undefined) refused += 1
      else expect(found).toBe(said)
    }
    expect(refused).toBeGreaterThan(100)
  })

  test('whose log lost its end is refused; without its head it goes on with what is there', async () => {
    const saved = await open()
    live(saved)
    abandon(saved)
    const log = join(folder(), 'journal.sqlite-wal')
    truncateSync(log, statSync(log).size - 3_000)
    const before = filesOf()
    expect(await problemOf()).toMatch(/ends with entry \d+, though 7 were written.*delete the file "head"/)
    expect(filesOf()).toEqual(before)
    rmSync(join(folder(), 'head'))
    expect((await open()).replayed).toBeLessThan(7)
  })
})

describe('a stated start of the clock', () => {
  const stated = Date.parse('2027-03-26T07:58:00Z')
  const minute = 60_000
  const nowMs = (saved: SavedExchange): number => saved.clock.now() / 1_000
  const expectAt = (saved: SavedExchange, ms: number): void => {
    expect(nowMs(saved)).toBeGreaterThanOrEqual(ms)
    expect(nowMs(saved)).toBeLessThan(ms + minute)
  }

  test('holds for an exchange in memory and for a new one that is kept, earlier or later than the machine’s time', async () => {
    for (const ms of [stated, Date.UTC(2021, 0, 1)]) {
      const inMemory = await open({ data: 'memory', clockMs: ms })
      expectAt(inMemory, ms)
    }
    const saved = await open({ clockMs: stated })
    expectAt(saved, stated)
    expect(saved.laterThanAskedMs).toBeUndefined()
  })

  test('is gone on from by later starts, killed or not, whether they state it again or not', async () => {
    const first = await open({ clockMs: stated })
    first.exchange.apply({ kind: 'open_account', account: 'ann' }, first.clock.now())
    abandon(first)
    const second = await open()
    expectAt(second, stated)
    second.exchange.apply({ kind: 'open_account', account: 'bob' }, second.clock.now())
    shut(second)
    const third = await open({ clockMs: stated })
    expectAt(third, stated)
    expect(third.laterThanAskedMs).toBeGreaterThan(stated)
  })

  test('moves a kept exchange on to a later instant, and never back to an earlier one', async () => {
    const first = await open({ clockMs: stated })
    first.exchange.apply({ kind: 'open_account', account: 'ann' }, first.clock.now())
    shut(first)
    const later = await open({ clockMs: stated + 60 * minute })
    expectAt(later, stated + 60 * minute)
    later.exchange.apply({ kind: 'open_account', account: 'bob' }, later.clock.now())
    shut(later)
    const earlier = await open({ clockMs: stated })
    expectAt(earlier, stated + 60 * minute)
    expect(earlier.laterThanAskedMs).toBeGreaterThanOrEqual(stated + 60 * minute)
  })
})
