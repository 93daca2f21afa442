// @vitest-environment happy-dom
import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forEachInSlices, yieldToPage } from './pause.ts'
import { askForPersistence, readStorageSpace } from './storage-space.ts'
import { createStore } from './store.ts'
import { readStored, writeStored } from './stored.ts'
import { announceIntent, exclusively, listenToTabs } from './tabs.ts'
import { clientOrderId } from '../../../core/domain/ids.ts'
import { startHeartbeat } from './heartbeat.ts'
import { wait } from './wait.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('waiting', () => {
  const counted = () => {
    const controller = new AbortController()
    const { signal } = controller
    const state = { listening: 0, abort: () => controller.abort(), signal }
    const own = new Set<unknown>()
    vi.spyOn(signal, 'addEventListener').mockImplementation((_: string, listener: unknown) => {
      own.add(listener)
      state.listening = own.size
    })
    vi.spyOn(signal, 'removeEventListener').mockImplementation((_: string, listener: unknown) => {
      own.delete(listener)
      state.listening = own.size
    })
    return state
  }
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'] })
  })
  it('ends after its time, and leaves no listener behind', async () => {
    const state = counted()
    for (let time = 0; time < 3; time += 1) {
      let isOver = false
      const waited = wait(1_000, state.signal).then(() => (isOver = true))
      await vi.advanceTimersByTimeAsync(999)
      expect([isOver, state.listening]).toEqual([false, 1])
      await vi.advanceTimersByTimeAsync(1)
      await waited
      expect([isOver, state.listening]).toEqual([true, 0])
    }
  })
  it('that is aborted ends immediately, even before it began', async () => {
    const controller = new AbortController()
    const waited = wait(1e9, controller.signal)
    controller.abort()
    await waited
    await wait(1e9, controller.signal)
    expect(vi.getTimerCount()).toBe(0)
  })
  it('ends where the page wakes from sleep: what was waited for is long due', async () => {
    const stop = startHeartbeat()
    const waited = wait(600_000, new AbortController().signal)
    vi.setSystemTime(Date.now() + 3_600_000)
    await vi.advanceTimersByTimeAsync(1_000)
    await waited
    stop()
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('a store', () => {
  it('notifies listeners of another value only, and none that stopped listening', () => {
    const store = createStore<number | undefined>(1)
    const heard: (number | undefined)[] = []
    const stop = store.subscribe(() => heard.push(store.get()))
    for (const next of [1, 2, 2, Number.NaN, Number.NaN, undefined]) store.set(next)
    stop()
    store.set(3)
    expect([heard, store.get()]).toEqual([[2, Number.NaN, undefined], 3])
  })
  it('a listener that stops another during a notification does not affect a third', () => {
    const store = createStore(0)
    const heard: string[] = []
    const ends: (() => void)[] = []
    store.subscribe(() => ends[0]?.())
    ends.push(store.subscribe(() => heard.push('ended')))
    store.subscribe(() => heard.push('third'))
    store.set(1)
    expect(heard).toEqual(['third'])
  })
})

describe('small settings', () => {
  beforeEach(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  it('are restored as stored, for the browser or for the tab only', () => {
    expect(writeStored('local', 'k', { a: [1, 'x', null] })).toBe(true)
    writeStored('tab', 'k', 'mine')
    expect([readStored('local', 'k'), readStored('tab', 'k')]).toEqual([{ a: [1, 'x', null] }, 'mine'])
    writeStored('local', 'k', undefined)
    expect([readStored('local', 'k'), readStored('tab', 'k')]).toEqual([undefined, 'mine'])
  })
  it('that are not JSON count as absent', () => {
    localStorage.setItem('k', '{"a":')
    expect(readStored('local', 'k')).toBeUndefined()
    localStorage.setItem('k', 'null')
    expect(readStored('local', 'k')).toBeNull()
  })
  it('in a browser without storage are absent, without an exception', () => {
    const setItem = (): void => {
      throw Object.assign(new Error('full'), { name: 'QuotaExceededError' })
    }
    vi.stubGlobal('localStorage', { setItem, getItem: () => null })
    expect([readStored('local', 'k'), writeStored('local', 'k', 1)]).toEqual([undefined, false])
    vi.stubGlobal('localStorage', undefined)
    expect([readStored('local', 'k'), writeStored('local', 'k', 1)]).toEqual([undefined, false])
  })
})

describe('work in slices', () => {
  it('visits each item once, in order, however often it pauses', async () => {
    let now = 0
    vi.spyOn(performance, 'now').mockImplementation(() => (now += 13))
    const items = Array.from({ length: 3_000 }, (_, index) => index)
    const seen: number[] = []
    let others = 0
    const timer = setInterval(() => (others += 1), 0)
    await forEachInSlices(items, (item, index) => seen.push(item === index ? item : -1))
    clearInterval(timer)
    expect(seen).toEqual(items)
    expect(others).toBeGreaterThan(0)
  })
  it('goes the browser’s own way where it has one', async () => {
    const own = vi.fn<() => Promise<void>>(() => Promise.resolve())
    vi.stubGlobal('scheduler', { yield: own })
    await yieldToPage()
    expect(own).toHaveBeenCalledOnce()
  })
})

describe('tabs', () => {
  const id = clientOrderId('one')
  it('without locks each runs: the database guards; with them only who gets the lock', async () => {
    let runs = 0
    const run = () => {
      runs += 1
      return Promise.resolve()
    }
    vi.stubGlobal('navigator', {})
    await exclusively(id, run)
    const asked: unknown[] = []
    const locks = (lock: object | null) => ({
      request: (name: string, options: object, work: (lock: object | null) => Promise<void>) => {
        asked.push([name, options])
        return work(lock)
      },
    })
    vi.stubGlobal('navigator', { locks: locks(null) })
    await exclusively(id, run)
    expect(runs).toBe(1)
    vi.stubGlobal('navigator', { locks: locks({}) })
    await exclusively(id, run)
    expect([runs, asked[0]]).toEqual([2, ['legwork.intent.one', { ifAvailable: true }]])
  })
  it('receive the ids of orders that another tab wrote, until stopped', async () => {
    const heard: string[] = []
    const stop = listenToTabs(changed => heard.push(changed))
    const other = new BroadcastChannel('legwork.intents')
    const told: unknown[] = []
    other.addEventListener('message', event => told.push(event.data))
    other.postMessage('theirs')
    other.postMessage({ order: 'whole' })
    announceIntent(id)
    await waitFor(() => expect([heard, told]).toEqual([['theirs'], ['one']]))
    stop()
    announceIntent(id)
    other.close()
    expect(told).toEqual(['one'])
  })
})

it('room for what is kept is as the browser reports, or unknown', async () => {
  vi.stubGlobal('navigator', {})
  expect(await readStorageSpace()).toEqual({ usedBytes: undefined, roomBytes: undefined, isPersistent: undefined })
  expect(await askForPersistence()).toBe(false)
  const storage = {
    estimate: () => Promise.resolve({ usage: 5, quota: 50 }),
    persisted: () => Promise.resolve(false),
    persist: () => Promise.resolve(true),
  }
  vi.stubGlobal('navigator', { storage })
  expect(await readStorageSpace()).toEqual({ usedBytes: 5, roomBytes: 50, isPersistent: false })
  expect(await askForPersistence()).toBe(true)
})
