// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { afterTables, tableStarts } from './after-tables.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Long enough for a picture, and no longer than a table is waited for. */
const picturesMs = 600

test('on a screen without tables it follows the next picture', () => {
  const run = vi.fn<() => void>()
  afterTables(run)
  expect(run).not.toHaveBeenCalled()
  vi.advanceTimersByTime(picturesMs)
  expect(run).toHaveBeenCalledTimes(1)
})

test('it waits for every table that has rows, and for the picture of the last of them', () => {
  const run = vi.fn<() => void>()
  const [first, second] = [tableStarts(), tableStarts()]
  afterTables(run)
  vi.advanceTimersByTime(picturesMs)
  first()
  // Said twice it counts once.
  first()
  vi.advanceTimersByTime(picturesMs)
  expect(run).not.toHaveBeenCalled()
  second()
  expect(run).not.toHaveBeenCalled()
  vi.advanceTimersByTime(picturesMs)
  expect(run).toHaveBeenCalledTimes(1)
})

test('a table that is never drawn holds it up for a while and not for ever', () => {
  const run = vi.fn<() => void>()
  const end = tableStarts()
  afterTables(run)
  vi.advanceTimersByTime(1_000)
  expect(run).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1_500)
  expect(run).toHaveBeenCalledTimes(1)
  end()
  vi.advanceTimersByTime(picturesMs)
  expect(run).toHaveBeenCalledTimes(1)
})

test('called off it does not run, neither before the tables are drawn nor after', () => {
  const run = vi.fn<() => void>()
  const end = tableStarts()
  const callOff = afterTables(run)
  vi.advanceTimersByTime(picturesMs)
  callOff()
  const later = afterTables(run)
  end()
  later()
  vi.advanceTimersByTime(3_000)
  expect(run).not.toHaveBeenCalled()
})
