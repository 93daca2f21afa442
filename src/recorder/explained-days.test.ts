// @vitest-environment node
/**
 * Without an open browser: the page's later explanation must match the exchange's books to the cent. `npm run tool --
 * record-week` runs a week, four days of it with the browser closed, and prints the figures.
 */
import { expect, test } from 'vitest'
import { type Decimal, roundTo, sub, sum } from '../core/domain/decimal.ts'
import { explainLines } from '../core/domain/explain.ts'
import { hourMs, minuteMs } from '../core/domain/time.ts'
import { equityAtExchange, explanationOf } from '../testing/recorder/explained-history.ts'
import { flatten, tradeNext } from '../testing/recorder/lapse-trades.ts'
import { offLedger, realisedOfHistory } from '../testing/recorder/realised-of-history.ts'
import { startTimeLapse } from '../testing/recorder/time-lapse.ts'
import { sqlStore } from './store/sql-store.ts'
import { openSqlite } from './store/sqlite.ts'

const isWeek = process.env['RECORDER_DAYS'] !== undefined
const days = Number.parseFloat(process.env['RECORDER_DAYS'] ?? '0.75')
const stepMs = (isWeek ? Number.parseInt(process.env['RECORDER_STEP_MINUTES'] ?? '1', 10) : 60) * minuteMs
const closedPart = 4 / 7
const tradeEveryMs = (isWeek ? 4 : 2) * hourMs

test('the P&L of days with the browser closed is explained to the cent, with nothing that moved cash unexplained, and realised is the ledger’s to the cent', async () => {
  const store = sqlStore(openSqlite(':memory:'))
  const lapse = await startTimeLapse({ seed: 'closed' })
  const recorder = await lapse.record(store, 'one')
  await recorder?.step()
  const cashBefore = lapse.cashOf('USD') as Decimal
  const steps = Math.round((days * 24 * hourMs) / stepMs)
  const [closedAt, openedAt] = [Math.round(steps * 0.1), Math.round(steps * (0.1 + closedPart))]
  const books = new Map<number, Decimal>()
  let trades = 0
  for (let step = 1; step <= steps; step += 1) {
    // Not at the time of a sample: the order of trade and sample would be unclear.
    await lapse.pass(stepMs / 2)
    if ((step * stepMs) % tradeEveryMs < stepMs) await tradeNext(lapse, (trades += 1))
    await lapse.pass(stepMs / 2)
    await recorder?.step()
    books.set(lapse.nowMs(), equityAtExchange(lapse))
  }
  // Samples old enough that the page has thinned them to the first of each hour.
  const times = [...books.keys()]
  const [closedMs, openedMs] = [times[closedAt - 1] ?? 0, times[openedAt - 1] ?? 0]
  const told = await explanationOf(store, lapse.owner, { fromMs: closedMs, toMs: openedMs }, lapse.nowMs())
  expect([told.fromMs - closedMs < hourMs, openedMs - told.toMs < hourMs]).toEqual([true, true])
  // Difference of the two displayed figures, in cents.
  const changed = sub(roundTo(books.get(told.toMs) as Decimal, 2), roundTo(books.get(told.fromMs) as Decimal, 2))
  expect(told.change).toBe(changed)
  expect(sum(explainLines.map(line => told.lines[line]))).toBe(changed)
  expect([told.lines.cash, told.flags]).toEqual(['0', []])
  expect(explainLines.filter(line => told.lines[line] !== '0')).toEqual(
    expect.arrayContaining(['delta', 'theta', 'trades', 'funding']),
  )
  while (lapse.positions().length > 0) {
    await flatten(lapse)
    await recorder?.step()
  }
  for (let minute = 0; minute < 3; minute += 1) {
    await lapse.pass(minuteMs)
    await recorder?.step()
  }
  const realised = await realisedOfHistory(store, lapse.owner, lapse.nowMs(), new Map())
  const ledger = sub(lapse.cashOf('USD') as Decimal, cashBefore)
  expect(offLedger(realised, ledger)).toBe('0')
  if (!isWeek) return
  const figures = [
    ...explainLines.map(line => `${line} ${told.lines[line]}`),
    `sum ${told.change}`,
    `exchange ${changed}`,
  ]
  const hours = (told.toMs - told.fromMs) / hourMs
  process.stdout.write(
    `Closed for ${hours} hours, explained in ${told.steps} steps: ${figures.join(', ')}; realised ${realised.total}, ledger ${ledger}\n`,
  )
})
