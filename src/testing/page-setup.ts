/** Setup of each test file. Page tests run on a stepped clock. Files may share a document, so each must clean up. */
import { afterAll, vi } from 'vitest'

if (typeof document !== 'undefined') {
  const { cleanup } = await import('@testing-library/react')
  const { stepClock } = await import('./stepped-clock.ts')
  stepClock()
  // A browser without locks lacks this property; here it is null.
  Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true })
  afterAll(async () => {
    cleanup()
    // A part that still loads would be evaluated in the next file's document.
    await vi.dynamicImportSettled()
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
