/** Stored samples. Their positions are in a separate table (`packed-positions.ts`). */
import type { Owner } from '../../core/domain/owner.ts'
import type { FirstPositions, Sample, SamplePosition } from '../../core/domain/sample.ts'
import { mostPositionsEachMinute } from '../../core/domain/thinning.ts'
import { hourMs } from '../../core/domain/time.ts'
import { dayStretchMs, type Grain, grainAfter } from '../accounts/retention.ts'
import { packPositions, unpackPositions } from './packed-positions.ts'
import { columnsOf, DamagedHistory, intact } from './row-sum.ts'
import { minuteOf } from './rows.ts'
import { bytesOf, numberOf, type Sql, type SqlRow, textOf, ownerColumns } from './sql.ts'
import type { LightSample } from './store.ts'

type Reader = Pick<Sql, 'all'>

export const parametersFrom = (first: number, count: number): string =>
  Array.from({ length: count }, (_, index) => `$${first + index}`).join(', ')

/** Conditions written so that each database uses its index. */
const coarser: Readonly<Record<Grain, string>> = { 0: '', 1: ' AND grain >= 1', 2: ' AND grain >= 1 AND grain >= 2' }

interface SamplesAsked {
  readonly fromMs: number
  readonly toMs: number
  readonly grain: Grain
  readonly most: number
}

export async function readSamples(
  sql: Reader,
  owner: Owner,
  { fromMs, toMs, grain, most }: SamplesAsked,
): Promise<readonly LightSample[]> {
  const found = await sql.all(
    `SELECT minute, ${columnsOf('samples')} FROM samples WHERE venue = $1 AND account = $2 AND minute >= $3 AND minute < $4${coarser[grain]} ORDER BY minute LIMIT $5`,
    [...ownerColumns(owner), minuteOf(fromMs), toMs, most],
  )
  return found.map(sampleOf).filter(sample => sample.atMs >= fromMs && sample.atMs < toMs)
}

export async function readFullSamples(
  sql: Reader,
  owner: Owner,
  timesMs: readonly number[],
): Promise<readonly Sample[]> {
  const minutes = [...new Set(timesMs.map(minuteOf))].sort((a, b) => a - b)
  if (minutes.length === 0) return []
  const found = await sql.all(
    `SELECT minute, ${columnsOf('samples')} FROM samples WHERE venue = $1 AND account = $2 AND minute IN (${parametersFrom(3, minutes.length)}) ORDER BY minute`,
    [...ownerColumns(owner), ...minutes],
  )
  const positions = await positionsAt(sql, owner, minutes)
  return found.map(row => {
    const light = sampleOf(row)
    const whole = positions.get(numberOf(row, 'minute'))
    return whole === undefined ? light : { ...light, positions: whole }
  })
}

function sampleOf(row: SqlRow): LightSample {
  const sample = JSON.parse(textOf(intact('samples', row), 'body')) as LightSample
  if (minuteOf(sample.atMs) !== numberOf(row, 'minute'))
    throw new DamagedHistory('a row of samples is of another minute')
  return sample
}

async function packedAt(sql: Reader, owner: Owner, minutes: readonly number[]): Promise<ReadonlyMap<number, SqlRow>> {
  if (minutes.length === 0) return new Map()
  const found = await sql.all(
    `SELECT ${columnsOf('sample_positions')} FROM sample_positions WHERE venue = $1 AND account = $2 AND minute IN (${parametersFrom(3, minutes.length)})`,
    [...ownerColumns(owner), ...minutes],
  )
  return new Map(found.map(row => [numberOf(row, 'minute'), intact('sample_positions', row)]))
}

const baseOf = (row: SqlRow): number | undefined => (row['base'] === null ? undefined : numberOf(row, 'base'))

async function positionsAt(
  sql: Reader,
  owner: Owner,
  minutes: readonly number[],
): Promise<ReadonlyMap<number, readonly SamplePosition[]>> {
  const packed = await packedAt(sql, owner, minutes)
  const bases = [...packed.values()].flatMap(row => baseOf(row) ?? []).filter(base => !packed.has(base))
  const all = new Map([...packed, ...(await packedAt(sql, owner, [...new Set(bases)]))])
  const unpacked = new Map<number, readonly SamplePosition[]>()
  const unpack = (minute: number): readonly SamplePosition[] | undefined => {
    const row = all.get(minute)
    if (row === undefined) return undefined
    const base = baseOf(row)
    const known =
      unpacked.get(minute) ?? unpackPositions(bytesOf(row, 'body'), base === undefined ? undefined : unpack(base))
    unpacked.set(minute, known)
    return known
  }
  return new Map([...packed.keys()].map(minute => [minute, unpack(minute) ?? []]))
}

export async function readFirstPositions(sql: Reader, owner: Owner): Promise<FirstPositions | undefined> {
  const [first] = await sql.all(
    'SELECT minute FROM sample_positions WHERE venue = $1 AND account = $2 AND grain >= 2 ORDER BY minute LIMIT 1',
    ownerColumns(owner),
  )
  const [sample] = first === undefined ? [] : await readFullSamples(sql, owner, [numberOf(first, 'minute')])
  return sample === undefined ? undefined : { atMs: sample.atMs, positions: sample.positions ?? [] }
}

/** The last stored minute up to this one, in its part of the day. */
async function lastMinute(
  sql: Reader,
  table: 'samples' | 'sample_positions',
  owner: Owner,
  minute: number,
): Promise<number | undefined> {
  const [last] = await sql.all(
    `SELECT minute FROM ${table} WHERE venue = $1 AND account = $2 AND minute >= $3 AND minute <= $4 ORDER BY minute DESC LIMIT 1`,
    [...ownerColumns(owner), dayStretchMs(minute), minute],
  )
  return last === undefined ? undefined : numberOf(last, 'minute')
}

/** Positions from which later samples of the hour are stored as differences. */
export interface HourBase {
  readonly minute: number
  readonly positions: readonly SamplePosition[]
}

/** Last write of the account's only writer, cached to avoid a query. */
export interface LastWritten {
  readonly minute: number
  readonly positionMinute: number | undefined
  readonly base: HourBase | undefined
}

export async function writeSample(
  sql: Sql,
  owner: Owner,
  sample: Sample,
  before: LastWritten | undefined,
): Promise<LastWritten | undefined> {
  const minute = minuteOf(sample.atMs)
  const { positions, ...light } = sample
  // After the clock was set back, the cached write is in the future.
  const known = before !== undefined && before.minute <= minute ? before : undefined
  const last = known?.minute ?? (await lastMinute(sql, 'samples', owner, minute))
  if (last === minute) return undefined
  const written = positions === undefined ? undefined : await writePositions(sql, { owner, minute, positions }, known)
  const grain = Math.max(grainAfter(minute, last), written?.grain ?? 0)
  await sql.all('INSERT INTO samples (venue, account, minute, grain, body) VALUES ($1, $2, $3, $4, $5)', [
    ...ownerColumns(owner),
    minute,
    grain,
    JSON.stringify(light),
  ])
  return {
    minute,
    positionMinute: written === undefined ? known?.positionMinute : minute,
    base: written?.base ?? known?.base,
  }
}

interface PositionsOf {
  readonly owner: Owner
  readonly minute: number
  readonly positions: readonly SamplePosition[]
}

/** Undefined if positions are not written, as for an account with very many. */
async function writePositions(
  sql: Sql,
  { owner, minute, positions }: PositionsOf,
  known: LastWritten | undefined,
): Promise<{ readonly grain: Grain; readonly base: HourBase | undefined } | undefined> {
  const grain = grainAfter(minute, known?.positionMinute ?? (await lastMinute(sql, 'sample_positions', owner, minute)))
  const isFirstOfHour = grain > 0
  if (!isFirstOfHour && positions.length > mostPositionsEachMinute) return undefined
  const base = isFirstOfHour ? undefined : await hourBase(sql, owner, minute, known?.base)
  await sql.all(
    'INSERT INTO sample_positions (venue, account, minute, grain, base, body) VALUES ($1, $2, $3, $4, $5, $6)',
    [...ownerColumns(owner), minute, grain, base?.minute ?? null, packPositions(positions, base?.positions)],
  )
  return { grain, base: isFirstOfHour ? { minute, positions } : base }
}

async function hourBase(
  sql: Reader,
  owner: Owner,
  minute: number,
  known: HourBase | undefined,
): Promise<HourBase | undefined> {
  const hour = Math.floor(minute / hourMs) * hourMs
  if (known !== undefined && known.minute >= hour && known.minute < minute) return known
  const [first] = await sql.all(
    `SELECT ${columnsOf('sample_positions')} FROM sample_positions
     WHERE venue = $1 AND account = $2 AND minute >= $3 AND minute < $4 AND grain >= 1 ORDER BY minute LIMIT 1`,
    [...ownerColumns(owner), hour, minute],
  )
  if (first === undefined) return undefined
  return {
    minute: numberOf(first, 'minute'),
    positions: unpackPositions(bytesOf(intact('sample_positions', first), 'body')),
  }
}
