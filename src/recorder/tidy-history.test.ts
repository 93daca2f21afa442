import { expect, test } from 'vitest'
import { hourMs, minuteMs } from '../core/domain/time.ts'
import { steppedTimers } from '../testing/recorder/time-lapse.ts'
import { usualRetention } from './accounts/retention.ts'
import { tidyHistory } from './create-recorder.ts'

const start = Date.UTC(2026, 10, 30)

test('the history is tidied a while after the start and each hour, by the clock of the recorder; a failure is reported, and the next hour tries again', async () => {
  const { timers, pass } = steppedTimers(start)
  const [times, reports]: [number[], string[]] = [[], []]
  const end = tidyHistory({
    store: {
      async tidy(nowMs, retention) {
        expect(retention).toBe(usualRetention)
        times.push(nowMs)
        if (times.length === 2) throw new Error('the database is away')
      },
    },
    retention: usualRetention,
    timers,
    report: (where, error) => reports.push(`${where}: ${String(error)}`),
  })
  await pass(5 * minuteMs - 1)
  expect(times).toEqual([])
  await pass(2 * hourMs + 1)
  expect(times).toEqual([0, 1, 2].map(hours => start + 5 * minuteMs + hours * hourMs))
  expect(reports).toEqual(['Tidying the history: Error: the database is away'])
  await end()
  await pass(5 * hourMs)
  expect(times.length).toBe(3)
})

test('an end waits for what is under way, and nothing is begun after it', async () => {
  const { timers, pass } = steppedTimers(start)
  let finish = (): void => undefined
  let begun = 0
  const end = tidyHistory({
    store: {
      tidy() {
        begun += 1
        return new Promise<void>(resolve => {
          finish = resolve
        })
      },
    },
    retention: usualRetention,
    timers,
    report: () => undefined,
  })
  await pass(5 * minuteMs)
  let isEnded = false
  const ended = end().then(() => (isEnded = true))
  await pass(minuteMs)
  expect(isEnded).toBe(false)
  finish()
  await ended
  await pass(2 * hourMs)
  expect(begun).toBe(1)
})
