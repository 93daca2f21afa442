import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { resolve } from 'node:path'
import { openPostgres } from '../../../src/recorder/store/postgres.ts'
import { type Database, numberOf, textOf } from '../../../src/recorder/store/sql.ts'
import { sqlStore } from '../../../src/recorder/store/sql-store.ts'
import { postgresPrograms, startPostgres } from '../../../src/testing/recorder/postgres-server.ts'
import { type Load, durableRate, fill } from './fill.ts'
import { type Measured, measure } from './measure.ts'

const mostMs = 50
const lines: string[] = []
const say = (line: string): void => {
  lines.push(line)
  process.stdout.write(`${line}\n`)
}

export async function runLoad(asked: Load): Promise<number> {
  const programs = postgresPrograms()
  if (programs === undefined) {
    say('NOT RUN: no PostgreSQL is installed here (initdb and postgres).')
    return 3
  }
  const folder = resolve('e2e/results/recorder-load')
  mkdirSync(folder, { recursive: true })
  // PostgreSQL's defaults.
  const server = await startPostgres(programs, { fsync: 'on', shared_buffers: '128MB', max_connections: '100' })
  let isOver = false
  const onError = (error: unknown): void => (isOver ? undefined : say(`A connection broke: ${String(error)}`))
  try {
    const filling = await openPostgres({
      url: `${server.url}&options=${encodeURIComponent('-c synchronous_commit=off')}`,
      onError,
    })
    say(
      `Writing ${asked.accounts} accounts × ${asked.positions} positions × ${asked.days} days, ${asked.ordersADay} orders a day and account …`,
    )
    const filled = await fill(sqlStore(filling), asked, say)
    const load = { ...asked, days: filled.days }
    await filling.close()
    const database = await openPostgres({ url: server.url, onError })
    await database.all('VACUUM ANALYZE')
    say(
      `${filled.samples} samples (${filled.withPositions} with positions) and ${filled.rows} rows in ${Math.round(filled.seconds)} s: ${Math.round((filled.samples + filled.rows) / filled.seconds)} a second (commits not waited for).`,
    )
    await saySizes(database)
    const measured = await measure(database, load, folder)
    say(`\nms, of ${cpus().length} processors with a load of ${loadavg()[0]?.toFixed(1) ?? '?'}:`)
    sayMeasured(measured)
    say(
      `With each commit on the disk: ${Math.round(await durableRate(sqlStore(database), load, 10))} samples of ${load.positions} positions a second; a minute of all accounts brings ${load.accounts}.`,
    )
    isOver = true
    await database.close()
    writeFileSync(resolve(folder, 'report.txt'), `${lines.join('\n')}\n`)
    const slow = measured.filter(each => each.databaseMs > mostMs)
    for (const each of slow)
      say(`✗ ${each.screen}: ${each.databaseMs.toFixed(1)} ms in the database, ${mostMs} are allowed`)
    return slow.length === 0 ? 0 : 1
  } finally {
    await server.stop()
  }
}

async function saySizes(database: Database): Promise<void> {
  const found = await database.all(`
    SELECT regexp_replace(relname, '_\\d{4}_\\d{2}(_\\d{2})?$', '') AS name, count(*) AS parts, sum(pg_total_relation_size(oid)) AS bytes,
      sum(pg_indexes_size(oid)) AS index_bytes, sum(greatest(reltuples, 0))::bigint AS rows
    FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace GROUP BY 1 ORDER BY 3 DESC`)
  const [whole] = await database.all('SELECT pg_database_size(current_database()) AS bytes')
  const mb = (value: number): string => `${(value / 1_048_576).toFixed(1)} MB`
  say(`\nThe database: ${whole === undefined ? '' : mb(numberOf(whole, 'bytes'))}`)
  say(
    `${'table'.padEnd(28)}${'parts'.padStart(6)}${'rows'.padStart(12)}${'size'.padStart(14)}${'of it indexes'.padStart(16)}`,
  )
  for (const row of found) {
    const number = (name: string): number =>
      typeof row[name] === 'string' ? Number.parseInt(row[name], 10) : numberOf(row, name)
    say(
      `${textOf(row, 'name').padEnd(28)}${String(number('parts')).padStart(6)}${String(number('rows')).padStart(12)}${mb(number('bytes')).padStart(14)}${mb(number('index_bytes')).padStart(16)}`,
    )
  }
}

function sayMeasured(measured: readonly Measured[]): void {
  const ms = ([median, slow]: readonly [number, number]): string =>
    `${median.toFixed(1).padStart(7)}${slow.toFixed(1).padStart(8)}`
  say(`\n${'screen'.padEnd(38)}${'rows'.padStart(6)}  in the database  query p50     p99  whole p50     p99  read by`)
  for (const { screen, rows, query, whole, databaseMs, nodes } of measured) {
    say(
      `${screen.padEnd(38)}${String(rows).padStart(6)}${databaseMs.toFixed(1).padStart(14)} ms${ms(query).padStart(19)}${ms(whole).padStart(19)}  ${nodes}`,
    )
  }
}
