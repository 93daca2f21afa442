import { expect, it } from 'vitest'
import { readSpan } from './quality-span.ts'

const day = (dayOfMonth: number, hour = 0, minute = 0): number => Date.UTC(2026, 10, dayOfMonth, hour, minute)

it('a typed span includes the day or minute of its end, and an empty end is open', () => {
  expect(readSpan({ from: '2026-11-20', to: '2026-11-21' })).toEqual({ fromMs: day(20), toMs: day(22), errors: {} })
  expect(readSpan({ from: ' 2026-11-20 08:00', to: '2026-11-20T08:00 ' })).toEqual({
    fromMs: day(20, 8),
    toMs: day(20, 8, 1),
    errors: {},
  })
  expect(readSpan({ from: '', to: '' })).toEqual({ fromMs: 0, toMs: Number.POSITIVE_INFINITY, errors: {} })
})

it.each([
  ['2026-02-30', '', 'from'],
  ['20 Nov', '', 'from'],
  ['', '2026-11-20 24:00', 'to'],
  ['', '2026-11', 'to'],
  ['2026-11-21', '2026-11-20', 'to'],
] as const)('a span from %j to %j is refused at its field, and nothing is counted', (from, to, field) => {
  const read = readSpan({ from, to })
  expect(Object.keys(read.errors)).toEqual([field])
  expect(read.toMs).toBeLessThanOrEqual(read.fromMs)
})
