import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Alert, alertKinds, marginOf, stepAlert } from './alert.ts'
import { dec, type Decimal, gte } from './decimal.ts'

const price: Alert = { id: 'a', kind: 'price', subject: 'BTC-USD-PERPETUAL', direction: 'above', level: dec('100000') }

function reportedAt(alert: Alert, values: readonly Decimal[]): number[] {
  let now = alert
  return values.flatMap((value, index) => {
    const { next, isReported } = stepAlert(now, value, index)
    now = next
    return isReported ? [index] : []
  })
}
const run = (alert: Alert, ...values: number[]): number[] =>
  reportedAt(
    alert,
    values.map(value => dec(String(value))),
  )

describe('an alert', () => {
  test('is told once at its crossing, the level itself being beyond', () => {
    expect(run(price, 99_000, 99_999, 100_000, 100_500, 101_000)).toEqual([2])
    expect(run({ ...price, direction: 'below' }, 101_000, 100_000, 99_000)).toEqual([1])
  })
  test('is not told where its figure was beyond from the start, until it has been back', () => {
    expect(run(price, 100_500, 100_600, 99_000, 100_200)).toEqual([3])
  })
  test('is told again only after the figure was back by its margin', () => {
    expect(run(price, 99_000, 100_001, 99_999, 100_001, 99_901, 100_001, 99_900, 100_001)).toEqual([1, 7])
  })
  test('of a profit or a delta of nothing has a margin all the same', () => {
    expect(run({ ...price, kind: 'upnl', subject: '*', level: dec('0') }, -5, 1, -0.5, 1, -1, 1)).toEqual([1, 5])
    expect(marginOf({ kind: 'delta', level: dec('0') })).toBe('0.01')
  })
  test('of every kind is told once where its figure trembles about the level by less than its margin', () => {
    for (const kind of alertKinds) {
      const alert: Alert = { ...price, kind, direction: 'below', level: dec('50') }
      const margin = Number(marginOf(alert))
      expect(margin, kind).toBeGreaterThan(0)
      expect(run(alert, 60, 50, 50 + margin / 2, 49, 50 + margin, 50), kind).toEqual([1, 5])
    }
  })
  test('is told at most once between two moments at which the figure was back', () => {
    const values = fc.array(fc.integer({ min: 99_000, max: 101_000 }).map(value => dec(String(value))))
    fc.assert(
      fc.property(values, given => {
        const reported = reportedAt(price, given)
        for (const [from, to] of reported.map((at, index) => [reported[index - 1] ?? -1, at] as const)) {
          expect(gte(given[to]!, price.level)).toBe(true)
          expect(given.slice(from + 1, to).some(value => !gte(value, price.level))).toBe(true)
        }
      }),
    )
  })
})
