import { describe, expect, it, vi } from 'vitest'
import { type Locks, createTurns, longestTurnMs } from './turns.ts'

function handTimers() {
  const waiting = new Map<number, { readonly ms: number; readonly run: () => void }>()
  let last = 0
  return {
    after(ms: number, run: () => void) {
      last += 1
      const id = last
      waiting.set(id, { ms, run })
      return () => void waiting.delete(id)
    },
    pass(ms: number): void {
      for (const [id, timer] of waiting) {
        if (timer.ms > ms) continue
        waiting.delete(id)
        timer.run()
      }
    },
    waiting: () => waiting.size,
  }
}

const free: Locks = { request: async (_name, _options, run) => run() }

describe('a turn', () => {
  it('is waited for no longer than 2 s: a tab that stands still keeps nobody from trading', async () => {
    const timers = handTimers()
    let signal: AbortSignal | undefined
    const taken: Locks = {
      request: (_name, options) =>
        new Promise((_resolve, reject) => {
          signal = options.signal
          options.signal.addEventListener('abort', () => reject(new Error('given up')))
        }),
    }
    const turn = createTurns(taken, timers)('key')
    let isHere = false
    void turn.then(() => (isHere = true))
    timers.pass(longestTurnMs - 1)
    await Promise.resolve()
    expect(isHere).toBe(false)
    timers.pass(longestTurnMs)
    expect((await turn)()).toBeUndefined()
    expect(signal?.aborted).toBe(true)
  })

  it('lasts no longer than 2 s, whatever became of the request', async () => {
    const timers = handTimers()
    let isOver = false
    const watched: Locks = {
      request: (name, options, run) => free.request(name, options, run).then(() => (isOver = true)),
    }
    await createTurns(watched, timers)('key')
    timers.pass(longestTurnMs)
    await vi.waitFor(() => expect(isOver).toBe(true), { timeout: 60_000 })
    expect(timers.waiting()).toBe(0)
  })

  it('is there at once where the browser has no locks, or its locks fail', async () => {
    const timers = handTimers()
    const failing: Locks = { request: () => Promise.reject(new Error('not allowed')) }
    for (const locks of [undefined, failing]) expect((await createTurns(locks, timers)('key'))()).toBeUndefined()
  })

  it('ended twice is ended once, and leaves no timer behind', async () => {
    const timers = handTimers()
    const end = await createTurns(free, timers)('key')
    end()
    end()
    expect(timers.waiting()).toBe(0)
  })
})
