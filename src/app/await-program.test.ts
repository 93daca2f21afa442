// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { awaitProgram } from './await-program.ts'
import { showCannotStart } from './cannot-start.ts'

const said = (): string => document.getElementById('root')?.textContent ?? ''

beforeEach(() => {
  vi.useFakeTimers()
  document.body.innerHTML =
    '<div id="root"><main><div inert>BTC PERP 1.5</div></main><footer aria-label="Status"><span>Starting</span></footer></div>'
})
afterEach(() => {
  vi.useRealTimers()
  delete document.documentElement.dataset['late']
})

test('where the program cannot be had, its first figures go and the page says why', async () => {
  void awaitProgram(Promise.reject(new TypeError('Failed to fetch /assets/program.js')))
  await vi.advanceTimersByTimeAsync(0)
  expect(said()).not.toContain('BTC PERP')
  expect(document.querySelector('[role="alert"]')?.textContent).toContain('could not be loaded (Failed to fetch /assets/program.js)')
  // Nothing is said to be late after that.
  await vi.advanceTimersByTimeAsync(60_000)
  expect(document.documentElement.dataset['late']).toBeUndefined()
})

test('a reason that was given before stays', async () => {
  showCannotStart('venue.json is missing.')
  void awaitProgram(Promise.reject(new Error('venue.json is missing.')))
  await vi.advanceTimersByTimeAsync(0)
  expect(document.querySelector('[role="alert"] p')?.textContent).toBe('venue.json is missing.')
})

test('figures of before the program are out of date after fifteen seconds without it', async () => {
  void awaitProgram(new Promise(() => undefined))
  await vi.advanceTimersByTimeAsync(14_999)
  expect(said()).toContain('Starting')
  await vi.advanceTimersByTimeAsync(1)
  expect(document.documentElement.dataset['late']).toBe('true')
  expect(document.querySelector('[role="status"]')?.textContent).toContain('out of date')
})

test('a program that comes late undoes what was said', async () => {
  let come = (): void => undefined
  void awaitProgram(new Promise<void>(resolve => (come = resolve)))
  await vi.advanceTimersByTimeAsync(20_000)
  come()
  await vi.advanceTimersByTimeAsync(0)
  expect(document.documentElement.dataset['late']).toBeUndefined()
})

test('of a program that is there in time nothing is said', async () => {
  void awaitProgram(Promise.resolve())
  await vi.advanceTimersByTimeAsync(60_000)
  expect(said()).toContain('Starting')
  expect(document.documentElement.dataset['late']).toBeUndefined()
})
