/**
 * The clock of page tests. It advances only while a test waits: `waitFor` and `findBy` step it, `pass` moves it by a
 * given time. No page test sleeps, and a poll or delay takes the same number of steps on every machine.
 */
import { configure, getConfig } from '@testing-library/react'
import { vi } from 'vitest'
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
/** Event-loop turns after each step; an answer of the exchange takes a few. */
const turnsPerStep = 4
/** Imports take real time, so the clock waits for them now and then. */
const stepsBetweenImports = 20

let pendingKeys = 0
let steps = 0

/** `crypto.subtle` works in another thread in real time, so the clock stops until it has answered. */
function countKeyWork(): void {
  const subtle = crypto.subtle as unknown as Record<string, (...given: unknown[]) => Promise<unknown>>
  for (const name of [
    'decrypt',
    'deriveBits',
    'digest',
    'encrypt',
    'exportKey',
    'generateKey',
    'importKey',
    'sign',
    'verify',
  ]) {
    const work = subtle[name]?.bind(crypto.subtle)
    if (work === undefined) continue
    subtle[name] = async (...given) => {
      pendingKeys += 1
      try {
        return await work(...given)
      } finally {
        pendingKeys -= 1
      }
    }
  }
}

const { setImmediate } = globalThis
const turn = (): Promise<void> => new Promise(resolve => void setImmediate(resolve))

async function settle(): Promise<void> {
  steps += 1
  if (steps % stepsBetweenImports === 0) await vi.dynamicImportSettled()
  for (let turns = 0; turns < turnsPerStep || pendingKeys > 0; turns += 1) await turn()
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

export function stepClock(): void {
  countKeyWork()
  // Testing-library checks this global to see whether it must advance the clock.
  Object.assign(globalThis, { jest: { advanceTimersByTime: (ms: number) => vi.advanceTimersByTime(ms) } })
  vi.useFakeTimers({ toFake: [...stepped], now: Date.parse(statedInstant) - ageMs })
  vi.advanceTimersByTime(ageMs)
  const { asyncWrapper } = getConfig()
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
}
