import { expect, test } from 'vitest'
import { minuteOf } from './rows.ts'

test('samples of one minute have one key, and those of the next another', () => {
  const at = Date.UTC(2026, 11, 1, 12, 30)
  expect([minuteOf(at), minuteOf(at + 59_999), minuteOf(at + 60_000)]).toEqual([at, at, at + 60_000])
})
