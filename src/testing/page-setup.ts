/**
 * Before each file of page tests: a wait ends when what it waits for is there, also on a busy machine; what never comes
 * fails after this time. Files may share a document: each leaves it as it found it.
 */
import { afterAll, vi } from 'vitest'

if (typeof document !== 'undefined') {
  const { cleanup, configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: 60_000 })
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
