// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startHeartbeat } from '../../api/browser/heartbeat.ts'
import { queryClient } from '../../api/polling/query-client.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { useOwnOrders } from './use-own-orders.ts'

let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  stop = startHeartbeat()
})
afterEach(() => {
  cleanup()
  stop()
  queryClient.clear()
  vi.useRealTimers()
})

it('ten seconds with no order of ours draw nothing', () => {
  let draws = 0
  renderHook(
    () => {
      draws += 1
      return useOwnOrders()
    },
    { wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider> },
  )
  act(() => void vi.advanceTimersByTime(1_000))
  const before = draws
  act(() => void vi.advanceTimersByTime(10_000))
  expect(draws).toBe(before)
})
