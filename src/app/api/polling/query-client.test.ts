import { QueryObserver } from '@tanstack/react-query'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { systemTimers } from '../../../core/client/timers.ts'
import { arrivalFailed, arrived, forgetArrivals } from './arrivals.ts'
import { forgetAccount, pollDelayMs, queryClient, refreshAccount, startForgetting } from './query-client.ts'

const query = (turn: number, queryHash = '["account","p"]') => ({
  queryHash,
  state: { dataUpdateCount: turn, errorUpdateCount: 0 },
})
afterEach(() => {
  vi.restoreAllMocks()
  forgetAccount()
  forgetArrivals('')
  queryClient.clear()
})
const chance = (value: number) => vi.spyOn(systemTimers, 'random').mockReturnValue(value)

describe('the wait before the next poll', () => {
  it('is the interval, a fifth shorter or longer', () => {
    for (const [random, ms] of [
      [0, 800],
      [0.5, 1_000],
      [1, 1_200],
    ] as const) {
      chance(random)
      expect(pollDelayMs(query(0, `q${random}`), 1_000)).toBeCloseTo(ms)
    }
  })
  it('is the same until that poll is done or the interval changes', () => {
    chance(0)
    const first = pollDelayMs(query(1), 1_000)
    chance(1)
    expect(pollDelayMs(query(1), 1_000)).toBe(first)
    expect(pollDelayMs(query(1), 2_000)).toBeCloseTo(2_400)
    expect(pollDelayMs(query(2), 1_000)).toBeCloseTo(1_200)
  })
  it('backs off while polls fail, never beyond its bound, and is usual again after an answer', () => {
    chance(1)
    const hash = '["account","p"]'
    const waits: number[] = []
    for (let turn = 1; turn <= 12; turn += 1) {
      arrivalFailed(hash, { kind: 'network', message: 'no answer' }, turn)
      waits.push(pollDelayMs(query(turn), 1_000))
    }
    expect(waits).toEqual([...waits].sort((a, b) => a - b))
    expect(waits.at(-1)).toBeGreaterThan(waits[0] ?? 0)
    expect(waits.at(-1)).toBe(waits.at(-2))
    arrived(hash, 13)
    expect(pollDelayMs(query(13), 1_000)).toBeCloseTo(1_200)
  })
  it('is at least the venue’s requested wait, and only while it fails', () => {
    chance(0)
    const hash = '["account","p"]'
    arrivalFailed(hash, { kind: 'rate_limited', message: 'later', retryAfterMs: 30_000 }, 1)
    expect(pollDelayMs(query(1), 1_000)).toBe(30_000)
    arrived(hash, 2)
    expect(pollDelayMs(query(2), 1_000)).toBeCloseTo(800)
  })
})

describe('what was read of an account', () => {
  const read = async (part: string, value: string): Promise<void> =>
    queryClient.prefetchQuery({ queryKey: ['account', part], queryFn: () => value })
  const data = (part: string): unknown => queryClient.getQueryData(['account', part])

  it('goes with its session, at once where no screen shows it, and else as soon as none does', async () => {
    const stop = startForgetting()
    await read('shown', 'a')
    await read('hidden', 'b')
    await queryClient.prefetchQuery({ queryKey: ['market'], queryFn: () => 'c' })
    const observer = new QueryObserver(queryClient, {
      queryKey: ['account', 'shown'],
      queryFn: () => 'a',
      staleTime: 60_000,
    })
    const leave = observer.subscribe(() => undefined)
    forgetAccount()
    expect([data('shown'), data('hidden'), queryClient.getQueryData(['market'])]).toEqual(['a', undefined, 'c'])
    leave()
    expect(data('shown')).toBeUndefined()
    stop()
  })

  it('is asked again when it is known to be out of date, and an answer that set out before cannot overwrite what follows', async () => {
    const answers: ((value: string) => void)[] = []
    const observer = new QueryObserver(queryClient, {
      queryKey: ['account', 'positions'],
      queryFn: ({ signal }) =>
        new Promise<string>(resolve => {
          void signal
          answers.push(resolve)
        }),
    })
    const leave = observer.subscribe(() => undefined)
    const refreshed = refreshAccount()
    await vi.waitFor(() => expect(answers).toHaveLength(2))
    answers[1]?.('new')
    answers[0]?.('old')
    await refreshed
    expect(data('positions')).toBe('new')
    leave()
  })
})
