/**
 * The clock of page tests. It advances only while a test waits: `waitFor` and `findBy` step it, `pass` moves it by a
 * given time. No page test sleeps, and a poll or delay takes the same number of steps on every machine.
 */
import { configure, getConfig } from '@testing-library/react'
import { vi } from 'vitest'
import { countKeyWork, settled, turn } from './settled.ts'
import { statedInstant } from './stated-instant.ts'

/** These stay real for the in-process exchange, fake-indexeddb and React's scheduler. */
const stepped = [
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'requestAnimationFrame',
  'cancelAnimationFrame',
  'requestIdleCallback',
  'cancelIdleCallback',
  'performance',
  'Date',
] as const

/** Initial age of the page: React treats an event at 0 ms as having no time. */
const ageMs = 1_000
const stepMs = 50
/** Imports take real time, so the clock waits for them now and then. */
const stepsBetweenImports = 20

let steps = 0

async function settle(): Promise<void> {
  steps += 1
  if (steps % stepsBetweenImports === 0) await vi.dynamicImportSettled()
  await settled()
}

/** Advances the page's clock and runs what is due, outside React's `act`, as in a browser. */
export function pass(ms: number): Promise<void> {
  return getConfig().asyncWrapper(async () => {
    for (let left = ms; left > 0; left -= stepMs) {
      vi.advanceTimersByTime(Math.min(stepMs, left))
      await settle()
    }
  })
}

export function passUntil<Result>(work: Promise<Result>): Promise<Result> {
  return getConfig().asyncWrapper(async () => {
    let isOver = false
    const working = work.finally(() => {
      isOver = true
    })
    while (!isOver) {
      await settle()
      if (!isOver) vi.advanceTimersByTime(stepMs)
    }
    return await working
  })
}

/** Steps the clock of this test file. Returns its end. */
export function stepClock(): () => void {
  const endCounting = countKeyWork()
  // Testing-library checks this global to see whether it must advance the clock.
  Object.assign(globalThis, { jest: { advanceTimersByTime: (ms: number) => vi.advanceTimersByTime(ms) } })
  vi.useFakeTimers({ toFake: [...stepped], now: Date.parse(statedInstant) - ageMs })
  vi.advanceTimersByTime(ageMs)
  const usual = { ...getConfig() }
  const { asyncWrapper } = usual
  configure({
    asyncUtilTimeout: 60_000,
    unstable_advanceTimersWrapper: async advance => {
      await advance(undefined)
      await settle()
    },
    // User events pause for 0 ms between their parts.
    asyncWrapper: work =>
      asyncWrapper(async () => {
        let isOver = false
        const working = work().finally(() => {
          isOver = true
        })
        while (!isOver && vi.isFakeTimers()) {
          await turn()
          vi.advanceTimersByTime(0)
        }
        return await working
      }),
  })
  return () => {
    vi.useRealTimers()
    configure(usual)
    endCounting()
  }
}
