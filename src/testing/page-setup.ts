/** Before each file of unit tests. A page test runs on a stepped clock. Files may share a document: each leaves it as it found it. */
import { afterAll, vi } from 'vitest'

if (typeof document !== 'undefined') {
  const { cleanup } = await import('@testing-library/react')
  const { stepClock } = await import('./stepped-clock.ts')
  stepClock()
  // A browser without locks has no such property; this environment has one that is null.
  Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true })
  afterAll(() => {
    cleanup()
    document.body.replaceChildren()
    localStorage.clear()
    sessionStorage.clear()
  })
}

afterAll(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})
