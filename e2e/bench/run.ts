/**
 * `npm run bench`: runs all benchmarks, or those named, and prints one table of ratios and exponents with met and
 * missed goals. A missed goal is not a failure, since speed depends on the machine; a benchmark that throws is, and the
 * others still run.
 */
import type { Bench, BenchRow } from './bench.ts'
import { bench as drag } from './drag.bench.ts'
import { bench as exchangeInfo } from './exchange-info.bench.ts'
import { bench as flow } from './flow.bench.ts'
import { bench as orders } from './orders.bench.ts'
import { bench as positionsPoll } from './positions-poll.bench.ts'
import { bench as quality } from './quality.bench.ts'
import { bench as replay } from './replay.bench.ts'
import { bench as solve } from './solve.bench.ts'
import { bench as start } from './start.bench.ts'
import { say } from '../tools/arguments.ts'

const benches: readonly Bench[] = [start, positionsPoll, drag, exchangeInfo, flow, orders, quality, replay, solve]
const columns = ['what', 'size', 'floor', 'measured', 'ratio', 'goal', 'growth'] as const

const amount = (value: number, unit: string): string => `${value < 10 ? value.toFixed(2) : value.toFixed(1)} ${unit}`

function growthOf(rows: readonly BenchRow[]): number | undefined {
  const points = rows.flatMap(row =>
    row.size === undefined || row.measured <= 0 ? [] : [[Math.log(row.size), Math.log(row.measured)] as const],
  )
  if (points.length < 2) return undefined
  const meanX = points.reduce((sum, [x]) => sum + x, 0) / points.length
  const meanY = points.reduce((sum, [, y]) => sum + y, 0) / points.length
  const spread = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0)
  return points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0) / spread
}

const ratioOf = ({ floor, measured }: BenchRow): number | undefined =>
  floor === undefined ? undefined : measured / floor

function isMet(row: BenchRow): boolean {
  const ratio = ratioOf(row)
  return 'ratio' in row.goal ? ratio !== undefined && ratio <= row.goal.ratio : row.measured <= row.goal.limit
}

function lineOf(row: BenchRow, growth: number | undefined): readonly string[] {
  const { name, size, unit, floor, measured, goal } = row
  const ratio = ratioOf(row)
  const wanted = 'ratio' in goal ? `≤ ${goal.ratio} ×` : `≤ ${goal.limit} ${unit}`
  return [
    name,
    size?.toLocaleString('en') ?? '',
    floor === undefined ? '' : amount(floor, unit),
    amount(measured, unit),
    ratio === undefined ? '' : `${ratio.toFixed(2)} ×`,
    `${wanted} ${isMet(row) ? 'met' : 'missed'}`,
    growth === undefined ? '' : `n^${growth.toFixed(2)}`,
  ]
}

function printTable(rows: readonly BenchRow[]): void {
  const lines = rows.map(row => {
    const family = rows.filter(each => each.name === row.name)
    return lineOf(row, row === family.at(-1) ? growthOf(family) : undefined)
  })
  const widths = columns.map((title, index) => Math.max(title.length, ...lines.map(line => line[index]?.length ?? 0)))
  const print = (line: readonly string[]): void =>
    say(
      line
        .map((cell, index) => (index === 0 ? cell.padEnd(widths[index] ?? 0) : cell.padStart(widths[index] ?? 0)))
        .join('  '),
    )
  print(columns)
  print(widths.map(width => '─'.repeat(width)))
  for (const line of lines) print(line)
}

const names = process.argv.slice(2)
const chosen = names.length === 0 ? benches : benches.filter(bench => names.includes(bench.name))
if (chosen.length === 0) {
  say(`There is no bench of that name. There are ${benches.map(bench => bench.name).join(', ')}.`)
  process.exit(2)
}
const rows: BenchRow[] = []
const broken: string[] = []
for (const bench of chosen) {
  say(`▶ ${bench.name}: ${bench.about}`)
  try {
    rows.push(...(await bench.run(line => say(`  ${line}`))))
  } catch (error) {
    broken.push(bench.name)
    say(`  broken: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  }
}
say('')
if (rows.length > 0) printTable(rows)
const missed = rows.filter(row => !isMet(row))
say(`${rows.length - missed.length} of ${rows.length} goals met.`)
for (const { name, size } of missed)
  say(`  missed: ${name}${size === undefined ? '' : `, ${size.toLocaleString('en')}`}`)
if (broken.length > 0) say(`Broken: ${broken.join(', ')}.`)
process.exit(broken.length > 0 ? 1 : 0)
