/**
 * Before each file of page tests: a wait ends when what it waits for is there, also on a busy machine; what never comes
 * fails after this time. After the file its page is taken down, since files may share a document.
 */
import { afterAll } from 'vitest'

if (typeof document !== 'undefined') {
  const { cleanup, configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: 20_000 })
  afterAll(cleanup)
}
