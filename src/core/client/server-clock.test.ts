import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clockFault, createServerClock } from './server-clock.ts'
import { systemTimers } from './timers.ts'

function begin({ lacksTime = false } = {}) {
  const now = { monotonicMs: 0, wallMs: 5_000, venueMs: 1_000_000 }
  const timers = { ...systemTimers, monotonicMs: () => now.monotonicMs, wallMs: () => now.wallMs }
  let changes = 0
  const clock = createServerClock(
    timers,
    () => void (changes += 1),
    () => lacksTime,
  )
  const pass = (ms: number, venueMs = ms): void => {
    now.monotonicMs += ms
    now.wallMs += ms
    now.venueMs += venueMs
  }
  const answer = ({
    isTime = true,
    tripMs = 100,
    stampMs,
  }: {
    isTime?: boolean
    tripMs?: number
    stampMs?: number | undefined
  } = {}): void => {
    const sentMs = now.monotonicMs
    pass(tripMs / 2)
    const serverMs = stampMs ?? now.venueMs
    pass(tripMs / 2)
    clock.sample(serverMs, sentMs, now.monotonicMs, isTime)
  }
  const offMs = (): number => clock.nowMs() - now.venueMs
  return { clock, now, pass, answer, offMs, changes: () => changes }
}

describe('the venue’s clock', () => {
  test('is this machine’s before the first sample, and after it the venue’s', () => {
    const { clock, now, answer, offMs } = begin()
    expect([clock.nowMs(), clock.offsetMs(), clock.ageMs(0)]).toEqual([5_000, undefined, undefined])
    answer()
    expect([offMs(), clock.errorMs()]).toEqual([0, 50])
    expect(clock.offsetMs()).toBe(now.venueMs - now.wallMs)
  })

  test('believes the sample that proves the latest time', () => {
    const { answer, pass, offMs, clock } = begin()
    answer({ tripMs: 800 })
    pass(10)
    answer({ tripMs: 100 })
    pass(10)
    answer({ tripMs: 5_000 })
    expect([offMs(), clock.errorMs()]).toEqual([0, 50])
  })

  test('after a sleep goes by this machine’s clock and its last difference, until the next sample, whatever that is', () => {
    const { clock, now, answer, offMs } = begin()
    answer()
    // The monotonic clock was paused for an hour of sleep, and this machine's clock was set ahead as well.
    now.wallMs += 3_700_000
    now.venueMs += 3_600_000
    clock.forget()
    expect(offMs()).toBe(100_000)
    answer()
    expect(offMs()).toBe(0)
  })

  test('is taken from /time only; without it, from every answer', () => {
    const [has, lacks] = [begin(), begin({ lacksTime: true })]
    for (const { answer } of [has, lacks]) answer({ isTime: false })
    expect([has.clock.offsetMs(), lacks.offMs()]).toEqual([undefined, 0])
  })

  test('follows no answer that is earlier than it allows, nor one that /time gave before, however long they come', () => {
    for (const lacksTime of [false, true]) {
      const { answer, pass, offMs, now } = begin({ lacksTime })
      answer()
      const cachedMs = now.venueMs
      for (let polls = 0; polls < 600; polls += 1) {
        pass(2_000)
        answer({ isTime: lacksTime, stampMs: cachedMs, tripMs: 1 })
        answer({ isTime: false })
        if (!lacksTime) answer({ stampMs: cachedMs, tripMs: 1 })
        expect(Math.abs(offMs())).toBeLessThanOrEqual(60)
      }
    }
  })

  test('follows a venue whose clock jumped ahead with the first answer to /time', () => {
    const { answer, now, offMs, clock } = begin()
    answer()
    now.venueMs += 600_000
    answer({ isTime: false })
    expect(clock.isOff()).toBe(true)
    answer()
    expect([offMs(), clock.isOff()]).toEqual([0, false])
  })

  test('follows a venue whose clock was set back once it runs and no answer was later for a while', () => {
    const { answer, now, pass, offMs } = begin()
    answer()
    now.venueMs -= 600_000
    for (let asked = 0; asked < 6; asked += 1) {
      pass(5_000)
      answer()
    }
    expect(offMs()).toBe(0)
  })

  test('is not moved by a /time that lags behind, while other answers are of the present', () => {
    const { answer, now, pass, offMs } = begin()
    answer()
    for (let asked = 0; asked < 100; asked += 1) {
      pass(5_000)
      answer({ stampMs: now.venueMs - 60_000 })
      answer({ isTime: false })
    }
    expect(Math.abs(offMs())).toBeLessThanOrEqual(60)
  })

  test('gives the age of a venue timestamp; while all answers repeat, relative to the latest', () => {
    const { answer, pass, clock, now } = begin()
    answer()
    const stampMs = now.venueMs
    pass(30_000)
    answer({ isTime: false, stampMs })
    expect([clock.ageMs(stampMs), clock.hasStopped()]).toEqual([30_100, false])
    pass(0, -now.venueMs + stampMs)
    for (let asked = 0; asked < 4; asked += 1) {
      answer({ stampMs })
      answer({ isTime: false, stampMs })
      pass(5_000, 0)
    }
    expect([clock.ageMs(stampMs), clock.hasStopped()]).toEqual([0, true])
    // The venue's clock resumes from where it stopped.
    for (let asked = 0; asked < 2; asked += 1) {
      pass(5_000)
      answer()
    }
    expect([clock.hasStopped(), clock.ageMs(stampMs)]).toEqual([false, now.venueMs - stampMs])
  })

  test('is right within its error, whichever endpoint is cached, late or repeated', () => {
    const step = fc.record({
      isTime: fc.boolean(),
      tripMs: fc.integer({ min: 0, max: 8_000 }),
      passMs: fc.integer({ min: 0, max: 40_000 }),
      cachedForMs: fc.option(fc.integer({ min: 1_001, max: 900_000 }), { nil: undefined }),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), steps => {
        const { answer, pass, clock, now, offMs } = begin()
        answer()
        for (const { isTime, tripMs, passMs, cachedForMs } of steps) {
          pass(passMs)
          answer({ isTime, tripMs, stampMs: cachedForMs === undefined ? undefined : now.venueMs - cachedForMs })
          // A current answer of another endpoint, as a page polls several.
          answer({ isTime: false })
          expect(Math.abs(offMs())).toBeLessThanOrEqual(clock.errorMs() + 1_000)
        }
      }),
    )
  })
})

describe('a token that the venue refuses', () => {
  test.each([
    [90_000, 'the token was of another time: the clock here was 90 s behind the venue’s'],
    [2_000, 'the token was of another time: the clock here was 2 s behind the venue’s'],
    [1_999, undefined],
    [0, undefined],
  ])('is explained by the clock where that was off: by %i ms', async (jumpMs, words) => {
    const { clock, now, answer } = begin()
    answer()
    now.venueMs += jumpMs
    expect(
      await clockFault(clock, async () => {
        answer()
        await Promise.resolve()
      }),
    ).toBe(words)
  })

  test('is not explained by a clock that the venue never set', async () => {
    expect(await clockFault(begin().clock, () => Promise.resolve())).toBeUndefined()
    const { clock, answer } = begin()
    expect(await clockFault(clock, () => Promise.resolve(answer()))).toBeUndefined()
  })
})

test('a change of the clock is reported, and a sample that changes nothing is not', () => {
  const { answer, changes } = begin()
  answer()
  expect(changes()).toBe(1)
  answer({ tripMs: 400 })
  expect(changes()).toBe(1)
  answer({ tripMs: 20 })
  expect(changes()).toBe(2)
})

test('answers stand still once they did for ten seconds, /time among them, and no sooner', () => {
  const { clock, now, pass, answer } = begin()
  answer()
  const stampMs = now.venueMs - 5_000
  answer({ stampMs })
  expect([clock.isOff(), clock.hasStopped()]).toEqual([true, false])
  pass(9_999)
  expect(clock.hasStopped()).toBe(false)
  pass(1)
  expect(clock.hasStopped()).toBe(true)
  clock.forget()
  expect([clock.isOff(), clock.hasStopped()]).toEqual([false, false])
})
