import { assert, integer, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cycleEnd, cycleMs, hourMs, isRecvWindow, lifeWindow, minuteMs, recvWindowMax } from './time.ts'

const noon = Date.UTC(2026, 11, 1, 12)

describe('life in cycles', () => {
  test.each([
    ['the rest of the current cycle', 1, 3 * minuteMs, 10 * minuteMs],
    ['a whole cycle, from its first moment', 1, 0, 10 * minuteMs],
    ['its last moment only', 1, 10 * minuteMs - 1, 10 * minuteMs],
    ['the rest and one full cycle', 2, 3 * minuteMs, 20 * minuteMs],
    ['an hour of them', 6, 9 * minuteMs, hourMs],
  ])('%s', (_, recvWindow, placed, end) => expect(cycleEnd(recvWindow, noon + placed) - noon).toBe(end))

  test('ends between n - 1 and n cycles from now, at the end of a cycle', () => {
    assert(
      property(
        integer({ min: 1, max: recvWindowMax }),
        integer({ min: 0, max: 2_000_000_000_000 }),
        (recvWindow, placedMs) => {
          const end = cycleEnd(recvWindow, placedMs)
          const { earliestEndMs, latestEndMs } = lifeWindow(recvWindow, placedMs)
          expect(end % cycleMs).toBe(0)
          expect(end).toBeGreaterThan(earliestEndMs)
          expect(end).toBeLessThanOrEqual(latestEndMs)
        },
      ),
    )
  })

  test.each([
    [1, true],
    [65_534, true],
    [0, false],
    [65_535, false],
    [-1, false],
    [1.5, false],
    [Number.NaN, false],
  ])('recv_window %d: %s', (value, expected) => expect(isRecvWindow(value)).toBe(expected))
})
