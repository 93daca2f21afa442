// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isVisible, onWake, startHeartbeat, subscribeSeenBeat } from './heartbeat.ts'
import { QueryObserver } from '@tanstack/react-query'
import { queryClient, startPausingPolls } from '../polling/query-client.ts'
import { queryOptionsOf } from '../polling/resource.ts'

let woken = 0
let stops: (() => void)[] = []
let visibility: DocumentVisibilityState = 'visible'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date', 'performance'] })
  visibility = 'visible'
  Object.defineProperty(document, 'visibilityState', { get: () => visibility, configurable: true })
  woken = 0
  stops = [startHeartbeat(), onWake(() => (woken += 1))]
})
afterEach(() => {
  for (const stop of stops) stop()
  vi.useRealTimers()
})

const sleep = (ms: number): void => {
  vi.setSystemTime(Date.now() + ms)
  vi.advanceTimersByTime(1_000)
}
const show = (state: DocumentVisibilityState): void => {
  visibility = state
  document.dispatchEvent(new Event('visibilitychange'))
}

describe('heartbeat', () => {
  it('ignores time that passes beat by beat', () => {
    vi.advanceTimersByTime(60_000)
    expect(woken).toBe(0)
  })

  it('reports a gap over five seconds once', () => {
    sleep(3_000)
    expect(woken).toBe(0)
    sleep(60_000)
    vi.advanceTimersByTime(10_000)
    expect(woken).toBe(1)
  })

  it('reports a gap in a hidden tab when the tab is visible again', () => {
    show('hidden')
    sleep(60_000)
    sleep(60_000)
    expect(woken).toBe(0)
    show('visible')
    expect(woken).toBe(1)
    show('visible')
    expect(woken).toBe(1)
  })

  it('beats for what is looked at only while the page is seen, and at once when it is seen again', () => {
    let beats = 0
    stops.push(subscribeSeenBeat(() => (beats += 1)))
    vi.advanceTimersByTime(3_000)
    expect(beats).toBe(3)
    show('hidden')
    vi.advanceTimersByTime(60_000)
    expect(beats).toBe(3)
    show('visible')
    expect(beats).toBe(4)
    vi.advanceTimersByTime(2_000)
    expect(beats).toBe(6)
  })

  it('notices by itself that the page is seen again, where the browser does not tell', () => {
    show('hidden')
    expect(isVisible()).toBe(false)
    visibility = 'visible'
    vi.advanceTimersByTime(1_000)
    expect(isVisible()).toBe(true)
  })

  it('reports a return from the back-forward cache, but not a first showing', () => {
    const shown = (persisted: boolean): void =>
      void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))
    shown(false)
    expect(woken).toBe(0)
    shown(true)
    expect(woken).toBe(1)
  })
})

it('poll has no timer in a hidden page, and goes on as it is seen', async () => {
  let asked = 0
  const polled = {
    name: 'polled',
    key: ['polled'],
    intervalMs: 1_000,
    enabled: true,
    load: () => Promise.resolve({ ok: true, answer: { data: (asked += 1), rejectedRows: [] } } as const),
    share: (_old: number | undefined, fresh: number) => fresh,
  }
  const beatAlone = vi.getTimerCount()
  const observer = new QueryObserver(queryClient, queryOptionsOf(polled, 1))
  stops.push(
    startPausingPolls(),
    observer.subscribe(() => undefined),
  )
  await vi.waitFor(() => expect(observer.getCurrentResult().isSuccess).toBe(true))
  expect(vi.getTimerCount()).toBeGreaterThan(beatAlone)
  show('hidden')
  expect(vi.getTimerCount()).toBe(beatAlone)
  show('visible')
  vi.advanceTimersByTime(1_300)
  expect(asked).toBe(2)
})
