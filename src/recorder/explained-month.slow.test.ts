// @vitest-environment node
/** A month of options: second-order greeks must reduce the unexplained part of each day. */
import { expect, test } from 'vitest'
import { abs, add, type Decimal, sub, sum, toNumber } from '../core/domain/decimal.ts'
import { explainLines, type Explanation } from '../core/domain/explain.ts'
import { must } from '../core/domain/must.ts'
import { dayMs, hourMs } from '../core/domain/time.ts'
import { explanationOf } from '../testing/recorder/explained-history.ts'
import { flatten } from '../testing/recorder/lapse-trades.ts'
import { startTimeLapse } from '../testing/recorder/time-lapse.ts'
import { sqlStore } from './store/sql-store.ts'
import { openSqlite } from './store/sqlite.ts'

const days = 30

const secondOrder = ({ lines }: Explanation): Decimal => sum([lines.vanna, lines.volga, lines.charm])
const sizeOf = (values: readonly Decimal[]): number => toNumber(sum(values.map(abs)))

test('vanna, volga and charm leave less of a month unexplained, and the lines of each day still add up to the cent', async () => {
  const store = sqlStore(openSqlite(':memory:'))
  const lapse = await startTimeLapse({ seed: 'month', instruments: 400 })
  const recorder = must(await lapse.record(store, 'one'), 'a recorder')
  await recorder.step()
  for (let day = 0; day < days; day += 1) {
    if (day % 2 === 0) {
      await flatten(lapse)
      await lapse.trade(lapse.nearOption('call', 7 * dayMs), 'buy', '5')
      await lapse.trade(lapse.nearOption('put', 7 * dayMs), 'sell', '2')
    }
    for (let hour = 0; hour < 24; hour += 1) {
      lapse.line.isDown = true
      lapse.cutSockets()
      await lapse.pass(hourMs)
      lapse.line.isDown = false
      await recorder.step()
    }
  }
  const endMs = lapse.nowMs()
  const spans = Array.from({ length: days }, (_, day) => ({
    fromMs: endMs - (day + 1) * dayMs,
    toMs: endMs - day * dayMs,
  }))
  const explained = await Promise.all(spans.map(span => explanationOf(store, lapse.owner, span, endMs)))
  for (const { lines, change } of explained) expect(sub(sum(explainLines.map(line => lines[line])), change)).toBe('0')
  const unexplained = sizeOf(explained.map(({ lines }) => lines.rest))
  const before = sizeOf(explained.map(each => add(each.lines.rest, secondOrder(each))))
  process.stdout.write(
    `Unexplained of ${days} days: ${before} USD without vanna, volga and charm, ${unexplained} USD with them\n`,
  )
  expect(unexplained).toBeLessThan(before / 2)
})
